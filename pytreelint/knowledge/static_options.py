"""Options of JAX's functions that need a value: the shape of a draw, an axis, how far a loop is unrolled.

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
"""


def _table() -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for row in _ROWS.strip().splitlines():
        head, _, names = row.partition(": ")
        option, position, home = head.split()
        for name in names.split():
            found[f"jax.{home}.{name}"][option] = int(position)
    return dict(found)


# The options of a function that are no arrays, each with its position.
STATIC_OPTIONS = _table()
