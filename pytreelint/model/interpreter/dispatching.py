"""Which implementation a function runs that chooses by the class of an argument.

    @singledispatch
    def loss(spec, residuals): ...

    @loss.register
    def _(spec: Huber, residuals): ...

The implementations stand anywhere in the package. Where one of them cannot be read, or the class of the argument is not
known, it is not known what runs.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from pytreelint.knowledge.demands import TRACER_CLASSES
from pytreelint.knowledge.operations import ARRAY_CLASSES
from pytreelint.knowledge.record import record, replace
from pytreelint.model.project.derived import package_folder
from pytreelint.model.syntax.parameters import signature
from pytreelint.model.syntax.questions import spelled
from pytreelint.model.types.raw_methods import plain_method
from pytreelint.model.values.marks import certain
from pytreelint.model.values.value import (
    Array,
    ClassValue,
    Constant,
    Container,
    Function,
    Library,
    Object,
    Unknown,
    Value,
    options_of,
    union,
)

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.dispatched import Dispatched
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter

_REGISTER = "register"
_HOLDER = re.compile(r"([\w.]+|[)\]])\.register\b")
_CLOSING = ")]"
_UNKNOWN = Unknown("implementation")
_PYTHON = "builtins."


@record(frozen=True, slots=True)
class Implementations:
    """What runs for which classes; `complete`: nothing else is registered."""

    found: tuple[tuple[Value, Value], ...] = ()
    complete: bool = True

    def of(self, kind: Value) -> Value | None:
        """What is registered for this very class."""
        held = [function for each, function in self.found if each == kind]
        return None if not held else held[0] if len(held) == 1 else _UNKNOWN


_OPEN = Implementations(complete=False)


def chosen(ev: Interpreter, function: Dispatched, arguments: Arguments) -> Value:
    """What a call runs."""
    if len(arguments.args) <= function.position:
        return _UNKNOWN
    value = arguments.args[function.position]
    around = _around(function)
    find = partial(_implementations, ev, function) if around is None else partial(_beside, ev, function, around)
    known = ev.answer((chosen, function.node, around), find, _OPEN)
    return union([_for(known, each, function.default) for each in options_of(value)])


def _for(known: Implementations, value: Value, default: Function) -> Value:
    """What runs for an argument: what is registered for the first of its classes, in their order."""
    if isinstance(value, Object):
        if known.complete and package_folder(value.cls.module) != package_folder(default.module):
            known = replace(known, complete=False)  # where its class is, more may be registered
        return _for_instance(known, value, default)
    kinds = _kinds(value)
    if kinds is None or not known.complete or not all(map(_is_plain, (kind for kind, _ in known.found))):
        return _UNKNOWN
    return next((held for kind in kinds if (held := known.of(kind)) is not None), default)


def _for_instance(known: Implementations, value: Object, default: Function) -> Value:
    exact = known.of(ClassValue(value.cls))
    if exact is None and (value.cls.is_open or not known.complete):
        return _UNKNOWN
    if exact is None:
        if any(not isinstance(kind, ClassValue) and not _is_plain(kind) for kind, _ in known.found):
            return _UNKNOWN  # an abstract class, of which it may count as an instance
        exact = next((held for cls in value.cls.mro if (held := known.of(ClassValue(cls))) is not None), default)
    if value.exact:
        return exact
    below = any(isinstance(kind, ClassValue) and value.cls in kind.cls.mro[1:] for kind, _ in known.found)
    return exact if known.complete and not below else _UNKNOWN


def _kinds(value: Value) -> tuple[Value, ...] | None:
    """The classes of a value that is no instance of a class of the project; None where these are not known.

    A tracer is an instance of `jax.Array`, but its class does not derive from that one.
    """
    if certain(value) and isinstance(value, Array):
        return tuple(map(Library, sorted(TRACER_CLASSES)))
    if isinstance(value, Array) and not value.declared and value.flavour in ARRAY_CLASSES.values():
        return tuple(Library(name) for name, flavour in ARRAY_CLASSES.items() if flavour == value.flavour)
    if isinstance(value, Container) and not value.declared and value.kind in ("tuple", "list", "dict", "set"):
        return (Library(_PYTHON + value.kind),)
    if isinstance(value, Constant):
        return (Library(_PYTHON + value.kind), *((Library(_PYTHON + "int"),) if value.kind == "bool" else ()))
    return () if isinstance(value, Function) else None


def _is_plain(kind: Value) -> bool:
    """Whether instances of a class are those whose class derives from it: it is no abstract one of a library."""
    if isinstance(kind, ClassValue):
        return kind.cls.method("__subclasshook__") is None
    return isinstance(kind, Library) and (
        kind.name.startswith(_PYTHON) or kind.name in ARRAY_CLASSES or kind.name in TRACER_CLASSES
    )


@record(frozen=True, slots=True)
class _Written:
    """What a module says of functions that choose.

    Attributes:
        meant: the definition of each that is named before `.register`, by that name; mentions: of each name, how many.
        in_passing: the lines where what a call or a subscript gives stands there.
        ways: the statements that may register something, each decorator and call with that name.
    """

    meant: dict[str, ast.AST]
    mentions: dict[str, int]
    in_passing: tuple[str, ...]
    ways: tuple[tuple[str, ast.stmt, ast.expr], ...]


def _implementations(ev: Interpreter, function: Dispatched) -> Implementations:
    program, folder = ev.program, package_folder(function.module)
    program.asked[f"@<{folder}", f"@.{_REGISTER}"] = None
    found: list[tuple[Value, Value]] = []
    for path, lines in program.heads.uses(folder, f".{_REGISTER}").items():
        module = program.module(program.layout.module_name(path))
        if module is None:
            return _OPEN
        written = ev.answer((_written, module), partial(_written, ev, module, lines))
        if any(function.name in line for line in written.in_passing):
            return _OPEN
        if function.owner is not None:
            if any(name.endswith(f".{function.name}") for name in written.mentions):
                return _OPEN
            continue
        names = {name for name, node in written.meant.items() if node is function.node}
        ways = [(statement, way) for name, statement, way in written.ways if name in names] if names else []
        if len(ways) < sum(written.mentions[name] for name in names):
            return _OPEN
        for statement, way in ways:
            found += _registered(ev, function, statement, way, ev.top(module))
    if function.owner is not None:
        top = ev.top(function.module)
        for name, statement, way in _ways(function.owner.node.body):
            found += _registered(ev, function, statement, way, top) if name == function.name else ()
    return Implementations(tuple(found), all(not isinstance(kind, Unknown) for kind, _ in found))


def _around(function: Dispatched) -> Frame | None:
    """The activation that defines a function; None of a function of a module or class."""
    closure = function.closure
    return closure if closure is not None and closure.function is not None and function.owner is None else None


def _beside(ev: Interpreter, function: Dispatched, around: Frame) -> Implementations:
    """What a function registers among its own statements for one that it defines, if no other line there may."""
    node, mentions = around.function, function.module.source.text.count(f"{function.name}.{_REGISTER}")
    if not isinstance(node, ast.FunctionDef):
        return _OPEN
    ways = [(statement, way) for held, statement, way in _ways(node.body) if held == function.name]
    if len(ways) < mentions:
        return _OPEN
    found = [each for statement, way in ways for each in _registered(ev, function, statement, way, around)]
    return Implementations(tuple(found), all(not isinstance(kind, Unknown) for kind, _ in found))


def _written(ev: Interpreter, module: ModuleInfo, lines: list[str]) -> _Written:
    found = [(line, each) for line in lines for each in _HOLDER.findall(line)]
    mentions = Counter(each for _, each in found if each not in _CLOSING)
    meant: dict[str, ast.AST] = {}
    for name in mentions:
        value = _named(ev, name, ev.top(module))
        if isinstance(value, Function):
            meant[name] = value.node
    in_passing = tuple(line for line, each in found if each in _CLOSING)
    return _Written(meant, mentions, in_passing, tuple(_ways(module.tree.body)) if meant else ())


def _named(ev: Interpreter, name: str, frame: Frame) -> Value:
    """What a name, with dots perhaps, means in a module."""
    first, *rest = name.split(".")
    value = ev.expression(ast.Name(first, ast.Load()), frame) if first.isidentifier() else _UNKNOWN
    for each in rest:
        value = ev.attribute(value, each, ast.Name(first, ast.Load()), frame)
    return value


def _ways(body: list[ast.stmt]) -> Iterator[tuple[str, ast.stmt, ast.expr]]:
    """The decorators and calls among statements by which something is registered, with the name before `.register`."""
    for statement in body:
        match statement:
            case ast.FunctionDef(decorator_list=[_, *_]):
                for each in statement.decorator_list:
                    if name := _holder(each.func if isinstance(each, ast.Call) else each):
                        yield name, statement, each
            case ast.Expr(ast.Call(func, [_, _]) as call) if name := _holder(func):
                yield name, statement, call
            case ast.Expr(ast.Call(ast.Call(func, [_]), [_]) as call) if name := _holder(func):
                yield name, statement, call


def _holder(node: ast.expr) -> str:
    match node:
        case ast.Attribute(ast.Name() | ast.Attribute() as holder, attr) if attr == _REGISTER:
            return spelled(holder)
    return ""


def _registered(
    ev: Interpreter, function: Dispatched, statement: ast.stmt, way: ast.expr, frame: Frame
) -> Iterator[tuple[Value, Value]]:
    """The classes and the implementation that a decorator or call registers."""
    if isinstance(statement, ast.FunctionDef):
        yield from _by_decorator(ev, function, statement, way, frame)
        return
    match way:
        case ast.Call(ast.Call(_, [kind]), [given]) | ast.Call(_, [kind, given]):
            yield from _of_class(ev.expression(kind, frame), ev.expression(given, frame))


def _by_decorator(
    ev: Interpreter, function: Dispatched, node: ast.FunctionDef, way: ast.expr, frame: Frame
) -> Iterator[tuple[Value, Value]]:
    owner = function.owner
    ev.program.asked[frame.module.name, node.name if owner is None else owner.name] = None
    closure = frame if frame.function is not None else None
    given: Value = Function(node, frame.module, closure) if owner is None else plain_method(owner, node)
    if any(not _holder(each.func if isinstance(each, ast.Call) else each) for each in node.decorator_list):
        given = ev.decorated(given, frame) if isinstance(given, Function) else given
    if isinstance(way, ast.Call):
        kinds = [*way.args, *(keyword.value for keyword in way.keywords)]
        yield from _of_class(ev.expression(kinds[0], frame) if len(kinds) == 1 else _UNKNOWN, given)
        return
    parameters = signature(node.args).positional
    annotation = parameters[function.position].annotation if len(parameters) > function.position else None
    for kind in _annotated(annotation):
        yield from _of_class(_UNKNOWN if kind is None else ev.expression(kind, frame), given)


def _annotated(node: ast.expr | None) -> Iterator[ast.expr | None]:
    """The classes that an annotation names: `A | B` names two."""
    match node:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            yield from _annotated(left)
            yield from _annotated(right)
        case ast.Constant(value=str(text)):
            try:
                yield from _annotated(ast.parse(text, mode="eval").body)
            except SyntaxError:
                yield None
        case ast.Name() | ast.Attribute():
            yield node
        case _:
            yield None


def _of_class(kind: Value, function: Value) -> Iterator[tuple[Value, Value]]:
    kinds = kind.items if isinstance(kind, Container) and kind.rest is None else (kind,)
    for each in kinds:
        known = isinstance(each, (ClassValue, Library))
        yield (each if known else _UNKNOWN), function
