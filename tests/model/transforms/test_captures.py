"""Which arrays have another shape in each iteration, and which names change: expressions of a loop's body."""

from __future__ import annotations

import ast

import pytest

from pytreelint.model.syntax.free import free_names
from pytreelint.model.transforms.captures import changes
from pytreelint.model.transforms.reshaping import reshapes
from pytreelint.model.values.sites import Remade
from tests.model.snippets import Snippet

LOOP = """
def main(xs, size, scale, name):
    for n in range(1, 9):
        x = xs[n]
        half = n // 2
        jax.jit(lambda y: y)({given})
main(jnp.ones((9, 3)), 3, 2.0, "a")
"""


def site_of(given: str) -> tuple[Snippet, Remade, ast.expr]:
    """Returns the site of the wrapper that the loop makes, and the expression that it is given."""
    snippet = Snippet(LOOP.format(given=given))
    site = next(site for site in snippet.sites() if isinstance(site, Remade))
    assert isinstance(site.call, ast.Call)
    return snippet, site, site.call.args[0]


SHAPES = {
    "x": False,
    "jnp.zeros(3)": False,
    "jnp.zeros(n)": True,
    "jnp.zeros((2, n))": True,
    "jnp.ones(shape=n)": True,
    "jnp.arange(half)": True,
    "jnp.zeros(size)": False,
    "jnp.sin(n * x)": False,  # a number, not a size
    "jnp.full(3, n)": True,  # a number makes it what may be a size
    "jnp.split(x, n)": True,
    "jnp.dot(x, xs)": False,
    "xs[:n]": True,
    "xs[n:]": True,
    "xs[n:n + 2]": False,  # as long each time
    "xs[:3]": False,
    "x.reshape(n, -1)": True,
    "x.reshape(size, -1)": False,
    "x.astype(n)": True,
    "x.sum()": False,
    "unknown(n)": False,
}


@pytest.mark.parametrize(("given", "expected"), SHAPES.items(), ids=list(SHAPES))
def test_shapes_that_change(given: str, expected: bool) -> None:
    snippet, site, node = site_of(given)
    assert reshapes(snippet.ev, node, site.caller, site.step) is expected


NAMES = {
    "x": (set(), {"x"}),  # an array: a compiled function can take it
    "n": ({"n"}, {"n"}),
    "half": ({"half"}, {"half"}),
    "size": (set(), set()),
    "(x, size, n)": ({"n"}, {"n", "x"}),
}


@pytest.mark.parametrize(("given", "expected"), NAMES.items(), ids=list(NAMES))
def test_names_that_change(given: str, expected: tuple[set[str], set[str]]) -> None:
    snippet, site, node = site_of(given)
    found = tuple(changes(snippet.ev, node, site.home, site.step, ignored) for ignored in ("passable", "nothing"))
    assert found == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("lambda a, b=c: a + d", {"c", "d"}),
        ("[i + e for i in xs]", {"e", "xs"}),
        ("{k: v for k, v in p}", {"p"}),
        ("f(x)(y)", {"f", "x", "y"}),
        ("lambda *a, **k: (a, k)", set()),
    ],
)
def test_names_that_code_reads_and_does_not_bind(code: str, expected: set[str]) -> None:
    assert free_names(ast.parse(code, mode="eval").body) == expected
