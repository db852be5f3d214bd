# What pytreelint knows of optax._src.transform (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
from optax._src.base import init_empty_state
import jax
import numpy
import operator
import typing
from pytreelint.bundled import made, many, of, one

class ScaleByRssState(typing.NamedTuple):
    sum_of_squares: typing.Any

def scale_by_rss(initial_accumulator_value=0.1, eps=1e-07):
    return made(GradientTransformation, init=(lambda params: made(ScaleByRssState, sum_of_squares=jax.tree.map((lambda x: of('array:jax:?')), params))), update=(lambda updates, state, params=None: (jax.tree.map(operator.mul, of('unknown'), updates), made(ScaleByRssState, sum_of_squares=of('unknown')))))

class ScaleByRmsState(typing.NamedTuple):
    nu: typing.Any

class ScaleByRmsWithCountState(typing.NamedTuple):
    count: typing.Any
    nu: typing.Any

def scale_by_rms(decay=0.9, eps=1e-08, initial_scale=0.0, eps_in_sqrt: bool=True, bias_correction: bool=False):
    return made(GradientTransformation, init=((lambda params: made(ScaleByRmsWithCountState, count=of('array:jax:inexact'), nu=jax.tree.map((lambda x: of('array:jax:?')), params))) if bias_correction else (lambda params: made(ScaleByRmsState, nu=jax.tree.map((lambda x: of('array:jax:?')), params)))), update=((lambda updates, state, params=None: (jax.tree.map((lambda s, g: of('unknown')), of('unknown'), updates), made(ScaleByRmsWithCountState, count=of('array:jax:?'), nu=of('unknown')))) if bias_correction else (lambda updates, state, params=None: (jax.tree.map((lambda s, g: of('unknown')), of('unknown'), updates), made(ScaleByRmsState, nu=of('unknown'))))))

class ScaleByRStdDevState(typing.NamedTuple):
    mu: typing.Any
    nu: typing.Any

class ScaleByRStdDevWithCountState(typing.NamedTuple):
    count: typing.Any
    mu: typing.Any
    nu: typing.Any

def scale_by_stddev(decay=0.9, eps=1e-08, initial_scale=0.0, eps_in_sqrt: bool=True, bias_correction: bool=False):
    return made(GradientTransformation, init=((lambda params: made(ScaleByRStdDevWithCountState, count=of('array:jax:inexact'), mu=jax.tree.map((lambda x: of('array:jax:?')), params), nu=jax.tree.map((lambda x: of('array:jax:?')), params))) if bias_correction else (lambda params: made(ScaleByRStdDevState, mu=jax.tree.map((lambda x: of('array:jax:?')), params), nu=jax.tree.map((lambda x: of('array:jax:?')), params)))), update=((lambda updates, state, params=None: (jax.tree.map((lambda s, g: of('unknown')), of('unknown'), updates), made(ScaleByRStdDevWithCountState, count=of('array:jax:?'), mu=of('unknown'), nu=of('unknown')))) if bias_correction else (lambda updates, state, params=None: (jax.tree.map((lambda s, g: of('unknown')), of('unknown'), updates), made(ScaleByRStdDevState, mu=of('unknown'), nu=of('unknown'))))))

class ScaleByAdamState(typing.NamedTuple):
    count: typing.Any
    mu: typing.Any
    nu: typing.Any

def scale_by_adam(b1=0.9, b2=0.999, eps=1e-08, eps_root=0.0, mu_dtype: numpy.dtype | None=None, *, nesterov: bool=False):
    return made(GradientTransformation, init=(lambda params: made(ScaleByAdamState, count=of('array:jax:inexact'), mu=jax.tree.map((lambda x: of('array:jax:?')), params), nu=jax.tree.map((lambda x: of('array:jax:?')), params))), update=(lambda updates, state, params=None: (of('unknown'), made(ScaleByAdamState, count=of('array:jax:?'), mu=of('unknown'), nu=of('unknown')))))

class ScaleByAmsgradState(typing.NamedTuple):
    count: typing.Any
    mu: typing.Any
    nu: typing.Any
    nu_max: typing.Any

def scale_by_amsgrad(b1=0.9, b2=0.999, eps=1e-08, eps_root=0.0, mu_dtype: numpy.dtype | None=None, bias_correction_mu: bool=True, bias_correction_nu: bool=True):
    return made(GradientTransformation, init=(lambda params: made(ScaleByAmsgradState, count=of('array:jax:inexact'), mu=jax.tree.map((lambda x: of('array:jax:?')), params), nu=jax.tree.map((lambda x: of('array:jax:?')), params), nu_max=jax.tree.map((lambda x: of('array:jax:?')), params))), update=(lambda updates, state, params=None: (of('unknown'), made(ScaleByAmsgradState, count=of('array:jax:?'), mu=of('unknown'), nu=of('unknown'), nu_max=of('unknown')))))

