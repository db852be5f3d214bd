"""Attributes of nnx Modules are children or static by what they hold, declared or not, unless a mark says otherwise."""

from __future__ import annotations

import pytest

from pytreelint.model.types.registration import flattened
from pytreelint.model.values.sites import StaticValue
from pytreelint.model.values.value import Object
from tests.model.snippets import Snippet

HEAD = "from collections.abc import Sequence\nfrom flax import nnx\n"
BODY = "    def __init__(self, held): self.held = held\n"
# The declaration, what is held -> whether it is a child.
HELD = [
    ("held: Sequence[str]", "('a', 'b')", False),
    ("held: object", "jnp.tanh", False),
    ("held: str", "'a'", False),
    ("held: jax.Array", "array", True),
    ("held: object", "nnx.Linear(1, 2, rngs=nnx.Rngs(0))", True),
    ("held: nnx.Data[object]", "('a', array)", True),
    ("held: nnx.Static[object]", "('a', 'b')", False),
    ("pass", "('a', 'b')", False),
    ("pass", "array", True),
]


@pytest.mark.parametrize(("declaration", "held", "child"), HELD)
@pytest.mark.parametrize("dataclass", [True, False])
def test_what_is_held_decides(declaration: str, held: str, child: bool, dataclass: bool) -> None:
    if dataclass and declaration == "pass":
        return
    start = "@dataclass\n" if dataclass else ""
    text = f"{start}class A(nnx.Module):\n    {declaration}\n{'' if dataclass else BODY}x = A({held})\n"
    snippet = Snippet(HEAD + text)
    made = snippet.value("x")
    assert isinstance(made, Object)
    flat = flattened(snippet.ev, made)
    assert flat is not None
    assert ([name for name, _ in flat.data], [name for name, _ in flat.meta]) == (
        (["held"], []) if child else ([], ["held"])
    )


def test_a_declared_field_that_holds_arrays_in_a_dict_is_static() -> None:
    text = "@dataclass\nclass A(nnx.Module):\n    held: dict\nx = A({'a': array})\n"
    assert [site.field.name for site in Snippet(HEAD + text).sites() if isinstance(site, StaticValue)] == ["held"]


@pytest.mark.parametrize(("version", "known"), [("0.10.4", False), ("0.11.1", False), ("0.12.0", True)])
def test_before_flax_0_12_nothing_is_known(version: str, known: bool) -> None:
    """A list of nodes was a child in 0.11, and no attribute was one before."""
    script = f"# /// script\n# dependencies = ['flax=={version}']\n# ///\n"
    snippet = Snippet(script + HEAD + f"class A(nnx.Module):\n{BODY}x = A([array])\n")
    assert any(isinstance(site, StaticValue) for site in snippet.sites()) is known
