"""What expressions are: one table per kind of expression, and how values join."""

from __future__ import annotations

import ast

import pytest

from pytreelint.model.values.value import (
    DYNAMIC,
    FUEL,
    NONE,
    UNRESOLVED,
    Array,
    Container,
    Opaque,
    Scalar,
    Union,
    Unknown,
    Value,
    constant,
    every,
    union,
)
from pytreelint.model.values.why import Why
from tests.model.snippets import Snippet, evaluated, show

LITERALS = {
    "1": "1",
    "None": "None",
    "'a'": "'a'",
    "f'{array}'": "<str>",
    "-2": "-2",
    "not array": "bool",
    "not None": "True",
    "(1, *[2, 3])": "(1, 2, 3)",
    "[1, *unknown(), 2]": "[1, *? & 2]",
    "{'a': 1, **{'b': array}}": "{'a': 1, 'b': jax:inexact}",
    "{'a': 1, **unknown()}": "{'a': 1, **?}",
    "{unknown(): array}": "{**jax:inexact}",
    "{1, 2}": "set{1, 2}",
    "lambda: 0": "lambda",
    "(y := 3)": "3",
    "1 if unknown() else 'a'": "1 | 'a'",
    "1 if True else 'a'": "1",
    "None or 1": "1",
    "unknown() or 1": "? | 1",
    "0 and array": "0",
}

ARITHMETIC = {
    "1 + 2": "3",
    "1 / 2": "float",
    "2 ** unknown()": "?",
    "1 // 0": "?",
    "'a' + 'b'": "<str>",
    "'%s' % 1": "<str>",
    "array + 1": "jax:inexact",
    "np.zeros(3) + 1": "numpy:inexact",
    "np.zeros(3) + array": "jax:inexact",
    "1 / jnp.arange(3)": "jax:inexact",
    "array @ unknown()": "?",
    "array * unknown()": "jax",
    "unknown() - array": "jax",
    "np.zeros(3) * unknown()": "any",
    "np.float32(1) * unknown()": "?",
    "array > 0": "jax:bool",
    "1 < 2": "True",
    "'a' == 'a'": "True",
    "'a' in unknown()": "bool",
    "array is None": "False",
    "unknown() is None": "bool",
    "[1] + [array]": "[1, jax:inexact]",
    "(1,) * 3": "(1, 1, 1)",
    "[array] * unknown()": "[*jax:inexact]",
    "{'a': 1} | {'b': 2}": "{'a': 1, 'b': 2}",
}

SUBSCRIPTS = {
    "[1, array][-1]": "jax:inexact",
    "(1, 2, 3)[1:]": "(2, 3)",
    "[1, 'a'][unknown()]": "1 | 'a' | [*1 | 'a']",
    "{'a': 1}['a']": "1",
    "{'a': 1}['b']": "?",
    "{'a': 1, **unknown()}['b']": "?",
    "array[0]": "jax:inexact",
    "np.zeros(3)[0]": "any:inexact",
    "np.zeros(3)[1:]": "numpy:inexact",
    "array.shape[0]": "int",
    "'abc'[0]": "<str>",
}

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
    "'a'.upper()": "<str>",
    "'a b'.split()": "[*<str>]",
    "jnp.pi": "float",
    "jnp.sin": "jax.numpy.sin",
    "functools.partial(function, 1).func": "lambda",
    "functools.partial(function, 1).args": "(1,)".replace(",", ""),
    "unknown().anything": "?",
}

CALLS = {
    "jnp.ones(3)": "jax:inexact",
    "jnp.arange(3)": "jax:integer",
    "np.float32(1)": "numpy-scalar:inexact",
    "int('3')": "3",
    "int(array)": "int",
    "float(unknown())": "float",
    "len([1])": "int",
    "str(1)": "<str>",
    "dict(a=1)": "{'a': 1}",
    "list((1, 2))": "[1, 2]",
    "tuple(unknown())": "(*?)",
    "list(range(3))": "[0, 1, 2]",
    "list(range(9))": "[*int]",
    "list(zip([1, 2], 'ab'))": "[*(1 | 2, <str>)]",
    "list(enumerate(['a']))": "[(0, 'a')]",
    "list(reversed([1, 2]))": "[2, 1]",
    "list(map(lambda y: y + 1, [1, 1]))": "[*2]",
    "isinstance(array, str)": "False",
    "isinstance([1], (list, tuple))": "True",
    "isinstance(unknown(), int)": "bool",
    "callable(function)": "True",
    "callable(array)": "False",
    "callable(unknown())": "bool",
    "print(1)": "None",
    "object()": "<object>",
    "functools.partial(function, 1)": "partial(lambda, 1)",
    "functools.partial(lambda a, b: (a, b), 1)(2)": "(1, 2)",
    "jax.tree_util.Partial(function, array)": "Partial(lambda, jax:inexact)",
    "jax.tree.map(lambda y: 1, {'a': array, 'b': None})": "{'a': 1, 'b': None}",
    "jax.tree.leaves((1, [array, None]))": "[1, jax:inexact]",
    "missing_name": "?",
    "missing_name(array)": "?",
    "(function if unknown() else (lambda y: 1))(array)": "jax:inexact | 1",
    "(lambda *a, **k: (a, k))(1, b=2)": "((1), {'b': 2})",
    "(lambda a, b=2: (a, b))(1)": "(1, 2)",
    "(lambda a, b=2: (a, b))(*unknown())": "(?, ?)",
    "(lambda a, b=2: (a, b))(*[3, 4])": "(3, 4)",
    "(lambda a, b: (a, b))(**{'b': 1, 'a': 2})": "(2, 1)",
}

