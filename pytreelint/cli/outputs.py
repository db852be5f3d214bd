"""The reports that a check writes: in which formats, and where to."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from io import StringIO
from types import MappingProxyType
from typing import TYPE_CHECKING, TextIO

from pytreelint.cli.chosen import FORMATS, Format
from pytreelint.cli.errors import misuse
from pytreelint.cli.output import guarded, say
from pytreelint.knowledge.record import record, replace
from pytreelint.model.text.reading import is_notebook
from pytreelint.report.terminal import printable, wants_color, width_of, write

if TYPE_CHECKING:
    from pytreelint.engine.run import Report, Stdin
    from pytreelint.engine.settings import Settings
    from pytreelint.model.text.notebook.placing import Notebooks
    from pytreelint.report.segments import Line
    from pytreelint.report.texts import Texts
    from pytreelint.rules.finding import Finding


@record(frozen=True, slots=True)
class Output:
    """A report in one format; without a file it goes to standard output."""

    format: Format
    file: str | None = None
    statistics: bool = False


@record(frozen=True, slots=True)
class Checked:
    """What reports are made of."""

    report: Report
    settings: Settings
    stdin: Stdin | None
    quiet: bool
    accepted: int = 0

    def in_cells(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """The findings, those of notebooks placed in their cells."""
        return in_cells(findings, self.settings, {self.stdin.path: self.stdin.data} if self.stdin else {})

    def in_files(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """The findings, those of notebooks placed in the text of the file; the message says which cell it is."""
        if not any(is_notebook(finding.place.path) for finding in findings):
            return tuple(findings)
        from pytreelint.report.in_files import in_file

        held = notebooks(self.settings, {self.stdin.path: self.stdin.data} if self.stdin else {})
        return tuple(in_file(finding, held) for finding in findings)


def in_cells(
    findings: Iterable[Finding], settings: Settings, given: Mapping[str, bytes] = MappingProxyType({})
) -> tuple[Finding, ...]:
    """The findings as people see them: those of notebooks in their cells."""
    held = notebooks(settings, given)
    return tuple(f.moved(held.in_cell) if is_notebook(f.place.path) else f for f in findings)


def notebooks(settings: Settings, given: Mapping[str, bytes] = MappingProxyType({})) -> Notebooks:
    """The notebooks of a run.

    Arguments:
        given: contents that stand in no file.
    """
    from pytreelint.model.text.notebook.placing import Notebooks

    return Notebooks(given, settings.max_file_size)


def outputs(
    format_named: Format | None, file: str | None, others: Sequence[str], statistics: bool = False
) -> tuple[Output, ...]:
    """All reports that the options ask for; that on standard output is the last one.

    Under GitHub Actions, annotations are what standard output is for.

    Arguments:
        format_named: of the main report.
        file: where that goes, None for standard output.
        others: `FORMAT:FILE` each.
    """
    annotating = file is None and os.environ.get("GITHUB_ACTIONS") == "true" and not statistics
    main = Output(format_named or ("github" if annotating else "full"), file, statistics)
    if statistics and main.format not in ("full", "concise", "json"):
        raise misuse("--statistics goes with the formats full, concise and json")
    wanted = (*map(_parsed, others), main)
    seen: set[str] = set()
    for output in wanted:
        if output.file is None:
            continue
        real = os.path.realpath(output.file)
        if real in seen and not _is_device(real):
            raise misuse(f"two reports would be written to {output.file}")
        seen.add(real)
    return wanted


def _parsed(text: str) -> Output:
    name, colon, file = text.partition(":")
    known = next((each for each in FORMATS if each == name), None)
    if file == "-":
        raise misuse("standard output has one report: --output-format names its format")
    if known is None or not colon or not file:
        raise misuse(f"--output takes FORMAT:FILE with one of {', '.join(FORMATS)}, not {text!r}")
    return Output(known, file)


def written(wanted: Iterable[Output], checked: Checked) -> list[str]:
    """Write all reports; what is to be said of those that cannot be written. One does not keep the next from it."""
    troubles = []
    for output in wanted:
        if output.file is None:
            with guarded():
                _write(sys.stdout, output, checked)
            if output.format == "github":
                _summarise(checked)
            continue
        try:
            _write_file(output.file, output, checked)
        except OSError as error:
            troubles.append(f"{output.file}: cannot be written: {error.strerror or error}")
    return troubles


def _write_file(file: str, output: Output, checked: Checked) -> None:
    # In memory first: what goes wrong on the way leaves the earlier report as it is.
    text = StringIO()
    _write(text, output, checked)
    _refuse(file, checked)
    data = text.getvalue().encode("utf-8", "backslashreplace")
    with open(file, "wb") as out:
        out.write(data)


def _refuse(file: str, checked: Checked) -> None:
    """A file that was read here is no place for a report: most likely a word is missing before it."""
    kept = {checked.settings.config, checked.settings.baseline, *checked.report.files}
    real = os.path.realpath(file)
    if any(real == os.path.realpath(path) for path in kept if path is not None):
        raise OSError(None, "it is one of the files that were read")


def _is_device(path: str) -> bool:
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode)


def _write(out: TextIO, output: Output, checked: Checked) -> None:
    text = _for_programs(output, checked)
    if text is None:
        # A file is read later, by whatever: colour is for the one who watches.
        write(_lines(out, output, checked), out, color=output.file is None and wants_color(out))
        return
    out.write(printable(text, out))
    if output.format == "github" and not checked.quiet and checked.report.files:
        write(_summary(checked), out, color=False)


def _for_programs(output: Output, checked: Checked) -> str | None:
    """The report in a format for programs, None where it is one for people. Only what is asked for is imported."""
    findings, settings = checked.report.findings, checked.settings
    if output.format in ("json", "jsonl"):
        findings = checked.in_cells(findings)
    if output.statistics and output.format == "json":
        from pytreelint.report.statistics import statistics_json

        return statistics_json(findings)
    if output.format == "json":
        from pytreelint.report.json import check_json

        return check_json(findings)
    if output.format == "jsonl":
        from pytreelint.report.jsonl import check_jsonl

        return check_jsonl(findings)
    if output.format in ("full", "concise"):
        return None
    from pytreelint.report.paths import repository

    base = repository(settings.root)
    findings = checked.in_files(findings)
    if output.format == "github":
        from pytreelint.report.github import github

        return "".join(github(findings, base, settings.root))
    if output.format == "gitlab":
        from pytreelint.report.gitlab import gitlab

        return gitlab(findings, _texts(checked), base)
    from pytreelint.report.sarif import sarif
    from pytreelint.rules.rule import all_rules

    codes = settings.enabled() | {finding.code for finding in findings}
    rules = [rule for rule in all_rules() if rule.code in codes]
    return sarif(findings, rules, _texts(checked), base, checked.report.errors)


def offered(findings: Iterable[Finding], settings: Settings) -> tuple[Finding, ...]:
    """The findings as people see them: a fix that the configuration forbids is none."""
    from pytreelint.model.text.notebook.placing import split_cell

    may_fix = cache(lambda path, code, kind: settings.of(path).may_fix(code, kind, unsafe=True))
    return tuple(
        finding
        if finding.fix is None or may_fix(split_cell(finding.place.path)[0], finding.code, finding.fix.applicability)
        else replace(finding, fix=None)
        for finding in findings
    )


def _lines(out: TextIO, output: Output, checked: Checked) -> Iterator[Line]:
    findings, root = offered(checked.in_cells(checked.report.findings), checked.settings), checked.settings.root
    if findings and output.statistics:
        from pytreelint.report.statistics import statistics

        yield from statistics(findings)
    elif findings and output.format == "concise":
        from pytreelint.report.concise import concise

        yield from concise(findings, root)
    elif findings:
        from pytreelint.report.full import full

        yield from full(findings, _texts(checked), width_of(out), root)
    if not checked.quiet and checked.report.files:
        yield from _summary(checked)
        yield from _fixable(findings, checked.settings)


def _own(finding: Finding, settings: Settings) -> Settings:
    from pytreelint.model.text.notebook.placing import split_cell

    return settings.of(split_cell(finding.place.path)[0])


def _fixable(findings: Sequence[Finding], settings: Settings) -> Iterator[Line]:
    from pytreelint.report.summary import fixable

    told = fixable(findings, lambda f: f.fix is not None and _own(f, settings).may_fix(f.code, f.fix.applicability))
    if told is not None:
        yield told


def _summary(checked: Checked) -> Iterator[Line]:
    from pytreelint.report.summary import summary

    report = checked.report
    yield summary(report.findings, report.n_files, checked.accepted, len(report.errors))


def _texts(checked: Checked) -> Texts:
    from pytreelint.report.texts import Texts

    stdin, settings = checked.stdin, checked.settings
    given = {stdin.path: stdin.data} if stdin else {}
    return Texts(given, settings.max_file_size, notebooks(settings, given).lines)


def _summarise(checked: Checked) -> None:
    """The summary of the step, where there is one. The log has all of it: without a summary nothing is lost."""
    file = os.environ.get("GITHUB_STEP_SUMMARY")
    if not file:
        return
    from pytreelint.report.paths import repository
    from pytreelint.report.segments import text_of
    from pytreelint.report.step_summary import step_summary

    report = checked.report
    last = text_of(next(_summary(checked)))
    text = step_summary(checked.in_files(report.findings), last, repository(checked.settings.root), os.environ)
    try:
        with open(file, "ab") as out:
            out.write(text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        say(f"note: the summary of this step cannot be written: {error.strerror or error}")
