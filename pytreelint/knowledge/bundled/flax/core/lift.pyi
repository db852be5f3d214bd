# What pytreelint knows of flax.core.lift (flax 0.12.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

from flax import traceback_util as traceback_util
from flax import traverse_util as traverse_util
from flax.core import axes_scan as axes_scan
from flax.core import meta as meta
from flax.core.frozen_dict import freeze
from flax.core.frozen_dict import unfreeze
from flax.core.scope import CollectionFilter
from flax.core.scope import DenyList
from flax.core.scope import Filter
from flax.core.scope import LazyRng
from flax.core.scope import PRNGSequenceFilter
from flax.core.scope import Scope
from flax.core.scope import group_collections
from flax.core.scope import in_filter
from flax.core.scope import intersect_filters
from flax.core.scope import is_filter_empty
from flax.core.scope import subtract_filters
from flax.core.scope import union_filters
from flax.typing import In
from flax.typing import InOutAxis
from flax.typing import InOutScanAxis
from flax.typing import Out
import dataclasses
import functools
import jax
import threading
import typing
from pytreelint.bundled import made, many, of, one

A = of('object')

@dataclasses.dataclass
class TransformContext(typing.Generic, threading.local, of('unknown')):
    stack: list[typing.Any] = dataclasses.field(default_factory=list)
    def push(self, a):
        return many('iterator', rest=None)
    def get(self):
        return of('unknown')

def tree_map_rngs(fn, tree):
    return of('unknown')

def pack(fn, in_variable_filters: list[typing.Any], out_variable_filters: list[typing.Any], rng_filters: list[typing.Any], name=None, enable_kwargs=False):
    return (lambda scope_tree, *args, **kwargs: of('unknown'))

id_fn = (lambda x: x)

def map_variables(fn, mapped_collections, map_in_fn=(lambda x: x), map_out_fn=(lambda x: x), init: bool=False, mutable: bool=False, rngs=True, variables=True):
    return (lambda scope_tree, *args, **kwargs: of('unknown'))

def swap_collection(fn, col_a: str, col_b: str):
    return (lambda scope_tree, *args, **kwargs: of('unknown'))

def _bwd_wrapper(treedef, bwd_fn, tangent):
    return many('tuple', of('unknown'), rest=of('unknown'))

def vjp(fn, scope: Scope, *primals, has_aux: bool=False, reduce_axes=(), vjp_variables='params', variables=True, rngs=True):
    return ((of('unknown'), jax.tree_util.Partial(functools.partial(_bwd_wrapper, of('object:jax.tree_util.PyTreeDef')), jax.tree_util.Partial(of('function'), of('array:jax:?'))), of('unknown')) if has_aux else (of('unknown'), jax.tree_util.Partial(functools.partial(_bwd_wrapper, of('object:jax.tree_util.PyTreeDef')), jax.tree_util.Partial(of('function'), of('array:jax:?')))))

def value_and_grad(fn, scope: Scope, *primals, has_aux: bool=False, reduce_axes=(), variables=True, rngs=True):
    return ((of('unknown'), of('unknown'), of('unknown')) if has_aux else (of('unknown'), of('unknown')))

def jvp(fn, scope: Scope, primals, tangents, variable_tangents, variables=True, rngs=True):
    return (of('unknown'), of('unknown'))

def vmap(fn, variable_axes: dict[typing.Any, int | None | In | Out], split_rngs: dict[typing.Any, bool], in_axes=0, out_axes=0, axis_size: int | None=None, axis_name: str | None=None, spmd_axis_name: str | None=None, metadata_params: dict[typing.Any, typing.Any]={}):
    return (lambda scope_tree, *args, **kwargs: of('unknown'))

def scan(fn, variable_axes: dict[typing.Any, int | In | Out]={}, variable_broadcast=False, variable_carry=False, split_rngs: dict[typing.Any, bool]={}, in_axes=0, out_axes=0, length: int | None=None, reverse: bool=False, unroll: int=1, _split_transpose: bool=False, data_transform=None, metadata_params: dict[typing.Any, typing.Any]={}, check_constancy_invariants: bool=True):
    return (lambda scope_tree, *args, **kwargs: (of('unknown'), of('unknown')))

C = of('object')

def while_loop(cond_fn, body_fn, scope: Scope, init, carry_variables=False, broadcast_variables=True, split_rngs: dict[typing.Any, bool]={}):
    return init

def cond(pred, true_fun, false_fun, scope: Scope, *operands, variables=True, rngs=True):
    return of('unknown')

def switch(index, branches: list[typing.Any], scope: Scope, *operands, variables=True, rngs=True):
    return of('unknown')

def custom_vjp(fn, forward_fn, backward_fn, grad_vars='params', nondiff_argnums=()):
    return (lambda scope_tree, *args, **kwargs: of('unknown'))

def checkpoint(fn, variables=True, rngs=True, concrete: bool=False, prevent_cse: bool=True, static_argnums: int | tuple[int, ...]=(), policy=None):
    return (lambda scope_tree, *args, **kwargs: of('unknown'))

remat = checkpoint

class CountsHolder:
    def __init__(self, flat_d):
        self.flat_d = flat_d
    @classmethod
    def make(cls, d):
        return made(cls, flat_d=many('dict', rest=one(d, of('unknown'))))
    def sub(self, other):
        return made(CountsHolder, flat_d=one({}, many('dict', rest=of('unknown'))))
    def add(self, other):
        return made(CountsHolder, flat_d=one({}, many('dict', rest=of('unknown'))))
    def unflat(self):
        return one({}, of('unknown'), many('dict', rest={}))

def set_from_dict(original, updates):
    return None

def jit(fn, variables=True, rngs=True, static_argnums=(), static_argnames=(), donate_argnums=(), device=None, backend: str | None=None):
    return (lambda scope_tree, *args, **kwargs: of('unknown'))

def remat_scan(body_fn, lengths: list[int], policy=None, variable_broadcast=False, variable_carry=False, variable_axes: dict[typing.Any, int | In | Out]={True: 0}, split_rngs: dict[typing.Any, bool]={True: True}):
    return one((lambda scope, c: c))

def fold_rngs(fn, variables=True, rngs=True):
    return (lambda scope_tree, *args, **kwargs: of('unknown'))