def scale_by_adamax(b1=0.9, b2=0.999, eps=1e-08):
    return made(GradientTransformation, init=(lambda params: made(ScaleByAdamState, count=of('array:jax:inexact'), mu=jax.tree.map((lambda x: of('array:jax:?')), params), nu=jax.tree.map((lambda x: of('array:jax:?')), params))), update=(lambda updates, state, params=None: (of('unknown'), made(ScaleByAdamState, count=of('array:jax:?'), mu=of('unknown'), nu=of('unknown')))))

class ScaleByLionState(typing.NamedTuple):
    count: typing.Any
    mu: typing.Any

def scale_by_lion(b1=0.9, b2=0.99, mu_dtype: numpy.dtype | None=None, *, mode: typing.Literal['hard'] | typing.Literal['smooth'] | typing.Literal['refined']='hard', smooth_beta: float=1.0):
    return made(GradientTransformation, init=(lambda params: made(ScaleByLionState, count=of('array:jax:inexact'), mu=jax.tree.map((lambda x: of('array:jax:?')), params))), update=(lambda updates, state, params=None: (of('unknown'), made(ScaleByLionState, count=of('array:jax:?'), mu=of('unknown')))))

def scale(step_size):
    return made(GradientTransformation, init=init_empty_state, update=(lambda updates, state, params=None: (jax.tree.map((lambda g: of('unknown')), updates), state)))

def scale_by_param_block_norm(min_scale=0.001):
    return made(GradientTransformation, init=init_empty_state, update=(lambda updates, state, params: (jax.tree.map((lambda u, p: of('unknown')), updates, params), state)))

def scale_by_param_block_rms(min_scale=0.001):
    return made(GradientTransformation, init=init_empty_state, update=(lambda updates, state, params: (jax.tree.map((lambda u, p: of('unknown')), updates, params), state)))

class ScaleByAdaDeltaState(typing.NamedTuple):
    e_g: typing.Any
    e_x: typing.Any

def scale_by_adadelta(rho=0.9, eps=1e-06):
    return made(GradientTransformation, init=(lambda params: made(ScaleByAdaDeltaState, e_g=jax.tree.map((lambda x: of('array:jax:?')), params), e_x=jax.tree.map((lambda x: of('array:jax:?')), params))), update=(lambda updates, state, params=None: (of('unknown'), made(ScaleByAdaDeltaState, e_g=of('unknown'), e_x=of('unknown')))))

class ScaleByAdanState(typing.NamedTuple):
    m: typing.Any
    v: typing.Any
    n: typing.Any
    g: typing.Any
    t: typing.Any

def scale_by_adan(b1=0.98, b2=0.92, b3=0.99, eps=1e-08, eps_root=0.0):
    return made(GradientTransformation, init=(lambda params: made(ScaleByAdanState, m=jax.tree.map((lambda x: of('array:jax:?')), params), v=jax.tree.map((lambda x: of('array:jax:?')), params), n=jax.tree.map((lambda x: of('array:jax:?')), params), g=jax.tree.map((lambda x: of('array:jax:?')), params), t=of('array:jax:inexact'))), update=(lambda updates, state, params=None: (of('unknown'), made(ScaleByAdanState, m=of('unknown'), v=of('unknown'), n=of('unknown'), g=updates, t=of('array:jax:?')))))

class ScaleByBeliefState(typing.NamedTuple):
    count: typing.Any
    mu: typing.Any
    nu: typing.Any

def scale_by_belief(b1=0.9, b2=0.999, eps=1e-16, eps_root=1e-16, *, nesterov: bool=False):
    return made(GradientTransformation, init=(lambda params: made(ScaleByBeliefState, count=of('array:jax:inexact'), mu=jax.tree.map((lambda x: of('array:jax:?')), params), nu=jax.tree.map((lambda x: of('array:jax:?')), params))), update=(lambda updates, state, params=None: (of('unknown'), made(ScaleByBeliefState, count=of('array:jax:?'), mu=of('unknown'), nu=of('unknown')))))

