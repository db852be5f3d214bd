"""From the specs of the knowledge tables (`array:jax:inexact`) to abstract values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from pytreelint.knowledge.results import Fact, Spec, dtype_of_text, lookup, parse
from pytreelint.model.values.nodes import Node
from pytreelint.model.values.trees import is_number, map_leaves
from pytreelint.model.values.unknowns import PROMISED, beyond
from pytreelint.model.values.value import (
    DYNAMIC,
    NONE,
    Array,
    Constant,
    Container,
    Library,
    Object,
    Opaque,
    Scalar,
    Unknown,
    Value,
    constant,
    options_of,
    union,
)

_OPAQUE = ("function", "str", "bytes", "dtype", "object", "module")
_SCALARS = ("bool", "int", "float", "complex")
_CONTAINERS = ("tuple", "list", "dict", "set", "frozenset")
_DTYPES = {"bool": "bool", "int": "integer", "float": "inexact", "complex": "inexact"}


def from_word(text: str, default: Value) -> Value:
    """The value that an annotation's word stands for; `default` for words that say nothing certain."""
    head, _, rest = text.partition(":")
    if head == "container" and rest in _CONTAINERS:
        return Container(rest, (), (), Unknown("annotation"))  # type: ignore[arg-type]
    return value_of(parse(text), default=default) if text else default


def value_of(
    spec: Spec, args: Sequence[Value] = (), keywords: dict[str, Value] | None = None, default: Value = DYNAMIC
) -> Value:
    """The value that a spec stands for, given the arguments of the call."""
    given = keywords or {}
    match spec.head:
        case "array":
            return _array(spec, args, given)
        case "elementwise":
            return _elementwise(spec, args, given)
        case "drawn":
            return _drawn(spec, args, given)
        case "reduction":
            scalar = spec.details[0] == "numpy" and "axis" not in given and len(args) < 2
            return Array("numpy-scalar" if scalar else "numpy", _dtype(spec, args, given))  # type: ignore[arg-type]
        case "key":
            return Array("key")
        case "shape-struct":
            return Array("shape-struct")
        case "node" if spec.items:
            return Node(".".join(spec.details), tuple(value_of(each, args, given) for each in spec.items))
        case "array-tree":
            return PROMISED
        case "none":
            return NONE
        case "false":
            return constant(False)
        case "same":
            position = int(spec.items[0].head)
            return args[position] if position < len(args) else default
        case "arrays":
            position = int(spec.items[1].head)
            flavour = spec.items[0].head
            return _arrays(args[position], flavour) if position < len(args) else default
        case "restored":
            position = int(spec.items[0].head)
            target = args[position] if position < len(args) else given.get("target", NONE)
            return union([_restored(option, default) for option in options_of(target)])
    if spec.head in _SCALARS:
        return Scalar(spec.head)  # type: ignore[arg-type]
    if spec.head in _OPAQUE:
        return Opaque(spec.head, ".".join(spec.details))  # type: ignore[arg-type]
    if spec.head in _CONTAINERS:
        items = tuple(value_of(item, args, given) for item in spec.items)
        return Container(spec.head, (), (), items[0]) if spec.many else Container(spec.head, items)  # type: ignore[arg-type]
    return default


def _array(spec: Spec, args: Sequence[Value], keywords: dict[str, Value]) -> Value:
    flavour: Any = spec.details[0] if spec.details else "any"
    for given in args:
        if isinstance(given, Array) and given.flavour == "shape-struct":
            return DYNAMIC
    variable = spec.details[-1:] == ("variable",)
    if variable and args and any(isinstance(option, Container) for option in options_of(args[0])):
        return DYNAMIC  # it holds a tree
    return Array(flavour, _dtype(spec, args, keywords), variable=variable)  # type: ignore[arg-type]


def _dtype(spec: Spec, args: Sequence[Value], keywords: dict[str, Value]) -> str:
    told = spec.details[1] if len(spec.details) > 1 else "?"
    given = [keywords["dtype"]] if "dtype" in keywords else [value for value in args[1:] if _may_be_dtype(value)]
    if given and given != [NONE]:
        return named_dtype(given[0]) if len(given) == 1 else "?"
    if not told.startswith("@"):
        return told
    if told.startswith("@!"):  # the dtype that that argument names
        return named_dtype(args[position]) if (position := int(told[2:])) < len(args) else "?"
    if told.startswith("@="):  # the very dtype of that argument
        return _leaf_dtype(args[position]) if (position := int(told[2:])) < len(args) else "?"
    if told == "@*":
        named = (dtype for a in keywords.values() if (dtype := _leaf_dtype(a)) == "inexact")  # `clip(x, max=0.5)`
        dtypes = {*map(_leaf_dtype, args), *named}
        dtype = "inexact" if "inexact" in dtypes else dtypes.pop() if len(dtypes) == 1 else "?"
    else:
        position = int(told[1:])
        dtype = _leaf_dtype(args[position]) if position < len(args) else "?"
        if spec.details[0] == "numpy" and position < len(args) and _is_text(args[position]):
            return "texts"
    return "?" if dtype == "bool" else dtype  # some count them: `sum`, `cumsum`, `prod`


