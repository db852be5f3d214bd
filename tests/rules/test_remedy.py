"""Whether one wrapper would do for all iterations: the sites of snippets."""

from __future__ import annotations

import ast

import pytest

from pytreelint.model.values.sites import Remade
from pytreelint.rules.recompile.remedy import same_each_time
from tests.model.snippets import Snippet

LOOP = """
def main(xs, power):
    for n in range(1, 9):
        x = xs[n]
        {body}
main(jnp.ones((9, 3)), 3)
"""

BODIES = {
    "jax.jit(lambda y: y)(x)": True,
    "jax.jit(lambda y: y ** power)(x)": True,
    "jax.jit(lambda y: y ** n)(x)": True,  # what it only computes with can be an argument
    "jax.jit(lambda y: y + jnp.zeros(n))(x)": False,  # a program for each number
    "jax.jit(lambda y: y[:n])(x)": False,
    "jax.jit(lambda y: y * x)(x)": True,  # an array: it can be an argument
    "jax.jit(lambda y: y)(xs[:n])": False,  # a program for each shape
    "jax.jit(lambda y: y)(y=jnp.zeros(n))": False,
    "jax.jit(lambda y, z: y)(x, xs[:n])": False,
    "jax.jit(lambda y, z: y)(x, z=jnp.zeros(3))": True,
    # Further inside it is called many times: what the outer iteration changes is compiled in on purpose.
    "f = jax.jit(lambda y: y * x)\n        for row in xs: f(row)": False,
    "f = jax.jit(lambda y: y)\n        for row in xs: f(row)": True,
    # Somebody keeps it: with arrays as arguments it would be called otherwise.
    "f = jax.jit(lambda y: y * x)\n        f(x)\n        unknown(f)": False,
    "f = jax.jit(lambda y: y)\n        f(x)\n        unknown(f)": True,
}


@pytest.mark.parametrize(("body", "expected"), BODIES.items(), ids=list(BODIES))
def test_one_wrapper_would_do(body: str, expected: bool) -> None:
    snippet = Snippet(LOOP.format(body=body))
    sites = [site for site in snippet.sites() if isinstance(site, Remade) and isinstance(site.step.node, ast.For)]
    row = min(site.step.node.lineno for site in sites if isinstance(site.step.node, ast.For))
    outer = [site for site in sites if isinstance(site.step.node, ast.For) and site.step.node.lineno == row]
    # `main` is entered with unknown arguments too; where they are known, the answer may be.
    assert any(same_each_time(site, snippet.ev) for site in outer) is expected
