"""The action for GitHub and the job for GitLab: their scripts are run."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from pytreelint.cli.chosen import FORMATS
from tests.cli.running import BROKEN, CLEAN, environment
from tests.project.files import ROOT

ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
JOB: dict[str, Any] = yaml.safe_load((ROOT / "docs" / "gitlab-ci.yml").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
INPUTS = {name: each["default"] for name, each in ACTION["inputs"].items()}
PROGRAM = f'#!/bin/sh\nexec "{sys.executable}" -m pytreelint "$@"\n'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    (folder / "a b").mkdir(parents=True)
    (folder / "a b" / "broken.py").write_text(BROKEN, encoding="utf-8")
    (folder / "clean.py").write_text(CLEAN, encoding="utf-8")
    return folder


def with_programs(folder: Path, **programs: str) -> str:
    """A folder of programs; its path."""
    folder.mkdir(parents=True)
    for name, text in programs.items():
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    return str(folder)


def step(name: str, project: Path, **given: str) -> subprocess.CompletedProcess[str]:
    """A step of the action as a runner does it: expressions filled in, the script under `bash -e -o pipefail`."""
    (found,) = [each for each in ACTION["runs"]["steps"] if each["name"] == name]
    values = {f"inputs.{key}": value for key, value in {**INPUTS, **given}.items()}
    values["github.action_path"] = str(ROOT)
    environ = {key: filled(text, values) for key, text in found["env"].items()}
    environ |= {"GITHUB_ACTIONS": "true", "RUNNER_TEMP": str(project.parent / "temp")}
    command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", found["run"]]
    folder = project / filled(found.get("working-directory", "."), values)
    done = subprocess.run(command, cwd=folder, env=environment(project, **environ), capture_output=True, check=False)
    return subprocess.CompletedProcess(command, done.returncode, done.stdout.decode(), done.stderr.decode())


def filled(text: str, values: dict[str, str]) -> str:
    return re.sub(r"\$\{\{ ([\w.-]+) \}\}", lambda match: values[match[1]], text)


def test_the_check_of_the_action(project: Path) -> None:
    with_programs(project.parent / "temp" / "pytreelint" / "bin", pytreelint=PROGRAM)
    done = step("Check", project, paths="a b\nclean.py\n", args=" --fail-on  error", **{"sarif-file": "out.sarif"})
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("::error title=PTL901 unreadable-file,")
    assert "in 2 files" in done.stdout
    assert json.loads((project / "out.sarif").read_bytes())["runs"][0]["results"]
    assert step("Check", project, paths="clean.py").returncode == 0
    assert step("Check", project, paths="broken.py", **{"working-directory": "a b"}).returncode == 1


def test_nothing_given_is_run_as_a_command(project: Path) -> None:
    with_programs(project.parent / "temp" / "pytreelint" / "bin", pytreelint=PROGRAM)
    done = step("Check", project, paths="$(touch owned)\n--version", args="`touch owned` ;touch owned")
    assert done.returncode == 2
    assert not list(project.rglob("owned"))
    for text in (each["run"] for each in ACTION["runs"]["steps"]):
        assert "${{" not in text


def test_the_installation_of_the_action(project: Path) -> None:
    """With an interpreter that only notes what it is asked for: the network is for the long tests."""
    note = '#!/bin/sh\necho "$@" >> "$RUNNER_TEMP/asked"\n'
    temp = project.parent / "temp"
    with_programs(temp / "pytreelint" / "bin", python=note)
    folder = with_programs(project.parent / "programs", python3=note)
    done = step("Install pytreelint", project, python=f"{folder}/python3")
    assert done.returncode == 0, done.stderr
    made, installed = (temp / "asked").read_text().splitlines()
    assert made == f"-m venv {temp}/pytreelint"
    assert installed.endswith(f"install --quiet --disable-pip-version-check {ROOT}")


def test_the_job_for_gitlab(project: Path) -> None:
    folder = with_programs(project.parent / "programs", pytreelint=PROGRAM, pip="#!/bin/sh\nexit 0\n")
    environ = environment(project, PATH=f"{folder}:{os.environ['PATH']}", CI_PROJECT_DIR=str(project))
    job = JOB["pytreelint"]
    done = subprocess.run(["bash", "-e", "-c", "\n".join(job["script"])], cwd=project, env=environ, check=False)
    assert done.returncode == 1
    found = json.loads((project / job["artifacts"]["reports"]["codequality"]).read_bytes())
    assert [each["location"]["path"] for each in found] == ["a b/broken.py"]
    assert job["artifacts"]["when"] == "always"


def test_the_page_names_all_formats_and_inputs() -> None:
    for name in (*FORMATS, *INPUTS):
        assert f"| `{name}` |" in PAGE
    (workflow,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    steps = yaml.safe_load(workflow)["jobs"]["pytreelint"]["steps"]
    assert set(steps[1]["with"]) <= set(INPUTS)
