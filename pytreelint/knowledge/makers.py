"""The makers of PyTree classes, library by library. `libraries.MAKERS` is the table to look them up in."""

from __future__ import annotations

from typing import Literal

from pytreelint.knowledge.declarations import JDC, PYTREE_NODE, STATIC, Maker

# What makes a PyTree of a class that is none, as code: a dataclass, and any other.
REGISTER_DATACLASS = "jax.tree_util.register_dataclass"
REGISTER_CLASS = "jax.tree_util.register_pytree_node_class"

_REGISTERED = ("nodetype", "flatten_func", "unflatten_func")
_UNSAFE_HASH = ("unsafe_hash", True, "hash", "fields")
# The later ones of an attribute have the last word, as in Python: `eq=False` beats `frozen`, `unsafe_hash` both.
_DATACLASS_OPTIONS = (
    ("frozen", True, "frozen", True),
    ("frozen", False, "frozen", False),
    ("frozen", True, "hash", "fields"),
    ("frozen", False, "hash", "unhashable"),
    ("eq", False, "hash", "identity"),
    _UNSAFE_HASH,
    ("init", False, "init", "own"),
)

_PYDANTIC_OPTIONS = (("frozen", True, "frozen", True), ("frozen", True, "hash", "fields"))

_JAX = (
    Maker(
        "jax.tree_util.register_dataclass",
        "both",
        reads=(STATIC,),
        spelling="lists",
        parameters=("nodetype", "data_fields", "meta_fields", "drop_fields"),
        no_init="error",
    ),
    Maker("jax.tree_util.register_pytree_node_class", "both", spelling="methods", parameters=("cls",)),
    Maker("jax.tree_util.register_pytree_with_keys_class", "both", spelling="methods-with-keys", parameters=("cls",)),
    Maker("jax.tree_util.register_pytree_node", "call", spelling="functions", parameters=_REGISTERED),
    Maker(
        "jax.tree_util.register_pytree_with_keys",
        "call",
        spelling="functions-with-keys",
        parameters=("nodetype", "flatten_with_keys", "unflatten_func", "flatten_func"),
    ),
    Maker("jax.tree_util.register_static", "both", fields="none", node="static", leaves="none", parameters=("cls",)),
)

# Equinox: a metaclass turns every subclass into a frozen dataclass; `init` of a subclass with its own `__init__` stays.
_EQUINOX = Maker(
    "equinox.Module",
    "base",
    "dataclass",
    "annotated",
    "fields",
    True,
    (STATIC,),
    inherits=True,
    methods_are_trees=True,
    warns_of_scalars=True,
)

_FLAX_STRUCT = (
    Maker(
        "flax.struct.dataclass",
        "decorator",
        "dataclass",
        "annotated",
        "fields",
        True,
        (PYTREE_NODE,),
        no_init="error",
        options=_DATACLASS_OPTIONS,
    ),
    Maker(
        "flax.struct.PyTreeNode",
        "base",
        "dataclass",
        "annotated",
        "fields",
        True,
        (PYTREE_NODE,),
        inherits=True,
        no_init="error",
        options=_DATACLASS_OPTIONS,
    ),
)

# Flax nnx: an attribute is a child when its value is an array, Variable or node, else static. Nodes since flax 0.11,
# where a list of nodes is a child too (executed: 0.10.4, 0.11.0, 0.11.1, 0.12.0).
_NNX_MARKS = ("flax.nnx.Static", "flax.nnx.Data", "flax.nnx.static", "flax.nnx.data")
_NNX_OPTIONS = (("pytree", False, "node", "no"),)
_NNX_BEFORE = ("experimental_pytree",)  # executed: 0.10.4 takes it, 0.11.0 and later raise


def _nnx(name: str, node: Literal["yes", "no"] = "yes") -> Maker:
    return Maker(
        name,
        "base",
        "own",
        "assigned",
        "identity",
        reads=(STATIC,),
        annotations=_NNX_MARKS,
        inherits=True,
        node=node,
        leaves="data",
        watches_traces=True,
        options=_NNX_OPTIONS,
        since=("flax", "0.12.0"),
        before=_NNX_BEFORE,
    )


