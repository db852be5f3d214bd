"""The tree of a class: what is believed of each of its fields."""

from __future__ import annotations

import pytest

from pytreelint.model.queries.tree import TreeNode, described
from tests.model.snippets import Snippet


def short(node: TreeNode) -> str:
    """Returns a tree in one line: label, kind, type."""
    inner = ", ".join(map(short, node.children))
    return f"{node.label}: {node.kind} {node.type}" + (f" ({inner})" if inner else "")


FIELDS = {
    "a: Array": "a: array an array",
    "a: float": "a: scalar a Python float",
    "a: int = 3": "a: scalar 3",
    "a: object": "a: unknown whatever is given",
    "a: str = 'k'": "a: opaque the string 'k'",
    "a: str = eqx.field(static=True)": "a: static a string",
    "a: Array | None = None": "a: array an array or None",
    "a: float | Array": "a: array a Python float or an array",
    "a: list[Array]": "a: container list ([...]: array an array)",
    "a: tuple[Array, int]": "a: container tuple ([0]: array an array, [1]: scalar a Python int)",
    "a: list = dataclasses.field(default_factory=list)": "a: container list",
    "a: list[float] = dataclasses.field(default_factory=list)": "a: container list ([...]: scalar a Python float)",
    "a: eqx.Module": "a: unknown whatever is given",
    "a: Missing": "a: unknown whatever is given",
    "a: dict = eqx.field(default_factory=lambda: {'k': array})": "a: container dict (['k']: array an array)",
    "a: object = function": "a: opaque a lambda",
    "a: object\n    def __init__(self): self.a = [array, 1]": "a: container list ([0]: array an array, [1]: scalar 1)",
    "a: object\n    def __init__(self, b: Array): self.a = b": "a: array an array",
    "a: object\n    def __init__(self, b=None): self.a = b": "a: container None",
}


@pytest.mark.parametrize(("body", "expected"), FIELDS.items(), ids=list(FIELDS))
def test_fields_of_a_module(body: str, expected: str) -> None:
    snippet = Snippet(f"class C(eqx.Module):\n    {body}\n")
    tree = described(snippet.ev, snippet.cls("C"))
    assert (tree.label, tree.kind, tree.why) == ("C", "node", "a PyTree by equinox.Module")
    assert ", ".join(map(short, tree.children)) == expected


MAKERS = {
    "class C: pass": "opaque: no PyTree; jax.tree_util.register_pytree_node_class would make it one",
    "@dataclass\nclass C:\n a: Array": (
        "opaque: no PyTree (dataclasses.dataclass); jax.tree_util.register_dataclass would make it one"
    ),
    "class C(Missing): pass": "unknown: a base cannot be read (Missing): --python names another environment",
    "class B(Missing): pass\nclass C(B): pass": (
        "unknown: a base of its bases cannot be read: --python names another environment"
    ),
    "class C(tuple): pass": "opaque: no PyTree; jax.tree_util.register_pytree_node_class would make it one",
}


@pytest.mark.parametrize(("text", "expected"), MAKERS.items(), ids=list(MAKERS))
def test_what_makes_it_a_pytree(text: str, expected: str) -> None:
    snippet = Snippet(text)
    tree = described(snippet.ev, snippet.cls("C"))
    assert f"{tree.kind}: {tree.why}" == expected


def test_a_child_says_where_it_is_known_from() -> None:
    snippet = Snippet("class C(eqx.Module):\n    a: Array\n    b: str = eqx.field(static=True)\n")
    first, second = described(snippet.ev, snippet.cls("C")).children
    assert first.place is not None and second.place is not None
    assert (second.place.row - first.place.row, second.why) == (1, "marked static")
