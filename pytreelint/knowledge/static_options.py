"""Options that need a value, of functions of JAX and its libraries: the shape of a draw, an axis, a number of steps.

Each stands behind its keyword with its position. Asked of JAX by `tests/knowledge/test_static_options.py`.
"""

from __future__ import annotations

from collections import defaultdict

# By the keyword: what is needed, in the words of a finding.
SHAPE_OPTIONS = frozenset({"shape", "dimensions", "new_sizes"})
AXIS_OPTIONS = frozenset({"axis", "axes", "dimension"})

_ROWS = """
shape 1 random: bits cauchy exponential gumbel laplace logistic maxwell rademacher randint
shape 2 random: bernoulli chisquare choice gamma generalized_normal geometric loggamma lognormal orthogonal
shape 2 random: pareto poisson rayleigh t wald
shape 3 random: ball beta binomial categorical double_sided_maxwell f multivariate_normal truncated_normal weibull_min
shape 4 random: triangular
shape 2 numpy: empty_like ones_like zeros_like
shape 3 numpy: full_like
shape 0 lax: full
shape 1 lax: broadcast_in_dim broadcasted_iota
shape 1 image: resize
new_sizes 1 lax: reshape
dimensions 0 numpy: indices
axis 1 numpy: all any argmax argmin argsort average concatenate count_nonzero cumprod cumsum flip max mean median min
axis 1 numpy: nanmax nanmean nanmin nanstd nansum nanvar prod ptp sort stack std sum var
axis 2 numpy: append diff repeat roll take take_along_axis linalg.norm
axis 1 nn: log_softmax logsumexp softmax standardize
axis 1 lax: cummax cummin cumprod cumsum
axis 3 lax: dynamic_slice_in_dim dynamic_update_index_in_dim dynamic_update_slice_in_dim
dimension 1 lax: sort
k 1 numpy: diag rot90 tril triu
n 1 numpy: diff linalg.matrix_power
ord 1 numpy: linalg.norm
length 3 numpy: bincount
length 3 lax: scan
unroll 5 lax: scan
unroll 4 lax: fori_loop
size 1 numpy: argwhere flatnonzero nonzero
num_segments 2 ops: segment_max segment_min segment_prod
M 0 numpy: bartlett blackman hamming hanning kaiser
N 1 numpy: vander
approximate 1 nn: gelu
axes 1 lax: reduce_and reduce_max reduce_min reduce_or reduce_prod reduce_sum reduce_xor
axes 1 numpy: transpose fft.fftshift fft.ifftshift
axes 2 numpy: fft.fftn fft.ifftn fft.irfftn fft.rfftn
axes 3 scipy: signal.fftconvolve
axis 1 lax: cumlogsumexp stack unstack
axis 1 nn: glu logmeanexp
axis 1 numpy: amax amin nanargmax nanargmin nancumsum size squeeze
axis 1 scipy: signal.detrend
axis 2 lax: dynamic_index_in_dim index_in_dim
axis 2 numpy: array_split compress delete percentile quantile split fft.fft fft.hfft fft.ifft fft.ihfft fft.irfft
axis 2 numpy: fft.rfft
axis 2 optax: convex_kl_divergence generalized_kl_divergence kl_divergence smooth_labels softmax_cross_entropy
axis 2 random: permutation
axis 3 numpy: insert trapezoid
axis 3 optax: cosine_distance cosine_similarity safe_norm
axis 4 numpy: unique
axis 5 random: choice
axis 6 numpy: linspace logspace
axis 9 scipy: signal.welch
axis 10 scipy: signal.stft
axis1 2 numpy: diagonal trace
axis2 3 numpy: diagonal trace
bias 3 numpy: cov
centered 5 optax: rmsprop
compute_uv 2 numpy: linalg.svd
compute_uv 2 scipy: linalg.svd
ddof 4 numpy: cov
decay_steps 1 optax: cosine_decay_schedule
decay_steps 3 optax: warmup_cosine_decay_schedule
decimals 1 numpy: around round
deg 1 numpy: angle
deg 2 numpy: polyfit
density 4 numpy: histogram
descending 5 numpy: argsort sort
dimension 1 lax: concatenate
dimension 2 lax: broadcasted_iota
dimensions 1 lax: expand_dims rev squeeze
eigvals_only 3 scipy: linalg.eigh
endpoint 3 numpy: linspace logspace
full_matrices 1 numpy: linalg.svd
full_matrices 1 scipy: linalg.svd
hermitian 2 numpy: linalg.matrix_rank linalg.pinv
hermitian 3 numpy: linalg.svd
increasing 2 numpy: vander
index 1 lax: index_in_dim
k 1 lax: approx_max_k approx_min_k
k 1 numpy: tril_indices tril_indices_from triu_indices triu_indices_from
keepdims 2 numpy: count_nonzero
keepdims 3 lax: dynamic_index_in_dim index_in_dim
keepdims 3 nn: logmeanexp logsumexp
keepdims 3 numpy: all amax amin any argmax argmin max min nanargmax nanargmin nanmax nanmin linalg.norm
keepdims 3 scipy: special.logsumexp
keepdims 4 numpy: average mean median nanmean nansum prod sum
keepdims 4 optax: safe_norm
keepdims 5 numpy: nanstd nanvar std var
keepdims 6 numpy: percentile quantile
limit_index 2 lax: slice_in_dim
lower 1 scipy: linalg.cho_factor linalg.cholesky
lower 2 scipy: linalg.eigh
m 1 numpy: polyder polyint
m 2 numpy: tril_indices triu_indices
m 4 random: orthogonal
max_squarings 2 scipy: linalg.expm
memory_size 0 optax: scale_by_lbfgs
memory_size 1 optax: lbfgs
minlength 2 numpy: bincount
n 0 numpy: diag_indices triu_indices fft.rfftfreq
n 0 scipy: linalg.dft
n 1 numpy: fft.fft fft.hfft fft.ifft fft.ihfft fft.irfft fft.rfft
n 1 random: orthogonal
ndim 1 numpy: diag_indices
new_shape 1 numpy: resize
nfft 5 scipy: signal.stft signal.welch
noverlap 4 scipy: signal.istft signal.stft signal.welch
nperseg 3 scipy: signal.istft signal.stft signal.welch
num_keys 3 lax: sort
offset 1 numpy: diagonal
permutation 1 lax: transpose
rank 1 lax: broadcast_to_rank
replace 3 random: choice
replace 4 random: categorical
reps 1 lax: tile
return_counts 3 numpy: unique
return_index 1 numpy: unique
return_inverse 2 numpy: unique
return_sign 4 nn: logsumexp
return_sign 4 scipy: special.logsumexp
reverse 2 lax: cumlogsumexp cummax cummin cumprod cumsum
reverse 4 lax: scan
right 2 numpy: digitize
rowvar 2 numpy: corrcoef cov
s 1 numpy: fft.fft2 fft.fftn fft.ifft2 fft.ifftn fft.irfft2 fft.irfftn fft.rfft2 fft.rfftn
sizes 1 lax: broadcast split
staircase 4 optax: exponential_decay
staircase 6 optax: warmup_exponential_decay_schedule
start_dimension 1 lax: collapse
sync_period 1 optax: lookahead
total_repeat_length 3 numpy: repeat
transition_steps 0 optax: cosine_onecycle_schedule linear_onecycle_schedule
transition_steps 1 optax: exponential_decay
transition_steps 2 optax: linear_schedule
transition_steps 3 optax: polynomial_schedule warmup_exponential_decay_schedule
warmup_steps 2 optax: warmup_constant_schedule warmup_cosine_decay_schedule warmup_exponential_decay_schedule
max_steps 11 diffrax: diffeqsolve
max_steps 6 optimistix: fixed_point least_squares minimise root_find
"""
_OTHERS = ("diffrax", "optax", "optimistix")


def _table() -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for row in _ROWS.strip().splitlines():
        head, _, names = row.partition(": ")
        option, position, home = head.split()
        for name in names.split():
            package = "" if home in _OTHERS else "jax."
            found[f"{package}{home}.{name}"][option] = int(position)
    return dict(found)


# The options of a function that are no arrays, each with its position.
STATIC_OPTIONS = _table()
# The names of those whose own source is followed where it is installed.
OF_OTHERS = frozenset(name.rpartition(".")[2] for name in STATIC_OPTIONS if not name.startswith("jax."))
