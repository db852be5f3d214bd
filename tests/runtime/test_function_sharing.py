"""Which functions share a program of `filter_jit`, what becomes of one whose functions change, and what is freed."""

# ruff: noqa: B023

from __future__ import annotations

import functools
import gc
import operator
import threading
import weakref
from collections.abc import Callable
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest

from pytreelint.runtime import filter_grad, filter_jit, filter_scan, filter_vmap
from pytreelint.runtime.keys.function_keys import function_key
from pytreelint.runtime.keys.identity import IdentityKey

SCALE: Any = 1.0


def set_global(value: Any) -> None:
    global SCALE
    SCALE = value


@pytest.fixture(autouse=True)
def _unset() -> Any:
    set_global(1.0)
    yield
    set_global(1.0)


def helper(x: Any, n: int = 3) -> Any:
    return x * SCALE if n == 0 else helper(x, n - 1)


def net() -> Any:
    return eqx.nn.MLP(2, 2, 4, 1, activation=lambda x: jax.nn.gelu(x) * SCALE, key=jax.random.key(0))


MLP: Any = net()
JITTED: Any = jax.jit(lambda k, x: k * x)
EQUAL: dict[str, Callable[[], Any]] = {
    "lambda": lambda: lambda x: x * 2,
    "over a global": lambda: lambda x: x * SCALE,
    "over a helper that calls itself": lambda: lambda x: helper(x),
    "over libraries": lambda: lambda x: jnp.sin(x) * np.pi + jax.lax.cos(x) + jax.nn.softplus(x) + np.float32(1),
    "over a library by a local import": lambda: _imports(),
    "partial": lambda: functools.partial(jax.nn.leaky_relu, negative_slope=0.1),
    "partial of a lambda": lambda: functools.partial(lambda k, x: k * x, 2.0),
    "partial of a builtin": lambda: functools.partial(operator.mul, 2.0),
    "vmap": lambda: jax.vmap(lambda x: x * SCALE),
    "grad": lambda: jax.grad(lambda x: (x * SCALE).sum()),
    "our grad": lambda: filter_grad(lambda x: (x * SCALE).sum()),
    "our vmap": lambda: filter_vmap(lambda x: x * SCALE),
    "checkpoint": lambda: jax.checkpoint(lambda x: x * SCALE),
    "Equinox's MLP": lambda: (lambda model: lambda x: model(x))(MLP),
    "a Module's method": lambda: (lambda model: lambda x: model.__call__(x))(MLP),
    "a partial of a jitted function": lambda: functools.partial(JITTED, 2.0),
    "recursion in a factory": lambda: _recursive(),
}


def _imports() -> Any:
    def imports(x: Any) -> Any:
        import jax.numpy as local
        from jax import lax

        return local.sin(lax.neg(x))

    return imports


def _recursive() -> Any:
    def down(x: Any, n: int = 2) -> Any:
        return x if n == 0 else down(x * 2, n - 1)

    return down


@pytest.mark.parametrize("make", EQUAL.values(), ids=list(EQUAL))
def test_functions_made_alike_share_a_trace(make: Callable[[], Any]) -> None:
    apply = filter_jit(lambda f, x: f(x))
    for _ in range(3):
        apply(make(), jnp.ones(2))
    assert apply.trace_count == 1


def test_a_model_made_anew_with_its_activation_shares_a_trace() -> None:
    apply = filter_jit(lambda model, x: model(x))
    for _ in range(3):
        apply(net(), jnp.ones(2))
    assert apply.trace_count == 1


OPTIMIZERS: dict[str, Callable[[], Any]] = {
    "sgd": lambda: optax.sgd(0.1),
    "momentum": lambda: optax.sgd(0.1, 0.9),
    "adam": lambda: optax.adam(1e-3),
    "adamw": lambda: optax.adamw(1e-3),
    "a schedule": lambda: optax.adam(optax.exponential_decay(1e-3, 100, 0.9)),
    "a chain": lambda: optax.chain(optax.clip_by_global_norm(1.0), optax.adam(1e-3)),
    "lion": lambda: optax.lion(1e-3),
    "lamb": lambda: optax.lamb(1e-3),
    "rmsprop": lambda: optax.rmsprop(1e-3),
    "adafactor": lambda: optax.adafactor(1e-3),
    "apply_if_finite": lambda: optax.apply_if_finite(optax.adam(1e-3), 3),
}


