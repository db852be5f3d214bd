# What pytreelint knows of flax.training.checkpoints (flax 0.12.8); see tools/generate_bundles.py.

from flax import config
from flax import core as core
from flax import errors as errors
from flax import io as io
from flax import serialization as serialization
from flax import traverse_util as traverse_util
from flax.core.frozen_dict import FrozenDict
from flax.training import orbax_utils as orbax_utils
import typing
from pytreelint.bundled import made, many, of, one

SIGNED_FLOAT_RE = of('object')

UNSIGNED_FLOAT_RE = of('object')

MODULE_NUM_RE = of('object')

SCHEME_RE = of('object')

MP_ARRAY_POSTFIX = '_gda'

MP_ARRAY_PH = '//GDAPlaceholder:'

COMMIT_SUCCESS_FILE = 'commit_success.txt'

ORBAX_CKPT_FILENAME = 'checkpoint'

ORBAX_MANIFEST_OCDBT = 'manifest.ocdbt'

ORBAX_METADATA_FILENAME = '_METADATA'

PyTree = typing.Any

MultiprocessArrayType = typing.Any

class AsyncManager:
    def __init__(self, max_workers: int=1):
        self.executor = of('unknown')
        self.save_future = None
    def wait_previous_save(self):
        return None
    def save_async(self, task):
        return None

def natural_sort(file_list, signed: bool=True):
    return many('list', rest=of('str'))

def safe_normpath(path: str):
    return of('str')

def save_checkpoint(ckpt_dir, target, step: int | float, prefix: str='checkpoint_', keep: int=1, overwrite: bool=False, keep_every_n_steps: int | None=None, async_manager: AsyncManager | None=None, orbax_checkpointer=None):
    return of('str')

def save_checkpoint_multiprocess(ckpt_dir, target, step: int | float, prefix: str='checkpoint_', keep: int=1, overwrite: bool=False, keep_every_n_steps: int | None=None, async_manager: AsyncManager | None=None, gda_manager=None, orbax_checkpointer=None):
    return of('str')

def latest_checkpoint(ckpt_dir, prefix: str='checkpoint_'):
    return one(of('str'), None)

def available_steps(ckpt_dir, prefix: str='checkpoint_', step_type=int):
    return many('list', rest=one(of('int'), of('float')))

def restore_checkpoint(ckpt_dir, target, step: int | float | None=None, prefix: str='checkpoint_', parallel: bool=True, gda_manager=None, allow_partial_mpa_restoration: bool=False, orbax_checkpointer=None, orbax_transforms: dict[typing.Any, typing.Any] | None=None):
    return (one(target, many('dict', rest=of('unknown')), of('unknown')) if step is None else one(many('dict', rest=of('unknown')), of('unknown')))

def convert_pre_linen(params):
    return one(params, made(FrozenDict, _dict=many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), _hash=None), {}, many('dict', rest=one(of('unknown'), made(FrozenDict, _dict=many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), _hash=None), {}, many('dict', rest=of('unknown')))))
