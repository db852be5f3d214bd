"""The options that are said to need a value, asked of JAX: a number works, the same number traced does not."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import diffrax
import jax
import jax.numpy as jnp
import optimistix
import pytest

from pytreelint.knowledge.static_options import STATIC_OPTIONS
from tests.knowledge.building import load

pytestmark = pytest.mark.filterwarnings("ignore")

ROWS = [(name, option) for name, options in STATIC_OPTIONS.items() for option in options]
SQUARE, COUNTS = jnp.arange(16.0).reshape(4, 4), jnp.arange(4)
# What other parameters are given, by their names; all others get one of these arrays.
GIVEN: dict[str, Any] = {
    "key": jax.random.key(0),
    "n": 3,
    "d": 2,
    "p": 0.5,
    "mean": jnp.zeros(4),
    "cov": jnp.eye(4),
    "minval": 0,
    "maxval": 5,
    "left": 0.0,
    "mode": 1.0,
    "right": 2.0,
    "lower": 0,
    "upper": 2,
    "f": lambda carry, x: (carry, x),
    "init": 0.0,
    "body_fun": lambda i, carry: carry,
    "init_val": 0.0,
    "index": 0,
    "start_index": 0,
    "slice_size": 2,
    "broadcast_dimensions": (0,),
    "dtype": float,
    "method": "nearest",
    "fill_value": 0.0,
    "dimension": 0,
    "xs": COUNTS,
    "terms": diffrax.ODETerm(lambda t, y, args: -y),
    "t0": 0.0,
    "t1": 1.0,
    "dt0": 0.5,
    "y0": 0.5,
    "fn": lambda y, args: 0.5 * y**2,
    "init_value": 1.0,
    "end_value": 0.1,
    "peak_value": 1.0,
    "decay_rate": 0.9,
    "power": 1.0,
    "learning_rate": 0.1,
    "transition_steps": 10,
    "decay_steps": 10,
    "warmup_steps": 5,
}
SOLVERS = {
    "diffrax.diffeqsolve": diffrax.Euler(),
    "optimistix.fixed_point": optimistix.FixedPointIteration(1e-3, 1e-3),
    "optimistix.least_squares": optimistix.LevenbergMarquardt(1e-1, 1e-1),
    "optimistix.minimise": optimistix.BFGS(1e-3, 1e-3),
    "optimistix.root_find": optimistix.Newton(1e-3, 1e-3),
}
SCALARS = {"df", "dfnum", "dfden", "concentration", "scale", "lam", "sigma", "low", "alpha", "b", "beta"}


def call(name: str, option: str) -> Iterator[Callable[[Any], object]]:
    """Calls of a function with an option, of which one should work."""
    function = load(name)
    parameters = inspect.signature(function).parameters
    needed = [p for p in parameters.values() if p.name != option and (p.default is p.empty or p.name == "xs")]
    for array in (SQUARE, COUNTS, jnp.ones(1), (SQUARE, SQUARE)):
        given = {
            p.name: SOLVERS[name] if p.name == "solver" else GIVEN.get(p.name, 1.0 if p.name in SCALARS else array)
            for p in needed
        }
        for form in (lambda value: value, lambda value: (value,), lambda value: (value, 4)):
            yield lambda value, given=given, form=form: function(**given, **{option: form(value)})  # type: ignore[misc]


def works(run: Callable[[Any], object], value: Any) -> bool:
    try:
        run(value)
    except Exception:
        return False
    return True


@pytest.mark.parametrize(("name", "option"), ROWS)
def test_a_traced_option_is_refused(name: str, option: str) -> None:
    each = ((run, number) for run in call(name, option) for number in (1, 0, 4, 64))
    found = next(((run, number) for run, number in each if works(run, number)), None)
    assert found is not None, "no call of it works"
    run, number = found
    assert not works(lambda value: jax.eval_shape(run, value), number)


@pytest.mark.parametrize(("name", "option"), ROWS)
def test_the_position_is_that_of_the_signature(name: str, option: str) -> None:
    assert list(inspect.signature(load(name)).parameters).index(option) == STATIC_OPTIONS[name][option]
