"""What a fix changes, as lines that go and lines that come: shown under its finding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pytreelint.knowledge.record import record
from pytreelint.model.text.source import split_lines
from pytreelint.rules.finding import Edit


@record(frozen=True, slots=True)
class Change:
    """One place that changes.

    Attributes:
        row: of the first line that goes, or before which lines come.
    """

    row: int
    removed: tuple[str, ...]
    added: tuple[str, ...]


def changes(edits: Iterable[Edit], lines: Sequence[str]) -> Iterator[Change]:
    """The changes that the edits of one file make to its lines, in order."""
    group: list[Edit] = []
    for edit in sorted(set(edits), key=lambda edit: (edit.place, edit.content)):
        if group and edit.place.row > max(each.place.end_row for each in group):
            yield from _change(group, lines)
            group = []
        group.append(edit)
    if group:
        yield from _change(group, lines)


def _change(edits: Sequence[Edit], lines: Sequence[str]) -> Iterator[Change]:
    row = edits[0].place.row
    last = max(row, *(edit.place.end_row for edit in edits))
    before = list(lines[row - 1 : last])
    if not before:
        return
    after = list(split_lines(_edited(before, row, edits)))
    while before and after and before[0] == after[0]:
        del before[0], after[0]
        row += 1
    while before and after and before[-1] == after[-1]:
        del before[-1], after[-1]
    if before or after:
        yield Change(row, tuple(before), tuple(after))


def _edited(lines: Sequence[str], first: int, edits: Sequence[Edit]) -> str:
    text = "\n".join(lines)
    starts = [0]
    for each in lines:
        starts.append(starts[-1] + len(each) + 1)

    def offset(row: int, column: int) -> int:
        index = min(row - first, len(lines))
        return min(starts[index] + column - 1, len(text))

    parts: list[str] = []
    end = 0
    for edit in edits:
        place = edit.place
        parts += [text[end : offset(place.row, place.column)], edit.content]
        end = offset(place.end_row, place.end_column)
    return "".join([*parts, text[end:]])
