"""Plain checks are read without click, and mean what click makes of them."""

from __future__ import annotations

from typing import Any

import click
import pytest

from pytreelint.cli import checking
from pytreelint.cli.checking import Request
from pytreelint.cli.group import group
from pytreelint.cli.plain import plain_check, plain_request

PLAIN = [
    [],
    ["."],
    ["src", "tests", "-q"],
    ["--quiet", "src"],
    ["--output-format", "concise", "."],
    ["a", "--output-format=sarif", "b"],
    ["--no-cache", "--exit-zero", "--timing", "--coverage", "x.py"],
    ["-q", "-q"],
    [""],
]
FOR_CLICK = [
    ["--help"],
    ["-h"],
    ["-"],
    ["--", "-q"],
    ["-qj2"],
    ["--jobs", "2"],
    ["--output-format"],
    ["--output-format", "yaml"],
    ["--output-format=", "."],
    ["--select", "PTL1"],
    ["--quiet=1"],
    ["--quie"],
    ["--fix"],
    ["--cache-dir", "x"],
]


def read_by_click(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> Request:
    read: list[Request] = []

    def run(request: Request) -> int:
        read.append(request)
        return 0

    monkeypatch.setattr(checking, "run", run)
    group.main(["check", *arguments], standalone_mode=False)
    return read[0]


@pytest.mark.parametrize("arguments", PLAIN, ids=" ".join)
def test_a_plain_check_is_read_as_click_reads_it(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert plain_request(arguments) == read_by_click(arguments, monkeypatch)
    assert plain_check(["check", *arguments]) is not None


@pytest.mark.parametrize("arguments", FOR_CLICK, ids=" ".join)
def test_everything_else_is_left_to_click(arguments: list[str]) -> None:
    assert plain_request(arguments) is None
    assert plain_check(["check", *arguments]) is None


@pytest.mark.parametrize("arguments", [[], ["fix"], ["--help"], ["rules", "check"]], ids=" ".join)
def test_other_commands_are_left_to_click(arguments: list[str]) -> None:
    assert plain_check(arguments) is None


def test_a_request_has_an_attribute_for_every_option_of_the_command() -> None:
    command: Any = group.get_command(click.Context(group), "check")
    options = {parameter.name for parameter in command.params} - {"fix", "unsafe_fixes", "target", "isolated"}
    assert options == set(Request.__match_args__)
