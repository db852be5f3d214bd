"""What annotations promise of leaves, whatever the structure: trees, recursive aliases, callables."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from pytreelint.model.types.promised import promised
from pytreelint.model.values.frame import Frame
from tests.model.snippets import Project, Snippet, show

NAMES = """
import typing
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Callable, Optional, TypeVar, Union
from jax.typing import ArrayLike
from jaxtyping import Float, PyTree
T = TypeVar("T")
Tree = Union[Array, Iterable["Tree"], Mapping[Any, "Tree"]]
Modern = Array | Sequence["Modern"] | dict[str, "Modern"]
Params = Tree
Spline = tuple[PyTree[Float[Array, "4"], "Y"], ...]
Function = Callable[[Array], Array]
"""

PROMISES = {
    "PyTree[Float[Array, 'n'], 'Y']": "any:inexact",
    "PyTree[Array] | None": "jax | None",
    "Optional[PyTree[Array]]": "jax | None",
    "'PyTree[Array]'": "jax",
    "Tree": "jax | None",
    "Params": "jax | None",
    "Modern": "jax | None",
    "Spline": "(*any:inexact)",
    "tuple[int, PyTree[Array]]": "(int, jax)",
    "dict[str, PyTree[Array]]": "{**jax}",
    "tuple[int, Any]": "(int, ?)",
    "PyTree[Callable]": "<function>",
    "Function": "<function>",
    "Callable[..., Array] | None": "<function> | None",
    "ArrayLike": "any | float",
    "PyTree[ArrayLike]": "any | float",
}


def said(snippet: Snippet, text: str) -> str:
    """The promise of an annotation, as one line."""
    value = promised(snippet.ev, ast.parse(text, mode="eval").body, Frame(snippet.module, {}, top=True))
    return "nothing" if value is None else show(value)


@pytest.mark.parametrize(("text", "expected"), PROMISES.items(), ids=list(PROMISES))
def test_a_promise(text: str, expected: str) -> None:
    assert said(Snippet(NAMES), text) == expected


@pytest.mark.parametrize("text", ["PyTree", "PyTree[Any]", "T", "Any", "Array | Any", "missing", "list[missing] | int"])
def test_nothing_is_promised(text: str) -> None:
    assert said(Snippet(NAMES), text) in ("nothing", "[*?] | int")


def test_an_alias_in_another_module_by_attribute(tmp_path: Path) -> None:
    files = {
        "kinds.py": "import jax\nfrom typing import Union, Iterable\n"
        "Tree = Union[jax.Array, Iterable['Tree']]\nPair = tuple[jax.Array, int]\n",
        "net.py": "import kinds\nx: kinds.Tree\ny: kinds.Pair\n",
    }
    project = Project(tmp_path, files)
    module = project.module("net.py")
    frame = Frame(module, {}, top=True)
    tree, pair = (s.annotation for s in module.tree.body if isinstance(s, ast.AnnAssign))
    promise = promised(project.ev, tree, frame)
    assert promise is not None
    assert show(promise) == "jax | None"
    assert show(project.ev.annotation(pair, frame)) == "(jax, int)"
