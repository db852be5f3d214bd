# What pytreelint knows of optax.contrib._muon (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import EmptyState
from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
from optax._src.transform import ScaleByAdamState
from optax._src.transform import ScaleByScheduleState
from optax.transforms._adding import WeightDecaySchedule
from optax.transforms._combining import PartitionState
from optax.transforms._masking import MaskedNode
from optax.transforms._masking import MaskedState
import jax
import numpy
import typing
from pytreelint.bundled import made, many, of, one

class MuonDimensionNumbers(typing.NamedTuple):
    reduction_axis: list[int] | int = 0
    output_axis: list[int] | int = 1

class MuonState(typing.NamedTuple):
    count: typing.Any
    mu: typing.Any
    ns_coeffs: typing.Any

def scale_by_muon(ns_coeffs: tuple[typing.Any, ...]=(3.4445, -4.775, 2.0315), ns_steps=5, beta=0.95, eps=1e-08, mu_dtype: numpy.dtype | None=None, *, nesterov: bool=True, adaptive: bool=False, preconditioning: typing.Literal['frobenius'] | typing.Literal['spectral'] | typing.Literal['aol'] | typing.Literal['schatten']='frobenius', weight_dimension_numbers=None):
    return made(GradientTransformation, init=one((lambda params: made(MuonState, count=of('array:jax:inexact'), mu=jax.tree.map((lambda x: of('array:jax:?')), params), ns_coeffs=of('array:jax:?')))), update=one((lambda updates, state, params=None: (of('unknown'), made(MuonState, count=of('array:jax:?'), mu=of('unknown'), ns_coeffs=of('unknown'))))))

def muon(learning_rate, ns_coeffs: tuple[typing.Any, typing.Any, typing.Any] | tuple[tuple[typing.Any, typing.Any, typing.Any], ...] | str=(3.4445, -4.775, 2.0315), ns_steps=5, beta=0.95, eps=1e-08, weight_decay=0.0, weight_decay_mask=None, mu_dtype: numpy.dtype | None=None, *, nesterov: bool=True, adaptive: bool=False, preconditioning: typing.Literal['frobenius'] | typing.Literal['spectral'] | typing.Literal['aol'] | typing.Literal['schatten']='frobenius', adam_b1=0.9, adam_b2=0.999, adam_eps_root=0.0, adam_weight_decay=0.0, adam_learning_rate=None, muon_weight_dimension_numbers=None, consistent_rms=None):
    return made(GradientTransformationExtraArgs, init=of('unknown'), update=one((((lambda updates, state, params=None, **extra_args: (one(updates, (jax.tree.map((lambda m, new_u, old_u: one(new_u, old_u)), of('unknown'), one(of('unknown'), made(ScaleByAdamState, count=of('array:jax:?'), mu=of('unknown'), nu=of('unknown')), made(ScaleByScheduleState, count=of('array:jax:?'))), updates) if params is None else jax.tree.map((lambda m, new_u, old_u: one(new_u, old_u)), of('unknown'), of('unknown'), updates)), of('unknown')), made(PartitionState, inner_states=(one({}, many('dict', rest=made(MaskedState, inner_state=many('tuple', rest=one(of('unknown'), made(MuonState, count=of('unknown'), mu=of('unknown'), ns_coeffs=of('unknown')), made(ScaleByScheduleState, count=of('unknown')))))), many('dict', rest=made(MaskedState, inner_state=many('tuple', rest=of('unknown'))))) if params is None else one({}, many('dict', rest=made(MaskedState, inner_state=many('tuple', rest=one(made(MuonState, count=of('unknown'), mu=of('unknown'), ns_coeffs=of('unknown')), of('unknown'), made(WeightDecaySchedule, count=of('unknown')), made(ScaleByScheduleState, count=of('unknown')), made(ScaleByAdamState, count=of('unknown'), mu=of('unknown'), nu=of('unknown'))))))))))) if nesterov else (lambda updates, state, params=None, **extra_args: (one(updates, (jax.tree.map((lambda m, new_u, old_u: one(new_u, old_u)), of('unknown'), one(of('unknown'), made(MuonState, count=of('array:jax:?'), mu=of('unknown'), ns_coeffs=of('unknown')), made(ScaleByScheduleState, count=of('array:jax:?')), made(ScaleByAdamState, count=of('array:jax:?'), mu=of('unknown'), nu=of('unknown'))), updates) if params is None else jax.tree.map((lambda m, new_u, old_u: one(new_u, old_u)), of('unknown'), of('unknown'), updates)), of('unknown')), made(PartitionState, inner_states=one({}, many('dict', rest=made(MaskedState, inner_state=many('tuple', rest=(of('unknown') if params is None else one(made(MuonState, count=of('unknown'), mu=of('unknown'), ns_coeffs=of('unknown')), of('unknown'), made(WeightDecaySchedule, count=of('unknown')), made(ScaleByScheduleState, count=of('unknown')), made(ScaleByAdamState, count=of('unknown'), mu=of('unknown'), nu=of('unknown')))))))))))) if weight_decay_mask is None else (lambda updates, state, params=None, **extra_args: (one(updates, (jax.tree.map((lambda m, new_u, old_u: one(new_u, old_u)), of('unknown'), one(of('unknown'), made(ScaleByAdamState, count=of('array:jax:?'), mu=of('unknown'), nu=of('unknown')), made(ScaleByScheduleState, count=of('array:jax:?'))), updates) if params is None else jax.tree.map((lambda m, new_u, old_u: one(new_u, old_u)), of('unknown'), one(of('unknown'), jax.tree.map((lambda m, p: one(p, made(MaskedNode))), of('unknown'), updates), jax.tree.map((lambda g: of('unknown')), jax.tree.map((lambda m, p: one(of('unknown'))), of('unknown'), updates))), updates)), of('unknown')), made(PartitionState, inner_states=(one({}, many('dict', rest=made(MaskedState, inner_state=many('tuple', rest=one(made(MuonState, count=of('unknown'), mu=of('unknown'), ns_coeffs=of('unknown')), of('unknown'), made(MaskedState, inner_state=of('unknown')), made(ScaleByScheduleState, count=of('unknown')))))), many('dict', rest=made(MaskedState, inner_state=many('tuple', rest=of('unknown'))))) if params is None else one({}, many('dict', rest=made(MaskedState, inner_state=many('tuple', rest=one(made(MuonState, count=of('unknown'), mu=of('unknown'), ns_coeffs=of('unknown')), of('unknown'), made(MaskedState, inner_state=of('unknown')), made(ScaleByScheduleState, count=of('unknown')), made(ScaleByAdamState, count=of('unknown'), mu=of('unknown'), nu=of('unknown')), made(WeightDecaySchedule, count=of('unknown')))))))))))), of('unknown')))
