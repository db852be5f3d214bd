"""Functions that libraries call inside of their own transforms: what with, and what of it is traced.

Use::

    CALLBACKS["diffrax.diffeqsolve"]     # the vector field inside of its `terms`, called with (t, y, args), ...
    SCHEDULES["optax.MultiSteps"]        # where an optimizer is given a function of its count

A library whose source is read is named by its package and the last name: `diffrax.diffeqsolve` stands in
`diffrax._integrate`. Executed entry by entry under JAX by `tests/knowledge/test_callbacks.py`.
"""

from __future__ import annotations

from pytreelint.knowledge.record import record
from pytreelint.knowledge.transform import Family, Transform

Given = tuple[int, str]


@record(frozen=True, slots=True, eq=False)
class Callback:
    """A function that the call of a library's function or class calls, with tracers.

    Attributes:
        transform: what the library's function does, as a transform: it has its name, and says how it traces.
        position, keyword: the argument that is the function, or holds it.
        held: the field that it is in the library's own instances, however deep; "" where it is the argument itself.
        calls: what it is called with: "float" and "integer" stand for a tracer of that dtype; "like" for an array;
            "state 5 y0" for the argument there, every leaf of it an array; "args 6 args" for one of which
            only the arrays are traced; a star before it ("*args 2 args") for all items of it.
        more: it gets keywords besides.
        closing: a function that captures nothing is traced later, or never.
        solves: each leaf of a "state" is taken for an array: anything else raises.
    """

    transform: Transform
    position: int
    keyword: str
    held: str
    calls: tuple[str, ...]
    more: bool = False
    closing: bool = False
    solves: bool = False


def _transform(name: str, family: Family = "control") -> Transform:
    mapped = family == "map"
    axes = ((-1, "axes"),) if mapped else ()
    return Transform(
        name, family, True, "applies", (), checks="none", axes_params=axes, eager=mapped, rejects_opaque_outputs=False
    )


_SOLVE = _transform("diffrax.diffeqsolve")
_ODE = ("float", "state 5 y0", "args 6 args")
_ODEINT = "jax.experimental.ode.odeint"
_ENTRIES: list[Callback] = [
    Callback(_SOLVE, 0, "terms", "vector_field", _ODE, solves=True),
    Callback(_SOLVE, -1, "saveat", "fn", _ODE),
    Callback(_SOLVE, -1, "event", "cond_fn", _ODE, more=True),
    Callback(_transform("lineax.FunctionLinearOperator"), 0, "fn", "", ("like",), closing=True),
    Callback(_transform("lineax.JacobianLinearOperator"), 0, "fn", "", ("state 1 x", "args 2 args"), closing=True),
    Callback(_transform("equinox.nn.MLP", "map"), 4, "activation", "", ("like",)),
    Callback(_transform(_ODEINT), 0, "func", "", ("state 1 y0", "float", "*state 3 args"), solves=True),
    Callback(_transform("jax.scipy.optimize.minimize"), 0, "fun", "", ("state 1 x0", "*args 2 args")),
    Callback(_transform("jax.lax.custom_linear_solve"), 0, "matvec", "", ("state 1 b",)),
    Callback(_transform("jax.lax.reduce"), 2, "computation", "", ("like", "like")),
    Callback(_transform("jax.lax.reduce_window"), 2, "computation", "", ("like", "like")),
    Callback(_transform("jax.numpy.apply_along_axis", "map"), 0, "func1d", "", ("like",)),
]
_ENTRIES += [
    Callback(_transform(f"optimistix.{name}"), 0, "fn", "", ("state 2 y0", "args 3 args"), solves=True)
    for name in ("root_find", "fixed_point", "least_squares", "minimise")
]
_ENTRIES += [
    Callback(_transform(f"jax.scipy.sparse.linalg.{name}"), 0, "A", "", ("state 1 b",))
    for name in ("cg", "gmres", "bicgstab")
]


def _key(name: str) -> str:
    package, _, rest = name.partition(".")
    return name if package == "jax" else f"{package}.{rest.rpartition('.')[2]}"


CALLBACKS: dict[str, tuple[Callback, ...]] = {}
for _entry in _ENTRIES:
    CALLBACKS[_key(_entry.transform.name)] = (*CALLBACKS.get(_key(_entry.transform.name), ()), _entry)
# The last parts of their names.
CALLING = frozenset(name.rpartition(".")[2] for name in CALLBACKS)

# They call a function that they are given again and again, on the host: by position and keyword (SciPy 1.17, run).
_OPTIMIZERS = """
basinhopping brute curve_fit differential_evolution direct dual_annealing fmin fmin_bfgs fmin_cg fmin_l_bfgs_b
fmin_powell fmin_tnc fsolve least_squares leastsq minimize minimize_scalar root root_scalar shgo
"""
_INTEGRATORS = "cubature dblquad nquad odeint quad quad_vec solve_bvp solve_ivp"
HOST_LOOPS: dict[str, Given] = {
    **{f"scipy.optimize.{name}": (0, "") for name in _OPTIMIZERS.split()},
    **{f"scipy.integrate.{name}": (0, "") for name in _INTEGRATORS.split()},
}
# Further functions that `scipy.optimize.minimize` and its kin call in each step.
HOST_KEYWORDS = ("callback", "fprime", "hess", "hessp", "jac", "Dfun")

# Where an optimizer is given a number for each step by a function of the count in its state: by default its first
# argument.
LEARNING_RATE: Given = (0, "learning_rate")
SCHEDULES: dict[str, Given] = {
    "optax.scale_by_schedule": (0, "step_size_fn"),
    "optax.MultiSteps": (1, "every_k_schedule"),
}
