"""Names of Equinox that are not here, and why: what the module says when it is asked for one of them."""

from __future__ import annotations

_PRIMITIVE = (
    "it makes a primitive of JAX's from a Python function, through interfaces that JAX does not promise to keep; "
    "`filter_custom_jvp`, `filter_custom_vjp`, `filter_pure_callback` and `jax.custom_batching.custom_vmap` do its work"
)
_CLASSES = "no class of this package is needed: use Equinox's, `jax.tree_util.register_dataclass` or any other PyTree"

REASONS = {
    "AbstractClassVar": _CLASSES,
    "AbstractVar": _CLASSES,
    "Enumeration": "it is a class of PyTrees, and Equinox's works here as it is",
    "EquinoxRuntimeError": "the error of `error_if` is `CheckFailedError`",
    "EquinoxTracetimeError": "the error of `error_if` is `CheckFailedError`, while tracing too",
    "Module": _CLASSES,
    "Partial": "`functools.partial` and `jax.tree_util.Partial` are PyTrees to every transform here",
    "StrictConfig": _CLASSES,
    "field": _CLASSES,
    "filter_primitive_batching": _PRIMITIVE,
    "filter_primitive_bind": _PRIMITIVE,
    "filter_primitive_def": _PRIMITIVE,
    "filter_primitive_jvp": _PRIMITIVE,
    "filter_primitive_transpose": _PRIMITIVE,
    "module_update_wrapper": "`functools.update_wrapper` does; transforms here keep names and signatures themselves",
    "static_field": _CLASSES,
    "tree_inference": "it knows the fields of Equinox's layers; `equinox.nn.inference_mode` works here as it is",
}
