"""What the module says when it is asked for a name that is not here: why it is not, or which name is alike."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

_PRIMITIVE = (
    "it makes a primitive of JAX's from a Python function, through interfaces that JAX does not promise to keep; "
    "`filter_custom_jvp`, `filter_custom_vjp`, `filter_pure_callback` and `jax.custom_batching.custom_vmap` do its work"
)
_CLASSES = "no class of this package is needed: use Equinox's, `jax.tree_util.register_dataclass` or any other PyTree"

# How alike names must be, from 0 to 1; a misspelt letter or two in a name of these lengths.
_ALIKE = 0.82

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


def meant(name: str, names: Sequence[str]) -> str:
    """What an error adds: the public name that is like another one, as `filter_jit` is like `jit` and `filter_jti`."""
    plain = {known.lower().replace("_", ""): known for known in names}
    asked = name.lower().replace("_", "")
    for found in (asked, f"filter{asked}", f"tree{asked}"):
        if found in plain:
            return f"; is `{plain[found]}` meant?"
    alike = get_close_matches(asked, plain, n=1, cutoff=_ALIKE)
    return f"; is `{plain[alike[0]]}` meant?" if alike else ""
