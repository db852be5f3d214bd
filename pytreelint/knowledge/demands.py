"""What needs the value of an array now, and so raises for a tracer, and which operations give a tracer again.

Executed entry by entry under JAX by `tests/knowledge/test_demands.py`.
"""

from __future__ import annotations

# Each positional argument is made a Python number. Gradients alone know the value for these ...
NEEDS_INTEGER = frozenset(
    {*(f"builtins.{name}" for name in ["int", "bool", "range", "chr", "hex", "oct", "bin"]), "operator.index"}
)
# ... and not for these.
NEEDS_FLOAT = frozenset(
    {"builtins.float", "builtins.complex"}
    | {
        f"math.{name}"
        for name in (
            *("acos", "asin", "atan", "atan2", "ceil", "cos", "cosh", "degrees", "erf", "exp", "fabs", "floor", "fmod"),
            *("hypot", "isclose", "isfinite", "isinf", "isnan", "log", "log10", "log2", "pow", "radians", "sin"),
            *("sinh", "sqrt", "tan", "tanh"),
        )
    }
)
NEEDS_NUMBER = NEEDS_INTEGER | NEEDS_FLOAT
# Compares its arguments, or the elements of its only one, to choose.
CHOOSES = frozenset({"builtins.max", "builtins.min", "builtins.sorted"})
# Takes the truth of each element.
ASKS_EACH = frozenset({"builtins.all", "builtins.any"})
# Writes its first argument by a format.
FORMATS = "builtins.format"
# Hashes its first argument.
HASHES = "builtins.hash"
# Functions of numpy that call the method of that name, and give a tracer for one.
_DELEGATES = """
all amax amin any argmax argmin around cumprod cumsum flip imag max mean min moveaxis permute_dims prod real
repeat reshape rollaxis round squeeze std sum swapaxes transpose var
"""
NUMPY_DELEGATES = frozenset(f"numpy.{name}" for name in _DELEGATES.split())

