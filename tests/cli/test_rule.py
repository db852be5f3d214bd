"""`pytreelint rule`, `rules`, `completion`, and the program itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytreelint import __version__
from pytreelint.rules.rule import HEADINGS, all_rules
from tests.cli.running import pytreelint


@pytest.mark.parametrize("word", ["PTL901", "ptl901", "unreadable-file"])
def test_a_rule_by_code_or_name(tmp_path: Path, word: str) -> None:
    done = pytreelint("rule", word, cwd=tmp_path)
    assert done.code == 0
    assert done.out.startswith("# unreadable-file (PTL901)\n")
    assert all(f"## {heading}\n" in done.out for heading in HEADINGS)


def test_a_rule_as_json(tmp_path: Path) -> None:
    rule = json.loads(pytreelint("rule", "PTL901", "--json", cwd=tmp_path).out)
    assert sorted(rule) == ["code", "default", "explanation", "name", "severity", "status", "url"]
    assert "\n\n## What it does\n" in rule["explanation"]


def test_a_page_is_set_in_colour_on_demand(tmp_path: Path) -> None:
    assert "\x1b[" in pytreelint("rule", "PTL901", cwd=tmp_path, FORCE_COLOR="1").out


def test_an_unknown_rule_names_the_nearest(tmp_path: Path) -> None:
    done = pytreelint("rule", "unreadable-fil", cwd=tmp_path)
    assert done.code == 2
    assert "PTL901 (unreadable-file)" in done.err


def test_the_overview_has_every_rule(tmp_path: Path) -> None:
    rows = pytreelint("rules", cwd=tmp_path).out.splitlines()
    assert [row.split()[:2] for row in rows[1:]] == [[rule.code, rule.name] for rule in all_rules()]
    assert [rule["code"] for rule in json.loads(pytreelint("rules", "--json", cwd=tmp_path).out)] == [
        rule.code for rule in all_rules()
    ]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(tmp_path: Path, shell: str) -> None:
    done = pytreelint("completion", shell, cwd=tmp_path)
    assert done.code == 0
    assert "_PYTREELINT_COMPLETE" in done.out


def test_completion_offers_commands(tmp_path: Path) -> None:
    done = pytreelint(cwd=tmp_path, _PYTREELINT_COMPLETE="bash_complete", COMP_WORDS="pytreelint ru", COMP_CWORD="1")
    assert done.out.split() == ["plain,rule", "plain,rules"]


def test_version(tmp_path: Path) -> None:
    assert pytreelint("--version", cwd=tmp_path).out == f"pytreelint {__version__} (interpreted)\n"


@pytest.mark.parametrize("command", ["check", "tree", "rule", "rules", "config", "completion"])
def test_every_command_has_help(tmp_path: Path, command: str) -> None:
    done = pytreelint(command, "--help", cwd=tmp_path)
    assert done.code == 0
    assert done.out.startswith(f"Usage: pytreelint {command} ")


def test_no_command_is_help(tmp_path: Path) -> None:
    done = pytreelint(cwd=tmp_path)
    assert "Commands:" in done.out + done.err


def test_an_unknown_command_is_a_usage_error(tmp_path: Path) -> None:
    assert pytreelint("chek", cwd=tmp_path).code == 2