_NNX = (_nnx("flax.nnx.Module"), _nnx("flax.nnx.Pytree"), _nnx("flax.nnx.Object", "no"))

_OTHERS = (
    Maker(
        "jax_dataclasses.pytree_dataclass",
        "decorator",
        "dataclass",
        "annotated",
        "fields",
        True,
        (JDC,),
        annotations=("jax_dataclasses.Static",),
        no_init="dropped",
        options=(("eq", False, "hash", "identity"), _UNSAFE_HASH),
    ),
    # chex: flattens `__dict__`, metadata is not read: every field is a child.
    Maker(
        "chex.dataclass",
        "decorator",
        "dataclass",
        "annotated",
        "unhashable",
        # `eq=False` changes nothing: the Mapping base, which it gets besides, is unhashable too.
        options=tuple(option for option in _DATACLASS_OPTIONS if option[0] != "eq"),
    ),
    Maker(
        "simple_pytree.Pytree",
        "base",
        "own",
        "assigned",
        "own",
        True,
        (PYTREE_NODE,),
        inherits=True,
        options=(("mutable", True, "frozen", False),),
    ),
    Maker(
        "tjax.dataclasses.dataclass",
        "decorator",
        "dataclass",
        "annotated",
        "fields",
        True,
        (STATIC,),
        no_init="dropped",
        options=_DATACLASS_OPTIONS,
    ),
    Maker(
        "jax_md.dataclasses.dataclass",
        "decorator",
        "dataclass",
        "annotated",
        "fields",
        True,
        (STATIC,),
        no_init="error",
        options=_DATACLASS_OPTIONS,
    ),
    # penzai: the decorator registers, the base writes the flattening; both stand on every class.
    Maker("penzai.core.struct.pytree_dataclass", "decorator", "dataclass", "annotated", "fields", True, (PYTREE_NODE,)),
    Maker("sepes.TreeClass", "base", "own", "assigned", "fields", True, inherits=True),
    Maker("pytreeclass.TreeClass", "base", "own", "assigned", "fields", True, inherits=True),
    Maker("numpyro.distributions.Distribution", "base", "own", "explicit", spelling="classvars", inherits=True),
)

# PyTrees by nature, and classes that are visibly none.
_STANDARD = (
    Maker("typing.NamedTuple", "base", "dataclass", "annotated", "fields", True, inherits=True),
    Maker(
        "collections.namedtuple", "new", "dataclass", "explicit", "fields", True, inherits=True, spelling="namedtuple"
    ),
    Maker(
        "dataclasses.dataclass",
        "decorator",
        "dataclass",
        "annotated",
        "unhashable",
        node="no",
        options=_DATACLASS_OPTIONS,
    ),
    Maker("flax.linen.Module", "base", "dataclass", "annotated", "fields", True, node="no", inherits=True),
    Maker("haiku.Module", "base", "own", "assigned", "identity", node="no", inherits=True),
    Maker("attr.s", "decorator", "dataclass", "annotated", "unhashable", node="no"),
    Maker("attrs.define", "decorator", "dataclass", "annotated", "unhashable", node="no"),
    Maker("attrs.frozen", "decorator", "dataclass", "annotated", "fields", True, node="no"),
    Maker(
        "pydantic.BaseModel",
        "base",
        "dataclass",
        "annotated",
        "unhashable",
        node="no",
        inherits=True,
        options=_PYDANTIC_OPTIONS,
        configured_in="model_config",
    ),
    Maker("enum.Enum", "base", "none", "none", "identity", node="no", leaves="none", inherits=True),
)

ENTRIES: tuple[Maker, ...] = (*_JAX, _EQUINOX, *_FLAX_STRUCT, *_NNX, *_OTHERS, *_STANDARD)

# What gradients are taken of, field by field: Modules that say which of their fields are trained.
MODULES = frozenset({_EQUINOX.name})

# What notes a class elsewhere, and leaves it as it is: `serialization.register_serialization_state(cls, ...)`.
NOTES = frozenset({"flax.serialization.register_serialization_state"})
