"""`--output-format full`: each finding with its source, its evidence, what helps, and what its fix changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pytreelint.knowledge.record import record
from pytreelint.model.text.place import Place, Step
from pytreelint.report.cells import window
from pytreelint.report.fix_lines import changes
from pytreelint.report.frame import Frame, Mark
from pytreelint.report.paths import shown
from pytreelint.report.segments import EMPTY, Line, Segment, line
from pytreelint.report.statistics import FIXABLE
from pytreelint.report.texts import Texts
from pytreelint.rules.finding import Finding

BEFORE, AFTER = 2, 1
"""Lines around a finding."""
FIRST, LAST = 3, 2
"""Steps that are shown of a longer chain of evidence: with their lines, they fit on a screen."""
MOST_CHANGED = 12
"""Lines of a fix that are shown; `pytreelint fix --diff` has all."""


def full(findings: Iterable[Finding], texts: Texts, width: int, root: str | None = None) -> Iterator[Line]:
    """All findings, an empty line after each.

    Arguments:
        width: columns to fill; longer lines of source are cut around their spans.
        root: the project's folder.
    """
    above: dict[Step, Place] = {}
    for finding in findings:
        yield from _Shown(finding, texts, width, root, above).lines()
        yield EMPTY


@record(frozen=True, slots=True)
class _Shown:
    """One finding on its way to lines.

    Attributes:
        above: steps that were shown before, and the findings that they were shown of.
    """

    finding: Finding
    texts: Texts
    width: int
    root: str | None
    above: dict[Step, Place]

    def lines(self) -> Iterator[Line]:
        """Header, source with numbered evidence, help, fix."""
        steps, notes = self._steps()
        main = Mark(self.finding.place, "^", self.finding.severity)
        evidence = [Mark(step.place, "-", "label", f"{number}: {step.message}", whole=False) for number, step in steps]
        frames = [[main]]
        for mark in evidence:
            home = next((marks for marks in frames if marks[0].place.path == mark.place.path), None)
            if home is None:
                frames.append([mark])
            else:
                home.append(mark)
        gutter = len(str(max([main.last + AFTER, *(mark.last for mark in evidence)])))
        yield _header(self.finding)
        for number, marks in enumerate(frames):
            around = (BEFORE, AFTER) if number == 0 else (0, 0)
            frame = Frame(tuple(marks), gutter, self.width, *around)
            yield self._arrow(marks[0].place, gutter, ":::" if number else "-->")
            if not number:
                yield (frame.bar(),)
            yield from frame.lines(self.texts)
        frame = Frame((main,), gutter, self.width)
        if notes or self.finding.help or self.finding.fix:
            yield (frame.bar(),)
        yield from (line(frame.bar("="), Segment(f" {note}", "label")) for note in notes)
        yield from _help(self.finding)
        yield from self._fix(frame)

    def _steps(self) -> tuple[list[tuple[int, Step]], list[str]]:
        """The numbered steps to show, and what is said of the others."""
        numbered = list(enumerate(self.finding.related, 1))
        known: dict[Place, list[int]] = {}
        for number, step in numbered:
            if step in self.above:
                known.setdefault(self.above[step], []).append(number)
        same = {place: numbers for place, numbers in known.items() if len(numbers) > 1 or len(numbered) == 1}
        notes = [f"{_spans(numbers)}: as above, at {self._where(place)}" for place, numbers in same.items()]
        left = {number for numbers in same.values() for number in numbers}
        steps = [(number, step) for number, step in numbered if number not in left]
        if len(steps) > FIRST + LAST + 1:
            hidden = [number for number, _ in steps[FIRST:-LAST]]
            notes.append(f"{_spans(hidden)}: left out here; `--output-format json` has all")
            steps = [*steps[:FIRST], *steps[-LAST:]]
        for _, step in steps:
            self.above.setdefault(step, self.finding.place)
        return steps, notes

    def _where(self, place: Place) -> str:
        return f"{shown(place.path, self.root)}:{place.row}:{place.column}"

    def _arrow(self, place: Place, gutter: int, sign: str) -> Line:
        return line(Segment(" " * gutter + sign, "gutter"), f" {self._where(place)}")

    def _fix(self, frame: Frame) -> Iterator[Line]:
        fix = self.finding.fix
        if fix is None:
            return
        yield line(
            Segment(f"{fix.applicability} fix: ", "help" if fix.applicability == "safe" else "warning"), fix.message
        )
        rows = [row for path in dict.fromkeys(e.place.path for e in fix.edits) for row in self._changed(path, frame)]
        yield from rows[:MOST_CHANGED]
        if len(rows) > MOST_CHANGED:
            yield line(frame.bar("..."), " `pytreelint fix --diff` shows the rest")

    def _changed(self, path: str, frame: Frame) -> Iterator[Line]:
        assert self.finding.fix is not None
        lines = self.texts.lines(path)
        if path != self.finding.place.path:
            yield line(Segment(" " * frame.gutter + ":::", "gutter"), f" {shown(path, self.root)}")
        end = None
        for change in changes((edit for edit in self.finding.fix.edits if edit.place.path == path), lines):
            if end is not None and change.row > end:
                yield line(frame.bar("..."))
            if not change.removed and change.row > 1:
                yield line(frame.number(change.row - 1), "   " + _cut(lines[change.row - 2], frame))
            for number, text in enumerate(change.removed):
                yield line(frame.number(change.row + number), Segment(" - " + _cut(text, frame), "removed"))
            yield from (line(frame.bar(), Segment(" + " + _cut(text, frame), "added")) for text in change.added)
            end = change.row + len(change.removed)


def _cut(text: str, frame: Frame) -> str:
    return window(text, 0, 0, frame.room - 2).text


def _spans(numbers: Sequence[int]) -> str:
    """`1, 3-5`."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][-1] == number - 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    return ", ".join(f"{span[0]}-{span[-1]}" if len(span) > 1 else str(span[0]) for span in spans)


def _header(finding: Finding) -> Line:
    mark = (Segment(FIXABLE, "label"), " ") if finding.fix is not None else ()
    return line(
        Segment(finding.code, "code"),
        " ",
        *mark,
        f"{finding.name} ",
        Segment(finding.severity, finding.severity),
        Segment(": ", "strong"),
        Segment(finding.message, "strong"),
    )


def _help(finding: Finding) -> Iterator[Line]:
    if not finding.help:
        return
    first, *rest = finding.help.split("\n")
    yield line(Segment("help: ", "help"), first)
    yield from (line("      ", row) for row in rest)
