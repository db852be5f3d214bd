"""`pytreelint baseline`, and `check` and `fix` beside one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import BROKEN, CLEAN, pytreelint
from tests.cli.test_fix import BROKEN as FIXABLE

FILE = "pytreelint-baseline.json"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pytreelint.toml").write_text("")
    (tmp_path / "fixable.py").write_text(FIXABLE, encoding="utf-8")
    (tmp_path / "clean.py").write_text(CLEAN, encoding="utf-8")
    return tmp_path


def test_from_create_to_prune(project: Path) -> None:
    created = pytreelint("baseline", "create", cwd=project)
    assert (created.code, created.out) == (0, f"{FILE} holds 1 finding: 1 new, 0 gone\n")
    checked = pytreelint("check", cwd=project)
    assert (checked.code, checked.out) == (0, "All checks passed in 2 files (1 finding in the baseline).\n")
    assert pytreelint("check", "--no-baseline", cwd=project).code == 1
    (project / "new.py").write_text(BROKEN)
    both = pytreelint("check", "--output-format", "concise", cwd=project)
    assert both.code == 1
    assert both.out.endswith("Found 1 error in 3 files (1 finding in the baseline).\n")
    assert pytreelint("baseline", "update", cwd=project).out == f"{FILE} holds 2 findings: 1 new, 0 gone\n"
    (project / "new.py").unlink()
    assert "holds a finding that is gone" in pytreelint("check", cwd=project).err
    assert pytreelint("check", "clean.py", cwd=project).err == ""
    before = (project / FILE).read_text()
    assert pytreelint("baseline", "prune", "--check", cwd=project).code == 1
    assert (project / FILE).read_text() == before
    assert pytreelint("baseline", "prune", cwd=project).out == f"{FILE} holds 1 finding: 0 new, 1 gone\n"
    assert pytreelint("baseline", "prune", "--check", cwd=project).code == 0


def test_one_folder_or_rule_leaves_the_entries_of_the_others(project: Path) -> None:
    pytreelint("baseline", "create", cwd=project)
    before = (project / FILE).read_text()
    assert pytreelint("baseline", "update", "clean.py", cwd=project).code == 0
    assert pytreelint("baseline", "prune", "--select", "PTL1", cwd=project).code == 0
    assert (project / FILE).read_text() == before


def test_fix_mends_accepted_findings_and_counts_the_others(project: Path) -> None:
    (project / "broken.py").write_text(BROKEN)
    pytreelint("baseline", "create", cwd=project)
    done = pytreelint("fix", cwd=project)
    assert done.code == 0
    assert done.out.startswith("Fixed 1 finding in 1 file; 0 left.")


def test_create_never_overwrites(project: Path) -> None:
    (project / FILE).write_text("mine")
    done = pytreelint("baseline", "create", cwd=project)
    assert done.code == 2
    assert "`pytreelint baseline update`" in done.err
    assert (project / FILE).read_text() == "mine"


@pytest.mark.parametrize("content", ["mine", '{"version": 99}'])
@pytest.mark.parametrize("command", [["check"], ["fix"], ["baseline", "update"], ["baseline", "prune"]])
def test_what_is_no_baseline_is_an_error_and_stays(project: Path, command: list[str], content: str) -> None:
    (project / FILE).write_text(content)
    done = pytreelint(*command, cwd=project)
    assert done.code == 2
    assert FILE in done.err
    assert (project / FILE).read_text() == content
    assert (project / "fixable.py").read_text() == FIXABLE


def test_one_that_is_named_must_exist(project: Path) -> None:
    done = pytreelint("check", "--baseline", "nowhere.json", cwd=project)
    assert done.code == 2
    assert "`pytreelint baseline create` writes one" in done.err


def test_another_file_by_option_and_by_configuration(project: Path) -> None:
    assert pytreelint("baseline", "create", "--baseline", "ci/base.json", cwd=project).code == 2
    (project / "ci").mkdir()
    assert pytreelint("baseline", "create", "--baseline", "ci/base.json", cwd=project).code == 0
    assert json.loads((project / "ci" / "base.json").read_text())["findings"].keys() == {"../fixable.py"}
    assert pytreelint("check", "--baseline", "ci/base.json", cwd=project).code == 0
    assert pytreelint("check", cwd=project).code == 1
    (project / "pytreelint.toml").write_text('baseline = "ci/base.json"\n')
    assert pytreelint("check", cwd=project).code == 0


@pytest.mark.parametrize("arguments", [["nowhere.py"], ["empty"], ["--baseline", "/dev/full"], ["--baseline", "."]])
def test_nothing_is_written_without_a_whole_run(project: Path, arguments: list[str]) -> None:
    (project / "empty").mkdir()
    done = pytreelint("baseline", "create", *arguments, cwd=project)
    assert done.code == 2
    assert "Traceback" not in done.err
    assert not (project / FILE).exists()
