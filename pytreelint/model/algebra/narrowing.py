"""What a test says about the names and fields in it: `x is None`, `isinstance(x.f, C)`, `callable(x)`, `not`, `and`."""

from __future__ import annotations

import ast
from collections import abc
from typing import TYPE_CHECKING

from pytreelint.knowledge.annotations import ANNOTATIONS
from pytreelint.knowledge.demands import CONTAINERS, NO_TRACERS, TRACER_CLASSES
from pytreelint.knowledge.operations import ARRAY_CLASSES, ARRAY_FILTERS, FILTERS
from pytreelint.knowledge.results import lookup
from pytreelint.model.algebra import refused_names
from pytreelint.model.algebra.array_filters import is_array
from pytreelint.model.algebra.kinds import kinds
from pytreelint.model.syntax.none_questions import answer_to_none
from pytreelint.model.syntax.questions import named_tests, parts_of
from pytreelint.model.values import nodes, states
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.identity import same
from pytreelint.model.values.marks import certain
from pytreelint.model.values.nodes import Node
from pytreelint.model.values.specs import from_word
from pytreelint.model.values.value import (
    Array,
    Bound,
    ClassValue,
    Constant,
    Container,
    Function,
    Library,
    Object,
    Opaque,
    Optimizer,
    Partial,
    Scalar,
    Transformed,
    Union,
    Unknown,
    Value,
    constant,
    options_of,
    union,
)

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.identity import Token
    from pytreelint.model.values.protocol import Interpreter


Names = dict[str, Value]
_OPEN = frozenset([Array, Scalar, Unknown, Union])


def truth(value: Value) -> bool | None:
    """Whether a value counts as true, None where that is open."""
    if type(value) in _OPEN:
        return None
    if isinstance(value, Constant):
        return bool(value.value)
    if isinstance(value, Container):
        return True if value.items else None if value.rest is not None else False
    if isinstance(value, (Function, ClassValue, Bound, Partial, Transformed, Optimizer)):
        return True
    if isinstance(value, Object) and value.exact and not value.cls.is_open:
        return None if any(map(value.cls.method, ("__bool__", "__len__"))) or value.cls.has_code_of_libraries else True
    return False if isinstance(value, Library) and value.name == "typing.TYPE_CHECKING" else None


def narrow(ev: Interpreter, test: ast.expr, frame: Frame, outcome: bool = True) -> dict[str, Value]:
    """Names whose values are known more exactly once `test` came out as `outcome`.

    Where it is a field that is known better, the name holds the same instance with that field.
    """
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return narrow(ev, operand, frame, not outcome)
        case ast.BoolOp(op=ast.And(), values=values) if outcome:
            return {k: v for part in values for k, v in narrow(ev, part, frame, True).items()}
        case ast.BoolOp(op=ast.Or(), values=values) if not outcome:
            return {k: v for part in values for k, v in narrow(ev, part, frame, False).items()}
        case ast.Compare(left=ast.Name() | ast.Attribute() as held, ops=[op], comparators=[ast.Constant(value=None)]):
            if isinstance(op, (ast.Is, ast.Eq)):
                return _keep(frame, held, _is_none, outcome)
            if isinstance(op, (ast.IsNot, ast.NotEq)):
                return _keep(frame, held, _is_none, not outcome)
        case ast.Compare(left=ast.Name(id=name), ops=[ast.Eq()], comparators=[ast.Constant(value=int(number))]):
            return _equals(frame, name, number) if outcome else {}
        case ast.Compare(left=ast.Name(id=name), ops=[ast.Is() | ast.IsNot() as op], comparators=[other]):
            return _differs(frame, name, ev.expression(other, frame)) if isinstance(op, ast.Is) != outcome else {}
        case ast.Name() | ast.Attribute():
            return _by_name(ev, test, frame, outcome) | _keep(frame, test, truth, outcome)
        case ast.Call(func=func, args=[ast.Name() | ast.Attribute() as held, *others], keywords=[]):
            called = ev.expression(func, frame)
            if isinstance(called, Library):
                return _by_call(ev, called.name, held, others, frame, outcome)
            if isinstance(called, Function) and not others and (answer := answer_to_none(called.node)) is not None:
                return _keep(frame, held, _is_none, answer is outcome)
    return refused_names.without(test, frame, outcome)


def _by_name(ev: Interpreter, test: ast.expr, frame: Frame, outcome: bool) -> Names:
    """What a test says that a function has given a name: `given = x is not None`, as long as `x` is what it was."""
    named = isinstance(test, ast.Name) and test.id in frame.rebound
    tests = [*named_tests(frame.function).get(test.id, ())] if named else []  # type: ignore[attr-defined]
    fixed = len(tests) == 1 and frame.rebound.isdisjoint([part.partition(".")[0] for part in parts_of(tests[0], {})])
    return narrow(ev, tests[0], frame, outcome) if fixed else {}


def outcomes(ev: Interpreter, test: ast.expr, frame: Frame, names: Names) -> tuple[Names, Names]:
    """Names on each side of a test: those that are known more exactly there, and where there is no key."""
    yes, no = names | narrow(ev, test, frame), names | narrow(ev, test, frame, False)
    if (absent := _optional_key(test, frame)) is not None:
        states.without(yes if absent[1] else no, frame, absent[0], test)
    return yes, no


