"""What operations make of values: literals, arithmetic, subscripts, tests, iteration; one table for each."""

from __future__ import annotations

import ast

import pytest

from tests.model.snippets import PRELUDE, Snippet, evaluated

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
    "'a' + 'b'": "'ab'",
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

ITERATION = {
    "[*map(lambda y: y, (1, 'a'))]": "[*1 | 'a']",
    "list(zip((1, 2), ('a', 'b')))": "[(1, 'a'), (2, 'b')]",
    "list(enumerate((array,), 3))": "[(3, jax:inexact)]",
    "list({'a': array}.items())": "[('a', jax:inexact)]",
    "list({'a': array}.values())": "[jax:inexact]",
    "list({'a': array}.keys())": "['a']",
    "list({'a': array})": "[*'a']",
    "sorted([2, 1])": "[*2 | 1]",
    "sum([1, 2])": "?",
    "next(iter([array, 1]))": "jax:inexact | 1",
    "list(filter(None, [1, array]))": "[*1 | jax:inexact]",
    "[*reversed((1, 'a'))]": "['a', 1]",
}

METHODS = {
    "{'a': 1}.get('a')": "1",
    "{'a': 1}.get('b')": "None",
    "{'a': 1}.get('b', array)": "jax:inexact",
    "{'a': 1}.get(unknown())": "1 | None",
    "{'a': 1, 'b': array}.pop('b')": "jax:inexact",
    "[1, 'a'].pop()": "'a'",
    "[1, 2].index(2)": "int",
    "[1, 2].copy()": "[1, 2]",
    "(1, 2).count(1)": "int",
    "'a'.startswith('b')": "False",
    "','.join(['a'])": "<str>",
    "array.reshape(-1)": "jax:inexact",
    "array.any()": "jax:bool",
    "np.ones(3).tolist()": "?",
    "array.dtype.kind": "?",
    "np.ones(3).mean()": "numpy-scalar:inexact",
    "(array > 0).sum()": "jax:integer",
}

COMPARISONS = {
    "1 == 1.0": "True",
    "1 is 1": "bool",
    "None is None": "True",
    "'a' != 'b'": "True",
    "1 < 2 < 3": "bool",
    "'a' in {'a': 1}": "True",
    "'b' not in {'a': 1}": "True",
    "array == array": "jax:bool",
    "array in [1]": "bool",
    "np.zeros(3) >= 1": "numpy:bool",
    "not 0": "True",
    "not (1,)": "False",
    "1 and 'a'": "'a'",
    "array.ndim == 1": "bool",
}

CONVERSIONS = {
    "int(2.5)": "2",
    "float('1.5')": "1.5",
    "bool([])": "bool",
    "bool(array)": "bool",
    "min(1, 2)": "1 | 2",
    "max([3, 4])": "3 | 4",
    "round(2.6)": "?",
    "abs(-3)": "3",
    "complex(1, 2)": "complex",
    "abs(-2.5)": "2.5",
    "abs(array)": "jax:inexact",
    "abs(True)": "1",
}

EXPRESSIONS = LITERALS | ARITHMETIC | SUBSCRIPTS | ITERATION | METHODS | COMPARISONS | CONVERSIONS


@pytest.mark.parametrize(("text", "expected"), EXPRESSIONS.items(), ids=list(EXPRESSIONS))
def test_operation(text: str, expected: str) -> None:
    assert evaluated(f"x = {text}\n") == expected


@pytest.mark.parametrize("expression", ARITHMETIC | SUBSCRIPTS | COMPARISONS | CONVERSIONS | LITERALS)
def test_python_agrees(expression: str) -> None:
    """Where the model knows the very value, Python computes the same."""
    try:
        known = ast.literal_eval(EXPRESSIONS[expression])
    except (ValueError, SyntaxError):
        return
    space: dict[str, object] = {}
    exec(PRELUDE + f"x = {expression}\n", space)
    assert space["x"] == known
    assert type(space["x"]) is type(known)


def test_a_dict_takes_no_items_without_keys() -> None:
    snippet = Snippet("def f(d):\n d = d or {}\n d.append(1)\n d.update(b=2)\n return d\nf({})")
    assert snippet.run() is not None
