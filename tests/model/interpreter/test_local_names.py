"""What a place within a function sees of the function's own imports; expressions that hold a `body` are no blocks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.test_conditions import fixes

CALL = "print({call}({{'x': jnp.ones(3), 'label': 'a'}}))\n"
TEXTS = {
    "a lambda": "run = lambda batch: jax.jit(lambda b: b['x'] * 2)(batch)\n" + CALL.format(call="run"),
    "a choice": "run = jax.jit(lambda b: b['x'] * 2) if HEAD else jax.jit(lambda b: b['x'])\n",
    "a function": "def run(batch):\n    import jax as j\n\n    return j.jit(lambda b: b['x'] * 2)(batch)\n\n\n"
    + CALL.format(call="run"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_transforms_in_expressions(name: str, tmp_path: Path) -> None:
    head = "HEAD = 1\n" if name == "a choice" else ""
    call = CALL.format(call="run") if name == "a choice" else ""
    assert fixes(head + TEXTS[name] + call, tmp_path)
