"""Findings as diagnostics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pytreelint.report.links import rule_page
from pytreelint.report.visible import visible_lines
from pytreelint.server.documents import Positions

if TYPE_CHECKING:
    from pytreelint.rules.finding import Finding, Severity

SOURCE = "pytreelint"
SEVERITIES: dict[Severity, lsp.DiagnosticSeverity] = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "advice": lsp.DiagnosticSeverity.Information,
}
_UNUSED = frozenset({"PTL902"})


def diagnostic(finding: Finding, positions: Positions, related: bool) -> tuple[str, lsp.Diagnostic]:
    """The document of a finding, and what is shown there.

    Arguments:
        related: whether the editor shows places beside the diagnostic's own; else its message has them.
    """
    location = positions.location(finding.place)
    steps = [(positions.location(step.place), step.message) for step in finding.related]
    rows = [finding.message, *((f"help: {finding.help}",) if finding.help else ())]
    if not related:
        rows += [f"{number}: {message}" for number, (_, message) in enumerate(steps, 1)]
    found = lsp.Diagnostic(
        range=location.range,
        message=visible_lines("\n".join(rows)),
        severity=SEVERITIES[finding.severity],
        code=finding.code,
        code_description=lsp.CodeDescription(rule_page(finding.code)),
        source=SOURCE,
        tags=[lsp.DiagnosticTag.Unnecessary] if finding.code in _UNUSED else None,
        related_information=[lsp.DiagnosticRelatedInformation(where, told) for where, told in steps]
        if related
        else None,
    )
    return location.uri, found


def is_within(outer: lsp.Range, position: lsp.Position) -> bool:
    """Whether a position lies in a range, its end included: a cursor stands between characters."""
    return _key(outer.start) <= _key(position) <= _key(outer.end)


def touch(first: lsp.Range, second: lsp.Range) -> bool:
    """Whether two ranges have a position in common."""
    return _key(first.start) <= _key(second.end) and _key(second.start) <= _key(first.end)


def _key(position: lsp.Position) -> tuple[int, int]:
    return position.line, position.character
