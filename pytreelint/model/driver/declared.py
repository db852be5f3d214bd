"""The static fields of a class under check: what their annotations, their defaults and the constructor put there."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.driver.verdicts import unknown_in
from pytreelint.model.syntax.parameters import optional, signature
from pytreelint.model.types.by_defaults import by_defaults
from pytreelint.model.types.held import held_array
from pytreelint.model.values.sites import StaticDeclaration, StaticValue
from pytreelint.model.values.unknowns import may_be_frozen
from pytreelint.model.values.value import NONE, Array, Object, Union, Unknown, Value, options_of

if TYPE_CHECKING:
    from pytreelint.model.driver.evaluator import Evaluator
    from pytreelint.model.values.classes import ClassInfo, Method


def static_fields(ev: Evaluator, cls: ClassInfo) -> None:
    """Emits what is put into static fields: as a class declares them, by their defaults, and by its constructor."""
    if cls.maker is None or cls.maker.node == "no":
        return
    static = [info for info in cls.own_fields.values() if info.static is True]
    if not static and not any(info.static for info in cls.fields().values()):
        return
    instance = ev.instance(cls)  # what its `__init__` leaves in static fields, whatever the arguments
    if isinstance(instance, Object):
        _by_default(ev, cls, instance)
    for info in static:
        if info.annotation is not None:
            value = ev.annotation(info.annotation, cls.scope)
            held = instance.get(info.name) if isinstance(instance, Object) else None
            value = held if held is not None and _overrules(held, value) else value
            ev.emit(StaticDeclaration(cls.module, info.node, cls, info, value))
        if info.default is not None:
            ev.emit(StaticValue(cls.module, info.node, cls, info, ev.expression(info.default, cls.scope)))


def _static_names(cls: ClassInfo) -> list[str]:
    return [name for name, info in cls.fields().items() if info.static is True]


def _may_be_array(value: Value | None) -> bool:
    """Whether a value is one of several, and one of these an array."""
    return isinstance(value, Union) and any(held_array(option) is not None for option in value.options)


def _by_default(ev: Evaluator, cls: ClassInfo, instance: Object) -> None:
    """What a constructor of its own puts into static fields for arguments that a call leaves out: None, a mode.

    def __init__(self, end, fill: float = None):
        self.fill = jnp.asarray(2 * end) if fill is None else fill
    """
    init = cls.methods.get("__init__")
    if init is None or not any(isinstance(each, ast.Constant) for each in signature(init.args).defaults.values()):
        return
    if not any(map(_may_be_array, map(instance.get, _static_names(cls)))) and not _denies_none(ev, cls, init):
        return
    ev.begin(None)
    with ev.events.collecting() as found:
        by_defaults(ev, cls)
    ev.events.sites += [site for site in found if isinstance(site, StaticValue)]


def _denies_none(ev: Evaluator, cls: ClassInfo, init: Method) -> bool:
    """Whether an annotation denies that a parameter is None, which it is by default."""
    left_out = optional(init)
    parameters = [each for each in (*init.args.args, *init.args.kwonlyargs) if each.arg in left_out]
    said = [ev.annotation(each.annotation, cls.scope) for each in parameters if each.annotation is not None]
    return any(NONE not in options_of(value) and unknown_in(value) is None for value in said)


def _overrules(held: Value, declared: Value) -> bool:
    """Whether no instance holds an array although the annotation says so: `scale: Array`, always set to a tuple.

    A dict or list that is made by code of which nothing is known may be one that has a hash: `frozendict(options)`.
    """
    if may_be_frozen(held, declared):
        return True
    array = held_array(declared)
    options = options_of(held)
    if array is None or NONE in options or any(held_array(option) is not None for option in options):
        return False
    if isinstance(array, Array) and array in options_of(declared):
        return not any(isinstance(option, (Unknown, Array)) for option in options)
    return unknown_in(held) is None
