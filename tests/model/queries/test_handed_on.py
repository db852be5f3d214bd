"""Where a transformed function is called, and how it gets out of sight."""

from __future__ import annotations

import ast

import pytest

from pytreelint.model.queries.handed_on import uses_of
from tests.model.snippets import PRELUDE, Snippet

VALUE = "it is handed on as a value"
USES: dict[str, tuple[list[int], str, str, bool]] = {
    "g = jax.jit(function)\ng(1)\ng(2)": ([2, 3], "", "g", False),
    "jax.jit(function)(1)": ([1], "", "", False),
    "jax.jit(function)": ([], "", "", False),
    "g = jax.jit(function)\nunknown(g)": ([], "`g` is handed on as a value", "g", False),
    "unknown(jax.jit(function))": ([], VALUE, "", False),
    "unknown(k=jax.jit(function))": ([], VALUE, "", False),
    "unknown(*jax.jit(function))": ([], VALUE, "", False),
    "@jax.jit\ndef g(x): return x\ng(1)": ([3], "", "g", False),
    "@unknown\n@jax.jit\ndef g(x): return x\ng(1)": ([], "another decorator gets `g`", "", False),
    "@functools.wraps\n@jax.jit\ndef g(x): return x\ng(1)": ([], "another decorator gets `g`", "", False),
    "class C:\n @jax.jit\n def g(x): return x\nC().g(1)": ([4], "", "g", True),
    "class C:\n @staticmethod\n @jax.jit\n def g(x): return x\nC.g(1)": ([5], "", "g", True),
    "def make():\n return jax.jit(function)\nmake()(1)": ([3], "", "make", False),
    "@unknown\ndef make():\n return jax.jit(function)\nmake()(1)": ([], VALUE, "", False),
    "class C:\n def make(self):\n  return jax.jit(function)\nC().make()(1)": ([4], "", "make", True),
    "make = lambda: jax.jit(function)\nmake()(1)": ([], VALUE, "", False),
    "def make():\n return jax.jit(function)\nunknown(make)": ([], "`make` is handed on as a value", "make", False),
    "async def make():\n return jax.jit(function)\nmake()(1)": ([], VALUE, "", False),
    "g = jax.jit(function)\nh = jax.vmap(g)\nh(1)": ([3], "", "g", False),
    "g = jax.jit(function)\nh = functools.partial(g, 1)\nh(2)": ([3], "", "g", False),
    "g = jax.jit(function)\njax.lax.scan(g, 1, array)": ([], "", "g", False),
    "g = jax.jit(function)\ng.lower(1)": ([], "its attribute `lower` is used", "g", False),
    "g = jax.jit(function)\ng._cache_size()": ([], "its attribute `_cache_size` is used", "g", False),
    "g = jax.jit(function)\ng is None": ([], "", "g", False),
    "g = jax.jit(function)\ng == 1": ([], "`g` is handed on as a value", "g", False),
    "g: object = jax.jit(function)\ng(1)": ([2], "", "g", False),
    "(g := jax.jit(function))\ng(1)": ([2], "", "g", False),
    "class C:\n g = jax.jit(function)": ([], "it is an attribute of `C`", "", False),
    "class C:\n g = staticmethod(jax.jit(function))\nC.g(1)": ([3], "", "g", True),
    "class C:\n def __init__(self): self.g = jax.jit(function)\n def f(self): return self.g(1)": ([3], "", "g", True),
    "class C(eqx.Module):\n def __init__(self): self.g = jax.jit(function)": ([], VALUE, "", False),
    "unknown().g = jax.jit(function)": ([], VALUE, "", False),
    "a = [jax.jit(function)]": ([], VALUE, "", False),
    "g = jax.jit(function)\nglobals()": ([], "functions are found by name here (`globals()`)", "g", False),
    "class C:\n def __init__(self): self.g = jax.jit(function)\ngetattr(C(), unknown())": (
        [],
        "methods are found by name here (`getattr`)",
        "g",
        True,
    ),
    "class C:\n def __init__(self): self.g = jax.jit(function)\ngetattr(C(), 'h')": ([], "", "g", True),
    "a = b = jax.jit(function)\na(1)\nb(1)": ([2, 3], "", "a", False),
    "g = jax.jit(function)\na = g\nb = a\nc = b\nd = c\ne = d\ne(1)": (
        [],
        "it is handed on too often to be followed",
        "g",
        False,
    ),
    "g = jax.jit(function)\na = g\nb = a\nc = b\nc(1)": ([5], "", "g", False),
}


def used(text: str) -> tuple[list[int], str, str, bool]:
    """Returns the lines of the calls, the escape, the name, and whether it is a method's, of the one `jax.jit`."""
    snippet = Snippet(text)
    nodes = list(ast.walk(snippet.module.tree))
    jit = next(node for node in nodes if isinstance(node, ast.Attribute) and node.attr == "jit")
    made = next((node for node in nodes if isinstance(node, ast.Call) and node.func is jit), jit)
    found = uses_of(snippet.ev, snippet.module, made)
    rows = sorted(call.lineno - PRELUDE.count("\n") for call in found.calls)
    return rows, found.escape, found.name, found.method


@pytest.mark.parametrize(("text", "expected"), USES.items(), ids=list(USES))
def test_uses(text: str, expected: tuple[list[int], str, str, bool]) -> None:
    assert used(text) == expected
