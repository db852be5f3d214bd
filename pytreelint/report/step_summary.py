"""The summary of a step on GitHub: the findings as a table, in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from urllib.parse import quote

from pytreelint.report.links import rule_page
from pytreelint.report.paths import inside
from pytreelint.report.visible import visible
from pytreelint.rules.finding import Finding

MOST_BYTES = 500_000
"""GitHub refuses a summary of more than 1 MiB, and other programs write into the same one."""
_CODE = re.compile(r"`([^`]+)`")
_ODD = re.compile(r"[^\w\s.,;()/'=-]|_", re.ASCII)


def step_summary(findings: Sequence[Finding], last: str, base: str, environ: Mapping[str, str]) -> str:
    """The text, with a line end.

    Arguments:
        last: the last line of the check.
        base: the checkout.
        environ: says where the checked revision can be looked at.
    """
    rows = [f"### pytreelint\n\n{last}\n"]
    if findings:
        rows.append("\n| where | rule | severity | what |\n|---|---|---|---|\n")
    size = 0
    for number, row in enumerate(_rows(findings, base, environ)):
        size += len(row.encode())
        if size > MOST_BYTES:
            rows.append(f"\n... and {len(findings) - number:,} more: the log has them all.\n")
            break
        rows.append(row)
    return "".join(rows)


def _rows(findings: Sequence[Finding], base: str, environ: Mapping[str, str]) -> Iterator[str]:
    for finding in findings:
        path = inside(finding.place.path, base)
        where = _text(f"{path or finding.place.path}:{finding.place.row}")
        address = _address(path, finding.place.row, environ)
        place = f"[{where}]({address})" if address else where
        rule = f"[{finding.code}]({rule_page(finding.code)}) {finding.name}"
        yield f"| {place} | {rule} | {finding.severity} | {_marked(finding.message)} |\n"


def _address(path: str | None, row: int, environ: Mapping[str, str]) -> str | None:
    server, name, revision = (environ.get(f"GITHUB_{part}") for part in ("SERVER_URL", "REPOSITORY", "SHA"))
    if path is None or not (server and name and revision):
        return None
    return f"{server}/{name}/blob/{revision}/{quote(path, errors='surrogateescape')}#L{row}"


def _marked(message: str) -> str:
    """A message in a cell of a table: what it has between backticks is code."""
    parts = _CODE.split(" ".join(message.split("\n")))
    return "".join(f"<code>{_text(part)}</code>" if index % 2 else _text(part) for index, part in enumerate(parts))


def _text(text: str) -> str:
    """Text that neither Markdown nor HTML reads as anything else."""
    return _ODD.sub(lambda match: f"&#{ord(match[0])};" if match[0].isascii() else escape(match[0]), visible(text))
