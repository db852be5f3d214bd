"""Whether a function could take a tracer for one of its numbers."""

from __future__ import annotations

import pytest

from pytreelint.model.transforms.traceable import takes_tracer
from pytreelint.model.values.value import Function
from tests.model.snippets import Snippet

HELPERS = """
def double(a): return 2 * a
def decide(a): return 1 if a else 2
def again(a): return again(a)
"""

CASES = {
    "return x ** k": True,
    "return -k * x": True,
    "return x": True,
    "y = k / 2\n    return x * y": True,
    "y = k / 2\n    return x if y else 1": False,
    "y = 1.0\n    y += k\n    return y": True,
    "k += 1\n    return x * k": False,
    "k = 3\n    return x * k": False,
    "return jnp.sin(k)": True,
    "return jnp.where(k, x, 1)": True,
    "return jnp.zeros(k)": False,
    "return jnp.sin(x=k)": False,
    "return double(k)": True,
    "return double(a=k)": True,
    "return decide(k)": False,
    "return decide(a=k)": False,
    "return double(*[k])": False,
    "return again(k)": False,
    "return unknown(k)": False,
    "if k: return x\n    return 1": False,
    "for _ in range(k): x = x + 1\n    return x": False,
    "return x[k]": False,
    "return x[:k]": False,
    "return k == 1": False,
    "return f'{k}'": False,
    "return x, k": True,
    "y = (x, k)\n    return y": False,
    "return [x, k]": False,
    "return lambda: k": False,
    "return jnp.sum(x * k)": True,
    "return jnp.sum(x, k)": False,
    "return x @ k": True,
    "is_last = (k % 2 == 0) | (k + 1 == 9)\n    return jax.lax.cond(is_last, jnp.sin, jnp.cos, x)": True,
    "is_last = k == 9\n    if is_last: return x\n    return 1": False,
    "return jax.lax.cond(x > 1, jnp.sin, jnp.cos, k)": False,
    "def show(k):\n        if k: pass\n    jax.debug.callback(show, k)\n    return x": True,
    "def show(k=k):\n        if k: pass\n    return x": False,
    "return eqx.tree_at(lambda m: m.w, x, x.w * k)": True,
    "return x.replace(scale=k)": True,
    "return x.replace(k)": False,
    "jax.debug.print('{}', k)\n    return x": True,
    "jax.debug.print(k)\n    return x": False,
    "return jax.tree.map(lambda v: v * k, x)": True,
    "return jax.tree.map(lambda v: v[:k], x)": False,
    "return sorted(x, key=lambda v: v * k)": False,
}


@pytest.mark.parametrize(("body", "expected"), CASES.items(), ids=list(CASES))
def test_a_tracer_for_k(body: str, expected: bool) -> None:
    snippet = Snippet(f"{HELPERS}def f(x, k):\n    {body}\n")
    function = snippet.value("f")
    assert isinstance(function, Function)
    assert takes_tracer(snippet.ev, function, "k") is expected
