"""What the transforms of JAX (and their filtered twins) do with their arguments: the table.

Use::

    transform = TRANSFORMS.get(canonical("jax.experimental.pjit.pjit"))   # jax.jit's entry
    transform.rejects_opaque_inputs, transform.hashes_function, transform.twins["equinox"]
    TRANSPARENT.get("beartype.beartype")    # decorators that leave what a function does as it is

A transform that *wraps* takes a function and gives back a callable (`g = jax.jit(f)`): the arguments of `g` are
traced, unless `static_params` say otherwise. One that *applies* calls the function itself (`lax.scan(f, init, xs)`):
`functions` says which arguments are functions and what each is called with, `operands` which arguments are data.

A wrapped call's keyword arguments: jit, checkpoint and make_jaxpr trace them; grad and its kin do not look at them;
vmap maps each over axis 0; pmap too.

Every fact is executed under JAX by `tests/knowledge/test_transforms.py`.
"""

from __future__ import annotations

from typing import Literal

from pytreelint.knowledge.filtered_transforms import ENTRIES as _FILTERED
from pytreelint.knowledge.jax_transforms import ENTRIES as _JAX
from pytreelint.knowledge.names import canonical
from pytreelint.knowledge.transform import Family, Function, Gives, Operand, Role, Transform

__all__ = [
    "ABSTRACT",
    "KEEPING",
    "TRANSFORMS",
    "TRANSPARENT",
    "Family",
    "Function",
    "Gives",
    "Operand",
    "Role",
    "Transform",
    "canonical",
]

TRANSFORMS: dict[str, Transform] = {transform.name: transform for transform in (*_JAX, *_FILTERED)}

# "wraps": `@name` or `name(f, ...)`; "factory": `@name(...)`; "both".
TRANSPARENT: dict[str, Literal["wraps", "factory", "both"]] = {
    "jax.named_call": "wraps",
    "jax.profiler.annotate_function": "wraps",
    "jax.named_scope": "factory",
    "jax.default_matmul_precision": "factory",
    "jaxtyping.jaxtyped": "both",
    "beartype.beartype": "both",
    "typeguard.typechecked": "both",
    "functools.wraps": "factory",
    "functools.cache": "wraps",
    "functools.lru_cache": "both",
    "functools.singledispatch.register": "both",
    "chex.assert_max_traces": "both",
    "chex.chexify": "both",
    "jax_tqdm.loop_tqdm": "factory",
    "jax_tqdm.scan_tqdm": "factory",
    "typing.dataclass_transform": "factory",
    "typing_extensions.dataclass_transform": "factory",
    "typing.final": "wraps",
    "typing.override": "wraps",
    "typing.no_type_check": "wraps",
    "typing_extensions.final": "wraps",
    "typing_extensions.override": "wraps",
    "typing_extensions.deprecated": "factory",
    "warnings.deprecated": "factory",
    "abc.abstractmethod": "wraps",
    "flax.linen.compact": "wraps",
    "flax.linen.nowrap": "wraps",
    "numpy.errstate": "factory",
    # A program begins with these functions: no transform runs them.
    "hydra.main": "factory",
    "click.command": "both",
    "click.group": "both",
    "click.option": "factory",
    "click.argument": "factory",
    "click.pass_context": "wraps",
    "draccus.wrap": "factory",
    "pyrallis.wrap": "factory",
}

# Those that say that somebody else's body runs.
ABSTRACT = frozenset(
    {"abc.abstractmethod", "abc.abstractproperty", "abc.abstractclassmethod", "abc.abstractstaticmethod"}
)
# Those after which a function gives the same object for the same arguments.
KEEPING = frozenset({"functools.cache", "functools.lru_cache", "functools.cached_property"})

# What stands for all that trace every operation.
COMPILES = TRANSFORMS["jax.jit"]

# Those that ask their function which arguments it takes, with the options that name some: others are refused when the
# transform is made. And those that the function inside shows through (`functools.wraps`).
_NAMING = ("static_argnums", "static_argnames", "donate_argnums", "donate_argnames")
CHECKS_ARGUMENTS = {"jax.jit": _NAMING, "flax.nnx.jit": _NAMING}
KEEPS_SIGNATURE = frozenset(
    ("jax.jit", "jax.vmap", "jax.pmap", "jax.grad", "jax.value_and_grad", "jax.checkpoint", "jax.jacfwd", "jax.jacrev")
)
