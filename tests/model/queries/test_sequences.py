"""A static list becomes a tuple safely only where the function does the same with both; JAX runs what is safe."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from pytreelint.engine.fixing import plan
from pytreelint.engine.run import check
from pytreelint.engine.settings import Settings
from tests.fixtures.oracle import PYTHON

PROGRAM = """\
from functools import partial

import jax
import jax.numpy as jnp
import json
import numpy as np

TABLE = np.arange(9.0).reshape(3, 3)


def twice(values):
    return [2 * value for value in values]


def kept(values):
    return isinstance(values, list)


@partial(jax.jit, static_argnames="n")
def f(x, n):
    {body}


print(f(jnp.arange(4.0), n={given}))
"""
ALIKE = {
    "return x * len(n)",
    "return x + sum(n)",
    "return x.reshape(n)",
    "x = x * 2\n    return (x + 1).reshape(n).T",
    "return jnp.zeros(n) + x[0]",
    "return jnp.reshape(x, shape=n)",
    "for k in n:\n        x = x + k\n    return x",
    "return x + sum(k for k in n)",
    "a, b = n\n    return x * a + b",
    "return x * n[0] + n[-1]",
    "return x.reshape(*n)",
    "return x + (2 in n)",
    "return x if n else -x",
    "return x + sum(twice(n))",
    "return x + sum(twice(values=n))",
    "return x + sum(map(abs, n)) + max(*n) + sum(i * k for i, k in enumerate(n))",
}
APART = {
    "return x + TABLE[n].sum()",
    "return x[jnp.array(0)] + TABLE[n,].sum()",
    "return x.at[n].set(0.0)",
    "return x * (n == [2, 2])",
    "return x * (n != [2, 2])",
    "return x * isinstance(n, list)",
    "return x * kept(n)",
    "return x * len(str(n))",
    "return x * len(f'{n}')",
    "return x * len(json.dumps(n))",
    "m = n\n    return x * len(m)",
    "return x * len([n])",
    "return x * len(n * 2)",
    "return x * len(n[1:])",
    "return (lambda: x * (n == [2, 2]))()",
    "return x * len(locals())",
    "twice = x.reshape\n    return twice(n)",
    "class A:\n        reshape = staticmethod(lambda n: n == [2, 2])\n    return x * A.reshape(n)",
    "return x + np.block(n).sum()",
}
NEVER = {
    "return x.reshape(n + [1]).sum(0)",
    "n.append(3)\n    return x * len(n)",
    "n[0] = 3\n    return x * len(n)",
}


def tiers(folder: Path, body: str, given: str = "[2, 2]") -> tuple[list[str], str]:
    """The tiers of the fixes, and the program with all of them."""
    path = folder / "program.py"
    path.write_text(PROGRAM.format(body=body, given=given), encoding="utf-8")
    report = check([str(path)], Settings(root=str(folder), python=PYTHON), cache=False)
    planned = plan([str(path)], Settings(root=str(folder), python=PYTHON), lambda finding: True, report, {})
    text = planned.fixed[str(path)].text if planned.fixed else ""
    return [finding.fix.applicability for finding in report.findings if finding.fix], text


@pytest.mark.parametrize("body", sorted(ALIKE))
def test_alike(tmp_path: Path, body: str) -> None:
    assert tiers(tmp_path, body)[0] == ["safe"]


@pytest.mark.long
def test_alike_under_jax(tmp_path: Path) -> None:
    fixed = [tiers(tmp_path, body)[1] for body in sorted(ALIKE)]
    lists = [
        text.replace('@partial(jax.jit, static_argnames="n")\n', "").replace("n=(2, 2)", "n=[2, 2]") for text in fixed
    ]
    runs = [f"exec({text!r}, dict(__name__='__main__'))" for text in (*fixed, *lists)]
    done = subprocess.run([PYTHON, "-c", "\n".join(runs)], capture_output=True, text=True, check=True)
    printed = done.stdout.splitlines()
    assert printed[: len(printed) // 2] == printed[len(printed) // 2 :]  # as without jit, which takes the list
    assert len(printed) >= 2 * len(ALIKE)


@pytest.mark.parametrize("body", sorted(APART))
def test_apart(tmp_path: Path, body: str) -> None:
    assert tiers(tmp_path, body)[0] == ["unsafe"]


@pytest.mark.parametrize("body", sorted(NEVER))
def test_what_would_still_raise_has_no_fix(tmp_path: Path, body: str) -> None:
    assert tiers(tmp_path, body)[0] == []


@pytest.mark.parametrize(
    ("body", "tier"),
    [("return x * len(n)", ["safe"]), ("return x * (n == {1})", ["unsafe"]), ("n.add(1)\n    return x", [])],
)
def test_sets(tmp_path: Path, body: str, tier: list[str]) -> None:
    assert tiers(tmp_path, body, "{1, 2}")[0] == tier


def test_elements_without_a_hash(tmp_path: Path) -> None:
    assert tiers(tmp_path, "return x * len(n)", "[TABLE, TABLE]")[0] == []
    assert tiers(tmp_path, "return x * len(n)", "[json.loads(k) for k in '12']")[0] == ["unsafe"]
