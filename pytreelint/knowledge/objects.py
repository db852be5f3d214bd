"""What functions do with the arrays that they are given: return them, renew them, read them, draw from them.

Executed entry by entry under JAX by `tests/knowledge/test_objects.py`.
"""

from __future__ import annotations

from pytreelint.knowledge.own import with_runtime

# Given nothing else, they give back the array that they are given, or one that shares its buffer and dies with it: by
# position. With a dtype or a device they may copy it.
_SAME = "jax.numpy.asarray jax.lax.stop_gradient jax.device_put jax.block_until_ready"
SAME: dict[str, int] = dict.fromkeys(_SAME.split(), 0)

# They give an argument as it is, whatever stands beside it, by its position.
HANDS_ON: dict[str, int] = {"typing.cast": 1}

# They give a tree of the structure, shapes and dtypes of an argument, whose arrays are new.
_ELEMENTWISE = """
abs absolute add arccos arccosh arcsin arcsinh arctan arctanh array cbrt ceil clip conj copy cos cosh cumsum cumprod
divide exp exp2 expm1 flip fmax fmin fmod floor log log10 log1p log2 maximum minimum mod multiply nan_to_num negative
piecewise positive power reciprocal rint roll round sign sin sinh sort sqrt square subtract tan tanh true_divide
"""
_ACTIVATIONS = (
    "celu elu gelu leaky_relu log_sigmoid log_softmax relu relu6 selu sigmoid silu soft_sign softmax softplus"
)
_OF_LAX = """
abs acos acosh add asin asinh atan atanh ceil cos cosh cummax cummin cumprod cumsum div dynamic_update_index_in_dim
dynamic_update_slice dynamic_update_slice_in_dim erf exp expm1 floor integer_pow log log1p logistic max min mul neg
pow ppermute rem rev round rsqrt sign sin sinh sort sqrt square sub tan tanh
"""
RENEWS: dict[str, tuple[int, ...]] = {
    **{f"jax.numpy.{name}": (0,) for name in _ELEMENTWISE.split()},
    **{f"jax.nn.{name}": (0,) for name in _ACTIVATIONS.split()},
    **{f"jax.lax.{name}": (0,) for name in _OF_LAX.split()},
    "builtins.abs": (0,),
    "jax.lax.select": (1, 2),
    "jax.lax.select_n": (1, 2),
    "jax.numpy.where": (1, 2),
    "jax.random.permutation": (1,),
    "jax.tree.map": (1,),
    "optax.apply_updates": (0,),
    "optax.incremental_update": (1,),
    "equinox.apply_updates": (0,),
    "pytreelint.runtime.apply_updates": (0,),
    "equinox.tree_at": (1,),
    "pytreelint.runtime.tree_at": (1,),
    "dataclasses.replace": (0,),
    "copy.replace": (0,),
    "pytreelint.bundled.put": (0,),
    "jax.lax.with_sharding_constraint": (0,),
    "jax.lax.pmean": (0,),
    "jax.lax.psum": (0,),
}
# Of these, what they give holds the other fields' very arrays.
_COPIES = "dataclasses.replace copy.replace equinox.tree_at pytreelint.runtime.tree_at pytreelint.bundled.put"
COPIES = frozenset(_COPIES.split())
# They give an array without axes if they are given a Python number, or the shape `()`, as the first argument.
_TYPES = ("float32", "float64", "int32", "int64", "uint32")
OF_NUMBER = frozenset(f"jax.numpy.{name}" for name in ("array", "asarray", *_TYPES))
OF_SHAPE = frozenset(f"jax.numpy.{name}" for name in ["zeros", "ones", "empty", "full"])
# They give a tree, or several, built anew of the very leaves that they are given.
_OF_LEAVES = """
equinox.partition equinox.filter equinox.combine jax.tree.leaves jax.tree.flatten
flax.nnx.split flax.nnx.state flax.nnx.merge pytreelint.bundled.made
"""
OF_LEAVES = frozenset(with_runtime(dict.fromkeys(_OF_LEAVES.split(), "")))
# Instances that libraries make, of whose attributes nothing is known: programs define them.
INSTANCES = frozenset({"absl.flags.FLAGS"})
# They give what an object holds under a name.
READS_ATTRIBUTES = frozenset({"builtins.getattr"})
# Iterators over the very items that they are given.
OF_ITEMS = frozenset({"builtins.zip", "builtins.enumerate", "builtins.reversed", "builtins.iter"})
# Containers, or instances, of the very items that they are given.
HOLDING_ITEMS = frozenset({"builtins.tuple", "builtins.list", "builtins.dict", "copy.copy"})
# Classes whose instances give the very items that they hold.
MAPPINGS = frozenset({"flax.core.frozen_dict.FrozenDict"})
# Methods of an array, and of a state, that give such a tree; `update` of an optimizer renews its second argument.
RENEWING_METHODS = frozenset(
    {"set", "add", "multiply", "mul", "divide", "power", "min", "max", "clip", "copy", "apply", "round"}
)
RENEWING_STATES = frozenset({"replace", "_replace", "apply_gradients"})
OPTIMIZER_UPDATE = ("update", 1)

