# What pytreelint knows of flax.nnx.variablelib (flax 0.12.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

from flax import config
from flax import errors as errors
from flax.core import spmd as core_spmd
from flax.nnx import reprlib as reprlib
from flax.nnx import tracers as tracers
from flax.nnx import visualization as visualization
from flax.nnx.reprlib import Representable
from flax.typing import BaseConfigContext
from flax.typing import MISSING
from flax.typing import Missing
from flax.typing import SizeBytes
import collections
import dataclasses
import flax
import functools
import jax
import threading
import typing
from pytreelint.bundled import made, many, of, one, put, some

def op(self, hijax_var, *args, **kwargs):
    return of('unknown')

def hijax_method_wrapper(hijax_var, *args, **kwargs):
    return of('unknown')

A = of('object')

B = of('object')

C = of('object')

F = of('object')

P = of('object')

V = of('object')

AxisName = str

AxisIndex = int

@dataclasses.dataclass
class VariableContext(threading.local, of('unknown')):
    variable_hijax_stack: list[bool] = dataclasses.field(default_factory=list)
    variable_ref_stack: list[bool] = dataclasses.field(default_factory=list)
    eager_shard_stack: list[bool] = dataclasses.field(default_factory=list)

class use_eager_sharding(BaseConfigContext):
    get_default = of('unknown')
    get_stack = of('unknown')

def using_eager_sharding():
    return of('bool')

@functools.partial(dataclasses.dataclass, frozen=True)
class VarDefaults(typing.Mapping):
    hijax: bool
    ref: bool
    def __getitem__(self, key: str):
        return of('unknown')
    def __iter__(self):
        return {'hijax', 'ref'}
    def __len__(self):
        return 2

def var_defaults(*, hijax: bool | None=None, ref: bool | None=None):
    return ((made(VarDefaults, hijax=of('bool'), ref=one(of('unknown'), False)) if ref is None else made(VarDefaultsContext, hijax_prev=None, hijax_new=None, ref_prev=one(of('bool'), None), ref_new=ref)) if hijax is None else made(VarDefaultsContext, hijax_prev=one(of('bool'), None), hijax_new=hijax, ref_prev=(None if ref is None else one(of('bool'), None)), ref_new=ref))

class VarDefaultsContext:
    def __init__(self, *, hijax_prev: bool | None, hijax_new: bool | None, ref_prev: bool | None, ref_new: bool | None):
        self.hijax_prev = hijax_prev
        self.hijax_new = hijax_new
        self.ref_prev = ref_prev
        self.ref_new = ref_new
    def __enter__(self):
        return None
    def __exit__(self, exc_type, exc_value, traceback):
        return None
    def __call__(self, f):
        return (lambda *args, **kwargs: of('unknown'))

def is_array_ref(x):
    return of('bool')

@dataclasses.dataclass
class VariableMetadata(typing.Generic):
    raw_value: typing.Any
    on_set_value: tuple[typing.Any, ...] = ()
    on_get_value: tuple[typing.Any, ...] = ()
    on_create_value: tuple[typing.Any, ...] = ()
    on_add_axis: tuple[typing.Any, ...] = ()
    on_remove_axis: tuple[typing.Any, ...] = ()
    metadata: dict[typing.Any, typing.Any] = dataclasses.field(default_factory=dict)

PyTreeDef = typing.Any

Leaf = typing.Any

@functools.partial(dataclasses.dataclass, frozen=True)
class VariableQDD:
    leaf_avals: tuple[typing.Any, ...]
    treedef: typing.Any
    var_type: collections.abc.Callable
    def to_tangent_qdd(self):
        return put(self, leaf_avals=many('tuple', rest=of('unknown')))
    def normalize(self):
        return put(self, leaf_avals=many('tuple', rest=of('unknown')))

class VariableEffect(jax.extend.core.Effect, of('unknown')):
    pass

variable_effect = some(VariableEffect)

