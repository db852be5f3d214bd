"""Options that several commands take, and what they mean as settings."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import click

from pytreelint.cli.chosen import Chosen

Command = Callable[..., Any]
_ISOLATED = "pytreelint.isolated"


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
    """`--config`, `--isolated` and `--python`."""
    name = "--python"
    text = "Interpreter or environment whose packages are read as source; nothing is started."
    command = click.option(name, metavar="PATH", type=click.Path(), help=text)(command)
    text = "A pyproject.toml or pytreelint.toml instead of the nearest one, or a setting over it; may be repeated."
    command = click.option(
        "--config", metavar="PATH|KEY=VALUE", multiple=True, type=click.Path(), callback=_chosen, help=text
    )(command)
    text = "Read no configuration file."
    return click.option("--isolated", is_flag=True, is_eager=True, expose_value=False, callback=_isolated, help=text)(
        command
    )


def _isolated(ctx: click.Context, param: click.Parameter, given: bool) -> None:
    ctx.meta[_ISOLATED] = given


def _chosen(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> Chosen:
    """A file may have `=` in its name: one that is there is meant."""
    pairs = tuple(text for text in given if "=" in text and not os.path.isfile(text))
    files = [text for text in given if text not in pairs]
    isolated = bool(ctx.meta.get(_ISOLATED))
    if len(files) > 1:
        raise click.UsageError("--config takes one file; settings are given as KEY=VALUE")
    if files and isolated:
        raise click.UsageError("--isolated does not go with a file for --config")
    return Chosen(files[0] if files else None, pairs, isolated)
