"""Fixes of mappings with axes: the twin is told to map arrays only."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.test_conditions import fixes

BODY = "\n\ndef f(x, k):\n    return {given}\n\n\nprint({call})\n"
KEPT = "jax.vmap(f, in_axes={into}, {out})(jnp.ones(3), 'a')"


@pytest.mark.parametrize(
    ("into", "given", "out", "edits"),
    [
        ("0", "x * 2", "out_axes=0", 1),
        ("(0, None)", "(x * 2, k)", "out_axes=0", 2),
        ("(0, None)", "(x * 2, k)", "out_axes=(0, None)", 2),
        ("(0, None)", "{'x': x, 'k': k}", "out_axes={'x': -1, 'k': None}", 2),
        ("(0, None)", "(x * 2, k)", "out_axes=None", 1),
    ],
)
def test_outputs_beside_arrays_are_told_apart(into: str, given: str, out: str, edits: int, tmp_path: Path) -> None:
    text = "axis = 0\n" + BODY.format(given=given, call=KEPT.format(into=into, out=out))
    (fix,) = fixes(text, tmp_path)
    assert sum("if_array(" in edit.content for edit in fix.edits) == edits


def test_what_is_not_written_out_is_left(tmp_path: Path) -> None:
    text = "axes = dict\n" + BODY.format(
        given="(x * 2, k)", call=KEPT.format(into="(0, None)", out="out_axes=axes(a=0)")
    )
    assert fixes(text, tmp_path) == []
