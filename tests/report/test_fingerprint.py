"""GitHub's hash of a line. The values were computed by a rolling implementation of what GitHub documents."""

from __future__ import annotations

from pytreelint.report.fingerprint import LineHashes
from pytreelint.report.texts import Texts

PATH = "/project/net.py"


def hashes(data: bytes) -> list[str | None]:
    read = LineHashes(Texts({PATH: data}))
    return [read.of(PATH, row) for row in range(1, data.count(b"\n") + 2)]


def test_blanks_and_line_ends_do_not_matter() -> None:
    plain = hashes(b"a = 1\nb = 2\n")
    assert None not in plain
    assert hashes(b"  a=1\r\n\tb  = 2\r\n") == plain


def test_a_line_is_hashed_with_what_follows() -> None:
    assert hashes(b"a\nb\n")[0] != hashes(b"a\nc\n")[0]
    far = b"x" * 100 + b"\n"
    assert hashes(far + b"b\n")[0] == hashes(far + b"c\n")[0]


def test_equal_lines_are_counted() -> None:
    lines = hashes(b"".join(b"y" * 120 + b"\n" for _ in range(3)))[:3]
    assert [str(line).partition(":")[2] for line in lines] == ["1", "2", "3"]
    assert len({str(line).partition(":")[0] for line in lines}) == 1


def test_a_row_that_is_not_there_has_none() -> None:
    read = LineHashes(Texts({PATH: b"a\n"}))
    assert read.of(PATH, 9) is None
    assert read.of("/nowhere.py", 1) is None
