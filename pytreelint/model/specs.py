"""From the words of the knowledge tables (`array:jax:inexact`) to abstract values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytreelint.model.values import DYNAMIC, NONE, Array, Container, Opaque, Scalar, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.calls import Arguments

_OPAQUE = ("function", "str", "bytes", "dtype", "object", "module", "class")
_SCALARS = ("bool", "int", "float", "complex")


def from_spec(spec: str, default: Value) -> Value:
    """The value that a table's word stands for; `default` for words that say nothing certain."""
    head, _, rest = spec.partition(":")
    if head == "array":
        flavour, _, dtype = rest.partition(":")
        known: Any = flavour or "any"
        return Array(known, dtype or "?")  # type: ignore[arg-type]
    if head == "key":
        return Array("key")
    if head == "shape-struct":
        return Array("shape-struct")
    if head == "scalar":
        head = rest
    if head in _SCALARS:
        return Scalar(head)  # type: ignore[arg-type]
    if head in _OPAQUE:
        return Opaque(head, rest)  # type: ignore[arg-type]
    if head == "none":
        return NONE
    if head == "container" and rest in ("tuple", "list", "dict", "set", "frozenset"):
        return Container(rest, (), (), Unknown("annotation"))  # type: ignore[arg-type]
    return default


def from_result(spec: str, arguments: Arguments) -> Value:
    """What a library function returns: a word, or `tuple(word,...)`, `list(word...)`, `same(position)`."""
    head, bracket, inside = spec.partition("(")
    if not bracket:
        return from_spec(spec, DYNAMIC)
    inside = inside.removesuffix(")")
    if head == "same":
        return arguments.get(int(inside)) or DYNAMIC
    if inside.endswith("..."):
        return Container(head, (), (), from_spec(inside.removesuffix("...").rstrip(","), DYNAMIC))  # type: ignore[arg-type]
    return Container(head, tuple(from_spec(part, DYNAMIC) for part in inside.split(",")))  # type: ignore[arg-type]
