"""An MLP, an RNN, a transformer, an ensemble, a neural ODE and a CNN: trained as with raw JAX, step for step."""

from __future__ import annotations

import functools
from typing import Any

import diffrax
import jax
import jax.numpy as jnp
import pytest

from pytreelint.runtime import (
    filter_scan,
    filter_vmap,
    if_array,
)
from tests.runtime.training import KINDS, assert_trained_alike, node, normal, train, train_raw

# One way of training in `make test`, the others in `make test-all`.
_FIRST, *_OTHERS = KINDS
kinds = pytest.mark.parametrize("kind", [_FIRST, *(pytest.param(kind, marks=pytest.mark.long) for kind in _OTHERS)])


@kinds
def test_mlp(kind: str) -> None:
    sizes = [(3, 8), (8, 8), (8, 1)]
    weights = [normal(i, *size) for i, size in enumerate(sizes)]
    batches = [(normal(10 + i, 16, 3), normal(20 + i, 16)) for i in range(2)]

    def loss(model: Any, batch: Any, state: Any) -> Any:
        x, y = batch
        for layer in model.layers:
            x = layer.activation(x @ layer.w + layer.b)
        return ((x[:, 0] - y) ** 2).mean(), state

    acts = [jnp.tanh, jax.nn.gelu, lambda x: x]
    layers = [
        node(kind, "Dense", w=w, b=jnp.zeros(w.shape[1]), activation=a) for w, a in zip(weights, acts, strict=True)
    ]
    model = node(kind, "MLP", layers=layers, name="regression")

    def raw(params: Any, batch: Any, state: Any) -> Any:
        (w1, b1), (w2, b2), (w3, b3) = params
        hidden = jax.nn.gelu(jnp.tanh(batch[0] @ w1 + b1) @ w2 + b2)
        return (((hidden @ w3 + b3)[:, 0] - batch[1]) ** 2).mean(), state

    params = [(w, jnp.zeros(w.shape[1])) for w in weights]
    assert_trained_alike(train(model, loss, batches), train_raw(params, raw, batches))


@kinds
def test_rnn_with_scan(kind: str) -> None:
    w, u, out = normal(0, 4, 4), normal(1, 2, 4), normal(2, 4)
    batches = [(normal(3 + i, 7, 2), normal(5 + i, 7)) for i in range(2)]

    def cell_step(cell: Any, carry: Any, x: Any) -> Any:
        hidden = cell.activation(carry["hidden"] @ cell.w + x @ cell.u)
        return {**carry, "hidden": hidden}, hidden

    def loss(model: Any, batch: Any, state: Any) -> Any:
        start = {"hidden": jnp.zeros(4), "mode": "train", "activation": model.cell.activation}
        last, hidden = filter_scan(functools.partial(cell_step, model.cell), start, batch[0])
        assert last["mode"] == "train"
        return ((hidden @ model.out - batch[1]) ** 2).mean(), state

    model = node(kind, "RNN", cell=node(kind, "Cell", w=w, u=u, activation=jnp.tanh), out=out, name="rnn")

    def raw(params: Any, batch: Any, state: Any) -> Any:
        def step(h: Any, x: Any) -> Any:
            h = jnp.tanh(h @ params["w"] + x @ params["u"])
            return h, h

        hidden = jax.lax.scan(step, jnp.zeros(4), batch[0])[1]
        return ((hidden @ params["out"] - batch[1]) ** 2).mean(), state

    assert_trained_alike(train(model, loss, batches), train_raw({"w": w, "u": u, "out": out}, raw, batches))


def attend(qkv: Any, heads: int) -> Any:
    """Causal attention; the three are side by side in an array of shape (tokens, 3 * width)."""
    q, k, v = (x.reshape(len(x), heads, -1) for x in jnp.split(qkv, 3, axis=-1))
    scores = jnp.einsum("qhd,khd->hqk", q, k) / q.shape[-1] ** 0.5
    scores = jnp.where(jnp.tril(jnp.ones(scores.shape[1:], bool)), scores, -jnp.inf)
    return jnp.einsum("hqk,khd->qhd", jax.nn.softmax(scores), v).reshape(len(qkv), -1)


@kinds
def test_transformer_with_tied_embeddings(kind: str) -> None:
    words, width, heads = 11, 8, 2
    embedding, qkv, out = normal(0, words, width), normal(1, 2, width, 3 * width), normal(2, 2, width, width)
    batches = [jax.random.randint(jax.random.key(i), (4, 9), 0, words) for i in range(2)]

    def loss(model: Any, batch: Any, state: Any) -> Any:
        def one(tokens: Any) -> Any:
            x = model.embedding[tokens[:-1]]
            for block in model.blocks:
                x = x + attend(x @ block.qkv, block.heads) @ block.out
                x = x + block.activation(x)
            scores = jax.nn.log_softmax(x @ model.embedding.T)
            return -jnp.take_along_axis(scores, tokens[1:, None], axis=-1).mean()

        return filter_vmap(one)(batch).mean(), state

    blocks = [node(kind, "Block", qkv=qkv[i], out=out[i], heads=heads, activation=jnp.tanh) for i in range(2)]
    model = node(kind, "Transformer", embedding=embedding, blocks=blocks, name="tied")

    def raw(params: Any, batch: Any, state: Any) -> Any:
        def one(tokens: Any) -> Any:
            x = params["embedding"][tokens[:-1]]
            for i in range(2):
                x = x + attend(x @ params["qkv"][i], heads) @ params["out"][i]
                x = x + jnp.tanh(x)
            scores = jax.nn.log_softmax(x @ params["embedding"].T)
            return -jnp.take_along_axis(scores, tokens[1:, None], axis=-1).mean()

        return jax.vmap(one)(batch).mean(), state

    params = {"embedding": embedding, "qkv": qkv, "out": out}
    assert_trained_alike(train(model, loss, batches), train_raw(params, raw, batches))


