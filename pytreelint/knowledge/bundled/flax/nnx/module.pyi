# What pytreelint knows of flax.nnx.module (flax 0.12.8); see tools/generate_bundles.py.

from flax.nnx import filterlib as filterlib
from flax.nnx import graphlib as graphlib
from flax.nnx import pytreelib as pytreelib
from flax.nnx import variablelib as variableslib
from flax.nnx.graphlib import GraphState
from flax.nnx.graphlib import iter_children as iter_children_
from flax.nnx.graphlib import iter_module_children as iter_module_children_
from flax.nnx.pytreelib import PytreeMeta
from flax.nnx.statelib import FlatState
from flax.nnx.statelib import State
from flax.nnx.statelib import split_state
from flax.typing import Key
from flax.typing import Path
from flax.typing import PathParts
import typing
from pytreelint.bundled import made, many, of, one, some

A = of('object')

B = of('object')

M = of('object')

S = of('object')

V = of('object')

F = of('object')

StateMapping = dict[typing.Any, typing.Any]

tuple_reduce = (lambda xs, x: of('unknown'))

tuple_init = (lambda: ())

class ModuleMeta(PytreeMeta):
    pass

def view(node, /, *, only=..., raise_if_not_found: bool=True, graph: bool | None=None, **kwargs):
    return (one(of('unknown'), some(GraphState), made(State), some(State), some(FlatState), many('dict', rest=of('unknown'))) if graph is None else (one(of('unknown'), some(GraphState), made(State), some(State), some(FlatState), many('dict', rest=of('unknown'))) if graph else one(node, of('unknown'))))

def with_attributes(node, /, *, only=..., raise_if_not_found: bool=True, graph: bool | None=None, **attributes):
    return (one(of('unknown'), some(GraphState), made(State), some(State), some(FlatState), many('dict', rest=of('unknown'))) if graph is None else (one(of('unknown'), some(GraphState), made(State), some(State), some(FlatState), many('dict', rest=of('unknown'))) if graph else one(node, of('unknown'))))

def view_info(node, /, *, only=..., graph: bool | None=None):
    return of('str')

def first_from(*args, error_msg: str):
    return of('unknown')

def iter_modules(module, /, *, graph: bool | None=None):
    return many('iterator', rest=(many('tuple', rest=(one(of('unknown'), some(Key), of('str')) if graph is None else (of('unknown') if graph else one(some(Key), of('str'), of('unknown'))))), one(module, of('unknown'))))

iter_children = iter_children_

iter_module_children = iter_module_children_

P = of('object')

R = of('object')

def capture(fn, *var_types, init: State | None=None, method_outputs=None):
    return one((lambda actual_fn: one(of('function'), (lambda *fn_args, **kwargs: one(of('unknown'), (of('unknown'), one(made(State), many('tuple', rest=made(State)))), many('tuple', of('unknown'), rest=one(of('unknown'), made(State))))))), (lambda *fn_args, **kwargs: one(of('unknown'), (of('unknown'), one(made(State), many('tuple', rest=made(State)))), many('tuple', of('unknown'), rest=one(of('unknown'), made(State))))))
