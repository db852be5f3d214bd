"""Calls of replaced names, carried over, fit the signatures that the installed libraries have today."""

from __future__ import annotations

import inspect
import subprocess
import sys
import warnings
from types import ModuleType
from typing import Any

import pytest

from pytreelint.knowledge.replaced_calls import MEMBERS, TAKES, VALUES, WIDER, Parameters
from pytreelint.knowledge.replacements import OTHERWISE, REPLACEMENTS
from pytreelint.knowledge.submodules import is_reachable
from tests.fixtures.oracle import PYTHON
from tests.knowledge.building import load


def carried(parameters: Parameters, positional: int) -> tuple[list[str], dict[str, str]]:
    """The arguments of today's call where the old one gave so many by position, and the rest by keyword."""
    args: list[str] = []
    keywords: dict[str, str] = {}
    for index, each in enumerate(parameters.each):
        if each.many:
            args += ["more", "and more"] if positional > index else []
        elif (index < positional and not each.keyword) or each.place:
            args.append(each.name)
        else:
            keywords[each.new] = each.name
    if parameters.added:
        keywords[parameters.added.partition("=")[0]] = "added"
    return args, keywords


def signature(name: str) -> inspect.Signature | None:
    """The signature of a name today; None where it is written in C and says none."""
    try:
        return inspect.signature(load(name))
    except ValueError:
        return None


@pytest.mark.parametrize("name", sorted(TAKES))
def test_all_calls_bind_today(name: str) -> None:
    parameters, today = TAKES[name], signature(REPLACEMENTS[name])
    many = next((index for index, each in enumerate(parameters.each) if each.many), len(parameters.each))
    for positional in range(many + 2):
        args, keywords = carried(parameters, positional)
        if today is not None:
            today.bind(*args, **keywords)
            assert _misplaced(parameters, today, args) == []


def _misplaced(parameters: Parameters, today: inspect.Signature, args: list[str]) -> list[str]:
    """Arguments that stay in their place, and get to a parameter of another name."""
    named = [p.name for p in today.parameters.values() if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    old = [parameters.at(index) for index in range(len(args))]
    return [
        name
        for each, name in zip(old, named, strict=False)
        if each is None or not (each.many or each.place or name in (each.new, "args"))
    ]


@pytest.mark.parametrize("name", sorted(TAKES))
def test_what_is_called_the_same_takes_the_same(name: str) -> None:
    parameters, today = TAKES[name], signature(REPLACEMENTS[name])
    if parameters.is_same and today is not None:
        assert all(p.kind is not p.POSITIONAL_ONLY for p in list(today.parameters.values())[: len(parameters.each)])


STILL_THERE = ("jax.experimental.shard_map.shard_map",)


@pytest.mark.parametrize("name", STILL_THERE)
def test_old_parameters_are_those_of_the_old_function(name: str) -> None:
    with warnings.catch_warnings(action="ignore"):
        old = inspect.signature(load(name))
    assert [*old.parameters] == [each.name for each in TAKES[name].each]


def test_every_replacement_says_how_it_is_used() -> None:
    modules = {name for name in REPLACEMENTS if isinstance(load(REPLACEMENTS[name]), ModuleType)}
    assert MEMBERS.keys() == modules
    assert REPLACEMENTS.keys() - modules == (TAKES.keys() | VALUES) & REPLACEMENTS.keys()
    assert WIDER <= VALUES
    assert WIDER.isdisjoint(OTHERWISE)
    assert TAKES.keys() | VALUES | MEMBERS.keys() <= REPLACEMENTS.keys()


def test_called_values_are_types() -> None:
    assert all(isinstance(load(REPLACEMENTS[name]), type) for name in TAKES.keys() & VALUES)


@pytest.mark.parametrize("name", sorted(MEMBERS))
def test_members_are_there_today(name: str) -> None:
    module = load(REPLACEMENTS[name])
    assert [member for member in sorted(MEMBERS[name]) if not hasattr(module, member)] == []


_ASK = """
import sys
def there(dotted):
    first, *rest = dotted.split(".")
    found = __import__(first)
    for part in rest:
        try:
            found = getattr(found, part)
        except AttributeError:
            return False
    return True
import jax
print(*(name for name in sys.argv[1:] if not there(name)))
"""


@pytest.mark.parametrize("python", [sys.executable, PYTHON])
def test_what_an_import_of_jax_does_not_load(python: str) -> None:
    homes: dict[str, Any] = {}
    for name in REPLACEMENTS.values():
        if name.startswith("jax."):
            module = name if isinstance(load(name), ModuleType) else name.rpartition(".")[0]
            homes |= dict.fromkeys((module, *_around(module)))
    done = subprocess.run([python, "-c", _ASK, *homes], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == {home for home in homes if not is_reachable(home, ["jax"])}


def _around(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[:end]) for end in range(2, len(parts))]