@kinds
def test_ensemble(kind: str) -> None:
    w, v = normal(0, 5, 3, 4), normal(1, 5, 4)
    batches = [(normal(2 + i, 8, 3), normal(4 + i, 8)) for i in range(2)]

    def make(w: Any, v: Any) -> Any:
        return node(kind, "Member", w=w, v=v, activation=jnp.tanh, name="member")

    def predict(member: Any, x: Any) -> Any:
        return member.activation(x @ member.w) @ member.v

    def loss(models: Any, batch: Any, state: Any) -> Any:
        predictions = filter_vmap(predict, in_axes=(if_array(0), None))(models, batch[0])
        return ((predictions - batch[1]) ** 2).mean(1).sum(), state

    def raw(params: Any, batch: Any, state: Any) -> Any:
        predictions = jax.vmap(lambda w, v: jnp.tanh(batch[0] @ w) @ v)(*params)
        return ((predictions - batch[1]) ** 2).mean(1).sum(), state

    models = filter_vmap(make)(w, v)
    assert models.name == "member" and models.w.shape == (5, 3, 4)
    assert_trained_alike(train(models, loss, batches), train_raw((w, v), raw, batches))


@pytest.mark.long
@kinds
def test_neural_ode(kind: str) -> None:
    w, v = normal(0, 2, 8), normal(1, 8, 2)
    batches = [(normal(2 + i, 2), normal(4 + i, 6, 2)) for i in range(2)]
    times = jnp.linspace(0.0, 1.0, 6)

    def solve(field: Any, y0: Any, args: Any) -> Any:
        term, at = diffrax.ODETerm(field), diffrax.SaveAt(ts=times)
        return diffrax.diffeqsolve(term, diffrax.Tsit5(), 0.0, 1.0, 0.1, y0, args, saveat=at).ys

    def field(t: Any, y: Any, model: Any) -> Any:
        return model.activation(y @ model.w) @ model.v

    def loss(model: Any, batch: Any, state: Any) -> Any:
        return ((solve(field, batch[0], model) - batch[1]) ** 2).mean(), state

    def raw(params: Any, batch: Any, state: Any) -> Any:
        ys = solve(lambda t, y, p: jnp.tanh(y @ p[0]) @ p[1], batch[0], params)
        return ((ys - batch[1]) ** 2).mean(), state

    model = node(kind, "Field", w=w, v=v, activation=jnp.tanh, name="ode")
    assert_trained_alike(train(model, loss, batches), train_raw((w, v), raw, batches))


@kinds
def test_cnn_with_batch_statistics(kind: str) -> None:
    kernel, head = normal(0, 4, 1, 3, 3), normal(1, 4, 3)
    batches = [(normal(2 + i, 6, 1, 8, 8), jnp.arange(6) % 3) for i in range(2)]
    start = {"mean": jnp.zeros(4), "var": jnp.ones(4)}

    def normalised(x: Any, old: Any, decay: float) -> Any:
        mean, var = x.mean((0, 2, 3)), x.var((0, 2, 3))
        new = {"mean": decay * old["mean"] + (1 - decay) * mean, "var": decay * old["var"] + (1 - decay) * var}
        shape = (1, 4, 1, 1)
        return (x - new["mean"].reshape(shape)) / jnp.sqrt(new["var"].reshape(shape) + 1e-3), new

    def entropy(scores: Any, labels: Any) -> Any:
        return -jnp.take_along_axis(jax.nn.log_softmax(scores), labels[:, None], axis=1).mean()

    def loss(model: Any, batch: Any, state: Any) -> Any:
        x = jax.lax.conv(batch[0], model.kernel, (1, 1), model.padding)
        x, stats = normalised(x, state["stats"], model.decay)
        scores = model.activation(x).mean((2, 3)) @ model.head
        return entropy(scores, batch[1]), {**state, "stats": stats}

    def raw(params: Any, batch: Any, state: Any) -> Any:
        x, stats = normalised(jax.lax.conv(batch[0], params[0], (1, 1), "SAME"), state, 0.9)
        return entropy(jax.nn.relu(x).mean((2, 3)) @ params[1], batch[1]), stats

    model = node(kind, "CNN", kernel=kernel, head=head, padding="SAME", decay=0.9, activation=jax.nn.relu)
    ours = train(model, loss, batches, {"stats": start, "mode": "train"})
    assert_trained_alike(ours, train_raw((kernel, head), raw, batches, start))
