"""Files are replaced whole, or left alone with a reason."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from pytreelint.engine.writing import NotWrittenError, write
from pytreelint.model.text.source import Source

CONTENTS = {
    "crlf": b"x = 1\r\ny = 2\r\n",
    "cr": b"x = 1\ry = 2\r",
    "mixed": b"x = 1\r\ny = 2\nz = 3\r",
    "bom": b"\xef\xbb\xbfx = 1\n",
    "latin-1": "# -*- coding: latin-1 -*-\nx = 'é'\n".encode("latin-1"),
    "form feed": b"x = 1\n\x0c\ny = 2\n",
    "no last newline": b"x = 1",
    "tabs": b"if 1:\n\tx = 1\n",
}


@pytest.mark.parametrize("content", CONTENTS.values(), ids=list(CONTENTS))
def test_bytes_outside_the_change_stay(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "f.py"
    file.write_bytes(content)
    source = Source.read(str(file))
    write(source, source.text.replace("x", "name"))
    assert file.read_bytes() == content.replace(b"x", b"name")
    assert os.listdir(tmp_path) == ["f.py"]


def test_the_mode_is_kept_and_links_are_followed(tmp_path: Path) -> None:
    file, link = tmp_path / "f.py", tmp_path / "link.py"
    file.write_text("x = 1\n")
    file.chmod(0o750)
    link.symlink_to(file)
    write(Source.read(str(link)), "y = 1\n")
    assert link.is_symlink()
    assert file.read_text() == "y = 1\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o750


def _read_only(file: Path) -> None:
    file.chmod(0o444)


def _hard_link(file: Path) -> None:
    os.link(file, file.with_name("other.py"))


def _changed(file: Path) -> None:
    file.write_text("z = 1\n")


def _gone(file: Path) -> None:
    file.unlink()


@pytest.mark.parametrize("deed", [_read_only, _hard_link, _changed, _gone])
def test_refused_with_a_reason(tmp_path: Path, deed: object) -> None:
    file = tmp_path / "f.py"
    file.write_text("x = 1\n")
    source = Source.read(str(file))
    assert callable(deed)
    deed(file)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(NotWrittenError, match=r"\w"):
        write(source, "y = 1\n")
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_what_the_encoding_lacks_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "f.py"
    file.write_bytes(CONTENTS["latin-1"])
    with pytest.raises(NotWrittenError, match="save the file as UTF-8"):
        write(Source.read(str(file)), "x = '𝄞'\n")
    assert file.read_bytes() == CONTENTS["latin-1"]


_WRITER = """
import sys
from pytreelint.engine.writing import write
from pytreelint.model.text.source import Source
print("ready", flush=True)
for n in range(10_000):
    write(Source.read(sys.argv[1]), ("x" if n % 2 else "y") * 100_000 + " = 1\\n")
"""


def test_killed_at_any_moment_a_file_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "f.py"
    whole = {letter * 100_000 + " = 1\n" for letter in "xy"}
    file.write_text(next(iter(whole)))
    for attempt in range(20):
        writer = subprocess.Popen([sys.executable, "-c", _WRITER, str(file)], stdout=subprocess.PIPE)
        assert writer.stdout is not None
        writer.stdout.readline()
        try:
            writer.wait(0.002 * attempt)
        except subprocess.TimeoutExpired:
            writer.kill()
        writer.wait()
        writer.stdout.close()
        assert file.read_text() in whole


AMBIGUOUS = {
    "cp932": b"\xfa\x54",  # a character with a second place, which Python prefers
    "big5": b"\xa1\xfe",
    "utf_7": b"+AGE-",  # a letter that needs no such spelling
    "iso2022_jp": b"\x1b(B\x1b(B",
}


@pytest.mark.parametrize("encoding", AMBIGUOUS)
def test_what_would_be_spelled_otherwise_is_left(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "f.py"
    content = f"# coding: {encoding}\nx = 1  # ".encode() + AMBIGUOUS[encoding] + b"\n"
    file.write_bytes(content)
    source = Source.read(str(file))
    assert source.text.encode(source.encoding) != content
    with pytest.raises(NotWrittenError, match="would spell it in other bytes; save the file as UTF-8"):
        write(source, source.text.replace("x", "name"))
    assert file.read_bytes() == content


def test_an_encoding_with_one_spelling_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "f.py"
    file.write_bytes("# coding: euc_jp\nx = 1  # 名前\n".encode("euc_jp"))
    source = Source.read(str(file))
    write(source, source.text.replace("x", "name"))
    assert file.read_bytes() == "# coding: euc_jp\nname = 1  # 名前\n".encode("euc_jp")


def test_a_codec_that_cannot_write_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "f.py"
    file.write_bytes(b"# coding: idna\nx = 1  # a..b\n")
    source = Source.read(str(file))
    with pytest.raises(NotWrittenError, match="idna cannot write it"):
        write(source, source.text.replace("x", "name"))
