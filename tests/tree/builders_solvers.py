"""Instances of what diffrax, optimistix and lineax ship, one per class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import diffrax
import jax
import jax.numpy as jnp
import lineax
import optax
import optimistix

KEY = jax.random.key(0)
TIMES = jnp.linspace(0.0, 1.0, 4)
MATRIX = jnp.eye(2) * 2.0


def decay(t: Any, y: Any, args: Any) -> Any:
    """A vector field."""
    return -y


def solution() -> Any:
    """What `diffeqsolve` gives."""
    return diffrax.diffeqsolve(diffrax.ODETerm(decay), diffrax.Tsit5(), 0.0, 1.0, 0.1, jnp.ones(2))


def brownian(path: Any) -> Any:
    """A Brownian path of one dimension."""
    return path(shape=(), key=KEY)


def control_term() -> Any:
    """A diffusion driven by a Brownian tree."""
    control = diffrax.VirtualBrownianTree(0.0, 1.0, tol=1e-3, shape=(), key=KEY)
    return diffrax.ControlTerm(decay, control)


def cubic() -> Any:
    """A spline through four points."""
    return diffrax.CubicInterpolation(TIMES, diffrax.backward_hermite_coefficients(TIMES, TIMES[:, None]))


BUILDERS: dict[str, Callable[[], Any]] = {
    "diffrax.Tsit5": lambda: diffrax.Tsit5(),
    "diffrax.Kvaerno5": lambda: diffrax.Kvaerno5(),
    "diffrax.Euler": lambda: diffrax.Euler(),
    "diffrax.HalfSolver": lambda: diffrax.HalfSolver(diffrax.Euler()),
    "diffrax.PIDController": lambda: diffrax.PIDController(rtol=1e-3, atol=1e-6),
    "diffrax.ConstantStepSize": lambda: diffrax.ConstantStepSize(),
    "diffrax.StepTo": lambda: diffrax.StepTo(TIMES),
    "diffrax.SaveAt": lambda: diffrax.SaveAt(ts=TIMES),
    "diffrax.ODETerm": lambda: diffrax.ODETerm(decay),
    "diffrax.ControlTerm": control_term,
    "diffrax.MultiTerm": lambda: diffrax.MultiTerm(diffrax.ODETerm(decay), control_term()),
    "diffrax.VirtualBrownianTree": lambda: diffrax.VirtualBrownianTree(0.0, 1.0, tol=1e-3, shape=(), key=KEY),
    "diffrax.UnsafeBrownianPath": lambda: brownian(diffrax.UnsafeBrownianPath),
    "diffrax.LinearInterpolation": lambda: diffrax.LinearInterpolation(TIMES, TIMES[:, None]),
    "diffrax.CubicInterpolation": cubic,
    "diffrax.Solution": solution,
    "diffrax.Event": lambda: diffrax.Event(lambda t, y, args, **_: y[0] < 0),
    "diffrax.RecursiveCheckpointAdjoint": lambda: diffrax.RecursiveCheckpointAdjoint(),
    "diffrax.BacksolveAdjoint": lambda: diffrax.BacksolveAdjoint(),
    "optimistix.Newton": lambda: optimistix.Newton(rtol=1e-3, atol=1e-6),
    "optimistix.Chord": lambda: optimistix.Chord(rtol=1e-3, atol=1e-6),
    "optimistix.Bisection": lambda: optimistix.Bisection(rtol=1e-3, atol=1e-6),
    "optimistix.BFGS": lambda: optimistix.BFGS(rtol=1e-3, atol=1e-6),
    "optimistix.GaussNewton": lambda: optimistix.GaussNewton(rtol=1e-3, atol=1e-6),
    "optimistix.LevenbergMarquardt": lambda: optimistix.LevenbergMarquardt(rtol=1e-3, atol=1e-6),
    "optimistix.Dogleg": lambda: optimistix.Dogleg(rtol=1e-3, atol=1e-6),
    "optimistix.NelderMead": lambda: optimistix.NelderMead(rtol=1e-3, atol=1e-6),
    "optimistix.GradientDescent": lambda: optimistix.GradientDescent(learning_rate=0.1, rtol=1e-3, atol=1e-6),
    "optimistix.OptaxMinimiser": lambda: optimistix.OptaxMinimiser(optax.sgd(0.1), rtol=1e-3, atol=1e-6),
    "optimistix.BacktrackingArmijo": lambda: optimistix.BacktrackingArmijo(),
    "lineax.MatrixLinearOperator": lambda: lineax.MatrixLinearOperator(MATRIX),
    "lineax.DiagonalLinearOperator": lambda: lineax.DiagonalLinearOperator(jnp.ones(2)),
    "lineax.TridiagonalLinearOperator": lambda: lineax.TridiagonalLinearOperator(jnp.ones(3), jnp.ones(2), jnp.ones(2)),
    "lineax.FunctionLinearOperator": lambda: lineax.FunctionLinearOperator(
        lambda x: 2 * x, jax.ShapeDtypeStruct((2,), jnp.float32)
    ),
    "lineax.IdentityLinearOperator": lambda: lineax.IdentityLinearOperator(jax.ShapeDtypeStruct((2,), jnp.float32)),
    "lineax.AddLinearOperator": lambda: (
        lineax.MatrixLinearOperator(MATRIX) + lineax.DiagonalLinearOperator(jnp.ones(2))
    ),
    "lineax.CG": lambda: lineax.CG(rtol=1e-3, atol=1e-6),
    "lineax.GMRES": lambda: lineax.GMRES(rtol=1e-3, atol=1e-6),
    "lineax.AutoLinearSolver": lambda: lineax.AutoLinearSolver(well_posed=True),
    "lineax.LU": lambda: lineax.LU(),
}
