"""From edits to lines that go and lines that come."""

from __future__ import annotations

import pytest

from pytreelint.model.text.place import Place
from pytreelint.report.fix_lines import changes
from pytreelint.rules.finding import Edit

LINES = ("a = 1", "b = 2", "c = 3", "d = 4")

Span = tuple[int, int, int, int]


def edit(span: Span, content: str) -> Edit:
    return Edit(Place("/p.py", *span), content)


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ([edit((2, 5, 2, 6), "3")], [(2, ("b = 2",), ("b = 3",))]),
        ([edit((2, 1, 2, 1), "x = 0\n")], [(2, (), ("x = 0",))]),
        ([edit((2, 6, 2, 6), "\nx = 0")], [(3, (), ("x = 0",))]),
        ([edit((4, 6, 4, 6), "\nx = 0")], [(5, (), ("x = 0",))]),
        ([edit((2, 1, 3, 1), "")], [(2, ("b = 2",), ())]),
        ([edit((2, 1, 4, 6), "e")], [(2, ("b = 2", "c = 3", "d = 4"), ("e",))]),
        ([edit((2, 1, 2, 2), "x"), edit((2, 5, 2, 6), "y")], [(2, ("b = 2",), ("x = y",))]),
        (
            [edit((3, 1, 3, 2), "x"), edit((1, 1, 1, 2), "y")],
            [(1, ("a = 1",), ("y = 1",)), (3, ("c = 3",), ("x = 3",))],
        ),
        ([edit((2, 1, 2, 2), "x")] * 2, [(2, ("b = 2",), ("x = 2",))]),
        ([edit((2, 1, 2, 2), "b")], []),
        ([edit((5, 1, 5, 1), "x")], []),
        ([edit((4, 1, 5, 1), "")], [(4, ("d = 4",), ("",))]),
        ([edit((2, 1, 2, 1), "x\r\n")], [(2, (), ("x",))]),
        ([], []),
    ],
)
def test_changes(edits: list[Edit], expected: list[tuple[int, tuple[str, ...], tuple[str, ...]]]) -> None:
    assert [(change.row, change.removed, change.added) for change in changes(edits, LINES)] == expected
