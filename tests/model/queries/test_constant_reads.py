"""A function as a leaf is compiled in: a fix is safe only if nothing that it reads may change later."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.engine.run import check
from pytreelint.engine.settings import Settings
from tests.fixtures.oracle import PYTHON

HEAD = """\
import functools

import equinox as eqx
import jax
import jax.numpy as jnp
from jax.nn import relu


class Model(eqx.Module):
    w: jax.Array
    act: object


@jax.jit
def step(model, x):
    return model.act(model.w * x)


"""
CALL = "print(step(Model(jnp.ones(2), {act}), jnp.ones(2)))\n"
CONSTANT = [
    ("", "jax.nn.relu"),
    ("", "relu"),
    ("", "lambda x: relu(x) * jnp.pi"),
    ("K = 2.0\n", "lambda x: x * K"),
    ("SIZES = (1, 2)\n", "lambda x: x * SIZES[0]"),
    ("def act(x, k=2.0):\n    y = x * k\n    return y\n", "act"),
    ("def inner(x):\n    return x\n\n\ndef act(x):\n    return inner(x)\n", "act"),
    ("def make(k):\n    def act(x):\n        return x * k\n\n    return act\n", "make(2.0)"),
    ("def scaled(k, x):\n    return k * x\n", "functools.partial(scaled, 2.0)"),
]
CHANGING = [
    ("K = 2.0\nK = 3.0\n", "lambda x: x * K"),
    ("K = 2.0\nfor K in (1.0, 2.0):\n    pass\n", "lambda x: x * K"),
    ("K = 2.0\n\n\ndef change():\n    global K\n    K = 3.0\n", "lambda x: x * K"),
    ("scale = [1.0]\n", "lambda x: x * scale[0]"),
    ("config = {'k': 1.0}\n", "lambda x: x * config['k']"),
    ("class Box:\n    k = 1.0\n\n\nbox = Box()\n", "lambda x: x * box.k"),
    ("class Box:\n    k = 1.0\n", "lambda x: x * Box.k"),
    ("def act(x):\n    return x * act.k\n\n\nact.k = 1.0\n", "act"),
    ("def act(x, k=[1.0]):\n    return x * k[0]\n", "act"),
    ("scale = [1.0]\n\n\ndef inner(x):\n    return x * scale[0]\n\n\ndef act(x):\n    return inner(x)\n", "act"),
    ("def scaled(c, x):\n    return c['k'] * x\n\n\nconfig = {'k': 2.0}\n", "functools.partial(scaled, config)"),
    ("def make():\n    held = [1.0]\n    return lambda x: x * held[0]\n", "make()"),
]


def tier(folder: Path, before: str, act: str) -> str:
    (folder / "main.py").write_text(HEAD + before + "\n\n" + CALL.format(act=act))
    report = check([str(folder)], Settings(root=str(folder), python=PYTHON), cache=False, jobs=1)
    (fix,) = (each.fix for each in report.findings if each.code == "PTL201")
    assert fix is not None
    return fix.applicability


@pytest.mark.parametrize(("before", "act"), CONSTANT)
def test_what_never_changes_is_safe(tmp_path: Path, before: str, act: str) -> None:
    assert tier(tmp_path, before, act) == "safe"


@pytest.mark.parametrize(("before", "act"), CHANGING)
def test_what_may_change_is_unsafe(tmp_path: Path, before: str, act: str) -> None:
    assert tier(tmp_path, before, act) == "unsafe"
