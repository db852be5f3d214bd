"""How new a library may be, by what a project's files say."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.model.installed.environment import Environment
from pytreelint.model.installed.versions import bound_of
from pytreelint.model.project.layout import Layout

INSTALLED = Environment("own", "/", (), (("jax", "0.10.2"),))


def reaches(root: Path, version: str, folder: str = "", environment: Environment = INSTALLED) -> bool:
    newest = Layout(str(root), environment=environment).newest(str(root / folder), "jax")
    return newest is None or newest.reaches(version)


@pytest.mark.parametrize(
    ("specifier", "allowed", "refused"),
    [
        ("==0.4.30", "0.4.30", "0.4.31"),
        ("==0.4.*", "0.4.99", "0.5.0"),
        (">=0.4.1,<0.5", "0.4.38", "0.5"),
        ("<=0.4.30", "0.4.30", "0.4.31"),
        ("~=0.4.20", "0.4.38", "0.5.0"),
        ("~=0.4", "0.9", "1.0"),
        ("^0.4.1", "0.4.38", "0.5.0"),
        ("~0.4.1", "0.4.38", "0.5.0"),
        ("=0.4", "0.4.38", "0.5.0"),
        ("<0.4 | ==0.6.0", "0.6.0", "0.6.1"),
    ],
)
def test_bounds(specifier: str, allowed: str, refused: str) -> None:
    bound = bound_of(specifier)
    assert bound is not None
    assert bound.reaches(allowed)
    assert not bound.reaches(refused)


@pytest.mark.parametrize("specifier", ["", ">=0.4.20", "!=0.4.3", "*", ">0.4"])
def test_no_bounds(specifier: str) -> None:
    assert bound_of(specifier) is None


PINS = {
    "pyproject.toml": '[project]\nname = "p"\ndependencies = ["jax[cuda12] >=0.4,<0.5; python_version > \'3.8\'"]\n',
    "setup.cfg": "[options]\ninstall_requires =\n    jax==0.4.30\n",
    "setup.py": "from setuptools import setup\nneeds = ['jax<0.5']\nsetup(install_requires=needs)\n",
    "requirements.txt": "jax[cpu]==0.4.30 --hash=sha256:0a1\nnumpy\n",
    "requirements-dev.txt": "# jax\njax<0.5  # old\n",
    "Pipfile": '[packages]\njax = "==0.4.30"\n',
    "Pipfile.lock": '{"default": {"jax": {"version": "==0.4.30"}}}',
    "uv.lock": '[[package]]\nname = "jax"\nversion = "0.4.30"\n\n[[package]]\nname = "jaxlib"\nversion = "0.9"\n',
    "poetry.lock": '[[package]]\nname = "jax"\nversion = "0.4.30"\n',
    "pdm.lock": '[[package]]\nname = "jax"\nversion = "0.4.30"\n',
    "pylock.toml": '[[packages]]\nname = "jax"\nversion = "0.4.30"\n',
    "pixi.lock": "- kind: pypi\n  name: jax\n  version: 0.4.30\n",
    "PKG-INFO": "Name: p\nRequires-Dist: jax<0.5,>=0.4\nRequires-Dist: jax; extra == 'dev'\n",
    "environment.yml": "dependencies:\n  - jax=0.4.30\n  - pip:\n    - optax\n",
}


@pytest.mark.parametrize("name", PINS)
def test_files_that_pin(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(PINS[name], encoding="utf-8")
    assert reaches(tmp_path, "0.4.30")
    assert not reaches(tmp_path, "0.6.0")


def test_an_unpacked_wheel(tmp_path: Path) -> None:
    (tmp_path / "p-1.0.dist-info").mkdir()
    (tmp_path / "p-1.0.dist-info" / "METADATA").write_text(PINS["PKG-INFO"], encoding="utf-8")
    assert not reaches(tmp_path, "0.6.0")


def pyproject(root: Path, text: str) -> None:
    (root / "pyproject.toml").write_text(text, encoding="utf-8")


def test_metadata_without_a_bound_allows_more_than_is_installed(tmp_path: Path) -> None:
    pyproject(tmp_path, '[project]\nname = "p"\ndependencies = ["jax>=0.4.20"]\n')
    assert reaches(tmp_path, "0.99")


def test_a_lock_narrows_what_the_metadata_allows(tmp_path: Path) -> None:
    pyproject(tmp_path, '[project]\nname = "p"\ndependencies = ["jax>=0.4.20"]\n')
    (tmp_path / "uv.lock").write_text(PINS["uv.lock"], encoding="utf-8")
    assert not reaches(tmp_path, "0.6.0")


def test_a_group_does_not_widen_the_projects_own_bound(tmp_path: Path) -> None:
    pyproject(
        tmp_path, '[project]\ndependencies = ["jax<0.5"]\n[dependency-groups]\ndev = ["jax", {include-group="x"}]\n'
    )
    assert not reaches(tmp_path, "0.6.0")


def test_groups_are_alternatives_where_the_project_itself_is_silent(tmp_path: Path) -> None:
    pyproject(tmp_path, '[project.optional-dependencies]\nold = ["jax<0.5"]\nnew = ["jax<0.7"]\n')
    assert reaches(tmp_path, "0.6.0")
    assert not reaches(tmp_path, "0.7.0")


REQUIREMENTS = [
    ({"requirements.txt": "jax==0.3.5", "requirements_dev.txt": "jax"}, False),
    ({"requirements.in": "jax<0.4", "requirements.dev.in": "jax", "requirements-docs.txt": "jax>=0.5"}, False),
    ({"requirements.txt": "jax", "requirements-test.txt": "jax==0.3.5"}, True),
    ({"requirements.txt": "jax==0.3.5", "requirements-gpu.txt": "jax[cuda12]"}, True),
    ({"requirements-cpu.txt": "jax==0.3.5", "requirements-gpu.txt": "jax[cuda12]"}, True),
    ({"requirements.txt": "numpy", "requirements-dev.txt": "jax==0.3.5", "requirements-test.txt": "jax"}, True),
    ({"requirements.txt": "jax==0.3.5", "requirements-device.txt": "jax"}, True),
]


@pytest.mark.parametrize(("files", "newer"), REQUIREMENTS)
def test_requirements_of_developers_add_to_the_plain_ones(tmp_path: Path, files: dict[str, str], newer: bool) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert reaches(tmp_path, "0.4.30") is newer


@pytest.mark.parametrize(("version", "said"), [("^0.4.20", False), ("*", True), (">=0.4", True), ("0.4.30", False)])
def test_poetry(tmp_path: Path, version: str, said: bool) -> None:
    pyproject(tmp_path, f'[tool.poetry.dependencies]\njax = {{version = "{version}", extras = ["cpu"]}}\n')
    assert reaches(tmp_path, "0.6.0") is said


def test_without_metadata_what_is_installed_decides(tmp_path: Path) -> None:
    assert reaches(tmp_path, "0.10.2")
    assert not reaches(tmp_path, "0.11.0")
    assert reaches(tmp_path, "0.99", environment=Environment("own", "/", (), ()))


def test_the_nearest_folder_that_mentions_it_decides(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "requirements.txt").write_text("jax==0.4.1\n", encoding="utf-8")
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "requirements.txt").write_text("numpy\n", encoding="utf-8")
    (tmp_path / "requirements.txt").write_text("jax==0.7.0\n", encoding="utf-8")
    assert not reaches(tmp_path, "0.6.0", "old")
    assert reaches(tmp_path, "0.6.0", "new")


BROKEN = {
    "setup.cfg": "jax [\n",
    "setup.py": "jax " + "(" * 5000,
    "Pipfile": "jax = " + "[" * 5000,
    "Pipfile.lock": "[" * 100_000 + "jax",
    "requirements.txt": "# jax\n",
    "uv.lock": '[[package]]\nname = "jax"\n',
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_files_of_other_kinds_say_nothing(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(BROKEN[name], encoding="utf-8")
    assert not reaches(tmp_path, "0.11.0")


def test_a_version_of_thousands_of_digits_is_a_large_one(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text(f"jax=={'9' * 5000}\n", encoding="utf-8")
    assert reaches(tmp_path, "1.0")


@pytest.mark.parametrize("text", ["[project\njax", "project = 3 # jax", '[project]\ndependencies = "jax"', "jax\0"])
def test_a_broken_file_says_nothing(tmp_path: Path, text: str) -> None:
    pyproject(tmp_path, text)
    assert not reaches(tmp_path, "0.11.0")
