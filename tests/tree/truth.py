"""What JAX says: flattens one instance per class and writes `truth.json` beside this file.

Run it (`python -m tests.tree.truth`) where the libraries are installed; `tests/tree/oracle.py` compares the table with
what the linter believes, without any library.
"""

from __future__ import annotations

import dataclasses
import importlib
import importlib.metadata
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TABLE = Path(__file__).with_name("truth.json")
LIBRARIES = (
    *("jax", "equinox", "diffrax", "optimistix", "lineax", "flowjax"),
    *("paramax", "optax", "flax", "blackjax", "quax"),
    *("tinygp", "distreqx", "ott", "dynamiqs", "interpax"),
)
DISTRIBUTIONS = {"ott": "ott-jax"}  # where that is another name
# The modules of builders, and what each imports.
BUILDERS = {
    "builders_equinox": {"equinox"},
    "builders_solvers": {"diffrax", "lineax", "optax", "optimistix"},
    "builders_flows": {"flowjax", "paramax"},
    "builders_models": {"flax", "optax"},
    "builders_wider": {"equinox", "diffrax", "lineax", "optax", "optimistix", "flowjax", "paramax"},
    "builders_nnx": {"flax", "optax"},
    "builders_samplers": {"blackjax", "quax", "tinygp", "distreqx"},
    "builders_geometry": {"ott", "dynamiqs", "interpax"},
}
Node = dict[str, Any]


def main() -> None:
    """Build every instance and store the table."""
    text = full_table()
    TABLE.write_text(text, encoding="utf-8")
    print(f"{TABLE.name}: {len(json.loads(text)['classes'])} classes")


def versions() -> dict[str, str]:
    """The installed libraries and their versions, which the table is true of."""
    installed = {item.name: item.version for item in importlib.metadata.distributions()}
    found = {name: installed.get(DISTRIBUTIONS.get(name, name)) for name in LIBRARIES}
    return {name: version for name, version in found.items() if version is not None}


def build_all() -> dict[str, Node]:
    """The truth about each class that a builder exists for, by its public name; of libraries that are installed."""
    present = set(versions())
    classes: dict[str, Node] = {}
    for module, needed in BUILDERS.items():
        if needed <= present:
            builders = importlib.import_module(f"tests.tree.{module}").BUILDERS
            wanted = {name: build for name, build in sorted(builders.items()) if name.split(".")[0] in present}
            classes |= {name: describe(build()) for name, build in wanted.items()}
    return classes


def full_table() -> str:
    """The table as it is stored."""
    return json.dumps({"versions": versions(), "classes": build_all()}, indent=1) + "\n"


def describe(value: Any) -> Node:
    """How JAX sees a value: a leaf, or a node with its children and its static fields."""
    from jax.tree_util import all_leaves

    if value is None:
        return {"kind": "none"}
    if all_leaves([value]):
        return {"kind": leaf_kind(value), "type": type_name(value)}
    children = dict(children_of(value))
    static = {name: {"kind": "static", "type": type_name(item)} for name, item in fields_of(value, children)}
    kind = "container" if type(value) in (tuple, list, dict) else "node"
    return {"kind": kind, "type": type_name(value), "children": children | static}


def children_of(value: Any) -> Iterator[tuple[str, Node]]:
    """What flattening goes into, one level down; a child that has only a number is called as the attribute it is."""
    from jax.tree_util import FlattenedIndexKey, keystr, tree_flatten_with_path

    flat, _ = tree_flatten_with_path(value, is_leaf=lambda item: item is not value)
    left = own_attributes(value)
    for path, item in flat:
        names = [name for name in left if item is not None and getattr(value, name, None) is item]
        by_number = isinstance(path[0], FlattenedIndexKey) and bool(names)
        if by_number:
            left.remove(names[0])
        yield names[0] if by_number else keystr(path).removeprefix("."), describe(item)


def fields_of(value: Any, children: dict[str, Node]) -> Iterator[tuple[str, Any]]:
    """Fields that flattening does not go into: they are static metadata."""
    if dataclasses.is_dataclass(value):
        names = [field.name for field in dataclasses.fields(value)]
    elif type(value) in (tuple, list, dict) or hasattr(value, "_fields"):
        names = []
    elif hasattr(value, "tree_flatten"):
        _, kept = value.tree_flatten()
        names = [name for name in own_attributes(value) if within(getattr(value, name, None), kept)]
    else:
        names = own_attributes(value)
    for name in names:
        if name not in children and hasattr(value, name):
            yield name, getattr(value, name)


def within(value: Any, kept: Any) -> bool:
    """Whether aux data holds this very value. None and numbers are equal to others, so only objects count."""
    if isinstance(kept, list | tuple):
        return any(within(value, item) for item in kept)
    if isinstance(kept, dict):
        return any(within(value, item) for item in kept.values())
    return value is kept and value is not None and not isinstance(value, bool | int)


def own_attributes(value: Any) -> list[str]:
    """What was assigned to an instance that declares no fields; flax's own bookkeeping is no field."""
    try:
        assigned = object.__getattribute__(value, "__dict__")
    except AttributeError:  # it has slots, and may pass `value.__dict__` on to what it wraps
        return []
    return [name for name in assigned if not name.startswith("_pytree__")]


def leaf_kind(value: Any) -> str:
    """array, scalar (a Python number, which raw transforms trace), or opaque."""
    import jax
    import numpy as np

    if isinstance(value, jax.Array | np.ndarray | np.generic):
        return "array"
    return "scalar" if isinstance(value, bool | int | float | complex) else "opaque"


def type_name(value: Any) -> str:
    """Where the type of a value is defined."""
    return f"{type(value).__module__}.{type(value).__qualname__}".removeprefix("builtins.")


if __name__ == "__main__":
    main()