def scale_by_yogi(b1=0.9, b2=0.999, eps=0.001, eps_root=0.0, initial_accumulator_value=1e-06):
    return made(GradientTransformation, init=(lambda params: made(ScaleByAdamState, count=of('array:jax:inexact'), mu=jax.tree.map((lambda x: of('array:jax:?')), params), nu=jax.tree.map((lambda x: of('array:jax:?')), params))), update=(lambda updates, state, params=None: (of('unknown'), made(ScaleByAdamState, count=of('array:jax:?'), mu=of('unknown'), nu=of('unknown')))))

def scale_by_radam(b1=0.9, b2=0.999, eps=1e-08, eps_root=0.0, threshold=5.0, *, nesterov: bool=False):
    return made(GradientTransformation, init=(lambda params: made(ScaleByAdamState, count=of('array:jax:inexact'), mu=jax.tree.map((lambda x: of('array:jax:?')), params), nu=jax.tree.map((lambda x: of('array:jax:?')), params))), update=((lambda updates, state, params=None: (jax.tree.map((lambda t, f: of('array:jax:?')), of('unknown'), jax.tree.map((lambda m, g: of('unknown')), of('unknown'), jax.tree.map((lambda t: of('unknown')), updates))), made(ScaleByAdamState, count=of('array:jax:?'), mu=of('unknown'), nu=of('unknown')))) if nesterov else (lambda updates, state, params=None: (of('unknown'), made(ScaleByAdamState, count=of('array:jax:?'), mu=of('unknown'), nu=of('unknown'))))))

class ScaleByRpropState(typing.NamedTuple):
    step_sizes: typing.Any
    prev_updates: typing.Any

def scale_by_rprop(learning_rate, eta_minus=0.5, eta_plus=1.2, min_step_size=1e-06, max_step_size=50.0):
    return made(GradientTransformation, init=(lambda params: made(ScaleByRpropState, step_sizes=jax.tree.map((lambda x: of('array:jax:?')), params), prev_updates=jax.tree.map((lambda x: of('array:jax:?')), params))), update=(lambda updates, state, params=None: (of('unknown'), made(ScaleByRpropState, step_sizes=of('unknown'), prev_updates=of('unknown')))))

def scale_by_sign():
    return made(GradientTransformation, init=init_empty_state, update=(lambda updates, state, params=None: (jax.tree.map(jax.numpy.sign, updates), state)))

class ScaleByScheduleState(typing.NamedTuple):
    count: typing.Any

def scale_by_learning_rate(learning_rate=None, *, flip_sign: bool=True):
    return made(GradientTransformation, init=(init_empty_state if learning_rate is None else one((lambda params: made(ScaleByScheduleState, count=of('array:jax:inexact'))), init_empty_state)), update=((lambda updates, state, params=None: (updates, state)) if learning_rate is None else one((lambda updates, state, params=None: (jax.tree.map((lambda g: of('unknown')), updates), made(ScaleByScheduleState, count=of('array:jax:?')))), (lambda updates, state, params=None: (jax.tree.map((lambda g: of('unknown')), updates), state)))))

def scale_by_schedule(step_size_fn):
    return made(GradientTransformation, init=(lambda params: made(ScaleByScheduleState, count=of('array:jax:inexact'))), update=(lambda updates, state, params=None: (jax.tree.map((lambda g: of('unknown')), updates), made(ScaleByScheduleState, count=of('array:jax:?')))))

def scale_by_trust_ratio(min_norm=0.0, trust_coefficient=1.0, eps=0.0):
    return made(GradientTransformation, init=init_empty_state, update=(lambda updates, state, params: (jax.tree.map((lambda update, param: of('unknown')), updates, params), state)))

class ApplyEvery(typing.NamedTuple):
    count: typing.Any
    grad_acc: typing.Any

def apply_every(k=1):
    return made(GradientTransformation, init=(lambda params: made(ApplyEvery, count=of('array:jax:inexact'), grad_acc=jax.tree.map((lambda x: of('array:jax:?')), params))), update=(lambda updates, state, params=None: (of('unknown'), made(ApplyEvery, count=of('unknown'), grad_acc=of('unknown')))))

def _subtract_mean(g):
    return one(g, of('unknown'))

def centralize():
    return made(GradientTransformation, init=init_empty_state, update=(lambda updates, state, params=None: (jax.tree.map(_subtract_mean, updates), state)))

class ScaleBySM3State(typing.NamedTuple):
    mu: typing.Any
    nu: typing.Any

