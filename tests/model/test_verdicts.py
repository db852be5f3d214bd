"""What coverage says of sites without a finding: clean, or unknown with the reason."""

from __future__ import annotations

import pytest

from pytreelint.model.sites import StaticDeclaration, TransformCall
from pytreelint.model.verdicts import verdict
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
