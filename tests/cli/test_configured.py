"""`--config` and `--isolated`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import BROKEN, pytreelint


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "broken.py").write_text(BROKEN, encoding="utf-8")
    (tmp_path / "pytreelint.toml").write_text('ignore = ["PTL901"]\n')
    (tmp_path / "a=b.toml").write_text('fail-on = "error"\n')
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([], 0),
        (["--isolated"], 1),
        (["--config", "ignore=[]"], 1),
        (["--isolated", "--config", 'ignore = ["ALL"]', "--config", 'select=["PTL901"]'], 1),
        (["--config", "a=b.toml"], 1),
        (["--config", "pytreelint.toml", "--config", "ignore=[]"], 1),
        (["--isolated", "--config", "a=b.toml"], 2),
        (["--config", "a=b.toml", "--config", "pytreelint.toml"], 2),
        (["--config", "ignor=[]"], 2),
    ],
)
def test_what_is_in_force(project: Path, arguments: list[str], code: int) -> None:
    assert pytreelint("check", *arguments, cwd=project).code == code


def test_config_says_where_values_come_from(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text("\nstyle = 'native'\n")
    (tmp_path / "pytreelint.toml").write_text("extend = 'base.toml'\njax-version = '0.10'\n")
    done = pytreelint("config", "--show-settings", "--ignore", "PTL9", "--config", "fail-on = 'error'", cwd=tmp_path)
    rows = {row.partition(" ")[0]: row.split("  ")[-1] for row in done.out.splitlines()}
    assert rows["style"] == "(base.toml:2)"
    assert rows["jax-version"] == "(pytreelint.toml:2)"
    assert rows["ignore"] == "(--ignore)"
    assert rows["fail-on"] == "(--config)"
    assert "(" not in rows["target"]
    assert rows["cache-dir"].endswith(f" {tmp_path / '.cache'}")
    assert "target-is-named" not in rows
    assert "jax in force                0.10 (jax-version)" in done.out


def test_a_command_that_is_none_names_the_nearest(tmp_path: Path) -> None:
    done = pytreelint("chekc", cwd=tmp_path)
    assert (done.code, done.err.splitlines()[-1]) == (2, "Error: there is no command 'chekc'; did you mean `check`?")
    assert "there is no command 'zzzz'\n" in pytreelint("zzzz", cwd=tmp_path).err


def test_tree_suggests_what_may_be_meant(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text("class Wide:\n    pass\n")
    assert "did you mean `equinox.nn.MLP`?" in pytreelint("tree", "MLP", cwd=tmp_path).err
    assert "did you mean `net.py::Wide`?" in pytreelint("tree", "Wide", cwd=tmp_path).err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("extend = 'nope.toml'", "tests/pytreelint.toml:1: `extend`: there is no tests/nope.toml"),
        ("extend = 'pytreelint.toml'", "tests/pytreelint.toml:1: `extend` leads back to tests/pytreelint.toml"),
        ("\nignor = []", "tests/pytreelint.toml:2: unknown key `ignor` in [pytreelint]; did you mean `ignore`?"),
    ],
)
def test_a_mistake_is_placed_from_the_working_directory(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "pytreelint.toml").write_text(text)
    (tmp_path / "tests" / "net.py").write_text("")
    for arguments in (["check", "tests"], ["check"]):
        done = pytreelint(*arguments, cwd=tmp_path)
        assert (done.code, done.err) == (2, f"Error: {told}\n")
