"""Objects that a function uses up are used up behind `filter_jit` as well: what `equinox.nn.State` does without it."""

from __future__ import annotations

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import pytest

from pytreelint.runtime import (
    clear_caches,
    filter_checkpoint,
    filter_cond,
    filter_fori_loop,
    filter_grad,
    filter_jit,
    filter_jvp,
    filter_map,
    filter_pmap,
    filter_scan,
    filter_shard_map,
    filter_switch,
    filter_vjp,
    filter_vmap,
    filter_while_loop,
)


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


def carried(state: Any, x: Any) -> Any:
    return state.set(INDEX, state.get(INDEX) + 1), x


def kept(state: Any, x: Any) -> Any:
    return state, x


INDEX = eqx.nn.StateIndex(jnp.zeros(()))
X = jnp.ones(())
NONE = jax.sharding.PartitionSpec()
MESH: Any = jax.make_mesh((2,), ("b",), axis_types=(jax.sharding.AxisType.Auto,))
# What messages call the state, and the transform.
TRANSFORMS: list[tuple[str, Any]] = [
    ("state", lambda s: filter_grad(lambda state: state.set(INDEX, X).get(INDEX))(s)),
    ("primals[0]", lambda s: filter_vjp(carried, s, X)),
    ("primals[0]", lambda s: filter_jvp(carried, (s, X), (None, X))),
    ("state", lambda s: filter_checkpoint(carried)(s, X)),
    ("init", lambda s: filter_scan(carried, s, jnp.ones(3))),
    ("init_val", lambda s: filter_fori_loop(0, 3, lambda i, s: carried(s, X)[0], s)),
    ("init_val", lambda s: filter_while_loop(lambda s: s.get(INDEX) < 3, lambda s: carried(s, X)[0], s)),
    ("operands[0]", lambda s: filter_cond(X > 0, carried, lambda s, x: carried(s, -x), s, X)),
    ("operands[0]", lambda s: filter_switch(0, [carried, carried], s, X)),
    ("state", lambda s: filter_pmap(carried, in_axes=(None, 0), out_axes=(None, 0))(s, jnp.ones(2))),
    ("state", lambda s: filter_shard_map(carried, mesh=MESH, in_specs=NONE, out_specs=NONE)(s, X)),
]


@pytest.mark.parametrize("inside", [False, True], ids=["alone", "in filter_jit"])
@pytest.mark.parametrize(("shown", "transform"), TRANSFORMS)
def test_every_transform_uses_up_what_it_is_given(shown: str, transform: Any, inside: bool) -> None:
    """Twice, as a loop finds its trace again."""
    call: Any = filter_jit(transform) if inside else transform
    for _ in range(2):
        state = eqx.nn.State(INDEX)
        call(state)
        assert is_old(state)
    with pytest.raises(ValueError, match="old state") as caught:
        transform(state)
    assert f"`{shown}` was used up by an earlier call of `" in "".join(caught.value.__notes__)


def test_what_is_looped_over_is_used_up() -> None:
    f = lambda given: carried(given["state"], X)[0].get(INDEX)  # noqa: E731
    for _ in range(2):
        state = filter_vmap(lambda _: eqx.nn.State(INDEX))(jnp.ones(3))
        assert filter_map(f, {"state": state, "x": jnp.ones(3)}).tolist() == [1, 1, 1] and is_old(state)
    with pytest.raises(ValueError, match="old state") as caught:
        filter_map(f, {"state": state, "x": jnp.ones(3)})
    assert "`xs['state']` was used up by an earlier call" in "".join(caught.value.__notes__)


def test_a_branch_may_leave_the_state_alone() -> None:
    state = eqx.nn.State(INDEX)
    filter_cond(X > 0, carried, kept, state, X)
    assert not is_old(state)


def test_an_old_object_of_the_users_own_call_is_named() -> None:
    state = eqx.nn.State(INDEX)
    carried(state, X)
    with pytest.raises(ValueError, match="old state") as caught:
        filter_scan(carried, (state,), jnp.ones(3))
    assert "`init[0]` is used up: something new has been made of it" in caught.value.__notes__[-1]


def test_another_error_says_nothing_of_old_objects() -> None:
    state = eqx.nn.State(INDEX)

    def broken(state: Any, x: Any) -> Any:
        carried(state, x)
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken") as caught:
        filter_checkpoint(broken)(state, X)
    assert "used up" not in "".join(getattr(caught.value, "__notes__", ()))


def test_states_that_are_mapped_or_only_read() -> None:
    model, state = counter()
    states = jax.tree.map(lambda x: jnp.stack([x, x + 1]), state)
    _, after = filter_vmap(run, in_axes=(None, 0, 0))(model, jnp.ones(2), states)
    assert is_old(states) and not is_old(after)
    for _ in range(2):
        assert (filter_vmap(lambda x, s: x + s.get(model.index), in_axes=(0, None))(jnp.ones(2), state) == 1).all()
    assert not is_old(state)
