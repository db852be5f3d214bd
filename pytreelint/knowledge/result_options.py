"""Options with which a function gives something else: `svd(x, compute_uv=False)` gives the singular values alone.

Each row: the option, its position (-1: only by keyword), the value that matters, what is given then, the functions.
Asked of JAX and NumPy by `tests/knowledge/test_result_options.py`.
"""

from __future__ import annotations

from collections import defaultdict

from pytreelint.knowledge.record import record

_ROWS = """
compute_uv 2 False array:jax:inexact: jax.numpy.linalg.svd jax.scipy.linalg.svd
compute_uv -1 False array:jax:inexact: jax.lax.linalg.svd
compute_uv 2 False array:numpy:inexact: numpy.linalg.svd
eigvals_only 3 True array:jax:inexact: jax.scipy.linalg.eigh
mode 1 r array:jax:inexact: jax.numpy.linalg.qr
mode 1 r array:numpy:inexact: numpy.linalg.qr
mode 3 r unknown: jax.scipy.linalg.qr
pivoting 4 True unknown: jax.scipy.linalg.qr
pivoting -1 True unknown: jax.lax.linalg.qr
calc_q -1 True tuple(array:jax:inexact,array:jax:inexact): jax.scipy.linalg.hessenberg
permute_l 1 True tuple(array:jax:inexact,array:jax:inexact): jax.scipy.linalg.lu
compute_expm -1 False array:jax:inexact: jax.scipy.linalg.expm_frechet
return_index 1 True unknown: jax.numpy.unique numpy.unique
return_inverse 2 True unknown: jax.numpy.unique numpy.unique
return_counts 3 True unknown: jax.numpy.unique numpy.unique
return_indices 3 True unknown: jax.numpy.intersect1d numpy.intersect1d
returned 3 True tuple(array:jax:inexact,array:jax:inexact): jax.numpy.average
returned 3 True unknown: numpy.average
retstep 4 True tuple(array:jax:inexact,array:jax:inexact): jax.numpy.linspace
retstep 4 True unknown: numpy.linspace
full 4 True unknown: jax.numpy.polyfit numpy.polyfit
cov 6 True unknown: jax.numpy.polyfit numpy.polyfit
return_sign 4 True tuple(array:jax:inexact,array:jax:inexact): jax.nn.logsumexp jax.scipy.special.logsumexp
sparse 2 True unknown: jax.numpy.indices numpy.indices
"""
_VALUES: dict[str, object] = {"True": True, "False": False}


@record(frozen=True, slots=True)
class ResultOption:
    """An option of a function: with this value, the function gives what the spec says."""

    keyword: str
    position: int
    value: object
    spec: str


def _table() -> dict[str, tuple[ResultOption, ...]]:
    found: dict[str, list[ResultOption]] = defaultdict(list)
    for row in _ROWS.strip().splitlines():
        head, _, names = row.partition(": ")
        keyword, position, value, spec = head.split()
        for name in names.split():
            found[name].append(ResultOption(keyword, int(position), _VALUES.get(value, value), spec))
    return {name: tuple(options) for name, options in found.items()}


RESULT_OPTIONS = _table()
