"""`--output-format sarif`: SARIF 2.1.0, for code scanning and viewers.

The standard: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html. What GitHub reads of it:
https://docs.github.com/en/code-security/reference/code-scanning/sarif-support-for-code-scanning
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from json import dumps
from typing import Any
from urllib.parse import quote

from pytreelint import __version__
from pytreelint.model.text.place import Place
from pytreelint.report.fingerprint import LineHashes, fingerprints
from pytreelint.report.links import DOCUMENTATION, rule_page
from pytreelint.report.page import explanation, title
from pytreelint.report.paths import inside
from pytreelint.report.texts import Texts
from pytreelint.report.visible import visible_lines
from pytreelint.rules.finding import Finding, Fix, Severity
from pytreelint.rules.rule import AnyRule

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS: dict[Severity, str] = {"error": "error", "warning": "warning", "advice": "note"}
ROOT = "%SRCROOT%"
FINGERPRINT = "pytreelintFinding/v1"
_LINK = re.compile(r"\[([^\[\]]*)\]\(")


def sarif(
    findings: Sequence[Finding], rules: Iterable[AnyRule], texts: Texts, base: str, errors: Sequence[str] = ()
) -> str:
    """The log of one run, with a line end.

    Arguments:
        rules: that were on; those of the findings are added.
        base: the folder that paths are relative to.
        errors: of this program; they make the run an unsuccessful one.
    """
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [_Run(texts, base).run(findings, rules, errors)]}
    return dumps(log, indent=2) + "\n"


class _Run:
    """One run on its way to JSON."""

    def __init__(self, texts: Texts, base: str) -> None:
        self.texts = texts
        self.base = base
        self.hashes = LineHashes(texts)

    def run(self, findings: Sequence[Finding], rules: Iterable[AnyRule], errors: Sequence[str]) -> dict[str, Any]:
        described = sorted(rules, key=lambda rule: rule.code)
        index = {rule.code: number for number, rule in enumerate(described)}
        marks = fingerprints(findings, self.texts, self.base)
        return {
            "tool": {"driver": {**_TOOL, "rules": [_rule(rule) for rule in described]}},
            "invocations": [_invocation(errors)],
            "originalUriBaseIds": {ROOT: {"uri": _file_uri(self.base) + "/"}},
            "columnKind": "unicodeCodePoints",
            "results": [self._result(f, index, mark) for f, mark in zip(findings, marks, strict=True)],
        }

    def _result(self, finding: Finding, index: dict[str, int], mark: str) -> dict[str, Any]:
        found: dict[str, Any] = {
            "ruleId": finding.code,
            "level": LEVELS[finding.severity],
            "message": _message(finding.message + (f"\n\nhelp: {finding.help}" if finding.help else "")),
            "locations": [self._location(finding.place)],
            "partialFingerprints": {FINGERPRINT: mark},
        }
        if finding.code in index:
            found["ruleIndex"] = index[finding.code]
        line_hash = self.hashes.of(finding.place.path, finding.place.row)
        if line_hash is not None:
            found["partialFingerprints"]["primaryLocationLineHash"] = line_hash
        if finding.related:
            found["relatedLocations"] = [
                {"id": number, **self._location(step.place, step.message)}
                for number, step in enumerate(finding.related, 1)
            ]
            found["codeFlows"] = [self._flow(finding)]
        if finding.fix is not None and finding.fix.applicability != "display":
            found["fixes"] = [self._fix(finding.fix)]
        return found

    def _flow(self, finding: Finding) -> dict[str, Any]:
        """The evidence in causal order, and at its end what was found."""
        steps = [*((step.place, step.message) for step in finding.related), (finding.place, finding.message)]
        places = [{"location": self._location(place, message)} for place, message in steps]
        return {"threadFlows": [{"locations": places}]}

    def _location(self, place: Place, message: str | None = None) -> dict[str, Any]:
        physical = {"artifactLocation": self._artifact(place.path), "region": _region(place)}
        return {"physicalLocation": physical, **({"message": _message(message)} if message else {})}

    def _artifact(self, path: str) -> dict[str, str]:
        relative = inside(path, self.base)
        return {"uri": _file_uri(path)} if relative is None else {"uri": _uri(relative), "uriBaseId": ROOT}

    def _fix(self, fix: Fix) -> dict[str, Any]:
        by_file: dict[str, list[dict[str, Any]]] = {}
        for edit in fix.edits:
            change = {"deletedRegion": _region(edit.place), "insertedContent": {"text": edit.content}}
            by_file.setdefault(edit.place.path, []).append(change)
        changes = [{"artifactLocation": self._artifact(path), "replacements": edits} for path, edits in by_file.items()]
        return {"description": _message(f"{fix.message} ({fix.applicability})"), "artifactChanges": changes}


_TOOL = {
    "name": "pytreelint",
    "version": __version__,
    "semanticVersion": __version__,
    "informationUri": f"{DOCUMENTATION}/",
}


def _rule(rule: AnyRule) -> dict[str, Any]:
    page = explanation(rule)
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": title(rule)},
        "fullDescription": {"text": title(rule)},
        "help": {"text": page, "markdown": page},
        "helpUri": rule_page(rule.code),
        "defaultConfiguration": {"level": LEVELS[rule.severity], "enabled": rule.default},
        "properties": {
            "precision": "very-high",
            "problem.severity": _problem(rule.severity),
            "tags": ["jax", "pytree"],
        },
    }


def _problem(severity: Severity) -> str:
    """GitHub's word for a severity."""
    return "recommendation" if severity == "advice" else severity


def _invocation(errors: Sequence[str]) -> dict[str, Any]:
    told = [{"level": "error", "message": _message(error)} for error in errors]
    return {"executionSuccessful": not errors, **({"toolExecutionNotifications": told} if told else {})}


def _region(place: Place) -> dict[str, int]:
    return {
        "startLine": place.row,
        "startColumn": place.column,
        "endLine": max(place.row, place.end_row),
        "endColumn": place.end_column,
    }


def _message(text: str) -> dict[str, str]:
    """Plain text: what would be read as a link, `[0](x)`, is escaped."""
    return {"text": _LINK.sub(r"\\[\1\\](", visible_lines(text))}


def _uri(path: str) -> str:
    """A relative path as a reference; bytes that are no text are kept."""
    return quote(os.fsencode(path), safe="/")


def _file_uri(path: str) -> str:
    slashed = path.replace(os.sep, "/")
    return "file://" + ("" if slashed.startswith("/") else "/") + quote(os.fsencode(slashed), safe="/:")
