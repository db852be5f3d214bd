"""Results of public names that calling them cannot find out: written by hand, in the words of `results.py`."""

from __future__ import annotations

from functools import cache

from pytreelint.knowledge.annotations import SPARSE
from pytreelint.knowledge.bases import WRAPPERS
from pytreelint.knowledge.layers import LAYERS
from pytreelint.knowledge.names import INITIALIZERS

# numpy's distributions: a Python number, or with a size (at that position) an array.
_DRAWN = {
    "function drawn:inexact:0": "rand randn random random_sample standard_normal standard_exponential standard_cauchy",
    "function drawn:inexact:1": "exponential chisquare standard_t standard_gamma weibull rayleigh pareto power",
    "function drawn:inexact:2": "normal uniform gamma beta laplace lognormal gumbel logistic vonmises f wald",
    "function drawn:inexact:3": "triangular noncentral_f",
    "function drawn:integer:1": "poisson geometric logseries zipf",
    "function drawn:integer:2": "randint integers binomial negative_binomial",
    "function drawn:integer:3": "hypergeometric",
    "function drawn:?:1": "choice",
    "function array:numpy:?": "permutation permuted multivariate_normal dirichlet multinomial",
    "function none": "shuffle",
}

# chex's look at shapes, types and values, and give nothing; following them was a fiftieth of the work on 59 packages.
_ASSERTIONS = (
    "assert_axis_dimension assert_axis_dimension_comparator assert_axis_dimension_gt assert_axis_dimension_gteq "
    "assert_axis_dimension_lt assert_axis_dimension_lteq assert_equal assert_equal_rank assert_equal_shape "
    "assert_equal_shape_prefix assert_equal_shape_suffix assert_equal_size assert_exactly_one_is_none "
    "assert_is_broadcastable assert_is_divisible assert_not_both_none assert_rank assert_scalar assert_scalar_in "
    "assert_scalar_negative assert_scalar_non_negative assert_scalar_positive assert_shape assert_size "
    "assert_tree_all_finite assert_tree_has_only_ndarrays assert_tree_is_on_device assert_tree_is_on_host "
    "assert_tree_is_sharded assert_tree_no_nones assert_tree_shape_prefix assert_tree_shape_suffix "
    "assert_trees_all_close assert_trees_all_close_ulp assert_trees_all_equal assert_trees_all_equal_comparator "
    "assert_trees_all_equal_dtypes assert_trees_all_equal_shapes assert_trees_all_equal_shapes_and_dtypes "
    "assert_trees_all_equal_sizes assert_trees_all_equal_structs assert_type"
)

# optax's arithmetic of trees, in `optax.tree` and with `tree_` before it in `optax.tree_utils` (optax 0.2.8).
_TREES = {
    "function array:jax:inexact": "norm",
    "function array:jax:?": "sum max min vdot",
    "function arrays(jax, 0)": "zeros_like ones_like full_like cast cast_like clip real conj bias_correction",
    "function same(0)": "add sub mul div add_scale update_moment",
    "function same(1)": "where",
    "function arrays(jax, 1)": "scale random_like",
    "function int": "size",
}

