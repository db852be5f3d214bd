"""`check --add-suppressions`: comments written for the findings that there are."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

import click

from pytreelint.cli.output import say
from pytreelint.engine.adding import with_suppressions
from pytreelint.engine.writing import NotWrittenError, write
from pytreelint.knowledge.record import replace
from pytreelint.model.text.notebook.placing import Notebooks
from pytreelint.model.text.source import Source, Unreadable
from pytreelint.report.paths import shown
from pytreelint.report.summary import count
from pytreelint.report.visible import visible

if TYPE_CHECKING:
    from pytreelint.engine.run import Report
    from pytreelint.engine.settings import Settings
    from pytreelint.rules.finding import Finding

_COMMAND = re.compile(r"#\s*(?:pytreelint|noqa|type)\b", re.IGNORECASE)


def refuse_reason(reason: str) -> None:
    """A reason is words on one line: it becomes part of a comment."""
    if not any(character.isalnum() for character in reason):
        raise click.UsageError("--add-suppressions takes the reason, in words")
    if visible(reason) != reason or _COMMAND.search(reason):
        raise click.UsageError(
            "the reason of --add-suppressions must be words in one line, and no command to a program"
        )


def added(report: Report, settings: Settings, reason: str) -> Report:
    """Write the comments; the report on what is left."""
    by_file: defaultdict[str, list[Finding]] = defaultdict(list)
    for finding in report.findings:
        by_file[finding.place.path].append(finding)
    left: list[Finding] = []
    done = files = 0
    held = Notebooks(max_size=settings.max_file_size)
    for path, findings in by_file.items():
        told, why = _one(path, findings, report, settings, reason.strip())
        done += len(findings) - len(told)
        files += len(told) < len(findings)
        left += told
        for finding in told:
            name, row = held.row(path, finding.place.row)
            place = f"{shown(name, settings.root)}:{row}"
            say(f"not suppressed: {place}: {finding.code}: {why[finding]}")
    say(f"Suppressed {count(done, 'finding')} in {count(files, 'file')}; {len(left):,} left.")
    return replace(report, findings=tuple(left))


def _one(
    path: str, findings: list[Finding], report: Report, settings: Settings, reason: str
) -> tuple[list[Finding], dict[Finding, str]]:
    """The findings of one file that are left, and why."""
    try:
        if path not in report.digests:
            raise NotWrittenError("its file is not among those that were given")
        source = Source.read(path, settings.max_file_size)
        if source.digest != report.digests[path]:
            raise NotWrittenError("the file changed meanwhile; run again")
        result = with_suppressions(source, findings, reason)
        if result.suppressed:
            write(source, result.text)
    except (NotWrittenError, Unreadable) as error:
        return findings, dict.fromkeys(findings, str(error))
    return [finding for finding, _ in result.left], dict(result.left)
