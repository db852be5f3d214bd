"""The documents: every block of code runs, parses or names what there is; the site is built without a warning."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import jsonschema
import pytest
import yaml  # type: ignore[import-untyped]

from pytreelint.cli.group import group
from tests.fixtures.server import quick
from tests.project.files import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
NAMES = [str(path.relative_to(ROOT)) for path in PAGES]
BLOCK = re.compile(r"^(?P<indent> *)```(?P<language>\w*)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)
SCHEMA = json.loads((ROOT / "docs/schema/config.v1.json").read_bytes())
# Pieces of programs, which no program runs: an excerpt of a stub, comments on three lines, a rule and a test of others.
FRAGMENTS = {"docs/architecture.md", "docs/configuration.md", "docs/extending.md"}
BESIDE = {"docs/runtime.md"}  # tests/runtime runs it
ELSEWHERE = {"lua", "diff", "text", ""}


def blocks(page: str, *languages: str) -> Iterator[str]:
    for match in BLOCK.finditer((ROOT / page).read_text(encoding="utf-8")):
        if match["language"] in languages:
            yield textwrap.dedent(match["text"])


def commands(page: str) -> Iterator[list[str]]:
    """Lines of blocks, and pieces of code in the text, that call the program."""
    text = (ROOT / page).read_text(encoding="utf-8")
    lines = [line for block in blocks(page, "sh", "") for line in block.splitlines()]
    for line in [*lines, *re.findall(r"`(pytreelint [^`]+)`", text)]:
        words = re.split(r"#|\||&&|>", line)[0].replace("$ ", "", 1).split()
        if words[:1] == ["pytreelint"] and len(words) > 1:
            yield words[1:]


@pytest.mark.parametrize("page", NAMES)
def test_every_language_is_looked_at(page: str) -> None:
    known = ELSEWHERE | {"python", "toml", "json", "yaml", "sh"}
    assert {match["language"] for match in BLOCK.finditer((ROOT / page).read_text(encoding="utf-8"))} <= known


@pytest.mark.parametrize("page", [name for name in NAMES if any(blocks(name, "python")) and name not in BESIDE])
def test_python(page: str) -> None:
    """The blocks of a page are one program."""
    program = "\n".join(blocks(page, "python"))
    compile(program, page, "exec")
    if page in FRAGMENTS:
        return
    environ = {**os.environ, "PYTHONPATH": str(ROOT), **quick()}
    environ["XLA_FLAGS"] += " --xla_force_host_platform_device_count=2"
    done = subprocess.run([sys.executable, "-c", program], env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", NAMES)
def test_configuration(page: str) -> None:
    for block in blocks(page, "toml"):
        values = tomllib.loads(block)
        own = values.get("tool", {}).get("pytreelint")
        if own is None and "extend" in values:
            own = values
        if own is not None:
            jsonschema.validate(own, SCHEMA)
    for block in blocks(page, "json"):
        assert json.loads(block)


@pytest.mark.parametrize("page", NAMES)
def test_workflows_and_hooks(page: str) -> None:
    """A pre-commit configuration names hooks of ours, a workflow inputs of our action; other YAML there is not."""
    for block in blocks(page, "yaml"):
        values = yaml.safe_load(block)
        if "repos" in values:
            hooks = {
                hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
            }
            assert {hook["id"] for repo in values["repos"] for hook in repo["hooks"]} <= hooks
            continue
        inputs = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))["inputs"]
        steps = [step for job in values["jobs"].values() for step in job["steps"]]
        (ours,) = [step for step in steps if "pytreelint" in step.get("uses", "")]
        assert ours["with"].keys() <= inputs.keys()
        assert [step["with"]["sarif_file"] for step in steps if "upload-sarif" in step.get("uses", "")] == [
            ours["with"]["sarif-file"]
        ]


def test_settings_of_editors() -> None:
    """Each starts the server, in whatever language, and gives it options that the table above has."""
    page = "docs/editors.md"
    text = (ROOT / page).read_text(encoding="utf-8")
    options = set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE))
    assert options == {"inlayHints", "unsafeFixes", "configuration", "ownRules", "python"}
    given = list(blocks(page, "lua", "toml", "json"))
    assert len(given) == 4
    for block in given:
        assert '"pytreelint"' in block
        assert '"server"' in block
        sent = re.search(r"(?:init_options|config|initialization_options\")\s*[=:]\s*\{([^}]*)\}", block)
        assert set(re.findall(r"(\w+)\"?\s*[=:]", sent[1] if sent else "")) <= options
        assert all(block.count(opening) == block.count(closing) for opening, closing in ("()", "[]", "{}"))


@pytest.mark.parametrize("page", NAMES)
def test_commands(page: str) -> None:
    """Each one has the options that it is shown with."""
    for words in commands(page):
        name = words[0]
        if name.startswith("-"):
            continue
        command = group.get_command(click.Context(group), name)
        assert command is not None, words
        while isinstance(command, click.Group) and len(words) > 1 and not words[1].startswith("-"):
            words = words[1:]
            command = command.get_command(click.Context(command), words[0])
            assert command is not None, words
        options = {each for parameter in command.params for each in (*parameter.opts, *parameter.secondary_opts)}
        given = {word.partition("=")[0].rstrip(".,;:") for word in words[1:] if re.match(r"--?[a-z]", word)}
        assert given <= options | {"--help", "-h"}, words


def test_each_rule_that_a_finding_names_has_a_page() -> None:
    from pytreelint.rules.rule import own_rules

    assert all((ROOT / "docs" / "rules" / f"{rule.code}.md").exists() for rule in own_rules())


def test_the_menu_names_every_page() -> None:
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert not [path.name for path in (ROOT / "docs").glob("*.md") if f" {path.name}" not in menu]


@pytest.mark.long
def test_the_site_is_built_strictly(tmp_path: Path) -> None:
    """In an environment of its own: the group `docs` of pyproject.toml, and nothing else."""
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    programs = tmp_path / "venv" / "bin"
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, *groups["docs"]], check=True)
    build = [str(programs / "mkdocs"), "build", "--strict", "--site-dir", str(tmp_path / "site")]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "site" / "rules" / "PTL201" / "index.html").exists()
    reference = (tmp_path / "site" / "runtime-reference" / "index.html").read_text(encoding="utf-8")
    public = (ROOT / "pytreelint/runtime/__init__.py").read_text(encoding="utf-8").partition("__all__ = [")[2]
    names = re.findall(r'^    "(\w+)",$', public.partition("]")[0], re.MULTILINE)
    assert len(names) > 60
    assert not [name for name in names if f'id="pytreelint.runtime.{name}"' not in reference]
