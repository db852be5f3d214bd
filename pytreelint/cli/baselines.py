"""The baseline that a check is compared with, and what the commands write into it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

import click

from pytreelint.cli.narrowing import Narrowed
from pytreelint.engine.baseline import (
    Baseline,
    BaselineError,
    Key,
    compared,
    counted,
    covering,
    covers_all,
    pruned,
    read_baseline,
    updated,
    written,
)
from pytreelint.engine.settings import BASELINE
from pytreelint.engine.symbols import Symbols
from pytreelint.engine.writing import save
from pytreelint.knowledge.record import replace
from pytreelint.model.text.source import Source, Unreadable

if TYPE_CHECKING:
    from pytreelint.engine.run import Report, Stdin
    from pytreelint.engine.settings import Settings

Change = Literal["create", "update", "prune"]


def baseline_of(settings: Settings) -> Baseline | None:
    """The baseline of these settings, read. What is wrong with it is an error."""
    if settings.baseline is None:
        return None
    try:
        return read_baseline(settings.baseline)
    except BaselineError as error:
        raise click.ClickException(_with_advice(str(error), settings.baseline)) from None


def _with_advice(message: str, path: str) -> str:
    return message if os.path.lexists(path) else f"{message}; `pytreelint baseline create` writes one"


def compared_with(report: Report, settings: Settings, baseline: Baseline, stdin: Stdin | None = None) -> Narrowed:
    """The report without the findings that a baseline accepts, and with a note where it names some that are gone."""
    found = compared(report.findings, baseline, _symbols(settings, stdin), _covering(settings, report, baseline.path))
    notes = report.notes
    if found.stale and stdin is None and covers_all(baseline, report.files):
        number = sum(found.stale.values())
        what = "a finding that is" if number == 1 else f"{number:,} findings that are"
        notes += (f"{_shown(baseline.path)} holds {what} gone: `pytreelint baseline prune` takes them out",)
    return Narrowed(replace(report, findings=found.findings, notes=notes), found.accepted)


def changed(
    change: Change, report: Report, settings: Settings, path: str
) -> tuple[Mapping[Key, int], Mapping[Key, int]]:
    """The counts of the baseline before and after a command."""
    now = counted(report.findings, path, _symbols(settings))
    if change == "create":
        return {}, now
    baseline = baseline_of(replace(settings, baseline=path))
    old = baseline.counts if baseline else {}
    return old, (updated if change == "update" else pruned)(old, now, _covering(settings, report, path))


def refuse_existing(path: str) -> None:
    """What somebody has accepted is not overwritten."""
    if os.path.lexists(path):
        raise click.ClickException(
            f"{_shown(path)} exists: `pytreelint baseline update` takes in what is new, "
            "`pytreelint baseline prune` only takes out what is gone"
        )


def write_counts(path: str, counts: Mapping[Key, int]) -> None:
    """Write a baseline; the old one stays where that fails."""
    try:
        save(path, written(counts).encode())
    except OSError as error:
        raise click.ClickException(f"{path}: cannot be written: {error.strerror or error}") from None


def baseline_path(settings: Settings) -> str:
    """Where the baseline of these settings is, or would be."""
    return settings.baseline or os.path.join(settings.root, BASELINE)


def _covering(settings: Settings, report: Report, path: str) -> Callable[[Key], bool]:
    from pytreelint.rules.catalogue import heads

    return covering(path, report.files, settings.enabled(), {rule.code for rule in heads()})


def _symbols(settings: Settings, stdin: Stdin | None = None) -> Symbols:
    sources: dict[str, Source] = {}
    if stdin is not None:
        with suppress(Unreadable):
            sources[stdin.path] = Source.from_bytes(stdin.path, stdin.data)
    return Symbols(sources, settings.max_file_size)


def _shown(path: str) -> str:
    from pytreelint.report.paths import shown

    return shown(path)
