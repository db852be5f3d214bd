"""The runtime's names mean to the model what Equinox's do, wherever a table speaks of those."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from pathlib import Path

import equinox as eqx
import pytest

import pytreelint.knowledge
from pytreelint.knowledge import known
from pytreelint.knowledge.own import LIKE_EQUINOX, RUNTIME
from pytreelint.knowledge.results_by_hand import results_by_hand
from tests.model.snippets import evaluated

ROOT = Path(pytreelint.knowledge.__file__).parent.parent
# About versions of Equinox, fixes that one of the two needs, and how Equinox takes trees apart (our filtered
# gradients give None to constructors only where there is no gradient): not about what a name means.
_OTHERWISE = {"refused", "repairs", "unflattening"}


def _public() -> list[str]:
    """`pytreelint.runtime.__all__`, read as source."""
    tree = ast.parse((ROOT / "runtime" / "__init__.py").read_text(encoding="utf-8"))
    values = [n.value for n in tree.body if isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == "__all__"]
    return list(ast.literal_eval(values[0]))


PUBLIC = _public()


def _tables() -> dict[str, frozenset[str]]:
    """Every table of names in `knowledge`, with what it has an entry for."""
    found = {"told": frozenset(results_by_hand())}
    for info in pkgutil.iter_modules(pytreelint.knowledge.__path__):
        if info.name not in _OTHERWISE:
            for name, table in vars(importlib.import_module(f"pytreelint.knowledge.{info.name}")).items():
                if name.isupper() and not name.startswith("_") and isinstance(table, (dict, frozenset)):
                    found[f"{info.name}.{name}"] = frozenset(key for key in table if isinstance(key, str))
    return found


TABLES = _tables()


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_is_known(name: str) -> None:
    assert known.knows(f"{RUNTIME}.{name}")


@pytest.mark.parametrize("name", [name for name in PUBLIC if hasattr(eqx, name)])
def test_where_a_table_has_equinox_s_it_has_ours(name: str) -> None:
    lacking = [t for t, names in TABLES.items() if f"equinox.{name}" in names and f"{RUNTIME}.{name}" not in names]
    assert lacking == []


def test_what_is_called_alike_is_public_in_both() -> None:
    for own, like in LIKE_EQUINOX.items():
        assert own.rpartition(".")[2] in PUBLIC
        assert hasattr(eqx, like.rpartition(".")[2])


# What is asked, with `{0}` for the library.
ASKED = {
    "{0}.filter({{'f': function, 'w': array}}, {0}.is_array)": "{'f': None, 'w': jax:inexact}",
    "{0}.filter({{'f': function, 'n': 2, 'w': array}}, {0}.is_array_like)": "{'f': None, 'n': 2, 'w': jax:inexact}",
    "{0}.filter([1, 2.0, array], {0}.is_inexact_array_like)": "[None, 2.0, jax:inexact]",
    "{0}.filter([function, array], {0}.is_array, inverse=True)": "[lambda, None]",
    "{0}.filter([function, array], {0}.is_array, is_leaf=unknown)": "?",
    "{0}.filter([function, array], {0}.is_array, True)": "?",
    "{0}.partition([function, jnp.arange(3)], {0}.is_inexact_array)": "([None, None], [lambda, jax:integer])",
    "{0}.combine([None, array], [function, None])": "[lambda, jax:inexact]",
    "{0}.combine({0}.filter([function, array], {0}.is_array), [function, array])": "[lambda, jax:inexact]",
    "{0}.tree_at(lambda m: m[0], (function, 1), 2)": "?",
}


@pytest.mark.parametrize("home", ["eqx", RUNTIME])
@pytest.mark.parametrize("code", ASKED)
def test_both_give_the_same(home: str, code: str) -> None:
    text = f"import {RUNTIME}\nx = {code.format(home)}\n"
    assert evaluated(text) == ASKED[code]
