# What pytreelint knows of optax (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.alias import MaskOrFn
from optax._src.base import EmptyState
from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
from optax._src.base import OptState
from optax._src.base import Params
from optax._src.base import ScalarOrSchedule
from optax._src.base import Updates
from optax._src.base import init_empty_state
from optax._src.base import stateless
from optax._src.base import stateless_with_tree_map
from optax._src.factorized import FactoredState
from optax._src.linear_algebra import matrix_inverse_pth_root
from optax._src.linear_algebra import nnls
from optax._src.linear_algebra import power_iteration
from optax._src.linesearch import ScaleByBacktrackingLinesearchState
from optax._src.linesearch import ScaleByZoomLinesearchState
from optax._src.linesearch import ZoomLinesearchInfo
from optax._src.linesearch import scale_by_zoom_linesearch
from optax._src.linesearch import value_and_grad_from_state
from optax._src.lookahead import LookaheadParams
from optax._src.lookahead import LookaheadState
from optax._src.lookahead import lookahead
from optax._src.numerics import safe_increment
from optax._src.numerics import safe_int32_increment
from optax._src.numerics import safe_norm
from optax._src.numerics import safe_root_mean_squares
from optax._src.transform import ApplyEvery
from optax._src.transform import ScaleByAdaDeltaState
from optax._src.transform import ScaleByAdamState
from optax._src.transform import ScaleByAdanState
from optax._src.transform import ScaleByAmsgradState
from optax._src.transform import ScaleByBeliefState
from optax._src.transform import ScaleByLBFGSState
from optax._src.transform import ScaleByLionState
from optax._src.transform import ScaleByNovogradState
from optax._src.transform import ScaleByRStdDevState
from optax._src.transform import ScaleByRmsState
from optax._src.transform import ScaleByRpropState
from optax._src.transform import ScaleByRssState
from optax._src.transform import ScaleBySM3State
from optax._src.transform import ScaleByScheduleState
from optax._src.utils import multi_normal
from optax._src.utils import scale_gradient
from optax.contrib._privacy import DifferentiallyPrivateAggregateState
from optax.contrib._privacy import differentially_private_aggregate
from optax.contrib._privacy import dpsgd
from optax.losses._classification import ctc_loss as ctc_loss_
from optax.losses._classification import ctc_loss_with_forward_probs as ctc_loss_with_forward_probs_
from optax.losses._classification import generalized_kl_divergence as generalized_kl_divergence_
from optax.losses._classification import hinge_loss as hinge_loss_
from optax.losses._classification import kl_divergence as kl_divergence_
from optax.losses._classification import safe_softmax_cross_entropy as safe_softmax_cross_entropy_
from optax.losses._classification import sigmoid_binary_cross_entropy as sigmoid_binary_cross_entropy_
from optax.losses._classification import sigmoid_focal_loss as sigmoid_focal_loss_
from optax.losses._classification import softmax_cross_entropy as softmax_cross_entropy_
from optax.losses._classification import softmax_cross_entropy_with_integer_labels as softmax_cross_entropy_with_integer_labels_
from optax.losses._regression import cosine_distance as cosine_distance_
from optax.losses._regression import cosine_similarity as cosine_similarity_
from optax.losses._regression import huber_loss as huber_loss_
from optax.losses._regression import l2_loss as l2_loss_
from optax.losses._regression import log_cosh as log_cosh_
from optax.losses._regression import squared_error as squared_error_
from optax.losses._self_supervised import ntxent as ntxent_
from optax.losses._smoothing import smooth_labels as smooth_labels_
from optax.microbatching._microbatching import microbatch as microbatch_
from optax.schedules._inject import InjectHyperparamsState as InjectHyperparamsState_
from optax.schedules._inject import InjectStatefulHyperparamsState as InjectStatefulHyperparamsState_
from optax.schedules._inject import WrappedSchedule as WrappedSchedule_
from optax.schedules._inject import inject_stateful_hyperparams as inject_stateful_hyperparams_
from optax.schedules._schedule import constant_schedule as constant_schedule_
from optax.transforms._accumulation import EmaState as EmaState_
from optax.transforms._accumulation import MultiStepsState as MultiStepsState_
from optax.transforms._accumulation import ShouldSkipUpdateFunction as ShouldSkipUpdateFunction_
from optax.transforms._accumulation import TraceState as TraceState_
from optax.transforms._accumulation import skip_large_updates as skip_large_updates_
from optax.transforms._accumulation import skip_not_finite as skip_not_finite_
from optax.transforms._adding import AddNoiseState as AddNoiseState_
from optax.transforms._clipping import per_example_global_norm_clip as per_example_global_norm_clip_
from optax.transforms._clipping import per_example_layer_norm_clip as per_example_layer_norm_clip_
from optax.transforms._combining import PartitionState as PartitionState_
from optax.transforms._conditionality import ApplyIfFiniteState as ApplyIfFiniteState_
from optax.transforms._conditionality import ConditionallyMaskState as ConditionallyMaskState_
from optax.transforms._conditionality import ConditionallyTransformState as ConditionallyTransformState_
from optax.transforms._conditionality import conditionally_mask as conditionally_mask_
from optax.transforms._conditionality import conditionally_transform as conditionally_transform_
from optax.transforms._constraining import ZeroNansState as ZeroNansState_
from optax.transforms._freezing import freeze as freeze_
from optax.transforms._freezing import selective_transform as selective_transform_
from optax.transforms._masking import MaskedNode as MaskedNode_
from optax.transforms._masking import MaskedState as MaskedState_
from optax.transforms._masking import masked as masked_
from optax.transforms._monitoring import MonitorState as MonitorState_
from optax.transforms._monitoring import SnapshotState as SnapshotState_
from optax.transforms._monitoring import measure_with_ema as measure_with_ema_
from optax.transforms._monitoring import monitor as monitor_
from optax.transforms._monitoring import snapshot as snapshot_
from optax.tree_utils._state_utils import tree_map_params as tree_map_params_
from optax.tree_utils._tree_math import tree_update_infinity_moment
from optax.tree_utils._tree_math import tree_update_moment_per_elem_norm
import optax
from pytreelint.bundled import of

