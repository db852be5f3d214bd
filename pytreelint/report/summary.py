"""The last line of a check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from pytreelint.report.segments import Line, Segment, line
from pytreelint.report.statistics import FIXABLE
from pytreelint.rules.finding import Finding, Severity

_ORDER: tuple[Severity, ...] = ("error", "warning", "advice")


def summary(findings: Sequence[Finding], n_files: int, accepted: int = 0, failed: int = 0) -> Line:
    """`Found 3 errors, 1 warning in 12 files.`, or that all is well.

    Arguments:
        accepted: further findings, which the baseline accepts.
        failed: how many of the files an internal error has kept from being checked.
    """
    checked = count(n_files, "file") + (f" ({count(accepted, 'finding')} in the baseline)" if accepted else "")
    if failed:
        checked += f", {failed:,} of which could not be checked"
    if not findings and failed:
        return line(f"Found nothing in {checked}.")
    if not findings:
        return line(Segment("All checks passed", "good"), f" in {checked}.")
    tally = Counter(finding.severity for finding in findings)
    kinds = [
        str(tally[kind]) + f" {kind}" if kind == "advice" else count(tally[kind], kind)
        for kind in _ORDER
        if tally[kind]
    ]
    return line(f"Found {', '.join(kinds)} in {checked}.")


def fixable(findings: Iterable[Finding], is_safe: Callable[[Finding], bool]) -> Line | None:
    """`[*] 5 fixable (1 safe): run ...`; nothing where nothing has a fix.

    Arguments:
        is_safe: whether a fix is applied without `--unsafe-fixes`.
    """
    fixes = [is_safe(finding) for finding in findings if finding.fix is not None]
    if not fixes:
        return None
    safe = sum(fixes)
    command = "`pytreelint fix`" if safe else "`pytreelint fix --unsafe-fixes`"
    if safe == len(fixes):
        return line(Segment(FIXABLE, "label"), f" {safe:,} fixable: run {command}.")
    more = ", with --unsafe-fixes for all" if safe else ""
    return line(Segment(FIXABLE, "label"), f" {len(fixes):,} fixable ({safe or 'none'} safe): run {command}{more}.")


def count(number: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
