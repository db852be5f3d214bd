"""The score: found of all, by mechanism."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from benchmarks.injected.checking import Outcome


def table(results: Iterable[Outcome]) -> str:
    """Each bug under its mechanism, and the sums."""
    return "\n".join(rows(sorted(results, key=lambda one: (one.bug.mechanism, one.bug.key))))


def rows(results: list[Outcome]) -> Iterator[str]:
    """The lines of the table."""
    for mechanism, members in groupby(results, key=lambda one: one.bug.mechanism):
        group = list(members)
        yield f"{count(group, 'found')} of {len(group)}  {mechanism}"
        for one in group:
            yield f"     {one.outcome:9} {' '.join(one.bug.codes) or 'no rule':8} {one.bug.key}"
            if one.outcome == "elsewhere":
                yield from (f"               there: {said}" for said in one.said)
            yield from (f"               beside it: {said}" for said in one.others)
    with_rule = [one for one in results if one.bug.has_rule]
    elsewhere = count(with_rule, "elsewhere")
    yield f"{count(with_rule, 'found')} of {len(with_rule)} found, {elsewhere} more at another line"
    if without := len(results) - len(with_rule):
        yield f"{without} more have no rule yet"


def count(results: Iterable[Outcome], outcome: str) -> int:
    """How many have that outcome."""
    return sum(one.outcome == outcome for one in results)