def convex_kl_divergence_(*args, **kwargs):
    return of('array:jax:inexact')

microbatch = microbatch_

AdaptiveGradClipState = EmptyState

ClipByGlobalNormState = EmptyState

ClipState = EmptyState

per_example_global_norm_clip = per_example_global_norm_clip_

per_example_layer_norm_clip = per_example_layer_norm_clip_

NonNegativeParamsState = EmptyState

ZeroNansState = ZeroNansState_

PartitionState = PartitionState_

MultiTransformState = PartitionState_

TraceState = TraceState_

EmaState = EmaState_

AddNoiseState = AddNoiseState_

AddDecayedWeightsState = EmptyState

ScaleByTrustRatioState = EmptyState

ScaleState = EmptyState

ApplyIfFiniteState = ApplyIfFiniteState_

conditionally_mask = conditionally_mask_

conditionally_transform = conditionally_transform_

ConditionallyMaskState = ConditionallyMaskState_

ConditionallyTransformState = ConditionallyTransformState_

freeze = freeze_

selective_transform = selective_transform_

masked = masked_

MaskedNode = MaskedNode_

MaskedState = MaskedState_

measure_with_ema = measure_with_ema_

monitor = monitor_

MonitorState = MonitorState_

MultiStepsState = MultiStepsState_

ShouldSkipUpdateFunction = ShouldSkipUpdateFunction_

skip_large_updates = skip_large_updates_

skip_not_finite = skip_not_finite_

snapshot = snapshot_

SnapshotState = SnapshotState_

tree_map_params = tree_map_params_

bias_correction = optax.tree_utils.tree_bias_correction

update_infinity_moment = tree_update_infinity_moment

update_moment = optax.tree_utils.tree_update_moment

update_moment_per_elem_norm = tree_update_moment_per_elem_norm

constant_schedule = constant_schedule_

InjectHyperparamsState = InjectHyperparamsState_

inject_stateful_hyperparams = inject_stateful_hyperparams_

InjectStatefulHyperparamsState = InjectStatefulHyperparamsState_

WrappedSchedule = WrappedSchedule_

convex_kl_divergence = convex_kl_divergence_

cosine_distance = cosine_distance_

cosine_similarity = cosine_similarity_

ctc_loss = ctc_loss_

ctc_loss_with_forward_probs = ctc_loss_with_forward_probs_

generalized_kl_divergence = generalized_kl_divergence_

hinge_loss = hinge_loss_

huber_loss = huber_loss_

kl_divergence = kl_divergence_

l2_loss = l2_loss_

log_cosh = log_cosh_

ntxent = ntxent_

sigmoid_binary_cross_entropy = sigmoid_binary_cross_entropy_

smooth_labels = smooth_labels_

safe_softmax_cross_entropy = safe_softmax_cross_entropy_

softmax_cross_entropy = softmax_cross_entropy_

softmax_cross_entropy_with_integer_labels = softmax_cross_entropy_with_integer_labels_

squared_error = squared_error_

sigmoid_focal_loss = sigmoid_focal_loss_
