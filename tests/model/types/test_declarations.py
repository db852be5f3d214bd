"""What a static field's declaration says of it, and what overrules that."""

from __future__ import annotations

import pytest

from pytreelint.model.driver.entries import sites_of
from pytreelint.model.values.sites import StaticDeclaration
from tests.model.snippets import Snippet, show

CLASS = """
class M(eqx.Module):
    a: {annotation} = eqx.field(static=True)
    def __init__(self, given: {annotation}):
        {body}
"""

HELD = {
    # An array is promised, and no instance holds one.
    ("Array", "self.a = (1, 2)"): "(1, 2)",
    ("Array", "self.a = 1.0"): "1.0",
    ("Array", "self.a = given.shape"): "(*int)",
    # Some instance may hold one.
    ("Array", "self.a = given"): "jax",
    ("Array", "self.a = unknown()"): "jax",
    ("Array", "self.a = jnp.zeros(3) if unknown() else 1"): "jax",
    ("Array | None", "self.a = None"): "jax | None",
    # A container of arrays is promised.
    ("list[Array]", "self.a = [1, 2]"): "[1, 2]",
    ("list[Array]", "self.a = [unknown()]"): "[*jax]",
    ("list[Array]", "self.a = [jnp.zeros(3)]"): "[*jax]",
    # No array is promised: the annotation stands.
    ("int", "self.a = 1"): "int",
    ("str", "self.a = jnp.zeros(3)"): "<str>",
}


@pytest.mark.parametrize(("case", "expected"), HELD.items(), ids=[" ".join(case) for case in HELD])
def test_what_a_declaration_says(case: tuple[str, str], expected: str) -> None:
    snippet = Snippet(CLASS.format(annotation=case[0], body=case[1]))
    found = [site for site in sites_of(snippet.ev, snippet.module) if isinstance(site, StaticDeclaration)]
    assert [show(site.value) for site in found] == [expected]
