"""What a check leaves out of its report: accepted findings, and those of lines that did not change."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import TYPE_CHECKING

from pytreelint.cli.errors import refusal
from pytreelint.engine.run import Report, Stdin
from pytreelint.knowledge.record import record, replace

if TYPE_CHECKING:
    from pytreelint.engine.settings import Settings
    from pytreelint.rules.finding import Finding


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
    only = _since(settings, revision)
    if settings.baseline is not None:
        from pytreelint.cli.baselines import baseline_of

        baseline_of(settings)

    def narrow(report: Report) -> Narrowed:
        beside = _accepted(report, settings, stdin)
        return replace(beside, report=only(beside.report))

    return narrow


def _accepted(report: Report, settings: Settings, stdin: Stdin | None) -> Narrowed:
    """The report without what baselines accept: of each file, that of its own configuration, else that of the run."""
    paths = dict.fromkeys([*report.files, *(finding.place.path for finding in report.findings)])
    by_baseline: dict[str, set[str]] = {}
    for path in paths:
        baseline = settings.of(path).baseline or settings.baseline
        if baseline is not None:
            by_baseline.setdefault(baseline, set()).add(path)
    accepted = 0
    for baseline, held in by_baseline.items():
        from pytreelint.cli.baselines import baseline_of, compared_with

        own = replace(settings, baseline=baseline)
        theirs = baseline_of(own)
        if theirs is None:
            continue
        here, rest = _parted(report.findings, held)
        files = tuple(path for path in report.files if path in held)
        found = compared_with(replace(report, findings=here, files=files), own, theirs, stdin)
        left = sorted((*rest, *found.report.findings), key=lambda finding: finding.key)
        report = replace(report, findings=tuple(left), notes=found.report.notes)
        accepted += found.accepted
    return Narrowed(report, accepted)


def _parted(findings: Iterable[Finding], paths: Container[str]) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    given = tuple(findings)
    return (
        tuple(finding for finding in given if finding.place.path in paths),
        tuple(finding for finding in given if finding.place.path not in paths),
    )


def _since(settings: Settings, revision: str | None) -> Callable[[Report], Report]:
    if revision is None:
        return lambda report: report
    from pytreelint.engine.since import SinceError, changed_since, since

    try:
        changes = changed_since(revision, settings.root)
    except SinceError as error:
        raise refusal(f"--since: {error}") from None
    from pytreelint.model.text.notebook.placing import Notebooks

    held = Notebooks(max_size=settings.max_file_size)
    return lambda report: replace(report, findings=since(report.findings, changes, held.in_file))
