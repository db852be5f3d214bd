"""Geometries of ott, methods of dynamiqs, splines of interpax, one instance per class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import dynamiqs
import interpax
import jax.numpy as jnp
import ott.geometry.costs
import ott.geometry.epsilon_scheduler
import ott.geometry.geometry
import ott.geometry.pointcloud
import ott.problems.linear.linear_problem
import ott.solvers.linear.sinkhorn

BUILDERS: dict[str, Callable[[], Any]] = {
    "ott.geometry.pointcloud.PointCloud": lambda: ott.geometry.pointcloud.PointCloud(jnp.ones((3, 2))),
    "ott.geometry.geometry.Geometry": lambda: ott.geometry.geometry.Geometry(jnp.ones((3, 3))),
    "ott.geometry.costs.PNormP": lambda: ott.geometry.costs.PNormP(2.0),
    "ott.geometry.costs.SqEuclidean": lambda: ott.geometry.costs.SqEuclidean(),
    "ott.solvers.linear.sinkhorn.Sinkhorn": lambda: ott.solvers.linear.sinkhorn.Sinkhorn(),
    "ott.problems.linear.linear_problem.LinearProblem": lambda: ott.problems.linear.linear_problem.LinearProblem(
        ott.geometry.pointcloud.PointCloud(jnp.ones((3, 2)))
    ),
    "ott.geometry.epsilon_scheduler.Epsilon": lambda: ott.geometry.epsilon_scheduler.Epsilon(0.1),
    "dynamiqs.method.Tsit5": lambda: dynamiqs.method.Tsit5(),
    "dynamiqs.method.Expm": lambda: dynamiqs.method.Expm(),
    "dynamiqs.Options": lambda: dynamiqs.Options(),
    "dynamiqs.time_qarray.ConstantTimeQArray": lambda: dynamiqs.constant(jnp.eye(2)),
    "dynamiqs.time_qarray.PWCTimeQArray": lambda: dynamiqs.pwc(jnp.arange(3.0), jnp.ones(2), jnp.eye(2)),
    "interpax.Interpolator1D": lambda: interpax.Interpolator1D(jnp.arange(5.0), jnp.ones(5)),
    "interpax.CubicSpline": lambda: interpax.CubicSpline(jnp.arange(5.0), jnp.arange(5.0)),
    "interpax.PPoly": lambda: interpax.PPoly(jnp.ones((3, 4)), jnp.arange(5.0)),
    "interpax.Interpolator2D": lambda: interpax.Interpolator2D(jnp.arange(5.0), jnp.arange(5.0), jnp.ones((5, 5))),
}
