"""Attributes: of arrays, of functions, of instances of the project's classes."""

from __future__ import annotations

import pytest

from tests.model.snippets import evaluated

ATTRIBUTES = {
    "array.shape": "(*int)",
    "array.ndim": "int",
    "array.dtype": "<dtype>",
    "array.T": "jax:inexact",
    "array.sum()": "jax:inexact",
    "array.astype(int)": "jax:integer",
    'array.astype(dtype="float32")': "jax:inexact",
    "array.astype(array.dtype)": "jax",
    "jnp.zeros(3, jnp.int32)": "jax:integer",
    "np.arange(3, dtype=float)": "numpy:inexact",
    "jnp.arange(0.0, 1.0)": "jax:inexact",
    "jnp.arange(n)": "jax",
    "array.item()": "float | complex",
    "jnp.arange(3).item()": "int",
    "(array if unknown() else None).T": "jax:inexact",
    "([array] if unknown() else None)[0]": "jax:inexact",
    "(array if unknown() else None) + 1": "jax:inexact",
    "(function if unknown() else None)(array)": "jax:inexact",
    "array.argmax()": "jax:integer",
    "array.at[0].set(1)": "jax:inexact",
    "np.zeros(3).sum()": "numpy-scalar:inexact",
    "np.zeros(3).sum(axis=0)": "any:inexact",
    "'a'.upper()": "'A'",
    "'a b'.split()": "[*<str>]",
    "jnp.pi": "float",
    "jnp.sin": "jax.numpy.sin",
    "functools.partial(function, 1).func": "lambda",
    "functools.partial(function, 1).args": "(1,)".replace(",", ""),
    "unknown().anything": "?",
}


@pytest.mark.parametrize(("text", "expected"), ATTRIBUTES.items(), ids=list(ATTRIBUTES))
def test_attribute(text: str, expected: str) -> None:
    assert evaluated(f"x = {text}\n") == expected


OBJECTS = {
    "made([1]).y": "[1]",
    "made(1).twice": "2",
    "made(1).plus(2)": "3",
    "made(1).fixed()": "'fixed'",
    "made(1).named": "'C'",
    "made(1).kind": "'plain'",
    "C.kind": "'plain'",
    "made(1)(5)": "(1, 5)",
    "made(1)['k']": "('item', 'k')",
    "made(1).missing": "?",
    "made(1).__class__": "class C",
    "type(made(1))": "class C",
    "getattr(made(1), 'y')": "1",
    "isinstance(made(1), C)": "True",
    "isinstance(made(1), str)": "False",
    "C.Inner": "class Inner",
    "C.__name__": "'C'",
    "Colour.RED": "<object>",
    "Level.LOW": "int",
}


@pytest.mark.parametrize(("text", "expected"), OBJECTS.items(), ids=list(OBJECTS))
def test_attribute_of_an_object(text: str, expected: str) -> None:
    source = """
import enum
class C:
    kind = "plain"
    class Inner: pass
    def __init__(self, y): self.y = y
    @property
    def twice(self): return self.y * 2
    @staticmethod
    def fixed(): return "fixed"
    @property
    def named(self): return self.name_of()
    @classmethod
    def name_of(cls): return cls.__name__
    def plus(self, other): return self.y + other
    def __call__(self, z): return (self.y, z)
    def __getitem__(self, key): return ("item", key)
class Colour(enum.Enum):
    RED = "red"
class Level(enum.IntEnum):
    LOW = 1
made = C
x = """
    assert evaluated(source + text + "\n") == expected