def scale_by_sm3(b1=0.9, b2=1.0, eps=1e-08):
    return made(GradientTransformation, init=(lambda params: made(ScaleBySM3State, mu=jax.tree.map((lambda p: many('list', rest=of('array:jax:?', declared=True))), params), nu=jax.tree.map((lambda x: of('array:jax:?')), params))), update=(lambda updates, state, params=None: (of('unknown'), made(ScaleBySM3State, mu=of('unknown'), nu=of('unknown')))))

class ScaleByNovogradState(typing.NamedTuple):
    count: typing.Any
    mu: typing.Any
    nu: typing.Any

def scale_by_novograd(b1=0.9, b2=0.25, eps=1e-08, eps_root=0.0, weight_decay=0.0, mu_dtype: numpy.dtype | None=None):
    return made(GradientTransformation, init=(lambda params: made(ScaleByNovogradState, count=of('array:jax:inexact'), mu=jax.tree.map((lambda x: of('array:jax:?')), params), nu=jax.tree.map((lambda p: of('array:jax:?')), params))), update=(lambda updates, state, params: (one(of('unknown')), made(ScaleByNovogradState, count=of('array:jax:?'), mu=one(of('unknown')), nu=of('unknown')))))

class ScaleByOptimisticGradientState(typing.NamedTuple):
    is_initial_step: typing.Any
    previous_gradient: typing.Any

def scale_by_optimistic_gradient(alpha=1.0, beta=1.0):
    return made(GradientTransformation, init=(lambda params: made(ScaleByOptimisticGradientState, is_initial_step=of('array:jax:bool'), previous_gradient=jax.tree.map((lambda x: of('array:jax:?')), params))), update=(lambda updates, state, params=None: (of('unknown'), made(ScaleByOptimisticGradientState, is_initial_step=of('array:jax:bool'), previous_gradient=updates))))

class ScaleByDistanceOverGradientsState(typing.NamedTuple):
    max_dist: typing.Any
    grad_sum_of_squares: typing.Any
    init_params: typing.Any

def scale_by_distance_over_gradients(reps_rel=1e-06, eps=1e-08, param_dtype=jax.numpy.float32, global_scale=1.0):
    return made(GradientTransformation, init=(lambda params: made(ScaleByDistanceOverGradientsState, max_dist=jax.tree.map((lambda x: of('unknown')), params), grad_sum_of_squares=jax.tree.map((lambda x: of('array:jax:inexact')), params), init_params=jax.tree.map((lambda t: of('unknown')), params))), update=(lambda updates, state, params: (jax.tree.map((lambda g, d, g_sos: of('unknown')), updates, of('unknown'), jax.tree.map((lambda x, y: of('unknown')), of('unknown'), updates)), made(ScaleByDistanceOverGradientsState, max_dist=of('unknown'), grad_sum_of_squares=jax.tree.map((lambda x, y: of('unknown')), of('unknown'), updates), init_params=of('unknown')))))

def scale_by_polyak(f_min=0.0, max_learning_rate=1.0, eps=0.0, variant: str='sps'):
    return made(GradientTransformationExtraArgs, init=init_empty_state, update=(lambda updates, state, params=None, *, value, **extra_args: (jax.tree.map((lambda x: of('unknown')), updates), state)))

class ScaleByLBFGSState(typing.NamedTuple):
    count: typing.Any
    params: typing.Any
    updates: typing.Any
    diff_params_memory: typing.Any
    diff_updates_memory: typing.Any
    weights_memory: typing.Any

def scale_by_lbfgs(memory_size: int=10, scale_init_precond: bool=True):
    return made(GradientTransformation, init=(lambda params: made(ScaleByLBFGSState, count=of('array:jax:?'), params=jax.tree.map((lambda x: of('array:jax:?')), params), updates=jax.tree.map((lambda x: of('array:jax:?')), params), diff_params_memory=jax.tree.map((lambda leaf: of('array:jax:?')), params), diff_updates_memory=jax.tree.map((lambda leaf: of('array:jax:?')), params), weights_memory=of('array:jax:inexact'))), update=(lambda updates, state, params: (jax.tree.map((lambda x: of('unknown')), updates), made(ScaleByLBFGSState, count=of('array:jax:?'), params=params, updates=updates, diff_params_memory=of('unknown'), diff_updates_memory=of('unknown'), weights_memory=of('unknown')))))

def normalize_by_update_norm(scale_factor=1.0, eps=1e-06):
    return made(GradientTransformation, init=init_empty_state, update=(lambda updates, state, params=None: (jax.tree.map((lambda g: of('unknown')), updates), state)))
