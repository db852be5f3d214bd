"""What is said to need the value of a tracer, asked of JAX: each entry under each kind of transform."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from pytreelint.knowledge.demands import (
    ARRAY_ATTRIBUTES,
    ARRAY_METHODS,
    ASKS_EACH,
    CHOOSES,
    FILLED,
    FLAT_IN_PART,
    GIVES_ARRAY,
    KNOWN_BY_GRADIENTS,
    LIKE,
    MAY_KEEP,
    METHODS_MAY_KEEP,
    METHODS_WITHOUT_TANGENT,
    NEEDING_METHODS,
    NEEDS_FLOAT,
    NEEDS_INTEGER,
    NEEDS_SHAPE,
    NO_TANGENT,
    NUMPY_DELEGATES,
    SIZED_BY_VALUES,
    UNLESS,
    WHERE,
)
from pytreelint.knowledge.numpy_functions import NEEDS_NUMPY
from pytreelint.knowledge.transforms import TRANSFORMS
from pytreelint.model.values.marks import Kind, kind_of
from tests.knowledge.building import load
from tests.part import part

pytestmark = pytest.mark.filterwarnings("ignore")

ARRAY = jnp.arange(1.0, 5.0)
NUMBER = jnp.array(1.0)


def ignoring(action: Callable[[Any], object]) -> Callable[[Any], Any]:
    """A function of an array that does something with it, and gives it back."""

    def run(x: Any) -> Any:
        action(x)
        return x

    return run


Run = Callable[[Callable[[Any], object], Any], object]
# Each runs an action on a tracer for the given array.
TRANSFORMED: dict[str, tuple[Kind, Run]] = {
    "jit": ("staging", lambda f, x: jax.jit(ignoring(f))(x)),
    "checkpoint": ("staging", lambda f, x: jax.checkpoint(ignoring(f))(x)),
    "eval_shape": ("staging", lambda f, x: jax.eval_shape(ignoring(f), x)),
    "pmap": ("staging", lambda f, x: jax.pmap(ignoring(f))(x[None])),
    "scan": ("staging", lambda f, x: jax.lax.scan(lambda c, _: (ignoring(f)(c), None), x, None, length=1)),
    "while_loop": ("staging", lambda f, x: jax.lax.while_loop(lambda c: False, ignoring(f), x)),
    "fori_loop": ("staging", lambda f, x: jax.lax.fori_loop(0, 1, lambda i, c: ignoring(f)(c), x)),
    "cond": ("staging", lambda f, x: jax.lax.cond(True, ignoring(f), lambda c: c, x)),
    "map": ("staging", lambda f, x: jax.lax.map(ignoring(f), x[None])),
    "vmap": ("mapped", lambda f, x: jax.vmap(ignoring(f))(x[None])),
    "vjp": ("gradient", lambda f, x: jax.vjp(ignoring(f), x)),
    "jvp": ("gradient", lambda f, x: jax.jvp(ignoring(f), (x,), (x,))),
    "linearize": ("gradient", lambda f, x: jax.linearize(ignoring(f), x)),
    "grad": ("gradient", lambda f, x: jax.grad(lambda y: ignoring(f)(y).sum())(x)),
    "value_and_grad": ("gradient", lambda f, x: jax.value_and_grad(lambda y: ignoring(f)(y).sum())(x)),
    "jacrev": ("gradient", lambda f, x: jax.jacrev(ignoring(f))(x)),
    "jacfwd": ("gradient", lambda f, x: jax.jacfwd(ignoring(f))(x)),
    "hessian": ("gradient", lambda f, x: jax.hessian(lambda y: ignoring(f)(y).sum())(x)),
}
_ONE_OF_A_KIND = {"jit": "staging", "vmap": "mapped", "vjp": "gradient"}


def works(run: Run, action: Callable[[Any], object], x: Any) -> bool:
    try:
        run(action, x)
    except Exception:
        return False
    return True


def wrong(action: Callable[[Any], object], x: Any, gradients: bool, every: bool = False) -> list[str]:
    """The transforms under which an action does not do as it is said to; `gradients`: whether it raises under those."""
    if not works(lambda f, y: f(y), action, x):
        return ["raises without any transform"]
    found = []
    for name, (kind, run) in TRANSFORMED.items():
        raises = gradients if kind == "gradient" else True
        if (every or name in _ONE_OF_A_KIND) and works(run, action, x) is raises:
            found.append(name)
    return found


PYTHON: dict[str, tuple[Callable[[Any], object], bool]] = {
    "bool": (lambda x: bool(x > 0), False),
    "if": (lambda x: 1 if x > 0 else 2, False),
    "not": (lambda x: not x, False),
    "and": (lambda x: x and 1, False),
    "chain": (lambda x: 0 < x < 3, False),
    "in": (lambda x: x in (0.0, 2.0), False),
    "sorted": (lambda x: sorted([x, 1.0]), False),
    "index of a list": (lambda x: [1, 2, 3][x.astype(int)], False),
    "bound of a list": (lambda x: [1, 2, 3][: x.astype(int)], False),
    "bound": (lambda x: ARRAY[: x.astype(int)], False),
    "mask": (lambda x: ARRAY[x < ARRAY], False),
    "at a mask": (lambda x: ARRAY.at[x < ARRAY].set(0.0), False),
    "index of numpy": (lambda x: np.arange(4)[x.astype(int)], False),
    "format": (lambda x: f"{x:.2f}", True),
    "str.format": (lambda x: f"{x:.2f}", True),
    "percent": (lambda x: "%.2f" % x, True),  # noqa: UP031  it is what is asked
    "float": (lambda x: float(x), True),
    "complex": (lambda x: complex(x), True),
    "math": (lambda x: math.floor(x), True),
    "numpy": (lambda x: np.sin(x), True),
    "list to numpy": (lambda x: np.array([x, 1.0]), True),
}


@pytest.mark.parametrize("name", PYTHON)
def test_what_python_needs(name: str) -> None:
    action, gradients = PYTHON[name]
    assert wrong(action, NUMBER, gradients, every=True) == []


@pytest.mark.parametrize("name", ["dict", "set", "dict display", "dict.get"])
def test_what_hashes_raises_under_all(name: str) -> None:
    actions: dict[str, Callable[[Any], object]] = {
        "dict": lambda x: {1: 2}[x],
        "set": lambda x: {x},
        "dict display": lambda x: {x: 1},
        "dict.get": lambda x: {1: 2}.get(x),
    }
    assert [n for n, (_, run) in TRANSFORMED.items() if works(run, actions[name], NUMBER)] == []


WORKING: dict[str, Callable[[Any], object]] = {
    "str": lambda x: f"{x} {x!r}",
    "round": lambda x: round(x),
    "abs": lambda x: abs(x),
    "sum": lambda x: sum([x, 1.0]),
    "is None": lambda x: x is None,
    "== None": lambda x: bool(x == None),  # noqa: E711  it is what is asked
    "== text": lambda x: bool(x == "text"),
    "isinstance": lambda x: isinstance(x, (float, np.ndarray)),
    "shape": lambda x: bool(x.ndim == 0 and x.shape == () and x.size == 1),
    "numpy of a shape": lambda x: np.prod(x.shape) + np.ndim(x) + len(np.shape(x)),
    "bare array": lambda x: bool(ARRAY.shape) and [float(v) for v in np.asarray(ARRAY)],
    "compile time": lambda x: at_compile_time(),
    "size": lambda x: (jnp.nonzero(x < ARRAY, size=1), jnp.unique(x * ARRAY, size=2)),
    "total length": lambda x: jnp.repeat(ARRAY, x.astype(int), total_repeat_length=3),
}


def at_compile_time() -> float:
    with jax.ensure_compile_time_eval():
        return float(ARRAY.sum())


@pytest.mark.parametrize("name", [pytest.param(name, marks=part(name)) for name in WORKING])
def test_what_works_under_all(name: str) -> None:
    assert [n for n, (_, run) in TRANSFORMED.items() if not works(run, WORKING[name], NUMBER)] == []


def test_staging_transforms_trace_every_operation() -> None:
    def action(x: Any) -> object:
        return bool(ARRAY.sum() > 0)

    found = {name for name, (_, run) in TRANSFORMED.items() if not works(run, action, NUMBER)}
    assert found == {name for name, (kind, _) in TRANSFORMED.items() if kind == "staging"}


def test_transforms_trace_as_the_table_says() -> None:
    homes = ("jax.", "jax.lax.")
    for name, (kind, _) in TRANSFORMED.items():
        known = next(TRANSFORMS[home + name] for home in homes if home + name in TRANSFORMS)
        assert kind_of(known) == kind, name
    assert kind_of(TRANSFORMS["jax.lax.associative_scan"]) == "none"
    assert jax.lax.associative_scan(lambda a, b: a + b if float(a.sum()) > 0 else b, ARRAY).shape == (4,)


@pytest.mark.parametrize("name", sorted(NEEDS_INTEGER))
def test_integers(name: str) -> None:
    assert wrong(lambda x: load(name)(x.astype(int)), NUMBER, False) == []


@pytest.mark.parametrize("name", sorted(NEEDS_FLOAT))
def test_floats(name: str) -> None:
    number = jnp.array(0.5)
    two = name.rpartition(".")[2] in ("atan2", "fmod", "isclose", "pow")
    assert wrong(lambda x: load(name)(x, 2.0) if two else load(name)(x), number, True) == []


@pytest.mark.parametrize("name", sorted(CHOOSES | ASKS_EACH))
def test_choices(name: str) -> None:
    assert wrong(lambda x: load(name)([x, x]), NUMBER, False) == []


def _numpy_calls(name: str) -> list[tuple[Callable[[Any], object], Any]]:
    function = load(name)
    matrix, square = jnp.ones((2, 2)) + jnp.eye(2), (jnp.eye(2), jnp.ones(2))
    if name == "numpy.full":
        return [(lambda x: function(3, x), NUMBER)]
    return [
        (lambda x: function(x), ARRAY),
        (lambda x: function(x, x), ARRAY),
        (lambda x: function(x), NUMBER),
        (lambda x: function(x), matrix),
        (lambda x: function(x, 1), ARRAY),
        (lambda x: function(x, x, x), ARRAY),
        (lambda x: function(x, 1, 1), matrix),
        (lambda x: function(x, (4,)), ARRAY),
        (lambda x: function([x, x]), ARRAY),
        (lambda x: function([x > 0], [x]), ARRAY),
        (lambda x: function(x, [x > 0], [1.0]), ARRAY),
        (lambda x: function("i,i->", x, x), ARRAY),
        (lambda x: function(x[:3], x[:3]), ARRAY),
        (lambda x: function(x, square[1]), matrix),
        (lambda x: function(x, x, 1), ARRAY),
    ]


def _numpy_names() -> list[Any]:
    """All names; those of SciPy and of NumPy's series, which take a minute, for the long tests."""
    quick = ("numpy", "numpy.linalg", "numpy.fft")
    long = pytest.mark.long
    return [pytest.param(n, marks=() if n.rpartition(".")[0] in quick else long) for n in sorted(NEEDS_NUMPY)]


