"""Reports in several formats, and where they go."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from tests.cli.running import BROKEN, CLEAN, Outcome, pytreelint
from tests.engine.test_since import commit, git
from tests.report.test_sarif import SCHEMA


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "broken.py").write_text(BROKEN, encoding="utf-8")
    (tmp_path / "clean.py").write_text(CLEAN, encoding="utf-8")
    return tmp_path


def test_several_reports_in_one_run(project: Path) -> None:
    arguments = ["--output", "sarif:out.sarif", "--output", "gitlab:quality.json", "--output", "full:a:b.txt"]
    done = pytreelint("check", "--output-format", "concise", *arguments, cwd=project)
    assert done.code == 1
    assert done.out.startswith("broken.py:1:")
    log = json.loads((project / "out.sarif").read_bytes())
    jsonschema.validate(log, SCHEMA)
    assert [result["ruleId"] for result in log["runs"][0]["results"]] == ["PTL901"]
    assert json.loads((project / "quality.json").read_bytes())[0]["location"]["path"] == "broken.py"
    assert (project / "a:b.txt").read_text().startswith("PTL901")


@pytest.mark.parametrize("name", ["jsonl", "sarif", "github", "gitlab"])
def test_each_format_on_standard_output(project: Path, name: str) -> None:
    done = pytreelint("check", "--output-format", name, "-q", cwd=project)
    assert done.code == 1
    assert "PTL901" in done.out
    assert done.err == ""


def test_one_that_cannot_be_written_keeps_none_of_the_others(project: Path) -> None:
    before = (project / "clean.py").read_bytes()
    wanted = ["full:/dev/full", "json:nowhere/x", "json:.", "sarif:clean.py", "concise:last.txt"]
    done = pytreelint("check", *(part for each in wanted for part in ("--output", each)), cwd=project)
    assert done.code == 2
    assert [row.partition(":")[2].split(":")[0].strip() for row in done.err.splitlines()] == [
        "/dev/full",
        "nowhere/x",
        ".",
        "clean.py",
    ]
    assert "PTL901" in done.out
    assert "PTL901" in (project / "last.txt").read_text()
    assert (project / "clean.py").read_bytes() == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["--output", "xml:a"],
        ["--output", "sarif"],
        ["--output", "sarif:"],
        ["--output", "sarif:-"],
        ["--output", "json:a", "--output", "sarif:./a"],
        ["--output", "json:a", "--output-file", "a"],
        ["--statistics", "--output-format", "sarif"],
    ],
)
def test_what_cannot_be_meant_is_refused(project: Path, arguments: list[str]) -> None:
    done = pytreelint("check", *arguments, cwd=project)
    assert done.code == 2
    assert done.out == ""
    assert "Error: " in done.err
    assert not (project / "a").exists()


def test_under_github_actions_there_are_annotations_and_a_summary(project: Path) -> None:
    summary = project / "summary.md"
    summary.write_text("before\n")
    workspace = str(project.parent)

    def run(*arguments: str) -> Outcome:
        return pytreelint(
            "check",
            *arguments,
            cwd=project,
            GITHUB_ACTIONS="true",
            GITHUB_STEP_SUMMARY=str(summary),
            GITHUB_WORKSPACE=workspace,
        )

    done = run()
    assert done.out.startswith(f"::error title=PTL901 unreadable-file,file={project.name}/broken.py,line=1,")
    assert done.out.endswith("Found 1 error in 2 files.\n")
    assert summary.read_text().startswith("before\n### pytreelint\n")
    named = run("--output-format", "concise")
    assert named.out.startswith("broken.py:1:")


def test_a_summary_that_cannot_be_written_is_a_note(project: Path) -> None:
    done = pytreelint("check", "clean.py", cwd=project, GITHUB_ACTIONS="true", GITHUB_STEP_SUMMARY="/dev/full")
    assert done.code == 0
    assert done.err.startswith("note: the summary of this step cannot be written")


def test_statistics(project: Path) -> None:
    done = pytreelint("check", "--statistics", cwd=project)
    assert done.out == "1  PTL901       unreadable-file\nFound 1 error in 2 files.\n"
    counted = json.loads(pytreelint("check", "--statistics", "--output-format", "json", cwd=project).out)
    assert [row["count"] for row in counted] == [1]


def test_since_leaves_what_changed(project: Path) -> None:
    git(project, "init", "--quiet")
    commit(project)
    assert pytreelint("check", "--since", "HEAD", cwd=project).out == "All checks passed in 2 files.\n"
    (project / "new.py").write_text(BROKEN, encoding="utf-8")
    done = pytreelint("check", "--since", "HEAD", "--output-format", "concise", "-q", cwd=project)
    assert done.code == 1
    assert [row.partition(":")[0] for row in done.out.splitlines()] == ["new.py"]


@pytest.mark.parametrize("arguments", [["--since", "nowhere"], ["-", "--since", "HEAD"], ["--since", "HEAD", "--fix"]])
def test_since_what(project: Path, arguments: list[str]) -> None:
    git(project, "init", "--quiet")
    done = pytreelint("check", *arguments, cwd=project)
    assert done.code == 2
    assert "--since" in done.err
    assert done.out == ""
