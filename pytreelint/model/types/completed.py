"""Classes that `dataclasses` completes: which one wrote `__init__`, and what it does with the fields."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.completed import COMPLETED
from pytreelint.model.types.construct import user_init
from pytreelint.model.values.value import Array, Object, Value, options_of

if TYPE_CHECKING:
    from pytreelint.knowledge.libraries import Maker
    from pytreelint.model.values.classes import ClassInfo, FieldInfo, Method
    from pytreelint.model.values.protocol import Interpreter

_WITHOUT_HASH = ("jax", "numpy", "key")


def completed_by(cls: ClassInfo) -> Maker | None:
    """The maker by which `dataclasses` completes this very class."""
    by_base = cls.maker if cls.maker is not None and cls.maker.via == "base" else None
    maker = cls.dataclass_maker or by_base
    return maker if maker is not None and maker.name in COMPLETED else None


def refused_default(ev: Interpreter, info: FieldInfo) -> tuple[Value, ast.expr] | None:
    """The default of a field that has no hash, which `dataclasses` refuses, and the expression that gives it."""
    node, value = _default(ev, info)
    if node is None or value is None or info.owner.gives_factories:
        return None
    return (value, node) if all(_has_no_hash(option) for option in options_of(value)) else None


def _default(ev: Interpreter, info: FieldInfo) -> tuple[ast.expr | None, Value | None]:
    if info.default is not None:
        plain = isinstance(info.default, ast.Constant)
        return info.default, None if plain else ev.expression(info.default, info.owner.scope)
    call = info.node.value if isinstance(info.node, ast.AnnAssign) else None
    if info.spec is None or not isinstance(call, ast.Call):
        return None, None
    given = next((keyword.value for keyword in call.keywords if keyword.arg == "default"), None)
    return given, info.spec.keyword("default")


def _has_no_hash(value: Value) -> bool:
    if isinstance(value, Object):
        return value.exact and value.cls.hash == "unhashable" and not value.cls.method("__hash__")
    return isinstance(value, Array) and value.flavour in _WITHOUT_HASH and not value.declared


def written_init(cls: ClassInfo) -> tuple[ClassInfo, Method] | None:
    """The `__init__` that somebody wrote, and that instances of a class run instead of a generated one."""
    found = user_init(cls)
    return found if found is not None and completed_by(cls) is not None and not cls.is_open else None
