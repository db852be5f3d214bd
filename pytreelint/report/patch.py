"""A change of one file as a unified diff, in bytes, which `patch -p0` and `git apply -p0` take whatever the file holds.

Lines end at line feeds only, as for those programs: a carriage return belongs to its line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from os import fsencode

from pytreelint.report.visible import visible

_NO_NEWLINE = b"\n\\ No newline at end of file\n"
_SHORT = {0x07: "a", 0x08: "b", 0x09: "t", 0x0A: "n", 0x0B: "v", 0x0C: "f", 0x0D: "r", 0x22: '"', 0x5C: "\\"}


def patch(name: str, before: bytes, after: bytes, heading: Callable[[int], str] = lambda row: "") -> Iterator[bytes]:
    """The lines of the diff, each with its end; two headers, then hunks; nothing where nothing changed.

    Arguments:
        heading: what stands behind a hunk's range, by the row of its first change.
    """
    from difflib import diff_bytes, unified_diff

    header = _header(name)
    lines = diff_bytes(unified_diff, _lines(before), _lines(after), header, header)
    ended = [line if line.endswith(b"\n") else line + _NO_NEWLINE for line in lines]
    return (
        _headed(line, ended[at + 1 :], heading) if line.startswith(b"@@ ") else line for at, line in enumerate(ended)
    )


def _headed(line: bytes, hunk: Iterable[bytes], heading: Callable[[int], str]) -> bytes:
    """The range of a hunk with its heading, which `git apply` and `patch` pass over."""
    before = sum(1 for _ in takewhile(lambda each: each.startswith(b" "), hunk))
    told = heading(int(line.split(b",")[0].split(b" ")[1].lstrip(b"-")) + before)
    return line.rstrip(b"\n") + f" {told}\n".encode() if told else line


def _lines(data: bytes) -> list[bytes]:
    lines = [line + b"\n" for line in data.split(b"\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _header(name: str) -> bytes:
    """A file's name as git writes it: quoted where it could be misread, with a tab behind it where it holds blanks."""
    if visible(name) == name and not {'"', "\\"} & set(name):
        return fsencode(name) + (b"\t" if " " in name else b"")
    return ('"' + "".join(map(_quoted, fsencode(name))) + '"').encode()


def _quoted(byte: int) -> str:
    if byte in _SHORT:
        return "\\" + _SHORT[byte]
    return chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}"
