"""A step that only one item of a loop takes compiles once: rules on what is compiled again are silent."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

from pytreelint.engine.config import load
from pytreelint.engine.run import check

HEAD = """
import equinox as eqx
import jax

@eqx.filter_jit
def compiled(f, x):
    return f(x)

def build(x):
    return jax.jit(lambda y: y * 2)(x)

def run(batches, chosen, other):
"""
# What runs -> the rules that speak.
STEPS = {
    "for name, x in batches.items():\n    if name == chosen:\n        jax.jit(lambda y: y)(x)": [],
    "for name, x in batches.items():\n    if chosen == name and other:\n        jax.jit(lambda y: y)(x)": [],
    "for name, x in batches.items():\n    if name is chosen:\n        compiled(lambda y: y, x)": [],
    "for name, x in batches.items():\n    if name != chosen:\n        pass\n    else:\n        build(x)": [],
    "for name, x in batches.items():\n    if other:\n        pass\n    elif name == chosen:\n        build(x)": [],
    "for i, x in enumerate(batches):\n    if i == 0:\n        jax.jit(lambda y: y)(x)": [],
    "for name, x in batches.items():\n    match name:\n        case 'first':\n            jax.jit(lambda y: y)(x)": [],
    "{name: compiled(lambda y: y, x) if name == chosen else x for name, x in batches.items()}": [],
    "[compiled(lambda y: y, x) for name, x in batches.items() if name == chosen]": [],
    "for name, x in batches.items():\n    jax.jit(lambda y: y)(x)": ["PTL601"],
    "for name, x in batches.items():\n    if name != chosen:\n        jax.jit(lambda y: y)(x)": ["PTL601"],
    "for name, x in batches.items():\n    if other == chosen:\n        jax.jit(lambda y: y)(x)": ["PTL601"],
    "for i, x in enumerate(batches):\n    if i % 2 == 0:\n        jax.jit(lambda y: y)(x)": ["PTL601"],
    "for name, x in batches.items():\n    if name == chosen or other:\n        compiled(lambda y: y, x)": ["PTL603"],
    "for a in other:\n    for name, x in batches.items():\n        if name == chosen:\n            build(x)": [
        "PTL602"
    ],
    "[compiled(lambda y: y, x) if other else x for name, x in batches.items()]": ["PTL603"],
    "[compiled(lambda y: y, x) for name, x in batches.items() if name > chosen]": ["PTL603"],
}


@pytest.mark.parametrize("steps", STEPS)
def test_one_item_is_no_loop(tmp_path: Path, steps: str) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.pytreelint]\n", encoding="utf-8")
    (tmp_path / "train.py").write_text(HEAD + indent(steps, "    ") + "\n", encoding="utf-8")
    found = check([str(tmp_path)], load([str(tmp_path)]), cache=False, jobs=1).findings
    assert [finding.code for finding in found] == STEPS[steps]
