"""Which submodules an import makes reachable is what the libraries installed here do."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from pytreelint.knowledge.submodules import is_reachable, is_submodule, missing
from tests.part import part

# Imports, and a dotted name that is used after them.
ASKED = [
    ("import jax", "jax.extend.backend.clear_backends"),
    ("import jax", "jax.extend.linear_util.wrap_init"),
    ("import jax", "jax.example_libraries.stax.serial"),
    ("import jax", "jax.experimental.pallas.load"),
    ("import jax", "jax.scipy.stats.norm.pdf"),
    ("import jax", "jax.scipy.linalg.solve"),
    ("import jax", "jax.flatten_util.ravel_pytree"),
    ("import jax", "jax.numpy.linalg.norm"),
    ("import jax", "jax.sharding.Mesh"),
    ("import jax", "jax.tree.map"),
    ("import jax", "jax.export.export"),
    ("import jax.numpy", "jax.lax.scan"),
    ("import jax.extend", "jax.extend.backend.clear_backends"),
    ("import jax.extend.core", "jax.extend.linear_util.wrap_init"),
    ("import jax.example_libraries", "jax.example_libraries.stax.serial"),
    ("import jax.experimental.sparse", "jax.experimental.sparse.bcoo.BCOO"),
    ("from jax.extend import core; import jax", "jax.extend.core.Primitive"),
    ("import flax", "flax.nnx.Module"),
    ("import flax.linen", "flax.nnx.Module"),
    ("import equinox", "equinox.internal.while_loop"),
    ("import equinox", "equinox.nn.Linear"),
]
_RUN = """
import sys
held = sys.modules[{root!r}]
for part in {parts!r}:
    held = getattr(held, part)
"""


def _imported(code: str) -> list[str]:
    found: list[str] = []
    for node in ast.parse(code).body:
        if isinstance(node, ast.ImportFrom):
            found += [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
    return found


@pytest.mark.parametrize(("code", "name"), [pytest.param(*each, marks=part(str(each))) for each in ASKED])
def test_a_name_is_reachable_where_it_works(code: str, name: str) -> None:
    root, *parts = name.split(".")
    done = subprocess.run([sys.executable, "-c", code + _RUN.format(root=root, parts=parts)], capture_output=True)
    assert is_reachable(name, _imported(code)) == (not done.returncode), done.stderr.decode()[-300:]


def test_what_is_missing_is_named() -> None:
    assert missing("jax.experimental.pallas.tpu.VMEM", ["jax"]) == "jax.experimental.pallas"
    assert missing("jax.experimental.pallas.tpu.VMEM", ["jax", "jax.experimental.pallas"]) == (
        "jax.experimental.pallas.tpu"
    )
    assert missing("jax.lax.scan", ["numpy"]) == "jax"
    assert missing("unknown.library", []) is None


def test_names_that_are_no_modules() -> None:
    assert is_submodule("jax.extend.core")
    assert not is_submodule("jax.jit")
