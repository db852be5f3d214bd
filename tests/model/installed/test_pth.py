"""Editable installs by setuptools: what their finders map is found, by that name and no more; nothing is run."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.model.installed.environment import Environment, find_environment
from pytreelint.model.project.layout import Layout
from tests.model.installed.test_environment import venv

PTH = "import __editable___tools_1_0_finder; __editable___tools_1_0_finder.install()\n"
FINDER = """\
from __future__ import annotations
import sys, pathlib
pathlib.Path({marker!r}).touch()
MAPPING: dict[str, str] = {mapping!r}
NAMESPACES: dict[str, list[str]] = {namespaces!r}
PATH_PLACEHOLDER = '__editable__.tools-1.0.finder' + ".__path_hook__"
def install(): ...
"""


def project(root: Path, *files: str) -> Path:
    for file in files:
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).touch()
    return root


def installed(
    tmp_path: Path,
    mapping: object,
    namespaces: object | None = None,
    pth: str = PTH,
    text: str = FINDER,
) -> Environment:
    """An environment with an editable install."""
    packages = venv(tmp_path / "v")
    (packages / "__editable__.tools-1.0.pth").write_text(pth)
    marker = str(tmp_path / "executed")
    if text == FINDER:
        text = text.format(marker=marker, mapping=mapping, namespaces=namespaces or {})
    (packages / "__editable___tools_1_0_finder.py").write_text(text)
    return find_environment(str(tmp_path), str(tmp_path / "v"))


def where(tmp_path: Path, environment: Environment, module: str) -> str | None:
    found = Layout(str(tmp_path / "user"), environment=environment).find(module)
    assert not (tmp_path / "executed").exists()
    return None if found is None else str(Path(found.path).relative_to(tmp_path))


def test_packages_and_modules(tmp_path: Path) -> None:
    repo = project(tmp_path / "repo", "tools/__init__.py", "tools/nets.py", "single.py", "secret/__init__.py")
    environment = installed(tmp_path, {"tools": f"{repo}/tools", "single": f"{repo}/single"})
    assert where(tmp_path, environment, "tools") == "repo/tools/__init__.py"
    assert where(tmp_path, environment, "tools.nets") == "repo/tools/nets.py"
    assert where(tmp_path, environment, "single") == "repo/single.py"
    assert where(tmp_path, environment, "secret") is None


def test_a_folder_of_another_name(tmp_path: Path) -> None:
    repo = project(tmp_path / "repo", "source/__init__.py", "source/nets.py")
    environment = installed(tmp_path, {"tools": f"{repo}/source"})
    assert where(tmp_path, environment, "tools.nets") == "repo/source/nets.py"
    assert where(tmp_path, environment, "source") is None


def test_namespaces(tmp_path: Path) -> None:
    repo = project(tmp_path / "repo", "src/space/tools/__init__.py", "src/other/__init__.py")
    mapping, namespaces = {"space.tools": f"{repo}/src/space/tools"}, {"space": [f"{repo}/src/space"]}
    cases: list[tuple[object, object]] = [(mapping, namespaces), (mapping, {"space": []}), ({}, namespaces)]
    for given in cases:
        environment = installed(tmp_path, *given)
        assert where(tmp_path, environment, "space.tools") == "repo/src/space/tools/__init__.py"
        assert where(tmp_path, environment, "other") is None
        (tmp_path / "v").rename(tmp_path / f"v{len(list(tmp_path.iterdir()))}")


def test_an_install_of_the_project_itself_names_its_root(tmp_path: Path) -> None:
    user = project(tmp_path / "user", "lib/tools/__init__.py", "lib/tools/nets.py")
    layout = Layout(str(user), environment=installed(tmp_path, {"tools": f"{user}/lib/tools"}))
    assert layout.module_name(str(user / "lib" / "tools" / "nets.py")) == "tools.nets"
    found = layout.find("tools.nets")
    assert found is not None
    assert found.origin == "project"


BROKEN = [
    "MAPPING = {",
    "MAPPING = [1, 2]",
    "MAPPING = {1: 2, 'tools': 3, 'x': None}",
    "MAPPING = {'tools': 'relative/tools'}",
    "MAPPING = dict(tools=__import__('os').system('touch executed'))",
    "MAPPING = " + "(" * 3000 + ")" * 3000,
    "MAPPING = {'tools': '/\\0'}",
    "\0",
    "",
]


@pytest.mark.parametrize("text", BROKEN, ids=range(len(BROKEN)))
def test_what_is_no_finder_says_nothing(tmp_path: Path, text: str) -> None:
    environment = installed(tmp_path, {}, text=text)
    assert where(tmp_path, environment, "tools") is None


def test_a_finder_that_nothing_installs_says_nothing(tmp_path: Path) -> None:
    repo = project(tmp_path / "repo", "tools/__init__.py")
    assert installed(tmp_path, {"tools": f"{repo}/tools"}, pth="# removed\n").modules == ()


def test_hidden_files_are_passed_by_as_by_newer_pythons(tmp_path: Path) -> None:
    repo = project(tmp_path / "repo", "tools/__init__.py")
    packages = venv(tmp_path / "v")
    (packages / ".hidden.pth").write_text(f"{repo}\n")
    assert where(tmp_path, find_environment(str(tmp_path), str(tmp_path / "v")), "tools") is None
    (packages / ".hidden.pth").rename(packages / "shown.pth")
    assert where(tmp_path, find_environment(str(tmp_path), str(tmp_path / "v")), "tools") is not None
