"""Classes whose instances refuse assignment to attributes: what they raise, and when they still take it.

Every entry is executed against the library by `tests/knowledge/test_frozen.py`.
"""

from __future__ import annotations

from pytreelint.knowledge.record import record, replace

CONSTRUCTORS = frozenset({"__init__", "__post_init__"})


@record(frozen=True, slots=True)
class Frozen:
    """How the classes of a maker refuse assignments.

    Attributes:
        error: the exception.
        open_in: the methods while which an instance takes assignments: its construction, as far as the library sees it.
        declared: while these run, only declared fields are taken.
        copies: whether `copy.copy(instance)` may be assigned to.
        fields: of a subclass only the fields are refused, which takes other names.
        lifted_by: names whose mention in a method says that the class lifts the ban for a while.
        asked_by: names by which an `if` asks whether the instance takes assignments now.
        in_methods: where an instance refuses: in these methods alone (empty: everywhere).
        fields_in: the methods of `open_in` in which declared fields are refused, with `field_error`.
        freezes_in: the methods in which a list that an instance holds is a tuple: what it is assigned is frozen.
        closed_by: the method of `open_in` of which the library's own, run by `super()`, ends the construction.
        descriptors: whether a name is taken for which the class has a descriptor that sets it.
    """

    error: str
    open_in: frozenset[str] = frozenset()
    declared: bool = False
    copies: bool = False
    fields: bool = False
    lifted_by: frozenset[str] = frozenset()
    asked_by: frozenset[str] = frozenset()
    in_methods: frozenset[str] = frozenset()
    fields_in: frozenset[str] = frozenset()
    field_error: str = ""
    freezes_in: frozenset[str] = frozenset()
    closed_by: str = ""
    descriptors: bool = False

    def of_fields(self) -> Frozen:
        """How a declared field is refused in `fields_in`."""
        return replace(self, error=self.field_error)


_DATACLASS = Frozen("FrozenInstanceError")
_NAMED_TUPLE = Frozen("AttributeError", fields=True)

FROZEN: dict[str, Frozen] = {
    "equinox.Module": Frozen("FrozenInstanceError", CONSTRUCTORS, declared=True, copies=True),
    "flax.struct.dataclass": _DATACLASS,
    "flax.struct.PyTreeNode": _DATACLASS,
    "jax_dataclasses.pytree_dataclass": Frozen(
        "FrozenInstanceError", lifted_by=frozenset({"__mutability__", "_mark_mutable", "copy_and_mutate"})
    ),
    "chex.dataclass": _DATACLASS,
    "dataclasses.dataclass": _DATACLASS,
    "typing.NamedTuple": _NAMED_TUPLE,
    "collections.namedtuple": _NAMED_TUPLE,
    "simple_pytree.Pytree": Frozen("AttributeError", CONSTRUCTORS, descriptors=True),
    "flax.linen.Module": Frozen(
        "SetAttributeFrozenModuleError",
        CONSTRUCTORS | {"setup"},
        in_methods=frozenset({"__call__"}),
        fields_in=frozenset({"setup"}),
        field_error="SetAttributeInModuleSetupError",
        freezes_in=frozenset({"setup", "__call__"}),
        asked_by=frozenset({"in_setup"}),
        closed_by="__post_init__",
    ),
}