# Methods of a container that give its items, or one of them.
VIEWS = frozenset({"values", "items", "get"})
GIVING_ITEMS = frozenset({"pop", "get"})

# What they are given may be dead: they look at the structure, at shapes and dtypes, or at the object itself.
_LOOKING = """
builtins.isinstance builtins.type builtins.id builtins.len builtins.hasattr builtins.getattr builtins.callable
builtins.vars builtins.issubclass builtins.tuple builtins.list builtins.dict builtins.zip builtins.enumerate
builtins.super builtins.setattr builtins.delattr builtins.next
dataclasses.replace dataclasses.fields dataclasses.asdict functools.partial copy.replace
jax.eval_shape jax.make_jaxpr jax.tree.leaves jax.tree.flatten jax.tree.structure jax.tree.map jax.tree.unflatten
jax.tree.all jax.tree.reduce jax.tree.map_with_path jax.tree.leaves_with_path jax.tree.flatten_with_path
jax.tree_util.Partial jax.ShapeDtypeStruct jax.typeof jax.live_arrays jax.device_put jax.lax.stop_gradient
jax.numpy.asarray jax.numpy.zeros_like jax.numpy.ones_like jax.numpy.empty_like jax.numpy.full_like
jax.numpy.shape jax.numpy.ndim jax.numpy.size jax.numpy.result_type jax.numpy.reshape
equinox.partition equinox.filter equinox.combine equinox.is_array equinox.is_inexact_array equinox.is_array_like
equinox.tree_at equinox.filter_eval_shape equinox.filter_make_jaxpr weakref.ref gc.collect sys.getrefcount
pytreelint.runtime.partition pytreelint.runtime.filter pytreelint.runtime.combine pytreelint.runtime.is_array
pytreelint.runtime.is_inexact_array pytreelint.runtime.is_array_like pytreelint.runtime.tree_at
pytreelint.runtime.filter_eval_shape pytreelint.runtime.filter_make_jaxpr
"""
LOOKING = frozenset(_LOOKING.split())
# Libraries whose functions need the arrays that they are given, unless they stand above.
NEEDING = ("jax.numpy.", "jax.nn.", "jax.lax.", "jax.scipy.", "jax.random.", "numpy.", "optax.")
NEEDING_ONE_BY_ONE = frozenset(
    {
        *(f"builtins.{name}" for name in ("print", "float", "int", "bool", "repr", "str", "sum", "max", "min", "abs")),
        *(
            "jax.device_get",
            "jax.block_until_ready",
            "jax.make_array_from_single_device_arrays",
            "copy.copy",
            "copy.deepcopy",
            "pickle.dumps",
            "jax.debug.print",
        ),
        *("flax.jax_utils.replicate", "flax.jax_utils.unreplicate"),
    }
)
# Attributes that a dead array still has; asking for one reads nothing.
ALIVE = frozenset(
    [
        "shape",
        "dtype",
        "ndim",
        "size",
        "nbytes",
        "itemsize",
        "sharding",
        "is_deleted",
        "delete",
        "aval",
        "weak_type",
        "device",
        "devices",
        "committed",
        "is_fully_addressable",
        "is_fully_replicated",
        "T",
        "mT",
        "astype",
        "reshape",
    ]
)
# Of these, a dead array has what gives itself where the type is its own, and else raises (jax 0.10.2).
CASTING = frozenset({"astype"})
# Words for what `equinox.filter_jit(donate=...)` donates: from which argument on.
DONATE_WORDS: dict[str, int] = {"all": 0, "warn": 0, "all-except-first": 1, "warn-except-first": 1}