@pytest.mark.parametrize("name", _numpy_names())
def test_numpy(name: str) -> None:
    calls = [call for call in _numpy_calls(name) if works(lambda f, y: f(y), *call)]
    assert calls, "no call of it works"
    assert [at for at, call in enumerate(calls) if works(TRANSFORMED["jit"][1], *call)] == []


MORE_GIVEN: dict[str, tuple[object, ...]] = {
    "numpy.moveaxis": (0, 0),
    "numpy.permute_dims": ((0,),),
    "numpy.repeat": (2,),
    "numpy.reshape": ((-1,),),
    "numpy.rollaxis": (0,),
    "numpy.swapaxes": (0, 0),
}


@pytest.mark.parametrize("name", sorted(NUMPY_DELEGATES))
def test_numpy_that_delegates(name: str) -> None:
    more = MORE_GIVEN.get(name, ())
    kinds = ("jit", "vjp") if more else ("jit", "vmap", "vjp")  # `vmap` leaves no axis to tell
    assert all(works(TRANSFORMED[k][1], lambda x: load(name)(x, *more), ARRAY) for k in kinds)
    assert not works(TRANSFORMED["jit"][1], lambda x: bool(np.ravel(jnp.sum(load(name)(x, *more)))), ARRAY)


SHAPES: dict[str, Callable[[Any, Any], object]] = {
    "jax.numpy.full": lambda f, n: f(n, 0.0),
    "jax.numpy.linspace": lambda f, n: f(0.0, 1.0, n),
    "jax.numpy.logspace": lambda f, n: f(0.0, 1.0, n),
    "jax.numpy.reshape": lambda f, n: f(ARRAY[:1], n),
    "jax.numpy.broadcast_to": lambda f, n: f(ARRAY[:1], n),
    "jax.numpy.moveaxis": lambda f, n: f(jnp.ones((2, 2)), n, 0),
    "jax.random.normal": lambda f, n: f(jax.random.key(0), (n,)),
    "jax.random.uniform": lambda f, n: f(jax.random.key(0), (n,)),
    "jax.random.split": lambda f, n: f(jax.random.key(0), n),
    "jax.random.permutation": lambda f, n: f(jax.random.key(0), n),
    "jax.random.choice": lambda f, n: f(jax.random.key(0), n),
    "jax.numpy.expand_dims": lambda f, n: f(ARRAY, n),
    "jax.numpy.delete": lambda f, n: f(ARRAY, n),
    "jax.lax.iota": lambda f, n: f(int, n),
    "jax.lax.dynamic_slice": lambda f, n: f(ARRAY, (0,), (n,)),
    "jax.lax.dynamic_slice_in_dim": lambda f, n: f(ARRAY, 0, n),
    "jax.ops.segment_sum": lambda f, n: f(ARRAY, jnp.zeros(4, int), n),
}


