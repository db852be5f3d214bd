"""`[tool.pytreelint.knowledge]`: what a project teaches about its own names."""

from __future__ import annotations

from pathlib import Path

from pytreelint.engine.config import load
from pytreelint.engine.run import check

CONFIG = """
[knowledge]
pytree-bases = ["base.Model"]
static-functions = ["base.const"]
transforms = { "base.compiled" = "jax.jit" }
"""
BASE = "from magic import Model0, make\nclass Model(Model0): ...\nconst = make('const')\ncompiled = make('jit')\n"
MAIN = """
import jax
import jax.numpy as jnp
from base import Model, const, compiled

class Net(Model):
    table: jax.Array = const()
    act: object

net = Net(jnp.ones(3), jnp.tanh)
compiled(lambda m: m)(net)
"""


def findings(folder: Path) -> list[tuple[str, int]]:
    found = check([str(folder)], load([str(folder)]), cache=False).findings
    return [(finding.code, finding.place.row) for finding in found]


def write(folder: Path, config: str) -> None:
    (folder / "pytreelint.toml").write_text(config)
    (folder / "base.py").write_text(BASE)
    (folder / "main.py").write_text(MAIN)


def test_own_bases_static_functions_and_transforms(tmp_path: Path) -> None:
    write(tmp_path, CONFIG)
    assert findings(tmp_path) == [("PTL101", 7), ("PTL201", 11)]


def test_without_the_knowledge_nothing_is_certain(tmp_path: Path) -> None:
    write(tmp_path, "")
    assert findings(tmp_path) == []
