"""How often a function runs: by its name, and by who calls it."""

from __future__ import annotations

import ast

import pytest

from pytreelint.model.queries.callers import is_called_again, is_handed_on, runs_once
from pytreelint.model.queries.trials import is_test
from tests.model.snippets import Snippet

TEXT = """
def test_loss(): return 1
def build_model(): return called_by_build()
def called_by_build(): return 1
def looped(): return 1
def outer():
    for _ in range(3): looped()
def update(): return helper()
def helper(): return 1
def at_module_level(): return 1
def mutual(): return recursive()
def recursive(): return mutual()
def rebuilding():
    def inner(): return 1
    return inner()
def twice(): return 1
def setup_twice(): return twice()
def often(): return twice()
def phases(x, restoring): return 1
def both_phases(): return phases(1, restoring=True), phases(1, restoring=False)
def kinds(x, name): return 1
def three_kinds(): return kinds(1, "a"), kinds(1, "b"), kinds(2, "a")
at_module_level()
outer()
kept = helper
"""

RUNS_ONCE = {
    "test_loss": True,
    "build_model": True,
    "called_by_build": True,  # all who call it run once
    "at_module_level": True,  # the module's own statements do
    "looped": False,  # once per iteration
    "outer": True,
    "update": False,  # nobody is seen to call it
    "helper": False,
    "mutual": False,
    "recursive": False,
    "rebuilding": False,
    "twice": False,  # one of its callers may run often
}

CALLED_AGAIN = {
    "at_module_level": False,
    "looped": True,  # by a loop
    "outer": False,
    "twice": True,  # at two places
    "helper": False,
    "mutual": False,
    "recursive": False,  # by itself, through another one
    "phases": False,  # at two places, which a flag tells apart
    "kinds": True,  # two of three have one name
}


@pytest.fixture(scope="module")
def snippet() -> Snippet:
    snippet = Snippet(TEXT)
    snippet.sites()
    return snippet


def definition(snippet: Snippet, name: str) -> ast.FunctionDef:
    found = [node for node in ast.walk(snippet.module.tree) if isinstance(node, ast.FunctionDef) and node.name == name]
    return found[0]


@pytest.mark.parametrize(("name", "expected"), RUNS_ONCE.items(), ids=list(RUNS_ONCE))
def test_runs_once(snippet: Snippet, name: str, expected: bool) -> None:
    assert runs_once(snippet.ev, definition(snippet, name)) is expected


@pytest.mark.parametrize(("name", "expected"), CALLED_AGAIN.items(), ids=list(CALLED_AGAIN))
def test_is_called_again(snippet: Snippet, name: str, expected: bool) -> None:
    assert is_called_again(snippet.ev, definition(snippet, name)) is expected


def test_the_module_runs_once(snippet: Snippet) -> None:
    assert runs_once(snippet.ev, None)


def test_tests_are_known_by_their_names(snippet: Snippet) -> None:
    assert is_test(snippet.ev, snippet.module, definition(snippet, "test_loss"))
    assert not is_test(snippet.ev, snippet.module, definition(snippet, "build_model"))
    assert not is_test(snippet.ev, snippet.module)


def test_what_stands_elsewhere_than_in_calls_is_handed_on(snippet: Snippet) -> None:
    assert is_handed_on(snippet.module, definition(snippet, "helper"))
    assert not is_handed_on(snippet.module, definition(snippet, "looped"))