LIBRARIES = {
    "list(itertools.repeat(array, 2))": "[jax:inexact, jax:inexact]",
    "list(itertools.repeat(array, unknown()))": "[*jax:inexact]",
    "list(itertools.chain([1], ('a',)))": "[1, 'a']",
    "list(itertools.chain([1], unknown()))": "[*1 & ?]",
    "list(itertools.chain.from_iterable([[1], ['a']]))": "[*1 | 'a']",
    "list(itertools.product([1], 'ab'))": "[*(1, <str>)]",
    "list(itertools.product([1], repeat=2))": "[*(*1)]",
    "list(itertools.combinations([array], 2))": "[*(*jax:inexact)]",
    "list(itertools.islice([array], 1))": "[*jax:inexact]",
    "list(itertools.pairwise([array]))": "[*(jax:inexact, jax:inexact)]",
    "list(itertools.starmap(lambda a, b: b, [(1, array)]))": "[*jax:inexact]",
    "list(itertools.takewhile(function, [array]))": "[*jax:inexact]",
    "functools.reduce(lambda a, b: a + b, [array, 1])": "jax:inexact | int",
    "functools.reduce(lambda a, b: a + b, [1], array)": "jax:inexact",
    "operator.index(unknown())": "int",
    "ValueError('a')": "<object>",
    "jax.tree.flatten({'a': array})": "([jax:inexact], <object>)",
    "jax.tree.reduce(jnp.add, {'a': array}, 0)": "int | jax:inexact",
    "functools.reduce(lambda a, b: a + [b], [1], [])": "[*1]",
    "jax.flatten_util.ravel_pytree({'a': np.zeros(3)})[1](array)": "{'a': jax:inexact}",
}

COMPREHENSIONS = {
    "[y + 1 for y in (1, 2)]": "[2, 3]",
    "[y for y in unknown()]": "[*?]",
    "[jnp.zeros(3) for _ in range(unknown())]": "[*jax:inexact]",
    "{k: array for k in unknown()}": "{**jax:inexact}",
    "{y for y in (1, 2)}": "set{1, 2}",
    "tuple(y for y in (1, 'a'))": "(1, 'a')",
    "[y for y in (1, None) if y is not None]": "[1]",
    "[y for y in (1, array) if y > 0]": "[*1 | jax:inexact]",
    "[(a, b) for a in (1, 2) for b in unknown()]": "[*(1 | 2, ?)]",
    "[k for k, v in {'a': 1}.items()]": "['a']",
}

EXPRESSIONS = LITERALS | ARITHMETIC | SUBSCRIPTS | ATTRIBUTES | CALLS | LIBRARIES | COMPREHENSIONS


@pytest.mark.parametrize(("text", "expected"), EXPRESSIONS.items(), ids=list(EXPRESSIONS))
def test_expression(text: str, expected: str) -> None:
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


A, B = Array("jax", "inexact"), Array("numpy", "integer")

JOINS: list[tuple[list[Value], str]] = [
    ([A, A], "jax:inexact"),
    ([A, B], "any"),
    ([A, Array("jax", "bool")], "jax"),
    ([A, NONE], "jax:inexact | None"),
    ([constant(1), constant(True), constant(1.0)], "1 | True | 1.0"),
    ([Container("list", (A,)), Container("list", (A, NONE))], "[jax:inexact, *None]"),
    ([Container("list", (A,)), Container("tuple", (A,))], "[jax:inexact] | (jax:inexact)"),
    ([Union((A, NONE)), NONE, Scalar("int")], "jax:inexact | None | int"),
    ([constant(n) for n in range(7)], "int"),
    ([*(constant(n) for n in range(7)), constant("a"), A, NONE], "int | 'a' | jax:inexact | None"),
    ([Container("list", (constant(n),) * n) for n in range(2, 9)], "[int, int, *3 | 4 | 5 | 6 | 7 | 8]"),
    ([Opaque("object", str(n)) for n in range(7)], "?"),
    ([], "?"),
]


@pytest.mark.parametrize(("values", "expected"), JOINS, ids=[expected for _, expected in JOINS])
def test_join(values: list[Value], expected: str) -> None:
    assert show(union(values)) == expected


def test_what_a_container_was_given_is_all_in_it() -> None:
    joined = every([A, Opaque("str")])
    assert isinstance(joined, Union)
    assert joined.each
    assert every([A, A]) == A


def test_evidence_does_not_tell_values_apart() -> None:
    why = Why(Snippet("").module, ast.Name("x"), "because")
    assert Array("jax", why=why) == Array("jax")
    assert union([Array("jax", why=why), Array("jax")]) == Array("jax")


def test_a_value_that_is_unknown_says_why_and_is_like_any_other() -> None:
    assert Unknown("parameter").reason == "parameter"
    assert Unknown("parameter") == DYNAMIC
    assert union([DYNAMIC, Unknown("parameter")]) == DYNAMIC
    assert FUEL not in (DYNAMIC, Unknown("fuel"))
    assert FUEL == UNRESOLVED
