"""Equinox's own checkpointed loop, the largest user of its custom rules, on ours: the same values and gradients."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap

import numpy as np
import pytest

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


@pytest.mark.long
def test_equinox_loops_on_our_rules() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(PROGRAM)], capture_output=True, text=True, check=False
    )
    assert ended.stdout == "equal\n", ended.stderr


LIBRARIES = """
    import json, sys
    import equinox as eqx, jax, jax.numpy as jnp
    import pytreelint.runtime as runtime

    if sys.argv[1] == "ours":
        for name in set(runtime.__all__) & set(vars(eqx)) - {"filter"}:
            for module in [m for key, m in sys.modules.items() if key.split(".")[0] == "equinox" and name in vars(m)]:
                setattr(module, name, getattr(runtime, name))
        assert eqx.filter_jit is runtime.filter_jit

    import diffrax, lineax, optax, optimistix

    class Field(eqx.Module):
        mlp: eqx.nn.MLP

        def __call__(self, t, y, args):
            return self.mlp(y)

    key = jax.random.PRNGKey(0)
    field = Field(eqx.nn.MLP(2, 2, 4, 1, activation=jnp.tanh, key=key))

    def solve(field, y0, solver):
        steps = diffrax.PIDController(1e-3, 1e-5)
        term = diffrax.ODETerm(field)
        return diffrax.diffeqsolve(term, solver, 0.0, 1.0, 0.2, y0, stepsize_controller=steps, max_steps=32).ys

    def results():
        loss = lambda field: (solve(field, jnp.ones(2), diffrax.Heun()) ** 2).sum()
        yield eqx.filter_jit(eqx.filter_value_and_grad(loss))(field)
        yield eqx.filter_jit(solve)(field, jnp.ones(2), diffrax.Kvaerno3())
        yield eqx.filter_vmap(solve, in_axes=(None, 0, None))(field, jnp.ones((2, 2)), diffrax.Heun())
        root = lambda a: optimistix.root_find(
            lambda y, a: y**2 - a, optimistix.Newton(1e-5, 1e-5), jnp.array(1.0), a
        ).value
        yield jax.value_and_grad(root)(2.0)
        matrix = jnp.array([[3.0, 1.0], [1.0, 2.0]])
        operator = lineax.FunctionLinearOperator(lambda x: matrix @ x, jax.ShapeDtypeStruct((2,), jnp.float32))
        yield lineax.linear_solve(operator, jnp.ones(2), lineax.GMRES(1e-5, 1e-5)).value
        norm, state = eqx.nn.make_with_state(eqx.nn.BatchNorm)(2, "batch", mode="batch")
        evaluate = eqx.filter_vmap(lambda x, s: norm(x, s), in_axes=(0, None), out_axes=(0, None), axis_name="batch")
        yield eqx.filter_jit(evaluate)(jnp.arange(6.0).reshape(3, 2), state)[0]

    print(json.dumps([x.tolist() for x in jax.tree.leaves(list(results())) if eqx.is_array(x)]))
"""


@pytest.mark.long
def test_libraries_on_top_of_equinox_on_our_transforms() -> None:
    """diffrax, optimistix and lineax with every transform of Equinox replaced before they are imported."""
    numbers = []
    for way in ("theirs", "ours"):
        command = [sys.executable, "-c", textwrap.dedent(LIBRARIES), way]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stderr
        numbers.append([np.asarray(x) for x in json.loads(ended.stdout)])
    for ours, theirs in zip(*numbers, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-6)
