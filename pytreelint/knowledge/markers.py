"""The field functions and annotations, library by library. `libraries.MARKERS` is the table to look them up in."""

from __future__ import annotations

from pytreelint.knowledge.declarations import JDC, PYTREE_NODE, STATIC, Marker

_SIMPLE = "simple_pytree.Pytree"
ENTRIES: tuple[Marker, ...] = (
    Marker("dataclasses.field", "metadata"),
    Marker("attrs.field", "always", converter="converter"),  # no library of PyTrees reads its metadata
    Marker("equinox.field", "keyword", "static", writes=STATIC, converter="converter", maker="equinox.Module"),
    Marker("pytreelint.static_field", "always", writes=STATIC),  # a project's own, see `own`
    Marker(
        "equinox.static_field",
        "always",
        writes=STATIC,
        deprecated=("0.11.0", "equinox.field(static=True)"),
        maker="equinox.Module",
    ),
    Marker("flax.struct.field", "keyword", "pytree_node", value=False, writes=PYTREE_NODE, position=0),
    Marker("flax.nnx.Static", "annotation", deprecated=("0.12.1", "flax.nnx.static()")),
    Marker("flax.nnx.Data", "annotation", value=False, deprecated=("0.12.1", "flax.nnx.data()")),
    Marker("flax.nnx.static", "wrapper", writes=STATIC),
    Marker("flax.nnx.data", "wrapper", value=False, writes=STATIC),
    Marker("jax_dataclasses.Static", "annotation"),
    Marker("jax_dataclasses.static_field", "always", writes=JDC),
    Marker("simple_pytree.field", "keyword", "pytree_node", value=False, writes=PYTREE_NODE, maker=_SIMPLE),
    Marker("simple_pytree.static_field", "always", writes=PYTREE_NODE, maker=_SIMPLE),
    Marker("tjax.dataclasses.field", "keyword", "static", writes=STATIC),
    Marker("jax_md.dataclasses.static_field", "always", writes=STATIC),
)
# The annotations of fields that only classes of one maker may have, and that maker (equinox 0.13).
MAKER_BY_ANNOTATION = {
    "equinox.AbstractVar": "equinox.Module",
    "equinox.AbstractClassVar": "equinox.Module",
}


def is_mark_of_data(name: str) -> bool:
    """Whether something marks a value as a child, where it is wrapped: `self.x = nnx.data(value)`."""
    return any(entry.name == name and entry.how == "wrapper" and not entry.value for entry in ENTRIES)
