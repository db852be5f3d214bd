"""What a module changes in place, and that no text is passed over that changes something."""

from __future__ import annotations

import ast

import pytest

from pytreelint.model.syntax.changing import changed_names, may_change

CHANGES = [
    "X[0] = 1",
    "X['a']['b'] = 1",
    "X[f(1,\n  2)] = 1",
    "X.a = 1",
    "X.a.b += 1",
    "X += [1]",
    "X |= {1}",
    "X.append(1)",
    "X.a.update(b=1)",
    "X . append (1)",
    "(X\n .append(1))",
    "X['a'].append(1)",
    "del X[0]",
    "del y, X[0]",
    "X.a, y = 1, 2",
    "(y, X.a) = 1, 2",
    "for X.a in y: pass",
    "for y, X.a in z: pass",
    "setattr(X, 'a', 1)",
    "object.__setattr__(X, 'a', 1)",
    "X.a: int = 1",
    "def f():\n    X[0] = 1",
    "X[0] \\\n    = 1",
]


@pytest.mark.parametrize("text", CHANGES)
def test_a_change_is_seen(text: str) -> None:
    assert "X" in changed_names(ast.parse(text)).ways
    assert may_change(text, "X")


@pytest.mark.parametrize(
    "text",
    [
        "X = {}",
        "y = X[0]",
        "y = X.a(1)",
        "f(X, y=1)",
        "print(X.a)",
        "y = X == 1",
        "y = [x for x in X]",
        "MAX[0] = 1",
        "X1.append(2)",
        "return X['a']['b']",
    ],
)
def test_reading_is_none(text: str) -> None:
    assert not may_change(text, "X")


def test_a_local_name_is_another() -> None:
    assert "X" not in changed_names(ast.parse("def f():\n    X = []\n    X.append(1)\n")).ways
