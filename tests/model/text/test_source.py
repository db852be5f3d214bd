"""Reading files: every kind of bad file ends in one Unreadable, every good one keeps its rows and columns."""

from __future__ import annotations

import ast
import codecs
import contextlib
import os
import pickle
import sys
import warnings
from pathlib import Path

import pytest

from pytreelint.model.text.parsing import exceeds_depth, parse_span
from pytreelint.model.text.source import Source, Unreadable


def refused(data: bytes) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        Source.from_bytes("bad.py", data).tree()
    return caught.value


def unreadable(path: Path, max_size: int = 1000) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        Source.read(str(path), max_size)
    return caught.value


def test_reads_bytes_once_and_knows_its_text(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(b"x = 1\r\ny = 2\n")
    source = Source.read(str(path))
    assert (source.path, source.text, source.encoding, source.bom) == (str(path), "x = 1\r\ny = 2\n", "utf-8", False)
    assert source.lines == ("x = 1", "y = 2", "")
    assert source.line(2) == "y = 2"
    assert source.line(99) == ""
    path.unlink()
    assert len(source.tree().body) == 2


def test_digest_follows_content_only(tmp_path: Path) -> None:
    one, other = (Source.from_bytes(name, b"x = 1\n") for name in ("a.py", "b.py"))
    assert one.digest == other.digest != Source.from_bytes("a.py", b"x = 2\n").digest


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("odd", ["", "\f", "# \x0b", "'\u2028'", "'\x85'", "'\x1c'"])
def test_lines_end_where_the_parser_ends_them(end: str, odd: str) -> None:
    source = Source.from_bytes("a.py", end.join(["a = 1", odd, "b = 2"]).encode())
    last = source.tree().body[-1]
    assert source.line(last.lineno) == "b = 2"


def test_columns_count_characters() -> None:
    source = Source.from_bytes("a.py", "x = 'é𝔸', name\n".encode())
    value = source.tree().body[0]
    assert isinstance(value, ast.Assign)
    assert isinstance(value.value, ast.Tuple)
    place = source.place(value.value.elts[1])
    assert (place.row, place.column, place.end_row, place.end_column) == (1, 11, 1, 15)
    assert source.line(1)[place.column - 1 : place.end_column - 1] == "name"


def test_place_at_without_end_is_an_empty_span() -> None:
    place = Source.from_bytes("a.py", b"x = 1\n").place_at(1, 4)
    assert (place.column, place.end_row, place.end_column) == (5, 1, 5)


def test_byte_order_mark_is_no_character() -> None:
    source = Source.from_bytes("a.py", codecs.BOM_UTF8 + b"x = 1\n")
    assert source.bom
    assert source.text == "x = 1\n"
    assert source.place(source.tree().body[0]).column == 1


@pytest.mark.parametrize("end", [b"\n", b"\r"])
def test_declared_encoding_is_used(end: bytes) -> None:
    source = Source.from_bytes("a.py", b"#!x" + end + b"# -*- coding: latin-1 -*-" + end + b"x = '\xe9'" + end)
    assert (source.line(3), source.encoding) == ("x = 'é'", "iso-8859-1")


def test_the_word_coding_in_code_declares_nothing() -> None:
    assert Source.from_bytes("a.py", b"x = 1\n\n# coding: latin-1\ny = '\xc3\xa9'\n").line(4) == "y = 'é'"


@pytest.mark.parametrize(
    ("data", "said", "where"),
    [
        (b"x = 1\n# caf\xe9\n", "invalid UTF-8: byte 0xe9", (2, 6)),
        (codecs.BOM_UTF8 + b"x = '\xff'\n", "invalid UTF-8: byte 0xff", (1, 6)),
        (b"x = 1\ny = \0\n", "NUL byte", (2, 5)),
        (b"# coding: klingon\n", "bad encoding declaration: unknown encoding: klingon", (1, 1)),
        (b"# coding: rot13\n", "bad encoding declaration", (1, 1)),
        (codecs.BOM_UTF8 + b"# coding: latin-1\n", "bad encoding declaration", (1, 1)),
        ("x = 1\n".encode("utf-16"), "UTF-16", (1, 1)),
        (b"x = 1\nif x\n", "syntax error: expected ':'", (2, 5)),
        (b"x = (1\n", "syntax error: '(' was never closed", (1, 5)),
        (b"if x:\ny = 1\n", "syntax error: expected an indented block", (2, 1)),
        (b"# coding: unicode_escape\nx = '\\ud800'\n", "", (1, 1)),
    ],
)
def test_bad_bytes_are_one_sentence_at_a_place(data: bytes, said: str, where: tuple[int, int]) -> None:
    error = refused(data)
    assert said in error.message
    assert (error.row, error.column) == where
    assert error.remedy


def test_the_same_error_comes_each_time() -> None:
    source = Source.from_bytes("a.py", b"(\n")
    errors = []
    for _ in range(2):
        with pytest.raises(Unreadable) as caught:
            source.tree()
        errors.append(caught.value)
    assert errors[0] is errors[1]
    assert str(errors[0]).startswith(source.path + ":1:1: ")


def test_unreadable_travels_between_processes() -> None:
    error = refused(b"(")
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.path, copy.row, copy.column, copy.message, copy.remedy) == (
        error.path,
        1,
        1,
        error.message,
        error.remedy,
    )


NEWER = {
    'x = t"{y}"\n': (3, 14),
    "try:\n    pass\nexcept A, B:\n    pass\n": (3, 14),
    "lazy import jax\n": (3, 15),
    "x = [*y for y in z]\n": (3, 15),
}