@pytest.mark.parametrize("name", sorted(NEEDS_SHAPE))
def test_shapes(name: str) -> None:
    position = NEEDS_SHAPE[name][0]
    call: Callable[[Any, Any], object] = SHAPES.get(name, lambda f, n: f(n) if position == 0 else f(ARRAY, n))
    assert wrong(lambda x: call(load(name), x.astype(int)), NUMBER, False) == []
    if name in UNLESS:
        keywords = {UNLESS[name]: 4}
        assert works(TRANSFORMED["jit"][1], lambda x: load(name)(ARRAY, x.astype(int), **keywords), NUMBER)


@pytest.mark.parametrize("name", sorted(SIZED_BY_VALUES))
def test_sizes(name: str) -> None:
    two = name.rpartition(".")[2] in ("union1d", "intersect1d", "setdiff1d", "extract", "compress")

    def call(x: Any, **keywords: Any) -> object:
        given = x.astype(int) if "bincount" in name else x > 1 if two and name.endswith(("extract", "compress")) else x
        return load(name)(given, ARRAY, **keywords) if two else load(name)(given, **keywords)

    assert wrong(call, ARRAY, False) == []
    keyword = SIZED_BY_VALUES[name]
    if keyword:
        keywords = {keyword: 4 if keyword != "strip_zeros" else False}
        assert works(TRANSFORMED["jit"][1], lambda x: call(x, **keywords), ARRAY)
    if name == WHERE:
        assert works(TRANSFORMED["jit"][1], lambda x: load(name)(x, 1.0, 2.0), ARRAY)


