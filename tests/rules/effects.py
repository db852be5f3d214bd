"""Programs that meet an opaque leaf, from the knowledge tables: library x transform x keyword x kind of leaf.

Each is written twice: wrong, and as the *reference*, where the library marks what is opaque as static, so that the raw
transform takes it. What a safe fix makes of the wrong one must do what the reference does.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import jax

from pytreelint.knowledge.transforms import TRANSFORMS

# library -> imports, decorator, base, what marks a field static.
LIBRARIES = {
    "equinox": ("import equinox as eqx", "", "(eqx.Module)", "eqx.field(static=True)"),
    "flax": ("from flax import struct", "@struct.dataclass\n", "", "struct.field(pytree_node=False)"),
    "jax": (
        "import dataclasses",
        "@jax.tree_util.register_dataclass\n@dataclasses.dataclass(frozen=True)\n",
        "",
        'dataclasses.field(metadata={"static": True})',
    ),
}
# kind of leaf -> annotation, value.
LEAVES = {
    "function": ("Callable", "jnp.tanh"),
    "string": ("str", '"relu"'),
    "class": ("type", "float"),
    "dtype": ("object", 'jnp.dtype("float32")'),
}
# keyword -> value. `n` is an extra argument that is static.
KEYWORDS = {
    "static_argnums": "2",
    "static_argnames": '"n"',
    "donate_argnums": "()",
    "donate_argnames": "()",
    "keep_unused": "True",
    "inline": "True",
    "device": "None",
    "backend": "None",
    "compiler_options": "None",
    "in_shardings": "None",
    "out_shardings": "None",
    "argnums": "(0, 1)",
    "has_aux": "True",
    "holomorphic": "False",
    "allow_int": "False",
    "reduce_axes": "()",
    "in_axes": "(None, 0)",
    "out_axes": "0",
    "axis_name": '"batch"',
    "axis_size": "None",
    "spmd_axis_name": '"data"',
    "devices": "None",
    "prevent_cse": "False",
    "policy": "jax.checkpoint_policies.dots_saveable",
    "return_shape": "False",
    "length": "3",
    "reverse": "True",
    "unroll": "1",
}
_GRADIENTS = ("jax.grad", "jax.value_and_grad")
_SEVERAL = ("jax.jacrev", "jax.jacfwd", "jax.hessian", "jax.vjp")

_HEAD = """\
from typing import Callable

import jax
import jax.numpy as jnp
{imports}

traces = 0


{decorator}class Model{base}:
    weight: jax.Array
    kind: {annotation}{mark}


def apply(model, x{parameters}):
    global traces
    traces += 1
    y = jnp.sin(model.weight * x)
    return {returned}


model = Model(jnp.arange(1.0, 1.0 + {size}), {value})
x = jnp.linspace(0.0, 1.0, {size})
"""
_BODIES = {
    "jax.lax.scan": "def step(carry, y):\n    return (carry[0], apply(*carry)), y + carry[1].sum()\n\n\n"
    "result = jax.lax.scan(step, (model, x), jnp.arange(3.0){keywords})\n",
    "jax.lax.while_loop": "result = jax.lax.while_loop(lambda c: c[1].sum() > 0.5, lambda c: (c[0], 0.5 * apply(*c)), "
    "(model, x))\n",
    "jax.lax.fori_loop": "result = jax.lax.fori_loop(0, 3, lambda i, c: (c[0], apply(*c)), (model, x){keywords})\n",
    "jax.lax.cond": "result = jax.lax.cond(x.sum() > 0, apply, lambda m, x: m.weight + x, model, x)\n",
    "jax.lax.switch": "result = jax.lax.switch(1, [apply, lambda m, x: m.weight + x], model, x)\n",
    "jax.lax.map": "result = jax.lax.map(lambda c: apply(*c), (model, x))\n",
    "jax.lax.associative_scan": "result = jax.lax.associative_scan(lambda a, b: (a[0], apply(*b) + a[1]), "
    "(model, x){keywords})\n",
    "jax.vjp": "out = jax.vjp(apply, model, x{keywords})\nresult = out[0], out[1](jnp.ones({size})), out[2:]\n",
    "jax.eval_shape": "result = jax.eval_shape(apply, model, x)\n",
}
_WRAPS = "compiled = {transform}(apply{keywords})\nresult = [compiled(model, x + k{arguments}) for k in range(3)]\n"


@dataclass(frozen=True)
class Effect:
    """One program."""

    library: str
    transform: str
    keyword: str
    leaf: str

    @property
    def id(self) -> str:
        return f"{self.transform}-{self.keyword or 'plain'}-{self.library}-{self.leaf}"

    def text(self, *, reference: bool) -> str:
        """The program: wrong, or with a static field in its place."""
        imports, decorator, base, static = LIBRARIES[self.library]
        annotation, value = LEAVES[self.leaf]
        size = 1 if self.transform == "jax.pmap" else 3
        more = self.keyword.startswith("static")
        returned = "y.sum()" if self.transform in _GRADIENTS else "y"
        given = {
            "imports": imports,
            "decorator": decorator,
            "base": base,
            "annotation": annotation,
            "mark": f" = {static}" if reference else "",
            "parameters": ", n=2" if more else "",
            "returned": f"({returned}, x)" if self.keyword == "has_aux" else returned,
            "size": size,
            "value": value,
            "transform": self.transform,
            "keywords": f", {self.keyword}={KEYWORDS[self.keyword]}" if self.keyword else "",
            "arguments": (", n=2" if "names" in self.keyword else ", 2") if more else "",
        }
        return (_HEAD + _BODIES.get(self.transform, _WRAPS)).format(**given)


def transforms() -> list[str]:
    """The raw transforms that have a filtered twin, and for which a call can be written here."""
    names = [t.name for t in TRANSFORMS.values() if not t.filtered and t.twins and t.name.startswith("jax.")]
    left_out = ("jax.closure_convert", "jax.jvp", "jax.shard_map", "jax.pure_callback", "jax.make_jaxpr")
    return [name for name in dict.fromkeys(names) if name not in left_out and "experimental" not in name]


def pairs() -> list[tuple[str, str]]:
    """Each transform with each of its keywords, and without one."""
    found = []
    for name in transforms():
        function: Any = jax
        for part in name.split(".")[1:]:
            function = getattr(function, part)
        words = [word for word in inspect.signature(function).parameters if word in KEYWORDS]
        found += [(name, ""), *((name, word) for word in words)]
    return found


def effects() -> Iterator[Effect]:
    """Every program."""
    for transform, keyword in pairs():
        for library in LIBRARIES:
            for leaf in LEAVES:
                yield Effect(library, transform, keyword, leaf)