class NewVariable(jax.experimental.hijax.HiPrimitive, of('unknown')):
    def is_high(self, *leaves, treedef, var_type, has_qdd, ref):
        return True
    def impl(self, *leaves, treedef, var_type, has_qdd, ref):
        return of('unknown')
    def abstract_eval(self, *leaves, treedef, var_type, has_qdd, ref):
        return (one(some(AbstractVariable), of('unknown')), one({some(VariableEffect)}, many('set')))
    def to_lojax(self, *leaves, treedef, var_type, has_qdd, ref):
        return of('unknown')
    def jvp(_, primals, tangents, *, treedef, var_type, has_qdd, ref):
        return (some(HijaxVariable), some(HijaxVariable))
    def transpose(_, out_var: HijaxVariable, *input_leaves, treedef, var_type, has_qdd, ref):
        return of('unknown')

new_variable_p = some(NewVariable)

class SetVariable(jax.experimental.hijax.HiPrimitive, of('unknown')):
    multiple_results = True
    def is_high(_, *leaf_avals, treedef, var_type):
        return True
    def impl(_, hijax_var: HijaxVariable, *leaves, treedef, var_type):
        return []
    def abstract_eval(_, aval_mutable_qdd, *leaf_avals, treedef, var_type):
        return ([], one({some(VariableEffect)}, many('set')))
    def to_lojax(_, hijax_var: HijaxVariable, *leaves, treedef, var_type):
        return []
    def jvp(_, primals, tangents, *, treedef, var_type):
        return ([], [])
    def transpose(_, *args, treedef, var_type):
        return of('unknown')

set_variable_p = some(SetVariable)

class GetVariable(jax.experimental.hijax.HiPrimitive, of('unknown')):
    multiple_results = True
    def impl(self, hijax_var: HijaxVariable, *, treedef, avals, var_type, has_qdd):
        return many('tuple', rest=of('unknown'))
    def abstract_eval(self, abstract_var, *, treedef, avals, var_type, has_qdd):
        return (avals, one({some(VariableEffect)}, many('set')))
    def to_lojax(_, hijax_var: HijaxVariable, *, treedef, avals, var_type, has_qdd):
        return many('tuple', rest=of('unknown'))
    def jvp(_, primals, tangents, *, treedef, avals, var_type, has_qdd):
        return (of('unknown'), of('unknown'))
    def transpose(_, out, hijax_var, *, treedef, avals, var_type, has_qdd):
        return (some(HijaxVariable),)

get_variable_p = some(GetVariable)

class HijaxVariableMeta(type):
    def __instancecheck__(self, instance):
        return one(True, of('bool'))

class HijaxVariable(typing.Generic, Representable, of('unknown'), metaclass=HijaxVariableMeta):
    _treedef: typing.Any
    _leaves: tuple[typing.Any, ...]
    _var_type: collections.abc.Callable
    has_qdd: bool
    _ref: bool
    _trace_state = of('unknown')
    _can_update = of('unknown')
    _check_can_update = hijax_method_wrapper
    type = of('unknown')
    hijax = of('unknown')
    get_metadata = hijax_method_wrapper
    set_metadata = hijax_method_wrapper
    get_raw_value = hijax_method_wrapper
    set_raw_value = hijax_method_wrapper
    set_value = hijax_method_wrapper
    get_value = hijax_method_wrapper
    create_value = hijax_method_wrapper
    add_axis = hijax_method_wrapper
    remove_axis = hijax_method_wrapper
    copy = hijax_method_wrapper
    replace = hijax_method_wrapper
    to_state = hijax_method_wrapper
    @property
    def value(self):
        return of('unknown')
    @property
    def var_type(self):
        return of('object')
    @property
    def ref(self):
        return of('bool')
    def copy_from(self, other: jax.Array | HijaxVariable):
        return None
    def update_from_state(self, variable_state: jax.Array | HijaxVariable):
        return None
    @classmethod
    def from_metadata(cls, value, metadata: dict[typing.Any, typing.Any]):
        return of('unknown')
    def cur_qdd(self):
        return made(VariableQDD, leaf_avals=many('tuple', rest=of('shape-struct')), treedef=of('unknown'), var_type=of('object'))
    def type_state(self):
        return made(VariableQDD, leaf_avals=many('tuple', rest=of('shape-struct')), treedef=of('unknown'), var_type=of('object'))

