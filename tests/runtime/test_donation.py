"""Which buffers a call takes, read from the lowering and from what is deleted."""

from __future__ import annotations

import threading
import warnings
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from pytreelint.runtime import filter_jit

jit: Any = filter_jit


def tree(size: int = 8) -> dict[str, Any]:
    return {"w": jnp.ones(size), "b": jnp.zeros(size), "act": "relu", "n": np.ones(size, np.float32)}


def update(state: Any, grads: Any, lr: float = 0.1) -> Any:
    new = {**state, "w": state["w"] - lr * grads["w"], "b": state["b"] - lr * grads["b"]}
    return {**new, "spent": (grads["w"] * 0, grads["b"] * 0)}


def deleted(tree: Any) -> list[bool]:
    return [x.is_deleted() for x in jax.tree.leaves(tree) if isinstance(x, jax.Array)]


def notes(caught: pytest.ExceptionInfo[BaseException]) -> str:
    return "".join(getattr(caught.value, "__notes__", ()))


@pytest.mark.parametrize(
    ("options", "first", "second"),
    [
        ({}, False, False),
        ({"donate": "none"}, False, False),
        ({"donate": "all-except-first"}, False, True),
        ({"donate_argnums": 0}, True, False),
        ({"donate_argnums": -2}, False, True),
        ({"donate_argnums": (0, 1)}, True, True),
        ({"donate_argnames": "grads"}, False, True),
        ({"donate_argnames": ["state"]}, True, False),
    ],
)
def test_what_is_donated(options: dict[str, Any], first: bool, second: bool) -> None:
    """equinox #1129: an argument of one's choice, above all the first, cannot be donated there."""
    f = jit(update, **options)
    state, grads = tree(), tree()
    out = f(state, grads)
    np.testing.assert_allclose(out["w"], 0.9, rtol=1e-6)
    assert out["act"] == "relu"
    assert deleted(state) == [first, first] and deleted(grads) == [second, second]
    (state_info, grads_info), _ = f.lower(tree(), tree()).args_info
    assert (state_info["w"].donated, state_info["b"].donated) == (first, first)
    assert (grads_info["w"].donated, grads_info["b"].donated) == (second, second)
    assert state_info["act"] is None
    state, grads = tree(), tree()
    f(grads=grads, state=state)
    assert deleted(state) == [first, first] and deleted(grads) == [second, second]


@pytest.mark.parametrize("mode", ["all", "warn"])
def test_all_donates_every_array(mode: str) -> None:
    f = jit(lambda a, b: (a["w"] + 1, b["w"] + 2), donate=mode)
    a, b = {"w": jnp.ones(4), "s": "a"}, {"w": jnp.ones(4)}
    f(a, b)
    assert deleted([a, b]) == [True, True]


def test_the_function_s_own_arrays_are_donated_by_a_mode_only() -> None:
    class Net(eqx.Module):
        w: Any

        def __call__(self, x: Any) -> Any:
            return self.w + 1, x + 1

    for mode, of_net, of_x in [("all", True, True), ("all-except-first", True, False), ("none", False, False)]:
        net, x = Net(jnp.ones(3)), jnp.ones(3)
        jit(net, donate=mode)(x)
        assert deleted([net, x]) == [of_net, of_x]
        theirs, x = Net(jnp.ones(3)), jnp.ones(3)
        eqx.filter_jit(theirs, donate=mode)(x)
        assert deleted([theirs, x]) == [of_net, of_x]


def test_self_may_be_donated() -> None:
    """equinox #1129: `self` first, and not the rest."""

    class Counter(eqx.Module):
        n: Any

        @jit(donate_argnums=0)
        def step(self, x: Any) -> Any:
            return Counter(self.n + x)

    counter, x = Counter(jnp.zeros(3)), jnp.ones(3)
    assert (counter.step(x).n == 1).all()
    assert deleted([counter, x]) == [True, False]


def test_named_arguments_must_have_arrays() -> None:
    f = jit(update, donate_argnames=("state", "lr"))
    with pytest.raises(ValueError, match=r"argument `lr` is named as donated.*`lr` is a `float`"):
        f(tree(), tree(), 0.1)
    with pytest.raises(ValueError, match=r"`state\['w'\]` is a `str`"):
        f({"w": "a"}, tree())
    assert f(tree(), tree())["act"] == "relu"
    with pytest.raises(ValueError, match="'state' is both"):
        jit(update, donate_argnums=0, static_argnames="state")(tree(), tree())
    with pytest.raises(ValueError, match="not both"):
        jit(update, donate="all", donate_argnums=0)


