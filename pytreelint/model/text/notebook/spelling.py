"""Lines of source as a notebook's JSON spells them: what an edit leaves keeps its characters and escapes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from json import dumps, loads

from pytreelint.knowledge.record import record
from pytreelint.model.text.notebook.spans import Value, items

_PIECE = re.compile(r"\\u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|\\u\w{4}|\\.|[^\\]", re.DOTALL)
_ENDS = ("\n", "\r", "\r\n")


@record(frozen=True, slots=True)
class Spelled:
    """One line of a cell.

    Attributes:
        text: without its end.
        pieces: how the JSON spells each character of it.
        end: how it spells the line's end; empty for a last line.
        start: the offset of its first character.
    """

    text: str
    pieces: tuple[str, ...]
    end: str
    start: int


def spelled(text: str, source: Value) -> tuple[Spelled, ...]:
    """The lines of a cell, whether its source is one string or a list of them; none where it is empty."""
    parts = list(items(text, source)) if isinstance(source.content, list) else [source]
    lines: list[Spelled] = []
    pieces: list[tuple[str, str, int]] = [piece for part in parts for piece in _pieces(text, part)]
    first = 0
    for index, (_, character, _) in enumerate(pieces):
        joined = character == "\r" and index + 1 < len(pieces) and pieces[index + 1][1] == "\n"
        if character in _ENDS and not joined:
            lines.append(_line(pieces[first : index + 1]))
            first = index + 1
    if pieces:
        end = parts[-1].end - 1
        lines.append(_line(pieces[first:]) if first < len(pieces) else Spelled("", (), "", end))
    return tuple(lines)


def _pieces(text: str, part: Value) -> Iterator[tuple[str, str, int]]:
    """The spelling, the character and the offset of each character of a string."""
    at = part.start + 1
    for piece in _PIECE.findall(text[at : part.end - 1]):
        yield piece, piece if piece[0] != "\\" else loads(f'"{piece}"'), at
        at += len(piece)


def _line(pieces: Sequence[tuple[str, str, int]]) -> Spelled:
    size = len(pieces)
    while size and pieces[size - 1][1] in _ENDS:
        size -= 1
    held = pieces[:size]
    text, raw = "".join(piece[1] for piece in held), tuple(piece[0] for piece in held)
    return Spelled(text, raw, "".join(piece[0] for piece in pieces[size:]), pieces[0][2])


def respelled(text: str, source: Value, old: Sequence[Spelled], new: Sequence[str | Spelled]) -> str:
    """The JSON of a cell's source with other lines.

    Arguments:
        text: of the whole notebook.
        source: the cell's source, as it is.
        new: a line of the old ones, or another text.
    """
    ascii_only = text.isascii() and "\\u" in text
    lines = list(_matched(old, new, ascii_only))
    usual = next((line.end for line in old if line.end), "\\n")
    ends = [*(line.end or usual for line in lines[:-1]), ""]
    whole = ["".join(line.pieces) + end for line, end in zip(lines, ends, strict=True)]
    if not isinstance(source.content, list):
        return '"' + "".join(whole) + '"'
    parts = list(items(text, source))
    lead = text[source.start + 1 : parts[0].start]
    between = text[parts[0].end : parts[1].start] if len(parts) > 1 else "," + (lead or " ")
    if not whole[-1]:
        whole.pop()
    return "[" + lead + between.join(f'"{line}"' for line in whole) + text[parts[-1].end : source.end]


def _matched(old: Sequence[Spelled], new: Sequence[str | Spelled], ascii_only: bool) -> Iterator[Spelled]:
    """The new lines, spelled as the old ones as far as they are the same."""
    from difflib import SequenceMatcher

    texts = [line if isinstance(line, str) else line.text for line in new]
    blocks = SequenceMatcher(None, [line.text for line in old], texts, autojunk=False).get_opcodes()
    for kind, first, last, start, end in blocks:
        for number in range(start, end):
            at = last - (end - number)  # what is inserted stands before what it is for
            before = old[at] if first <= at else None
            line = new[number]
            if isinstance(line, Spelled):
                yield line
            elif kind == "equal" and before is not None:
                yield before
            else:
                yield _edited(before, line, ascii_only)


def _edited(before: Spelled | None, text: str, ascii_only: bool) -> Spelled:
    pieces = before.pieces if before is not None else ()
    held = before.text if before is not None else ""
    least = min(len(held), len(text))
    start = next((at for at in range(least) if held[at] != text[at]), least)
    most = least - start
    end = next((at for at in range(most) if held[-1 - at] != text[-1 - at]), most)
    fresh = dumps(text[start : len(text) - end], ensure_ascii=ascii_only)[1:-1]
    kept = (*pieces[:start], fresh, *pieces[len(pieces) - end :])
    return Spelled(text, kept, before.end if before is not None else "", -1)
