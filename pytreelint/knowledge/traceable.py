"""What may be a tracer: functions that take one for every positional argument, and those that need sizes."""

from __future__ import annotations

_NUMPY = (
    "abs absolute add append arccos arccosh arcsin arcsinh arctan arctan2 arctanh array asarray cbrt ceil clip conj "
    "copysign cos cosh deg2rad degrees divide dot equal exp exp2 expm1 float32 float64 float_power floor floor_divide "
    "fmax fmin fmod greater greater_equal heaviside hypot imag int32 int64 isfinite isinf isnan kron less less_equal "
    "log log10 log1p log2 logaddexp logaddexp2 logical_and logical_not logical_or maximum minimum mod multiply "
    "nan_to_num negative not_equal outer polyval positive power rad2deg radians real reciprocal remainder rint sign "
    "signbit sin sinc sinh sqrt square subtract tan tanh true_divide trunc where"
)
_LAX = "add cos div dynamic_index_in_dim dynamic_slice exp log max min mul pow rem select sin sqrt stop_gradient sub"
_RANDOM = "PRNGKey fold_in key"
_ACTIVATIONS = (
    "celu elu hard_sigmoid hard_silu hard_swish hard_tanh leaky_relu log_sigmoid mish relu relu6 selu sigmoid silu "
    "soft_sign softplus squareplus swish tanh"
)

TAKES_TRACERS = frozenset(
    f"jax.{home}.{name}"
    for home, names in (("numpy", _NUMPY), ("lax", _LAX), ("random", _RANDOM), ("nn", _ACTIVATIONS))
    for name in names.split()
)

# These take one for their first argument; others say along which axes.
_REDUCING = "all any argmax argmin cumprod cumsum max mean median min prod std sum var"
_SHAPING = "atleast_1d broadcast_to expand_dims ravel repeat reshape round tile"
TAKES_FIRST = frozenset(
    [
        *(f"jax.numpy.{name}" for name in (*_REDUCING.split(), *_SHAPING.split())),
        *(f"jax.nn.{name}" for name in ("gelu", "glu", "log_softmax", "logsumexp", "one_hot", "softmax")),
        *("jax.lax.cond", "jax.lax.switch", "optax.Schedule"),
    ]
)
# These put them into a tree; methods, where they are given by name.
TAKES_ANYWHERE = frozenset(
    {"equinox.tree_at", "pytreelint.runtime.tree_at", "dataclasses.replace", "optax.incremental_update"}
)
REPLACING_METHODS = frozenset({"replace", "_replace"})
# These take them behind their first argument: a text, a function of the host, a shape.
TAKES_ONE_MORE = frozenset({"jax.debug.print", "jax.debug.callback", "jax.numpy.full", "jax.numpy.full_like"})
# These take them in a list, their first argument.
TAKES_LISTED = frozenset(f"jax.numpy.{name}" for name in ("array", "asarray", "hstack", "stack"))

# Methods of arrays that compute, and that nothing but an array has.
TRACER_METHODS = frozenset(["conj", "cumprod", "cumsum", "dot", "max", "mean", "min", "prod", "std", "sum", "var"])

# Functions and methods, by their last name, whose result has the shape or dtype that their arguments say.
_SIZED = "zeros ones full empty arange linspace eye identity tri broadcast_to reshape tile repeat pad resize"
MAKES_ARRAYS = frozenset(_SIZED.split())
RESHAPING_METHODS = frozenset({"astype", "reshape", "repeat"})
# Give numbers, which make or cut an array only where they go into something that does; and what cuts by two of them.
_NUMBERS = ("abs", "divmod", "float", "int", "len", "max", "min", "pow", "round")
GIVES_NUMBERS = frozenset(f"builtins.{name}" for name in _NUMBERS)
SLICE = "builtins.slice"
