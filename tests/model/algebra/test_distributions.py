"""Distributions of installed libraries draw from the seed that they are given, whatever their source makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.model.driver.entries import sites_of
from pytreelint.model.values.sites import KeyReused
from tests.model.snippets import Project

LIBRARY = """\
import jax
import missing


class Distribution:
    def sample(self, *, seed, sample_shape=()):
        return self._sample(missing.checked(seed), sample_shape)


class Normal(Distribution):
    def __init__(self, loc):
        self.loc = loc

    def _sample(self, key, shape):
        return self.loc + jax.random.normal(key, shape)


class Deterministic(Distribution):
    def __init__(self, loc):
        self.loc = loc

    def _sample(self, key, shape):
        return self.loc
"""
PROGRAM = """\
import jax
import {library}


def act(mean, key):
    return {library}.{name}(mean).sample(seed=key)


def update(mean, key):
    old, new = jax.random.split(key)
    return act(mean, old), act(mean + 1, {second})
"""


@pytest.mark.parametrize(
    ("library", "name", "second", "count"),
    [
        ("distrax", "Normal", "old", 1),
        ("distrax", "Normal", "new", 0),
        ("distrax", "Deterministic", "old", 0),
        ("others", "Normal", "old", 0),
    ],
)
def test_one_seed_for_two_actions(tmp_path: Path, library: str, name: str, second: str, count: int) -> None:
    program = PROGRAM.format(library=library, name=name, second=second)
    project = Project(tmp_path, {"agent.py": program}, {f"{library}/__init__.py": LIBRARY})
    sites = sites_of(project.ev, project.module("agent.py"))
    assert len({site.node for site in sites if isinstance(site, KeyReused)}) == count
