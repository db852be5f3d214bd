"""Which names a module's statements change in place."""

from __future__ import annotations

import ast

import pytest

from pytreelint.model.changing import changed_names

CHANGES = {
    "X.pop('a')": True,
    "X['a'] = 1": True,
    "X.a.b = 1": True,
    "X['a'].update(b)": True,
    "X.layers[0].w += 1": True,
    "X += [1]": True,
    "del X['a']": True,
    "setattr(X, 'a', 1)": True,
    "object.__setattr__(X, 'a', 1)": True,
    "def f():\n    X.append(1)": True,
    "def f():\n    def g():\n        X['a'] = 1": True,
    "def f(Y):\n    return lambda: X.append(Y)": True,
    "for X.a in b: pass": True,
    "(X.a, b) = c": True,
    "print(X['a'])": False,
    "y = X['a']": False,
    "f(X['a'], b=1)": False,
    "def f(X):\n    X.append(1)": False,
    "def f():\n    X = []\n    X.append(1)": False,
    "def f():\n    X = []\n    def g():\n        X.append(1)": False,
    "def f():\n    global X\n    X = []\n    X.append(1)": True,
    "Y['a'] = X": False,
    "X.copy()": False,
}


@pytest.mark.parametrize(("text", "expected"), CHANGES.items(), ids=list(CHANGES))
def test_a_change_is_seen(text: str, expected: bool) -> None:
    assert ("X" in changed_names(ast.parse(text))) is expected
