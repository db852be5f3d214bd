"""Methods of arrays, containers and strings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.bases import WRAPPED_BY_METHOD
from pytreelint.knowledge.methods import (
    ASKED_OF_TEXT,
    AVERAGING,
    COUNTING,
    DTYPE_POSITION,
    GIVING_ARRAYS,
    GIVING_TEXT,
    LISTS_OF_TEXT,
    MIXING,
    POINTING,
    REDUCTIONS,
    TRUTHS_OF_TEXT,
)
from pytreelint.knowledge.record import replace
from pytreelint.knowledge.special import CHANGING_METHODS
from pytreelint.model.algebra import lists, subscripts
from pytreelint.model.values import ties
from pytreelint.model.values.arguments import INSTANCE, argument
from pytreelint.model.values.identity import plain
from pytreelint.model.values.occurring import every
from pytreelint.model.values.parts import items_of, shallow
from pytreelint.model.values.specs import named_dtype
from pytreelint.model.values.value import (
    DYNAMIC,
    NONE,
    Array,
    Constant,
    Container,
    Dtype,
    Opaque,
    Scalar,
    Unknown,
    Value,
    constant,
    union,
)

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter

_NUMBERS: dict[str, Value] = {
    "integer": Scalar("int"),
    "bool": Scalar("bool"),
    "inexact": union([Scalar("float"), Scalar("complex")]),
    "?": union([Scalar("float"), Scalar("complex"), Scalar("int"), Scalar("bool")]),
}


def of_array(instance: Value, name: str, arguments: Arguments) -> Value:
    """Returns the result of a method of an array."""
    if name == "tobytes":
        return Opaque("bytes")
    if not isinstance(instance, Array):
        return DYNAMIC
    if name in WRAPPED_BY_METHOD:
        return replace(instance, variable=False)
    if name == "item" and instance.flavour != "key":
        return _NUMBERS.get(instance.dtype, Opaque("str"))
    if name not in GIVING_ARRAYS:
        return Unknown("numbers of an array") if name == "tolist" else DYNAMIC
    dtype = _dtype(instance, name, arguments)
    if name in REDUCTIONS and instance.flavour in ("numpy", "numpy-scalar"):
        whole = not arguments.args and "axis" not in arguments.keywords
        return Array("numpy-scalar" if whole else "any", dtype)
    if name in ("astype", "view"):
        wanted = arguments.keywords.get("dtype", argument(arguments, 0))
        return Array(instance.flavour, named_dtype(wanted) if name == "astype" else "?")  # type: ignore[arg-type]
    return Array(instance.flavour, dtype)


def _dtype(instance: Array, name: str, arguments: Arguments) -> Dtype:
    """The dtype of what a method of an array gives."""
    if name in ("all", "any"):
        return "bool"
    if name in POINTING:
        return "integer"
    if name in COUNTING or name in AVERAGING:
        wanted = argument(arguments, DTYPE_POSITION) if name != "trace" else NONE
        wanted = arguments.keywords.get("dtype", wanted)
        if wanted != NONE and ("dtype" in arguments.keywords or len(arguments.args) > DTYPE_POSITION):
            return named_dtype(wanted)  # type: ignore[return-value]
        if name in AVERAGING:
            return "inexact"
        return "integer" if instance.dtype == "bool" else instance.dtype
    return "?" if name in MIXING and instance.dtype != "inexact" else instance.dtype


def of_container(ev: Interpreter, instance: Value, name: str, arguments: Arguments) -> Value:
    """Returns the result of a method of a container; growing methods change the named container."""
    if not isinstance(instance, Container):
        return DYNAMIC
    if name == "setdefault" and instance.kind == "dict":
        return _set_default(instance, arguments)
    if name in _GROWING:
        grown = _grow(ev, instance, name, arguments)
        if grown is not None:
            arguments.changed[INSTANCE] = (
                ties.appended(ev, instance, grown, arguments) if name in ("append", "extend") else grown
            )
        return _GROWING[name]
    if name in CHANGING_METHODS:
        arguments.changed[INSTANCE] = Unknown("changed in place")
        return DYNAMIC
    if instance.kind == "dict":
        return _of_dict(ev, instance, name, arguments)
    if name == "copy":
        return shallow(instance)
    if name in ("index", "count"):
        return Scalar("int")
    if name == "clear":
        arguments.changed[INSTANCE] = Container(instance.kind)
        return NONE
    if name in _SHUFFLING:
        known = lists.turned(instance) if name == "reverse" else None
        arguments.changed[INSTANCE] = known or subscripts.shuffled(instance)
        return NONE
    if name in _COMBINING:
        return Container(instance.kind, (), (), _combined(ev, instance, arguments))
    if name in ("issubset", "issuperset", "isdisjoint"):
        return Scalar("bool")
    if name == "pop":
        at = lists.place(instance, arguments.get(0) or lists.LAST)
        if at is not None:
            arguments.changed[INSTANCE] = lists.without(instance, at)
            return items_of(instance)[at]
        arguments.changed[INSTANCE] = Container(instance.kind, (), (), subscripts.join(instance))
        return plain(subscripts.join(instance))
    return DYNAMIC


_SHUFFLING = frozenset(["remove", "discard", "reverse", "sort", "difference_update", "intersection_update"])
_COMBINING = frozenset(["union", "difference", "intersection", "symmetric_difference"])
_LISTED = 8  # items of a container that are told apart
_NAMED = 60  # the same of texts: names of fields, which decorators of a project's own sort
_GROWING = {"append": NONE, "extend": NONE, "insert": NONE, "add": NONE, "update": NONE}


def _most(instance: Container, given: Value) -> int:
    """Returns the number of items of a list that are told apart, with one that it is given."""
    if len(instance.items) < _LISTED:
        return _LISTED
    is_text = all(isinstance(each, Constant) and type(each.value) is str for each in (given, *instance.items))
    return _NAMED if is_text else _LISTED


def _grow(ev: Interpreter, instance: Container, name: str, arguments: Arguments) -> Container | None:
    given = arguments.args[-1] if arguments.args else DYNAMIC
    if instance.kind == "dict":
        return _updated(ev, instance, given, arguments) if name == "update" else _more(instance, given)
    if name == "append" and instance.rest is None and len(instance.items) < _most(instance, given):
        return replace(instance, items=(*instance.items, given))
    if name == "insert":
        known = lists.inserted(instance, argument(arguments, 0), given)
        return known or Container(instance.kind, (), (), every([*instance.items, *_rest(instance), given]))
    if name == "extend" or name == "update":
        if name == "extend" and isinstance(given, Container) and given.rest is None and given.kind != "dict":
            if not given.items:
                return instance
            if instance.rest is None and len(instance.items) + len(given.items) <= _LISTED:
                return replace(instance, items=(*instance.items, *given.items))
        return _more(instance, subscripts.element(ev, given))
    return _more(instance, given)


def _combined(ev: Interpreter, instance: Container, arguments: Arguments) -> Value:
    """Returns the possible items of a set that is built from a set and others."""
    return union([subscripts.join(instance), *(subscripts.element(ev, given) for given in arguments.args)])


def _set_default(instance: Container, arguments: Arguments) -> Value:
    """`entries.setdefault(key, default)`."""
    key, default = argument(arguments, 0), arguments.get(1) or NONE
    if not isinstance(key, Constant):
        arguments.changed[INSTANCE] = _more(instance, default)
        return every([*instance.items, *_rest(instance), default])
    if key.value in instance.keys:
        return instance.items[instance.keys.index(key.value)]
    held = default if instance.rest is None else union([instance.rest, default])
    arguments.changed[INSTANCE] = replace(instance, items=(*instance.items, held), keys=(*instance.keys, key.value))
    return held


def _rest(instance: Container) -> tuple[Value, ...]:
    return (instance.rest,) if instance.rest is not None else ()


def _more(instance: Container, value: Value) -> Container:
    return replace(instance, rest=value if instance.rest is None else every([instance.rest, value]))


def _updated(ev: Interpreter, instance: Container, given: Value, arguments: Arguments) -> Container:
    entries: dict[object, Value] = dict(zip(instance.keys, instance.items, strict=True))
    rest = instance.rest
    pairs = of_pairs(given) if arguments.args else None
    if pairs is not None:
        entries |= pairs
    elif isinstance(given, Container) and given.kind == "dict":
        entries |= dict(zip(given.keys, given.items, strict=True))
        rest = rest or given.rest
    elif arguments.args:
        entries, rest = dict.fromkeys(entries, DYNAMIC), DYNAMIC
    entries.update(arguments.keywords)
    return Container("dict", tuple(entries.values()), tuple(entries), rest)


def of_pairs(value: Value) -> dict[object, Value] | None:
    """The entries that a sequence of known keys with values makes: `zip(names, layers)`."""
    known = subscripts.sequence(value)
    if known is None or known.rest is not None:
        return None
    entries: dict[object, Value] = {}
    for pair in known.items:
        row = subscripts.sequence(pair)
        if row is None or row.rest is not None or len(row.items) != 2 or not isinstance(row.items[0], Constant):
            return None
        entries[row.items[0].value] = row.items[1]
    return entries


def _of_dict(ev: Interpreter, instance: Container, name: str, arguments: Arguments) -> Value:
    key = arguments.args[0] if arguments.args else DYNAMIC
    match name:
        case "values":
            return Container("iterator", instance.items, (), instance.rest)
        case "keys":
            return Container("iterator", tuple(constant(k) for k in instance.keys), (), instance.rest and DYNAMIC)
        case "items":
            pairs = tuple(
                Container("tuple", (constant(k), v)) for k, v in zip(instance.keys, instance.items, strict=True)
            )
            rest = Container("tuple", (DYNAMIC, instance.rest)) if instance.rest is not None else None
            return Container("iterator", pairs, (), rest)
        case "copy":
            return shallow(instance)
        case "pop" if isinstance(key, Constant) and key.value in instance.keys:
            kept = [(k, v) for k, v in zip(instance.keys, instance.items, strict=True) if k != key.value]
            arguments.changed[INSTANCE] = replace(
                instance, items=tuple(v for _, v in kept), keys=tuple(k for k, _ in kept)
            )
            return items_of(instance)[instance.keys.index(key.value)]
        case "pop" if isinstance(key, Constant) and instance.rest is None and len(arguments.args) > 1:
            return arguments.args[1]
        case "clear":
            arguments.changed[INSTANCE] = Container("dict")
            return NONE
        case "pop" | "popitem":
            arguments.changed[INSTANCE] = subscripts.shuffled(instance)
            given = subscripts.join(instance) if instance.items or instance.rest is not None else None
            held = [*([given] if given is not None else []), *arguments.args[1:]]
            if name == "pop" and held:
                return plain(union(held))
            return Container("tuple", (DYNAMIC, given)) if name == "popitem" and given is not None else DYNAMIC
        case "get" if isinstance(key, Constant) and key.value in instance.keys:
            return items_of(instance)[instance.keys.index(key.value)]
        case "get" if instance.rest is None and isinstance(key, Constant):
            return arguments.args[1] if len(arguments.args) > 1 else NONE
        case "get" if instance.items or instance.rest is not None:
            given = instance.rest if isinstance(key, Constant) and instance.keys else subscripts.join(instance)
            default = arguments.args[1] if len(arguments.args) > 1 else NONE
            return plain(union([given, default])) if given is not None else default
    return DYNAMIC


def of_text(instance: Value, name: str, arguments: Arguments) -> Value:
    """Returns the result of a method of a string: of a known one that is asked for known parts, the very result."""
    texts = [one.value for one in (instance, *arguments.args) if isinstance(one, Constant) and one.kind == "str"]
    takes = ASKED_OF_TEXT.get(name)
    if len(texts) == 1 + len(arguments.args) == takes and not arguments.keywords and not arguments.more:
        return constant(getattr(texts[0], name)(*texts[1:]))
    if name in GIVING_TEXT:
        return Opaque("str")
    if name in TRUTHS_OF_TEXT:
        return Scalar("bool")
    return Container("list", (), (), Opaque("str")) if name in LISTS_OF_TEXT else DYNAMIC
