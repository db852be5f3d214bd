"""The records that say how a library declares PyTree classes and their static fields, and how the two meet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pytreelint.knowledge.record import record

Verdict = Literal["static", "child", "unknown"]

# Metadata keys that libraries read, and the value that makes a field static.
STATIC = ("static", True)
PYTREE_NODE = ("pytree_node", False)
JDC = ("__jax_dataclasses_static_field__", True)


# What the functions that register a class call the class itself.
CLASS_PARAMETERS = frozenset({"nodetype", "cls"})
# What makes classes whose instances are tuples, with names for the items.
NAMED_TUPLES = frozenset({"typing.NamedTuple", "collections.namedtuple"})
# Bases of classes whose instances are dicts, and what marks a key that may be missing.
DICT_BASES = frozenset({"typing.TypedDict", "typing_extensions.TypedDict"})
OPTIONAL_KEYS = frozenset({"typing.NotRequired", "typing_extensions.NotRequired"})


@record(frozen=True, slots=True, eq=False)
class Maker:
    """What makes a class a PyTree (or, for `node == "no"`, visibly not one).

    Attributes:
        name: canonical dotted name of the base class, decorator or registering function.
        via: "base": `class C(name)`; "decorator": `@name`, `@name(...)`, `C = name(C)`; "call": `name(C, ...)`;
            "both": decorator or call (also `@partial(name, ...)`); "new": the call gives the class
            (`C = namedtuple("C", "a b")`).
        init: who writes `__init__` unless the class does: "dataclass" from its annotated fields, "own" (the class
            must write one or takes nothing), "none" (the maker does not touch it).
        fields: what the fields are: "annotated" names in the class body; "assigned" attributes (`self.x = ...`,
            dataclass fields included when a dataclass decorator is there); "explicit": see `spelling`; "none".
        hash: "fields" (of all fields; raises when one is an array), "identity", "unhashable", "own" (as the class or
            its dataclass decorator says).
        frozen: whether assigning a field after construction raises.
        reads: metadata keys of `dataclasses.Field` that it honours, each with the value that means static.
        annotations: markers that it honours in annotations, `x: Static[int]`.
        inherits: whether a subclass is a PyTree without being marked again.
        node: "yes"; "static" (registered, but without leaves: its instances are aux data); "no" (one opaque leaf).
        leaves: "all": each unmarked field is a child; "data": only a field whose value is an array, a node or a
            variable is, everything else is static by itself (nnx); "none".
        spelling: of "explicit" fields: "methods" (`tree_flatten`), "methods-with-keys" (`tree_flatten_with_keys`),
            "functions" and "functions-with-keys" (given to the call), "lists" (`data_fields`, `meta_fields`; when
            they are not given: the dataclass's fields), "classvars" (lists in the class body), "namedtuple".
        parameters: positional parameters of a registering function, in order; the first is the class.
        methods_are_trees: a bound method is a PyTree around its instance (dunder methods excepted).
        warns_of_scalars: a numpy scalar in a static field is warned of, as an array is (equinox 0.13.8).
        watches_traces: in a trace, what was made outside of it takes no assignment (flax 0.12.8).
        no_init: what becomes of dataclass fields with `init=False`: "kept", "dropped", or "error" at registration.
        options: keyword arguments of the decorator or class statement that change the above: (keyword, value,
            attribute, what it becomes).
        configured_in: a name in the class body that holds such options too: `model_config = ConfigDict(frozen=True)`.
        since: (distribution, version) before which nothing is known; ("", "") where this always held.
        before: keywords of a class statement that only versions before `since` take: nothing is known of the class.
    """

    name: str
    via: Literal["base", "decorator", "call", "both", "new"]
    init: Literal["dataclass", "own", "none"] = "none"
    fields: Literal["annotated", "assigned", "explicit", "none"] = "explicit"
    hash: Literal["fields", "identity", "unhashable", "own"] = "own"
    frozen: bool = False
    reads: tuple[tuple[str, bool], ...] = ()
    annotations: tuple[str, ...] = ()
    inherits: bool = False
    node: Literal["yes", "static", "no"] = "yes"
    leaves: Literal["all", "data", "none"] = "all"
    spelling: str = ""
    parameters: tuple[str, ...] = ()
    no_init: Literal["kept", "dropped", "error"] = "kept"
    methods_are_trees: bool = False
    warns_of_scalars: bool = False
    watches_traces: bool = False
    options: tuple[tuple[str, object, str, object], ...] = ()
    configured_in: str = ""
    since: tuple[str, str] = ("", "")
    before: tuple[str, ...] = ()

    @property
    def static(self) -> tuple[str, ...]:
        """Names of the markers that can make a field of such a class static; `verdict` says whether one does."""
        from pytreelint.knowledge.markers import ENTRIES

        read = {key for key, _ in self.reads}
        return tuple(
            marker.name
            for marker in ENTRIES
            if marker.name in self.annotations
            or (marker.writes is not None and marker.writes[0] in read)
            or (marker.how == "metadata" and read)
        )


@record(frozen=True, slots=True, eq=False)
class Marker:
    """What declares one field, and when it makes the field static.

    Attributes:
        name: canonical dotted name of the field function, or of the annotation.
        how: "keyword": static when `keyword` is `value`; "always": any call is static; "metadata": whatever the
            metadata mapping says; "annotation": `name[T]` is static (or, for `value == False`, a child); "wrapper":
            `self.x = name(value)` in a constructor, or a field in the class body, likewise.
        keyword, value: see above. `default`: what the field is when the keyword is missing.
        writes: the metadata key that it sets, with the value that means static; None for annotations.
        converter: the keyword that takes a converter (applied after `__init__`), if any.
        position: where the keyword may be given by position, else -1.
        deprecated: since which version of the library (empty: it is not), and what replaces it.
        maker: the base that a class with such fields has, where its bases are not at hand.
    """

    name: str
    how: Literal["keyword", "always", "metadata", "annotation", "wrapper"]
    keyword: str = ""
    value: bool = True
    default: Literal["child", "static"] = "child"
    writes: tuple[str, bool] | None = None
    converter: str = ""
    position: int = -1
    deprecated: tuple[str, str] | None = None
    maker: str = ""


def verdict(maker: Maker, marker: Marker | None, keywords: Mapping[str, object]) -> Verdict:
    """Whether a field declared by `marker(**keywords)` in a class made by `maker` is static metadata or a child.

    `keywords` holds what is known of the call: literal values as themselves, `metadata` as a dict, `...` for a value
    that is not known. A `marker` of None is a field without a field function.
    """
    if marker is None:
        return "child"
    if marker.name in maker.annotations:
        return "static" if marker.value else "child"
    written = _written(marker, keywords)
    read = [(written[key], static) for key, static in maker.reads if key in written]
    if any(value is ... for value, _ in read):
        return "unknown"
    return "static" if any(bool(value) is static for value, static in read) else "child"


def _written(marker: Marker, keywords: Mapping[str, object]) -> dict[object, object]:
    """The metadata that the call leaves on the field; `...` for a value that is not known."""
    metadata = keywords.get("metadata", {})
    written = dict(metadata) if isinstance(metadata, Mapping) else {key: ... for key, _ in (STATIC, PYTREE_NODE, JDC)}
    if marker.writes is None:
        return written
    key, static = marker.writes
    given = keywords.get(marker.keyword, marker.value is (marker.default == "static"))
    match marker.how:
        case "keyword":
            written[key] = ... if given is ... else static is (bool(given) is marker.value)
        case "always":
            written[key] = static
        case "wrapper":
            written[key] = static is marker.value
    return written