def _optional_key(test: ast.expr, frame: Frame) -> tuple[Token, bool] | None:
    """What may be a key, of which a test asks whether it is None, and the outcome for which it is: `key is None`."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            found = _optional_key(operand, frame)
            return found and (found[0], not found[1])
        case ast.Compare(
            left=ast.Name() | ast.Attribute() as held,
            ops=[ast.Is() | ast.IsNot() as op],
            comparators=[ast.Constant(value=None)],
        ):
            value = _current(frame, held)
            known = options_of(value) if value is not None else ()
            if value is not None and value.token is not None and any(map(_may_be_key, known)):
                return value.token, isinstance(op, ast.Is)
    return None


def _may_be_key(value: Value) -> bool:
    return isinstance(value, Array) and value.flavour in ("key", "jax", "any") or type(value) is Unknown


def _current(frame: Frame, held: ast.expr) -> Value | None:
    """What a name or a field holds; None where it is neither, as a property."""
    if isinstance(held, ast.Name):
        return frame.find(held.id)
    owner = _current(frame, held.value) if isinstance(held, ast.Attribute) else None
    return owner.get(held.attr) if isinstance(owner, Object) and isinstance(held, ast.Attribute) else None


def _with(frame: Frame, held: ast.expr, value: Value) -> dict[str, Value]:
    """The name that holds the value now, by itself or in a field."""
    before = _current(frame, held)
    value = value if before is None else same(value, before)
    if isinstance(held, ast.Name):
        return {held.id: value}
    owner = _current(frame, held.value) if isinstance(held, ast.Attribute) else None
    if not isinstance(owner, Object) or not isinstance(held, ast.Attribute):
        return {}
    return _with(frame, held.value, owner.put(held.attr, value))


def _equals(frame: Frame, name: str, number: int) -> dict[str, Value]:
    """A number that a test compares with another one: no other iteration of a loop comes there with its own."""
    value = frame.find(name)
    counted = isinstance(value, (Scalar, Constant)) and value.kind == "int" and type(number) is int
    return {name: same(constant(number), value)} if counted and value is not None else {}


def _differs(frame: Frame, name: str, other: Value) -> dict[str, Value]:
    """A name of which a test says that it is not that object: a sentinel that somebody replaced unseen."""
    value = frame.find(name)
    if value is None or not isinstance(other, Opaque) or other not in options_of(value):
        return {}
    left = [option for option in options_of(value) if option != other]
    return {name: union(left) if left else Unknown("replaced sentinel")}


def _by_call(
    ev: Interpreter, called: str, held: ast.expr, others: list[ast.expr], frame: Frame, outcome: bool
) -> dict[str, Value]:
    if called == "builtins.callable":
        return _keep(frame, held, is_callable, outcome)
    if FILTERS.get(called) in ARRAY_FILTERS:
        return _keep(frame, held, is_array, outcome)
    if called == "builtins.isinstance" and len(others) == 1:
        classes = kinds(ev.expression(others[0], frame))
        current = _current(frame, held)
        if outcome and isinstance(current, (Unknown, Union, Object)):
            return _with(frame, held, union([e for option in options_of(current) for e in _as(ev, option, classes)]))
        return _keep(frame, held, lambda v: _any([_is_instance(v, c) for c in classes]), outcome)
    return {}


def _as(ev: Interpreter, value: Value, classes: tuple[Value, ...]) -> list[Value]:
    """An alternative of which `isinstance` says that it is of one of these classes; none where it cannot be."""
    answer = _any([_is_instance(value, cls) for cls in classes])
    if answer is False:
        return []
    if answer or not (isinstance(value, Object) or type(value) is Unknown and not value.traces):
        return [value]
    if isinstance(value, Object) and any(isinstance(cls, Unknown) for cls in classes):
        return [Unknown("asked for a class that is not known")]
    if all(isinstance(cls, ClassValue) for cls in classes):
        return [_instance(ev, value, cls.cls) for cls in classes if isinstance(cls, ClassValue)]
    instances = [_library_instance(cls) for cls in classes] if isinstance(value, Unknown) else []
    known = [each for each in instances if each is not None]
    return known if known and len(known) == len(instances) else [value]


def _instance(ev: Interpreter, value: Value, cls: ClassInfo) -> Value:
    """An instance of a class: where its base was known, with what was known of that."""
    known = ev.as_subclass(value, cls)
    return ev.instance(cls) if known is value else known


_PLAIN = (Array, Scalar, Container)


def _library_instance(cls: Value) -> Value | None:
    """What an instance of a library's class is, where that is an array, a number, a string or a container."""
    if not isinstance(cls, Library):
        return None
    value = from_word(ANNOTATIONS.get(cls.name, ""), Unknown("annotation"))
    return value if isinstance(value, _PLAIN) or _is_text(value) else None


