"""Programs that differentiate inside of `filter_shard_map`, each with what one device gives for the whole batch.

A program is a function of weights `w` and a shard of the batch `x`, mapped over the axis "b" of eight devices; its
reference is a function of the same weights and the whole batch, in raw JAX.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import optax
from jax import lax

from pytreelint.runtime import (
    Frozen,
    filter_checkpoint,
    filter_cond,
    filter_custom_jvp,
    filter_custom_vjp,
    filter_fori_loop,
    filter_grad,
    filter_hessian,
    filter_jacfwd,
    filter_jacrev,
    filter_jit,
    filter_jvp,
    filter_map,
    filter_scan,
    filter_switch,
    filter_value_and_grad,
    filter_vjp,
    filter_vmap,
    filter_while_loop,
    freeze,
)

P = jax.sharding.PartitionSpec
N, ROWS = 8, 2
X = jax.random.normal(jax.random.key(0), (N * ROWS, N))
W = jnp.linspace(-1.0, 1.0, N)
WHOLE, SHARD = P(), P("b")


class Program(NamedTuple):
    """What is mapped, what it must give, and the specs of weights and output."""

    mapped: Callable[[Any, Any], Any]
    reference: Callable[[Any, Any], Any]
    weights: Any = WHOLE
    out: Any = WHOLE


def loss(w: Any, x: Any) -> Any:
    return jnp.mean((jnp.tanh(x @ w) - x[:, 0]) ** 2)


def other_loss(w: Any, x: Any) -> Any:
    return jnp.mean(jnp.sin(x @ w) * x[:, 1]) + 0.1 * jnp.sum(w**2)


def mean(tree: Any) -> Any:
    return lax.pmean(tree, "b")


def mean_loss(w: Any, x: Any) -> Any:
    return mean(loss(w, x))


g, whole = filter_grad(loss), jax.grad(loss)
RIGHT: dict[str, Program] = {}
RAISES: dict[str, Program] = {}


def right(reference: Callable[[Any, Any], Any], weights: Any = WHOLE, out: Any = WHOLE) -> Callable[..., Any]:
    """Register a program that is to give what its reference does."""

    def register(mapped: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        RIGHT[mapped.__name__] = Program(mapped, reference, weights, out)
        return mapped

    return register


def raises(weights: Any = WHOLE, out: Any = WHOLE) -> Callable[..., Any]:
    """Register a program that is to raise."""

    def register(mapped: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        RAISES[mapped.__name__] = Program(mapped, mapped, weights, out)
        return mapped

    return register


def each(fun: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """The mean over the shards of what a function gives for each of them."""
    return lambda w, x: jnp.mean(jax.vmap(lambda part: fun(w, part))(x.reshape(N, ROWS, -1)), 0)


# The mean of gradients, the gradient of the mean.


@right(whole)
def mean_of_gradients(w: Any, x: Any) -> Any:
    return mean(g(w, x))


@right(whole)
def sum_of_gradients(w: Any, x: Any) -> Any:
    return lax.psum(g(w, x), "b") / N


@right(whole)
def gradient_of_mean(w: Any, x: Any) -> Any:
    return filter_grad(mean_loss)(w, x)


@right(whole)
def mean_of_gradient_of_mean(w: Any, x: Any) -> Any:
    return mean(filter_grad(mean_loss)(w, x))


@right(whole)
def gradient_of_sum(w: Any, x: Any) -> Any:
    return filter_grad(lambda w: lax.psum(loss(w, x), "b"))(w) / N


@right(whole)
def gradient_of_gathered(w: Any, x: Any) -> Any:
    return filter_grad(lambda w: loss(w, lax.all_gather(x, "b", tiled=True)))(w)


@right(whole)
def gradient_of_gathered_losses(w: Any, x: Any) -> Any:
    return filter_grad(lambda w: lax.all_gather(loss(w, x), "b").mean())(w)


@right(whole)
def gradient_of_first_of_all(w: Any, x: Any) -> Any:
    def broadcast(w: Any) -> Any:
        first = lax.axis_index("b") == 0
        return lax.psum(jnp.where(first, mean_loss(w, x), 0.0), "b")

    return filter_grad(broadcast)(w)


@right(lambda w, x: (loss(w, x), whole(w, x)))
def value_and_gradient(w: Any, x: Any) -> Any:
    return mean(filter_value_and_grad(loss)(w, x))


@right(lambda w, x: (loss(w, x), whole(w, x), jnp.sum(w)))
def auxiliary(w: Any, x: Any) -> Any:
    with_aux = filter_value_and_grad(lambda w: (mean_loss(w, x), {"sum": jnp.sum(w), "act": jnp.tanh}), has_aux=True)
    (value, aux), grads = with_aux(w)
    return value, grads, aux["sum"]


@right(lambda w, x: (whole(w, x), w * 2))
def auxiliary_of_the_weights_alone(w: Any, x: Any) -> Any:
    grads, aux = filter_grad(lambda w: (loss(w, x), w * 2), has_aux=True)(w)
    return mean(grads), aux


# Loops and branches.


@right(whole)
def in_filter_cond(w: Any, x: Any) -> Any:
    return mean(filter_cond(x.sum() > -1e9, lambda w: g(w, x), lambda w: 0 * w, w))


@right(whole)
def in_raw_cond(w: Any, x: Any) -> Any:
    return mean(lax.cond(w.sum() > -1e9, lambda w: g(w, x), lambda w: 0 * w, w))


@right(whole)
def in_filter_switch(w: Any, x: Any) -> Any:
    return mean(filter_switch(jnp.array(1), [lambda w: 0 * w, lambda w: g(w, x)], w))


@right(whole)
def in_raw_switch(w: Any, x: Any) -> Any:
    return mean(lax.switch(jnp.array(1), [lambda w: 0 * w, lambda w: g(w, x)], w))


@right(whole)
def in_raw_while(w: Any, x: Any) -> Any:
    def body(c: Any) -> Any:
        return c[0] + 1, c[1] + g(w, x) / 2

    return mean(lax.while_loop(lambda c: c[0] < 2, body, (jnp.array(0), jnp.zeros(N)))[1])


@right(whole)
def in_filter_while(w: Any, x: Any) -> Any:
    def body(c: Any) -> Any:
        return c[0] + 1, c[1] + g(w, x) / 2

    return mean(filter_while_loop(lambda c: c[0] < 2, body, (0, jnp.zeros(N)))[1])


@right(whole)
def in_fori_loops(w: Any, x: Any) -> Any:
    raw = lax.fori_loop(0, 2, lambda _, c: c + g(w, x) / 4, jnp.zeros(N))
    return mean(filter_fori_loop(0, 2, lambda _, c: c + g(w, x) / 4, raw))


def descent(w: Any, x: Any) -> Any:
    for _ in range(3):
        w = w - 0.1 * whole(w, x)
    return w, loss(w, x)


@right(descent)
def steps_of_mean_of_gradients(w: Any, x: Any) -> Any:
    w, _ = filter_scan(lambda w, _: (w - 0.1 * mean(g(w, x)), None), w, length=3)
    return w, mean_loss(w, x)


@right(descent)
def steps_of_gradient_of_mean(w: Any, x: Any) -> Any:
    w, _ = lax.scan(lambda w, _: (w - 0.1 * filter_grad(mean_loss)(w, x), None), w, None, 3)
    return w, mean_loss(w, x)


@right(descent)
def steps_of_raw_gradient_of_mean(w: Any, x: Any) -> Any:
    w, _ = lax.scan(lambda w, _: (w - 0.1 * jax.grad(mean_loss)(w, x), None), w, None, 3)
    return w, mean_loss(w, x)


def own_descent(w: Any, x: Any) -> Any:
    for _ in range(3):
        w = w - 0.1 * whole(w, x)
    return w


@right(each(own_descent))
def each_device_by_itself_then_mean(w: Any, x: Any) -> Any:
    return mean(lax.scan(lambda w, _: (w - 0.1 * g(w, x), None), w, None, 3)[0])


@right(each(lambda w, x: jnp.where(x.sum() > 0, w, w + 1)))
def a_branch_that_differs(w: Any, x: Any) -> Any:
    return mean(filter_cond(x.sum() > 0, lambda w: w, lambda w: w + 1, w))


@right(lambda w, x: jax.grad(lambda w: each(lambda w, x: jnp.where(x.sum() > 0, (w**2).sum(), w.sum()))(w, x))(w))
def gradient_of_a_branch_that_differs(w: Any, x: Any) -> Any:
    return mean(filter_grad(lambda w: lax.cond(x.sum() > 0, lambda: (w**2).sum(), lambda: w.sum()))(w))


@right(lambda w, x: jnp.stack([whole(w, x), whole(2 * w, x)]))
def in_a_map(w: Any, x: Any) -> Any:
    return mean(filter_map(lambda w: g(w, x), jnp.stack([w, 2 * w])))


def unrolled(w: Any, x: Any) -> Any:
    c = x
    for _ in range(3):
        c = jnp.tanh(c * w)
    return jnp.mean(c**2)


@right(jax.grad(unrolled))
def through_a_checkpointed_loop(w: Any, x: Any) -> Any:
    def own(w: Any) -> Any:
        last = filter_while_loop(lambda _: True, lambda c: jnp.tanh(c * w), x, kind="checkpointed", max_steps=3)
        return jnp.mean(last**2)

    return mean(filter_grad(own)(w))


@right(jax.grad(unrolled))
def through_a_scan(w: Any, x: Any) -> Any:
    return filter_grad(lambda w: mean(jnp.mean(lax.scan(lambda c, _: (jnp.tanh(c * w), None), x, None, 3)[0] ** 2)))(w)


# Shards, and what moves between devices.


@right(whole, out=SHARD)
def scattered_sum_of_gradients(w: Any, x: Any) -> Any:
    return lax.psum_scatter(g(w, x), "b", tiled=True) / N


@right(lambda w, x: w - 0.1 * whole(w, x), SHARD, SHARD)
def sharded_state_gathered_inside(w: Any, x: Any) -> Any:
    return w - 0.1 * filter_grad(lambda w: loss(lax.all_gather(w, "b", tiled=True), x))(w) / N


@right(lambda w, x: w - 0.1 * whole(w, x), SHARD, SHARD)
def sharded_state_and_a_mean_loss(w: Any, x: Any) -> Any:
    return w - 0.1 * filter_grad(lambda w: mean_loss(lax.all_gather(w, "b", tiled=True), x))(w)


@right(lambda w, x: w - 0.1 * whole(w, x), SHARD, SHARD)
def sharded_state_gathered_before(w: Any, x: Any) -> Any:
    return w - 0.1 * lax.psum_scatter(g(lax.all_gather(w, "b", tiled=True), x), "b", tiled=True) / N


@right(lambda w, x: jax.grad(lambda w: jnp.tanh((w * jnp.arange(N)).sum()) ** 2)(w), SHARD, SHARD)
def tensor_parallel(w: Any, x: Any) -> Any:
    return filter_grad(lambda w: jnp.tanh(lax.psum((w * lax.axis_index("b")).sum(), "b")) ** 2)(w)


@right(lambda p, x: jax.grad(lambda p: loss(p[0] * p[1], x))(p), (P(), SHARD), (P(), SHARD))
def replicated_and_sharded(p: Any, x: Any) -> Any:
    return filter_grad(lambda p: mean_loss(p[0] * lax.all_gather(p[1], "b", tiled=True), x))(p)


def ring(w: Any, x: Any) -> Any:
    return jnp.mean((jnp.sin(x @ w) - jnp.roll(jnp.sin(x @ w), ROWS)) ** 2)


def around(w: Any, x: Any) -> Any:
    here = jnp.sin(x @ w)
    return jnp.mean((here - lax.ppermute(here, "b", [(i, (i + 1) % N) for i in range(N)])) ** 2)


@right(jax.grad(ring))
def around_a_ring(w: Any, x: Any) -> Any:
    return mean(filter_grad(around)(w, x))


@right(jax.grad(ring))
def around_a_ring_to_a_mean(w: Any, x: Any) -> Any:
    return filter_grad(lambda w: mean(around(w, x)))(w)


@right(lambda w, x: jax.grad(lambda w: jnp.mean(jnp.sin(x * w) ** 2 * jnp.arange(N)[None]))(w))
def all_to_all(w: Any, x: Any) -> Any:
    def own(w: Any) -> Any:
        column = lax.all_to_all(jnp.sin(x * w) ** 2, "b", 1, 0, tiled=True)
        return jnp.mean(column) * lax.axis_index("b")

    return mean(filter_grad(own)(w))


@right(lambda w, x: jax.grad(lambda w: jnp.mean(jax.nn.softmax(x.mean(0) * w) ** 2))(w), SHARD, SHARD)
def softmax_over_shards(w: Any, x: Any) -> Any:
    whole_mean = lax.pmean(x.mean(0), "b")[lax.axis_index("b")]

    def shared(w: Any) -> Any:
        z = whole_mean * w
        e = jnp.exp(z - lax.pmax(lax.stop_gradient(z), "b"))
        return lax.psum(jnp.sum((e / lax.psum(e, "b")) ** 2), "b") / N

    return filter_grad(shared)(w)


# Several losses, optimizers, what is not trained.


@right(lambda w, x: (whole(w, x), jax.grad(other_loss)(w, x)))
def both_forms_side_by_side(w: Any, x: Any) -> Any:
    return mean(g(w, x)), filter_grad(lambda w: mean(other_loss(w, x)))(w)


@right(lambda w, x: jax.grad(lambda w: loss(w, x) + 3 * other_loss(w, x))(w))
def a_loss_in_two_parts(w: Any, x: Any) -> Any:
    return mean(filter_grad(lambda w: loss(w, x) + 3 * mean(other_loss(w, x)))(w))


def adversarial(p: Any, x: Any) -> Any:
    made = jax.grad(lambda a: loss(a * p[1], x))(p[0])
    judged = jax.grad(lambda b: -loss(p[0] * b, x))(p[1])
    return p[0] - 0.1 * made, p[1] - 0.1 * judged


@right(adversarial, (P(), P()), (P(), P()))
def two_players(p: Any, x: Any) -> Any:
    made = mean(filter_grad(lambda a: loss(a * p[1], x))(p[0]))
    judged = filter_grad(lambda b: -mean_loss(p[0] * b, x))(p[1])
    return p[0] - 0.1 * made, p[1] - 0.1 * judged


@right(lambda w, x: 2 * w)
def a_loss_without_data(w: Any, _: Any) -> Any:
    return filter_grad(lambda w: jnp.sum(w**2))(w)


@right(whole)
def apply_if_finite(w: Any, x: Any) -> Any:
    optimizer = optax.apply_if_finite(optax.sgd(1.0), 3)
    return -mean(optimizer.update(g(w, x), optimizer.init(w), w)[0])


def adam(grad: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    optimizer = optax.chain(optax.clip_by_global_norm(0.1), optax.adamw(0.1))

    def train(w: Any, x: Any) -> Any:
        state = optimizer.init(w)
        for _ in range(2):
            updates, state = optimizer.update(grad(w, x), state, w)
            w = optax.apply_updates(w, updates)
        return w

    return train


@right(adam(whole))
def clipped_adam(w: Any, x: Any) -> Any:
    return adam(lambda w, x: mean(g(w, x)))(w, x)


@right(adam(whole))
def clipped_adam_of_a_mean(w: Any, x: Any) -> Any:
    return adam(filter_grad(mean_loss))(w, x)


@right(each(lambda w, x: whole(w, x) / (1 + jnp.linalg.norm(whole(w, x)))))
def clipped_on_each_device(w: Any, x: Any) -> Any:
    own = g(w, x)
    return mean(own / (1 + jnp.linalg.norm(own)))


@right(lambda w, x: (jax.grad(lambda a: loss(a * w, x))(w), w))
def frozen_parameters(w: Any, x: Any) -> Any:
    model = {"a": w, "b": Frozen(w), "act": jnp.tanh}
    by_mark = mean(filter_grad(lambda m: loss(m["a"] * m["b"].value, x))(model))
    by_name = filter_grad(lambda m: mean_loss(m["a"] * m["b"].value, x), filter_spec=freeze("b"))(model)
    return (by_mark["a"] + by_name["a"]) / 2, model["b"].value


# Derivatives of other kinds, and of derivatives.


@right(jax.hessian(loss))
def hessian(w: Any, x: Any) -> Any:
    return mean(filter_hessian(loss)(w, x))


@right(jax.hessian(loss))
def hessian_of_mean(w: Any, x: Any) -> Any:
    return filter_hessian(mean_loss)(w, x)


def features(w: Any, x: Any) -> Any:
    return jnp.mean(jnp.sin(x * w), 0)[:2], loss(w, x)


@right(jax.jacrev(features))
def jacobian_by_rows(w: Any, x: Any) -> Any:
    one, other = filter_jacrev(lambda w: (features(w, x)[0], mean_loss(w, x)))(w)
    return mean(one), other


@right(jax.jacfwd(features))
def jacobian_by_columns(w: Any, x: Any) -> Any:
    one, other = filter_jacfwd(lambda w: (features(w, x)[0], mean_loss(w, x)))(w)
    return mean(one), other


@right(lambda w, x: jax.grad(lambda w: jnp.sum(jax.grad(loss)(w, x) ** 2))(w))
def gradient_penalty(w: Any, x: Any) -> Any:
    return filter_grad(lambda w: jnp.sum(filter_grad(mean_loss)(w, x) ** 2))(w)


@right(lambda w, x: jax.grad(lambda w: jnp.sum(jax.grad(loss)(w, x) ** 2))(w))
def gradient_penalty_of_mean_of_gradients(w: Any, x: Any) -> Any:
    return mean(filter_grad(lambda w: jnp.sum(mean(g(w, x)) ** 2))(w))


@right(each(jax.grad(lambda w, x: loss(w - 0.1 * whole(w, x), x))))
def adapted_on_each_device(w: Any, x: Any) -> Any:
    return mean(filter_grad(lambda w: loss(w - 0.1 * g(w, x), x))(w))


@right(lambda w, x: jax.grad(lambda w: loss(w - 0.1 * whole(w, x), x))(w))
def adapted_on_all_devices(w: Any, x: Any) -> Any:
    return filter_grad(lambda w: mean_loss(w - 0.1 * filter_grad(mean_loss)(w, x), x))(w)


@right(lambda w, x: jax.grad(lambda w: loss(own_descent(w, x), x))(w))
def through_steps_in_a_scan(w: Any, x: Any) -> Any:
    def after(w: Any) -> Any:
        w = filter_scan(lambda w, _: (w - 0.1 * filter_grad(mean_loss)(w, x), None), w, length=3)[0]
        return mean_loss(w, x)

    return filter_grad(after)(w)


@right(lambda w, x: (loss(w, x), whole(w, x)))
def pullback(w: Any, x: Any) -> Any:
    value, back = filter_vjp(loss, w, x)
    return mean((value, back(jnp.float32(1))[0]))


@right(lambda w, x: (loss(w, x), whole(w, x)))
def pullback_of_mean(w: Any, x: Any) -> Any:
    value, back = filter_vjp(lambda w: mean_loss(w, x), w)
    return value, back(jnp.float32(1))[0]


@right(lambda w, x: jax.grad(lambda w: loss(w, x) + 2 * other_loss(w, x))(w))
def pullback_of_both(w: Any, x: Any) -> Any:
    _, back = filter_vjp(lambda w: (loss(w, x), mean(other_loss(w, x))), w)
    return mean(back((jnp.float32(1), jnp.float32(2)))[0])


@right(lambda w, x: jax.jvp(lambda w: loss(w, x), (w,), (jnp.ones(N),)))
def forward(w: Any, x: Any) -> Any:
    return filter_jvp(lambda w: mean_loss(w, x), (w,), (jnp.ones(N),))


@right(lambda w, x: jax.vmap(lambda row: whole(w, row[None]))(x), out=SHARD)
def gradient_of_each_row(w: Any, x: Any) -> Any:
    return filter_vmap(lambda row: g(w, row[None]))(x)


@right(lambda w, x: jax.vmap(lambda w: whole(w, x))(jnp.stack([w, -w])))
def ensemble(w: Any, x: Any) -> Any:
    return filter_vmap(lambda w: filter_grad(mean_loss)(w, x))(jnp.stack([w, -w]))


@right(whole)
def compiled_inside(w: Any, x: Any) -> Any:
    return mean(filter_jit(filter_grad(filter_jit(loss)))(w, x))


@right(lambda w, x: (whole(w, x), whole(w, x)))
def compiled_once_for_both_forms(w: Any, x: Any) -> Any:
    compiled = filter_jit(filter_grad(lambda w, f: f(w)))
    return mean(compiled(w, lambda w: loss(w, x))), compiled(w, lambda w: mean_loss(w, x))


@right(lambda w, x: (whole(w, x), whole(w, x)))
def one_program_with_two_kinds_of_data(w: Any, x: Any) -> Any:
    compiled = filter_jit(g)
    return mean(compiled(w, x)), compiled(w, lax.all_gather(x, "b", tiled=True)[: N * ROWS])


@right(whole)
def checkpointed(w: Any, x: Any) -> Any:
    return filter_grad(lambda w: mean(filter_checkpoint(loss)(w, x)))(w)


@right(whole)
def checkpointed_with_the_mean_inside(w: Any, x: Any) -> Any:
    return filter_grad(filter_checkpoint(mean_loss))(w, x)


@filter_custom_vjp
def predict(w: Any, x: Any) -> Any:
    return jnp.tanh(x @ w)


@predict.def_fwd
def _predict_fwd(_: Any, w: Any, x: Any) -> Any:
    out = jnp.tanh(x @ w)
    return out, out


@predict.def_bwd
def _predict_bwd(out: Any, grad: Any, _: Any, w: Any, x: Any) -> Any:
    return x.T @ (grad * (1 - out**2))


@filter_custom_jvp
def squashed(z: Any) -> Any:
    return jnp.tanh(z)


@squashed.def_jvp
def _squashed_jvp(primals: Any, tangents: Any) -> Any:
    out = jnp.tanh(primals[0])
    return out, (1 - out**2) * tangents[0]


@jax.custom_vjp
def raw_predict(w: Any, x: Any) -> Any:
    return jnp.tanh(x @ w)


def _raw_fwd(w: Any, x: Any) -> Any:
    return raw_predict(w, x), (w, x)


def _raw_bwd(saved: Any, grad: Any) -> Any:
    w, x = saved
    grad = grad * (1 - jnp.tanh(x @ w) ** 2)
    return x.T @ grad, jnp.outer(grad, w)


raw_predict.defvjp(_raw_fwd, _raw_bwd)


@right(lambda w, x: (whole(w, x), whole(w, x), whole(w, x)))
def rules_of_ones_own(w: Any, x: Any) -> Any:
    rules = (predict, lambda w, x: squashed(x @ w), raw_predict)
    return tuple(filter_grad(lambda w, f=f: mean(jnp.mean((f(w, x) - x[:, 0]) ** 2)))(w) for f in rules)


@right(lambda w, x: (whole(w, x), whole(w, x), whole(w, x)))
def rules_of_ones_own_then_mean(w: Any, x: Any) -> Any:
    rules = (predict, lambda w, x: squashed(x @ w), raw_predict)
    return mean(tuple(filter_grad(lambda w, f=f: jnp.mean((f(w, x) - x[:, 0]) ** 2))(w) for f in rules))


# Raw `jax.grad` has JAX's meaning.


@right(whole)
def raw_gradient_of_mean(w: Any, x: Any) -> Any:
    return jax.grad(mean_loss)(w, x)


@right(lambda w, x: N * whole(w, x))
def raw_gradient_is_the_sum(w: Any, x: Any) -> Any:
    return jax.grad(loss)(w, x)


@right(whole)
def raw_gradient_where_it_varies(w: Any, x: Any) -> Any:
    return mean(jax.grad(loss)(lax.pcast(w, "b", to="varying"), x))


@raises()
def raw_mean_of_gradients(w: Any, x: Any) -> Any:
    return mean(jax.grad(loss)(w, x))


@raises()
def raw_in_cond(w: Any, x: Any) -> Any:
    return mean(lax.cond(w.sum() > -1e9, lambda w: jax.grad(loss)(w, x), lambda w: 0 * w, w))


@raises()
def raw_in_while(w: Any, x: Any) -> Any:
    def body(c: Any) -> Any:
        return c[0] + 1, c[1] + jax.grad(loss)(w, x) / 2

    return mean(lax.while_loop(lambda c: c[0] < 2, body, (jnp.array(0), jnp.zeros(N)))[1])


@raises()
def raw_in_scan(w: Any, x: Any) -> Any:
    return lax.scan(lambda w, _: (w - 0.1 * mean(jax.grad(loss)(w, x)), None), w, None, 2)[0]


@raises(out=SHARD)
def raw_scattered(w: Any, x: Any) -> Any:
    return lax.psum_scatter(jax.grad(loss)(w, x), "b", tiled=True) / N


@raises()
def raw_and_clipped(w: Any, x: Any) -> Any:
    own = jax.grad(loss)(w, x)
    return mean(own / (1 + jnp.abs(x).max()))


@raises()
def raw_apply_if_finite(w: Any, x: Any) -> Any:
    optimizer = optax.apply_if_finite(optax.sgd(1.0), 3)
    return -mean(optimizer.update(jax.grad(loss)(w, x), optimizer.init(w), w)[0])


@raises()
def raw_beside_filtered(w: Any, x: Any) -> Any:
    return mean(g(w, x)) + jax.grad(mean_loss)(w, x)


@raises()
def raw_through_jit_and_checkpoint(w: Any, x: Any) -> Any:
    return mean(jax.jit(jax.grad(jax.checkpoint(loss)))(w, x))


@raises()
def raw_pullback(w: Any, x: Any) -> Any:
    value, back = jax.vjp(loss, w, x)
    return mean(back(jnp.ones_like(value))[0])


# Outputs that differ where their spec says that they do not.


@raises()
def not_reduced(w: Any, x: Any) -> Any:
    return g(w, x)


@raises()
def loss_not_reduced(w: Any, x: Any) -> Any:
    return loss(w, x)


@raises()
def weights_that_drift(w: Any, x: Any) -> Any:
    return lax.scan(lambda w, _: (w - 0.1 * g(w, x), None), w, None, 2)[0]


@raises()
def branch_that_differs(w: Any, x: Any) -> Any:
    return lax.cond(x.sum() > 0, lambda: w, lambda: w + 1)


@raises()
def loop_that_differs(w: Any, x: Any) -> Any:
    return lax.while_loop(lambda c: c.sum() < x.sum(), lambda c: c + 1, w)


@raises()
def finite_on_one_device_only(w: Any, x: Any) -> Any:
    optimizer = optax.apply_if_finite(optax.sgd(1.0), 3)
    return optimizer.update(mean(g(w, x)), optimizer.init(w), w)[1].notfinite_count + lax.axis_index("b")


@raises()
def random_on_each_device(w: Any, _: Any) -> Any:
    return w + jax.random.normal(jax.random.fold_in(jax.random.key(0), lax.axis_index("b")), w.shape)


@raises()
def passed_on(w: Any, x: Any) -> Any:
    return lax.ppermute(mean(g(w, x)), "b", [(0, 1)])


@raises(SHARD, SHARD)
def forward_mode_in_a_shard(w: Any, x: Any) -> Any:
    return filter_jacfwd(lambda w: lax.psum(w.sum() * x.sum(), "b"))(w)


@raises(SHARD, SHARD)
def second_derivative_in_a_shard(w: Any, x: Any) -> Any:
    return filter_hessian(lambda w: jnp.tanh(lax.psum(w.sum(), "b")) * x.sum())(w)[0]
