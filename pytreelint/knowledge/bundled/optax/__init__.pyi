# What pytreelint knows of optax (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.alias import MaskOrFn
from optax._src.alias import adabelief
from optax._src.alias import adadelta
from optax._src.alias import adafactor
from optax._src.alias import adagrad
from optax._src.alias import adam
from optax._src.alias import adamax
from optax._src.alias import adamaxw
from optax._src.alias import adamw
from optax._src.alias import adan
from optax._src.alias import amsgrad
from optax._src.alias import fromage
from optax._src.alias import lamb
from optax._src.alias import lars
from optax._src.alias import lbfgs
from optax._src.alias import lion
from optax._src.alias import nadam
from optax._src.alias import nadamw
from optax._src.alias import noisy_sgd
from optax._src.alias import novograd
from optax._src.alias import optimistic_adam
from optax._src.alias import optimistic_adam_v2
from optax._src.alias import optimistic_gradient_descent
from optax._src.alias import polyak_sgd
from optax._src.alias import radam
from optax._src.alias import rmsprop
from optax._src.alias import rprop
from optax._src.alias import sgd
from optax._src.alias import sign_sgd
from optax._src.alias import signum
from optax._src.alias import sm3
from optax._src.alias import yogi
from optax._src.base import EmptyState
from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
from optax._src.base import OptState
from optax._src.base import Params
from optax._src.base import ScalarOrSchedule
from optax._src.base import Updates
from optax._src.base import identity
from optax._src.base import init_empty_state
from optax._src.base import set_to_zero
from optax._src.base import stateless
from optax._src.base import stateless_with_tree_map
from optax._src.base import with_extra_args_support
from optax._src.factorized import FactoredState
from optax._src.factorized import scale_by_factored_rms
from optax._src.linear_algebra import global_norm
from optax._src.linear_algebra import matrix_inverse_pth_root
from optax._src.linear_algebra import nnls
from optax._src.linear_algebra import power_iteration
from optax._src.linesearch import ScaleByBacktrackingLinesearchState
from optax._src.linesearch import ScaleByZoomLinesearchState
from optax._src.linesearch import ZoomLinesearchInfo
from optax._src.linesearch import scale_by_backtracking_linesearch
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
from optax._src.transform import apply_every
from optax._src.transform import centralize
from optax._src.transform import normalize_by_update_norm
from optax._src.transform import scale
from optax._src.transform import scale_by_adadelta
from optax._src.transform import scale_by_adam
from optax._src.transform import scale_by_adamax
from optax._src.transform import scale_by_adan
from optax._src.transform import scale_by_amsgrad
from optax._src.transform import scale_by_belief
from optax._src.transform import scale_by_distance_over_gradients
from optax._src.transform import scale_by_lbfgs
from optax._src.transform import scale_by_learning_rate
from optax._src.transform import scale_by_lion
from optax._src.transform import scale_by_novograd
from optax._src.transform import scale_by_optimistic_gradient
from optax._src.transform import scale_by_param_block_norm
from optax._src.transform import scale_by_param_block_rms
from optax._src.transform import scale_by_polyak
from optax._src.transform import scale_by_radam
from optax._src.transform import scale_by_rms
from optax._src.transform import scale_by_rprop
from optax._src.transform import scale_by_rss
from optax._src.transform import scale_by_schedule
from optax._src.transform import scale_by_sign
from optax._src.transform import scale_by_sm3
from optax._src.transform import scale_by_stddev
from optax._src.transform import scale_by_trust_ratio
from optax._src.transform import scale_by_yogi
from optax._src.update import incremental_update
from optax._src.update import periodic_update
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
from optax.schedules._inject import inject_hyperparams as inject_hyperparams_
from optax.schedules._inject import inject_stateful_hyperparams as inject_stateful_hyperparams_
from optax.schedules._join import join_schedules as join_schedules_
from optax.schedules._schedule import constant_schedule as constant_schedule_
from optax.schedules._schedule import cosine_decay_schedule as cosine_decay_schedule_
from optax.schedules._schedule import cosine_onecycle_schedule as cosine_onecycle_schedule_
from optax.schedules._schedule import exponential_decay as exponential_decay_
from optax.schedules._schedule import linear_onecycle_schedule as linear_onecycle_schedule_
from optax.schedules._schedule import linear_schedule as linear_schedule_
from optax.schedules._schedule import piecewise_constant_schedule as piecewise_constant_schedule_
from optax.schedules._schedule import piecewise_interpolate_schedule as piecewise_interpolate_schedule_
from optax.schedules._schedule import polynomial_schedule as polynomial_schedule_
from optax.schedules._schedule import sgdr_schedule as sgdr_schedule_
from optax.schedules._schedule import warmup_constant_schedule as warmup_constant_schedule_
from optax.schedules._schedule import warmup_cosine_decay_schedule as warmup_cosine_decay_schedule_
from optax.schedules._schedule import warmup_exponential_decay_schedule as warmup_exponential_decay_schedule_
from optax.transforms._accumulation import EmaState as EmaState_
from optax.transforms._accumulation import MultiSteps as MultiSteps_
from optax.transforms._accumulation import MultiStepsState as MultiStepsState_
from optax.transforms._accumulation import ShouldSkipUpdateFunction as ShouldSkipUpdateFunction_
from optax.transforms._accumulation import TraceState as TraceState_
from optax.transforms._accumulation import ema as ema_
from optax.transforms._accumulation import skip_large_updates as skip_large_updates_
from optax.transforms._accumulation import skip_not_finite as skip_not_finite_
from optax.transforms._accumulation import trace as trace_
from optax.transforms._adding import AddNoiseState as AddNoiseState_
from optax.transforms._adding import add_decayed_weights as add_decayed_weights_
from optax.transforms._adding import add_noise as add_noise_
from optax.transforms._clipping import adaptive_grad_clip as adaptive_grad_clip_
from optax.transforms._clipping import clip as clip_
from optax.transforms._clipping import clip_by_block_rms as clip_by_block_rms_
from optax.transforms._clipping import clip_by_global_norm as clip_by_global_norm_
from optax.transforms._clipping import per_example_global_norm_clip as per_example_global_norm_clip_
from optax.transforms._clipping import per_example_layer_norm_clip as per_example_layer_norm_clip_
from optax.transforms._combining import PartitionState as PartitionState_
from optax.transforms._combining import chain as chain_
from optax.transforms._combining import named_chain as named_chain_
from optax.transforms._combining import partition as partition_
from optax.transforms._conditionality import ApplyIfFiniteState as ApplyIfFiniteState_
from optax.transforms._conditionality import ConditionallyMaskState as ConditionallyMaskState_
from optax.transforms._conditionality import ConditionallyTransformState as ConditionallyTransformState_
from optax.transforms._conditionality import apply_if_finite as apply_if_finite_
from optax.transforms._conditionality import conditionally_mask as conditionally_mask_
from optax.transforms._conditionality import conditionally_transform as conditionally_transform_
from optax.transforms._constraining import ZeroNansState as ZeroNansState_
from optax.transforms._constraining import keep_params_nonnegative as keep_params_nonnegative_
from optax.transforms._constraining import zero_nans as zero_nans_
from optax.transforms._freezing import freeze as freeze_
from optax.transforms._freezing import selective_transform as selective_transform_
from optax.transforms._layouts import flatten as flatten_
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
from optax.tree_utils._tree_math import tree_update_moment
from optax.tree_utils._tree_math import tree_update_moment_per_elem_norm
from pytreelint.bundled import of

