"""`--add-dependency`: the runtime is found in whatever spelling and table, and never named twice."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from pytreelint.cli.dependency import mind

FIXED = ["from pytreelint.runtime import filter_jit\n"]

THERE = {
    "extras and a version": ("pyproject.toml", '[project]\ndependencies = ["pytreelint[runtime]>=0.1,<1"]\n'),
    "another spelling": (
        "pyproject.toml",
        "[project]\ndependencies = [\"PyTreeLint [x, Runtime] ; python_version>'3'\"]\n",
    ),
    "an extra of the project": ("pyproject.toml", '[project.optional-dependencies]\ngpu = ["pytreelint[runtime]"]\n'),
    "a group": ("pyproject.toml", '[dependency-groups]\ndev = [{include-group = "a"}, "pytreelint[runtime]"]\n'),
    "poetry": ("pyproject.toml", '[tool.poetry.dependencies]\npytreelint = {version = "*", extras = ["runtime"]}\n'),
    "poetry, a group": (
        "pyproject.toml",
        '[tool.poetry.group.dev.dependencies]\nPytreelint = {path = "..", extras = ["runtime"]}\n',
    ),
    "pdm": ("pyproject.toml", '[tool.pdm.dev-dependencies]\ntest = ["pytreelint[runtime]"]\n'),
    "hatch": ("pyproject.toml", '[tool.hatch.envs.default]\ndependencies = ["pytreelint[runtime]"]\n'),
    "uv": ("pyproject.toml", '[tool.uv]\ndev-dependencies = ["pytreelint[runtime]"]\n'),
    "pixi": ("pixi.toml", '[pypi-dependencies]\npytreelint = { version = "*", extras = ["runtime"] }\n'),
    "requirements": ("requirements.txt", "jax\npytreelint[runtime] == 0.1  # why\n"),
    "more requirements": ("requirements-dev.txt", "pytreelint[ runtime ]\n"),
    "setup.cfg": ("setup.cfg", "[options]\ninstall_requires =\n    pytreelint[runtime]>=0.1\n"),
    "setup.py": ("setup.py", "setup(install_requires=['jax', 'pytreelint[runtime]'])\n"),
    "itself": ("pyproject.toml", '[project]\nname = "pytreelint"\n'),
}
ADDED = {
    '[project]\ndependencies = [ "jax" ]  # a\n': '[project]\ndependencies = [ "jax", "pytreelint[runtime]" ]  # a\n',
    '[project]\ndependencies = [\n  "jax",  # why\n]\n': (
        '[project]\ndependencies = [\n  "jax",  # why\n  "pytreelint[runtime]",\n]\n'
    ),
    '[project]\ndependencies = ["pytreelint>=0.1", "jax"]\n': (
        '[project]\ndependencies = ["pytreelint[runtime]>=0.1", "jax"]\n'
    ),
    '[project]\ndependencies = ["pytreelint[x] @ file:///y"]\n': (
        '[project]\ndependencies = ["pytreelint[x,runtime] @ file:///y"]\n'
    ),
    # A linter for developers is another matter.
    '[project]\ndependencies = ["pytreelint-other"]\n\n[dependency-groups]\ndev = ["pytreelint"]\n': (
        '[project]\ndependencies = ["pytreelint-other", "pytreelint[runtime]"]\n\n'
        '[dependency-groups]\ndev = ["pytreelint"]\n'
    ),
    '[project]\nname = "a"\n\n[tool.b]\nc = "pytreelint"\n': (
        '[project]\nname = "a"\ndependencies = ["pytreelint[runtime]"]\n\n[tool.b]\nc = "pytreelint"\n'
    ),
    '[project]\ndependencies = []  # "pytreelint[runtime]" one day\n': (
        '[project]\ndependencies = ["pytreelint[runtime]"]  # "pytreelint[runtime]" one day\n'
    ),
}


@pytest.mark.parametrize(("name", "text"), THERE.values(), ids=THERE)
def test_an_entry_that_is_there_is_found(
    name: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    (tmp_path / name).write_text(text)
    mind(str(tmp_path), FIXED, add=True)
    assert (tmp_path / name).read_text() == text
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("text", "expected"), ADDED.items())
def test_added_once_and_nothing_else_changes(text: str, expected: str, tmp_path: Path) -> None:
    file = tmp_path / "pyproject.toml"
    file.write_text(text)
    for _ in range(2):
        mind(str(tmp_path), FIXED, add=True)
        assert file.read_text() == expected
    tomllib.loads(expected)


@pytest.mark.parametrize("text", ["# pytreelint[runtime]\njax\n", "pytreelint\n", "my-pytreelint[runtime]\n"])
def test_what_is_no_entry_is_not_taken_for_one(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "requirements.txt").write_text(text)
    mind(str(tmp_path), FIXED, add=True)
    assert "requirements.txt" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["a = " + "[" * 5_000, f"{'a.' * 5_000}b = 1\n"], ids=["lists", "names"])
def test_metadata_that_nest_deeply_are_left_alone(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pyproject.toml"
    file.write_text(text)
    mind(str(tmp_path), FIXED, add=True)
    assert file.read_text() == text
    assert "add it to" in capsys.readouterr().err