@pytest.mark.parametrize("name", sorted(NEEDING_METHODS))
def test_methods(name: str) -> None:
    x = ARRAY if name == "nonzero" else NUMBER
    assert wrong(lambda x: getattr(x, name)(), x, name not in KNOWN_BY_GRADIENTS) == []


def staged(action: Callable[[], Any]) -> bool:
    """Whether what an action gives is a tracer under `jit`."""
    found: list[bool] = []

    def run(x: Any) -> Any:
        found.extend(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves(action()))
        return x

    jax.jit(run)(1.0)
    return all(found)


METHOD_CALLS: dict[str, tuple[Any, ...]] = {
    "astype": (int,),
    "clip": (0, 1),
    "dot": (ARRAY,),
    "reshape": (2, 2),
    "searchsorted": (1.0,),
    "swapaxes": (0, 0),
    "take": (0,),
}


@pytest.mark.parametrize("name", sorted(ARRAY_METHODS))
def test_methods_are_operations(name: str) -> None:
    holder = jnp.ones((2, 2)) if name in ("diagonal", "trace") else ARRAY
    assert name in METHODS_MAY_KEEP or staged(lambda: getattr(holder, name)(*METHOD_CALLS.get(name, ())))


def test_what_may_keep_its_argument_does() -> None:
    assert not staged(lambda: jnp.asarray(ARRAY))
    assert not staged(lambda: jnp.reshape(ARRAY, (4,)))
    assert not staged(lambda: ARRAY[:])
    assert not staged(lambda: ARRAY.T)
    assert {"T"} <= ARRAY_ATTRIBUTES and {"jax.numpy.asarray", "jax.numpy.reshape"} <= MAY_KEEP


