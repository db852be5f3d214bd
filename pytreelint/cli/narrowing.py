"""What a check leaves out of its report: accepted findings, and those of lines that did not change."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from pytreelint.engine.run import Report, Stdin
from pytreelint.knowledge.record import record, replace

if TYPE_CHECKING:
    from pytreelint.engine.settings import Settings


@record(frozen=True, slots=True)
class Narrowed:
    """A report with the findings that are left.

    Attributes:
        accepted: how many findings the baseline accepts.
    """

    report: Report
    accepted: int = 0


def narrowing(
    settings: Settings, stdin: Stdin | None = None, revision: str | None = None
) -> Callable[[Report], Narrowed]:
    """What narrows a report. Baseline and git are read at once: their errors need no check.

    Arguments:
        revision: what lines must have changed since; None for all lines.
    """
    if settings.baseline is None and revision is None:
        return Narrowed  # the common case imports nothing
    from pytreelint.cli.baselines import baseline_of, compared_with

    baseline = baseline_of(settings)
    only = _since(settings, revision)

    def narrow(report: Report) -> Narrowed:
        beside = compared_with(report, settings, baseline, stdin) if baseline else Narrowed(report)
        return replace(beside, report=only(beside.report))

    return narrow


def _since(settings: Settings, revision: str | None) -> Callable[[Report], Report]:
    if revision is None:
        return lambda report: report
    from pytreelint.engine.since import SinceError, changed_since, since

    try:
        changes = changed_since(revision, settings.root)
    except SinceError as error:
        raise click.ClickException(f"--since: {error}") from None
    from pytreelint.model.notebook.placing import Notebooks

    held = Notebooks(max_size=settings.max_file_size)
    return lambda report: replace(report, findings=since(report.findings, changes, held.in_file))
