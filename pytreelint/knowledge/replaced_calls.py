"""The parameters of removed functions, and those that take their arguments in the functions that replace them.

Use::

    parameters = TAKES["jax.experimental.shard_map.shard_map"]
    parameters.is_same                      # False: the names and places of parameters differ
    parameters.at(1)                        # Parameter(name="mesh", new="mesh", keyword=True)
    parameters.named("check_rep").new       # "check_vma"

A name without an entry is not called, or its calls cannot be carried over. `tests/knowledge/test_replaced_calls.py`
binds a call of every entry to the signatures of the installed libraries. `submodules` tells what an import loads.
"""

from __future__ import annotations

from pytreelint.knowledge.record import record


@record(frozen=True, slots=True)
class Parameter:
    """One parameter of the old function.

    Attributes:
        new: its name today.
        keyword: today's function takes it by keyword only; `place`: by place only.
        many: `*rest`.
    """

    name: str
    new: str
    keyword: bool = False
    place: bool = False
    many: bool = False


@record(frozen=True, slots=True)
class Parameters:
    """The parameters of an old function, and the keyword arguments that today's needs beside them."""

    each: tuple[Parameter, ...]
    added: str = ""

    @property
    def is_same(self) -> bool:
        """Whether every call of the old function is one of today's, whoever makes it."""
        moved = any(each.name != each.new or each.place for each in self.each)
        return not moved and not self.added and not any(each.keyword for each in self._positional)

    @property
    def _positional(self) -> tuple[Parameter, ...]:
        """Those that the old function takes by place: after `*rest` there are none."""
        many = next((index for index, each in enumerate(self.each) if each.many), len(self.each))
        return self.each[: many + 1]

    def at(self, index: int) -> Parameter | None:
        """The parameter that takes the argument at a position."""
        if index < len(self._positional):
            return self._positional[index]
        return self.each[-1] if self.each and self.each[-1].many else next((e for e in self.each if e.many), None)

    def named(self, name: str) -> Parameter | None:
        """The parameter that takes a keyword argument."""
        return next((each for each in self.each if each.name == name and not each.many), None)


# "a b=c | d +e=1": `b` is called `c` today, `d` is taken by keyword only, and `e=1` must be added; `a/`: by place only.
_TAKES = {
    "f tree *rest | is_leaf": "jax.tree_map jax.tree_multimap jax.tree_util.tree_multimap",
    "tree is_leaf": "jax.tree_leaves jax.tree_flatten jax.tree_structure",
    "treedef leaves": "jax.tree_unflatten",
    "treedef xs=leaves": "jax.tree_util.build_tree",
    "outer_treedef inner_treedef pytree_to_transpose": "jax.tree_transpose",
    "treedef": "jax.treedef_is_leaf",
    "": "jax.clear_backends",
    "jaxpr/ consts/": "jax.core.ClosedJaxpr",
    "constvars invars outvars eqns effects debug_info": "jax.core.Jaxpr",
    "val aval": "jax.core.Literal",
    "name": "jax.core.Primitive jax.profiler.TraceContext jax.profiler.StepTraceContext",
    "buf": "jax.core.Token",
    "tracer context": "jax.core.ConcretizationTypeError",
    "tracer": "jax.core.TracerArrayConversionError jax.core.TracerIntegerConversionError",
    "msg": "jax.core.UnexpectedTracerError",
    "x": "jax.core.concrete_aval jax.core.get_aval jax.core.get_type jax.numpy.fix",
    "closed_jaxpr *args": "jax.core.jaxpr_as_fun",
    "size axis aval": "jax.core.mapped_aval",
    "shape dtype weak_type": "jax.ShapedArray jax.interpreters.xla.ShapedArray",
    "fun | prevent_cse policy static_argnums": "jax.ad_checkpoint.checkpoint jax.ad_checkpoint.remat",
    "init_val | memory_space": "jax.array_ref jax.ref.array_ref flax.nnx.array_ref",
    "init_val": "jax.experimental.mutable_array",
    "*partitions": "jax.experimental.PartitionSpec jax.experimental.pjit.PartitionSpec "
    "jax.interpreters.pxla.PartitionSpec",
    "mesh spec | memory_kind": "jax.experimental.pjit.NamedSharding jax.sharding.MeshPspecSharding",
    "devices axis_names": "jax.interpreters.pxla.Mesh",
    "mesh": "jax.sharding.use_mesh",
    "path": "jax.experimental.compilation_cache.compilation_cache.initialize_cache",
    "new_val": "jax.experimental.enable_x64",
    "major_to_minor _tiling=tiling _sub_byte_element_size_in_bits=sub_byte_element_size_in_bits": (
        "jax.experimental.layout.DeviceLocalLayout"
    ),
    "fun/ | in_shardings out_shardings static_argnums static_argnames donate_argnums donate_argnames keep_unused "
    "device backend inline compiler_options": "jax.experimental.pjit.pjit",
    "f/ | mesh in_specs out_specs check_rep=check_vma": "jax.experimental.shard_map.shard_map",
    "x shardings": "jax.experimental.pjit.with_sharding_constraint jax.experimental.with_sharding_constraint",
    "x axis_resources=shardings": "flax.nnx.with_sharding_constraint",
    "x axis_name +to='varying'": "jax.lax.pvary",
    "x=a": "jax.lax.zeros_like_array",
    "x axis mean variance epsilon where": "jax.nn.normalize",
    "a axis out keepdims | where": "jax.numpy.alltrue jax.numpy.sometrue",
    "a axis dtype out": "jax.numpy.cumproduct",
    "a axis dtype out keepdims initial where promote_integers": "jax.numpy.product",
    "a decimals out": "jax.numpy.round_",
    "a +axis=0": "jax.numpy.msort",
    "ar1=element ar2=test_elements assume_unique invert": "jax.numpy.in1d",
    "arg1 arg2": "jax.numpy.issubsctype",
    "tup dtype": "jax.numpy.row_stack",
    "y x dx axis": "jax.numpy.trapz",
    "m k": "jax.scipy.linalg.tril jax.scipy.linalg.triu",
    "func name": "jax.profiler.trace_function",
    "key x axis +independent=True": "jax.random.shuffle",
    "pyfunc | excluded signature": "jax.experimental.vectorize",
    "fun": "jax.custom_transforms equinox.jitf equinox.gradf equinox.value_and_grad_f",
    "kernel_size stride padding use_ceil": "equinox.nn.AvgPool1D equinox.nn.AvgPool2D equinox.nn.AvgPool3D "
    "equinox.nn.MaxPool1D equinox.nn.MaxPool2D equinox.nn.MaxPool3D",
    "features kernel_size strides padding use_bias dtype": "flax.linen.ConvLSTM",
    "name typ | overwrite": "flax.nnx.register_variable_name_type_pair",
}


