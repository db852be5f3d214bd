"""What a call gives, and whether anything reads it."""

from __future__ import annotations

import ast
import textwrap

import pytest

from pytreelint.model.syntax.unread import is_unread, returned
from pytreelint.model.syntax.walking import walk


def call(tree: ast.AST) -> ast.Call:
    """The call of `draw` in a program."""
    return next(n for n in walk(tree) if isinstance(n, ast.Call) and getattr(n.func, "id", "") == "draw")


def function(body: str) -> ast.Module:
    return ast.parse("def f(key, xs):\n" + textwrap.indent(textwrap.dedent(body).strip(), "    "))


@pytest.mark.parametrize(
    "body",
    [
        "_ = draw(key)",
        "unused = draw(key)",
        "draw(key)",
        "draw(key).block_until_ready()",
        "jax.block_until_ready(draw(key))",
        "a = draw(key)\na = 2\nreturn a",
        "a, *b = draw(key)\nfor x in xs:\n    a, b = x\n    b = b + a\n    print(a, b)",
        "print(a)\na = draw(key)",
        "for x in xs:\n    a = 1\n    print(a)\n    a = draw(key)",
    ],
)
def test_never_read(body: str) -> None:
    tree = function(body)
    assert is_unread(tree, call(tree).args[0])


@pytest.mark.parametrize(
    "body",
    [
        "a = draw(key)\nreturn a",
        "a = draw(key)\nif xs:\n    a = 2\nreturn a",
        "a = draw(key)\na += 1",
        "a = draw(key)\na = a + 1\nreturn a",
        "for x in xs:\n    print(a)\n    a = draw(key)",
        "for x in xs:\n    a = draw(key)\nprint(a)",
        "a = draw(key)\ndef later():\n    return a\na = 1",
        "global a\na = draw(key)",
        "xs.a = draw(key)",
        "xs[0] = draw(key)",
        "print(draw(key))",
        "return draw(key)",
        "a = g(draw(key))\nreturn a",
    ],
)
def test_may_be_read(body: str) -> None:
    tree = function(body)
    assert not is_unread(tree, call(tree).args[0])


def test_a_module_shows_its_values() -> None:
    """Another module imports a name, and a notebook shows the last value of a cell."""
    shown = [ast.parse(text) for text in ("draw(key)", "weights = draw(key)")]
    assert not any(is_unread(tree, call(tree)) for tree in shown)
    thrown_away = ast.parse("_ = draw(key)")
    assert is_unread(thrown_away, call(thrown_away))


def test_parts_of_a_result() -> None:
    tree = function("a, (b, c) = draw(key)\nreturn a, b")
    assert is_unread(tree, call(tree), [(1, 1)])
    assert not is_unread(tree, call(tree), [(1, 0)])


@pytest.mark.parametrize(
    ("body", "parts"),
    [
        ("return draw(key)", {()}),
        ("return 1, (2, g(draw(key)))", {(1, 1)}),
        ("key, *a = draw(key)\nb = g(a).reshape(2)\nreturn xs, (xs, b)", {(1, 1)}),
        ("a = draw(key)\nreturn xs", set()),
        ("draw(key)\nreturn xs", set()),
        ("a = draw(key)\nif xs:\n    return a, 1\nreturn 1, a", {(0,), (1,)}),
        ("a = draw(key)\nreturn [*xs, a]", {()}),
    ],
)
def test_parts_that_a_function_returns(body: str, parts: set[tuple[int, ...]]) -> None:
    tree = function(body)
    found = returned(tree, call(tree).args[0])
    assert found is not None and set(found) == parts


@pytest.mark.parametrize(
    "body",
    [
        "a = draw(key)\nxs.append(a)",
        "a = draw(key)\nxs.a = a",
        "a = draw(key)\nif a:\n    return 1",
        "for x in xs:\n    a = draw(key)\nreturn xs",
        "a = draw(key)\ndef later():\n    return a\nreturn later",
    ],
)
def test_goes_elsewhere(body: str) -> None:
    tree = function(body)
    assert returned(tree, call(tree).args[0]) is None
