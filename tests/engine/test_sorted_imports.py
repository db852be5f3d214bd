"""New imports stand where ruff's rule I001 wants them, with the project's own settings: what was sorted stays so."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from pytreelint.engine.edits import apply
from pytreelint.model.text.imports.insertion import import_edits
from pytreelint.model.text.place import Needed
from pytreelint.model.text.source import Source
from pytreelint.rules.finding import Edit

STATEMENTS = """
import os
import sys
import re as regex
from collections.abc import Callable
from functools import partial, wraps
import jax
import jax.numpy as jnp
import numpy as np
import equinox as eqx
from jax import jit, vmap
from jax import lax as control
from equinox import filter_jit as fj, Module
from pytreelint.runtime import filter_grad, IS, Wrapper, a10, a9
from pytreelint.runtime import filter_vmap as mapped
from pytreelint.runtime import (filter_grad,)
from pytreelint import runtime
import pytreelint.runtime
from zodiax import Base
from own import layers
import own.layers
from own.layers import First, second, THIRD
from . import neighbour
from .near import x, y
from .. import far
import tests
from tests.helpers import h
import torch  # heavy
# why this is here
import optax
from optax import adam  # noqa: F401
""".strip().splitlines()
NAMES = ["filter_jit", "filter_vmap", "filter_value_and_grad", "IS_ARRAY", "Frozen", "is_array_like", "a10", "a2", "A"]
HOMES = ["pytreelint.runtime", "equinox", "functools", "jax.numpy", "dataclasses", "own.layers", "zz", "__future__x"]
SETTINGS: list[dict[str, object]] = [
    {},
    {"force-single-line": True},
    {"force-sort-within-sections": True},
    {"combine-as-imports": True},
    {"combine-as-imports": True, "force-wrap-aliases": True},
    {"order-by-type": False},
    {"case-sensitive": True},
    {"lines-between-types": 1},
    {"lines-after-imports": 2},
    {"split-on-trailing-comma": False},
    {"known-first-party": ["pytreelint"]},
    {"known-first-party": ["own", "zz"], "known-third-party": ["tests"]},
    {"known-local-folder": ["own.*"], "extra-standard-library": ["numpy"]},
    {"no-sections": True},
    {"from-first": True},
    {"length-sort": True},
    {"length-sort-straight": True},
    {"no-lines-before": ["third-party", "first-party", "local-folder"]},
    {"section-order": ["future", "third-party", "standard-library", "first-party", "local-folder"]},
    {
        "section-order": ["future", "standard-library", "jax", "third-party", "first-party", "local-folder"],
        "J": ["jax"],
    },
    {"relative-imports-order": "closest-to-furthest"},
    {"force-to-top": ["zodiax", "equinox"]},
    {"classes": ["filter_jit"], "constants": ["a2"], "variables": ["IS_ARRAY"]},
    {"default-section": "first-party"},
    {"forced-separate": ["tests", "pytreelint"]},
    {"detect-same-package": False},
]
BODIES = ["x = 1\n", "def f():\n    pass\n", "class A:\n    pass\n", "# about f\n\n\n@f\ndef f():\n    pass\n", ""]


def toml(settings: dict[str, object], length: int | None) -> str:
    lines = [f"line-length = {length}"] if length else []
    lines.append("[lint.isort]")
    for key, value in settings.items():
        if key != "J":
            lines.append(f"{key} = {str(value).lower() if isinstance(value, bool) else repr(value)}")
    if "J" in settings:
        lines += ["[lint.isort.sections]", f"jax = {settings['J']!r}"]
    return "\n".join(lines) + "\n"


def text_of(rng: random.Random) -> str:
    """A file with some imports in any order, at its top or in a function."""
    parts = []
    if rng.random() < 0.4:
        parts.append('"""Doc."""\n\n')
    if rng.random() < 0.3:
        parts.append("from __future__ import annotations\n\n")
    block = "\n".join(rng.sample(STATEMENTS, rng.randint(0, 9))) + "\n"
    if rng.random() < 0.2:
        inner = "".join(f"    {line}\n" for line in block.split("\n") if line)
        return "".join(parts) + f"def main():\n{inner}    import jax\n\n    x = 1\n"
    return "".join(parts) + block + "\n\n" + rng.choice(BODIES)


def needed_in(rng: random.Random, text: str) -> list[Needed]:
    found = []
    for home in rng.sample(HOMES, rng.randint(1, 3)):
        for name in rng.sample(NAMES, rng.randint(1, 6)):
            beside = text.split("\n").index("    import jax") + 1 if "    import jax\n" in text else 0
            found.append(Needed(home, name, name if rng.random() < 0.8 else f"own_{name}", beside))
    return found


def ruff(folder: Path, *arguments: str) -> str:
    command = [str(Path(sys.executable).with_name("ruff")), "check", "--select", "I001", "--no-cache", *arguments, "."]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize("seed", range(2))
def test_what_was_sorted_stays_sorted(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    for number in range(260):
        settings = SETTINGS[number % len(SETTINGS)]
        folder = tmp_path / f"c{number}"
        (folder / "own").mkdir(parents=True)
        (folder / "own" / "layers.py").write_text("")
        if rng.random() < 0.2:
            (folder / "__init__.py").write_text("")
        (folder / "ruff.toml").write_text(toml(settings, rng.choice([None, 60, 120])))
        (folder / "f.py").write_text(text_of(rng))
    ruff(tmp_path, "--fix", "--silent")
    assert "I001" not in ruff(tmp_path, "--output-format", "concise")
    for file in tmp_path.glob("*/f.py"):
        source = Source.read(str(file))
        edits = [Edit(*edit) for edit in import_edits(source, needed_in(rng, source.text))]
        file.write_text(apply(source.text, edits))
    wrong = ruff(tmp_path, "--output-format", "concise")
    assert "I001" not in wrong, ruff(tmp_path, "--diff")
