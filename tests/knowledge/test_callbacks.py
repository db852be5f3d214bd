"""What libraries call the functions with that they are given, asked of JAX."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

from pytreelint.knowledge.callbacks import CALLBACKS, HOST_LOOPS, LEARNING_RATE, SCHEDULES
from tests.part import part

diffrax = pytest.importorskip("diffrax")
equinox = pytest.importorskip("equinox")
lineax = pytest.importorskip("lineax")
optax = pytest.importorskip("optax")
optimistix = pytest.importorskip("optimistix")
odeint = pytest.importorskip("jax.experimental.ode").odeint
linear = pytest.importorskip("jax.scipy.sparse.linalg")
minimize = pytest.importorskip("jax.scipy.optimize").minimize
optimize = pytest.importorskip("scipy.optimize")
integrate = pytest.importorskip("scipy.integrate")

pytestmark = pytest.mark.filterwarnings("ignore")

VECTOR, SCALAR, TIMES = jnp.ones(2), jnp.ones(()), jnp.linspace(0.0, 1.0, 3)
Spy = Callable[..., Any]


def _solve(field: Spy, **options: Any) -> None:
    diffrax.diffeqsolve(
        diffrax.ODETerm(field), diffrax.Tsit5(), 0.0, 1.0, 0.1, 1.0, args=(SCALAR, 2.0, "name"), **options
    )


def _optimistix(name: str, solver: Any) -> Callable[[Spy], object]:
    return lambda f: getattr(optimistix, name)(f, solver(1e-3, 1e-3), 2.0, args=(SCALAR, 2.0, "name"))


def _same(t: Any, y: Any, args: Any) -> Any:
    return y


# By the name and the keyword of the entry: what the function gives, and a call.
CALLS: dict[tuple[str, str], tuple[Callable[..., Any], Callable[[Spy], object]]] = {
    ("diffrax.diffeqsolve", "terms"): (_same, _solve),
    ("diffrax.diffeqsolve", "saveat"): (_same, lambda f: _solve(_same, saveat=diffrax.SaveAt(t1=True, fn=f))),
    ("diffrax.diffeqsolve", "event"): (
        lambda t, y, args, **_: y > 5,
        lambda f: _solve(_same, event=diffrax.Event(f)),
    ),
    ("lineax.FunctionLinearOperator", "fn"): (
        lambda x: 2 * x,
        lambda f: lineax.FunctionLinearOperator(f, jax.eval_shape(lambda: VECTOR)),
    ),
    ("lineax.JacobianLinearOperator", "fn"): (
        lambda x, args: 2 * x,
        lambda f: lineax.JacobianLinearOperator(f, VECTOR, (SCALAR, 2.0, "name")),
    ),
    ("equinox.MLP", "activation"): (
        lambda x: x,
        lambda f: equinox.nn.MLP(2, 2, 4, 1, activation=f, key=jax.random.PRNGKey(0))(VECTOR),
    ),
    ("jax.experimental.ode.odeint", "func"): (lambda y, t, *args: y, lambda f: odeint(f, 1.0, TIMES, 2.0, SCALAR)),
    ("jax.scipy.optimize.minimize", "fun"): (
        lambda x, *args: (x**2).sum(),
        lambda f: minimize(f, VECTOR, args=(2.0, SCALAR), method="BFGS"),
    ),
    ("jax.lax.custom_linear_solve", "matvec"): (
        lambda x: 2 * x,
        lambda f: jax.lax.custom_linear_solve(f, VECTOR, lambda _, b: b / 2, lambda _, b: b / 2),
    ),
    ("jax.lax.reduce", "computation"): (
        lambda a, b: a + b,
        lambda f: jax.lax.reduce(VECTOR, jnp.zeros(()), f, (0,)),
    ),
    ("jax.lax.reduce_window", "computation"): (
        lambda a, b: a + b,
        lambda f: jax.lax.reduce_window(VECTOR, 0.0, f, (2,), (1,), "VALID"),
    ),
    ("jax.numpy.apply_along_axis", "func1d"): (
        lambda row: row.sum(),
        lambda f: jnp.apply_along_axis(f, 0, jnp.ones((2, 2))),
    ),
    ("optimistix.root_find", "fn"): (lambda y, args: y - 1, _optimistix("root_find", optimistix.Newton)),
    ("optimistix.fixed_point", "fn"): (
        lambda y, args: 0.5 * y,
        _optimistix("fixed_point", optimistix.FixedPointIteration),
    ),
    ("optimistix.least_squares", "fn"): (
        lambda y, args: y - 1,
        _optimistix("least_squares", optimistix.LevenbergMarquardt),
    ),
    ("optimistix.minimise", "fn"): (lambda y, args: (y - 1) ** 2, _optimistix("minimise", optimistix.BFGS)),
    ("jax.scipy.sparse.linalg.cg", "A"): (lambda x: 2 * x, lambda f: linear.cg(f, VECTOR)),
    ("jax.scipy.sparse.linalg.gmres", "A"): (lambda x: 2 * x, lambda f: linear.gmres(f, VECTOR)),
    ("jax.scipy.sparse.linalg.bicgstab", "A"): (lambda x: 2 * x, lambda f: linear.bicgstab(f, VECTOR)),
}


def is_traced(value: Any) -> bool:
    return isinstance(value, jax.core.Tracer)


def _spy(calls: list[tuple[Any, ...]], gives: Callable[..., Any]) -> Spy:
    def spy(*args: Any, **more: Any) -> Any:
        calls.append(args)
        return gives(*args, **more)

    return spy


def test_a_function_without_captures_is_not_traced_when_an_operator_is_made() -> None:
    operator = lineax.FunctionLinearOperator(_half_or_more, jax.eval_shape(lambda: VECTOR))
    assert operator.mv(VECTOR)[0] == 2.0


def _half_or_more(x: jax.Array) -> jax.Array:
    return 2 * x if x[0] > 0 else x


@pytest.mark.parametrize("name", [pytest.param(name, marks=part(name)) for name in sorted(CALLBACKS)])
def test_callback(name: str) -> None:
    for entry in CALLBACKS[name]:
        gives, run = CALLS[name, entry.keyword]
        calls: list[tuple[Any, ...]] = []

        run(_spy(calls, gives))
        args = calls[0]
        for position, word in enumerate(entry.calls):
            if word.startswith("*state"):
                assert all(map(is_traced, args[position:]))
            elif word.startswith("*args"):
                assert args[position] == 2.0
                assert not is_traced(args[position])
            elif word.startswith("args"):
                assert is_traced(args[position][0])
                assert args[position][1:] == (2.0, "name")
            else:
                assert is_traced(args[position])


OPTIMIZERS: dict[str, tuple[Callable[[Any], Any], object]] = {
    "optax.sgd": (lambda f: optax.sgd(f), 0.1),
    "optax.adamw": (lambda f: optax.adamw(learning_rate=f), 0.1),
    "optax.scale_by_schedule": (lambda f: optax.chain(optax.scale_by_schedule(f)), 0.1),
    "optax.MultiSteps": (lambda f: optax.MultiSteps(optax.sgd(0.1), f), 2),
}


def _noting(seen: list[bool], number: object) -> Callable[[Any], object]:
    def schedule(count: Any) -> object:
        seen.append(is_traced(count))
        return number

    return schedule


@pytest.mark.parametrize("name", sorted(OPTIMIZERS))
def test_schedule(name: str) -> None:
    make, number = OPTIMIZERS[name]
    seen: list[bool] = []
    optimizer = make(_noting(seen, number))
    state = optimizer.init(VECTOR)
    optimizer.update(VECTOR, state, VECTOR)
    assert not any(seen)
    seen.clear()
    jax.jit(optimizer.update)(VECTOR, state, VECTOR)
    assert any(seen)
    assert set(SCHEDULES) <= set(OPTIMIZERS)
    assert LEARNING_RATE[1] == "learning_rate"


def _curve(f: Spy) -> object:
    return optimize.curve_fit(f, TIMES, TIMES, p0=[1.0])


def _optimised(name: str, given: Any) -> Callable[[Spy], object]:
    return lambda f: getattr(optimize, name)(f, given)


_BOX = [(-1.0, 1.0)]
# What SciPy is called with; the function is given the first argument of what is listed.
_HOSTS: dict[str, tuple[Callable[..., Any], Callable[[Spy], object]]] = {
    **{
        f"scipy.optimize.{name}": (
            lambda x, *_: float(((x - 0.5) ** 2).sum()),
            _optimised(name, [0.0]),
        )
        for name in ("basinhopping", "fmin", "fmin_bfgs", "fmin_cg", "fmin_powell", "minimize")
    },
    **{
        f"scipy.optimize.{name}": (lambda x, *_: x - 0.5, _optimised(name, [0.0]))
        for name in ("fsolve", "least_squares", "leastsq", "root")
    },
    **{
        f"scipy.optimize.{name}": (lambda x, *_: float((x**2).sum()), _optimised(name, _BOX))
        for name in ("differential_evolution", "direct", "dual_annealing", "shgo")
    },
    "scipy.optimize.brute": (lambda x, *_: float((x**2).sum()), lambda f: optimize.brute(f, _BOX, Ns=3)),
    "scipy.optimize.curve_fit": (lambda x, a: a * x, _curve),
    "scipy.optimize.fmin_l_bfgs_b": (
        lambda x: float((x**2).sum()),
        lambda f: optimize.fmin_l_bfgs_b(f, [1.0], approx_grad=True),
    ),
    "scipy.optimize.fmin_tnc": (lambda x: float((x**2).sum()), lambda f: optimize.fmin_tnc(f, [1.0], approx_grad=True)),
    "scipy.optimize.minimize_scalar": (lambda x: x * x, optimize.minimize_scalar),
    "scipy.optimize.root_scalar": (lambda x: x - 0.5, lambda f: optimize.root_scalar(f, bracket=(0.0, 1.0))),
    "scipy.integrate.cubature": (lambda x: x[:, 0] ** 2, lambda f: integrate.cubature(f, [0.0], [1.0])),
    "scipy.integrate.dblquad": (lambda y, x: x * y, lambda f: integrate.dblquad(f, 0, 1, 0, 1)),
    "scipy.integrate.nquad": (lambda x: x * x, lambda f: integrate.nquad(f, [(0, 1)])),
    "scipy.integrate.odeint": (lambda y, t: -y, lambda f: integrate.odeint(f, [1.0], [0.0, 1.0])),
    "scipy.integrate.quad": (lambda x: x * x, lambda f: integrate.quad(f, 0, 1)),
    "scipy.integrate.quad_vec": (lambda x: x * x, lambda f: integrate.quad_vec(f, 0, 1)),
    "scipy.integrate.solve_bvp": (
        lambda x, y: -y,
        lambda f: integrate.solve_bvp(f, lambda a, b: a - 1.0, [0.0, 1.0], [[1.0, 1.0]]),
    ),
    "scipy.integrate.solve_ivp": (lambda t, y: -y, lambda f: integrate.solve_ivp(f, (0.0, 1.0), [1.0])),
}


@pytest.mark.parametrize("name", sorted(HOST_LOOPS))
def test_scipy_calls_again_and_again_what_it_is_given_first(name: str) -> None:
    given, run = _HOSTS[name]
    calls: list[object] = []

    def spy(*args: Any) -> Any:
        calls.append(args)
        return given(*args)

    run(spy)
    assert HOST_LOOPS[name] == (0, "")
    assert len(calls) > 1


def _started(name: str, start: Any) -> object:
    if name == "diffrax.diffeqsolve":
        return diffrax.diffeqsolve(diffrax.ODETerm(_same), diffrax.Tsit5(), 0.0, 1.0, 0.1, start)
    if name == "jax.experimental.ode.odeint":
        return odeint(lambda y, t: y, start, jnp.array([0.0, 1.0]))
    solvers = {"root_find": "Newton", "fixed_point": "FixedPointIteration", "least_squares": "GaussNewton"}
    solver = getattr(optimistix, solvers.get(name := name.rpartition(".")[2], "BFGS"))(1e-3, 1e-3)
    gives_number = name == "minimise"
    return getattr(optimistix, name)(lambda y, args: SCALAR if gives_number else y, solver, start)


@pytest.mark.parametrize(
    "name", sorted({each.transform.name for held in CALLBACKS.values() for each in held if each.solves})
)
def test_solvers_take_the_leaves_of_their_start_for_arrays(name: str) -> None:
    for leaf in (jnp.sin, "name", jax.nn.relu):
        with pytest.raises(TypeError):
            _started(name, {"x": SCALAR, "other": leaf})


def test_odeint_takes_arrays_and_numbers_as_the_arguments_of_its_function() -> None:
    times = jnp.array([0.0, 1.0])
    for leaf in (jnp.sin, "name", jax.nn.relu):
        for given in (leaf, {"x": SCALAR, "other": leaf}):
            with pytest.raises(TypeError):
                odeint(lambda y, t, count, other: y, SCALAR, times, 2, given)
    assert odeint(lambda y, t, count, other: y, SCALAR, times, 2, {"x": SCALAR, "none": None}).shape == (2,)
