"""Fixed code looks as a maintainer would write it: places, options, comments, names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pytreelint.engine.config import load
from pytreelint.engine.fixing import plan
from pytreelint.engine.run import check
from pytreelint.knowledge.transform import Target

NET = "net = eqx.nn.MLP(2, 1, 4, 1, key=jax.random.key(0))"
HEAD = f"import equinox as eqx\nimport jax\nimport jax.numpy as jnp\n\n{NET}\n\n\n"


def fixed(text: str, folder: Path, target: Target = "runtime", *, unsafe: bool = False) -> str:
    """What the fixes make of a program; it is at rest then."""
    file = folder / "program.py"
    file.write_text(text)
    settings = replace(load([str(file)]), target=target)
    report = check([str(file)], settings, cache=False, jobs=1)
    planned = plan(
        [str(file)],
        settings,
        lambda f: f.fix is not None and settings.may_fix(f.code, f.fix.applicability, unsafe),
        report,
        {},
    )
    assert planned.withheld == {}
    return planned.fixed[str(file)].text if planned.fixed else text


def lines_with(text: str, *words: str) -> list[str]:
    return [line for line in text.split("\n") if any(word in line for word in words)]


def test_a_function_that_imports_jax_itself(tmp_path: Path) -> None:
    text = f"""\
def main():
    import equinox as eqx
    import jax
    import jax.numpy as jnp

    {NET}

    @jax.jit
    def f(m, x):
        return m(x)

    print(f(net, jnp.ones(2)).shape)


main()
"""
    after = fixed(text, tmp_path)
    assert "    import jax.numpy as jnp\n    from pytreelint.runtime import filter_jit\n\n" in after
    assert "    @filter_jit\n" in after
    assert "    @eqx.filter_jit\n" in fixed(text, tmp_path, "equinox")


def test_a_try_that_imports_jax(tmp_path: Path) -> None:
    text = HEAD.replace("import jax\n", "try:\n    import jax\nexcept ImportError:\n    raise\n") + (
        "@jax.jit\ndef f(m, x):\n    return m(x)\n\n\nf(net, jnp.ones(2))\n"
    )
    assert "try:\n    import jax\n    from pytreelint.runtime import filter_jit\nexcept" in fixed(text, tmp_path)


ALIASES = """\
cjit = partial(jax.jit, inline=True)
aux = partial(jax.grad, has_aux=True)


@cjit
def b(m, x):
    return m(x)


@aux
def c(m, x):
    return m(x).sum(), "aux"


d = cjit(lambda m, x: m(x))
b(net, jnp.ones(2)), c(net, jnp.ones(2)), d(net, jnp.ones(2))
"""


def test_a_transform_that_has_options_under_a_name_of_its_own(tmp_path: Path) -> None:
    after = fixed(
        HEAD.replace("import equinox", "from functools import partial\n\nimport equinox", 1) + ALIASES, tmp_path
    )
    assert lines_with(after, "filter_")[1:] == [
        "@partial(filter_jit, inline=True)",
        "@partial(filter_grad, has_aux=True)",
        "d = filter_jit(lambda m, x: m(x), inline=True)",
    ]


@pytest.mark.parametrize("more", ["cjit = jax.jit\n", "def f(cjit): cjit\n", "cjit: object\n"])
def test_a_name_that_may_mean_something_else_is_left(tmp_path: Path, more: str) -> None:
    text = HEAD.replace("import equinox", "from functools import partial\n\nimport equinox", 1) + ALIASES + more
    assert "@partial(filter_jit, inline=True)" not in fixed(text, tmp_path)


COMMENTED = """\
@partial(
    # compile it
    jax.jit,
    static_argnums=(
        2,  # the mode
    ),
    inline=True,
)
def f(m, x, n):
    return m(x) * n


f(net, jnp.ones(2), 2)
"""


def test_comments_among_the_arguments_stay(tmp_path: Path) -> None:
    head = HEAD.replace("import equinox", "from functools import partial\n\nimport equinox", 1)
    after = fixed(head + COMMENTED, tmp_path, "equinox")
    assert "    # compile it\n    eqx.filter_jit,\n    # the mode\n    inline=True,\n)\n" in after
    last = COMMENTED.replace("    inline=True,\n", "")
    after = fixed(head + last, tmp_path, "equinox")
    assert "@partial(\n    # compile it\n    eqx.filter_jit,\n    # the mode\n)\n" in after


CHAIN = """\
per_example = jax.jit(jax.vmap(jax.value_and_grad(lambda m, x: m(x)[0], argnums=0), in_axes=(None, 0)))
per_example(net, jnp.ones((3, 2)))
"""


def test_an_option_that_says_what_is_so_anyway_does_not_stop_a_fix(tmp_path: Path) -> None:
    after = fixed(HEAD + CHAIN, tmp_path, "equinox", unsafe=True)
    assert "eqx.filter_value_and_grad(lambda m, x: m(x)[0])" in after.replace("\n    ", "")


def test_outputs_of_raw_transforms_are_arrays(tmp_path: Path) -> None:
    after = fixed(HEAD + CHAIN, tmp_path)
    assert "dynamic=" not in after
    assert "filter_jit" in after


FRESH = """\
import equinox as eqx
import jax.numpy as jnp
from typing import Callable


class Net(eqx.Module):
    act: Callable = eqx.field(static=True)

    def __init__(self):
        self.act = lambda x: jnp.maximum(x, 0.0)


