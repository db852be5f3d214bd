"""Registries: dicts of a module, or of an instance that a module holds, by which definitions all over a package are
decorated.

    MODELS = {}

    def register(name):
        def wrap(cls):
            MODELS[name] = cls
            return cls

        return wrap

So does a method of an instance: `self.items[name] = cls`. What such a dict holds at some time nobody knows, but an
item of it, where there is one, is what was registered so: `registered.py`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeGuard

from pytreelint.knowledge.bases import PREPARING
from pytreelint.knowledge.record import record
from pytreelint.model.syntax.changing import changed_attributes, changed_by
from pytreelint.model.syntax.parameters import signature
from pytreelint.model.syntax.questions import spelled
from pytreelint.model.syntax.walking import children, walk
from pytreelint.model.values.value import Container, Object, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo

_BUILDING = ("__init__", "__post_init__", "__new__", *PREPARING)


@record(frozen=True, slots=True)
class Filled:
    """How a dict of a module is filled.

    Attributes:
        module, name: where it is; first: what it holds before.
        filler: the function that modules call; put: the one, itself or inside of it, that puts in its parameter `held`.
        attribute, instance: of which instance it is which attribute, where it is one.
    """

    module: ModuleInfo
    name: str
    first: Container
    filler: ast.FunctionDef
    put: ast.FunctionDef
    held: str
    attribute: str = ""
    instance: Object | None = None


@record(frozen=True, slots=True)
class Registry(Unknown):
    """A dict that a function of its module fills: unknown, but for its items."""

    filled: Filled | None = None


def found(module: ModuleInfo, name: str, value: Value) -> Registry | None:
    """The registry that a module's dict is: one function alone changes it, and puts in what it is given."""
    if module.origin != "project" or not _is_dict(value) or module.ways_of_change(name) != {""}:
        return None
    changing = [each for each in _outermost(module.tree) if name in changed_by(each)]
    if len(changing) != 1 or changing[0] not in module.tree.body or not isinstance(changing[0], ast.FunctionDef):
        return None
    put = _putting(changing[0], name)
    return None if put is None else Registry("global", filled=Filled(module, name, value, changing[0], *put))


def held(module: ModuleInfo, name: str, value: Value) -> Value:
    """A module's value, with the registries that its attributes are: one method alone changes such a dict."""
    if not isinstance(value, Object) or not value.exact or value.cls.module.origin != "project":
        return value
    for attribute, each in value.fields:
        if _is_dict(each) and not any(how.startswith(f".{attribute}") for how in module.ways_of_change(name)):
            registry = _of_instance(module, name, attribute, each, value)
            if registry is not None:
                value = value.put(attribute, registry)
    return value


def _of_instance(module: ModuleInfo, name: str, attribute: str, first: Container, value: Object) -> Registry | None:
    methods = [method for cls in value.cls.mro for method in cls.methods.values() if method.name not in _BUILDING]
    changing = [each for each in methods if attribute in changed_attributes(each)]
    if len(changing) != 1 or not isinstance(changing[0], ast.FunctionDef) or changing[0].decorator_list:
        return None
    parameters = signature(changing[0].args).positional
    put = _putting(changing[0], f"{parameters[0].arg}.{attribute}") if parameters else None
    if put is None:
        return None
    return Registry("global", filled=Filled(module, name, first, changing[0], *put, attribute, value))


def _is_dict(value: Value) -> TypeGuard[Container]:
    return isinstance(value, Container) and value.kind == "dict" and value.rest is None


def _outermost(node: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions and methods in a module or statement, without those inside of them."""
    for each in children(node):
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield each
        elif isinstance(each, ast.stmt):
            yield from _outermost(each)


def _putting(function: ast.FunctionDef, name: str) -> tuple[ast.FunctionDef, str] | None:
    """The function, this one or one in it, that puts a parameter of its own, or what it makes of it, into the dict, and
    gives it back."""
    own = list(_own(function))
    writes = [each for each in own if isinstance(each, (ast.Assign, ast.Delete)) and _target(each) == name]
    if not writes:
        return next((put for each in own if isinstance(each, ast.FunctionDef) and (put := _putting(each, name))), None)
    parameters = {each.arg for each in (*function.args.posonlyargs, *function.args.args)}
    match writes:
        case [ast.Assign(targets=[_], value=value)]:
            names = [each.id for each in walk(value) if isinstance(each, ast.Name) and each.id in parameters]
            given = [each.value for each in own if isinstance(each, ast.Return)]
            is_given_back = all(isinstance(each, ast.Name) and [each.id] == names for each in given)
            return (function, names[0]) if len(names) == 1 and is_given_back else None
    return None


def _own(function: ast.AST) -> Iterator[ast.stmt]:
    """The statements of a function, without those of functions in it."""
    for each in children(function):
        if isinstance(each, ast.stmt):
            yield each
        if not isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield from _own(each)


def _target(node: ast.Assign | ast.Delete) -> str:
    """The dict of which a statement sets or deletes an item, or an item of an item: a name, or `self.items`."""
    match node.targets:
        case [ast.Subscript(value=ast.Subscript(value=ast.Name() | ast.Attribute() as holder))]:
            return spelled(holder)
        case [ast.Subscript(value=ast.Name() | ast.Attribute() as holder)]:
            return spelled(holder)
    return ""