class AbstractVariable(typing.Generic, jax.experimental.hijax.MutableHiType, of('unknown')):
    _var_type: collections.abc.Callable
    _treedef: typing.Any
    _leaves: tuple[typing.Any, ...] | None
    has_qdd: bool
    _ref: bool
    _check_can_update = of('unknown')
    type = of('unknown')
    get_metadata = of('unknown')
    set_metadata = of('unknown')
    copy_from = of('unknown')
    update_from_state = of('unknown')
    get_raw_value = of('unknown')
    set_raw_value = of('unknown')
    set_value = of('unknown')
    get_value = of('unknown')
    create_value = of('unknown')
    add_axis = of('unknown')
    remove_axis = of('unknown')
    replace = of('unknown')
    copy = of('unknown')
    to_state = of('unknown')
    _getitem = op
    _setitem = op
    _len = op
    _iter = op
    _add = op
    _sub = op
    _mul = op
    _matmul = op
    _truediv = op
    _floordiv = op
    _mod = op
    _divmod = op
    _pow = op
    _lshift = op
    _rshift = op
    _and = op
    _xor = op
    _or = op
    _radd = op
    _rsub = op
    _rmul = op
    _rmatmul = op
    _rtruediv = op
    _rfloordiv = op
    _rmod = op
    _rdivmod = op
    _rpow = op
    _rlshift = op
    _rrshift = op
    _rand = op
    _rxor = op
    _ror = op
    _neg = op
    _pos = op
    _abs = op
    _invert = op
    _complex = op
    _int = op
    _float = op
    _index = op
    _round = op
    _trunc = op
    _floor = op
    _ceil = op
    cur_qdd = of('unknown')
    @property
    def ref(self):
        return self._ref
    @property
    def hijax(self):
        return True
    def __init__(self, var_type, treedef, leaves: tuple[typing.Any, ...] | None, has_qdd: bool, *, ref: bool=False):
        self._treedef = treedef
        self._leaves = leaves
        self._var_type = var_type
        self.has_qdd = has_qdd
        self._ref = ref
    @property
    def dtype(self):
        return of('unknown')
    @property
    def ndim(self):
        return of('unknown')
    @property
    def size(self):
        return of('unknown')
    @property
    def shape(self):
        return of('unknown')
    def __getattr__(self, name: str):
        return of('unknown')
    def from_metadata(self, value, metadata: dict[typing.Any, typing.Any]):
        return of('unknown')
    def __treescope_repr__(self, path, subtree_renderer):
        return of('unknown')
    def __hash__(self):
        return of('int')
    def __eq__(self, other):
        return one(of('bool'), of('unknown'))
    def str_short(self, short_dtypes=False, **_):
        return of('str')
    def lo_ty_qdd(self, variable_state: VariableQDD):
        return many('list', rest=of('unknown'))
    def new_from_loval(self, variable_state: VariableQDD, *lo_vals):
        return some(HijaxVariable)
    def read_loval(self, variable_state: VariableQDD, variable):
        return many('list', rest=of('unknown'))
    def update_from_loval(self, box_state: VariableQDD, variable, *lo_vals):
        return None
    def to_tangent_aval(self):
        return self

class VariableMeta(type):
    def __new__(cls, cls_name, bases, attrs):
        return of('unknown')
    def __instancecheck__(self, instance):
        return one(True, of('bool'), False)
    def __call__(cls, *args, **kwargs):
        return one(some(HijaxVariable), of('unknown'))

VariableState = flax.nnx.Variable

def with_metadata(initializer, on_set_value=(), on_get_value=(), on_create_value=(), on_add_axis=(), on_remove_axis=(), **metadata):
    return (lambda *args: made(VariableMetadata, raw_value=of('unknown'), on_set_value=one((on_set_value,), tuple(on_set_value), ()), on_get_value=one((on_get_value,), tuple(on_get_value), ()), on_create_value=one((on_create_value,), tuple(on_create_value), ()), on_add_axis=one((on_add_axis,), tuple(on_add_axis), ()), on_remove_axis=one((on_remove_axis,), tuple(on_remove_axis), ()), metadata=metadata))

def variable_type_from_name(name: str, /, *, base=flax.nnx.Variable, allow_register: bool=False):
    return of('object')

def variable_name_from_type(typ, /, *, allow_register: bool=False):
    return of('str')

def register_variable_name(name: str, typ=made(Missing), *, overwrite=False):
    return one((functools.partial(register_variable_name, name, overwrite=True) if overwrite else functools.partial(register_variable_name, name, overwrite=False)), typ)
