"""More of what diffrax, optimistix, lineax, optax, flowjax and paramax ship, one instance per class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import diffrax
import equinox as eqx
import flowjax.bijections
import flowjax.distributions
import jax
import jax.numpy as jnp
import lineax
import optax
import optimistix
import paramax

KEY = jax.random.key(0)

BUILDERS: dict[str, Callable[[], Any]] = {
    "equinox.nn.Conv1d": lambda: eqx.nn.Conv1d(1, 2, 3, key=KEY),
    "equinox.nn.MaxPool1d": lambda: eqx.nn.MaxPool1d(2),
    "equinox.nn.Identity": lambda: eqx.nn.Identity(),
    "diffrax.ImplicitEuler": lambda: diffrax.ImplicitEuler(),
    "diffrax.SemiImplicitEuler": lambda: diffrax.SemiImplicitEuler(),
    "diffrax.Dopri8": lambda: diffrax.Dopri8(),
    "diffrax.ClipStepSizeController": lambda: diffrax.ClipStepSizeController(
        diffrax.PIDController(rtol=1e-3, atol=1e-6), step_ts=jnp.ones(2)
    ),
    "diffrax.DirectAdjoint": lambda: diffrax.DirectAdjoint(),
    "diffrax.ImplicitAdjoint": lambda: diffrax.ImplicitAdjoint(),
    "diffrax.SubSaveAt": lambda: diffrax.SubSaveAt(t1=True),
    "diffrax.SpaceTimeLevyArea": lambda: diffrax.SpaceTimeLevyArea(jnp.ones(1), jnp.ones(1), jnp.ones(1)),
    "diffrax.BrownianIncrement": lambda: diffrax.BrownianIncrement(jnp.ones(1), jnp.ones(1)),
    "diffrax.DenseInterpolation": lambda: (
        diffrax.diffeqsolve(
            diffrax.ODETerm(lambda t, y, args: -y),
            diffrax.Tsit5(),
            0.0,
            1.0,
            0.1,
            jnp.ones(2),
            saveat=diffrax.SaveAt(dense=True),
        ).interpolation
    ),
    "diffrax.TqdmProgressMeter": lambda: diffrax.TqdmProgressMeter(),
    "diffrax.NoProgressMeter": lambda: diffrax.NoProgressMeter(),
    "diffrax.ReversibleHeun": lambda: diffrax.ReversibleHeun(),
    "diffrax.SPaRK": lambda: diffrax.SPaRK(),
    "diffrax.ShARK": lambda: diffrax.ShARK(),
    "optimistix.FixedPointIteration": lambda: optimistix.FixedPointIteration(rtol=1e-3, atol=1e-6),
    "optimistix.NonlinearCG": lambda: optimistix.NonlinearCG(rtol=1e-3, atol=1e-6),
    "optimistix.BestSoFarMinimiser": lambda: optimistix.BestSoFarMinimiser(optimistix.BFGS(rtol=1e-3, atol=1e-6)),
    "optimistix.DoglegDescent": lambda: optimistix.DoglegDescent(),
    "optimistix.NewtonDescent": lambda: optimistix.NewtonDescent(),
    "optimistix.SteepestDescent": lambda: optimistix.SteepestDescent(),
    "optimistix.ClassicalTrustRegion": lambda: optimistix.ClassicalTrustRegion(),
    "optimistix.LearningRate": lambda: optimistix.LearningRate(0.1),
    "optimistix.ImplicitAdjoint": lambda: optimistix.ImplicitAdjoint(),
    "optimistix.RecursiveCheckpointAdjoint": lambda: optimistix.RecursiveCheckpointAdjoint(),
    "optimistix.Solution": lambda: optimistix.root_find(
        lambda y, args: y - 1.0, optimistix.Newton(rtol=1e-3, atol=1e-6), jnp.array(0.0)
    ),
    "optimistix.IndirectLevenbergMarquardt": lambda: optimistix.IndirectLevenbergMarquardt(rtol=1e-3, atol=1e-6),
    "lineax.PyTreeLinearOperator": lambda: lineax.PyTreeLinearOperator(
        jnp.eye(2), jax.ShapeDtypeStruct((2,), jnp.float32)
    ),
    "lineax.JacobianLinearOperator": lambda: lineax.JacobianLinearOperator(lambda x, args: 2 * x, jnp.ones(2)),
    "lineax.TaggedLinearOperator": lambda: lineax.TaggedLinearOperator(
        lineax.MatrixLinearOperator(jnp.eye(2)), lineax.symmetric_tag
    ),
    "lineax.MulLinearOperator": lambda: lineax.MatrixLinearOperator(jnp.eye(2)) * 2.0,
    "lineax.ComposedLinearOperator": lambda: (
        lineax.MatrixLinearOperator(jnp.eye(2)) @ lineax.MatrixLinearOperator(jnp.eye(2))
    ),
    "lineax.BiCGStab": lambda: lineax.BiCGStab(rtol=1e-3, atol=1e-6),
    "lineax.QR": lambda: lineax.QR(),
    "lineax.SVD": lambda: lineax.SVD(),
    "lineax.Cholesky": lambda: lineax.Cholesky(),
    "lineax.Solution": lambda: lineax.linear_solve(lineax.MatrixLinearOperator(jnp.eye(2)), jnp.ones(2)),
    "optax.ScaleByRmsState": lambda: optax.scale_by_rms().init(jnp.ones(2)),
    "optax.ScaleByScheduleState": lambda: optax.scale_by_schedule(lambda c: c).init(jnp.ones(2)),
    "optax.ApplyIfFiniteState": lambda: optax.apply_if_finite(optax.sgd(0.1), 3).init(jnp.ones(2)),
    "optax.MaskedState": lambda: optax.masked(optax.sgd(0.1), True).init(jnp.ones(2)),
    "optax.InjectHyperparamsState": lambda: optax.inject_hyperparams(optax.sgd)(0.1).init(jnp.ones(2)),
    "optax.LookaheadParams": lambda: optax.LookaheadParams(jnp.ones(2), jnp.ones(2)),
    "optax.ScaleByLionState": lambda: optax.scale_by_lion().init(jnp.ones(2)),
    "optax.AddNoiseState": lambda: optax.add_noise(0.1, 0.1, 0).init(jnp.ones(2)),
    "optax.EmptyState": lambda: optax.EmptyState(),
    "optax.GradientTransformationExtraArgs": lambda: optax.with_extra_args_support(optax.sgd(0.1)),
    "optax.FactoredState": lambda: optax.scale_by_factored_rms().init(jnp.ones(2)),
    "optax.ScaleByAmsgradState": lambda: optax.scale_by_amsgrad().init(jnp.ones(2)),
    "flowjax.bijections.Scale": lambda: flowjax.bijections.Scale(jnp.ones(2)),
    "flowjax.bijections.Coupling": lambda: flowjax.bijections.Coupling(
        KEY, transformer=flowjax.bijections.Affine(), untransformed_dim=1, dim=2, nn_width=4, nn_depth=1
    ),
    "flowjax.bijections.TriangularAffine": lambda: flowjax.bijections.TriangularAffine(jnp.zeros(2), jnp.eye(2)),
    "flowjax.bijections.Planar": lambda: flowjax.bijections.Planar(KEY, dim=2),
    "flowjax.bijections.Concatenate": lambda: flowjax.bijections.Concatenate(
        [flowjax.bijections.Exp((2,)), flowjax.bijections.Exp((2,))]
    ),
    "flowjax.bijections.Reshape": lambda: flowjax.bijections.Reshape(flowjax.bijections.Exp((2,)), (1, 2)),
    "flowjax.bijections.Vmap": lambda: flowjax.bijections.Vmap(flowjax.bijections.Exp(), axis_size=2),
    "flowjax.bijections.Scan": lambda: flowjax.bijections.Scan(eqx.filter_vmap(flowjax.bijections.Affine)(jnp.ones(3))),
    "flowjax.bijections.Flip": lambda: flowjax.bijections.Flip((2,)),
    "flowjax.bijections.LeakyTanh": lambda: flowjax.bijections.LeakyTanh(1.0, (2,)),
    "flowjax.distributions.StudentT": lambda: flowjax.distributions.StudentT(3.0),
    "flowjax.distributions.MultivariateNormal": lambda: flowjax.distributions.MultivariateNormal(
        jnp.zeros(2), jnp.eye(2)
    ),
    "flowjax.distributions.Uniform": lambda: flowjax.distributions.Uniform(0.0, 1.0),
    "flowjax.distributions.VmapMixture": lambda: flowjax.distributions.VmapMixture(
        eqx.filter_vmap(flowjax.distributions.Normal)(jnp.arange(3.0)), jnp.ones(3)
    ),
    "paramax.WeightNormalization": lambda: paramax.WeightNormalization(jnp.ones((2, 2))),
}
