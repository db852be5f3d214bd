"""Programs for which each obvious repair is wrong: why some rules have no fix.

Each prints what it is meant to print once it is repaired by hand; `meant` says it. A repair replaces one text by
another; what it leaves raises, or prints something else.
"""

from __future__ import annotations

from dataclasses import dataclass

_HEAD = """\
from functools import partial

import equinox as eqx
import jax
import jax.numpy as jnp

"""


@dataclass(frozen=True)
class Refused:
    """A program with an error that is not fixed."""

    code: str
    body: str
    meant: str
    by_hand: tuple[tuple[str, str], ...]
    repairs: dict[str, tuple[tuple[str, str], ...]]

    @property
    def text(self) -> str:
        """The program with its error."""
        return _HEAD + self.body

    def after(self, changes: tuple[tuple[str, str], ...]) -> str:
        """The program with some of its text replaced."""
        text = self.text
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        return text


MUTABLE = Refused(
    "PTL103",
    """
class Net(eqx.Module):
    sizes: list = eqx.field(static=True)


@jax.jit
def total(net):
    return jnp.ones(net.sizes[-1]).sum()


net = Net([1])
print(total(net))
net.sizes.append(2)
print(total(net))
""",
    "1.0\n2.0\n",
    (("net.sizes.append(2)", "net = Net([*net.sizes, 2])"),),
    {
        "nothing": (),
        "a converter": (("static=True", "static=True, converter=tuple"),),
        "a tuple where it is given": (("Net([1])", "Net((1,))"),),
        "an ordinary field": ((" = eqx.field(static=True)", ""),),
    },
)
SUBCLASS = Refused(
    "PTL109",
    """
class Scaled(jax.Array):
    def __init__(self, value, factor):
        self.value = value
        self.factor = factor

    def scaled(self):
        return self.factor * self


print(Scaled(jnp.ones(2), 2.0).scaled())
""",
    "[2. 2.]\n",
    (("(jax.Array)", ""), ("* self\n", "* self.value\n")),
    {
        "no base class": (("(jax.Array)", ""),),
        "a Module": (("(jax.Array)", "(eqx.Module)"),),
        "a float as base": (("(jax.Array)", "(float)"),),
    },
)
CAPTURED = Refused(
    "PTL110",
    """
traces = 0


@jax.jit
def gradient(target):
    global traces
    traces += 1
    return params - target


def halved(step, target):
    return 0.5 * step(target)


params = jnp.zeros(2)
for _ in range(2):
    params = params - gradient(jnp.ones(2))
    params = params - halved(gradient, jnp.zeros(2))
print(params, traces)
""",
    "[0.5 0.5] 1\n",
    (
        ("gradient(target)", "gradient(params, target)"),
        ("gradient(jnp.ones(2))", "gradient(params, jnp.ones(2))"),
        ("halved(gradient, ", "halved(partial(gradient, params), "),
    ),
    {
        "an argument, given at each call": (
            ("gradient(target)", "gradient(params, target)"),
            ("gradient(jnp.ones(2))", "gradient(params, jnp.ones(2))"),
        ),
        "no compilation": (("@jax.jit\n", ""),),
        "a static argument with that default": (
            ("gradient(target)", "gradient(target, params=jnp.zeros(2))"),
            ("@jax.jit", '@partial(jax.jit, static_argnames="params")'),
        ),
    },
)
DECIDES = Refused(
    "PTL209",
    """
traces = 0


@jax.jit
def trimmed(x):
    global traces
    traces += 1
    if x.sum() > 3:
        return x[:2]
    return x


print([trimmed(jnp.full(4, k)).shape for k in (0.0, 1.0, 2.0)], traces)
""",
    "[(4,), (2,), (2,)] 2\n",
    (
        ("@jax.jit", "@partial(jax.jit, static_argnums=1)"),
        ("trimmed(x)", "trimmed(x, short)"),
        ("x.sum() > 3", "short"),
        ("jnp.full(4, k))", "jnp.full(4, k), k > 0.5)"),
    ),
    {
        "where": (
            ("    if x.sum() > 3:\n        return x[:2]\n    return x", "    return jnp.where(x.sum() > 3, x[:2], x)"),
        ),
        "cond": (
            (
                "    if x.sum() > 3:\n        return x[:2]\n    return x",
                "    return jax.lax.cond(x.sum() > 3, lambda x: x[:2], lambda x: x, x)",
            ),
        ),
        "static": (("@jax.jit", "@partial(jax.jit, static_argnums=0)"),),
        "no compilation": (("@jax.jit\n", ""),),
    },
)
STORED = Refused(
    "PTL213",
    """
class Net(eqx.Module):
    layer: eqx.nn.Linear
    batched: object

    def __init__(self, key):
        self.layer = eqx.nn.Linear(2, 2, key=key)
        self.batched = jax.vmap(self.layer)


def loss(net, x):
    return jnp.sum(getattr(net, "batched")(x))


net = Net(jax.random.key(0))
print(bool(jnp.any(eqx.filter_grad(loss)(net, jnp.ones((3, 2))).layer.weight != 0)))
""",
    "True\n",
    (
        ("    batched: object\n", ""),
        (
            "        self.batched = jax.vmap(self.layer)\n",
            "\n    def batched(self, x):\n        return jax.vmap(self.layer)(x)\n",
        ),
    ),
    {
        "nothing": (),
        "a wrapper that is a PyTree": (("jax.vmap(self.layer)", "eqx.filter_vmap(self.layer)"),),
        "no field": (("    batched: object\n", ""), ("        self.batched = jax.vmap(self.layer)\n", "")),
        "a static field": (("batched: object", "batched: object = eqx.field(static=True)"),),
    },
)
REFUSED = (MUTABLE, SUBCLASS, CAPTURED, DECIDES, STORED)