# The argument, by position and keyword, is a shape, a number of elements, or a number of axes.
NEEDS_SHAPE: dict[str, tuple[int, str]] = {
    "jax.numpy.zeros": (0, "shape"),
    "jax.numpy.ones": (0, "shape"),
    "jax.numpy.empty": (0, "shape"),
    "jax.numpy.full": (0, "shape"),
    "jax.numpy.arange": (0, "start"),
    "jax.numpy.linspace": (2, "num"),
    "jax.numpy.logspace": (2, "num"),
    "jax.numpy.eye": (0, "N"),
    "jax.numpy.identity": (0, "n"),
    "jax.numpy.tri": (0, "N"),
    "jax.numpy.tril_indices": (0, "n"),
    "jax.numpy.reshape": (1, "shape"),
    "jax.numpy.broadcast_to": (1, "shape"),
    "jax.numpy.tile": (1, "reps"),
    "jax.numpy.repeat": (1, "repeats"),
    "jax.numpy.pad": (1, "pad_width"),
    "jax.numpy.split": (1, "indices_or_sections"),
    "jax.numpy.array_split": (1, "indices_or_sections"),
    "jax.numpy.moveaxis": (1, "source"),
    "jax.numpy.expand_dims": (1, "axis"),
    "jax.numpy.delete": (1, "obj"),
    "jax.numpy.fft.fftfreq": (0, "n"),
    "jax.random.normal": (1, "shape"),
    "jax.random.uniform": (1, "shape"),
    "jax.random.split": (1, "num"),
    "jax.random.permutation": (1, "x"),
    "jax.random.choice": (1, "a"),
    **{f"numpy.{name}": (0, "shape") for name in ("zeros", "ones", "empty")},
    **{f"numpy.{name}": (2, "num") for name in ("linspace", "logspace")},
    "numpy.arange": (0, "start"),
    "numpy.eye": (0, "N"),
    "numpy.tri": (0, "N"),
    "numpy.identity": (0, "n"),
    "jax.nn.one_hot": (1, "num_classes"),
    "jax.lax.top_k": (1, "k"),
    "jax.lax.iota": (1, "size"),
    "jax.lax.dynamic_slice": (2, "slice_sizes"),
    "jax.lax.dynamic_slice_in_dim": (2, "slice_size"),
    "jax.ops.segment_sum": (2, "num_segments"),
}
# All that follows it, too.
ALL_POSITIONS = frozenset({"jax.numpy.arange", "numpy.arange"})
# These take an array there as well: only one number, or a tuple of them, is a shape.
SHAPE_OR_ARRAY = frozenset({"jax.random.permutation", "jax.random.choice"})
# With this keyword nothing is needed.
REPEAT_LENGTH = "total_repeat_length"
UNLESS = {"jax.numpy.repeat": REPEAT_LENGTH, "jax.numpy.delete": "assume_unique_indices"}
# The size of the result hangs on the values of all arguments (`where`: of its only one), unless a keyword gives it.
SIZED_BY_VALUES: dict[str, str] = {
    "jax.numpy.nonzero": "size",
    "jax.numpy.flatnonzero": "size",
    "jax.numpy.argwhere": "size",
    "jax.numpy.where": "size",
    "jax.numpy.unique": "size",
    "jax.numpy.unique_values": "size",
    "jax.numpy.union1d": "size",
    "jax.numpy.intersect1d": "size",
    "jax.numpy.setdiff1d": "size",
    "jax.numpy.extract": "size",
    "jax.numpy.compress": "size",
    "jax.numpy.bincount": "length",
    "jax.numpy.trim_zeros": "",
    "jax.numpy.roots": "strip_zeros",
}
WHERE = "jax.numpy.where"
# Methods of Python's containers that hash their first argument, compare it with the items, or take it for an index.
HASHING_METHODS = {
    "dict": frozenset({"get", "pop", "setdefault"}),
    "set": frozenset({"add", "discard", "remove"}),
}
COMPARING_METHODS = frozenset({"index", "count", "remove"})
INDEXING_METHODS = frozenset({"pop", "insert"})
SHAPE_METHODS = frozenset({"reshape", "repeat"})
# Methods of an array that need its value; gradients know it for those of the first line.
_OF_BUFFERS = "block_until_ready copy_to_host_async devices is_deleted unsafe_buffer_pointer"  # a tracer has none
NEEDING_METHODS = frozenset({"item", "tolist", "nonzero", "tobytes", "__array__", *_OF_BUFFERS.split()})
KNOWN_BY_GRADIENTS = frozenset({"item", "nonzero"})
# Attributes and methods of an array that are arrays again, and that nothing but an array has.
ARRAY_ATTRIBUTES = frozenset({"T", "mT", "real", "imag"})
_METHODS = """
all any argmax argmin argsort astype clip conj cumprod cumsum diagonal dot flatten max mean min prod ravel reshape round
searchsorted sort squeeze std sum swapaxes take trace transpose var
"""
ARRAY_METHODS = frozenset(_METHODS.split())
AT_METHODS = frozenset({"set", "add", "subtract", "multiply", "mul", "divide", "apply", "get", "power", "min", "max"})
# They may give back the very array that they are given: no operation, so nothing traces it (jax 0.10, 0.12).
_KEPT = """
asarray astype broadcast_to column_stack concat concatenate full_like histogram histogram2d histogram_bin_edges
permute_dims reshape transpose squeeze ravel real
"""
_KEPT_BY_LAX = """
broadcast broadcast_like broadcast_to_rank collapse concatenate convert_element_type reshape squeeze stop_gradient
transpose
"""
MAY_KEEP = frozenset(
    {f"jax.numpy.{name}" for name in _KEPT.split()} | {f"jax.lax.{name}" for name in _KEPT_BY_LAX.split()}
)
METHODS_MAY_KEEP = frozenset(
    {"astype", "copy", "flatten", "ravel", "reshape", "squeeze", "transpose", "swapaxes", "view"}
)

# What a tracer of a gradient or of `vmap` that has ended still raises in, besides operations of JAX and NumPy.
REFUSED_AFTER = NEEDS_FLOAT | {f"builtins.{name}" for name in ("abs", "max", "min", "round", "sorted", "sum")}

