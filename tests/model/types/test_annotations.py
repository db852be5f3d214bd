"""What carries an annotation: types, aliases, strings, unions, brackets; and which annotations mark a field."""

from __future__ import annotations

import ast

import pytest

from pytreelint.model.types.annotations import is_class_variable, static_marker, word
from pytreelint.model.values.frame import Frame
from tests.model.snippets import Snippet, show

NAMES = """
import typing
from typing import Annotated, Any, Callable, ClassVar, Final, Generic, Literal, Optional, Sequence, TypeVar
from typing import Union as Either
import jax_dataclasses as jdc
import jaxtyping
from jaxtyping import Float, Int, PyTree
T = TypeVar("T")
Alias = list[Array]
Chained = Optional[Alias]
Told: typing.TypeAlias = "dict[str, Array]"
Number = Float[jaxtyping.ArrayLike, ""]
Recursive = list["Recursive"]
class M(eqx.Module):
    a: Array
    b: "M | None" = None
class Box(eqx.Module, Generic[T]):
    held: T
"""

ANNOTATIONS = {
    "Array": "jax",
    "jax.Array": "jax",
    "np.ndarray": "numpy",
    "jnp.ndarray": "jax",
    "int": "int",
    "str": "<str>",
    "None": "None",
    "'Array'": "jax",
    "'not python('": "?",
    "Any": "?",
    "object": "?",
    "missing_name": "?",
    "T": "?",
    "Callable": "?",
    "Callable[[int], int]": "?",
    "Optional[Array]": "jax | None",
    "Either[int, str]": "int | <str>",
    "int | None": "int | None",
    "'int | None'": "int | None",
    "Any | None": "?",
    "Optional[Any]": "?",
    "list": "[*?]",
    "list[Array]": "[*jax]",
    "typing.List[int]": "[*int]",
    "tuple[int, Array]": "(int, jax)",
    "tuple[Array, ...]": "(*jax)",
    "dict[str, Array]": "{**jax}",
    "set[int]": "set{*int}",
    "Annotated[Array, 'doc']": "jax",
    "Final[int]": "int",
    "Literal['a', 'b']": "'a' | 'b'",
    "Float[Array, 'n']": "any:inexact",
    "Int[np.ndarray, 'n']": "any:integer",
    "Float[jaxtyping.ArrayLike, 'n']": "any:inexact | float",
    "Number": "any:inexact | float",
    "jaxtyping.ArrayLike": "any | float",
    "PyTree[Array]": "?",
    "jdc.Static[int]": "int",
    "Alias": "[*jax]",
    "Chained": "[*jax] | None",
    "Told": "{**jax}",
    "M": "M~(a=jax, b=M~() | None)",
    "Box[Array]": "Box~(held=?)",
    "list[M]": "[*M~(a=jax, b=M~() | None)]",
    "1 + 1": "?",
    "int if unknown() else str": "?",
}


@pytest.mark.parametrize(("text", "expected"), ANNOTATIONS.items(), ids=list(ANNOTATIONS))
def test_annotation(text: str, expected: str) -> None:
    snippet = Snippet(f"{NAMES}def f(p: {text}): return p\n")
    function = snippet.module.tree.body[-1]
    assert isinstance(function, ast.FunctionDef)
    node = function.args.args[0].annotation
    assert node is not None
    assert show(snippet.ev.annotation(node, Frame(snippet.module, {}, top=True))) == expected


def test_an_alias_of_itself_ends() -> None:
    snippet = Snippet(f"{NAMES}Loop = 'Loop'\n")
    frame = Frame(snippet.module, {}, top=True)
    assert show(snippet.ev.annotation(ast.Name("Loop", ast.Load()), frame)) == "?"
    assert show(snippet.ev.annotation(ast.Name("Recursive", ast.Load()), frame)) == "[*?]"


# Annotation -> (is it a class variable, does it mark a field as static, the word of its outermost name)
MARKS = {
    "ClassVar[int]": (True, None, "class-variable"),
    "ClassVar": (True, None, "class-variable"),
    "'ClassVar[int]'": (True, None, "class-variable"),
    "eqx.AbstractVar[Array]": (True, None, "class-variable"),
    "jdc.Static[int]": (False, True, ""),
    "'jdc.Static[int]'": (False, True, ""),
    "Annotated[jdc.Static[int], 'doc']": (False, True, ""),
    "Callable[[int], int]": (False, None, "function"),
    "Callable | None": (False, None, "function"),
    "Optional[Callable]": (False, None, "function"),
    "int": (False, None, "int"),
    "missing_name": (False, None, ""),
}


@pytest.mark.parametrize(("text", "expected"), MARKS.items(), ids=list(MARKS))
def test_what_an_annotation_says_of_a_field(text: str, expected: tuple[bool, bool | None, str]) -> None:
    snippet = Snippet(NAMES)
    node, frame = ast.parse(text, mode="eval").body, Frame(snippet.module, {}, top=True)
    marker = static_marker(snippet.ev, node, frame)
    found = is_class_variable(snippet.ev, node, frame), marker and marker.value, word(snippet.ev, node, frame)
    assert found == expected
