"""A small BERT fills in words that are hidden: dropout, a batch norm with its state, two learning rates, evaluation."""

import functools as ft

import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
import optax
from equinox import apply_updates, filter, filter_jit, filter_value_and_grad, filter_vmap, is_inexact_array, tree_at

WORDS, LENGTH, WIDTH, HIDDEN = 12, 16, 16, 0


class Layer(eqx.Module):
    """Attention in both directions, and a network of each word."""

    attention: eqx.nn.MultiheadAttention
    mlp: eqx.nn.MLP
    norm: eqx.nn.LayerNorm
    dropout: eqx.nn.Dropout

    def __init__(self, width, key):
        a, b = jr.split(key)
        self.attention = eqx.nn.MultiheadAttention(2, width, key=a)
        self.mlp = eqx.nn.MLP(width, width, 2 * width, 1, activation=jax.nn.gelu, key=b)
        self.norm = eqx.nn.LayerNorm(width)
        self.dropout = eqx.nn.Dropout(0.1)

    def __call__(self, x, key):
        h = jax.vmap(self.norm)(x)
        x = x + self.dropout(self.attention(h, h, h), key=key)
        return x + jax.vmap(self.mlp)(x)


class Bert(eqx.Module):
    """Words to logits of the words that they hide."""

    embedding: eqx.nn.Embedding
    positions: jax.Array
    layers: list
    norm: eqx.nn.BatchNorm
    head: eqx.nn.Linear

    def __init__(self, key):
        a, b, c, *keys = jr.split(key, 5)
        self.embedding = eqx.nn.Embedding(WORDS, WIDTH, key=a)
        self.positions = 0.1 * jr.normal(b, (LENGTH, WIDTH))
        self.layers = [Layer(WIDTH, k) for k in keys]
        self.norm = eqx.nn.BatchNorm(WIDTH, axis_name="batch", mode="batch")
        self.head = eqx.nn.Linear(WIDTH, WORDS, key=c)

    def __call__(self, text, state, key):
        x = jax.vmap(self.embedding)(text) + self.positions
        for i, layer in enumerate(self.layers):
            x = layer(x, None if key is None else jr.fold_in(key, i))
        x, state = self.norm(x.T, state)
        return jax.vmap(self.head)(x.T), state


def compute_loss(model, state, texts, hidden, key):
    """The cross-entropy where words are hidden."""
    keys = jr.split(key, len(texts))
    run = filter_vmap(model, axis_name="batch", in_axes=(0, None, 0), out_axes=(0, None))
    logits, state = run(jnp.where(hidden, HIDDEN, texts), state, keys)
    losses = optax.softmax_cross_entropy_with_integer_labels(logits, texts)
    return jnp.sum(losses * hidden) / hidden.sum(), state


@filter_jit(donate="all-except-first")
def evaluate(texts, model, state, hidden):
    """How many hidden words are found."""
    model = eqx.nn.inference_mode(model)
    run = filter_vmap(ft.partial(model, key=None), axis_name="batch", in_axes=(0, None), out_axes=(0, None))
    logits, _ = run(jnp.where(hidden, HIDDEN, texts), state)
    return jnp.sum((logits.argmax(-1) == texts) * hidden) / hidden.sum()


@filter_jit
def make_step(model, state, opt_state, texts, hidden, key):
    """One update."""
    (loss, state), grads = filter_value_and_grad(compute_loss, has_aux=True)(model, state, texts, hidden, key)
    updates, opt_state = optimizer.update(grads, opt_state, filter(model, is_inexact_array))
    return apply_updates(model, updates), state, opt_state, loss


def batch(key):
    """Words that count up from a random start, and which are hidden."""
    a, b = jr.split(key)
    texts = 1 + (jr.randint(a, (32, 1), 0, WORDS - 1) + jnp.arange(LENGTH)) % (WORDS - 1)
    return texts, jr.bernoulli(b, 0.2, texts.shape)


model, state = eqx.nn.make_with_state(Bert)(jr.key(0))
model = tree_at(lambda m: m.head.weight, model, replace_fn=lambda w: 0.5 * w)
kinds = jax.tree.map(lambda _: "body", filter(model, is_inexact_array))
kinds = tree_at(lambda m: (m.head.weight, m.head.bias), kinds, ("head", "head"))
rates = {"body": optax.adam(3e-3), "head": optax.adam(1e-2)}
optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.multi_transform(rates, lambda _: kinds))
opt_state = optimizer.init(filter(model, is_inexact_array))
for step in range(30):
    texts, hidden = batch(jr.key(step))
    model, state, opt_state, loss = make_step(model, state, opt_state, texts, hidden, jr.key(1000 + step))
    if step % 5 == 4:
        print(f"{step + 1}: {loss:.4f}")
texts, hidden = batch(jr.key(10**6))
copy = jax.tree.map(lambda x: x + 0 if is_inexact_array(x) else x, model)
print(f"found: {evaluate(texts, copy, jax.tree.map(jnp.copy, state), hidden):.4f}")
