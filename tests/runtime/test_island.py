"""What `import pytreelint.runtime` loads, and what its sources name."""

from __future__ import annotations

import ast
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import pytreelint.runtime

SOURCES = sorted(Path(pytreelint.runtime.__file__).parent.rglob("*.py"))
FORBIDDEN = ("libcst", "click", "rich", "equinox", "flax", "pathspec", "pytreelint.model", "pytreelint.cli")


def test_only_jax_and_numpy_are_loaded() -> None:
    code = f"import pytreelint.runtime, sys; print([name for name in {FORBIDDEN!r} if name in sys.modules])"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "[]"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_private_module_of_jax(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    imported += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    attributes = [node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    assert not [name for name in imported if "._" in name]
    assert "_src" not in attributes


def test_every_public_name_is_listed_once_and_exists() -> None:
    names = pytreelint.runtime.__all__
    assert sorted(set(names)) == sorted(names)
    assert all(hasattr(pytreelint.runtime, name) for name in names)


@pytest.mark.parametrize("name", pytreelint.runtime.__all__)
def test_a_public_object_names_the_package_only(name: str) -> None:
    """Pickles and help texts outlive a move of files."""
    assert getattr(pytreelint.runtime, name).__module__ == "pytreelint.runtime"
    assert pickle.loads(pickle.dumps(getattr(pytreelint.runtime, name))) is getattr(pytreelint.runtime, name)
