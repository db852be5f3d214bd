"""All programs of the search, by family."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from tests.search.defaults import defaults
from tests.search.fields import fields
from tests.search.methods import methods
from tests.search.outputs import outputs
from tests.search.program import Program
from tests.search.statics import statics
from tests.search.treemaps import treemaps

FAMILIES: Mapping[str, Callable[[], Iterator[Program]]] = {
    each.__name__: each for each in (fields, defaults, statics, treemaps, outputs, methods)
}


def first(family: str, count: int) -> list[Program]:
    """The first programs of a family: the earlier a row of a covering array stands, the more pairs are new in it."""
    return list(islice(FAMILIES[family](), count))


def share(each: int, count: int) -> list[Program]:
    """Some of the first programs of each family, far from each other."""
    found = []
    for family in FAMILIES:
        programs = first(family, count)
        found += programs[:: -(-len(programs) // each)]
    return found
