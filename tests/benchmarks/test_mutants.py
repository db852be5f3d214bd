"""The mutants of training loops and of layers."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from benchmarks.corpus import Package
from benchmarks.mutants.donated import reads, rebinds
from benchmarks.mutants.layers import layers

STEPS = """
import functools
import jax

def make(f):
    step = jax.pmap(f, donate_argnums=(0,))
    evaluate = jax.pmap(f)
    return step, evaluate

@functools.partial(jax.jit, donate_argnames="opt_state")
def update(params, opt_state):
    return params, opt_state
"""
TRAINING = """
import jax
from steps import make, update

step, evaluate = make(print)

def train(state, params, opt_state, batches):
    for batch in batches:
        state, loss = step(state, batch)
        params, opt_state = update(params, opt_state)
        state = evaluate(state, batch)
    new, loss = step(state, None)
    return loss

def once(state):
    state, loss = step(state, None)
    return state
"""
NETS = """
import equinox as eqx
import jax

class Base(eqx.Module):
    pass

class Net(Base):
    def __init__(self, keys, n):
        self.layers = [eqx.nn.Linear(4, 4, key=k) for k in keys]
        self.heads = tuple(eqx.nn.Linear(4, i, key=keys[i]) for i in range(n))
        self.parts = []
        for key in keys[1:]:
            self.parts.append(eqx.nn.Linear(4, 4, key=key))

class Plain:
    def __init__(self, keys):
        self.layers = [eqx.nn.Linear(4, 4, key=k) for k in keys]
"""


@pytest.fixture
def package(tmp_path: Path) -> Package:
    for name, text in (("steps", STEPS), ("training", TRAINING), ("nets", NETS)):
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    return Package("mutants", "1", tmp_path)


def test_who_donates_is_known_through_files_builders_and_decorators(package: Package) -> None:
    found = {mutant.what: mutant for mutant in rebinds(package)}
    assert set(found) == {"`_state` for `state`", "`_opt_state` for `opt_state`"}, "nobody needs what is only returned"
    text = found["`_opt_state` for `opt_state`"].text()
    assert "params, _opt_state = update(params, opt_state)" in text
    assert text.replace("_opt_state", "opt_state") == TRAINING


def test_reads_stand_behind_the_call(package: Package) -> None:
    found = list(reads(package))
    assert [mutant.function for mutant in found] == ["train", "train", "train", "once"]
    lines = found[0].text().splitlines()
    at = lines.index("        state_before = state")
    assert lines[at + 2].endswith("jax.tree.map(jnp.subtract, state, state_before)")
    assert found[0].row_before(at + 1) == found[0].row_before(at + 2) == found[0].row_before(at + 3) == at + 1
    assert found[0].row_before(at + 4) == at + 2
    assert "jax.tree.map(jnp.square, state)" in found[2].text(), "under its own name, where another one is bound"


def test_layers_that_differ_in_their_key_alone_become_one(package: Package) -> None:
    found = {mutant.what: mutant for mutant in layers(package)}
    assert set(found) == {
        "`[eqx.nn.Linear(4, 4, key=keys[0])] * len(keys)`",
        "`eqx.nn.Linear(4, 4, key=keys[1:][0])` before the loop",
    }
    for mutant in found.values():
        ast.parse(mutant.text())
    assert "self.parts.append(one_layer)" in found["`eqx.nn.Linear(4, 4, key=keys[1:][0])` before the loop"].text()