@pytest.mark.parametrize("make", OPTIMIZERS.values(), ids=list(OPTIMIZERS))
def test_optimizers_made_alike_share_a_trace(make: Callable[[], Any]) -> None:
    update = filter_jit(lambda optim, state, grads: optim.update(grads, state, grads)[0])
    for _ in range(3):
        optim = make()
        update(optim, optim.init(jnp.ones((2, 2))), jnp.ones((2, 2)))
    assert update.trace_count == 1


def test_settings_of_an_optimizer_count() -> None:
    update = filter_jit(lambda optim, grads: optim.update(grads, optim.init(grads))[0])
    steps = [float(update(optax.sgd(rate), jnp.ones(()))) for rate in (0.1, 0.2, 0.1)]
    assert steps == pytest.approx([-0.1, -0.2, -0.1]) and update.trace_count == 2


def test_a_global_that_changes_between_the_first_call_and_a_trace() -> None:
    apply = filter_jit(lambda f, x: (f(x)).sum())
    first, second = (lambda: lambda x: x * SCALE)(), EQUAL["over a global"]()
    assert apply(first, jnp.ones(1)) == 1
    set_global(2.0)
    # Another shape is a new trace, which reads what is there now; what was traced before stays, as for `jax.jit`.
    assert apply(first, jnp.ones(2)) == 4
    assert apply(first, jnp.ones(1)) == 1
    assert apply(second, jnp.ones(2)) == 4
    set_global(1.0)
    # That trace is nobody else's: this one reads 1.
    assert apply(EQUAL["over a global"](), jnp.ones(2)) == 2
    assert apply((lambda: lambda x: x * SCALE)(), jnp.ones(2)) == 2
    assert apply(first, jnp.ones(2)) == 4 and apply(first, jnp.ones(1)) == 1
    assert apply.lower(first, jax.ShapeDtypeStruct((2,), "float32")).compile()(first, jnp.ones(2)) == 4
    assert apply.eval_shape(first, jax.ShapeDtypeStruct((5,), "float32")).shape == ()


def test_a_global_that_changes_between_the_first_call_of_another_function_and_a_trace() -> None:
    made = EQUAL["over a global"]
    f, g = made(), made()
    one, other = filter_jit(lambda f, x: f(x).sum()), filter_jit(lambda f, x: f(x).sum() * 1)
    assert one(f, jnp.ones(1)) == one(g, jnp.ones(1)) == other(f, jnp.ones(1)) == 1
    set_global(2.0)
    assert one(g, jnp.ones(2)) == 4 and one(f, jnp.ones(2)) == 4 and other(f, jnp.ones(2)) == 4
    assert one(made(), jnp.ones(1)) == 2 and one(f, jnp.ones(1)) == one(g, jnp.ones(1)) == other(f, jnp.ones(1)) == 1


def test_a_function_that_changes_what_it_reads_while_it_is_traced() -> None:
    def make() -> Any:
        def counting(x: Any) -> Any:
            set_global(SCALE + 1)
            return x * SCALE

        return counting

    def runs(jit: Any) -> list[float]:
        set_global(1.0)
        apply = jit(lambda f, x: f(x).sum())
        kept = make()
        out = [float(apply(kept, jnp.ones(n))) for n in (1, 1, 2, 1, 2)]
        out += [float(apply(make(), jnp.ones(n))) for n in (1, 1, 2)]
        set_global(1.0)
        return [*out, *(float(apply(make(), jnp.ones(n))) for n in (1, 2)), float(apply(kept, jnp.ones(2)))]

    assert runs(filter_jit) == runs(eqx.filter_jit)


