"""The configuration nearest to each file, in a run from the top."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import Outcome, pytreelint

REMOVED = "import jax\n\njax.tree_map(len, [1])\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    write(tmp_path, "pyproject.toml", '[tool.pytreelint]\nignore = ["PTL803"]\n')
    write(tmp_path, "a.py", REMOVED)
    write(tmp_path, "one/pytreelint.toml", 'jax-version = "0.4.20"\n')
    write(tmp_path, "one/a.py", REMOVED)
    write(tmp_path, "two/pyproject.toml", "[tool.pytreelint]\nextend-exclude = ['gen']\n")
    write(tmp_path, "two/a.py", REMOVED)
    write(tmp_path, "two/gen/a.py", REMOVED)
    write(tmp_path, "two/three/pyproject.toml", "[tool.other]\n# pytreelint\n")
    write(tmp_path, "two/three/a.py", REMOVED)
    return tmp_path


def write(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def found(project: Path, *arguments: str) -> list[str]:
    done = pytreelint("check", "--output-format", "concise", "-q", *arguments, cwd=project)
    return [row.partition(":")[0] for row in done.out.splitlines()]


def test_each_file_is_checked_by_the_nearest(project: Path) -> None:
    assert found(project) == ["two/a.py", "two/three/a.py"]
    assert found(project / "two") == ["a.py", "three/a.py"]
    assert found(project, "one/a.py", "a.py", "two/gen/a.py") == ["two/gen/a.py"]


def test_options_stand_over_all(project: Path) -> None:
    assert found(project, "--select", "PTL803") == ["a.py", "two/a.py", "two/three/a.py"]
    assert found(project, "--config", 'jax-version = "0.4.20"') == []
    everything = ["a.py", "one/a.py", "two/a.py", "two/gen/a.py", "two/three/a.py"]
    assert found(project, "--isolated") == everything
    assert found(project, "--config", "two/three/../pyproject.toml") == [p for p in everything if "gen" not in p]


def test_files_are_those_that_are_checked(project: Path) -> None:
    listed = pytreelint("config", "--show-files", cwd=project).out.splitlines()
    assert [str(Path(path).relative_to(project)) for path in listed] == [
        "a.py",
        "one/a.py",
        "two/a.py",
        "two/three/a.py",
    ]


def test_a_mistake_further_down_is_an_error(project: Path) -> None:
    write(project, "one/pytreelint.toml", "selec = []\n")
    done = pytreelint("check", cwd=project)
    assert done.code == 2
    assert "one/pytreelint.toml:1: unknown key `selec`" in done.err
    assert found(project, "two") == ["two/a.py", "two/three/a.py"]


def test_a_part_of_a_project_has_its_modules_and_its_own_patterns(tmp_path: Path) -> None:
    write(tmp_path, "pyproject.toml", "[tool.pytreelint]\nextend-exclude = ['old/*.py']\nfail-on = 'error'\n")
    write(tmp_path, "src/net.py", "import equinox as eqx\n\nclass Net(eqx.Module):\n    f: object\n")
    settings = "extend = '../pyproject.toml'\nextend-exclude = ['gen/a.py']\n"
    write(tmp_path, "tests/pytreelint.toml", settings + "per-file-ignores = { 'in/*.py' = ['PTL201'] }\n")
    for name in ("tests/gen/a.py", "tests/in/a.py", "tests/old/a.py", "old/a.py", "tests/a.py"):
        write(tmp_path, name, "import jax\nfrom net import Net\n\njax.jit(lambda net: 1)(Net(jax.nn.relu))\n")
    assert found(tmp_path) == ["tests/a.py", "tests/old/a.py"]
    assert found(tmp_path / "tests") == ["a.py", "old/a.py"]
    assert not (tmp_path / "tests" / ".pytreelint_cache").exists()


def test_what_fails_is_for_each_file_to_say(tmp_path: Path) -> None:
    write(tmp_path, "pytreelint.toml", "fail-on = 'error'\n")
    write(tmp_path, "a.py", "x = 1  # pytreelint: ignore[PTL201]\n")
    assert pytreelint("check", cwd=tmp_path).code == 0
    write(tmp_path, "in/pytreelint.toml", "fail-on = 'warning'\n")
    assert pytreelint("check", cwd=tmp_path).code == 0
    write(tmp_path, "in/a.py", "x = 1  # pytreelint: ignore[PTL201]\n")
    assert pytreelint("check", cwd=tmp_path).code == 1


def test_fixes_follow_the_nearest(tmp_path: Path) -> None:
    write(tmp_path, "pytreelint.toml", "")
    write(tmp_path, "in/pytreelint.toml", "unfixable = ['PTL803']\n")
    for name in ("a.py", "in/a.py"):
        write(tmp_path, name, REMOVED)
    done = pytreelint("fix", cwd=tmp_path)
    assert done.code == 1
    assert "jax.tree.map" in (tmp_path / "a.py").read_text()
    assert (tmp_path / "in" / "a.py").read_text() == REMOVED


def test_baselines(tmp_path: Path) -> None:
    write(tmp_path, "pytreelint.toml", "")
    write(tmp_path, "in/pytreelint.toml", "")
    for name in ("a.py", "in/a.py"):
        write(tmp_path, name, REMOVED)

    def run(*arguments: str, folder: Path = tmp_path) -> Outcome:
        return pytreelint(*arguments, cwd=folder)

    assert run("baseline", "create").code == 0
    assert set(json.loads((tmp_path / "pytreelint-baseline.json").read_text())["findings"]) == {"a.py", "in/a.py"}
    assert run("check").code == 0
    assert run("baseline", "create", folder=tmp_path / "in").code == 0
    (tmp_path / "pytreelint-baseline.json").unlink()
    assert found(tmp_path) == ["a.py"]