@pytest.mark.parametrize("name", ["zeros", "ones", "arange", "array", "sum", "sin", "stack", "where", "eye"])
def test_functions_are_operations(name: str) -> None:
    given = {"stack": ([ARRAY, ARRAY],), "where": (True, 1.0, 2.0)}.get(name, (3,))
    assert staged(lambda: getattr(jnp, name)(*given))


@pytest.mark.parametrize("name", sorted(NO_TANGENT - FLAT_IN_PART))
def test_no_gradient_flows_through(name: str) -> None:
    given = (2.0,) if name.endswith(("full_like", "floor_divide")) else ()
    assert works(TRANSFORMED["vjp"][1], lambda x: float(load(name)(x, *given)), NUMBER)


@pytest.mark.parametrize("name", sorted(METHODS_WITHOUT_TANGENT))
def test_no_gradient_flows_through_a_method(name: str) -> None:
    assert works(TRANSFORMED["vjp"][1], lambda x: float(getattr(x, name)()), NUMBER)
    assert works(TRANSFORMED["vjp"][1], lambda x: (float(x // 2.0), float(x.imag)), NUMBER)


def is_tracer(value: object) -> bool:
    return isinstance(value, jax.core.Tracer)


@pytest.mark.parametrize("name", sorted(FLAT_IN_PART))
def test_gradients_know_a_part_of_what_is_flat_in_part(name: str) -> None:
    found: list[Any] = []
    numbers = ("arange", "bartlett", "blackman", "hamming", "hanning", "kaiser", "roots")
    two = ("divmod", "intersect1d", "setdiff1d", "setxor1d", "union1d", "histogram2d", "kaiser")
    row = jnp.array([0.3, 0.7])
    given = row.reshape(2, 1) * row if name.endswith(("slogdet", "lu", "dd")) else row
    times = 2 if name.endswith(two) else 1
    run = ignoring(lambda x: found.append(load(name)(*[x] * times)))
    assert works(TRANSFORMED["vjp"][1], run, NUMBER if name.endswith(numbers) else given)
    assert not all(map(is_tracer, jax.tree.leaves(found)))


@pytest.mark.parametrize("name", sorted(LIKE))
def test_like_asks_for_no_value(name: str) -> None:
    assert works(TRANSFORMED["vmap"][1], lambda x: bool(load(name)(x)) or True, NUMBER)


@pytest.mark.parametrize("name", sorted(FILLED))
def test_the_first_argument_is_the_shape_of_a_new_array(name: str) -> None:
    function = getattr(jnp, name.removeprefix("jax.numpy."))
    filling = {"fill_value": 1.0} if name.endswith("full") else {}
    assert function((3, 0), **filling).shape == function(shape=(3, 0), **filling).shape == (3, 0)


@pytest.mark.parametrize("name", sorted(GIVES_ARRAY))
def test_pythons_own_give_tracers(name: str) -> None:
    function = load(name)
    call: Callable[[Any], object] = (lambda x: function([x])) if name.endswith("sum") else (lambda x: function(x, 2))
    one = name in ("builtins.abs", "builtins.round")
    found: list[Any] = []
    jax.jit(ignoring(lambda x: found.append(function(x) if one else call(x))))(NUMBER)
    assert isinstance(jax.tree.leaves(found)[0], jax.core.Tracer)


def test_operator_index_is_an_index() -> None:
    assert "operator.index" in NEEDS_INTEGER and operator.index(np.int32(1)) == 1
