"""`filter_jit` among threads, devices, shardings, and garbage; and what it says of re-traces."""

from __future__ import annotations

import functools
import gc
import logging
import sys
import threading
import weakref
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from pytreelint.runtime import filter_grad, filter_jit

jit: Any = filter_jit


def test_a_call_does_not_wait_for_the_result() -> None:
    """Defect 1: Equinox waits."""

    def slow(x: Any) -> Any:
        return jax.lax.fori_loop(0, 300, lambda _, y: jnp.tanh(y @ y), x)

    x = jnp.eye(256)
    ready = {}
    for name, f in {"ours": filter_jit(slow), "raw": jax.jit(slow), "theirs": eqx.filter_jit(slow)}.items():
        jax.block_until_ready(f(x))
        out = f(x)
        ready[name] = out.is_ready()
        jax.block_until_ready(out)
    assert ready == {"ours": False, "raw": False, "theirs": True}


@pytest.mark.parametrize(
    "wrap", [lambda f: f, jit, filter_grad, functools.partial], ids=["none", "jit", "grad", "partial"]
)
def test_wrapped_functions_are_freed(wrap: Any) -> None:
    """Defect 3: in Equinox 50 of 50 stay."""

    def alive(transform: Any, n: int = 6) -> int:
        refs = []
        for i in range(n):
            big = jnp.ones(3) * i

            def f(x: Any, g: Any = None, big: Any = big) -> Any:
                return (x * big).sum()

            transform(wrap(f))(jnp.ones(3))
            refs.append(weakref.ref(f))
            del f
        gc.collect()
        return sum(ref() is not None for ref in refs)

    assert alive(jit) == 0
    assert wrap in (filter_grad, functools.partial) or alive(eqx.filter_jit) == 6


def test_methods_of_plain_objects_are_found_again_and_freed() -> None:
    class Trainer:
        scale = 2.0

        def loss(self, x: Any) -> Any:
            return (x * self.scale).sum()

    refs = []
    for _ in range(3):
        trainer = Trainer()
        for _ in range(3):
            assert jit(trainer.loss)(jnp.ones(2)) == 4
            assert jit(filter_grad(trainer.loss))(jnp.ones(2)).sum() == 4
        assert jit(trainer.loss).trace_count == jit(filter_grad(trainer.loss)).trace_count == 1
        refs.append(weakref.ref(trainer))
        del trainer
    gc.collect()
    assert [ref() for ref in refs] == [None] * 3


def test_a_function_passed_to_itself_is_freed() -> None:
    refs = []
    for _ in range(5):

        def f(x: Any, g: Any) -> Any:
            return x * 2 if g is None else g(x, None)

        for _ in range(3):
            assert jit(f)(jnp.array(1), f) == 2
        refs.append(weakref.ref(f))
        del f
    gc.collect()
    assert sum(ref() is not None for ref in refs) == 0


