"""Comments for findings: where they go, and that nothing else changes."""

from __future__ import annotations

import ast

import pytest

from pytreelint.engine.adding import with_suppressions
from pytreelint.engine.comments import read_comments
from pytreelint.engine.suppression import answers
from pytreelint.model.text.place import Place
from pytreelint.model.text.source import Source
from pytreelint.rules.finding import Finding

PATH = "/p/a.py"


def found(row: int, name: str = "static-array", code: str = "PTL101") -> Finding:
    return Finding(code, name, "error", "m", Place(PATH, row, 1, row, 2))


def added(text: str, *findings: Finding) -> str:
    """The text with comments, which answer all the findings."""
    source = Source.from_bytes(PATH, text.encode())
    result = with_suppressions(source, findings, "why")
    assert not result.left
    comments = read_comments(Source.from_bytes(PATH, result.text.encode()))
    assert all(answers(PATH, comments, finding) for finding in findings)
    if "0xf" not in text:  # `ast` cannot write long numbers
        assert ast.dump(ast.parse(result.text)) == ast.dump(ast.parse(text))
    return result.text


@pytest.mark.parametrize(
    ("text", "row", "after"),
    [
        ("x = 1\n", 1, "x = 1  # pytreelint: ignore[static-array] why\n"),
        ("x = 1", 1, "x = 1  # pytreelint: ignore[static-array] why"),
        ("x = 1  \r\ny = 2\r\n", 1, "x = 1  # pytreelint: ignore[static-array] why  \r\ny = 2\r\n"),
        ("x = 1  # a\n", 1, "x = 1  # a  # pytreelint: ignore[static-array] why\n"),
        ("x = 1  # type: ignore\n", 1, "x = 1  # type: ignore  # pytreelint: ignore[static-array] why\n"),
        ("x = 1  # pytreelint: ignore[b]\n", 1, "x = 1  # pytreelint: ignore[b, static-array]\n"),
        ("x = 1  # pytreelint: ignore[b] y\n", 1, "x = 1  # pytreelint: ignore[b, static-array] y\n"),
        ("x = 1  # pytreelint: ignore[]\n", 1, "x = 1  # pytreelint: ignore[static-array]\n"),
        ("x = (1 +\n  2)\n", 1, "x = (1 +  # pytreelint: ignore[static-array] why\n  2)\n"),
        ("x = 1 + \\\n  2\n", 1, "x = 1 + \\\n  2  # pytreelint: ignore[static-array] why\n"),
        ('x = """a\nb"""\n', 1, 'x = """a\nb"""  # pytreelint: ignore[static-array] why\n'),
        ('f(\n  """a\nb""")\n', 3, 'f(\n  """a\nb""")  # pytreelint: ignore[static-array] why\n'),
        ('x = f"""{a}\nb{c}\n"""\n', 1, 'x = f"""{a}\nb{c}\n"""  # pytreelint: ignore[static-array] why\n'),
        ("@a\ndef f(): pass\n", 2, "@a\ndef f(): pass  # pytreelint: ignore[static-array] why\n"),
        ("def f(\n  x,\n):\n  pass\n", 2, "def f(\n  x,  # pytreelint: ignore[static-array] why\n):\n  pass\n"),
        pytest.param(
            f"x = 0x{'f' * 20_000}\n",
            1,
            f"x = 0x{'f' * 20_000}  # pytreelint: ignore[static-array] why\n",
            id="a long number",
        ),
        ("\u00e9 = '\u202e'\n", 1, "\u00e9 = '\u202e'  # pytreelint: ignore[static-array] why\n"),
    ],
)
def test_where_it_goes(text: str, row: int, after: str) -> None:
    assert added(text, found(row)) == after


def test_several_findings_share_a_comment() -> None:
    text = added("x = 1\n", found(1), found(1, "b-c", "PTL102"), found(1))
    assert text == "x = 1  # pytreelint: ignore[static-array, b-c] why\n"


def left(text: str, finding: Finding) -> str:
    """Why nothing was done."""
    result = with_suppressions(Source.from_bytes(PATH, text.encode()), [finding], "why")
    assert result.text == text
    assert not result.suppressed
    ((_, why),) = result.left
    return why


def test_what_is_left() -> None:
    assert left("def f(:\n", found(1)) == "the file cannot be read"
    assert left("x = 1\n", found(1, "unreadable-file", "PTL901")) == "no comment can suppress that"
    assert left("x = 1  # pytreelint: ignore\n", found(1, "unused-suppression", "PTL902")) == "mend the comment instead"
    assert left("x = 1 + \\\n\n", found(1)) == "the file cannot be read"


@pytest.mark.parametrize("text", ["x = 1\n" * 3, '"""\na\n"""\nx = 1\n'])
def test_once_more_changes_nothing_else(text: str) -> None:
    once = added(text, found(1))
    assert added(once, found(1, "other", "PTL102")).replace(", other", "") == once
