"""How each library declares PyTrees and static fields: the makers of PyTree classes, and the markers of their fields.

Use::

    name = canonical("equinox._module._module.Module")  # -> "equinox.Module"
    maker = MAKERS.get(name)                            # a base, a decorator or a registering call
    marker = MARKERS.get("equinox.field")               # what is called (or subscripted) to declare one field
    marker.name in maker.static                         # does this maker honour that marker?
    PYTREE_CLASSES.get("jax.tree_util.Partial")         # ready-made classes of libraries that are read as tables

A class is a PyTree when one of its bases or decorators is a maker, or a registering call names it. Names count only
once resolved: look up `canonical(dotted)`, never the text of the program.

Every entry is executed against the library by `tests/knowledge/test_makers.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pytreelint.knowledge.names import canonical

__all__ = ["MAKERS", "MARKERS", "Maker", "Marker", "canonical"]


@dataclass(frozen=True, slots=True)
class Maker:
    """What makes a class a PyTree (or, for `node == "no"`, visibly not one).

    Attributes:
        name: canonical dotted name of the base class, decorator or registering function.
        via: how it is applied: `class C(name)`, `@name` / `@name(...)` / `C = name(C)`, or `name(C, ...)`.
        init: who writes `__init__` unless the class does: "dataclass" from its annotated fields, "own" (the class
            must write one or takes nothing), "none" (the maker does not touch it).
        fields: what the fields are: "annotated" names in the class body; "assigned" attributes (`self.x = ...`);
            "explicit": the class or call says so, see `spelling`; "attributes": none but what the flattening says.
        hash: of an instance: "fields" (hash of all fields; raises when one is an array), "identity", "unhashable",
            or "own" (as the class defines it, identity unless it does).
        frozen: whether assigning a field after construction raises.
        static: names of the markers (keys of `MARKERS`) that it honours.
        inherits: whether a subclass is a PyTree without being marked again.
        node: "yes"; "static" (registered, but a leafless constant); "no" (a plain dataclass: one opaque leaf).
        leaves: "all": each unmarked field is a child; "data": a field is a child only when its value holds arrays or
            nodes, everything else is static by itself (nnx); "none".
        spelling: for "explicit" fields, where the children are named: "methods" (`tree_flatten`), "functions"
            (given to the call), "lists" (`data_fields`, `meta_fields`), "methods-with-keys", "functions-with-keys".
        parameters: positional parameters of a registering function, in order; the first is the class.
        options: keyword arguments of the decorator or class statement that change the above, with the meaning.
    """

    name: str
    via: Literal["base", "decorator", "call", "both"]
    init: Literal["dataclass", "own", "none"]
    fields: Literal["annotated", "assigned", "explicit"]
    hash: Literal["fields", "identity", "unhashable", "own"]
    frozen: bool
    static: tuple[str, ...] = ()
    inherits: bool = False
    node: Literal["yes", "static", "no"] = "yes"
    leaves: Literal["all", "data", "none"] = "all"
    spelling: Literal[
        "", "methods", "functions", "lists", "methods-with-keys", "functions-with-keys"
    ] = ""
    parameters: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Marker:
    """What declares one field, and when it makes the field static.

    Attributes:
        name: canonical dotted name of the field function, or of the annotation.
        how: "keyword": `name(keyword=value)` is static; "always": any use is static; "annotation": `name[T]` is;
            "metadata": `name(metadata={keyword: value})` is; "never": declares a field that is a child;
            "wrapper": a value wrapped at assignment, `self.x = name(value)`.
        keyword: the keyword (or metadata key) that decides; `value`: what it must be for static.
        default: what the field is when the keyword is missing.
        converter: the keyword that takes a converter, if any.
        metadata: the metadata key (with its static value) that the function honours besides, if any.
    """

    name: str
    how: Literal["keyword", "always", "annotation", "metadata", "never", "wrapper"]
    keyword: str = ""
    value: bool = True
    default: Literal["child", "static"] = "child"
    converter: str = ""
    metadata: tuple[str, bool] | None = None


_EQUINOX_FIELDS = ("equinox.field", "equinox.static_field", "dataclasses.field")

_MAKERS = (
    # Equinox: a metaclass turns every subclass into a frozen dataclass, unless it writes its own __init__.
    Maker(
        "equinox.Module",
        "base",
        "dataclass",
        "annotated",
        "fields",
        True,
        _EQUINOX_FIELDS,
        inherits=True,
    ),
    Maker(
        "flax.struct.dataclass",
        "decorator",
        "dataclass",
        "annotated",
        "fields",
        True,
        ("flax.struct.field",),
    ),
    Maker(
        "flax.struct.PyTreeNode",
        "base",
        "dataclass",
        "annotated",
        "fields",
        True,
        ("flax.struct.field",),
        inherits=True,
    ),
)

_MARKERS = (
    Marker(
        "equinox.field",
        "keyword",
        "static",
        converter="converter",
        metadata=("static", True),
    ),
    Marker("equinox.static_field", "always"),
    Marker("flax.struct.field", "keyword", "pytree_node", value=False),
)

MAKERS: dict[str, Maker] = {maker.name: maker for maker in _MAKERS}
MARKERS: dict[str, Marker] = {marker.name: marker for marker in _MARKERS}
