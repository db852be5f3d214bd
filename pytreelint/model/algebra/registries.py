"""Registries: dicts of a module that a function fills, by which definitions all over a package are decorated.

    MODELS = {}

    def register(name):
        def wrap(cls):
            MODELS[name] = cls
            return cls

        return wrap

What such a dict holds at some time nobody knows, but an item of it, where there is one, is what was registered so.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.model.project.derived import package_folder
from pytreelint.model.syntax.changing import changed_by
from pytreelint.model.syntax.walking import children, walk
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import Container, Function, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.protocol import Interpreter

_MOST = 64  # definitions that are registered; of more, nothing is known: each is a call that is followed
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@record(frozen=True, slots=True)
class Filled:
    """How a dict of a module is filled.

    Attributes:
        module, name: where it is; first: what it holds before.
        filler: the function that modules call; put: the one, itself or inside of it, that puts in its parameter `held`.
    """

    module: ModuleInfo
    name: str
    first: Container
    filler: ast.FunctionDef
    put: ast.FunctionDef
    held: str


@record(frozen=True, slots=True)
class Registry(Unknown):
    """A dict that a function of its module fills: unknown, but for its items."""

    filled: Filled | None = None


def found(module: ModuleInfo, name: str, value: Value) -> Registry | None:
    """The registry that a module's dict is: one function alone changes it, and puts in what it is given."""
    if module.origin != "project" or not isinstance(value, Container) or value.kind != "dict" or value.rest is not None:
        return None
    if module.ways_of_change(name) != {""}:
        return None
    changing = [each for each in _outermost(module.tree) if name in changed_by(each)]
    if len(changing) != 1 or changing[0] not in module.tree.body or not isinstance(changing[0], ast.FunctionDef):
        return None
    put = _putting(changing[0], name)
    if put is None:
        return None
    return Registry("global", filled=Filled(module, name, value, changing[0], *put))


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
            held = [each.id for each in walk(value) if isinstance(each, ast.Name) and each.id in parameters]
            given = [each.value for each in own if isinstance(each, ast.Return)]
            is_given_back = all(isinstance(each, ast.Name) and [each.id] == held for each in given)
            return (function, held[0]) if len(held) == 1 and is_given_back else None
    return None


def _own(function: ast.AST) -> Iterator[ast.stmt]:
    """The statements of a function, without those of functions in it."""
    for each in children(function):
        if isinstance(each, ast.stmt):
            yield each
        if not isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield from _own(each)


def _target(node: ast.Assign | ast.Delete) -> str:
    """The name of the dict of which a statement sets or deletes an item."""
    match node.targets:
        case [ast.Subscript(value=ast.Name(id=name))]:
            return name
        case [ast.Subscript(value=ast.Subscript(value=ast.Name(id=name)))]:
            return name
    return ""


def table(ev: Interpreter, registry: Registry) -> Container:
    """What is registered, by its key; further items where that is not all known."""
    filled = registry.filled
    assert filled is not None
    return ev.answer((table, filled.module, filled.name), lambda: _filled(ev, filled), _OPEN)


_OPEN = Container("dict", (), (), Unknown("registered"))


def _filled(ev: Interpreter, registry: Filled) -> Container:
    held: dict[tuple[object, ...], Value] = {
        (key,): item for key, item in zip(registry.first.keys, registry.first.items, strict=True)
    }
    uses = list(_uses(ev, registry))
    if len(uses) > _MOST:
        return _OPEN
    for frame, call, value in uses:
        with ev.doubt():
            item = _registered(ev, registry, frame, call, value)
        if item is None or item[0] in held:
            return _OPEN
        held[item[0]] = item[1]
    return _nested(held)


def _nested(held: dict[tuple[object, ...], Value]) -> Container:
    """The dict that holds items under these keys, or under a first key a dict that has them under a second one."""
    items = {path[0]: item for path, item in held.items() if len(path) == 1}
    for outer in dict.fromkeys(path[0] for path in held if len(path) == 2):
        inner = {path[1]: item for path, item in held.items() if path[0] == outer and len(path) == 2}
        items[outer] = Container("dict", tuple(inner.values()), tuple(inner))
    return Container("dict", tuple(items.values()), tuple(items))


