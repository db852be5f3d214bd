"""A small transformer learns to continue a periodic text, with dropout, weight decay and a schedule."""

import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
import optax
from equinox import apply_updates, filter, filter_jit, filter_value_and_grad, is_inexact_array, tree_at


class Block(eqx.Module):
    """Attention and a feed-forward network, each added to its input."""

    attention: eqx.nn.MultiheadAttention
    up: eqx.nn.Linear
    down: eqx.nn.Linear
    norms: tuple[eqx.nn.LayerNorm, eqx.nn.LayerNorm]
    dropout: eqx.nn.Dropout

    def __init__(self, width, heads, *, key):
        a, b, c = jr.split(key, 3)
        self.attention = eqx.nn.MultiheadAttention(heads, width, key=a)
        self.up = eqx.nn.Linear(width, 2 * width, key=b)
        self.down = eqx.nn.Linear(2 * width, width, key=c)
        self.norms = (eqx.nn.LayerNorm(width), eqx.nn.LayerNorm(width))
        self.dropout = eqx.nn.Dropout(0.1)

    def __call__(self, x, mask, *, key=None, inference=False):
        first, second = (None, None) if key is None else jr.split(key)
        h = jax.vmap(self.norms[0])(x)
        x = x + self.dropout(self.attention(h, h, h, mask=mask), key=first, inference=inference)
        h = jax.vmap(lambda h: self.down(jax.nn.gelu(self.up(h))))(jax.vmap(self.norms[1])(x))
        return x + self.dropout(h, key=second, inference=inference)


class Transformer(eqx.Module):
    """Words to logits of the next word."""

    embedding: eqx.nn.Embedding
    positions: jax.Array
    blocks: list[Block]
    head: eqx.nn.Linear
    name: str = eqx.field(static=True)

    def __init__(self, words, width, length, depth, *, key):
        a, b, c, *keys = jr.split(key, 3 + depth)
        self.embedding = eqx.nn.Embedding(words, width, key=a)
        self.positions = 0.02 * jr.normal(b, (length, width))
        self.blocks = [Block(width, 2, key=k) for k in keys]
        self.head = eqx.nn.Linear(width, words, use_bias=False, key=c)
        self.name = "transformer"

    def __call__(self, text, *, key=None, inference=False):
        x = jax.vmap(self.embedding)(text) + self.positions[: len(text)]
        mask = jnp.tril(jnp.ones((len(text), len(text)), bool))
        keys = [None] * len(self.blocks) if key is None else jr.split(key, len(self.blocks))
        for block, k in zip(self.blocks, keys, strict=True):
            x = block(x, mask, key=k, inference=inference)
        return jax.vmap(self.head)(x)


@filter_value_and_grad(has_aux=True)
def compute_loss(model, texts, key):
    """The cross-entropy of the next word, and how often it is found."""
    keys = jr.split(key, len(texts))
    logits = jax.vmap(lambda text, key: model(text[:-1], key=key))(texts, keys)
    losses = optax.softmax_cross_entropy_with_integer_labels(logits, texts[:, 1:])
    return losses.mean(), (logits.argmax(-1) == texts[:, 1:]).mean()


@filter_jit(donate="all-except-first")
def make_step(texts, model, opt_state, key):
    """One update."""
    key, now = jr.split(key)
    (loss, found), grads = compute_loss(model, texts, now)
    updates, opt_state = optimizer.update(grads, opt_state, filter(model, is_inexact_array))
    return apply_updates(model, updates), opt_state, key, loss, found


@filter_jit
def evaluate(model, texts):
    """How often the next word is found without dropout."""
    logits = jax.vmap(lambda text: model(text[:-1], inference=True))(texts)
    return (logits.argmax(-1) == texts[:, 1:]).mean()


model_key, train_key = jr.split(jr.key(0))
model = Transformer(words=7, width=16, length=12, depth=2, key=model_key)
model = tree_at(lambda m: m.head.weight, model, replace_fn=lambda w: w / 2)
optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(optax.cosine_decay_schedule(1e-2, 40)))
opt_state = optimizer.init(filter(model, is_inexact_array))
texts = (jnp.arange(12) * jnp.arange(1, 9)[:, None]) % 7
for step in range(40):
    model, opt_state, train_key, loss, found = make_step(texts, model, opt_state, train_key)
    if step % 10 == 9:
        print(f"{step + 1}: loss {loss:.5f}, found {found:.3f}")
print(f"{model.name}: {evaluate(model, texts):.3f}")
