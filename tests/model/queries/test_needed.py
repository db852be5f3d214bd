"""A static field that an `if`, a shape or a `range` needs has no fix that traces it; any other has one."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.engine.run import check
from pytreelint.engine.settings import Settings
from tests.fixtures.oracle import PYTHON

PROGRAM = """\
import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np


class Model(eqx.Module):
    w: jax.Array
    n: jax.Array = eqx.field(static=True)

    def __call__(self, x):
        return {body}


print(Model(jnp.ones(2), jnp.array(3))(jnp.ones(2)))
"""
NEEDED = [
    "x if self.n > 2 else -x",
    "x if not self.n else -x",
    "x if self.n and x.size else -x",
    "sum(x for _ in range(self.n))",
    "jnp.zeros(self.n)",
    "jnp.zeros((2, self.n + 1))",
    "jnp.zeros(shape=(2, self.n))",
    "x.reshape(self.n, -1)",
    "x[: self.n]",
    "x * int(self.n)",
    "x * self.n.item()",
    "x * float(jnp.sum(self.n))",
    "x if jnp.any(self.n > 1) else -x",
    "x * np.sin(self.n)",
    "x * max(self.n, 1)",
]
NOT_NEEDED = [
    "x * self.n",
    "x[self.n]",
    "jnp.zeros(self.n.shape) + x[0]",
    "x if self.n is None else x",
    "x if self.n.ndim else -x",
    "jnp.where(self.n > 1, x, -x)",
    "jnp.full((2,), self.n)",
    "self.w @ x + jnp.sum(self.n)",
]


def offered(folder: Path, body: str) -> bool:
    (folder / "main.py").write_text(PROGRAM.format(body=body))
    report = check([str(folder)], Settings(root=str(folder), python=PYTHON), cache=False, jobs=1)
    (finding,) = (each for each in report.findings if each.code == "PTL101")
    return finding.fix is not None


@pytest.mark.parametrize("body", NEEDED)
def test_it_stays_static(tmp_path: Path, body: str) -> None:
    assert not offered(tmp_path, body)


@pytest.mark.parametrize("body", NOT_NEEDED)
def test_it_may_be_traced(tmp_path: Path, body: str) -> None:
    assert offered(tmp_path, body)
