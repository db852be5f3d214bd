# What pytreelint knows of flax.linen.module (flax 0.12.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

from flax import config
from flax import core as core
from flax import errors as errors
from flax import linen as nn
from flax import serialization as serialization
from flax import traceback_util as traceback_util
from flax import traverse_util as traverse_util
from flax.core import meta as meta
from flax.core import partial_eval as partial_eval
from flax.core.frozen_dict import FrozenDict
from flax.core.scope import CollectionFilter
from flax.core.scope import DenyList
from flax.core.scope import Scope
from flax.core.scope import Variable
from flax.core.scope import union_filters
from flax.ids import FlaxId
from flax.ids import uuid
from flax.linen import kw_only_dataclasses as kw_only_dataclasses
from flax.typing import FrozenVariableDict
from flax.typing import RNGSequences
from flax.typing import VariableDict
import collections
import dataclasses
import enum
import flax
import functools
import threading
import typing
import typing_extensions
from pytreelint.bundled import many, of, one

T = of('object')

K = of('object')

M = of('object')

def enable_named_call():
    return None

def disable_named_call():
    return None

def override_named_call(enable: bool=True):
    return many('iterator', rest=None)

@functools.partial(dataclasses.dataclass, frozen=True)
class InterceptorContext:
    module: typing.Any
    method_name: str
    orig_method: collections.abc.Callable

class ThreadLocalStack(threading.local, of('unknown')):
    def __init__(self):
        self._storage = []
    def push(self, elem):
        return None
    def pop(self):
        return of('unknown')
    def __iter__(self):
        return {}
    def __len__(self):
        return of('int')

Args = tuple[typing.Any]

Kwargs = dict[typing.Any, typing.Any]

def intercept_methods(interceptor):
    return many('iterator', rest=None)

def run_interceptors(orig_method, module, *args, **kwargs):
    return of('unknown')

def compact_name_scope(fun):
    return (lambda self, *args, **kwargs: of('unknown'))

def wrap_method_once(fun):
    return one(of('unknown'), (lambda *args, **kwargs: of('unknown')))

def wrap_descriptor_once(descriptor):
    return one(descriptor, of('unknown'))

class SetupState(enum.IntEnum):
    NEW = 0
    TRANSFORMED = 1
    DONE = 2

tuple_reduce = (lambda xs, x: of('unknown'))

tuple_init = (lambda: ())

capture_call_intermediates = (lambda _, method_name: of('bool'))

class ParentDescriptor:
    def __get__(self, obj, objtype=None):
        return one(None, of('unknown'))
    def __set__(self, obj, value):
        return None

class Descriptor(typing_extensions.Protocol):
    __isabstractmethod__: bool
    def __get__(self, obj, objtype=None):
        return of('unknown')
    def __set__(self, obj, value):
        return None
    def __delete__(self, obj):
        return None
    def __set_name__(self, owner, name):
        return None

class DescriptorWrapper:
    pass

def create_descriptor_wrapper(descriptor: Descriptor):
    return of('unknown')

def module_field(*, kw_only: bool=False, default=...):
    return of('unknown')

class ModuleBase:
    pass

def merge_param(name: str, a, b):
    return of('unknown')

apply = of('unknown')

init_with_output = of('unknown')

init = of('unknown')

class CompactNameScope(flax.linen.Module):
    fn: collections.abc.Callable
    module_fn: collections.abc.Callable
    def __call__(self, *args, **kwargs):
        return of('unknown')

def share_scope(module, other, /):
    return None
