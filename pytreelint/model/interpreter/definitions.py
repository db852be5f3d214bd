"""From names to values: module-level names, evaluated when first asked for, and what decorators make of functions."""

from __future__ import annotations

import ast
import builtins
import re
from typing import TYPE_CHECKING

from pytreelint.knowledge.array_functions import NAMESPACES
from pytreelint.knowledge.libraries import DEPRECATED
from pytreelint.knowledge.record import replace
from pytreelint.knowledge.transforms import KEEPING, TRANSPARENT
from pytreelint.model.algebra import registries
from pytreelint.model.algebra.registered import filled_elsewhere, table
from pytreelint.model.interpreter.module_branches import that_run
from pytreelint.model.interpreter.module_choices import chosen, side_of
from pytreelint.model.project.program import Definition, LibraryName, Meaning, ModuleName, statements
from pytreelint.model.syntax.free import free_names
from pytreelint.model.text.words import lines_with
from pytreelint.model.types import by_functions
from pytreelint.model.values.ages import older
from pytreelint.model.values.choice import Choice
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.identity import CARRIERS, restamped
from pytreelint.model.values.in_place import changed_in_place
from pytreelint.model.values.limits import NESTED_NAMES
from pytreelint.model.values.sites import NameUsed
from pytreelint.model.values.specs import library_constant
from pytreelint.model.values.states import facts, put
from pytreelint.model.values.value import (
    DYNAMIC,
    UNRESOLVED,
    Array,
    ClassValue,
    Container,
    Function,
    Library,
    ModuleValue,
    Transformed,
    Union,
    Unknown,
    Value,
    because,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytreelint.model.project.modules import Binding, ModuleInfo
    from pytreelint.model.values.protocol import Interpreter

_MOST_BINDINGS = 4
_ASKED = re.compile(r"(?:\bin|[=!]=) (\w+)\.__name__|\b(\w+)\.__name__(?:\.startswith| [=!]=)")
_DEFINITIONS = (ast.FunctionDef, ast.ClassDef)  # their bodies run later


def module_value(ev: Interpreter, module: ModuleInfo, name: str) -> Value:
    """The value of a module-level name, following imports."""
    if name not in module.bindings and hasattr(builtins, name):
        meaning = ev.program.resolve(module, name) if module.stars else None  # `from jax.numpy import *` brings `sum`
        return Library(f"builtins.{name}") if meaning is None else meaning_value(ev, meaning)
    value = meaning_value(ev, ev.program.resolve(module, name))
    return Unknown("global") if isinstance(value, Library) and _is_replaced(module, name, value) else value


def _is_replaced(module: ModuleInfo, name: str, value: Library) -> bool:
    """Whether another module may stand where a namespace is imported: JAX's `np` for NumPy's, as the program says.

    A function binds it anew, or asks which one it is: `"jax" in np.__name__`. So somebody sets it from outside.
    """
    if value.name not in NAMESPACES:
        return False
    return name in module.reassigned or name in module.answer(_ASKED, lambda: _asked(module.source.text))


def _asked(text: str) -> frozenset[str]:
    """The names of which a text asks what module they are."""
    found = [names for line in lines_with(".__name__", text) for names in _ASKED.findall(line)]
    return frozenset(name for names in found for name in names)


def meaning_value(ev: Interpreter, meaning: Meaning) -> Value:
    """The value of what a name was resolved to."""
    match meaning:
        case LibraryName(name):
            return Library(name)
        case ModuleName(name):
            return ModuleValue(name)
        case Definition():
            return _defined(ev, meaning)
    return UNRESOLVED


def _defined(ev: Interpreter, definition: Definition) -> Value:
    key = (definition.module.name, definition.name)
    if key in ev.memory.module_values:
        return ev.memory.module_values[key]
    if key in ev.bounds.active:
        return Unknown("recursion")
    if ev.bounds.nesting > NESTED_NAMES:
        return Unknown("nesting")
    ev.bounds.nesting += 1
    ev.bounds.active.add(key)
    try:
        found = that_run(ev, definition.module, statements(definition))
        judged = ev.judged
        outside = judged is not None and judged is not definition.module and judged.sets_on_import(definition.name)
        if outside or definition.name in definition.module.reassigned:
            value: Value = Unknown("global")
        elif len(found) > _MOST_BINDINGS:
            value = Unknown("rebound often")
        else:
            frame = Frame(definition.module, {}, top=True)
            with ev.bounds.settling(), ev.bounds.own_fuel():
                value = _value(ev, found, definition.name, frame)
            if changed_in_place(definition.module, definition.name, value):
                value = registries.found(definition.module, definition.name, value) or by_functions.changed(value)
            elif type(value) is Container and filled_elsewhere(ev, definition.module, definition.name, value):
                value = registries.found(definition.module, definition.name, value) or value
            if isinstance(value, registries.Registry) and value.filled is not None and value.filled.in_list:
                value = table(ev, value)
            value = registries.held(definition.module, definition.name, value)
            value = by_functions.left(definition.module, definition.name, value)
    finally:
        ev.bounds.nesting -= 1
        ev.bounds.active.discard(key)
    value = ev.memory.module_values[key] = known_as_bound(ev, key, older(value))
    return value


def known_as_bound(ev: Interpreter, key: tuple[str, str], value: Value) -> Value:
    """A module's value as functions that read its name meet it: the very object that the module's body has bound."""
    token = ev.memory.bound.get(key)
    return value if token is None or type(value) not in CARRIERS else restamped(value, token)


def _value(ev: Interpreter, found: tuple[ast.stmt, ...], name: str, frame: Frame) -> Value:
    """The value of a name that statements bind: of any of them, or of the last where it replaces what stood before."""
    if frame.env is not None and (before := rebound(ev, found, name, frame)) is not None:
        frame.env[name], found = before, found[-1:]
    held, values = facts(frame), []
    for statement in _last_wins(found):  # each of them alone: what the others drew from is another object there
        put(frame, held)
        values.append(_bound(ev, statement, name, frame))
    return chosen(union(values), found, name, frame)


def on_its_side(ev: Interpreter, value: Union, name: str, frame: Frame) -> Value:
    """What a module's name means in a function: of what an `if` chose between, what the function's own side binds."""
    held: Value = value
    module, function = frame.module, frame.function
    if not isinstance(value.choice, Choice) or value.choice.region is not None:
        return held
    if not isinstance(function, (ast.stmt, ast.expr)):
        return held
    own = side_of(module, function.lineno, module.bindings.get(name, ()))
    if not isinstance(own, ast.stmt):
        return held
    return ev.answer((on_its_side, own), lambda: older(_bound(ev, own, name, Frame(module, {}, top=True))), held)


_CONSTANTS: dict[str, Value] = {}  # what the names of libraries stand for that were used so far


def noted(ev: Interpreter, value: Library, node: ast.expr, frame: Frame) -> Value:
    """A library's name in use: a site where it is deprecated, a value where it is a constant."""
    if value.name in _CONSTANTS:
        return _CONSTANTS[value.name]
    known = library_constant(value.name)
    if value.name in DEPRECATED:
        if frame.module is ev.judged:  # other files of the project are judged in their turn
            ev.emit(NameUsed(frame.module, node, value.name))
    else:
        _CONSTANTS[value.name] = known
    return known


def rebound(ev: Interpreter, found: Sequence[Binding], name: str, frame: Frame) -> Value | None:
    """The function that a module's name meant before its last binding, if that is made of it: `step = jax.jit(step)`.

    None elsewhere, and where a statement between the two mentions the name: it may use what it was.
    """
    body = frame.module.tree.body
    match found:
        case [ast.FunctionDef() as first, ast.Assign(targets=[ast.Name()], value=value) as last]:
            if first in body and last in body and name in free_names(value):
                between = body[body.index(first) + 1 : body.index(last)]
                if not any(name in free_names(each) for each in between if not isinstance(each, _DEFINITIONS)):
                    return _bound(ev, first, name, frame)
    return None


def left_under_its_name(ev: Interpreter, function: Function, frame: Frame) -> Value:
    """What a module's function is to whoever calls it: after its decorators, and after `step = jax.jit(step)`."""
    found = function.module.bindings.get(function.name, ())
    if found and found[0] is function.node and rebound(ev, found, function.name, frame) is not None:
        return ev.name(function.module, function.name)
    return decorate(ev, function, frame)


def _last_wins(found: tuple[ast.stmt, ...]) -> tuple[ast.stmt, ...]:
    """A later `def` or `class` replaces what stood before; assignments may all be what a function sees."""
    for index in range(len(found) - 1, -1, -1):
        if isinstance(found[index], (ast.FunctionDef, ast.ClassDef)) and index:
            earlier = found[:index]
            if all(isinstance(e, ast.FunctionDef) and _overload(e) for e in earlier):
                return found[index:]
    return found


def _overload(node: ast.FunctionDef) -> bool:
    names = (getattr(d, "id", getattr(d, "attr", "")) for d in node.decorator_list)
    return any(name == "overload" for name in names)


def _bound(ev: Interpreter, statement: ast.stmt, name: str, frame: Frame) -> Value:
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return decorate(ev, Function(statement, frame.module), frame)
        case ast.ClassDef():
            return ClassValue(ev.class_of(statement, frame))
        case ast.Assign(targets=[ast.Name()]):
            value = under_its_name(ev.expression(statement.value, frame), name)
            plain = isinstance(value, (Container, Array)) and value.why is None
            return because(value, frame.module, statement, f"`{name}` is defined here") if plain else value
        case ast.AnnAssign(value=None):
            return ev.annotation(statement.annotation, frame)
        case ast.AnnAssign():
            assert statement.value is not None
            return ev.expression(statement.value, frame)
        case ast.Assign():
            run = Frame(frame.module, {}, top=True)
            ev.body([statement], run)
            return (run.env or {}).get(name, DYNAMIC)
    return DYNAMIC


def decorate(ev: Interpreter, function: Function, frame: Frame) -> Value:
    """Apply a function's decorators, innermost first."""
    node = function.node
    if isinstance(node, ast.Lambda) or not node.decorator_list:
        return function
    value: Value = function
    for decorator in reversed(node.decorator_list):
        value = _apply(ev, decorator, value, frame, function)
    return value


# These change how a method is found, which `attributes` sees to, or who runs the body (`with`), not what it does.
_DESCRIPTORS = ("builtins.staticmethod", "builtins.classmethod", "builtins.property", "functools.cached_property")
_WRAPS = "functools.wraps"
_MANAGERS = ("contextlib.contextmanager", "contextlib.asynccontextmanager")


def _apply(ev: Interpreter, decorator: ast.expr, value: Value, frame: Frame, function: Function) -> Value:
    maker = ev.expression(decorator, frame)
    target = decorator.func if isinstance(decorator, ast.Call) else decorator
    name = maker.name if isinstance(maker, Library) else ""
    called = ev.expression(target, frame) if isinstance(decorator, ast.Call) else maker
    known = (name, called.name if isinstance(called, Library) else "")
    if any(n in TRANSPARENT or n in _DESCRIPTORS or n in _MANAGERS or n == "typing.overload" for n in known):
        if isinstance(value, Function) and _WRAPS in known and isinstance(decorator, ast.Call) and decorator.args:
            return replace(value, wraps=ev.expression(decorator.args[0], frame))
        keeps = isinstance(value, Function) and any(n in KEEPING for n in known)
        return replace(value, is_cached=True) if keeps and isinstance(value, Function) else value
    if isinstance(maker, Unknown):
        return maker
    return _made_of(ev, ev.call(maker, (value,), {}, decorator, frame), function, decorator, frame)


def wrap(ev: Interpreter, value: Value, function: Function, call: ast.expr, frame: Frame) -> Value:
    """What an expression makes of a function in whose place it is put: `step = jax.jit(step)` below a method."""
    return value if isinstance(value, Unknown) else _made_of(ev, ev.expression(call, frame), function, call, frame)


def _made_of(ev: Interpreter, result: Value, function: Function, site: ast.expr, frame: Frame) -> Value:
    """What was made of a function, found under its own name: a wrapper knows of which one, and of which class."""
    if isinstance(result, Transformed) and isinstance(function.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        wrapper = replace(result, method_of=function.owner, decorated=function.node, site=site, module=frame.module)
        if ev.events.wrappers.pop(result.site, None) is not None:
            if result.site is not site:
                ev.events.given.pop(result.site, None)
            ev.events.note_wrapper(wrapper)
        return wrapper
    return result


def under_its_name(value: Value, name: str) -> Value:
    """A wrapper that takes the name of the function inside of it, `step = jax.jit(step)`: the same as a decorator."""
    if not isinstance(value, Transformed) or value.decorated is not None:
        return value
    inner = value.function
    while isinstance(inner, Transformed):
        inner = inner.function
    if not isinstance(inner, Function):
        return value
    node = inner.node
    return replace(value, decorated=node) if isinstance(node, ast.FunctionDef) and node.name == name else value
