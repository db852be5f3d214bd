"""What coverage says of sites without a finding: clean, or unknown with the reason."""

from __future__ import annotations

import pytest

from pytreelint.model.driver.verdicts import verdict
from pytreelint.model.values.sites import StaticDeclaration, TransformCall
from tests.model.snippets import Snippet, show

NAMES = "from collections.abc import Callable\nfrom typing import Any\nfrom jaxtyping import PyTree\n"
# Annotation of a static field -> the verdict on its declaration.
DECLARATIONS = {
    "int": "clean",
    "Callable": "clean",
    "Callable[[int], int] | None": "clean",
    "PyTree[jax.ShapeDtypeStruct]": "clean",
    "frozenset[object]": "clean",
    "type[int]": "clean",
    "Any": "unknown:annotation",
    "PyTree": "unknown:annotation",
    "PyTree[Array]": "unknown:annotation",
    "missing": "unknown:annotation",
}


@pytest.mark.parametrize(("annotation", "expected"), DECLARATIONS.items(), ids=list(DECLARATIONS))
def test_a_declaration(annotation: str, expected: str) -> None:
    snippet = Snippet(f"{NAMES}class M(eqx.Module):\n s: {annotation} = eqx.field(static=True)\n")
    (site,) = [site for site in snippet.sites() if isinstance(site, StaticDeclaration)]
    assert verdict(site, snippet.ev) == expected


# Operands of transforms -> the verdict on the call: what no rule may speak of is not counted as unknown.
OPERANDS = {
    "def f(x): return jax.jit(function)(x)": "open",
    "def f(x): return jax.jit(function)(x + 1)": "open",
    "def f(x): return jax.jit(function)(-x[0])": "open",
    "def f(x): return jax.jit(function)(x * array)": "clean",
    "def f(x): return jax.jit(function)(jax.vmap(missing)(x))": "clean",
    "def f(x):\n y, z = jax.vmap(missing)(x)\n return jax.jit(function)(y[0])": "clean",
    "def f(x: PyTree[Array]): return jax.jit(function)(x)": "clean",
    "def f(x: PyTree[Array]): return jax.jit(function)(jax.tree.map(lambda y: y * 2, x))": "clean",
    "def f(x: PyTree[Array]): return jax.jit(function)(jax.tree.map(missing, x))": "unknown:unresolved import",
    "def f(x: PyTree[Array]): return jax.jit(function)(jax.tree.map(lambda y: (y, 'a'), x))": "unknown:dynamic call",
    "Tree = Array | dict[str, 'Tree']\ndef f(x: Tree): return jax.jit(function)(x)": "clean",
    "def f(x: dict[str, PyTree[Array]] | None): return jax.jit(function)(x)": "clean",
    "import chex\ndef f(x: chex.ArrayTree): return jax.jit(function)(x)": "clean",
    "def f(x: dict[str, PyTree]): return jax.jit(function)(x)": "open",
    "def g() -> dict[str, PyTree]: ...\ndef f(): return jax.jit(function)(g())": "unknown:annotation",
    "def f(x, y): return jax.jit(function)(x, missing)": "unknown:unresolved import",
    "def f(g): return jax.jit(function)(g(1))": "open",
    "def f(rows):\n def g(x): return jax.jit(function)(x)\n return g(*rows)": "open",
    "def f():\n def g(x): return jax.jit(function)(x)\n return g(*missing)": "unknown:unresolved import",
    "def g(n): return array if n else g(n - 1)\ndef f(n): return jax.jit(function)(g(n))": "clean",
    "def g(n):\n if n: return array\n return g(n - 1)\ndef f(n): return jax.jit(function)(g(n))": "clean",
    "def f(x: PyTree): return jax.jit(function)(x)": "open",
    "def f(x: PyTree[Array]): return jax.jit(function, static_argnums=0)(x)": "unknown:annotation",
    "def f(x):\n y, t = jax.tree.flatten(jax.vmap(missing)(x))\n"
    " return jax.jit(function)(jax.tree.unflatten(t, y))": "clean",
    "def f(x):\n t = jax.tree.structure(x)\n return jax.jit(function)(t.unflatten([array]))": "clean",
    "import beartype.typing as tp\ndef f(x: tp.Union[int, Array]): return jax.jit(function)(x)": "clean",
    "from beartype.typing import List\ndef f(x: List[Array]): return jax.jit(function)(x)": "clean",
    "def f(x): return jax.jit(function)(jax.flatten_util.ravel_pytree(x)[1](x))": "clean",
    "def f(x): return jax.grad(function)(array, x)": "clean",
    "def f(x): return jax.vmap(function, in_axes=(0, None))(array, x)": "clean",
}


@pytest.mark.parametrize(("text", "expected"), OPERANDS.items(), ids=list(OPERANDS))
def test_operands(text: str, expected: str) -> None:
    snippet = Snippet(NAMES + text)
    assert verdict(snippet.calls()[-1], snippet.ev) == expected


# What a framework runs before the methods of an instance.
PREPARED = {
    "import unittest\nclass T(unittest.TestCase):\n"
    " def setUp(self): self.x = array\n def test(self): jax.jit(function)(self.x)\n": "jax:inexact",
    "from absl.testing import parameterized\nclass B(parameterized.TestCase):\n"
    " def setUp(self):\n  super().setUp()\n  self.x = 'name'\n"
    "class T(B):\n def test(self): jax.jit(function)(self.x)\n": "'name'",
    "import flax.linen as nn\nclass N(nn.Module):\n n: int\n"
    " def setup(self): self.x = array\n def __call__(self): return jax.jit(function)(self.x)\n": "jax:inexact",
    # Nobody was seen to call this one.
    "class P:\n def setUp(self): self.x = array\n def test(self): jax.jit(function)(self.x)\n": "?",
}


@pytest.mark.parametrize(("text", "expected"), PREPARED.items(), ids=["unittest", "absl", "linen", "plain"])
def test_what_a_framework_prepares_is_known(text: str, expected: str) -> None:
    calls = Snippet(text).calls()
    assert {show(operand.value) for call in calls for operand in call.operands if operand.role == "traced"} == {
        expected
    }


def test_a_method_called_setup_is_followed_in_any_class() -> None:
    calls = Snippet("class P:\n def setup(self): return jax.jit(function)(array)\n").calls()
    assert [isinstance(call, TransformCall) for call in calls] == [True]
