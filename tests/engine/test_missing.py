"""The environment that is read may be the wrong one: then one line says which it was."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytreelint.engine.run import check
from pytreelint.engine.settings import Settings
from tests.cli.running import pytreelint
from tests.model.installed.test_environment import venv


def notes(root: Path, **settings: object) -> tuple[str, ...]:
    return check([str(root)], Settings(str(root), **settings), cache=False, jobs=1).notes  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["import equinox as eqx\n", "import jax\nfrom equinox import nn\n", "import jax.numpy\n"]
)
def test_an_environment_without_what_is_imported(tmp_path: Path, text: str) -> None:
    packages = venv(tmp_path / ".venv", "numpy", "jax")
    if "equinox" not in text:
        (packages / "jax").rmdir()
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text(text)
    (note,) = notes(tmp_path)
    library = "equinox" if "equinox" in text else "jax"
    assert note == (
        f"the environment {tmp_path}/.venv (by .venv) has none of the libraries that the project imports ({library}); "
        "name another one with --python, or `python` in the configuration"
    )


PROGRAMS = {
    "one of them is there": "import equinox\nimport flax\nimport jax\n",
    "nothing of the kind": "import os\nimport numpy as np\n",
    "what it can do without": "try:\n    import flax\nexcept ImportError:\n    flax = None\n",
    "inside of a function": "def f():\n    import flax\n",
    "a longer name": "import jaxline\nfrom flaxen import x\n",
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_nothing_is_said(tmp_path: Path, program: str) -> None:
    packages = venv(tmp_path / ".venv", "equinox")
    (packages / "equinox" / "__init__.py").touch()
    (tmp_path / "a.py").write_text(PROGRAMS[program])
    assert notes(tmp_path) == ()


def test_the_project_may_be_the_library(tmp_path: Path) -> None:
    venv(tmp_path / ".venv")
    (tmp_path / "equinox").mkdir()
    (tmp_path / "equinox" / "__init__.py").touch()
    (tmp_path / "a.py").write_text("import equinox\n")
    assert notes(tmp_path) == ()


def test_it_is_said_once_and_not_on_standard_output(tmp_path: Path) -> None:
    venv(tmp_path / ".venv")
    (tmp_path / "a.py").write_text("import equinox\n")
    for _ in ("cold", "warm"):
        done = pytreelint("check", "--output-format", "json", cwd=tmp_path)
        assert json.loads(done.out) == []
        assert done.err.count("has none of the libraries") == done.err.count("\n") == 1
    assert pytreelint("check", "--quiet", cwd=tmp_path).err == ""
    assert pytreelint("fix", cwd=tmp_path).err.count("\n") == 1