# Functions of these modules take tracers and give them.
ARRAY_MODULES = (
    *("jax.numpy", "jax.nn", "jax.lax", "jax.scipy", "jax.random", "jax.ops", "jax.image"),
    *("optax.global_norm", "optax.Schedule.__call__"),
)
ARRAY_HOME = "jax.numpy."
# ... but for those that look at shapes and dtypes, which are known.
_LOOKING = """
broadcast_shapes can_cast dtype finfo get_printoptions iinfo iscomplexobj isdtype isrealobj isscalar issubdtype iterable
ndim printoptions promote_types result_type set_printoptions shape size
"""
LOOKING = frozenset({f"jax.numpy.{name}" for name in _LOOKING.split()} | {"jax.lax.axis_size", "jax.random.key_impl"})
# Nothing flows back through some part of what they give: no claim is made that gradients don't know it.
_FLAT_IN_PART = """
arange bartlett blackman divmod hamming hanning histogram histogram2d histogramdd imag intersect1d
kaiser linalg.slogdet modf roots setdiff1d setxor1d union1d unique unique_all unique_counts unique_inverse unique_values
"""
FLAT_IN_PART = frozenset(
    {f"jax.numpy.{name}" for name in _FLAT_IN_PART.split()}
    | {"builtins.divmod", "jax.scipy.linalg.lu", "jax.scipy.special.gammasgn"}
)
# They give what gradients know: nothing flows back through them.
NO_TANGENT = FLAT_IN_PART | frozenset(
    {f"jax.numpy.{name}" for name in ("around", "ceil", "floor", "floor_divide", "rint", "round", "sign", "trunc")}
    | {"builtins.round"}
    | {f"jax.numpy.{name}" for name in ("zeros_like", "ones_like", "full_like")}
    | {f"jax.lax.{name}" for name in ("ceil", "floor", "round", "sign", "stop_gradient")}
)
METHODS_WITHOUT_TANGENT = frozenset({"round"})  # and the attribute `imag`, of what is real
# They look at nothing but the shape and the dtype of their argument.
LIKE = frozenset(f"jax.numpy.{name}" for name in ("zeros_like", "ones_like", "empty_like"))
# Python's own functions that give an array for one.
PAIRS = "builtins.divmod"
GIVES_ARRAY = frozenset({"builtins.abs", "builtins.sum", "builtins.round", "builtins.pow", "builtins.divmod"})
# The first argument, or the keyword `shape`, is the shape of a new array.
FILLED = frozenset({"jax.numpy.zeros", "jax.numpy.ones", "jax.numpy.empty", "jax.numpy.full"})

# Methods that give a function its derivative rules, and how each rule is called.
DERIVATIVE_RULES: dict[str, tuple[str, ...]] = {
    "defvjp": ("forward", "backward"),
    "defjvp": ("tangents",),
    "defjvps": ("tangent",),
    "def_fwd": ("forward of a tree",),
    "def_bwd": ("backward of a tree",),
    "def_jvp": ("tangents",),
}
# Of these functions the backward rule gives a tuple of as many cotangents as there are arguments to differentiate.
GIVES_COTANGENTS = frozenset({"jax.custom_vjp"})
# Functions that take no tracer, and no tree that holds one, for an argument that they do not differentiate, whether
# anybody differentiates them or not; the options that name it (`jax.custom_jvp` takes tracers there: jax 0.10.2).
REFUSE_TRACERS: dict[str, tuple[str, ...]] = {"jax.custom_vjp": ("nondiff_argnums", "nondiff_argnames")}

# Whoever asks for these asks whether something is traced.
TRACER_CLASSES = frozenset({"jax.core.Tracer"})
CONTAINERS = frozenset(f"builtins.{kind}" for kind in ("dict", "frozenset", "list", "set", "tuple"))
# No tracer is one: transforms trace the numbers that they are given, and reject text.
NO_TRACERS = frozenset({*(f"builtins.{kind}" for kind in ("bool", "int", "float", "complex", "str")), "numpy.ndarray"})
IS_CONCRETE = frozenset({"jax.core.is_concrete"})
# Whoever calls one raises for tracers on purpose.
CONCRETE_OR_ERROR = frozenset({"jax.core.concrete_or_error", "jax._src.core.concrete_or_error"})
# In what is traced they are read once, while it is compiled: who measures time runs what he measures.
CLOCKS = frozenset(f"time.{name}" for name in ("monotonic", "perf_counter", "process_time", "time", "time_ns"))
# The exceptions of Python that a tracer's errors are.
CATCH_TRACERS = frozenset(
    f"builtins.{name}" for name in ("BaseException", "Exception", "TypeError", "LookupError", "IndexError")
)
# In these contexts operations are not traced; in those nothing is.
COMPILE_TIME = "jax.ensure_compile_time_eval"
AT_COMPILE_TIME = frozenset({COMPILE_TIME, "jax.core.eval_context", "jax._src.core.eval_context"})
UNTRACED = frozenset({"jax.disable_jit"})

# What to write instead of a choice by Python, and instead of a number that is to be traced.
CHOICE = "choose with `jax.numpy.where` or `jax.lax.cond`"
AS_ARRAY = "jax.numpy.asarray"

HOST_FLAGS = {"host": True, "numpy": True, "eager": True, "jax": False, "jit": False}
HOST_MODES = HOST_FLAGS | {"np": True, "scipy": True, "python": True, "jnp": False, "jax.numpy": False}
"""Words by which a program chooses where it runs, with whether that is the host, where nothing is traced."""
