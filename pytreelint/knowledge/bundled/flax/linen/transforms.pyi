# What pytreelint knows of flax.linen.transforms (flax 0.12.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

from flax import core as core
from flax import errors as errors
from flax import serialization as serialization
from flax import struct as struct
from flax import traceback_util as traceback_util
from flax.core import lift as lift
from flax.core import meta as meta
from flax.core.frozen_dict import FrozenDict
from flax.core.lift import _bwd_wrapper
from flax.core.scope import CollectionFilter
from flax.core.scope import LazyRng
from flax.core.scope import PRNGSequenceFilter
from flax.core.scope import Scope
from flax.core.scope import Variable
from flax.ids import FlaxId
from flax.linen import module as linen_module
from flax.linen.module import wrap_method_once
from flax.typing import In
from flax.typing import InOutAxis
from flax.typing import InOutScanAxis
from flax.typing import Out
import collections
import flax
import functools
import jax
import typing
from pytreelint.bundled import each, made, many, of, one, some

def clean_clone(x):
    return x

@flax.struct.dataclass
class VariablePlaceholder:
    collection: str = flax.struct.field(pytree_node=False)
    name: str = flax.struct.field(pytree_node=False)
    unbox: bool = flax.struct.field(pytree_node=False)
    id: int = flax.struct.field(pytree_node=False)

@flax.struct.dataclass
class InstancePlaceholder:
    cls: collections.abc.Callable = flax.struct.field(pytree_node=False)
    attrs: dict[typing.Any, typing.Any] = flax.struct.field(pytree_node=False)
    id: int = flax.struct.field(pytree_node=False)

def get_module_scopes(module, args=None, kwargs=None):
    return (many('list', some(Scope), some(Scope), of('unknown'), some(Scope), some(Scope), of('unknown'), some(Scope), some(Scope), rest=each(some(Scope), of('unknown'))), (None if args is None else of('unknown')), (None if kwargs is None else of('unknown')))

def set_module_scopes(module, args, kwargs, scopes):
    return (of('unknown'), of('unknown'), of('unknown'))

def module_class_lift_transform(transform, module_class, *trafo_args, methods=None, **trafo_kwargs):
    return one(functools.partial(of('unknown')), of('unknown'))

def decorator_lift_transform(transform, class_fn, *trafo_args, multi_scope=True, **trafo_kwargs):
    return (lambda self, *args, **kwargs: of('unknown'))

def decorator_lift_transform_cached(transform, class_fn, **trafo_kwargs):
    return (lambda self, *args, **kwargs: of('unknown'))

def fork_rngs(module):
    return many('iterator', rest=None)

def module_class_lift_transform_cached(transform, module_class, methods=None, **trafo_kwargs):
    return one(functools.partial(of('unknown')), of('unknown'))

Target = of('object')

def lift_transform(transform, target, *trafo_args, methods=None, **trafo_kwargs):
    return one(functools.partial(of('unknown')), of('unknown'), (lambda self, *args, **kwargs: of('unknown')))

def lift_transform_cached(transform, target, *trafo_args, methods=None, **trafo_kwargs):
    return one(functools.partial(of('unknown')), of('unknown'), (lambda self, *args, **kwargs: of('unknown')))

def lift_direct_transform(transform, targets: tuple[typing.Any, ...], mdl, *args, multi_scope=True, **kwargs):
    return of('unknown')

def remat_scan(target, lengths: list[int] | None=(), policy=None, variable_broadcast=False, variable_carry=False, variable_axes: dict[typing.Any, int | In | Out]=made(FrozenDict, _dict=many('dict', rest=0), _hash=None), split_rngs: dict[typing.Any, bool]=made(FrozenDict, _dict=many('dict', rest=True), _hash=None)):
    return one(functools.partial(of('unknown')), of('unknown'), (lambda self, *args, **kwargs: of('unknown')))

def vjp(fn, mdl, *primals, has_aux: bool=False, reduce_axes=(), vjp_variables='params', variables=True, rngs=True, multi_scope: bool=False):
    return many('tuple', of('unknown'), jax.tree_util.Partial(functools.partial(_bwd_wrapper, of('object:jax.tree_util.PyTreeDef')), jax.tree_util.Partial(of('function'), of('array:jax:?'))), rest=one(of('unknown'), ()))

def value_and_grad(fn, mdl, *primals, has_aux: bool=False, reduce_axes=(), variables=True, rngs=True):
    return (((one(of('unknown'), ()), one(of('unknown'), ())) if has_aux else one(of('unknown'), ())), one(of('unknown'), ()))

def grad(fn, mdl, *primals, has_aux: bool=False, reduce_axes=(), variables=True, rngs=True):
    return ((one(of('unknown'), ()), one(of('unknown'), ())) if has_aux else one(of('unknown'), ()))

def jvp(fn, mdl, primals, tangents, variable_tangents, variables=True, rngs=True):
    return (of('unknown'), of('unknown'))

ModuleT = of('object')

C = of('object')

def while_loop(cond_fn, body_fn, mdl, init, carry_variables=False, broadcast_variables=True, split_rngs: dict[typing.Any, bool]=made(FrozenDict, _dict=many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), _hash=None)):
    return of('unknown')

def cond(pred, true_fun, false_fun, mdl, *operands, variables=True, rngs=True):
    return of('unknown')

def switch(index, branches: list[typing.Any], mdl, *operands, variables=True, rngs=True):
    return of('unknown')

def custom_vjp(fn, forward_fn, backward_fn, grad_vars='params', nondiff_argnums=()):
    return (lambda self, *args, **kwargs: of('unknown'))

def named_call(class_fn, force=True):
    return (lambda self, *args, **kwargs: of('unknown'))

def add_metadata_axis(target, variable_axes: dict[typing.Any, int | None | In | Out]=made(FrozenDict, _dict=many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), _hash=None), metadata_params: dict[typing.Any, typing.Any]={}):
    return one(target, of('unknown'))

def fold_rngs(target, variables=True, rngs=True):
    return one(functools.partial(of('unknown')), of('unknown'), (lambda self, *args, **kwargs: of('unknown')))
