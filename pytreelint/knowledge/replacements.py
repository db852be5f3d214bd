"""What stands today for a name that a library has removed: another name, or advice where there is no such name.

Executed by `tests/knowledge/test_upgrades.py`: every name here can be imported today.
"""

from __future__ import annotations

# Old module -> new module: "old new old new"; "=" keeps a name.
_RENAMED: dict[tuple[str, str], str] = {
    ("jax", "jax.tree"): "tree_map=map tree_leaves=leaves tree_flatten=flatten tree_unflatten=unflatten "
    "tree_structure=structure tree_transpose=transpose tree_multimap=map",
    ("jax", "jax.tree_util"): "treedef_is_leaf",
    ("jax", "jax"): "ArrayRef=Ref array_ref=new_ref custom_transforms=custom_jvp",
    ("jax", "jax.extend.backend"): "clear_backends",
    ("jax", "jax.stages"): "Compiled Lowered",
    ("jax", "jax.core"): "ShapedArray",
    ("jax", "jax.extend"): "linear_util",
    ("jax.config", "jax"): "config",
    ("jax.tree_util", "jax.tree"): "tree_multimap=map build_tree=unflatten",
    ("jax.tree_util", "jax.tree_util"): "AttributeKeyPathEntry=GetAttrKey GetitemKeyPathEntry=SequenceKey",
    ("jax.core", "jax.extend.core"): "ClosedJaxpr Jaxpr JaxprEqn Literal Primitive Token Var jaxpr_as_fun mapped_aval",
    ("jax.core", "jax"): "get_aval=typeof get_type=typeof concrete_aval=typeof",
    ("jax.core", "jax.errors"): "ConcretizationTypeError UnexpectedTracerError TracerArrayConversionError "
    "TracerIntegerConversionError",
    ("jax.random", "jax"): "KeyArray=Array PRNGKeyArray=Array",
    ("jax.random", "jax.random"): "shuffle=permutation",
    ("jax.numpy", "jax"): "DeviceArray=Array",
    ("jax.numpy", "jax.numpy"): "alltrue=all sometrue=any product=prod cumproduct=cumprod in1d=isin row_stack=vstack "
    "trapz=trapezoid msort=sort round_=round fix=trunc issubsctype=issubdtype",
    ("jax.interpreters.xla", "jax"): "DeviceArray=Array Device",
    ("jax.interpreters.xla", "jax.core"): "ShapedArray",
    ("jax.interpreters.pxla", "jax.sharding"): "Mesh PartitionSpec",
    ("jax.interpreters.pxla", "jax"): "ShardedDeviceArray=Array",
    ("jax.nn", "jax.nn"): "normalize=standardize",
    ("jax.lax", "jax.numpy"): "zeros_like_array=zeros_like",
    ("jax.lax", "jax.lax"): "pvary=pcast",
    ("jax.ops", "jax.numpy"): "index=index_exp",
    ("jax.scipy.linalg", "jax.numpy"): "tril triu",
    ("jax.sharding", "jax.sharding"): "MeshPspecSharding=NamedSharding XLACompatibleSharding=Sharding",
    ("jax.sharding", "jax"): "use_mesh=set_mesh",
    ("jax.ad_checkpoint", "jax"): "checkpoint remat",
    ("jax.profiler", "jax.profiler"): "TraceContext=TraceAnnotation StepTraceContext=StepTraceAnnotation "
    "trace_function=annotate_function",
    ("jax.ref", "jax"): "ArrayRef=Ref array_ref=new_ref",
    ("jax.experimental", "jax"): "enable_x64 export MutableArray=Ref mutable_array=new_ref",
    ("jax.experimental", "jax.example_libraries"): "stax optimizers",
    ("jax.experimental", "jax.sharding"): "PartitionSpec",
    ("jax.experimental", "jax.lax"): "with_sharding_constraint",
    ("jax.experimental", "jax.numpy"): "vectorize",
    ("jax.experimental.pjit", "jax.sharding"): "PartitionSpec NamedSharding",
    ("jax.experimental.pjit", "jax.lax"): "with_sharding_constraint",
    ("jax.experimental.pjit", "jax"): "pjit=jit",
    ("jax.experimental.shard_map", "jax"): "shard_map",
    ("jax.experimental.layout", "jax.experimental.layout"): "DeviceLocalLayout=Layout",
    ("jax.experimental.compilation_cache.compilation_cache", "jax.experimental.compilation_cache.compilation_cache"): (
        "initialize_cache=set_cache_dir"
    ),
    ("jax.experimental.pallas.tpu", "jax.experimental.pallas"): "ANY HOST DeviceIdType CostEstimate",
    ("jax.experimental.pallas.tpu", "jax.experimental.pallas.tpu"): "TPUCompilerParams=CompilerParams "
    "TPUMemorySpace=MemorySpace KernelType=CoreType",
    ("jax.experimental.pallas.triton", "jax.experimental.pallas.triton"): "TritonCompilerParams=CompilerParams",
    ("jax.experimental.pallas.mosaic_gpu", "jax.experimental.pallas.mosaic_gpu"): "GPUBlockSpec=BlockSpec "
    "GPUCompilerParams=CompilerParams GPUMemorySpace=MemorySpace GPUMesh=Mesh",
    ("jax.extend", "jax"): "ffi",
    ("equinox", "equinox"): "experimental=nn jitf=filter_jit gradf=filter_grad value_and_grad_f=filter_value_and_grad",
    ("equinox.nn", "equinox.nn"): "AvgPool1D=AvgPool1d AvgPool2D=AvgPool2d AvgPool3D=AvgPool3d MaxPool1D=MaxPool1d "
    "MaxPool2D=MaxPool2d MaxPool3D=MaxPool3d",
    ("flax.linen", "flax.linen"): "ConvLSTM=ConvLSTMCell",
    ("flax.nnx", "flax.nnx"): "VariableState=Variable register_variable_name_type_pair=register_variable_name",
    ("flax.nnx", "jax.lax"): "with_sharding_constraint",
    ("flax.nnx", "jax"): "ArrayRef=Ref array_ref=new_ref",
}


