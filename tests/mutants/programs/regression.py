"""Fits a curve with flax.struct and raw transforms; right as it stands."""

from collections.abc import Callable
from functools import partial

import jax
import jax.numpy as jnp
import optax
from flax import struct


@struct.dataclass
class State:
    params: dict[str, jax.Array]
    opt_state: optax.OptState
    apply: Callable = struct.field(pytree_node=False)
    degree: int = struct.field(pytree_node=False, default=2)


def polynomial(params, x):
    return params["slope"] * x + params["offset"]


def loss_fn(params, apply, x, y):
    return jnp.mean((apply(params, x) - y) ** 2)


OPTIM = optax.sgd(0.1)


@jax.jit
def train_step(state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(state.params, state.apply, x, y)
    updates, opt_state = OPTIM.update(grads, state.opt_state)
    params = optax.apply_updates(state.params, updates)
    return state.replace(params=params, opt_state=opt_state), loss


@partial(jax.jit, static_argnames="sizes")
def windows(x, sizes):
    return [x[:size].mean() for size in sizes]


@jax.jit
def clipped(x, limit):
    return jnp.where(x > limit, limit, x)


def body(total, x):
    return total + x, total


def main():
    params = {"slope": jnp.zeros(()), "offset": jnp.zeros(())}
    state = State(params, OPTIM.init(params), polynomial)
    x = jnp.linspace(0.0, 1.0, 8)
    y = 2.0 * x + 1.0
    bias = jnp.zeros(())

    @jax.jit
    def shifted(x, bias):
        return x + bias

    for _ in range(4):
        state, loss = train_step(state, x, y)
        total, _ = jax.lax.scan(body, 0.0, x)
        bias = bias + shifted(loss, bias)
    sizes = (2, 4)
    print(f"{loss:.3f} {total:.1f} {bias:.3f} {windows(x, sizes)[0]:.2f} {clipped(3.0, 1.0)}")


if __name__ == "__main__":
    main()
