"""Syntax of Python 3.12 and 3.13 is read by older ones, each thing at its row and column."""

from __future__ import annotations

import ast
import sys

import pytest

from pytreelint.model.text.newer import parse_newer
from pytreelint.model.text.parsing import parse_plainly
from pytreelint.model.text.source import Source, Unreadable

# What is written, and the same in the syntax of Python 3.11.
SAME = {
    "type X = int\n": "X = int\n",
    "type X[T: (int, str)] = list[T]; y = 1\n": "X = list[T]; y = 1\n",
    "if a:\n    type X = (\n        int\n    )\n": "if a:\n    X = (int)\n",
    "class A[T]: pass\n": "class A: pass\n",
    "class A[T = int](Base, metaclass=M): pass\n": "class A(Base, metaclass=M): pass\n",
    "async def f[**P, *Ts](x: T) -> T: return x\n": "async def f(x: T) -> T: return x\n",
    'def f[\n    T: (int, "]"),  # ]\n    *Ts,\n](x: T): return x\n': "def f(x: T): return x\n",
    "def f[\r\n    T,\r\n](x: T): return x\r\n": "def f(x: T): return x\n",
    "class Größe[Maß](Länge): x = 1\n": "class Größe(Länge): x = 1\n",
    'x = f"{y["a"]}"\n': "x = f\"{y['a']}\"\n",
    "x = f'{y['a']!r:>{w['n']}}'\n": 'x = f\'{y["a"]!r:>{w["n"]}}\'\n',
    "x = f\"{'\\n'.join(y)}\"\n": "x = f\"{'_n'.join(y)}\"\n",
    'x = f"{f"{y}"}"\n': "x = f\"{f'{y}'}\"\n",
    'x = f"{{}} {a != b} {z["it\'s"]}"\n': "x = f\"{{}} {a != b} {z['it_s']}\"\n",
    'x = f"\\N{EM DASH} {y["a"]}"\n': "x = f\"\\N{EM DASH} {y['a']}\"\n",
    'x = rf"\\{y["a"]}"\n': "x = rf\"\\{y['a']}\"\n",
    "# def f[T\nx = 'class A[T'\ntype = 3\ntype X = int\n": "x = 'class A[T'\ntype = 3\nX = int\n",
}


@pytest.mark.parametrize(("text", "same"), SAME.items())
def test_it_is_read_as_what_it_means(text: str, same: str) -> None:
    tree = parse_newer(text)
    assert tree is not None
    assert ast.dump(_plain(tree)) == ast.dump(ast.parse(same)).replace("@", "")


def _plain(tree: ast.Module) -> ast.Module:
    """The tree without what remembers type parameters: Python 3.12 prints it, and gives it no place."""
    for node in ast.walk(tree):
        if getattr(node, "type_params", None):
            node.type_params = []  # type: ignore[attr-defined]
    return tree


def test_rows_and_columns_stay() -> None:
    tree = parse_newer("class A[\n    T,\n](B):\n    def f[ä](self, x: 'ü'): return self.y\n")
    assert tree is not None
    names = {n.id: (n.lineno, n.col_offset) for n in ast.walk(_plain(tree)) if isinstance(n, ast.Name)}
    assert names == {"B": (3, 2), "self": (4, 37)}


def test_an_alias_stands_where_its_statement_does() -> None:
    tree = parse_newer("type X[T]  = int\n")
    assert tree is not None
    (node,) = tree.body
    assert isinstance(node, ast.Assign)
    assert (node.col_offset, node.value.col_offset) == (0, 13)


def test_a_class_remembers_that_it_is_generic() -> None:
    tree = parse_newer("class A: pass\nclass B[T]: pass\n")
    assert tree is not None
    assert [bool(getattr(node, "type_params", None)) for node in tree.body] == [False, True]


@pytest.mark.parametrize(
    "text",
    [
        "type X\n",
        "def f[T(x): pass\n",
        "x = f'{'\n",
        "x = f'{y['\n",
        "x = f'{y:'\n",
        "x = 'a\n",
        'x = f"{f\'{y["a"]}\'}"\n',
        "f(type x = 1)\n",
        "print 'x'\n",
        "x = f'{y # a comment\n}'\n",
    ],
)
def test_what_cannot_be_rewritten_is_left_to_the_error_of_the_parser(text: str) -> None:
    assert parse_newer(text) is None


def test_an_error_beside_what_is_new_is_the_one_that_is_told() -> None:
    with pytest.raises(Unreadable) as caught:
        Source.from_bytes("a.py", b"class A[T]: pass\nx = (1\n").tree()
    assert caught.value.message.startswith("syntax error: ")
    assert caught.value.row == 2


@pytest.mark.parametrize("text", SAME)
def test_every_python_reads_it(text: str) -> None:
    tree = parse_plainly(text)
    if sys.version_info < (3, 12):
        found = parse_newer(text)
        assert found is not None
        assert ast.dump(tree) == ast.dump(found)
