"""A room or rule that breaks is found by its own tests: each change of `mutations.toml` fails some of them."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.project.files import PACKAGE, ROOT

HERE = Path(__file__).parent
MUTATIONS = tomllib.loads((HERE / "mutations.toml").read_text(encoding="utf-8"))["mutation"]


def room_tests(file: str) -> list[str]:
    """Returns the tests of the room that a file of the model stands in, or those of a rule."""
    part, room = file.split("/")[:2]
    if part == "model":
        return [f"tests/model/{room}"]
    code = (PACKAGE / file).read_text(encoding="utf-8")[3:9]
    return ["tests/fixtures/test_marks.py", "-k", code]


@pytest.mark.parametrize("mutation", MUTATIONS, ids=[f"{i}-{m['file']}" for i, m in enumerate(MUTATIONS)])
def test_the_change_can_be_made(mutation: dict[str, str]) -> None:
    assert (PACKAGE / mutation["file"]).read_text(encoding="utf-8").count(mutation["old"]) == 1


@pytest.mark.long
@pytest.mark.parametrize("mutation", MUTATIONS, ids=[f"{i}-{m['file']}" for i, m in enumerate(MUTATIONS)])
def test_the_rooms_own_tests_find_it(mutation: dict[str, str], tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "pytreelint", ignore=shutil.ignore_patterns("runtime", "__pycache__"))
    for name in ("tests", "fixtures", "pyproject.toml", "tools", "examples"):
        (tmp_path / name).symlink_to(ROOT / name)
    file = tmp_path / "pytreelint" / mutation["file"]
    file.write_text(file.read_text(encoding="utf-8").replace(mutation["old"], mutation["new"]), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *room_tests(mutation["file"])]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout[-2000:]
