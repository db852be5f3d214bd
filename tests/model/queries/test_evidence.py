"""Evidence: the places that led to a value, first cause first, each in the file where it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.model.queries.evidence import chain, describe, field_step, imported_from, place_of, steps, trail
from pytreelint.model.types.opaque_leaves import opaque_leaves
from pytreelint.model.values.sites import AuxData
from tests.model.snippets import PRELUDE, Project, Snippet, show

FIRST = PRELUDE.count("\n")

CHAINS = {
    "x = function": [],
    "def f():\n    return jnp.ones(3)\nx = f()": [(2, "returned here")],
    "class M: pass\nx = M()": [(2, "a `M` is built here")],
    "class M: pass\nm = M()\nm.a = array\nx = m.a": [(3, "field `a` is set here")],
    "def f():\n    return jnp.ones(3)\nclass M: pass\nm = M()\nm.a = f()\nx = m.a": [
        (2, "returned here"),
        (5, "field `a` is set here"),
    ],
    "class M(eqx.Module):\n    a: object = 'd'\nx = M().a": [(2, "the default of field `a`")],
    "class M(eqx.Module):\n    a: object\nx = M(\n    'v',\n).a": [(4, "given for field `a` of `M`")],
    "class M(eqx.Module):\n    a: object\nm = M(1)\nx = dataclasses.replace(m, a='v').a": [(4, "given for `a`")],
}


@pytest.mark.parametrize(("text", "expected"), CHAINS.items(), ids=list(CHAINS))
def test_chain(text: str, expected: list[tuple[int, str]]) -> None:
    value = Snippet(text + "\n").value("x")
    assert [(step.place.row - FIRST, step.message) for step in chain(value.why)] == expected


def test_a_definition_stands_for_its_first_line() -> None:
    snippet = Snippet("class M:\n    def f(\n        self,\n    ): pass\n")
    definition = snippet.module.tree.body[-1]
    place = place_of(snippet.module, definition)
    assert (place.row, place.column, place.end_row, place.end_column) == (FIRST + 1, 1, FIRST + 1, 9)
    inner = place_of(snippet.module, definition.body[0])  # type: ignore[attr-defined]
    assert (inner.row, inner.column, inner.end_row) == (FIRST + 2, 5, FIRST + 2)


def test_the_trail_of_a_leaf_begins_with_the_outermost_object_and_names_its_field() -> None:
    snippet = Snippet("class M(eqx.Module):\n    a: object\ninner = M('a')\nx = M(inner)\n")
    (leaf,) = opaque_leaves(snippet.ev, snippet.value("x"))
    found = [(step.place.row - FIRST, step.message) for step in steps(trail(leaf), field_step(leaf), trail(leaf))]
    assert found == [
        (4, "a `M` is built here"),
        (3, "a `M` is built here"),
        (3, "given for field `a` of `M`"),
        (2, "field `a` of `M` is a leaf"),
    ]


def test_evidence_lies_in_the_file_of_the_cause(tmp_path: Path) -> None:
    project = Project(
        tmp_path,
        {
            "main.py": "from pkg import CONFIG as x\n",
            "pkg/__init__.py": "from .values import CONFIG\n",
            "pkg/values.py": "\nCONFIG = ['a']\n",
        },
    )
    value = project.value("main.py", "x")
    (cause,) = chain(value.why)
    assert (Path(cause.place.path).name, cause.place.row, cause.message) == ("values.py", 2, "`CONFIG` is defined here")
    came = list(imported_from(project.program, project.module("main.py"), "x"))
    assert [(Path(s.place.path).parent.name, s.place.row) for s in came] == [("pkg", 1), ("pkg", 2)]
    assert list(imported_from(project.program, project.module("main.py"), "other")) == []


WORDS = {
    "array": "an array",
    "np.zeros(3)": "a numpy array",
    "np.float32(1)": "a numpy scalar",
    "jax.random.key(0)": "a PRNG key",
    "'a'": "the string 'a'",
    "f'{array}'": "a string",
    "1": "1",
    "len(unknown())": "a Python int",
    "[1]": "a list",
    "function": "a lambda",
    "unknown": "the function `unknown`",
    "jnp.sin": "`jax.numpy.sin`",
    "dataclasses.dataclass": "`dataclasses.dataclass`",
    "functools.partial(function)": "a `functools.partial`",
    "jax.jit(function)": "a function made by `jax.jit`",
    "array.sum": "a bound method",
    "array.dtype": "a dtype",
    "object()": "a `object`",
    "array if unknown() else None": "an array or None",
    "unknown()": "a value",
}


@pytest.mark.parametrize(("text", "expected"), WORDS.items(), ids=list(WORDS))
def test_a_value_in_words(text: str, expected: str) -> None:
    value = Snippet(f"x = {text}\n").value("x")
    assert describe(value) == expected, show(value)


def test_a_value_in_aux_data_names_the_field_that_it_comes_from() -> None:
    snippet = Snippet(
        "@jax.tree_util.register_pytree_node_class\n"
        "@dataclass\nclass State:\n    x: Array\n    mass: Array\n"
        "    def tree_flatten(self): return (self.x,), (self.mass,)\n"
    )
    (value,) = {site.value for site in snippet.sites() if isinstance(site, AuxData)}
    assert [(step.place.row - FIRST, step.message) for step in chain(value.why)] == [(5, "field `mass`")]
