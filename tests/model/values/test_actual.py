"""What an object has anew, as its callers know it."""

from __future__ import annotations

import pytest

from pytreelint.model.values.identity import Token
from tests.model.snippets import Snippet

RENEWED = "def renewed(tree): return jax.tree.map(lambda leaf: leaf + 1, tree)\n"


def tokens(text: str, *names: str) -> list[Token]:
    env = Snippet(RENEWED + text).run().env or {}
    return [token for name in names if (token := env[name].token) is not None]


@pytest.mark.parametrize("times", [1, 2, 5])
def test_what_helpers_renew_in_turns_has_the_first_ones_arrays_anew(times: int) -> None:
    body = "    tree = renewed(tree)\n" * times
    before, after = tokens(
        f"def run(tree):\n{body}    return tree\nbefore = unknown()\nafter = run(before)", "before", "after"
    )
    assert any(each is before for each in after.updates)


def test_a_long_script_does_not_remember_all_that_it_has_renewed() -> None:
    (token,) = tokens("tree = unknown()\n" + "tree = renewed(tree)\n" * 40, "tree")
    count = len(token.updates)  # a token that is printed prints all that it updates
    assert count == 1