def is_instance(value: Value, kind: Value) -> bool | None:
    """What `isinstance(value, kind)` gives, None where that is open; `kind` may be a tuple of classes."""
    if isinstance(value, Union):
        answers = {is_instance(option, kind) for option in value.options}
        return answers.pop() if len(answers) == 1 else None
    return _any([_is_instance(value, each) for each in kinds(kind)])


def _any(answers: list[bool | None]) -> bool | None:
    return True if True in answers else None if None in answers else False


def _keep(frame: Frame, held: ast.expr, test: object, outcome: bool) -> dict[str, Value]:
    value = _current(frame, held)
    if not isinstance(value, Union):
        return {}
    kept = [option for option in options_of(value) if test(option) is not (not outcome)]  # type: ignore[operator]
    return _with(frame, held, union(kept)) if kept and len(kept) < len(value.options) else {}


def _is_none(value: Value) -> bool | None:
    if isinstance(value, Unknown):
        return None
    return isinstance(value, Constant) and value.value is None


def is_callable(value: Value) -> bool | None:
    """What `callable(value)` gives, None where that is open."""
    if isinstance(value, Union):
        answers = {is_callable(option) for option in value.options}
        return answers.pop() if len(answers) == 1 else None
    if isinstance(value, (Function, ClassValue, Bound, Partial, Transformed)):
        return True
    if isinstance(value, Object):
        return True if value.cls.method("__call__") is not None else None if value.cls.is_open else False
    if isinstance(value, Opaque) and value.kind in _CALLABLE:
        return _CALLABLE[value.kind]
    if isinstance(value, Library):
        fact = lookup(value.name)
        return True if fact is not None and fact.kind in ("function", "class", "dtype") else None
    return False if isinstance(value, (Constant, Scalar, Array, Container, Optimizer)) else None


_CALLABLE = {"function": True, "class": True, "str": False, "bytes": False, "module": False}


def _is_instance(value: Value, cls: Value) -> bool | None:
    if isinstance(value, Node) and isinstance(cls, Library):
        return nodes.is_instance(value, cls)
    if isinstance(cls, ClassValue) and isinstance(value, Object):
        if cls.cls in value.cls.mro:
            return True
        return None if value.cls.is_open or not value.exact else False
    if isinstance(cls, Library) and cls.name in TRACER_CLASSES:
        return True if certain(value) else None if isinstance(value, (Array, Unknown)) else False
    if isinstance(cls, Library) and isinstance(value, Unknown) and value.traces and cls.name in NO_TRACERS:
        return False
    if isinstance(cls, Library) and cls.name.startswith("builtins."):
        kind = cls.name.removeprefix("builtins.")
        if kind == "object":
            return True
        if isinstance(value, Container):
            return value.kind == kind
        if isinstance(value, Opaque) and _is_text(value):
            return value.kind == kind
        if isinstance(value, (Constant, Scalar)):
            return value.kind == kind or (kind == "int" and value.kind == "bool")
        return False if isinstance(value, (Array, Object, Function)) else None
    if isinstance(cls, Library) and cls.name in ARRAY_CLASSES:
        if isinstance(value, Array):
            kind = "jax" if value.traces else value.flavour  # tracers are arrays of JAX, whatever they stand for
            return True if kind == ARRAY_CLASSES[cls.name] else False if value.traces else None
        return False if isinstance(value, (Constant, Scalar, Container, Function)) or _is_text(value) else None
    if isinstance(cls, Library) and (plain := _PYTHON.get(_python_kind(value))) is not None:
        abstract = getattr(abc, cls.name.removeprefix("collections.abc."), None)
        return issubclass(plain, abstract) if cls.name.startswith("collections.abc.") and abstract else None
    if isinstance(value, Container) and value.kind == "namedtuple":
        return None
    return None if isinstance(value, (Unknown, Object, Optimizer)) or not isinstance(cls, ClassValue) else False


_PYTHON: dict[str, type] = {
    kind.__name__: kind for kind in (bool, int, float, complex, str, bytes, tuple, list, dict, set, frozenset)
}


def _python_kind(value: Value) -> str:
    """The name of Python's own class of a number, string or container, "" of anything else."""
    return value.kind if isinstance(value, (Constant, Scalar, Container)) or _is_text(value) else ""  # type: ignore[attr-defined]


def asks_tracers(kind: Value) -> bool:
    """Whether `isinstance` is asked for tracers, with others perhaps, or for what is not known."""
    return any(
        isinstance(each, Unknown) or (isinstance(each, Library) and each.name in TRACER_CLASSES) for each in kinds(kind)
    )


def asks_arrays(kind: Value) -> bool:
    """Whether `isinstance` is asked for arrays of a library, with others perhaps: what is not known may be a tracer."""
    return any(isinstance(each, Library) and each.name in ARRAY_CLASSES for each in kinds(kind))


def asks_trees(kind: Value) -> bool:
    """Whether `isinstance` is asked for containers and the project's own classes only, which no array is."""
    return all(
        isinstance(each, ClassValue) or isinstance(each, Library) and each.name in CONTAINERS for each in kinds(kind)
    )


def _is_text(value: Value) -> bool:
    return isinstance(value, Opaque) and value.kind in ("str", "bytes")
