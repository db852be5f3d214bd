"""A twin takes as many arguments by position as its raw transform, or the tables say that it does not."""

from __future__ import annotations

import inspect
import warnings

import pytest

from pytreelint.knowledge.repairs import KEYWORDS_ONLY
from pytreelint.knowledge.transforms import TRANSFORMS
from tests.knowledge.building import load

PAIRS = {
    f"{t.name} {t.runtime}": (t.name, t.runtime)
    for t in TRANSFORMS.values()
    if not t.filtered and t.runtime and t.gives not in ("closure", "jaxpr")
}
PLACED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.VAR_POSITIONAL)


def parameters(name: str) -> list[inspect.Parameter]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a name on its way out
        return list(inspect.signature(load(name)).parameters.values())


@pytest.mark.parametrize("pair", PAIRS)
def test_each_position_is_taken_or_listed(pair: str) -> None:
    raw, twin = PAIRS[pair]
    given = [each.name for each in parameters(raw) if each.kind in PLACED]
    ours = parameters(twin)
    taken = [each.name for each in ours if each.kind in PLACED]
    fits = any(each.kind is inspect.Parameter.VAR_POSITIONAL for each in ours) or len(given) <= len(taken)
    assert fits or twin in KEYWORDS_ONLY or given[len(taken) :] == ["_split_transpose"]