# They draw from the key that they are given: (position, keyword).
_SAMPLERS = """
ball bernoulli beta binomial bits categorical cauchy chisquare choice dirichlet double_sided_maxwell exponential f gamma
generalized_normal geometric gumbel laplace loggamma logistic lognormal maxwell multinomial multivariate_normal normal
orthogonal pareto permutation poisson rademacher randint rayleigh split t triangular truncated_normal uniform wald
weibull_min
"""
BUNDLED_DRAW = "pytreelint.bundled.drawn"  # says in a stub that a library draws, and nothing of what becomes of it
DRAWS: dict[str, tuple[int, str]] = {f"jax.random.{name}": (0, "key") for name in _SAMPLERS.split()} | {
    "jax.nn.initializers.Initializer.__call__": (0, "key"),  # what an initializer is, whichever of them made it
    "haiku.dropout": (0, "rng"),  # dm-haiku 0.0.17
    BUNDLED_DRAW: (0, "key"),
}
RATES: dict[str, tuple[int, str]] = {"haiku.dropout": (1, "rate")}  # of which zero says that nothing is drawn
# Layers that draw when they are called, by a key of that name: the field of the rate, of which zero says that nothing
# is drawn, the field and the options that turn them off (equinox 0.13.8).
DROPPING: dict[str, tuple[str, str, frozenset[str]]] = {
    "equinox.nn._dropout.Dropout": ("p", "inference", frozenset({"inference", "deterministic"})),
}
# Methods that draw from a key, of whatever object, under the names that keys have there.
DRAWING_METHODS = frozenset({"sample", "sample_and_log_prob", "experimental_sample_and_log_prob"})
# Packages whose classes that have such methods are distributions; of which these give one value, whatever the key.
DISTRIBUTIONS = frozenset({"distrax", "tensorflow_probability"})
WITHOUT_NOISE = frozenset({"Deterministic", "VectorDeterministic"})
SHAPE_WORDS = frozenset({"sample_shape", "shape", "n"})  # what may stand beside the key there
KEY_WORDS = frozenset({"seed", "key", "rng", "rng_key", "prng_key"})
# Methods of cells that take a key for a first state, which is zeros unless told otherwise (flax 0.12.8).
ZERO_STATES = frozenset({"initialize_carry"})
# The place of the shape among the arguments of samplers; without one, a single number is drawn.
DECIDING = {
    f"jax.random.{name}": place
    for place, names in ((1, "normal uniform randint"), (2, "bernoulli choice"))
    for name in names.split()
}
# Drawn twice from one key by the same of them, two arrays are taken apart in the same way: rows and their labels.
ALIGNED = frozenset({"jax.random.permutation", "jax.random.choice"})
WEIGHTS = {"jax.random.choice": (4, "p")}  # how likely each row is taken
# What an array tells of itself and not of its numbers, and what turns it over.
SHOWN_OF, TRANSPOSED = frozenset({"shape", "dtype", "ndim", "size", "sharding"}), "T"
PRINT = "builtins.print"
# Nothing runs behind a call of these.
ENDS_PROGRAM = frozenset({"builtins.exit", "builtins.quit", "sys.exit", "os._exit", "os.abort"})
# What is written to have two of one.
SPLITTER, FOLDER, COPIER = "jax.random.split", "jax.random.fold_in", "jax.numpy.copy"
SAME_DATA = frozenset({"process_index", "axis_index", "hash", "ord", "crc32", "adler32"})  # functions, of a constant
SAMPLERS = frozenset(name for name in DRAWS if name.startswith("jax.random.")) - {SPLITTER}
MAPPER = "jax.tree.map"
ROW_MAPS = frozenset({"jax.vmap", "equinox.filter_vmap", "pytreelint.runtime.filter_vmap"})  # rows of one device
NNX, PARAMETERS = "flax.nnx.", ".Param"  # what a filter for parameters is called, under whichever module
SPLIT = "first, second = jax.random.split(key)  # draw from each once"
COPY = "kept = jax.tree.map(jnp.copy, tree)"

# They make a container that a program fills later.
CONTAINERS = frozenset(
    {"builtins.list", "builtins.dict", "builtins.set"}
    | {f"collections.{name}" for name in ("Counter", "OrderedDict", "defaultdict", "deque")}
)
