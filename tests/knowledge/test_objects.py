"""What is said of functions and the arrays that they are given, asked of JAX: each entry is executed."""

from __future__ import annotations

import copy
import dataclasses
import importlib
from contextlib import nullcontext
from typing import Any

import jax
import jax.numpy as jnp
import pytest

from pytreelint.knowledge.names import INITIALIZERS
from pytreelint.knowledge.objects import (
    BUNDLED_DRAW,
    COPIES,
    DRAWS,
    HANDS_ON,
    HOLDING_ITEMS,
    LOOKING,
    RATES,
    RENEWS,
    SAME,
    SAMPLERS,
    SPLITTER,
)
from tests.part import part

pytestmark = pytest.mark.filterwarnings("ignore")

_ONE = ("jax.numpy.", "jax.nn.", "jax.lax.", "builtins.abs")
_TWO = """
add arctan2 div divide fmax fmin fmod max maximum min minimum mod mul multiply pow power rem sub subtract true_divide
"""
_MORE: dict[str, tuple[Any, ...]] = {  # besides the array
    "jax.lax.dynamic_update_index_in_dim": (2.0, 0, 0),
    "jax.lax.dynamic_update_slice": (jnp.zeros(1), (0,)),
    "jax.lax.dynamic_update_slice_in_dim": (jnp.zeros(1), 0, 0),
    "jax.lax.integer_pow": (2,),
    "jax.lax.rev": ((0,),),
    "jax.numpy.piecewise": ([jnp.ones(3, bool)], [2.0, 1.0]),
    "jax.numpy.roll": (1,),
}
_CHOOSING = ("jax.numpy.where", "jax.lax.select", "jax.lax.select_n")
_ON_DEVICES = ("jax.lax.pmean", "jax.lax.psum", "jax.lax.ppermute", "jax.lax.with_sharding_constraint")
_PARAMETERS: dict[str, tuple[Any, ...]] = {
    "ball": (2,),
    "beta": (1.0, 1.0),
    "binomial": (4, 0.5),
    "categorical": (jnp.zeros(3),),
    "chisquare": (2.0,),
    "choice": (3,),
    "dirichlet": (jnp.ones(2),),
    "double_sided_maxwell": (0.0, 1.0),
    "f": (2.0, 2.0),
    "gamma": (1.0,),
    "generalized_normal": (2.0,),
    "geometric": (0.5,),
    "loggamma": (1.0,),
    "multinomial": (jnp.float32(3.0), jnp.ones(2) / 2),
    "multivariate_normal": (jnp.zeros(2), jnp.eye(2)),
    "orthogonal": (2,),
    "pareto": (1.0,),
    "permutation": (3,),
    "poisson": (1.0,),
    "randint": ((2,), 0, 3),
    "rayleigh": (1.0,),
    "t": (2.0,),
    "triangular": (0.0, 0.5, 1.0),
    "truncated_normal": (-1.0, 1.0),
    "wald": (1.0,),
    "weibull_min": (1.0, 1.0),
}


def _function(name: str) -> Any:
    module, _, attribute = name.rpartition(".")
    return getattr(importlib.import_module(module), attribute)


def _deleted(x: jax.Array) -> None:
    jax.jit(lambda a: a + 1, donate_argnums=0)(x)
    assert x.is_deleted()


@pytest.mark.parametrize("name", [name for name in SAME if name != "jax.block_until_ready"])
def test_what_gives_the_array_back_dies_with_it(name: str) -> None:
    x = jnp.arange(3.0)
    other = _function(name)(x)
    _deleted(x)
    with pytest.raises(Exception, match="deleted"):
        print(other + 1)


@pytest.mark.parametrize("name", HANDS_ON)
def test_what_hands_on_gives_the_very_object(name: str) -> None:
    given = [object(), object()]
    assert _function(name)(*given) is given[HANDS_ON[name]]


_ALIASES = [
    *("x[:]", "x[...]", "jnp.asarray(x)", "jax.device_put(x)", "x.astype(x.dtype)", "x.reshape(3)", "x.T", "x.view()"),
    *("jax.device_put(x, jax.devices()[0])", "jax.tree.map(lambda a: a, x)", "jax.lax.stop_gradient(x)"),
]
_COPIES = [
    *("jnp.array(x)", "jnp.copy(x)", "x.copy()", "x.ravel()", "x.flatten()", "jnp.squeeze(x)", "+x", "x.real", "x[1:]"),
    *(
        "jax.device_put(x, may_alias=False)",
        "jnp.asarray(x, int)",
        "x.reshape(3, 1)",
        "copy.copy(x)",
        "jnp.positive(x)",
    ),
]


@pytest.mark.parametrize(("text", "dies"), [*((t, True) for t in _ALIASES), *((t, False) for t in _COPIES)])
def test_what_an_expression_gives_dies_with_the_array_if_it_is_the_array(text: str, dies: bool) -> None:
    x = jnp.arange(3.0)
    other = eval(text, {"x": x, "jnp": jnp, "jax": jax, "copy": copy})
    _deleted(x)
    with pytest.raises(Exception, match="deleted") if dies else nullcontext():
        print(other + 1)


