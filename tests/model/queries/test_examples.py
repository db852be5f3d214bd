"""Draws that only make inputs to try something on, in scripts and notebooks, and draws that are more than that."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytreelint.engine.run import check
from pytreelint.engine.settings import Settings

HEAD = "import jax\nimport jax.numpy as jnp\nfrom jax import random\nkey = random.key(0)\nN, D = 4, 3\n"
TRIED = {
    "a = random.normal(key, (2, 3))\nb = random.normal(key, (3, 4))\nprint(jnp.matmul(a, b), a @ b)",
    "a = random.normal(key, (N, D))\nb = random.uniform(key, (N, D))\nassert float(jnp.abs(a - b).sum()) < 9",
    "a = random.normal(key, shape=(N, D))\nb = random.normal(key, shape=(D,))\nprint(jax.jit(jnp.dot)(a, b), a.shape)",
    "a = random.normal(key, (N, D))\nb = random.normal(key, (D,))\ndef f(a, b):\n    a = a.T\n    return b\nf(a, b)",
    (
        "def show():\n    key = random.key(1)\n    a = random.normal(key, (N, D))\n"
        "    b = random.normal(random.split(key)[1], (D,))\n    print(a @ b)\nshow()"
    ),
    "print(random.normal(key))\nprint(f'{random.normal(key)}')",
    "print(random.normal(key))\nkey, part = random.split(key)\nprint(random.normal(part))",
}
MORE = {
    "a = random.normal(key, (N, D))\nb = random.normal(key, (N, D))\nprint(a @ b.T)",  # equal
    "a = random.normal(key, (N, D))\nb = random.normal(key, (D,))\nparams = [a, b]",
    "a = random.normal(key, (N, D))\nb = random.normal(key, (D,))\nprint(a + b)",
    "a = random.normal(key, (N, D))\nb = random.normal(key, (D,))\nprint(random.categorical(random.key(1), a @ b))",
    "a = random.normal(key, (N, D))\nb = random.normal(key, (D,))\nfor i in range(3):\n    b = b - jnp.dot(a[i], b)",
    "a = random.normal(key, (N, D))\nb = random.normal(key, (D,))\ndef f(p):\n    return jnp.sum(a @ p)\nprint(f(b))",
    "def f(key):\n    a = random.normal(key, (N, D))\n    b = random.normal(key, (D,))\n    print(a @ b)\nf(key)",
    (
        "a = random.normal(key, (N, D))\nb = random.normal(key, (D,))\ndef fit(p, x):\n    for _ in range(3):\n"
        "        p = p - jax.grad(lambda p: jnp.sum(x @ p))(p)\n    return p\nfit(b, a)"
    ),
    "print(random.normal(key) + random.normal(key))",
}


def codes(folder: Path, name: str, text: str) -> list[str]:
    (folder / name).write_text(text)
    report = check([str(folder / name)], Settings(str(folder)), cache=False, jobs=1)
    return [finding.code for finding in report.findings]


@pytest.mark.parametrize("text", sorted(TRIED))
def test_inputs_to_try_something_on(tmp_path: Path, text: str) -> None:
    assert codes(tmp_path, "script.py", HEAD + text) == []


@pytest.mark.parametrize("text", sorted(MORE))
def test_more_than_inputs(tmp_path: Path, text: str) -> None:
    assert codes(tmp_path, "script.py", HEAD + text) == ["PTL305"]


def notebook(*cells: str) -> str:
    found = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": cell} for cell in cells]
    return json.dumps({"cells": found, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def test_the_value_of_a_cell_is_printed(tmp_path: Path) -> None:
    cells = "random.normal(key, shape=(2,))", "first, second = random.split(key)"
    assert codes(tmp_path, "lesson.ipynb", notebook(HEAD, *cells)) == []
    used = "first = random.normal(key, (2,))\nprint(first + first)", "second = random.normal(key, (2,))\nsecond * 2"
    assert codes(tmp_path, "used.ipynb", notebook(HEAD, "\n".join(used))) == ["PTL305"]