def _parsed(text: str) -> Parameters:
    words, keyword, added, each = text.split(), False, "", []
    for word in words:
        if word == "|":
            keyword = True
        elif word.startswith("+"):
            added = word[1:]
        else:
            name, _, new = word.strip("*/").partition("=")
            each.append(Parameter(name, new or name, keyword, word.endswith("/"), word.startswith("*")))
    return Parameters(tuple(each), added)


TAKES: dict[str, Parameters] = {name: _parsed(text) for text, names in _TAKES.items() for name in names.split()}

# Types, and other values: what they are named is no call.
_VALUES = """
jax.ArrayRef jax.ref.ArrayRef flax.nnx.ArrayRef jax.experimental.MutableArray jax.Compiled jax.Lowered jax.config.config
jax.core.JaxprEqn jax.core.Var jax.interpreters.xla.Device jax.ops.index jax.random.KeyArray jax.random.PRNGKeyArray
jax.numpy.DeviceArray jax.interpreters.xla.DeviceArray jax.interpreters.pxla.ShardedDeviceArray
jax.sharding.XLACompatibleSharding jax.tree_util.AttributeKeyPathEntry jax.tree_util.GetitemKeyPathEntry
jax.core.ClosedJaxpr jax.core.Jaxpr jax.core.Literal jax.core.Primitive jax.core.Token jax.ShapedArray
jax.interpreters.xla.ShapedArray jax.core.ConcretizationTypeError jax.core.TracerArrayConversionError
jax.core.TracerIntegerConversionError jax.core.UnexpectedTracerError jax.experimental.layout.DeviceLocalLayout
flax.nnx.VariableState jax.experimental.pallas.tpu.ANY jax.experimental.pallas.tpu.HOST
jax.experimental.pallas.tpu.DeviceIdType jax.experimental.pallas.tpu.CostEstimate
jax.experimental.pallas.tpu.TPUCompilerParams jax.experimental.pallas.tpu.TPUMemorySpace
jax.experimental.pallas.tpu.KernelType jax.experimental.pallas.triton.TritonCompilerParams
jax.experimental.pallas.mosaic_gpu.GPUBlockSpec jax.experimental.pallas.mosaic_gpu.GPUCompilerParams
jax.experimental.pallas.mosaic_gpu.GPUMemorySpace jax.experimental.pallas.mosaic_gpu.GPUMesh
"""
VALUES = frozenset(_VALUES.split())

# Today's type holds of more values than the old one: `isinstance` says something else.
_WIDER = """
jax.random.KeyArray jax.random.PRNGKeyArray jax.numpy.DeviceArray jax.interpreters.xla.DeviceArray
jax.interpreters.pxla.ShardedDeviceArray jax.sharding.XLACompatibleSharding
"""
WIDER = frozenset(_WIDER.split())

# Modules: what they hold today of what the old ones held.
MEMBERS: dict[str, frozenset[str]] = {
    name: frozenset(words.split())
    for name, words in {
        "jax.experimental.stax": "AvgPool BatchNorm Conv Conv1DTranspose ConvTranspose Dense Dropout Elu Exp "
        "FanInConcat FanInSum FanOut Flatten Gelu GeneralConv GeneralConvTranspose Identity LeakyRelu LogSoftmax "
        "MaxPool Relu Selu Sigmoid Softmax Softplus SumPool Tanh elementwise elu gelu leaky_relu log_softmax "
        "logsoftmax parallel relu selu serial shape_dependent sigmoid softmax softplus",
        "jax.experimental.optimizers": "Optimizer OptimizerState Schedule adagrad adam adamax clip_grads constant "
        "exponential_decay inverse_time_decay l2_norm make_schedule momentum nesterov optimizer pack_optimizer_state "
        "piecewise_constant polynomial_decay rmsprop rmsprop_momentum sgd sm3 unpack_optimizer_state",
        "jax.experimental.export": "DisabledSafetyCheck Exported deserialize export symbolic_shape",
        "jax.extend.ffi": "ffi_call ffi_lowering include_dir pycapsule",
        "jax.linear_util": "StoreException WrappedFun cache merge_linear_aux transformation transformation_with_aux "
        "wrap_init",
        "equinox.experimental": "BatchNorm SpectralNorm",
    }.items()
}
