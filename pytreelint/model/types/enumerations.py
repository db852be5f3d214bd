"""Enumerations: what their members are, and which of them are one."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pytreelint.knowledge.bases import ENUMERATIONS, MEMBER, OWN_VALUES
from pytreelint.knowledge.function_uses import PARTIAL
from pytreelint.knowledge.record import replace
from pytreelint.model.syntax.walking import walk
from pytreelint.model.types.raw_methods import body_scope
from pytreelint.model.values.classes import ClassInfo
from pytreelint.model.values.specs import from_word
from pytreelint.model.values.value import DYNAMIC, Array, ClassValue, Constant, Library, Opaque, Value, constant

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter

_LITERALS = (ast.Constant, ast.Tuple, ast.Load)


def some_member(cls: ClassInfo) -> Value | None:
    """A member of an enumeration: an object, a number where the class derives from int, or a library's own kind."""
    for name in cls.libraries():
        word = ENUMERATIONS.get(name)
        if word is not None:
            if word == "object":
                return Opaque("object", cls.name, member="?")
            member = from_word(word, DYNAMIC)  # Equinox compares its arrays at compile time, so that they answer in jit
            return replace(member, declared=True) if isinstance(member, Array) else member
    return None


def member(ev: Interpreter, cls: ClassInfo, name: str) -> Value | None:
    """The member of that name; None where a class is no enumeration, or has none."""
    found = some_member(cls)
    holder = next((base for base in cls.mro if name in base.assigned), None) if found is not None else None
    if holder is not None and isinstance(found, Opaque) and _is_apart(ev, holder, name):
        return replace(found, member=f"{holder.scope.module.name}.{holder.name}.{name}")
    return found if holder is not None else None


def of_value(ev: Interpreter, cls: ClassInfo, given: Sequence[Value]) -> Value | None:
    """`Backend("fourier")`: the member that has a value; None where that is not known, or the class makes values."""
    value = given[0] if len(given) == 1 else None
    if not isinstance(value, Constant) or cls.method("__new__") or cls.method("__init__"):
        return None
    for name, written in cls.assigned.items():
        if isinstance(written, ast.Constant) and type(written.value) is type(value.value):
            if written.value == value.value:
                return member(ev, cls, name)
    return None


def attribute(ev: Interpreter, value: Opaque, name: str, node: ast.expr, frame: Frame) -> Value:
    """An attribute of a certain member: its value, its name, or what its class defines."""
    from pytreelint.model.types.attributes import method

    home, _, own = value.member.rpartition(".")
    module, _, named = home.rpartition(".")
    held = ev.member(module, named)
    if not isinstance(held, ClassValue) or own not in held.cls.assigned or held.cls.method("__getattribute__"):
        return DYNAMIC
    cls = held.cls
    if name == "name":
        return constant(own)
    if name == "value":
        plain = not any(cls.method(each) for each in ("__new__", "_generate_next_value_", "__init__"))
        return _value(ev, cls, own) if plain else DYNAMIC
    found = cls.method(name)
    return method(ev, *found, value, node, frame) if found is not None else DYNAMIC


def _value(ev: Interpreter, cls: ClassInfo, name: str) -> Value:
    given = cls.assigned[name]
    if isinstance(given, ast.Call):
        made = ev.expression(given.func, cls.scope)
        if made == Library(MEMBER) and len(given.args) == 1:
            given = given.args[0]
        elif made != Library(PARTIAL):
            return DYNAMIC
    return ev.expression(given, body_scope(ev, cls, given))


def _is_apart(ev: Interpreter, cls: ClassInfo, name: str) -> bool:
    """Whether a member is certainly another one than the rest: two names of equal values are one member."""
    given = cls.assigned[name]
    if cls.method("__eq__") is not None:
        return False
    if isinstance(given, ast.Call):
        made = ev.expression(given.func, cls.scope)
        return isinstance(made, Library) and made.name in OWN_VALUES
    values = [ast.dump(each) for each in cls.assigned.values()]
    return all(isinstance(each, _LITERALS) for each in walk(given)) and values.count(ast.dump(given)) == 1
