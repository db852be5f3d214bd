"""Methods that are replaced on single instances, from outside of the class: `sim.step = jax.jit(sim.step)`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from pytreelint.knowledge.frozen import CONSTRUCTORS
from pytreelint.model.syntax.stores import ANY
from pytreelint.model.syntax.walking import statements, walk
from pytreelint.model.values.value import ClassValue

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.value import Object

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_WRITTEN = re.compile(r"\.(\w+) = ")
_HELD = 512  # classes of which it is remembered which methods they replace


def on_others_alone(ev: Interpreter, value: Object, name: str, module: ModuleInfo) -> bool:
    """Whether an attribute that statements set somewhere is the class's own for an instance whose making was followed.

    They set it on instances of classes, not on classes; on this very one they would have been followed.
    """
    if not value.exact or value.created_in is None or name.startswith("__"):
        return False
    own = [each for each in value.cls.mro if each.module.origin == "project"]
    asked = {(each.module, each.name) for each in own} | {(module, each.name) for each in own}
    return all(_sets_on_instances(ev, each, name) for each, holder in asked if each.sets(name, holder))


def _sets_on_instances(ev: Interpreter, module: ModuleInfo, name: str) -> bool:
    makers = module.answer((_makers, name), lambda: _makers(module.tree, name))
    return makers is not None and all(isinstance(ev.name(module, maker), ClassValue) for maker in makers)


def _makers(tree: ast.Module, name: str) -> frozenset[str] | None:
    """What is called for the objects on which a module's functions set an attribute; None where that is not plain."""
    found = set[str]()
    for function in statements(tree):
        if isinstance(function, _FUNCTIONS):
            for holder in _holders(function, name):
                made = _made_by(function, holder)
                if made is None and holder != _first_parameter(function):
                    return None
                found |= made or set()
    own = _own_statements(tree)
    for holder in _holders(own, name):
        made = None if _is_global(tree, holder) else _made_by(own, holder)
        if made is None:
            return None
        found |= made
    return frozenset(found)


def _is_global(tree: ast.Module, name: str) -> bool:
    """Whether a function may bind a name of the module to something else."""
    return any(isinstance(each, ast.Global) and name in each.names for each in statements(tree))


def _own_statements(tree: ast.Module) -> ast.Module:
    """A module without the functions and classes at its top."""
    return ast.Module([each for each in tree.body if not isinstance(each, (*_FUNCTIONS, ast.ClassDef))], [])


def _holders(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Module, name: str) -> Iterator[str]:
    for node in walk(function):
        holder = _holder(node, name)
        if holder is not None:
            yield holder


def _holder(node: ast.AST, name: str) -> str | None:
    """On what an attribute of this name is set, or may be; "" where it is no name."""
    match node:
        case ast.Attribute(value=held, attr=attr, ctx=ast.Store() | ast.Del()) if attr == name:
            return held.id if isinstance(held, ast.Name) else ""
        case ast.Attribute(attr=attr, ctx=ast.Store()) if attr == ANY:
            return ""
        case ast.Call(func=ast.Name(id="setattr" | "delattr")):
            return ""
    return None


def _first_parameter(function: ast.FunctionDef | ast.AsyncFunctionDef) -> str | None:
    """The instance whose method a function is, as far as its name says."""
    parameters = [*function.args.posonlyargs, *function.args.args]
    return parameters[0].arg if parameters and parameters[0].arg == "self" else None


def _made_by(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Module, name: str) -> set[str] | None:
    """What a function calls for what a name of it holds: by plain assignments alone."""
    found, bound, made = set[str](), 0, 0
    for node in walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=target)], value=ast.Call(func=ast.Name(id=maker))) if target == name:
                found.add(maker)
                made += 1
            case ast.arg(arg=parameter) if parameter == name:
                return None
        bound += isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load)
    return found if made and made == bound else None


@lru_cache(maxsize=_HELD)
def replaced_by_itself(cls: ast.ClassDef) -> frozenset[str]:
    """The methods in whose place other methods of the class put something else: `self.rates = found` in `rates`."""
    methods = [each for each in cls.body if isinstance(each, _FUNCTIONS)]
    names = {each.name for each in methods}
    found: set[str] = set()
    for method in methods:
        if method.name not in CONSTRUCTORS and method.args.args:
            own = method.args.args[0].arg
            stored = (n for n in ast.walk(method) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store))
            found |= {n.attr for n in stored if isinstance(n.value, ast.Name) and n.value.id == own}
    return frozenset(found & names)


def may_be_replaced(value: Object, owner: ClassInfo, name: str) -> bool:
    """Whether an instance may hold something in the place of a method: who has made it may have called others of it."""
    followed = value.exact and value.created_in is not None
    return not followed and name in _written(owner.module) and name in replaced_by_itself(owner.node)


def _written(module: ModuleInfo) -> frozenset[str]:
    """The attributes that a module's text assigns somewhere."""
    return module.answer(_WRITTEN, lambda: frozenset(_WRITTEN.findall(module.source.text)))