def named_dtype(value: Value) -> str:
    """What an array is one of whose dtype was asked for so: `jnp.int32`, `float`, `"bfloat16"`."""
    name = value.name if isinstance(value, Library) else ""
    if name.removeprefix("builtins.") in _DTYPES:
        return _DTYPES[name.removeprefix("builtins.")]
    fact = lookup(name)
    if isinstance(value, Constant) and isinstance(value.value, str):
        fact = dtype_of_text(value.value)
    return fact.spec.details[1] if fact is not None and fact.kind == "dtype" and len(fact.spec.details) > 1 else "?"


def _may_be_dtype(value: Value) -> bool:
    """Whether a later argument may be a dtype, given by position: `array(1, float)`."""
    return not (isinstance(value, (Array, Scalar, Container)) or (isinstance(value, Constant) and value.kind != "str"))


def _leaf_dtype(value: Value) -> str:
    if isinstance(value, Array):
        return value.dtype
    if isinstance(value, (Scalar, Constant)):
        return _DTYPES.get(value.kind, "?")
    if isinstance(value, Container):
        dtypes = {_leaf_dtype(item) for item in (*value.items, *([value.rest] if value.rest is not None else []))}
        return "inexact" if "inexact" in dtypes else dtypes.pop() if len(dtypes) == 1 else "?"
    return "?"


def _is_text(value: Value) -> bool:
    """Whether a value is a text, or lists of texts."""
    if isinstance(value, Container) and value.kind in ("list", "tuple"):
        items = (*value.items, *(() if value.rest is None else (value.rest,)))
        return bool(items) and all(map(_is_text, items))
    return isinstance(value, (Constant, Opaque)) and value.kind in ("str", "bytes")


def _elementwise(spec: Spec, args: Sequence[Value], keywords: dict[str, Value]) -> Value:
    if any(isinstance(a, Array) and a.flavour in ("jax", "any", "key") for a in args):
        return Array("any", _dtype(spec, args, keywords))  # type: ignore[arg-type]
    scalar = bool(args) and all(is_number(a) or isinstance(a, Array) and a.flavour == "numpy-scalar" for a in args)
    known = scalar or any(isinstance(a, (Array, Container)) for a in args)
    if not known:
        return beyond(*args)
    return Array("numpy-scalar" if scalar else "numpy", _dtype(spec, args, keywords))  # type: ignore[arg-type]


def _drawn(spec: Spec, args: Sequence[Value], keywords: dict[str, Value]) -> Value:
    """A sample of numpy's: an array where a size is given, else a Python number."""
    dtype, position = spec.details[0], int(spec.details[1])
    size = keywords.get("size", args[position] if position < len(args) else NONE)
    if size == NONE:
        return {"inexact": Scalar("float"), "integer": Scalar("int")}.get(dtype, DYNAMIC)
    certain = isinstance(size, (Container, Scalar, Constant))
    return Array("numpy", dtype) if certain else DYNAMIC  # type: ignore[arg-type]


def _arrays(value: Value, flavour: str) -> Value:
    def each(leaf: Value) -> Value:
        if isinstance(leaf, Array):
            return Array(flavour, leaf.dtype)  # type: ignore[arg-type]
        return Array(flavour) if is_number(leaf) else leaf  # type: ignore[arg-type]

    return map_leaves(value, each)


def _restored(target: Value, default: Value) -> Value:
    """An instance of the same class: of its arrays nobody knows who made them."""
    if not isinstance(target, Object) or target.cls.pytree != "yes":
        return default
    return map_leaves(target, lambda leaf: Array("any", leaf.dtype) if isinstance(leaf, Array) else leaf)


@cache
def library_constant(name: str) -> Value:
    """What a library's name stands for where it is a plain value (`jax.numpy.pi`); else the name."""
    fact = lookup(name)
    named = Library(name)
    return value_of(fact.spec, default=named) if fact is not None and fact.kind == "value" else named


def from_fact(fact: Fact | None, args: Sequence[Value], keywords: dict[str, Value]) -> Value:
    """What calling a known name gives."""
    if fact is None:
        return DYNAMIC
    if fact.kind == "dtype":
        return Array("jax") if fact.spec.head != "array" else value_of(fact.spec, args, keywords)
    return value_of(fact.spec, args, keywords) if fact.kind in ("function", "class") else DYNAMIC
