"""Equinox's own checkpointed loop, the largest user of its custom rules, on ours: the same values and gradients."""

from __future__ import annotations

import subprocess
import sys
import textwrap

PROGRAM = """
    import importlib, sys
    import diffrax, equinox._ad, equinox.internal as eqxi, jax, jax.numpy as jnp, numpy as np
    import pytreelint.runtime as runtime

    def run(x, w):
        step = lambda c: (c[0] + 1, jnp.sin(c[1] * w), c[2])
        init = (0, x, jnp.arange(2))
        return eqxi.while_loop(lambda c: c[0] < 7, step, init, kind="checkpointed", max_steps=20)[1].sum()

    def solve(y0, w):
        term = diffrax.ODETerm(lambda t, y, args: jnp.tanh(w * y))
        return diffrax.diffeqsolve(term, diffrax.Euler(), 0.0, 1.0, 0.25, y0, max_steps=8).ys.sum()

    def results():
        x, w = jnp.array([0.3, 0.5]), jnp.array(1.1)
        for f in (run, solve):
            yield from jax.tree.leaves(jax.value_and_grad(f, (0, 1))(x, w))
        yield jax.jit(jax.vmap(jax.grad(run), (0, None)))(x[:, None], w)

    theirs = list(results())
    for name in ("filter_custom_jvp", "filter_custom_vjp", "filter_closure_convert"):
        setattr(equinox._ad, name, getattr(runtime, name))
    for module in ("checkpointed", "loop"):
        loaded = importlib.reload(sys.modules[f"equinox.internal._loop.{module}"])
    eqxi.while_loop = loaded.while_loop
    assert sys.modules["equinox.internal._loop.checkpointed"].filter_custom_vjp is runtime.filter_custom_vjp
    for a, b in zip(theirs, results(), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-6)
    print("equal")
"""


def test_equinox_loops_on_our_rules() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(PROGRAM)], capture_output=True, text=True, check=False
    )
    assert ended.stdout == "equal\n", ended.stderr
