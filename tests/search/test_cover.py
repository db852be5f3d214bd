"""Covering arrays hold each possible pair of values in some row."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from tests.search.cover import Cell, covering

DIMENSIONS = {"a": ["1", "2", "3"], "b": ["x", "y"], "c": ["p", "q", "r", "s"]}


def allowed(cell: Cell) -> bool:
    return not (cell.get("a") == "1" and cell.get("b") == "x") and not (cell.get("b") == "y" and cell.get("c") == "s")


def pairs(rows: list[Cell]) -> set[tuple[tuple[str, str], ...]]:
    return {pair for row in rows for pair in combinations(row.items(), 2)}


@pytest.mark.parametrize("seed", [0, 1])
def test_each_pair_that_can_be_is_there(seed: int) -> None:
    every = [dict(zip(DIMENSIONS, values, strict=True)) for values in product(*DIMENSIONS.values())]
    rows = list(covering(DIMENSIONS, allowed, seed))
    assert all(map(allowed, rows))
    assert pairs(rows) == pairs([row for row in every if allowed(row)])
    assert len(rows) < len(every) - 6


def test_a_seed_gives_the_same_rows_each_time() -> None:
    first, again = (list(covering(DIMENSIONS, allowed, 1)) for _ in range(2))
    assert first == again
    assert first != list(covering(DIMENSIONS, allowed, 0))
