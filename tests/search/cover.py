"""Covering arrays: few rows in which each pair of values of two dimensions occurs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

SEED = int(os.environ.get("PYTREELINT_SEARCH_SEED", "0"))
Cell = dict[str, str]
Allowed = Callable[[Cell], bool]
_Pair = tuple[tuple[str, str], tuple[str, str]]


def covering(dimensions: Mapping[str, Sequence[str]], allowed: Allowed, seed: int = SEED) -> Iterator[Cell]:
    """Yields rows until each pair that some row can hold stands in one; the same rows each time.

    Args:
        allowed: whether a row, or the part of one that is filled, can be.
        seed: gives other rows with the same pairs, unless it is 0.
    """
    names = list(dimensions)
    if seed:
        random = Random(seed)
        dimensions = {name: random.sample(values, len(values)) for name, values in dimensions.items()}
    open_pairs = dict.fromkeys(_pairs(dimensions))
    while open_pairs:
        first = next(iter(open_pairs))
        row = _filled(dict(first), names, dimensions, allowed, open_pairs)
        if row is None:
            del open_pairs[first]
            continue
        for pair in _held(row, names):
            open_pairs.pop(pair, None)
        yield {name: row[name] for name in names}


def _pairs(dimensions: Mapping[str, Sequence[str]]) -> Iterator[_Pair]:
    for one, two in combinations(dimensions, 2):
        for a in dimensions[one]:
            for b in dimensions[two]:
                yield (one, a), (two, b)


def _held(row: Cell, names: Sequence[str]) -> Iterator[_Pair]:
    for one, two in combinations([name for name in names if name in row], 2):
        yield (one, row[one]), (two, row[two])


def _filled(
    row: Cell,
    names: Sequence[str],
    dimensions: Mapping[str, Sequence[str]],
    allowed: Allowed,
    open_pairs: Mapping[_Pair, None],
) -> Cell | None:
    """The row with its other dimensions chosen so that it covers much; None where none is allowed."""
    if not allowed(row):
        return None
    missing = next((name for name in names if name not in row), None)
    if missing is None:
        return row
    turn = len(open_pairs) % len(dimensions[missing])  # values of equal worth take turns
    values = [*dimensions[missing][turn:], *dimensions[missing][:turn]]

    def worth(value: str) -> int:
        return -sum(pair in open_pairs for pair in _held({**row, missing: value}, names))

    for value in sorted(values, key=worth):
        found = _filled({**row, missing: value}, names, dimensions, allowed, open_pairs)
        if found is not None:
            return found
    return None