def new_fun(*args, **kwargs):
    return of('array:jax:?')

microbatch = microbatch_

adaptive_grad_clip = adaptive_grad_clip_

AdaptiveGradClipState = EmptyState

clip = clip_

clip_by_block_rms = clip_by_block_rms_

clip_by_global_norm = clip_by_global_norm_

ClipByGlobalNormState = EmptyState

ClipState = EmptyState

per_example_global_norm_clip = per_example_global_norm_clip_

per_example_layer_norm_clip = per_example_layer_norm_clip_

keep_params_nonnegative = keep_params_nonnegative_

NonNegativeParamsState = EmptyState

zero_nans = zero_nans_

ZeroNansState = ZeroNansState_

chain = chain_

partition = partition_

PartitionState = PartitionState_

multi_transform = partition_

MultiTransformState = PartitionState_

named_chain = named_chain_

trace = trace_

TraceState = TraceState_

ema = ema_

EmaState = EmaState_

add_noise = add_noise_

AddNoiseState = AddNoiseState_

add_decayed_weights = add_decayed_weights_

AddDecayedWeightsState = EmptyState

ScaleByTrustRatioState = EmptyState

ScaleState = EmptyState

apply_if_finite = apply_if_finite_

ApplyIfFiniteState = ApplyIfFiniteState_

conditionally_mask = conditionally_mask_

conditionally_transform = conditionally_transform_

ConditionallyMaskState = ConditionallyMaskState_

ConditionallyTransformState = ConditionallyTransformState_

flatten = flatten_

freeze = freeze_

selective_transform = selective_transform_

masked = masked_

MaskedNode = MaskedNode_

MaskedState = MaskedState_

measure_with_ema = measure_with_ema_

monitor = monitor_

MonitorState = MonitorState_

MultiSteps = MultiSteps_

MultiStepsState = MultiStepsState_

ShouldSkipUpdateFunction = ShouldSkipUpdateFunction_

skip_large_updates = skip_large_updates_

skip_not_finite = skip_not_finite_

snapshot = snapshot_

SnapshotState = SnapshotState_

tree_map_params = tree_map_params_

bias_correction = of('function')

update_infinity_moment = tree_update_infinity_moment

update_moment = tree_update_moment

update_moment_per_elem_norm = tree_update_moment_per_elem_norm

constant_schedule = constant_schedule_

cosine_decay_schedule = cosine_decay_schedule_

cosine_onecycle_schedule = cosine_onecycle_schedule_

exponential_decay = exponential_decay_

inject_hyperparams = inject_hyperparams_

InjectHyperparamsState = InjectHyperparamsState_

join_schedules = join_schedules_

linear_onecycle_schedule = linear_onecycle_schedule_

linear_schedule = linear_schedule_

piecewise_constant_schedule = piecewise_constant_schedule_

piecewise_interpolate_schedule = piecewise_interpolate_schedule_

polynomial_schedule = polynomial_schedule_

sgdr_schedule = sgdr_schedule_

warmup_constant_schedule = warmup_constant_schedule_

warmup_cosine_decay_schedule = warmup_cosine_decay_schedule_

warmup_exponential_decay_schedule = warmup_exponential_decay_schedule_

inject_stateful_hyperparams = inject_stateful_hyperparams_

InjectStatefulHyperparamsState = InjectStatefulHyperparamsState_

WrappedSchedule = WrappedSchedule_

convex_kl_divergence = new_fun

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
