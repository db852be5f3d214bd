# What pytreelint knows of flax.io (flax 0.12.8); see tools/generate_bundles.py.

from flax import errors as errors
import enum
import tensorflow
from pytreelint.bundled import many, of, one

class BackendMode(enum.Enum):
    DEFAULT = 0
    TF = 1

NotFoundError = one(tensorflow.errors.NotFoundError, FileNotFoundError)

def override_mode(override):
    return many('iterator', rest=None)

def set_mode(override):
    return None

def GFile(name, mode):
    return of('unknown')

def listdir(path):
    return of('unknown')

def isdir(path):
    return one(of('bool'), of('unknown'))

def copy(src, dst, overwrite=False):
    return one(None, of('unknown'))

def rename(src, dst, overwrite=False):
    return of('unknown')

def exists(path):
    return one(of('bool'), of('unknown'))

def makedirs(path):
    return one(None, of('unknown'))

def glob(pattern):
    return one(many('list', rest=of('unknown')), of('unknown'))

def remove(path):
    return one(None, of('unknown'))

def rmtree(path):
    return of('unknown')

def getsize(path):
    return of('unknown')
