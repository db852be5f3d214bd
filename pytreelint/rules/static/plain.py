"""What 107 and 108 share: fields whose values are certainly no arrays, and those that a file updates."""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from pytreelint.model.queries.needed import needed_in_python
from pytreelint.model.syntax.occurrences import occurrences
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values.value import Array, Constant, Container, Object, Opaque, Scalar, Union, Value

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.classes import FieldInfo
    from pytreelint.model.values.protocol import Model

Kind = Literal["plain", "number", "integers"]  # a float may be traced; an array of integers can be neither


_TREES = 8  # whose updated fields are held at a time


def kind_of(model: Model, info: FieldInfo) -> Kind | None:
    """What a field certainly holds, by its annotation; None where that is an array, a tree, a function, or unknown."""
    if info.annotation is None:
        return None
    return _kind(model.annotation(info.annotation, info.owner.scope))


def _kind(value: Value) -> Kind | None:
    match value:
        case Union():
            options = [
                option for option in value.options if not (isinstance(option, Constant) and option.value is None)
            ]
            return _common([_kind(option) for option in options])
        case Array():
            return "integers" if value.dtype in ("integer", "bool") and value.flavour in ("jax", "any") else None
        case Scalar() | Constant():
            return "number" if value.kind in ("float", "complex") else None if value.kind == "NoneType" else "plain"
        case Opaque():
            known = value.kind not in ("function", "object") or value.member != ""
            return "plain" if known else None
        case Container(kind="tuple"):
            return _common([_kind(item) for item in (*value.items, *((value.rest,) if value.rest is not None else ()))])
        case Object():
            foreign = value.cls.pytree == "no" and not value.cls.registered_somewhere
            return "plain" if foreign and value.cls.hash != "unhashable" else None
    return None


def _common(kinds: list[Kind | None]) -> Kind | None:
    return kinds[0] if kinds and len(set(kinds)) == 1 else None


def is_updated(module: ModuleInfo, name: str) -> bool:
    """Whether a file puts other values into fields of a name, by `replace(state, step=...)` or `tree_at`."""
    return name in _updated(module.tree)


@lru_cache(maxsize=_TREES)
def _updated(tree: ast.Module) -> frozenset[str | None]:
    """The names of all such fields."""
    found = set[str | None]()
    for function, call in occurrences(tree).calls.items():
        called = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        if called.endswith("replace"):
            found.update(keyword.arg for keyword in call.keywords)
        elif called == "tree_at":
            found.update(node.attr for node in walk(call) if isinstance(node, ast.Attribute))
    return frozenset(found)


def is_needed(model: Model, info: FieldInfo) -> bool:
    """Whether Python needs the value of a field: for control flow, or for a shape."""
    return needed_in_python(model, info.owner.module, info.name)
