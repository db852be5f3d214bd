"""Static lists and dicts that are in nobody's way: no hash of the instance is needed, and no code changes them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytreelint.model.values.value import Constant, Container, Object, Opaque, Scalar, Union, Unknown, Value, options_of

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo, FieldInfo
    from pytreelint.model.values.protocol import Model
    from pytreelint.model.values.sites import StaticDeclaration, StaticValue

_CHANGES = (
    r"\.{}\b\s*(?:\.(?:add|append|clear|discard|extend|insert|pop|popitem|remove|reverse|setdefault|sort|update)\("
    r"|\[[^\]\n]*\]\s*[-+*/|&]?=(?!=)|[-+|&]=)"
)


def is_harmless(model: Model, site: StaticDeclaration | StaticValue) -> bool:
    """Whether a list in a static field certainly takes nothing from the instance.

    A class that compares its instances by identity has their hash whatever is in them, one without a hash has none
    without the list, and so has an instance with traced arrays, which have none: transforms, raw and filtered, take it
    as it is (jax 0.10.2, Equinox 0.13.8). Compiled code goes on with an old list if something changes it. An annotation
    that says tuple is a promise that a list breaks.
    """
    cls, field = site.cls, site.field
    if cls.hash in ("identity", "unhashable"):
        needless = not _may_hold_instances(site.value) or _is_of_numbers(_declared(model, field))
    else:
        needless = cls.maker is not None and _has_trees(model, cls)
    if not needless or _promises_tuple(model, field):
        return False
    changes = re.compile(_CHANGES.format(re.escape(field.name)))
    folders = {module.source.folder for module in (field.owner.module, cls.module, site.module)}
    return not any(model.program.any_text(folder, changes) for folder in sorted(folders))


def _declared(model: Model, field: FieldInfo) -> Value | None:
    return model.annotation(field.annotation, field.owner.scope) if field.annotation is not None else None


def _promises_tuple(model: Model, field: FieldInfo) -> bool:
    declared = _declared(model, field)
    return isinstance(declared, Container) and declared.kind == "tuple"


def _is_of_numbers(declared: Value | None) -> bool:
    """Whether an annotation says numbers, or None: `list[int] | None`."""
    options = options_of(declared) if declared is not None else ()
    held = [each for each in options if isinstance(each, Container)]
    return bool(held) and all(isinstance(each.rest, Scalar) and not each.items for each in held)


def _has_trees(model: Model, cls: ClassInfo) -> bool:
    """Whether a traced field of a class is declared as more than a number: as parameters, a state, anything."""
    declared = (_declared(model, info) for info in cls.fields().values() if info.static is not True)
    known = (value for value in declared if value is not None)
    return any(not isinstance(option, (Scalar, Constant, Opaque)) for value in known for option in options_of(value))


def _may_hold_instances(value: Value) -> bool:
    """Whether a container may hold instances, which are the leaves of a model that is lost in it."""
    if isinstance(value, Union):
        return any(map(_may_hold_instances, value.options))
    if not isinstance(value, Container):
        return isinstance(value, Object)
    held = (*value.items, *((value.rest,) if value.rest is not None else ()))
    return any(_may_hold_instances(each) or (isinstance(each, Unknown) and not value.declared) for each in held)
