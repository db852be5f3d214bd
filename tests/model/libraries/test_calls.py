"""What functions of Python and of libraries give."""

from __future__ import annotations

import pytest

from tests.model.snippets import evaluated

CALLS = {
    "jnp.ones(3)": "jax:inexact",
    "jnp.arange(3)": "jax:integer",
    "np.float32(1)": "numpy-scalar:inexact",
    "int('3')": "3",
    "int(array)": "int",
    "float(unknown())": "float",
    "len([1])": "1",
    "str(1)": "'1'",
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
    "functools.reduce(lambda a, b: a + b, [array, 1])": "jax:inexact",
    "functools.reduce(lambda a, b: a + b, [1], array)": "jax:inexact",
    "operator.index(unknown())": "int",
    "ValueError('a')": "<object>",
    "jax.tree.flatten({'a': array})": "([jax:inexact], <object>)",
    "jax.tree.reduce(jnp.add, {'a': array}, 0)": "jax:inexact",
    "functools.reduce(lambda a, b: a + [b], [1], [])": "[1]",
    "jax.flatten_util.ravel_pytree({'a': np.zeros(3)})[1](array)": "{'a': jax:inexact}",
}

EXPRESSIONS = CALLS | LIBRARIES


@pytest.mark.parametrize(("text", "expected"), EXPRESSIONS.items(), ids=list(EXPRESSIONS))
def test_call(text: str, expected: str) -> None:
    assert evaluated(f"x = {text}\n") == expected


INFERENCE = {
    "eqx.nn.inference_mode(Net(Layer(array))).layer.inference": "True",
    "eqx.nn.inference_mode([Layer(array)], value=False)[0].inference": "False",
    "eqx.tree_inference(Net(Layer(array)), True).layer.weight": "jax:inexact",
    "eqx.nn.inference_mode(Net(Layer(array)), unknown()).layer.inference": "?",
}


@pytest.mark.parametrize(("text", "expected"), INFERENCE.items(), ids=list(INFERENCE))
def test_inference_mode_sets_each_flag(text: str, expected: str) -> None:
    classes = """
class Layer(eqx.Module):
    weight: Array
    inference: bool = False
class Net(eqx.Module):
    layer: Layer
"""
    assert evaluated(f"{classes}x = {text}\n") == expected
