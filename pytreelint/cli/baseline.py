"""`pytreelint baseline`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from pytreelint.cli.options import reading_options, rule_options

if TYPE_CHECKING:
    from pytreelint.cli.baselines import Change
    from pytreelint.engine.run import Report
    from pytreelint.engine.settings import Settings

Command = Callable[..., Any]


@click.group("baseline")
def command() -> None:
    """Accept the findings of today, so that a check reports new ones only.

    They are counted by file, rule and function or class, so that moved lines do not matter. `check` and `fix` use
    pytreelint-baseline.json beside the configuration by themselves.
    """


def _options(function: Command) -> Command:
    function = click.option("--no-cache", is_flag=True, help="Neither read nor write the cache.")(function)
    named = click.option("--baseline", "file", metavar="FILE", type=click.Path(dir_okay=False), help="Another file.")
    function = named(function)
    return click.argument("paths", nargs=-1, type=click.Path())(rule_options(reading_options(function)))


@command.command("create")
@_options
def create(**given: Any) -> None:
    """Accept all findings; there must be no baseline yet."""
    _change("create", **given)


@command.command("update")
@_options
def update(**given: Any) -> None:
    """Accept new findings, and take out those that are gone, of the files that are checked."""
    _change("update", **given)


@command.command("prune")
@_options
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if something would be taken out.")
@click.pass_context
def prune(ctx: click.Context, /, *, check: bool, **given: Any) -> None:
    """Take out the findings that are gone; accept nothing new."""
    ctx.exit(_change("prune", check=check, **given))


def _change(
    change: Change, *, paths: tuple[str, ...], file: str | None, no_cache: bool, check: bool = False, **given: Any
) -> int:
    from pytreelint.cli.baselines import baseline_path, changed, refuse_existing, write_counts
    from pytreelint.cli.output import show
    from pytreelint.cli.settings import decided, settings_for, with_baseline
    from pytreelint.report.paths import shown
    from pytreelint.report.segments import line
    from pytreelint.report.summary import count

    paths = paths or (".",)
    settings = with_baseline(decided(settings_for(paths, **given), not no_cache), file)
    path = baseline_path(settings)
    if change == "create":
        refuse_existing(path)
    old, new = changed(change, _checked(paths, settings, cache=not no_cache), settings, path)
    if not check and (change == "create" or dict(new) != dict(old)):
        write_counts(path, new)
    added = sum(max(number - old.get(key, 0), 0) for key, number in new.items())
    gone = sum(max(number - new.get(key, 0), 0) for key, number in old.items())
    holds = "would hold" if check else "holds"
    show([line(f"{shown(path)} {holds} {count(sum(new.values()), 'finding')}: {added:,} new, {gone:,} gone")])
    return int(check and bool(gone))


def _checked(paths: tuple[str, ...], settings: Settings, *, cache: bool) -> Report:
    """The report of a whole and sound run: what it would not see must not be taken out."""
    from pytreelint.cli.paths import present
    from pytreelint.engine.cache_folder import CacheRefusedError
    from pytreelint.engine.run import check
    from pytreelint.model.installed.environment import NoEnvironmentError

    there, troubles = present(paths)
    if troubles:
        raise click.UsageError(troubles[0])
    try:
        report = check(there, settings, cache=cache)
    except (NoEnvironmentError, CacheRefusedError) as error:
        raise click.ClickException(str(error)) from None
    if report.errors:
        raise click.ClickException(f"nothing is written: {report.errors[0]}")
    if not report.files:
        raise click.ClickException("nothing is written: no Python files found")
    return report
