"""Comprehensions: item by item where the items are few and known, else what they have in common."""

from __future__ import annotations

import pytest

from tests.model.snippets import evaluated

COMPREHENSIONS = {
    "[y + 1 for y in (1, 2)]": "[2, 3]",
    "[y for y in unknown()]": "[*?]",
    "[jnp.zeros(3) for _ in range(unknown())]": "[*jax:inexact]",
    "{k: array for k in unknown()}": "{**jax:inexact}",
    "{y for y in (1, 2)}": "set{1, 2}",
    "tuple(y for y in (1, 'a'))": "(1, 'a')",
    "[y for y in (1, None) if y is not None]": "[1]",
    "[y for y in (1, array) if y > 0]": "[*1 | jax:inexact]",
    "[(a, b) for a in (1, 2) for b in unknown()]": "[*(1 | 2, ?)]",
    "[k for k, v in {'a': 1}.items()]": "['a']",
}


@pytest.mark.parametrize(("text", "expected"), COMPREHENSIONS.items(), ids=list(COMPREHENSIONS))
def test_comprehension(text: str, expected: str) -> None:
    assert evaluated(f"x = {text}\n") == expected