@pytest.mark.parametrize(("text", "version"), NEWER.items())
def test_newer_syntax_names_the_version_that_reads_it(text: str, version: tuple[int, int]) -> None:
    if sys.version_info >= version:
        assert Source.from_bytes("a.py", text.encode()).tree().body
    else:
        assert refused(text.encode()).message.startswith(f"needs Python >= {version[0]}.{version[1]} to read")


@pytest.mark.parametrize("text", ["x = 'a' t 'b'\n", "print 'x'\n", 'x = f"{{" y\n', "def f(x:\n", "x = f'{'\n"])
def test_plain_syntax_errors_are_not_blamed_on_the_version(text: str) -> None:
    if text != "x = f'{'\n":
        assert refused(text.encode()).message.startswith("syntax error: ")
    else:
        assert refused(text.encode()).message


TOWERS = {
    "parentheses": "x = " + "(" * 1500 + "1" + ")" * 1500,
    "brackets": "x = " + "[" * 1500 + "]" * 1500,
    "chain": "y = 1\nx = a" + ".b()" * 5000,
    "subscripts": "x = a" + "[0]" * 5000,
    "elif": "if a:\n    pass\n" + "".join(f"elif b{n}:\n    pass\n" for n in range(900)),
    "elif 9000": "if a:\n    pass\n" + "".join(f"elif b{n}:\n    pass\n" for n in range(9000)),
    "sum": "x = " + " + ".join(["a"] * 20000),
    "not": "x = " + "not " * 5000 + "a",
    "minus": "x = " + "-" * 50000 + "1",
    "lambda": "x = " + "lambda: " * 5000 + "1",
    "indent": "".join(" " * n + "if a:\n" for n in range(150)) + " " * 150 + "pass\n",
    "f-string": "x = " + "f'{" * 140 + "1" + "}'" * 140,
    "ternary": "x = " + "a if b else " * 5000 + "c",
    "digits": "x = " + "1" * 10000,
}


@pytest.mark.parametrize("name", TOWERS)
def test_towers_are_read_or_refused(name: str) -> None:
    source = Source.from_bytes("a.py", TOWERS[name].encode())
    with contextlib.suppress(Unreadable):  # which of them are refused depends on the version of Python
        assert exceeds_depth(source.tree())


def test_a_tower_is_shown_where_it_stands() -> None:
    error = refused((TOWERS["chain"] + ".c" * 100_000).encode())
    assert (error.row, error.message) == (2, "nested too deeply to read")


def test_depth_counts_levels() -> None:
    assert not exceeds_depth(ast.parse("x = a.b.c.d"), 10)
    assert exceeds_depth(ast.parse("x = a" + ".b" * 20), 10)


def test_warnings_of_the_parser_are_muted() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Source.from_bytes("a.py", b"x = '\\d' is 1\n").tree().body


def test_a_file_over_the_limit_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "big.py"
    with path.open("wb") as file:
        file.truncate(1 << 40)  # sparse: reading it would fill the memory
    error = unreadable(path, 4_000_000)
    assert "more than max-file-size (4 MB)" in error.message
    assert "max-file-size" in error.remedy


def test_a_fifo_never_blocks(tmp_path: Path) -> None:
    path = tmp_path / "pipe.py"
    os.mkfifo(path)
    assert "no regular file" in unreadable(path).message


def test_a_device_is_refused() -> None:
    assert "no regular file" in unreadable(Path("/dev/zero")).message


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert "is a folder" in unreadable(tmp_path).message


def test_a_vanished_file_is_named(tmp_path: Path) -> None:
    assert "vanished" in unreadable(tmp_path / "gone.py").message


def test_permission_denied_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.py"
    path.write_text("x = 1\n")

    def deny(*_: object, **__: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", deny)  # the tests may run as root, whom no mode stops
    assert "permission denied" in unreadable(path).message


def test_a_link_loop_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.py").symlink_to(tmp_path / "b.py")
    (tmp_path / "b.py").symlink_to(tmp_path / "a.py")
    assert "leads back to itself" in unreadable(tmp_path / "a.py").message


@pytest.mark.parametrize("name", ["a" * 5000 + ".py", "a\0.py"])
def test_impossible_names_are_refused(name: str) -> None:
    with pytest.raises(Unreadable) as caught:
        Source.read(name)
    assert "cannot be opened" in caught.value.message


METHOD = '''class A:

    @property
    def f(self):
        """Text

at the margin."""
        return [
  1]

x = 1; y = 2
'''


@pytest.mark.parametrize("prefix", ["", "\n\n", "# é\n"])
def test_parse_span_keeps_rows_and_columns(prefix: str) -> None:
    source = Source.from_bytes("a.py", (prefix + METHOD).encode())
    whole = source.tree().body[0]
    assert isinstance(whole, ast.ClassDef)
    method = whole.body[0]
    assert isinstance(method, ast.FunctionDef)
    for node, row in ((whole, whole.lineno), (method, method.decorator_list[0].lineno), (method.body[1], 0)):
        again = parse_span(source.lines, row or node.lineno, node.end_lineno or 0)
        assert ast.dump(again, include_attributes=True) == ast.dump(node, include_attributes=True)


def test_parse_span_of_rows_without_a_statement_raises() -> None:
    with pytest.raises(SyntaxError, match="no statement on rows 1 to 1"):
        parse_span(("# text", "x = 1"), 1, 1)