RENEWING = [name for name in RENEWS if name.startswith(_ONE) and name not in (*_CHOOSING, *_ON_DEVICES)]


def test_shuffled_rows_are_new_and_have_the_shape_of_the_old() -> None:
    x = jnp.arange(6.0).reshape(3, 2)
    assert RENEWS["jax.random.permutation"] == (1,)
    other = jax.random.permutation(jax.random.key(0), x)
    assert (other.shape, other.dtype) == (x.shape, x.dtype)
    _deleted(x)
    assert not other.is_deleted()


@pytest.mark.parametrize("name", [pytest.param(name, marks=part(name)) for name in RENEWING])
def test_what_renews_keeps_shape_and_dtype_and_lives_on(name: str) -> None:
    x = jnp.arange(1.0, 4.0)
    more = _MORE.get(name, (jnp.full(3, 2.0),) if name.rpartition(".")[2] in _TWO.split() else ())
    other = _function(name)(x, *more)
    assert (other.shape, other.dtype) == (x.shape, x.dtype)
    _deleted(x)
    assert not other.is_deleted()


@pytest.mark.parametrize("name", _CHOOSING)
def test_what_chooses_between_arrays_gives_one_of_their_shape(name: str) -> None:
    x, y = jnp.arange(3.0), jnp.ones(3)
    assert RENEWS[name] == (1, 2)
    other = _function(name)(jnp.array([True, False, True]), x, y)
    assert (other.shape, other.dtype) == (x.shape, x.dtype)


@pytest.mark.parametrize(
    "name",
    sorted(
        n for n in COPIES if n.startswith(("dataclasses", "copy")) and (n[:4] != "copy" or hasattr(copy, "replace"))
    ),
)
def test_a_copy_of_a_record_holds_the_very_arrays_of_the_other_fields(name: str) -> None:
    record = dataclasses.make_dataclass("Record", ["kept", "given"])
    x, y = jnp.arange(3.0), jnp.arange(3.0)
    other = _function(name)(record(x, None), given=y)
    assert other.kept is x
    assert other.given is y


@pytest.mark.parametrize("name", sorted(name for name in COPIES if "tree_at" in name))
def test_a_tree_with_another_part_holds_the_very_arrays_of_the_other_parts(name: str) -> None:
    x, y = jnp.arange(3.0), jnp.arange(3.0)
    other = _function(name)(lambda tree: tree["given"], {"kept": {"x": x}, "given": x}, y)
    assert other["kept"]["x"] is x
    assert other["given"] is y


@pytest.mark.parametrize("name", sorted(HOLDING_ITEMS - {"builtins.dict"}))
def test_a_copy_of_a_list_holds_its_very_items(name: str) -> None:
    x = jnp.arange(3.0)
    assert _function(name)([x])[0] is x


@pytest.mark.parametrize("name", sorted(n for n in LOOKING if n.startswith("jax.numpy.")))
def test_what_looks_takes_deleted_arrays(name: str) -> None:
    x = jnp.arange(3.0)
    _deleted(x)
    more = {"jax.numpy.reshape": ((3,),), "jax.numpy.full_like": (1.0,)}.get(name, ())
    assert _function(name)(x, *more) is not None


@pytest.mark.parametrize("name", [pytest.param(name, marks=part(name)) for name in sorted(SAMPLERS | {SPLITTER})])
def test_what_draws_uses_the_key_up(name: str) -> None:
    sampler, given = _function(name), _PARAMETERS.get(name.rpartition(".")[2], ())
    with jax.debug_key_reuse(True):
        key = jax.random.key(0)
        sampler(key, *given)
        with pytest.raises(jax.errors.KeyReuseError):
            jax.random.normal(key)


@pytest.mark.parametrize("name", INITIALIZERS.split())
def test_what_initializers_make_draws(name: str) -> None:
    given = {"variance_scaling": (1.0, "fan_in", "normal")}.get(name, ())
    initializer = getattr(jax.nn.initializers, name)(*given)
    assert "jax.nn.initializers.Initializer.__call__" in DRAWS
    with jax.debug_key_reuse(True):
        key = jax.random.key(0)
        initializer(key, (3, 3, 3))
        with pytest.raises(jax.errors.KeyReuseError):
            jax.random.normal(key)


@pytest.mark.parametrize("rate", [0.0, 0.5])
def test_dropout_draws_unless_its_rate_is_zero(rate: float) -> None:
    name = "haiku.dropout"
    assert (DRAWS[name], RATES[name]) == ((0, "rng"), (1, "rate"))
    with jax.debug_key_reuse(True), nullcontext() if rate == 0.0 else pytest.raises(jax.errors.KeyReuseError):
        key = jax.random.key(0)
        _function(name)(key, rate, jnp.ones(3))
        jax.random.normal(key)


def test_what_draws_is_tried_here() -> None:
    """But for the word of stubs, which stand for source that is tried so."""
    tried = SAMPLERS | {SPLITTER, "jax.nn.initializers.Initializer.__call__", "haiku.dropout"}
    assert set(DRAWS) == tried | {BUNDLED_DRAW}
