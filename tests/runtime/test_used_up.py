"""Objects that a function uses up are used up behind `filter_jit` as well: what `equinox.nn.State` does without it."""

from __future__ import annotations

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import pytest

from pytreelint.runtime import clear_caches, filter_grad, filter_jit, filter_vmap


class Counter(eqx.Module):
    """Counts its calls."""

    index: eqx.nn.StateIndex[jax.Array]

    def __init__(self) -> None:
        self.index = eqx.nn.StateIndex(jnp.array(0))

    def __call__(self, x: Any, state: Any) -> Any:
        count = state.get(self.index)
        return x + count, state.set(self.index, count + 1)


def counter() -> tuple[Any, Any]:
    model, state = eqx.nn.make_with_state(Counter)()
    return model, state


def run(model: Any, x: Any, state: Any) -> Any:
    return model(x, state)


def is_old(state: Any) -> bool:
    try:
        jax.tree.leaves(state)
    except ValueError:
        return True
    return False


@pytest.mark.parametrize("options", [{}, {"share": True}, {"donate_argnames": "state"}, {"keep_unused": True}])
def test_1071_an_old_state_is_an_error_that_says_so(options: Any) -> None:
    step: Any = filter_jit(run, **options)
    model, state = counter()
    for expected in range(4):
        old = state
        x, state = step(model, jnp.ones(()), state)
        assert x == 1 + expected and is_old(old) and not is_old(state)
    with pytest.raises(ValueError, match="old state") as caught:
        step(model, jnp.ones(()), old)
    note = "`state` was used up by an earlier call of `run`, which was given it as `state`"
    assert note in caught.value.__notes__[-1]
    with pytest.raises(ValueError, match="old state"):
        old.get(model.index)
    assert state.get(model.index) == 4 and step.trace_count == 1


def test_in_containers_keywords_methods_and_other_compiled_functions() -> None:
    class Trainer(eqx.Module):
        model: Any

        @filter_jit
        def step(self, x: Any, more: Any) -> Any:
            x, state = inner(self.model, x, more["state"][0])
            return {"x": x, "state": state, "name": more["name"]}

    @filter_jit
    def inner(model: Any, x: Any, state: Any) -> Any:
        return model(x, state=state)

    model, state = counter()
    for _ in range(3):
        old, out = state, Trainer(model).step(jnp.ones(()), more={"name": "n", "state": [state, 3]})
        state = out["state"]
        assert is_old(old)
    assert state.get(model.index) == 3
    with pytest.raises(ValueError, match="old state") as caught:
        Trainer(model).step(jnp.ones(()), {"name": "n", "state": (old, 3)})
    assert "`more['state'][0]` was used up" in caught.value.__notes__[-1]


def test_what_is_not_used_up_is_left_alone() -> None:
    """As without `filter_jit`: a copy was used up, or nothing."""
    model, state = counter()
    assert filter_jit(lambda model, state: state.get(model.index))(model, state) == 0
    filter_jit(lambda m, s: m(jnp.ones(()), jax.tree.map(lambda x: x, s)))(model, state)
    for _ in range(2):
        filter_jit(jax.vmap(lambda x: run(model, x, jax.tree.map(jnp.asarray, state))[0]))(jnp.ones(3))
        filter_jit(run).eval_shape(model, jnp.ones(()), state)
        filter_jit(run).lower(model, jnp.ones(()), state)
    with pytest.raises(TypeError):
        filter_jit(lambda m, x, s: m(x, s)[0] + "x")(model, jnp.ones(()), state)
    assert not is_old(state)
    clear_caches()
    assert state.get(model.index) == 0


def test_one_shape_uses_up_and_another_does_not() -> None:
    @filter_jit
    def sometimes(model: Any, x: Any, state: Any) -> Any:
        return model(x, state) if x.ndim else (x, state)

    model, state = counter()
    _, second = sometimes(model, jnp.ones(()), state)
    _, third = sometimes(model, jnp.ones(2), second)
    sometimes(model, jnp.ones(()), third)
    assert not is_old(state) and not is_old(third)


def test_gradients_of_a_function_with_state() -> None:
    @filter_jit
    def step(w: Any, model: Any, state: Any) -> Any:
        return filter_grad(lambda w: (lambda x, state: (x.sum(), state))(*model(w, state)), has_aux=True)(w)

    model, state = counter()
    grads, new = step(jnp.ones(2), model, state)
    assert jnp.array_equal(grads, jnp.ones(2)) and is_old(state) and new.get(model.index) == 1


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("by_name", [False, True])
def test_a_mapped_function_uses_up_what_it_is_given(compiled: bool, by_name: bool) -> None:
    """Also where the call is the inside of a compiled one."""
    model, state = counter()
    vmapped: Any = filter_vmap(run, in_axes={"model": None, "state": None}, out_axes=(0, None))
    step: Any = filter_jit(vmapped) if compiled else vmapped
    for expected in range(3):
        old = state
        if by_name:
            x, state = step(model, jnp.ones(2), state=state)
        else:
            x, state = step(model, jnp.ones(2), state)
        assert (x == 1 + expected).all() and is_old(old) and not is_old(state)
    with pytest.raises(ValueError, match="old state") as caught:
        vmapped(model, jnp.ones(2), old)
    assert "`state` was used up by an earlier call of `run`" in caught.value.__notes__[-1]
    with pytest.raises(ValueError, match="old state"):
        step(model, jnp.ones(2), old)


def test_states_that_are_mapped_or_only_read() -> None:
    model, state = counter()
    states = jax.tree.map(lambda x: jnp.stack([x, x + 1]), state)
    _, after = filter_vmap(run, in_axes=(None, 0, 0))(model, jnp.ones(2), states)
    assert is_old(states) and not is_old(after)
    for _ in range(2):
        assert (filter_vmap(lambda x, s: x + s.get(model.index), in_axes=(0, None))(jnp.ones(2), state) == 1).all()
    assert not is_old(state)