def _replacements() -> dict[str, str]:
    table: dict[str, str] = {}
    for (old, new), words in _RENAMED.items():
        for word in words.split():
            name, equals, other = word.partition("=")
            other = other if equals else name
            table[f"{old}.{name}"] = ".".join(part for part in (new, other) if part)
    return table


REPLACEMENTS: dict[str, str] = _replacements()

# What stands today is called in another way, or does something else for some arguments: to put it there is not enough.
_OTHERWISE = """
jax.custom_transforms jax.tree_util.build_tree jax.numpy.in1d jax.numpy.issubsctype jax.sharding.use_mesh
jax.experimental.export jax.extend.ffi jax.linear_util flax.linen.ConvLSTM flax.nnx.with_sharding_constraint
jax.tree_util.AttributeKeyPathEntry jax.tree_util.GetitemKeyPathEntry jax.core.Var
jax.experimental.pallas.tpu.KernelType
equinox.experimental equinox.jitf equinox.gradf equinox.value_and_grad_f
"""
OTHERWISE = frozenset(_OTHERWISE.split())

_OF_TRITON = "atomic_add atomic_and atomic_cas atomic_max atomic_min atomic_or atomic_xchg atomic_xor max_contiguous"
_OF_PALLAS = "delay semaphore semaphore_read semaphore_signal semaphore_wait run_scoped"
# Where no other name does the same.
ADVICE: dict[str, str] = {
    "jax.abstract_arrays": "`ShapedArray` is `jax.core.ShapedArray`",
    "jax.api": "what was public in it is in `jax`",
    "jax.config": "`jax.config` is an object: `from jax import config`",
    "jax.curry": "write the function out, or use `functools.partial`",
    "equinox.merge": "use `equinox.combine`",
    "equinox.split": "use `equinox.partition`",
    "flax.experimental.nnx.nnx": "use `flax.nnx`",
    "flax.nnx.Jit": "use `flax.nnx.jit`",
    "flax.nnx.Pmap": "use `flax.nnx.pmap`",
    "flax.nnx.Remat": "use `flax.nnx.remat`",
    "flax.nnx.Scan": "use `flax.nnx.scan`",
    "flax.nnx.Vmap": "use `flax.nnx.vmap`",
    "flax.nnx.is_data_type": "use `flax.nnx.is_data`, which takes a value",
    "flax.optim": "use the package `optax`",
    "jax.device_put_replicated": "use `jax.device_put(jax.numpy.stack([x] * len(devices)), sharding)`",
    "jax.device_put_sharded": "use `jax.device_put(jax.numpy.stack(shards), sharding)`",
    "jax.experimental.layout.SpecifiedLayout": "use `jax.experimental.layout.Layout`",
    "jax.interpreters.pxla.device_put": "use `jax.device_put`, which takes a device or a sharding",
    "jax.interpreters.xla.device_put": "use `jax.device_put`, which gives an array",
    "jax.scipy.linalg.polar_unitary": "use `jax.scipy.linalg.polar(a)[0]`",
    "jax.scipy.special.sph_harm": "use `jax.scipy.special.sph_harm_y`, whose arguments come in another order",
    "jax.sharding.OpShardingSharding": "use `jax.sharding.NamedSharding` with a mesh",
    "jax.sharding.PmapSharding": "use `jax.sharding.NamedSharding` with a mesh",
    "jax.sharding.PositionalSharding": "use `jax.sharding.NamedSharding` with a mesh",
    "jax.tree_util.register_keypaths": "use `jax.tree_util.register_pytree_with_keys`, which takes the flattening too",
    "jax.dlpack.to_dlpack": "`jax.dlpack.from_dlpack` and its like take the array itself",
    "jax.experimental.array_api": "`jax.numpy` follows the array API",
    "jax.experimental.disable_x64": "use `jax.enable_x64(False)`",
    "jax.experimental.global_device_array": "use `jax.Array`",
    "jax.experimental.host_callback": "use `jax.pure_callback`, `jax.experimental.io_callback` or `jax.debug.callback`",
    "jax.experimental.loops": "use `jax.lax.fori_loop`, `jax.lax.while_loop` or `jax.lax.scan`",
    "jax.experimental.maps": "use `jax.shard_map` with a `jax.sharding.Mesh`",
    "jax.experimental.optix": "use the package `optax`",
    "jax.experimental.sharded_jit": "use `jax.jit` with shardings",
    "jax.experimental.x64_context": "use `jax.enable_x64`",
    **{
        f"jax.experimental.pallas.{name}": f"use `jax.experimental.pallas.triton.{name}`, in Triton kernels"
        for name in _OF_TRITON.split()
    },
    **{f"jax.experimental.pallas.tpu.{name}": f"use `jax.experimental.pallas.{name}`" for name in _OF_PALLAS.split()},
    "jax.experimental.pallas.gpu": "use `jax.experimental.pallas.triton`",
    "jax.experimental.pallas.load": "`ref[...]` reads; in Triton kernels `pallas.triton.load` does",
    "jax.experimental.pallas.store": "`ref[...] = x` writes; in Triton kernels `pallas.triton.store` does",
    "jax.experimental.pallas.swap": "read and write `ref[...]`",
    "jax.experimental.pallas.dot": "use `jax.numpy.dot`; in Triton kernels `jax.experimental.pallas.triton.dot`",
    "jax.experimental.pallas.debug_checks_enabled": "use `jax.experimental.pallas.enable_debug_checks.value`",
    "jax.experimental.pallas.core_map": "use `jax.experimental.pallas.kernel`",
    "jax.experimental.pallas.tpu.repeat": "use `jax.numpy.tile`",
    "jax.experimental.pallas.mosaic_gpu.transpose_ref": "use the method `transpose` of the reference",
    "jax.interpreters.sharded_jit": "use `jax.jit` with shardings",
    "jax.interpreters.xla.abstractify": "use `jax.typeof`",
    "jax.lax.tie_in": "it returned its second argument: use that",
    "jax.lib.xla_bridge": "use `jax.extend.backend`, or `jax.devices` and `jax.default_backend`",
    "jax.numpy.NINF": "use `-jax.numpy.inf`",
    "jax.numpy.NZERO": "use `-0.0`",
    "jax.numpy.PZERO": "use `0.0`",
    "jax.partial": "use `functools.partial`",
    "jax.random.threefry2x32_key": "use `jax.random.key(seed, impl='threefry2x32')`",
    "jax.random.rbg_key": "use `jax.random.key(seed, impl='rbg')`",
    "jax.random.unsafe_rbg_key": "use `jax.random.key(seed, impl='unsafe_rbg')`",
    "jax.sharding.GSPMDSharding": "use `jax.sharding.NamedSharding`",
    "jax.soft_pmap": "use `jax.vmap` inside `jax.pmap`, or `jax.shard_map`",
    "jax.spmd_mode": "arrays are always global: leave it out",
    "jax.util": "write what you need of it yourself: it was never public",
    "jax.xla_computation": "use `jax.jit(f).lower(*args).compiler_ir('hlo')`",
    "equinox.experimental": "`BatchNorm`, `SpectralNorm` and `StateIndex` are in `equinox.nn`",
} | {
    f"jax.ops.index_{verb}": f"use `x.at[index].{method}(value)`"
    for verb, method in (("update", "set"), ("add", "add"), ("mul", "multiply"), ("min", "min"), ("max", "max"))
}
# Modules that became private: their names are in the package.
_MODULES = {
    "equinox": "callback compile_utils custom_types eval_shape filters grad jit make_jaxpr module pretty_print "
    "serialisation tree update vmap_pmap",
    "equinox.nn": "attention composed conv dropout embedding linear normalisation pool rnn",
}
ADVICE |= {
    f"{package}.{module}": f"import what was in it from `{package}`"
    for package, modules in _MODULES.items()
    for module in modules.split()
}