def _uses(ev: Interpreter, registry: Filled) -> Iterator[tuple[Frame, ast.expr, Value | None]]:
    """The calls of modules of the package that register something; a decorator with the definition below it."""
    program, folder = ev.program, package_folder(registry.module)
    program.asked[f"@<{folder}", f"@{registry.filler.name}"] = None
    for path in program.heads.uses(folder, registry.filler.name):
        module = program.module(program.layout.module_name(path))
        for statement in module.tree.body if module is not None else ():
            frame = ev.top(module)  # type: ignore[arg-type]
            match statement:
                case ast.Expr(ast.Call() as call) if _is_filler(ev, registry, call.func, frame):
                    yield frame, call, None
                case ast.FunctionDef(decorator_list=[first, *others]) | ast.ClassDef(decorator_list=[first, *others]):
                    if _is_filler(ev, registry, first.func if isinstance(first, ast.Call) else first, frame):
                        yield frame, first, _defined(ev, statement, others, frame)


def _is_filler(ev: Interpreter, registry: Filled, node: ast.expr, frame: Frame) -> bool:
    if getattr(node, "id", getattr(node, "attr", "")) != registry.filler.name:
        return False
    value = ev.expression(node, frame)
    return isinstance(value, Function) and value.node is registry.filler


def _defined(ev: Interpreter, node: ast.FunctionDef | ast.ClassDef, others: list[ast.expr], frame: Frame) -> Value:
    """What a decorator is given."""
    if isinstance(node, ast.FunctionDef) and not others:
        return Function(node, frame.module)
    alone = frame.module.bindings.get(node.name) == [node]
    return ev.name(frame.module, node.name) if alone else Unknown("rebound")


def _registered(
    ev: Interpreter, registry: Filled, frame: Frame, node: ast.expr, value: Value | None
) -> tuple[tuple[object, ...], Value] | None:
    """The keys under which a call, or a decorator, registers something, and what that is."""
    top, call = ev.top(registry.module), node if isinstance(node, ast.Call) else None
    is_inner = registry.put is not registry.filler
    if is_inner is not (value is not None and call is not None) or any(
        isinstance(a, ast.Starred) for a in (call.args if call else ())
    ):
        return None  # the decorator can be used in both ways, and this is not the one that was read
    given = [ev.expression(each, frame) for each in call.args] if call else [value or Unknown("registered")]
    named = {each.arg: ev.expression(each.value, frame) for each in call.keywords if each.arg} if call else {}
    scope = _run(ev, registry, registry.filler, Arguments(tuple(given), named, node, frame), top, is_inner)
    if is_inner and value is not None:
        scope = _run(ev, registry, registry.put, Arguments((value,), {}, node, frame), scope, False)
    ends = [env.get(registry.name) for env in (*scope.finals, *([scope.env] if scope.env is not None else []))]
    is_nested = _empty(registry.first) is registry.first
    match [added for each in ends if isinstance(each, Container) for added in _added(each, is_nested)]:
        case [(keys, item)]:
            return keys, item
    return None


def _added(held: Container, is_nested: bool) -> list[tuple[tuple[object, ...], Value]]:
    """What was put into an empty dict, or (`is_nested`) into one of the empty dicts in it, and under which keys."""
    found: list[tuple[tuple[object, ...], Value]] = []
    for key, item in zip(held.keys, held.items, strict=True):
        if is_nested and isinstance(item, Container) and item.kind == "dict":
            found += [((key, *keys), each) for keys, each in _added(item, is_nested=False)]
        else:
            found.append(((key,), item))
    return found


def _empty(first: Container) -> Container:
    """A dict as the registry's is before anything is put in: empty, or with empty dicts."""
    is_nested = all(each == Container("dict") for each in first.items)
    return first if is_nested and first.items else Container("dict")


def _run(
    ev: Interpreter, registry: Filled, function: ast.FunctionDef, arguments: Arguments, outer: Frame, is_inner: bool
) -> Frame:
    """Runs a function of the registry on an empty dict."""
    node = Function(function, registry.module)
    frame = Frame(registry.module, ev.bind(node, arguments, outer), outer, function=function)
    if frame.env is not None and not is_inner:
        frame.env[registry.name] = _empty(registry.first)
    ev.body(function.body, frame)
    return frame
