"""Options that several commands take, and what they mean as settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, get_args

import click

Command = Callable[..., Any]
Format = Literal["full", "concise", "json", "jsonl", "sarif", "github", "gitlab"]
FORMATS: tuple[Format, ...] = get_args(Format)


def _codes(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """`--select PTL1,PTL201 --select static-array` as one list."""
    return tuple(word.strip() for text in given for word in text.split(",") if word.strip())


def rule_options(command: Command) -> Command:
    """`--select`, `--extend-select`, `--ignore`."""
    for name, text in (
        ("--ignore", "Not these rules."),
        ("--extend-select", "These rules in addition."),
        ("--select", "Exactly these rules: codes, names, prefixes or ALL, separated by commas."),
    ):
        command = click.option(name, multiple=True, metavar="RULES", callback=_codes, help=text)(command)
    return command


def reading_options(command: Command) -> Command:
    """`--config` and `--python`."""
    for name, text in (
        ("--python", "Interpreter or environment whose packages are read as source; nothing is started."),
        ("--config", "A pyproject.toml or pytreelint.toml, instead of the nearest one."),
    ):
        command = click.option(name, metavar="PATH", type=click.Path(), help=text)(command)
    return command
