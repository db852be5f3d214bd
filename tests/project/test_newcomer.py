"""What the documents promise is there."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.project.files import PACKAGE, ROOT


@pytest.mark.parametrize("target", ["demo", "test", "test-all"])
def test_make_has_the_promised_targets(target: str) -> None:
    if shutil.which("make") is None:
        assert f"{target}:" in (ROOT / "Makefile").read_text(encoding="utf-8")
        return
    done = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_machine_that_checks_runs_what_people_run() -> None:
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "CONTRIBUTING.md",
        "docs/adoption.md",
        "docs/architecture.md",
        "docs/ci.md",
        "docs/configuration.md",
        "docs/fix.md",
    ],
)
def test_links_lead_somewhere(page: str) -> None:
    path = ROOT / page
    links = re.findall(r"\]\(([^)#]+)(#[^)]*)?\)", path.read_text(encoding="utf-8"))
    dead = [link for link, _ in links if "://" not in link and not (path.parent / link).exists()]
    assert not dead


def test_the_page_on_fixing_names_options_that_there_are() -> None:
    from pytreelint.cli import check, fix

    text = (ROOT / "docs" / "fix.md").read_text(encoding="utf-8")
    options = {name for each in (check, fix) for parameter in each.command.params for name in parameter.opts}
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)) <= options


def test_the_architecture_page_names_the_folders_that_are_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    parts = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert set(re.findall(r"^    (\w+)/ ", text, flags=re.MULTILINE)) == parts
    files = set(re.findall(r"`((?:cli|report|engine|rules|model|knowledge)/\w+\.py)`", text))
    assert not [name for name in files if not (PACKAGE / name).exists()]


def test_the_architecture_page_names_every_file() -> None:
    """Rules have pages of their own, and `knowledge/bundled/` is generated."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    parts = [PACKAGE / name for name in ("cli", "report", "engine", "model", "knowledge", "runtime")]
    files = [path for part in parts for path in part.rglob("*.py") if path.name != "__init__.py"]
    assert not [str(path.relative_to(PACKAGE)) for path in files if path.name not in text]


def test_installing_brings_a_few_libraries_and_a_command() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == ">=3.11"
    names = {re.split(r"[<>=]", text)[0] for text in project["dependencies"]}
    assert {"libcst", "click", "rich"} <= names <= {"libcst", "click", "rich", "pathspec", "tomlkit"}
    assert {re.split(r"[<>=]", text)[0] for text in project["optional-dependencies"]["runtime"]} == {"jax", "jaxlib"}
    assert project["scripts"] == {"pytreelint": "pytreelint.cli:main"}


@pytest.mark.long
def test_the_wheel_holds_the_package_once(tmp_path: Path) -> None:
    import sys

    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert len(names) == len(set(names))
    assert {name.partition("/")[0] for name in names if "dist-info" not in name} == {"pytreelint"}
    assert "pytreelint/rules/rule.py" in names
