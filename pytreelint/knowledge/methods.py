"""Methods of arrays and strings, by what they give (jax 0.12.0, numpy 2, scipy 1; Python 3.11)."""

from __future__ import annotations

GIVING_ARRAYS = frozenset(
    [
        "all",
        "any",
        "argmax",
        "argmin",
        "argsort",
        "astype",
        "choose",
        "clip",
        "compress",
        "conj",
        "conjugate",
        "copy",
        "cumprod",
        "cumsum",
        "diagonal",
        "dot",
        "flatten",
        "max",
        "mean",
        "min",
        "nonzero",
        "prod",
        "ptp",
        "ravel",
        "repeat",
        "reshape",
        "round",
        "searchsorted",
        "set",
        "add",
        "multiply",
        "mul",
        "divide",
        "apply",
        "get",
        "power",
        "sort",
        "squeeze",
        "std",
        "sum",
        "swapaxes",
        "take",
        "trace",
        "transpose",
        "var",
        "view",
        "tocsr",
        "tocsc",
        "tocoo",
        "todia",
        "tolil",
        "tobsr",
        "todok",
        "toarray",
        "block_until_ready",
        "to_device",
    ]
)

REDUCTIONS = frozenset(
    ["all", "any", "argmax", "argmin", "max", "mean", "min", "prod", "ptp", "std", "sum", "trace", "var"]
)
"""Methods of arrays that give a number without `axis`: of NumPy's scalars, a scalar."""

COUNTING = frozenset(["sum", "prod", "cumsum", "cumprod", "trace"])
"""Methods to which an array of bools is one of numbers."""

AVERAGING = frozenset(["mean", "std", "var"])
"""Methods that give floats, whatever the numbers of the array are."""

POINTING = frozenset(["argmax", "argmin", "argsort", "searchsorted"])
"""Methods that give places in the array."""

MIXING = frozenset(["clip", "dot", "choose"])
"""Methods whose result has a dtype to which that of an argument counts as much as that of the array."""

DTYPE_POSITION = 1
"""Where `sum(axis, dtype)`, as each of those that count or average but `trace`, is told of a dtype by position."""

GIVING_TEXT = frozenset(
    [
        "lower",
        "upper",
        "strip",
        "format",
        "join",
        "replace",
        "title",
        "capitalize",
        "removeprefix",
        "removesuffix",
        "lstrip",
        "rstrip",
    ]
)
"""Methods of strings that give strings."""

TRUTHS_OF_TEXT = frozenset(["startswith", "endswith", "isdigit"])
"""Methods of strings that give bools."""

LISTS_OF_TEXT = frozenset(["split", "splitlines"])
"""Methods of strings that give lists of strings."""

ASKED_OF_TEXT = {
    "startswith": 2,
    "endswith": 2,
    "removeprefix": 2,
    "removesuffix": 2,
    "lower": 1,
    "upper": 1,
    "strip": 1,
}
"""Methods of strings whose result is known where all texts are: the instance and the arguments, so many."""

STAGES = frozenset(["lower", "trace", "eval_shape"])
"""Methods of transformed functions that compile, or trace, ahead of time: whoever calls them keeps what they give."""
