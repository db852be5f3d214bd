"""`pytreelint init`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import click

from pytreelint import __version__
from pytreelint.cli.chosen import Chosen
from pytreelint.knowledge.record import record, replace

if TYPE_CHECKING:
    from pytreelint.engine.settings import Settings
    from pytreelint.knowledge.transform import Target
    from pytreelint.report.segments import Line

_RUFF = (".ruff.toml", "ruff.toml")
_HOOKS = ".pre-commit-config.yaml"
_OF_RUFF = "ruff leaves our codes in `noqa` comments"
_Step = tuple[Callable[[str], str | None], str]
_BOM = b"\xef\xbb\xbf"


@record(frozen=True, slots=True)
class _Change:
    """One file that is written, and what is said of it."""

    path: str
    before: bytes | None
    after: bytes
    change: str


@click.command("init")
@click.argument("path", required=False, default=".", type=click.Path(exists=True, file_okay=False))
@click.option("--target", type=click.Choice(["runtime", "equinox", "auto"]), default="auto", help="What fixes write.")
@click.option("--diff", is_flag=True, help="Show what would change; write nothing; exit with 1 if something would.")
@click.option("--no-cache", is_flag=True, help="Neither read nor write the cache.")
@click.pass_context
def command(ctx: click.Context, path: str, target: Target, diff: bool, no_cache: bool) -> None:
    """Configure a project, once: whose transforms fixes write, the pre-commit hook, and ruff, where these are in use.

    What is configured already stays as it is.
    """
    from pytreelint.cli.output import put_patch, say, show
    from pytreelint.cli.settings import decided, settings_for
    from pytreelint.report.paths import shown
    from pytreelint.report.segments import line

    settings = settings_for([path], config=Chosen())
    wanted = replace(settings, target=target if settings.config is None else settings.target)
    wanted = decided(wanted, not no_cache)
    changes, notes = _planned(wanted)
    if diff:
        for change in changes:
            put_patch(_patch(change), "utf-8")
    else:
        for change in changes:
            _write(change)
            show([line(f"{shown(change.path)}: {change.change}")])
    for note in notes:
        say(*f"note: {note}".rstrip().split("\n"))
    if not diff:
        show(_next(wanted, cache=not no_cache))
    ctx.exit(int(diff and bool(changes)))


def _planned(settings: Settings) -> tuple[list[_Change], list[str]]:
    from pytreelint.engine.initial import hook, own_text, with_external, with_hook, with_table
    from pytreelint.report.paths import shown
    from pytreelint.report.visible import visible

    root, target = settings.root, settings.target
    changes: list[_Change] = []
    notes: list[str] = []
    project = os.path.join(root, "pyproject.toml")
    steps: list[_Step] = [(lambda text: with_external(text, own=False), _OF_RUFF)]
    if settings.config is not None:
        notes.append(f"{visible(shown(settings.config))} configures pytreelint already")
    elif os.path.isfile(project) and with_table(_text(project), target) is not None:
        steps.append((lambda text: with_table(text, target), f'[tool.pytreelint] with target = "{target}"'))
    else:
        text = own_text(target).encode()
        changes.append(_Change(os.path.join(root, "pytreelint.toml"), None, text, f'new, with target = "{target}"'))
    if os.path.isfile(project):
        changes += _changed(project, steps)
    for name in _RUFF:
        if os.path.isfile(path := os.path.join(root, name)):
            changes += _changed(path, [(lambda text: with_external(text, own=True), _OF_RUFF)])
    hooks = os.path.join(root, _HOOKS)
    if os.path.isfile(hooks):
        found = list(_changed(hooks, [(lambda text: with_hook(text, __version__), "a hook that checks each commit")]))
        changes += found
        if not found and "pytreelint" not in _text(hooks):
            notes.append(f"{visible(shown(hooks))} is not shaped as usual; the hook for it is\n{hook(__version__)}")
    return changes, notes


def _changed(path: str, steps: list[_Step]) -> Iterator[_Change]:
    before = after = _text(path)
    change = []
    for step, what in steps:
        new = step(after)
        if new is not None:
            after = new
            change.append(what)
    if change:
        bom = _BOM if _data(path).startswith(_BOM) else b""
        yield _Change(path, bom + before.encode(), bom + after.encode(), ", ".join(change))


def _text(path: str) -> str:
    try:
        return _data(path).removeprefix(_BOM).decode()
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{path}: is no UTF-8: {error.reason}") from None


def _data(path: str) -> bytes:
    from pytreelint.model.text.reading import LARGEST_BESIDE, read_bytes
    from pytreelint.model.text.unreadable import Unreadable

    try:
        return read_bytes(path, LARGEST_BESIDE)
    except Unreadable as error:
        raise click.ClickException(f"{path}: {error.message}") from None


def _patch(change: _Change) -> Iterator[bytes]:
    from pytreelint.report.patch import patch

    return patch(os.path.relpath(change.path), change.before or b"", change.after)


def _write(change: _Change) -> None:
    from pytreelint.engine.writing import save

    try:
        save(change.path, change.after)
    except OSError as error:
        raise click.ClickException(f"{change.path}: cannot be written: {error.strerror or error}") from None


def _next(settings: Settings, *, cache: bool) -> Iterator[Line]:
    """What there is to do with the findings of today."""
    from pytreelint.engine.run import check
    from pytreelint.report.segments import line
    from pytreelint.report.summary import count, summary

    report = check([settings.root], settings, cache=cache)
    yield summary(report.findings, report.n_files)
    if report.findings:
        found = count(len(report.findings), "finding")
        yield line(f"`pytreelint fix` repairs what it can; `pytreelint baseline create` accepts the {found} for now.")