def test_unused_donations_are_said_or_muted() -> None:
    """Defect 7: Equinox swaps the warning filters in every call, for all threads."""
    x = jnp.ones(3)
    for mode in ("all", "all-except-first"):
        f = jit(lambda a, b: b.sum(), donate=mode)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            f(x + 1, x + 1)
            f.lower(x, x)
    for mode in ("warn", "warn-except-first"):
        with pytest.warns(UserWarning, match="donated buffers were not usable"):
            jit(lambda a, b: b.sum(), donate=mode)(x + 1, x + 1)
    with pytest.warns(UserWarning, match="donated buffers were not usable"):
        jit(lambda a: a.sum(), donate_argnums=0)(x + 1)


def test_muting_does_not_reach_other_threads() -> None:
    inside, said = threading.Event(), threading.Event()

    def slow(x: Any) -> Any:
        inside.set()
        assert said.wait(10)
        return x.sum()

    def mute() -> None:
        jit(slow, donate="all")(jnp.ones(3))

    thread = threading.Thread(target=mute)
    thread.start()
    assert inside.wait(10)
    with pytest.warns(UserWarning, match="donated buffers were not usable"):
        jit(lambda x: x.sum(), donate="warn")(jnp.ones(4))
    said.set()
    thread.join()


def test_unmodified_arrays_are_not_copied() -> None:
    f = jit(lambda state: {**state, "w": state["w"] + 1}, donate="all")
    state = {"w": jnp.ones(64), "table": jnp.arange(1024.0)}
    where = state["table"].unsafe_buffer_pointer()
    for _ in range(3):
        state = f(state)
        assert state["table"].unsafe_buffer_pointer() == where
    assert f.lower(state).as_text().count("tf.aliasing_output") == 2


def test_a_deleted_leaf_is_named() -> None:
    f = jit(lambda state, x: {**state, "w": state["w"] + x}, donate_argnums=0)
    state = {"w": jnp.ones(3), "s": "a"}
    f(state, 1)
    for _ in range(2):
        with pytest.raises((RuntimeError, ValueError), match="deleted") as caught:
            f(state, 1)
        assert "deleted already, most likely donated to an earlier call: state['w']" in notes(caught)
        with pytest.raises((RuntimeError, ValueError), match="deleted") as caught:
            f(state=state, x=2)
        assert "state['w']" in notes(caught)


def test_a_buffer_donated_twice_is_named() -> None:
    """jax #9635, #12627, optax #1059: JAX does not say which."""
    f = jit(lambda a, b: (a["w"] + 1, b + 1, a["v"] + 1), donate="all")
    w = jnp.ones(3)
    with pytest.raises(Exception, match="donate the same buffer twice") as caught:
        f({"w": w, "v": jnp.ones(3)}, w)
    assert "one buffer, donated more than once: a['w'], b" in notes(caught)
    with pytest.raises(Exception, match="donate the same buffer twice") as theirs:
        eqx.filter_jit(lambda a, b: (a + 1, b + 1), donate="all")(*[jnp.ones(3)] * 2)
    assert "more than once" not in notes(theirs)


def test_peak_memory_is_as_with_jax() -> None:
    def step(state: Any) -> Any:
        return jax.tree.map(lambda x: x * 2 + 1, state)

    arrays = [jnp.ones(1 << 16) for _ in range(4)]
    ours = jit(lambda mixed: {**mixed, "w": step(mixed["w"])}, donate="all").compile({"w": arrays, "s": "a"})
    raw = jax.jit(step, donate_argnums=0).lower(arrays).compile()
    for name in ("argument_size_in_bytes", "output_size_in_bytes", "alias_size_in_bytes", "temp_size_in_bytes"):
        assert getattr(ours.memory_analysis(), name) == getattr(raw.memory_analysis(), name)
    assert raw.memory_analysis().alias_size_in_bytes == 4 * 4 << 16


def test_a_nested_donation_leaves_the_outer_one_muted() -> None:
    inner = jit(lambda x: x.sum(), donate="all")
    outer = jit(lambda x: inner(x) + inner(x * 2), donate="all")
    failing = jit(lambda x: 1 / 0, donate="all")

    def caught(x: Any) -> Any:
        try:
            return failing(x)
        except ZeroDivisionError:
            return x.sum()

    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        outer(jnp.ones(5))
        jit(caught, donate="all")(jnp.ones(6))
        outer.lower(jnp.ones(7)).compile()
    assert not seen
    with pytest.warns(UserWarning, match="donated buffers were not usable"):
        jit(lambda x: inner(x), donate="warn")(jnp.ones(8))


def test_a_donation_of_another_thread_mutes_nothing_here() -> None:
    inside, done = threading.Event(), threading.Event()

    def slow(x: Any) -> Any:
        inside.set()
        assert done.wait(60)
        return x.sum()

    thread = threading.Thread(target=lambda: jit(slow, donate="all")(jnp.ones(3)))
    thread.start()
    assert inside.wait(60)
    with pytest.warns(UserWarning, match="donated buffers were not usable"):
        jit(lambda x: x.sum(), donate="warn")(jnp.ones(9))
    done.set()
    thread.join()
