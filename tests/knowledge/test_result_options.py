"""The options that are said to change what a function gives, asked of JAX and NumPy."""

from __future__ import annotations

import inspect
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

from pytreelint.knowledge.result_options import RESULT_OPTIONS, ResultOption
from pytreelint.knowledge.results import Spec, lookup, parse
from tests.knowledge.building import load

pytestmark = pytest.mark.filterwarnings("ignore")

ROWS = [(name, option) for name, options in RESULT_OPTIONS.items() for option in options]
LINE = [0.0, 1.0, 3.0, 4.0, 5.0, 7.0]
GIVEN: dict[str, tuple[Any, ...]] = {
    "intersect1d": (LINE, LINE),
    "polyfit": (LINE, LINE, 1),
    "linspace": (0.0, 1.0, 3),
    "expm_frechet": (np.eye(3), np.eye(3)),
    "indices": ((2, 2),),
}


@pytest.mark.parametrize(("name", "option"), ROWS, ids=[f"{name}-{option.keyword}" for name, option in ROWS])
def test_an_option_changes_what_is_given(name: str, option: ResultOption) -> None:
    function: Any = load(name)
    array = jnp.asarray if name.startswith("jax.") else np.asarray
    given = GIVEN.get(name.rpartition(".")[2], (np.eye(3),))
    arguments = [array(each) if isinstance(each, list | np.ndarray) else each for each in given]
    usual, other = function(*arguments), function(*arguments, **{option.keyword: option.value})
    assert _shape(usual) != _shape(other)
    fact = lookup(name)
    assert fact is not None and _shape(usual) == _said(fact.spec)
    if option.spec != "unknown":
        assert _shape(other) == _said(parse(option.spec))


@pytest.mark.parametrize(("name", "option"), ROWS, ids=[f"{name}-{option.keyword}" for name, option in ROWS])
def test_positions(name: str, option: ResultOption) -> None:
    parameters = list(inspect.signature(load(name)).parameters.values())
    found = next(each for each in parameters if each.name == option.keyword)
    by_keyword = found.kind is inspect.Parameter.KEYWORD_ONLY
    assert option.position == (-1 if by_keyword else parameters.index(found))


def _shape(value: Any) -> int:
    """How many parts a result has; 0 for an array."""
    return len(value) if isinstance(value, tuple | list) else 0


def _said(spec: Spec) -> int:
    return len(spec.items) if spec.head in ("tuple", "list") else 0
