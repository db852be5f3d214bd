"""Fixes applied until there is nothing more to fix: in memory first, and written only once the result holds."""

from __future__ import annotations

import tokenize
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from io import StringIO
from typing import TYPE_CHECKING

from pytreelint.engine.edits import apply, compatible
from pytreelint.engine.run import Report, check
from pytreelint.engine.unused import wanted_from, without_unused
from pytreelint.engine.wrapping import wrapped
from pytreelint.engine.writing import NotWrittenError, encoded
from pytreelint.knowledge.record import dataclass, field, record
from pytreelint.model.text.imports.insertion import import_edits
from pytreelint.model.text.parsing import parse_plainly
from pytreelint.model.text.source import Source, Unreadable
from pytreelint.rules.finding import Edit, Finding, Fix

if TYPE_CHECKING:
    from pytreelint.engine.settings import Settings

PASSES = 10

Accept = Callable[[Finding], bool]


@record(frozen=True, slots=True)
class Fixed:
    """One file that would change."""

    source: Source
    text: str
    findings: tuple[Finding, ...]


@record(frozen=True, slots=True)
class Plan:
    """What fixing comes to.

    Attributes:
        fixed: the files that change, by path; nothing is written yet.
        withheld: why a file with fixes is left as it is, by path.
        before: the report on the files as they are.
    """

    fixed: dict[str, Fixed]
    withheld: dict[str, str]
    before: Report


@dataclass(slots=True)
class _File:
    """One file on the way."""

    source: Source
    text: str
    findings: list[Finding] = field(default_factory=list)

    @property
    def unsaved(self) -> Source:
        """What is to be checked next."""
        return Source.from_bytes(self.source.path, encoded(self.source, self.text))


@record(frozen=True, slots=True)
class _Reading:
    """Reads the files that were checked, and only while they are what was checked: edits have their places there."""

    digests: Mapping[str, str]
    sources: Mapping[str, Source]
    max_size: int

    def __call__(self, path: str) -> Source:
        if path in self.sources:
            return self.sources[path]
        if path not in self.digests:
            raise NotWrittenError("it is not among the files that were given")
        source = Source.read(path, self.max_size)
        if source.digest != self.digests[path]:
            raise NotWrittenError("it changed while it was being fixed; run again")
        return source


def plan(
    paths: Sequence[str], settings: Settings, accept: Accept, report: Report, sources: Mapping[str, Source]
) -> Plan:
    """Work out what all accepted fixes come to.

    Args:
        accept: which findings are to be fixed.
        report: on the files as they are.
        sources: contents that stand for files (stdin).
    """
    files: dict[str, _File] = {}
    withheld: dict[str, str] = {}
    findings: Iterable[Finding] = report.findings
    reading = _Reading(report.digests, sources, settings.max_file_size)
    for _ in range(PASSES):
        wanted = _by_file(f for f in findings if f.fix is not None and accept(f))
        changed = _one_pass(wanted, files, withheld, reading)
        if not changed:
            break
        unsaved = {path: file.unsaved for path, file in files.items() if path not in withheld}
        again = {*changed, *(other for path in changed for other in report.speakers.get(path, ()))}
        findings = check(sorted(again), settings, cache=False, unsaved=unsaved).findings
    else:
        for path in wanted:
            rules = ", ".join(sorted({finding.code for finding in wanted[path]}))
            withheld[path] = f"its fixes ({rules}) do not come to rest; please report it"
    fixed = {}
    for path, file in files.items():
        reason = withheld.get(path) or _unsound(file)
        if reason:
            withheld[path] = reason
        else:
            elsewhere = wanted_from(path, partial(_others, path, report.files, settings))
            try:
                fixed[path] = Fixed(file.source, _tidied(file, elsewhere), tuple(file.findings))
            except NotWrittenError as error:
                withheld[path] = str(error)
    return Plan(fixed, withheld, report)


def _tidied(file: _File, is_wanted: Callable[[str], bool]) -> str:
    """The text without what is unused now, in lines of the usual length, as far as that can be written.

    In a notebook the line of a magic can neither be broken nor go. Raises NotWrittenError.
    """
    source = file.source
    without = without_unused(source, file.text, is_wanted)
    for text in (wrapped(source, without), without):
        with suppress(NotWrittenError):
            encoded(source, text)
            return text
    encoded(source, file.text)
    return file.text


def _others(path: str, files: Sequence[str], settings: Settings) -> Iterator[str]:
    """The texts of the other files that were checked."""
    for other in files:
        if other != path:
            with suppress(Unreadable):
                yield Source.read(other, settings.max_file_size).text


def _by_file(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    """Findings by the file that their fix changes."""
    found: defaultdict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        assert finding.fix is not None
        paths = {edit.place.path for edit in finding.fix.edits}
        if len(paths) == 1:
            found[paths.pop()].append(finding)
    return found


def _one_pass(
    wanted: Mapping[str, list[Finding]],
    files: dict[str, _File],
    withheld: dict[str, str],
    reading: _Reading,
) -> list[str]:
    """Apply what can be applied together; the files that changed."""
    changed: list[str] = []
    for path, findings in wanted.items():
        if path in withheld:
            continue
        if path not in files:
            try:
                source = reading(path)
            except (Unreadable, NotWrittenError) as error:
                withheld[path] = str(error)
                continue
            files[path] = _File(source, source.text)
        file = files[path]
        try:
            text = _applied(file, findings)
            encoded(file.source, text)
        except NotWrittenError as error:
            withheld[path] = str(error)
            continue
        if text != file.text:
            file.text = text
            changed.append(path)
    return changed


def _applied(file: _File, findings: Sequence[Finding]) -> str:
    """The text after the first fixes that do not get in each other's way, with their imports in one statement."""
    fixes = [finding.fix for finding in findings if finding.fix is not None]
    taken = _defining_once(fixes, compatible(file.text, [fix.own_edits for fix in fixes]))
    file.findings += [findings[index] for index in taken]
    edits = [edit for index in taken for edit in fixes[index].own_edits]
    needed = [each for index in taken for each in fixes[index].needed]
    edits += [Edit(place, text) for place, text in import_edits(file.unsaved, needed)]
    return apply(file.text, edits)


def _defining_once(fixes: Sequence[Fix], taken: Sequence[int]) -> list[int]:
    """Of fixes that would define the same name, the first; the others find it in the next pass."""
    defined: set[str] = set()
    kept = []
    for index in taken:
        name = fixes[index].defines
        if not name or name not in defined:
            kept.append(index)
            defined.add(name)
    return kept


def _unsound(file: _File) -> str | None:
    """Why a result must not be written: it is no Python, or a comment is gone."""
    rules = ", ".join(sorted({finding.code for finding in file.findings}))
    try:
        parse_plainly(file.text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return f"the result of its fixes ({rules}) would be no Python; please report it"
    lost = comments_of(file.source.text) - comments_of(file.text)
    if lost:
        return f"its fixes ({rules}) would lose the comment {next(iter(lost))!r}"
    return None


def comments_of(text: str) -> Counter[str]:
    """Every comment, and how often it stands there."""
    try:
        tokens = list(tokenize.generate_tokens(StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return Counter()
    return Counter(token.string for token in tokens if token.type == tokenize.COMMENT)
