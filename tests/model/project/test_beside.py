"""Libraries beside the project's own packages: who imports one means a library; its own files are judged as any."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.engine.run import check
from pytreelint.engine.settings import Settings
from pytreelint.model.project.layout import Layout

LIBRARY = """\
import equinox as eqx
import jax


class Table(eqx.Module):
    rows: jax.Array
    name: object = eqx.field(static=True)


class Wrong(eqx.Module):
    constant: object = eqx.field(static=True)

    def __init__(self):
        self.constant = jax.numpy.ones(3)
"""
USER = """\
import jax.numpy as jnp
from tjax import Table

table = Table(jnp.ones(3), jnp.zeros(3))
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in {"tjax/__init__.py": "from .table import Table\n", "tjax/table.py": LIBRARY}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "net").mkdir()
    (tmp_path / "net" / "__init__.py").write_text("")
    (tmp_path / "net" / "train.py").write_text(USER)
    return tmp_path


def found(root: Path) -> set[tuple[str, int, str]]:
    findings = check([str(root)], Settings(root=str(root)), cache=False, jobs=1).findings
    return {(Path(f.place.path).relative_to(root).as_posix(), f.place.row, f.code) for f in findings}


def test_the_line_that_gives_a_library_an_array_is_the_one_to_change(root: Path) -> None:
    assert found(root) == {("net/train.py", 4, "PTL101"), ("tjax/table.py", 11, "PTL101")}


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("pyproject.toml", '[project]\nname = "TJax"  # the library itself\n'),
        ("setup.cfg", "[metadata]\nname = tjax\n"),
        ("setup.py", "setup(\n    name='tjax',\n)\n"),
    ],
)
def test_a_checkout_of_the_library_is_its_own_project(root: Path, file: str, text: str) -> None:
    (root / file).write_text(text)
    assert found(root) == {("tjax/table.py", 7, "PTL101"), ("tjax/table.py", 11, "PTL101")}


def test_tests_beside_it_make_no_other_project(root: Path) -> None:
    (root / "net").rename(root / "tests")
    assert found(root) == {("tjax/table.py", 7, "PTL101"), ("tjax/table.py", 11, "PTL101")}


def test_other_names_are_packages_of_the_project(root: Path) -> None:
    (root / "tjax").rename(root / "parts")
    (root / "net" / "train.py").write_text(USER.replace("tjax", "parts"))
    assert found(root) == {("parts/table.py", 7, "PTL101"), ("parts/table.py", 11, "PTL101")}


def test_its_own_files_find_each_other(root: Path) -> None:
    (root / "tjax" / "more.py").write_text("from tjax.table import Table\nimport tjax.table\nfrom . import table\n")
    layout = Layout(str(root))
    own = layout.module_name(str(root / "tjax" / "table.py"))
    assert own not in ("tjax.table", "table")
    names = [layout.absolute(str(root / "tjax"), "tjax.table"), layout.absolute(str(root / "net"), "tjax.table")]
    assert names == [own, "tjax.table"]
    origins = [place.origin for name in names if (place := layout.find(name)) is not None]
    assert origins == ["project", "installed"]


@pytest.mark.parametrize("held", [(), ("core", "random")])
def test_a_package_may_only_have_the_name_of_a_library(tmp_path: Path, held: tuple[str, ...]) -> None:
    (tmp_path / "pyproject.toml").write_text("")
    package = tmp_path / "rl" / "ppo" / "jax"
    package.mkdir(parents=True)
    for name in ("__init__", *held):
        (package / f"{name}.py").write_text("")
    (package / "train.py").write_text("import jax\n\n\n@jax.jit\ndef step(x):\n    return x if x > 0 else -x\n")
    assert found(tmp_path) == {("rl/ppo/jax/train.py", 4, "PTL209")}


def test_a_copy_of_a_library_imports_itself(tmp_path: Path) -> None:
    package = tmp_path / "vendored" / "flax"
    package.mkdir(parents=True)
    for name in ("__init__", "jax_utils", "linen", "nnx", "serialization", "struct"):
        (package / f"{name}.py").write_text("")
    layout = Layout(str(tmp_path), environment=None)
    assert layout.absolute(str(package), "flax") == "vendored.flax"