class Other(eqx.Module):
    act: Callable = eqx.field(static=True)

    def __init__(self):
        self.act = lambda x: jnp.BODY


@eqx.filter_jit
def run(net, x):
    return net.act(x)


for _ in range(3):
    run(Net(), jnp.ones(2)), run(Other(), jnp.ones(2))
"""


def test_the_same_function_is_written_once(tmp_path: Path) -> None:
    after = fixed(FRESH.replace("BODY", "maximum(x, 0.0)"), tmp_path, unsafe=True)
    assert (after.count("def _act(x):"), after.count("self.act = _act\n"), after.count("_act_2")) == (1, 2, 0)


def test_two_functions_have_two_names(tmp_path: Path) -> None:
    after = fixed(FRESH.replace("BODY", "tanh(x)"), tmp_path, unsafe=True)
    assert (after.count("def _act(x):"), after.count("def _act_2(x):")) == (1, 1)
    assert "self.act = _act\n" in after
    assert "self.act = _act_2\n" in after


AUX = """\
import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Node:
    def __init__(self, x, AUX):
        self.x, self.t, self.n, self.k = x, t, n, k

    def tree_flatten(self):
        return (self.x,), (AUX)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children, *aux)


Node(jnp.ones(2), t=jnp.ones(2), n=2, k=3)
jax.jit(lambda node: node)(Node(jnp.ones(2), t=jnp.ones(2), n=2, k=3))
"""


@pytest.mark.parametrize(
    ("order", "built"),
    [("t, n, k", "(t, *aux)"), ("n, k, t", "(*aux, t)"), ("n, t, k", "(*aux[:1], t, *aux[1:])")],
)
def test_aux_data_are_built_again_without_odd_slices(order: str, built: str, tmp_path: Path) -> None:
    text = AUX.replace("AUX):", f"{order}):").replace("(AUX)", f"({', '.join('self.' + n for n in order.split(', '))})")
    assert f"        aux = {built}\n" in fixed(text, tmp_path, unsafe=True)


STATIC = """\
import equinox as eqx
import jax
import jax.numpy as jnp


class Head(eqx.Module):
    w: jax.Array
    bias: jax.Array | None = eqx.field(static=True)

    def __call__(self, x):
        if self.bias is None or len(self.bias) == 1 or self.bias.shape[0] == 1:
            return x
        return x @ self.w + self.bias


Head(jnp.ones(2), jnp.ones(2))
"""


def test_what_reads_no_values_is_left_alone(tmp_path: Path) -> None:
    after = fixed(STATIC, tmp_path, unsafe=True)
    assert "if self.bias is None or len(self.bias) == 1 or self.bias.shape[0] == 1:" in after
    assert "+ jax.lax.stop_gradient(self.bias)" in after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("@partial(eqx.filter_jit, static_argnums=1)", "@eqx.filter_jit"),
        ("@partial(eqx.filter_jit, static_argnums=1, inline=True)", "@partial(eqx.filter_jit, inline=True)"),
        ("@partial(eqx.filter_jit, donate='arrays')", '@partial(eqx.filter_jit, donate="all")'),
    ],
)
def test_a_partial_without_options_goes(before: str, after: str, tmp_path: Path) -> None:
    text = f"from functools import partial\n\nimport equinox as eqx\n\n\n{before}\ndef f(x, n):\n    return x\n"
    assert after in fixed(text, tmp_path, unsafe=True).split("\n")


SEVERAL = """\
import jax.numpy as jnp
from jax import jit, tree_map, vmap
from jax.tree_util import tree_flatten, tree_multimap

print(tree_map(jit, {"a": 1}), tree_multimap(vmap, 1, 2), tree_flatten(jnp.ones(1))[0])
"""


def test_one_of_several_names_that_an_import_brings(tmp_path: Path) -> None:
    assert (
        fixed(SEVERAL, tmp_path).split("\n\n")[0]
        == """\
import jax.numpy as jnp
from jax import jit, vmap
from jax.tree import map as tree_map
from jax.tree import map as tree_multimap
from jax.tree_util import tree_flatten"""
    )
    commented = SEVERAL.replace("import jit, tree_map, vmap", "import (\n    jit,\n    tree_map,  # why\n    vmap,\n)")
    assert "    tree_map,  # why\n" in fixed(commented, tmp_path)


BATCH = """\
import typing as t
from dataclasses import dataclass, field

import jax
import jax.numpy as jnp


@dataclass
class Batch:
    x: jax.Array
    meta: t.Dict[str, t.Any] = field(default_factory=dict)  # free text


@jax.jit
def loss(params, batch: Batch):
    return jnp.mean(params * batch.x)


loss(jnp.array(1.0), Batch(jnp.ones(2)))
"""


def test_a_dataclass_with_notes_is_registered(tmp_path: Path) -> None:
    after = fixed(BATCH, tmp_path, unsafe=True)
    assert "@jax.tree_util.register_dataclass\n@dataclass\n" in after
    assert 'field(default_factory=dict, metadata={"static": True})  # free text\n' in after
    exec(compile(after, "<fixed>", "exec", dont_inherit=True), {"__name__": "program"})
    arrays = BATCH.replace("t.Dict[str, t.Any]", "t.Dict[str, jax.Array]")
    assert "default_factory=dict)  # free" in fixed(arrays, tmp_path, unsafe=True)