# module -> what the names are -> the names.
_BY_HAND: dict[str, dict[str, str]] = {
    "jax": {
        "function same(0)": "device_put block_until_ready device_put_sharded device_put_replicated reshard",
        "function arrays(numpy, 0)": "device_get",
        "function list(object*)": "devices local_devices",
        "function list(array:jax:?*)": "live_arrays",
        "function int": "device_count local_device_count process_index process_count host_count host_id",
        "function str": "default_backend print_environment_info",
        "function object": "get_mesh get_abstract_mesh make_mesh named_scope default_device "
        "default_matmul_precision disable_jit ensure_compile_time_eval enable_x64 set_mesh transfer_guard "
        "checking_leaks debug_nans debug_infs",
        "function array:jax:?": "make_array_from_callback make_array_from_single_device_arrays "
        "make_array_from_process_local_data",
        "class array:jax:?": "Array",
        "class shape-struct": "ShapeDtypeStruct",
        "function shape-struct": "typeof",
        "class object": "Device",
        "function none": "clear_caches",
        "value object:jax.config": "config",
        "value str": "__version__",
        "function unknown": "new_ref named_call xla_computation effects_barrier",
        "module": "numpy lax nn random scipy tree tree_util debug experimental sharding image ops dtypes profiler "
        "flatten_util typing stages errors core custom_batching custom_derivatives ad_checkpoint monitoring "
        "distributed extend ffi export dlpack cloud_tpu_init interpreters util",
    },
    # What is run to look at values, step by step, is neither traced nor compiled: as read it is off.
    "jax.config": {"value false": "jax_disable_jit"},
    "jax.numpy": {
        "function array:jax:?": "where select take put place fill_diagonal put_along_axis fromfunction "
        "fromiter fromstring fromfile apply_along_axis apply_over_axes unpackbits ravel_multi_index unique load "
        "piecewise r_ c_ mgrid choose",
        "function array:jax:@=0": "array asarray moveaxis swapaxes permute_dims setdiff1d setxor1d top_k union1d",
        "function array:jax:@=1": "full",
        "function array:jax:@*": "einsum arange clip",
        "function tuple(array:jax:integer*)": "nonzero mask_indices diag_indices ix_ unravel_index",
        "function tuple(array:jax:?*)": "unstack",
        "function list(array:jax:?*)": "meshgrid broadcast_arrays split array_split hsplit vsplit dsplit",
        "function tuple(int*)": "shape broadcast_shapes",
        "function function": "vectorize frompyfunc",
        "function none": "save savez set_printoptions",
        "class dtype": "dtype",
        "class object:jax.numpy.finfo": "finfo",
    },
    "jax.numpy.finfo": {"value array:numpy-scalar:inexact": "eps max min tiny resolution smallest_normal"},
    "numpy.finfo": {"value array:numpy-scalar:inexact": "eps max min tiny resolution smallest_normal"},
    "jax.random": {
        "function key": "PRNGKey key split fold_in clone wrap_key_data unsafe_rbg_key",
        "function array:jax:?": "choice permutation shuffle",
    },
    "jax.nn": {
        "function array:jax:?": "scaled_dot_general scaled_matmul dot_product_attention",
        "function object": "get_scaled_dot_general_config",
    },
    "jax.image": {"function array:jax:?": "resize scale_and_translate"},
    "jax.flatten_util": {"function tuple(array:jax:?, function)": "ravel_pytree"},
    "jax.lax": {
        "function array:jax:?": "broadcast_in_dim concatenate conv conv_general_dilated "
        "conv_general_dilated_local conv_general_dilated_patches conv_transpose conv_with_general_padding dot "
        "dot_general dynamic_index_in_dim dynamic_slice dynamic_slice_in_dim dynamic_update_index_in_dim "
        "dynamic_update_slice dynamic_update_slice_in_dim empty expand_dims fft full full_like gather imag "
        "index_in_dim index_take pad ragged_dot ragged_dot_general real reduce_max reduce_min reduce_prod "
        "reduce_sum reshape rev rng_uniform scatter scatter_add scatter_apply scatter_max scatter_min "
        "scatter_mul scatter_sub slice slice_in_dim squeeze transpose convert_element_type bitcast_convert_type "
        "select select_n clamp broadcast collapse cumsum cumprod cummax cummin cumlogsumexp reduce_precision",
        "function array:jax:integer": "argmax argmin",
        "function array:jax:@!0": "broadcasted_iota iota",
        "function node:jax.core.Token(array:jax:?)": "create_token after_all",
        "function array:jax:bool": "reduce_and reduce_or reduce_xor",
        "function tuple(array:jax:?, array:jax:integer)": "top_k rng_bit_generator",
        "function arrays(jax, 0)": "all_gather",
        "function same(0)": "stop_gradient psum pmean pmax pmin ppermute pshuffle pswapaxes all_to_all psum_scatter "
        "sort pbroadcast pcast pvary with_sharding_constraint optimization_barrier",
        "function int": "axis_size",
        "function tuple(int*)": "broadcast_shapes conv_shape_tuple conv_general_shape_tuple "
        "conv_transpose_shape_tuple reduce_window_shape_tuple padtype_to_pads",
        "function object": "conv_dimension_numbers",
        "function unknown": "custom_linear_solve platform_dependent reduce reduce_window",  # of one array, or of a tree
    },
    # What takes shapes takes these as well: `lower`, `trace`, `eval_shape`.
    "jax.core": {"class shape-struct": "ShapedArray", "function shape-struct": "get_aval"},
    "jax.api_util": {"function shape-struct": "shaped_abstractify"},
    "jax.debug": {
        "function none": "print breakpoint visualize_array_sharding inspect_array_sharding visualize_sharding",
    },
    "jax.sharding": {
        "class object": "Mesh NamedSharding PartitionSpec PositionalSharding SingleDeviceSharding GSPMDSharding "
        "Sharding AbstractMesh AxisType Format",
    },
    "jax.tree_util": {
        "class node:jax.tree_util.Partial": "Partial",
        "class object:jax.tree_util.PyTreeDef": "PyTreeDef",
        "class object": "DictKey GetAttrKey SequenceKey FlattenedIndexKey",
        "function str": "keystr",
        "function bool": "treedef_is_leaf all_leaves is_tree_node tree_all",
        "function list(object*)": "treedef_children",
    },
    "jax.tree_util.PyTreeDef": {"function unknown": "unflatten", "function object": "compose"},
    "jax.experimental.mesh_utils": {"function array:numpy:?": "create_device_mesh create_hybrid_device_mesh"},
    "jax.experimental.sparse": {"class node:sparse": "BCOO BCSR COO CSR CSC JAXSparse"},
    "jax.experimental.ode": {"function unknown": "odeint"},
    "jax.example_libraries.optimizers": {
        "function tuple(function, function, function)": "adagrad adam adamax momentum nesterov rmsprop "
        "rmsprop_momentum sgd sm3",
    },
    "jax.example_libraries.stax": {
        "function tuple(function, function)": "serial parallel shape_dependent Dense Conv ConvTranspose "
        "Conv1DTranspose BatchNorm Dropout MaxPool SumPool AvgPool FanInConcat FanOut elementwise GeneralConv "
        "GeneralConvTranspose",
        "value tuple(function, function)": "Relu Tanh Sigmoid Elu Gelu LeakyRelu Selu Softplus Exp Softmax LogSoftmax "
        "Flatten Identity FanInSum",
    },
    "jax.typing": {"class array:any:?": "ArrayLike", "class unknown": "DTypeLike"},
    "jax.numpy.linalg": {"function array:jax:@0": "matrix_power"},
    "jax.lax.linalg": {"function array:jax:inexact": "tridiagonal_solve ormqr"},
    "jax.scipy.linalg": {
        "function array:jax:?": "lu_solve solve_sylvester funm leslie cho_solve eigh_tridiagonal solve_triangular"
    },
    "jax.scipy.ndimage": {"function array:jax:?": "map_coordinates"},
    "jax.tree": {
        "function object:jax.tree_util.PyTreeDef": "structure",
        "function bool": "all",
        "function tuple(list(unknown*), object)": "flatten",
        "function tuple(list(tuple(unknown, unknown)*), object)": "flatten_with_path",
        "function list(tuple(unknown, unknown)*)": "leaves_with_path",
    },
    "jax.scipy.stats": {"class node:gaussian_kde": "gaussian_kde"},
    "jax.scipy.special": {"function array:jax:inexact": "logsumexp expit logit erf erfc erfinv gammaln betaln digamma"},
    "jax.scipy.signal": {"function array:jax:inexact": "convolve convolve2d fftconvolve correlate correlate2d"},
    "numpy": {
        "class object:numpy.finfo": "finfo",
        "function array:numpy:@0": "array asarray ascontiguousarray asanyarray copy concatenate stack vstack hstack "
        "dstack column_stack",
        "function array:numpy:@*": "arange clip",
        "function array:numpy:?": "where select take fromfunction fromiter fromfile fromstring frombuffer loadtxt "
        "genfromtxt apply_along_axis moveaxis swapaxes setdiff1d setxor1d unique load piecewise append insert "
        "delete tile repeat reshape transpose ravel squeeze expand_dims broadcast_to pad roll flip outer inner dot "
        "matmul tensordot einsum take_along_axis unpackbits ravel_multi_index full full_like triu tril diag cross "
        "convolve correlate r_ c_ mgrid",
        "function array:numpy:inexact": "zeros ones empty eye identity linspace logspace geomspace hanning hamming "
        "blackman kaiser bartlett",
        "function tuple(array:numpy:integer*)": "nonzero mask_indices diag_indices ix_ unravel_index tril_indices "
        "triu_indices",
        "function list(array:numpy:?*)": "meshgrid broadcast_arrays split array_split hsplit vsplit dsplit",
        "function tuple(int*)": "shape broadcast_shapes",
        "function function": "vectorize frompyfunc",
        "function bool": "isscalar iscomplexobj isrealobj issubdtype can_cast allclose array_equal array_equiv",
        "function int": "ndim size",
        "function none": "save savez savez_compressed savetxt set_printoptions seterr",
        "function unknown": "get_printoptions printoptions errstate",
        "class array:numpy:?": "ndarray matrix memmap recarray",
        "class dtype": "dtype",
        "class function": "vectorize",
        "module": "random linalg fft testing typing lib ma polynomial",
        "value none": "newaxis",
    },
    "numpy.random": {
        "function object:numpy.random.Generator": "default_rng",
        "class object:numpy.random.Generator": "Generator",
        "class object:numpy.random.RandomState": "RandomState",
        **_DRAWN,
        "function none": "shuffle seed set_state",
    },
    "numpy.random.Generator": _DRAWN,
    "numpy.random.RandomState": _DRAWN,
    "math": {
        "function float": "acos acosh asin asinh atan atan2 atanh cbrt copysign cos cosh degrees dist erf erfc exp "
        "exp2 expm1 fabs fmod fsum gamma hypot ldexp lgamma log log10 log1p log2 pow radians remainder sin sinh "
        "sqrt tan tanh",
        "function int": "ceil comb factorial floor gcd isqrt lcm perm trunc",
        "function bool": "isclose isfinite isinf isnan",
        "value float": "pi e tau inf nan",
    },
    "time": {
        "function float": "time perf_counter monotonic process_time",
        "function int": "time_ns perf_counter_ns",
        "function none": "sleep",
    },
    "random": {"function float": "random uniform gauss normalvariate", "function int": "randint randrange getrandbits"},
    "os.path": {"function str": "join basename dirname abspath expanduser", "function bool": "exists isfile isdir"},
    "os": {"function str": "getcwd getenv fspath", "value object": "environ", "function none": "makedirs mkdir remove"},
    "operator": {"function function": "attrgetter itemgetter methodcaller"},
    "typing": {"class object": "TypeVar ParamSpec TypeVarTuple", "function object": "get_origin"},
    "typing_extensions": {"class object": "TypeVar ParamSpec TypeVarTuple"},
    "warnings": {"function none": "warn simplefilter filterwarnings", "class object": "catch_warnings"},
    "absl.logging": {"function none": "info warning debug error log"},
    "inspect": {"function object": "signature", "function bool": "isclass isfunction ismethod"},
    "re": {"function object": "compile", "function str": "sub escape"},
    "einops": {"function array:any:@0": "rearrange repeat", "function array:any:?": "reduce einsum"},
    "opt_einsum": {"function array:any:?": "contract"},
    "json": {"function str": "dumps", "function none": "dump"},
    "io": {"class object": "StringIO BytesIO"},
    "weakref": {"class object": "ref WeakKeyDictionary WeakValueDictionary"},
    "contextlib": {"class object": "ExitStack nullcontext suppress"},
    "collections": {"class object": "deque"},
    "enum": {"class object": "auto"},
    "textwrap": {"function str": "dedent indent"},
    "importlib.metadata": {"function str": "version"},
    "tqdm": {"class same(0)": "tqdm"},
    "tqdm.auto": {"class same(0)": "tqdm"},
    "scipy.sparse": {
        "class array:sparse:?": SPARSE,
        "function array:sparse:?": "block_array block_diag bmat diags diags_array eye eye_array hstack identity kron "
        "kronsum random random_array rand spdiags tril triu vstack",
    },
    "tqdm.notebook": {"class same(0)": "tqdm"},
    "pandas": {"class object": "DataFrame Series", "function object": "concat read_csv"},
    "pathlib": {"class object:pathlib.Path": "Path PurePath PosixPath"},
    "pathlib.Path": {
        "function object:pathlib.Path": "__truediv__ absolute expanduser joinpath resolve with_name with_suffix",
        "function str": "as_posix read_text",
    },
    "logging": {"function object": "getLogger"},
    "threading": {"class object": "Lock RLock Thread Event"},
    "datetime": {"class object": "datetime date timedelta"},
    "fractions": {"class object": "Fraction"},
    "decimal": {"class object": "Decimal"},
    "functools": {
        "class function": "partial partialmethod",
        "function function": "lru_cache cache wraps",
        "function same(0)": "update_wrapper",
    },
    "builtins": {"class object": "object slice range bytearray memoryview"},
    "types": {"class object": "MappingProxyType", "class function": "FunctionType MethodType"},
    # This project's own, beside what behaves like Equinox's (see `own`).
    "pytreelint.runtime": {
        "class node:pytreelint.runtime": "Frozen Shared",
        "class object": "CheckpointInfo Exported freeze",
        "class exception": "CarryError CheckFailedError UnhashableLeafError",
        "value object": "is_trainable",
        "function function": "filter_export if_array",
        "function object": "checkpoint_info deserialize inspect load_compiled",
        "function none": "clear_caches default_serialise_filter_spec save_checkpoint save_compiled tree_check "
        "tree_pprint tree_serialise_leaves",
        "function same(0)": "explain_retraces",
        "function str": "tree_pformat tree_summary",
        "function unknown": "default_deserialise_filter_spec filter_stack load_checkpoint "
        "tree_flatten_one_level unwrap",
    },
    # Libraries that are read as source for everything else.
    "chex": {"function none": _ASSERTIONS},
    "flax.nnx": {
        "class array:jax:@0:variable": " ".join(name.rpartition(".")[2] for name in WRAPPERS),
        "class node:flax.nnx.Rngs(array:jax:integer, key)": "Rngs",
        "class node:flax.nnx.RngStream(array:jax:integer, key)": "RngStream",
        "class key": "RngKey",
    },
    "flax.nnx.Rngs": {
        "function node:flax.nnx.Rngs(array:jax:integer, key)": "fork split broadcast",
        "function node:flax.nnx.RngStream(array:jax:integer, key)": "__getitem__",
        "function unknown": "items keys values",
    },
    "flax.nnx.RngStream": {"function node:flax.nnx.RngStream(array:jax:integer, key)": "fork split broadcast"},
    "flax.linen.Module": {
        "function array-tree": "init lazy_init",
        "function unknown": "apply init_with_output tabulate param variable",
        "function bool": "is_initializing is_mutable_collection has_variable has_rng",
    },
    # Initializers are called with a key; those of constants, zeros and ones never read it.
    "jax.nn.initializers": {"function function:jax.nn.initializers.Initializer": INITIALIZERS},
    "jax.nn.initializers.Initializer": {"function array:jax:?": "__call__"},
    "optax": {
        "function array:jax:inexact": "global_norm",
        "function same(0)": "incremental_update periodic_update",
        "function function:optax.Schedule": "linear_schedule polynomial_schedule exponential_decay "
        "cosine_decay_schedule piecewise_constant_schedule piecewise_interpolate_schedule join_schedules sgdr_schedule "
        "warmup_constant_schedule warmup_cosine_decay_schedule warmup_exponential_decay_schedule "
        "cosine_onecycle_schedule linear_onecycle_schedule",
    },
    "optax.Schedule": {"function array:jax:inexact": "__call__"},
    "optax.tree": _TREES,
    "optax.tree_utils": {
        **{what: " ".join(f"tree_{name}" for name in names.split()) for what, names in _TREES.items()},
        "function array:jax:inexact": "tree_norm tree_l2_norm",
    },
    "flax.serialization": {
        "function none": "register_serialization_state",
        "function restored(0)": "from_bytes from_state_dict",
    },
    "flax.training.checkpoints": {"function restored(1)": "restore_checkpoint"},
    "clu.checkpoint": {"class object:clu.checkpoint.Checkpoint": "Checkpoint MultihostCheckpoint"},
    "clu.checkpoint.Checkpoint": {"function restored(0)": "load_state restore restore_or_initialize"},
    "numpyro": {"function array:any:?": "sample param"},
    **LAYERS,
}


@cache
def results_by_hand() -> dict[str, str]:
    """Dotted name -> kind and spec."""
    return {
        f"{module}.{name}": what
        for module, groups in _BY_HAND.items()
        for what, names in groups.items()
        for name in names.split()
    }