def test_threads_share_one_trace() -> None:
    f = jit(lambda tree, n: jax.tree.map(lambda x: x * n, tree))
    f({"a": jnp.ones(2), "s": 1}, 2)
    wrong = []

    def work(n: int) -> None:
        for i in range(50):
            out = f({"a": jnp.ones(2) * i, "s": 1}, n)
            if not (out["a"] == i * n).all() or out["s"] != n:
                wrong.append((i, n))

    threads = [threading.Thread(target=work, args=(n % 3,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and f.trace_count == 3


def mesh() -> Mesh:
    return Mesh(np.array(jax.devices()).reshape(4, 2), ("x", "y"))


def test_in_shardings_are_prefixes() -> None:
    """equinox #1077: shardings are not to be had there."""
    rows, copies = NamedSharding(mesh(), PartitionSpec("x")), NamedSharding(mesh(), PartitionSpec())
    model = {"w": jnp.ones((8, 2)), "b": jnp.ones(2), "act": "relu"}

    def f(n: int, model: Any, x: Any) -> Any:
        return {"out": x @ model["w"] + model["b"], "act": model["act"]}

    jitted = jit(f, static_argnums=0, in_shardings=(copies, rows))
    out = jitted(1, model, jnp.ones((4, 8)))
    np.testing.assert_array_equal(out["out"], 9)
    assert out["act"] == "relu"
    (n, of_model, of_x), _ = jitted.compile(1, model, jnp.ones((4, 8))).input_shardings
    assert n is None and of_model["act"] is None and of_x.spec == PartitionSpec("x")
    assert of_model["w"].spec == of_model["b"].spec == PartitionSpec()
    per_leaf = jit(f, static_argnums=0, in_shardings=({"w": rows, "b": None, "act": None}, None))
    got = per_leaf.compile(1, model, jnp.ones((4, 8))).input_shardings[0]
    assert got[1]["w"].spec == PartitionSpec("x")
    np.testing.assert_array_equal(per_leaf(1, x=jnp.ones((4, 8)), model=model)["out"], 9)
    with pytest.raises(ValueError, match="1 entries for 2 arguments"):
        jit(f, static_argnums=0, in_shardings=(rows,))(1, model, jnp.ones((4, 8)))
    with pytest.raises(ValueError, match="in_shardings"):
        eqx.filter_jit(f, in_shardings=rows)


def test_out_shardings_are_prefixes() -> None:
    rows, copies = NamedSharding(mesh(), PartitionSpec("x")), NamedSharding(mesh(), PartitionSpec())
    x = jnp.ones((8, 2))
    whole = jit(lambda x: (x + 1, "name", {"y": x}), out_shardings=rows)
    out = whole(x)
    assert out[0].sharding.spec == rows.spec == out[2]["y"].sharding.spec and out[1] == "name"
    assert whole.trace_count == 1
    parts = jit(lambda x: (x + 1, "name", {"y": x}), out_shardings=(rows, None, copies))
    out = parts(x)
    assert (out[0].sharding.spec, out[2]["y"].sharding.spec, out[1]) == (rows.spec, copies.spec, "name")
    arrays_only = jit(lambda x: (x + 1, {"y": x}), out_shardings=(rows, copies))
    assert arrays_only(x)[0].sharding.spec == rows.spec
    with pytest.raises(ValueError, match="out_shardings"):
        jit(lambda x: (x, x), out_shardings=(rows,))(x)


def test_specs_under_set_mesh() -> None:
    with jax.set_mesh(jax.make_mesh((8,), ("x",), axis_types=(jax.sharding.AxisType.Auto,))):
        f = jit(lambda t: {**t, "w": t["w"] * 2}, in_shardings=PartitionSpec("x"), out_shardings=PartitionSpec("x"))
        out = f({"w": np.ones(8, np.float32), "s": "a"})
    assert out["w"].sharding.spec == PartitionSpec("x") and out["s"] == "a"


def test_another_device() -> None:
    f = jit(lambda x, s: (x + 1, s))
    for device in jax.devices()[:3]:
        assert f(jax.device_put(jnp.ones(2), device), "s")[0].devices() == {device}


def test_retraces_are_explained(caplog: pytest.LogCaptureFixture) -> None:
    """equinox #151, #686: neither a count nor a reason is given there."""
    f = jit(lambda model, n, x: model["w"] * n + x.sum(), explain_retrace=True)
    model = {"w": jnp.ones(2), "name": "a"}
    with caplog.at_level(logging.WARNING, "pytreelint.runtime"):
        f(model, 1, jnp.ones(3))
        f(model, 1, jnp.ones(3))
        assert not f.retraces
        f(model, 2, jnp.ones(3))
        f(model, 2, jnp.ones(4))
        f(model, 2, jnp.ones(4, jnp.int32))
        f({**model, "name": "b"}, 2, jnp.ones(4, jnp.int32))
        f({**model, "v": 0}, 2, jnp.ones(4, jnp.int32))
    assert f.trace_count == 6 and len(f.retraces) == 5
    for text, words in zip(
        f.retraces,
        [
            "`n` was static 1 of type `int`, is static 2 of type `int`",
            "`x` was float32[3], is float32[4]",
            "`x` was float32[4], is int32[4]",
            "`model['name']` was static 'a' of type `str`, is static 'b'",
            "`model['v']` is new: static 0",
        ],
        strict=True,
    ):
        assert words in text and text in caplog.text
    theirs = eqx.filter_jit(lambda x: x)
    for name in ("trace_count", "retraces", "trace", "eval_shape", "clear_cache"):
        assert hasattr(f, name) and not hasattr(theirs, name)


def test_functions_made_per_call_are_said(caplog: pytest.LogCaptureFixture) -> None:
    def make(scale: float) -> Any:
        return lambda x: x * scale

    with caplog.at_level(logging.WARNING, "pytreelint.runtime"):
        for scale in (1.0, 2.0, 3.0):
            jit(make(scale), explain_retrace=True)(jnp.ones(2))
    assert "is function number 3 made of the same code" in caplog.text


def test_mutable_arrays_are_traced() -> None:
    """Abstract values that are no ShapedArray."""

    def add(ref: Any) -> None:
        ref[...] = ref[...] + 1

    f = jit(add)
    for start in (0.0, 5.0):
        ref = jax.new_ref(jnp.full(2, start))
        f(ref)
        f(ref)
        np.testing.assert_array_equal(ref[...], start + 2)
    assert f.trace_count == 1

    def inside(x: Any) -> Any:
        ref = jax.new_ref(x)
        f(ref)
        return ref[...]

    np.testing.assert_array_equal(jax.jit(inside)(jnp.zeros(2)), [1, 1])


def test_a_call_costs_less_than_equinox_s() -> None:
    """equinox #973: 423 us of overhead against 53 of jax.jit."""
    model, x = {f"layer{i}": jnp.ones(2) for i in range(10)}, jnp.ones(2)
    calls: dict[str, Any] = {"ours": jit(lambda m, x: x + 1), "theirs": eqx.filter_jit(lambda m, x: x + 1)}
    entered = dict.fromkeys(calls, 0)
    for name, f in calls.items():
        f(model, x)

        def count(_frame: Any, event: str, _argument: Any, name: str = name) -> None:
            entered[name] += event == "call"

        sys.setprofile(count)
        f(model, x)
        sys.setprofile(None)
    assert 4 * entered["ours"] < entered["theirs"]  # functions of Python that one call runs through


def test_two_threads_that_trace_each_other_s_functions_go_on() -> None:
    """No lock is held while a function is traced, as it is at once where shardings of the output are asked for."""
    copies = NamedSharding(mesh(), PartitionSpec())
    both = threading.Barrier(2)
    inner: dict[str, Any] = {}

    def make(name: str, other: str) -> Any:
        def f(x: Any, deep: bool) -> Any:
            if deep:
                both.wait(10)
            return inner[other](x, False) + 1 if deep else x

        return jit(f, out_shardings=copies)

    inner.update(a=make("a", "b"), b=make("b", "a"))
    done = []
    threads = [threading.Thread(target=lambda n=n: done.append(inner[n](jnp.ones(2), True))) for n in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert len(done) == 2


def test_functions_that_close_over_tracers_leave_nothing() -> None:
    apply = jit(lambda g, x: g(x))
    with jax.checking_leaks():
        for held in (lambda x: x, lambda x: (x, [x])):
            outer = jax.jit(lambda x, held=held: apply(lambda y, extra=[1]: y * jax.tree.leaves(held(x))[0], x))
            np.testing.assert_array_equal(outer(jnp.full(2, 3.0)), 9)
        np.testing.assert_array_equal(jax.grad(lambda x: apply(lambda y: y * x, x))(3.0), 6)


class Net(eqx.Module):
    w: Any

    def __call__(self, x: Any) -> Any:
        return self.w * x


@pytest.mark.parametrize("wrap", [lambda f: f, filter_grad, functools.partial], ids=["itself", "grad", "partial"])
def test_each_callable_object_counts_its_own_traces(wrap: Any) -> None:
    x, nets = jnp.ones(()), [Net(jnp.float32(1)), Net(jnp.float32(2)), Net(jnp.int32(3))]
    fs = [jit(wrap(net)) for net in nets]
    for f in fs * 2:
        f(x)
    # The second finds the trace of the first.
    counts = [f.trace_count for f in fs]
    assert counts == [1, 0, 1]
    assert [jit(wrap(net)).trace_count for net in nets] == counts
    fs[1].clear_cache()
    for f in fs:
        f(x)
    assert [f.trace_count for f in fs] == [1, 1, 1]
    jit(wrap(nets[1]))(x)
    jit(wrap(Net(jnp.float32(4))))(x)
    assert [jit(wrap(net)).trace_count for net in nets] == [1, 1, 1]
    jit(wrap(nets[0])).lower(jax.ShapeDtypeStruct((), jnp.int32))


def test_callable_objects_say_why_they_are_traced_again() -> None:
    a, b = (jit(Net(jnp.float32(i)), explain_retrace=True, donate="all") for i in range(2))
    a(jnp.ones(2))
    b(jnp.ones(3))
    a(jnp.ones(4))
    assert a.trace_count == 2 and "`x` was float32[2], is float32[4]" in a.retraces[0]
    assert b.trace_count == 1 and b.retraces == ()


def test_a_callable_object_is_freed_with_its_counts() -> None:
    net = Net(jnp.float32(1))
    f = jit(net)
    f(jnp.ones(()))
    f.clear_cache()
    f(jnp.ones(()))
    ref = weakref.ref(net)
    del f, net
    gc.collect()
    assert ref() is None