def test_a_cell_that_is_bound_again() -> None:
    def make() -> tuple[Any, Any]:
        value = 1.0

        def set_value(new: float) -> None:
            nonlocal value
            value = new

        return lambda x: x * value, set_value

    apply, same = filter_jit(lambda f, x: f(x).sum()), filter_jit(lambda f, x: (f, x))
    (f, set_f), (g, set_g) = make(), make()
    assert apply(f, jnp.ones(1)) == apply(g, jnp.ones(1)) == 1 and apply.trace_count == 1
    assert same(f, jnp.ones(1))[0] is f and same(g, jnp.ones(1))[0] is g and same(f, jnp.ones(1))[0] is f
    assert same.eval_shape(g, jnp.ones(1))[0] is g and same.trace_count == 1
    set_g(3.0)
    assert apply(g, jnp.ones(1)) == 1 and apply(f, jnp.ones(1)) == 1
    assert apply(g, jnp.ones(2)) == 6 and apply(f, jnp.ones(2)) == 2
    set_f(5.0)
    assert apply(f, jnp.ones(3)) == 15 and apply(g, jnp.ones(3)) == 9
    assert same(g, jnp.ones(1))[0] is g and same(g, jnp.ones(4))[0] is g


def test_loops_outside_of_jit_read_what_is_there_now() -> None:
    """JAX remembers the step that we make; what is in its carry by value only, though, may have changed."""
    box = [1.0]
    acts = {"global": lambda x: x * SCALE, "box": lambda x: x * box[0]}

    def step(carry: Any, x: Any) -> Any:
        return {**carry, "sum": carry["sum"] + carry["act"](x)}, None

    for act in acts.values():
        for value, n in ((1.0, 2), (2.0, 2), (2.0, 3), (1.0, 3)):
            set_global(value)
            box[0] = value
            assert filter_scan(step, {"sum": jnp.zeros(()), "act": act}, jnp.ones(n))[0]["sum"] == n * value


@pytest.mark.parametrize("mutable", [True, False])
def test_static_functions_are_freed(mutable: bool) -> None:
    apply = filter_jit(lambda f, x: f(x))
    refs = []
    for i in range(20):
        held: Any = [float(i)] if mutable else float(i % 2)
        f = (lambda held: lambda x: x * (held[0] if isinstance(held, list) else held))(held)
        assert apply(f, jnp.ones(())) == (i if mutable else i % 2)
        refs.append(weakref.ref(f))
        del f
    gc.collect()
    # The last call is remembered.
    assert sum(ref() is not None for ref in refs) <= 1


def test_a_key_does_not_keep_the_function_alive() -> None:
    kept: dict[str, Any] = {}

    def make() -> Any:
        def f(x: Any) -> Any:
            return kept and f(x) + g(x)

        g = jax.jit(f)
        return f

    array = jnp.ones(3)
    f = make()
    over = (lambda array: lambda x: x + array)(array)
    assert isinstance(function_key(f), IdentityKey) and not isinstance(function_key(over), IdentityKey)
    refs = [weakref.ref(x) for x in (f, over, array)]
    del f, over, array
    gc.collect()
    assert [ref() for ref in refs] == [None] * 3


def test_threads_that_make_functions() -> None:
    apply, wrong = filter_jit(lambda f, x: f(x)), []

    def work(i: int) -> None:
        for n in range(9):
            box = [i]
            for f, right in (
                ((lambda: lambda x: x * 2)(), 2.0),
                ((lambda n: lambda x: x * n)(float(n % 3)), n % 3),
                ((lambda box: lambda x: x * box[0])(box), i),
            ):
                if float(apply(f, jnp.ones(()))) != right:
                    wrong.append((i, n))

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_long_chain_of_functions_ends() -> None:
    known: dict[str, Any] = {"LAST": 2.0, "f0": lambda x: x}
    for i in range(1, 2000):
        exec(f"def f{i}(x):\n    return f{i - 1}(x) if x is None else x * LAST", known)
    for n in (20, 300, 1999):
        fresh = (lambda f: lambda x: f(x))(known[f"f{n}"])
        assert filter_jit(lambda f, x: f(x))(fresh, jnp.ones(())) == 2
    # A web of functions, each of which reads all others, is read once.
    names = [f"w{i}" for i in range(60)]
    for name in names:
        exec(f"def {name}(x):\n    return x if x is not None else ({' + '.join(n + '(x)' for n in names)})", known)
    assert filter_jit(lambda f, x: f(x))(known["w3"], jnp.ones(())) == 1
