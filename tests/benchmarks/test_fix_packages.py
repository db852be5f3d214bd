"""Fixing copies of packages: nothing is damaged, and damage would be seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.fix_packages import fixed, harm, make_raw

MODEL = """\
# A package that has one error of several kinds.
import equinox as eqx
import jax
import jax.numpy as jnp


class Model(eqx.Module):
    scale: jax.Array
    table: jax.Array = eqx.field(static=True)  # never trained
    act: object  # a function

    def __init__(self):
        self.scale, self.act = jnp.ones(3), jax.nn.relu
        self.table = jnp.arange(3.0)

    def __call__(self, x):
        return self.act(self.scale * x + self.table)
"""
TRAIN = """\
\"\"\"Trains it.\"\"\"
import equinox as eqx
import jax

from .model import Model


@eqx.filter_jit  # once
def step(model, x):
    return model(x)


@eqx.filter_value_and_grad  # of the sum
def loss(model, x):
    # (a comment inside)
    return step(model, x).sum()


print(step(Model(), jax.numpy.ones(3)), loss(Model(), jax.numpy.ones(3)))
"""


@pytest.mark.parametrize("target", ["runtime", "equinox"])
def test_a_package_is_repaired_and_not_damaged(tmp_path: Path, target: str) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "__init__.py").write_bytes(b"")
    (package / "model.py").write_bytes(MODEL.replace("\n", "\r\n").encode())
    (package / "train.py").write_text(TRAIN)
    make_raw(tmp_path)
    assert "@jax.jit  # once" in (package / "train.py").read_text()
    result = fixed(tmp_path, "--target", target)
    assert result.damage == ()
    assert result.withheld == ()
    assert "in 2 files; 0 left" in result.summary
    assert "filter_jit  # once" in (package / "train.py").read_text()


@pytest.mark.parametrize(
    ("new", "said"),
    [
        (b"x = (\n", "does not compile"),
        (b"x = 2\n", "lost comments"),
        (b"x = 2  # why\r\n", "line ends"),
        (b"x = 2  # why", "end of the file"),
        (b"\xef\xbb\xbfx = 2  # why\n", "encoding"),
        (b"x = 1  # why \n", "white space"),
    ],
)
def test_damage_is_seen(new: bytes, said: str) -> None:
    assert any(said in what for what in harm(Path("f.py"), b"x = 1  # why\n", new, compiled=True))
    assert not list(harm(Path("f.py"), b"x = 1  # why\n", b"x = 2  # why\n", compiled=True))
