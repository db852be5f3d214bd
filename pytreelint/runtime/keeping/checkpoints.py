"""Checkpoints by name of leaf, loaded whole, in part or leniently.

Names: `save_checkpoint`, `load_checkpoint`, `checkpoint_info`, `CheckpointInfo`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import jax
import numpy as np
from jax.tree_util import tree_structure

from pytreelint.runtime.keeping.files import PathOrFile, opened, written
from pytreelint.runtime.keeping.placing import array_like
from pytreelint.runtime.keeping.saved_leaves import Archive, about, is_saved, named_leaves, write
from pytreelint.runtime.trees.cycles import refusing_cycles
from pytreelint.runtime.trees.described import described
from pytreelint.runtime.trees.frozen import name_fits
from pytreelint.runtime.trees.leaves import LeafTest

T = TypeVar("T")

# So many leaves are named by an error or a warning.
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class CheckpointInfo:
    """What is in a checkpoint.

    Attributes:
        leaves: By name a description such as `float32[3,2]`.
        metadata: What was saved beside them.

    Examples:
        >>> CheckpointInfo({"w": "float32[2]"}, {"step": 3}).metadata["step"]
        3
    """

    leaves: dict[str, str]
    metadata: Any


@refusing_cycles
def save_checkpoint(path_or_file: PathOrFile, pytree: Any, *, metadata: Any = None, only: LeafTest = is_saved) -> None:
    """Save the arrays and numbers of a tree by name: `layers.0.weight`.

    The file is an `.npz` archive, which NumPy reads too. It is replaced at the end, at once. All dtypes are kept, typed
    PRNG keys, bfloat16 and float8 included; so are integers of any size and all digits of floats.

    Args:
        path_or_file: A path, which gets `.npz` if it has no suffix, or an open binary file.
        pytree: Any PyTree; leaves that are neither arrays nor numbers are passed over: they come from `like`.
        metadata: Anything that JSON has, such as hyperparameters or the number of the step.
        only: Which of the arrays and numbers are saved.

    Returns:
        Nothing.

    Raises:
        TypeError: `metadata` is not JSON; a leaf is a tracer; `path_or_file` is neither a path nor a binary file (the
            message says if it is swapped with the tree).
        FileNotFoundError: The folder does not exist.
        ValueError: Two leaves have one name; an array is spread over several processes. The messages name the leaf.

    Examples:
        >>> import io
        >>> file = io.BytesIO()
        >>> save_checkpoint(file, {"encoder": {"w": jnp.ones(2)}, "step": 7, "act": jnp.tanh}, metadata={"size": 2})
        >>> checkpoint_info(file)
        CheckpointInfo(leaves={'encoder.w': 'float32[2]', 'step': 'a number of type `int`'}, metadata={'size': 2})
    """
    leaves = {name: leaf for name, leaf in named_leaves(pytree).items() if is_saved(leaf) and only(leaf)}
    if shapes := [name for name, leaf in leaves.items() if isinstance(leaf, jax.ShapeDtypeStruct)]:
        raise TypeError(f"leaf `{shapes[0]}` is a `jax.ShapeDtypeStruct`, which has no value to be saved")
    with written(path_or_file, ".npz", pytree) as file:
        write(file, leaves, metadata)


@refusing_cycles
def load_checkpoint(
    path_or_file: PathOrFile,
    like: T,
    *,
    only: str | Iterable[str] | None = None,
    lenient: bool = False,
    rename: Mapping[str, str] | Callable[[str], str] | None = None,
) -> T:
    """Load leaves by name into a tree.

    Args:
        path_or_file: A path, which gets `.npz` if it has no suffix, or an open binary file.
        like: Says what is wanted and where it goes: arrays of JAX or NumPy, `jax.ShapeDtypeStruct` and numbers are
            replaced, each array goes to the sharding of its leaf, other leaves stay.
        only: Names of leaves or of what is above them, or patterns, as for `freeze`: the rest stays as it is in `like`,
            and what else is in the file is not asked for.
        lenient: Leaves that the file lacks, that only the file has, or that differ in kind, shape or dtype are left
            alone, and a warning names them. Without it they are an error.
        rename: For a leaf of `like`, its name in the file: a dictionary by name, or a function.

    Returns:
        A tree of the structure of `like`.

    Raises:
        ValueError: A leaf is missing, in excess or differs; `only` fits no leaf; a `jax.ShapeDtypeStruct` would be left
            without a value; the file is no checkpoint; a key of `rename` is no leaf of `like`. The message names the
            leaf.
        TypeError: `rename` is neither a dictionary nor a function, or gives no string; `path_or_file` is neither a path
            nor a binary file (the message says if it is swapped with the tree).
        FileNotFoundError: The file or its folder does not exist.

    Examples:
        >>> import io
        >>> file = io.BytesIO()
        >>> save_checkpoint(file, {"encoder": jnp.ones(2), "head": jnp.ones(3)})
        >>> like = {"encoder": jnp.zeros(2), "head": jnp.zeros(5), "act": jnp.tanh}
        >>> load_checkpoint(file, like, only="encoder")["encoder"].tolist()
        [1.0, 1.0]
    """
    wanted = {name: leaf for name, leaf in named_leaves(like).items() if is_saved(leaf)}
    _check_renamed(rename, wanted)
    if only is not None:
        wanted = _chosen(wanted, (only,) if isinstance(only, str) else tuple(only))
    with opened(path_or_file, ".npz", like) as file:
        archive = Archive(file)
        stored = {name: _renamed(name, rename) for name in wanted}
        extra = set() if only is not None else set(archive) - set(stored.values())
        problems = {name: problem for name in wanted if (problem := _problem(archive, stored[name], wanted[name]))}
        _tell(problems, sorted(extra), lenient)
        found = {name: _placed(archive, stored[name], x) for name, x in wanted.items() if name not in problems}
    leaves = [found.get(name, leaf) for name, leaf in named_leaves(like).items()]
    for name, leaf in zip(named_leaves(like), leaves, strict=True):
        if isinstance(leaf, jax.ShapeDtypeStruct):
            raise ValueError(f"leaf `{name}` of `like` has a shape only, and nothing was loaded for it: {leaf}")
    loaded: T = tree_structure(like).unflatten(leaves)
    return loaded


def checkpoint_info(path_or_file: PathOrFile) -> CheckpointInfo:
    """What is in a checkpoint, without its arrays.

    Args:
        path_or_file: As for `load_checkpoint`.

    Returns:
        Names and descriptions of the leaves, and the metadata.

    Raises:
        ValueError: The file is no checkpoint.

    Examples:
        >>> import io
        >>> file = io.BytesIO()
        >>> save_checkpoint(file, [jnp.ones(2)], metadata="first")
        >>> checkpoint_info(file).metadata
        'first'
    """
    with opened(path_or_file, ".npz") as file:
        archive = Archive(file)
        return CheckpointInfo({name: str(said) for name, said in archive.leaves.items()}, archive.metadata)


def _chosen(wanted: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    for name in names:
        if not any(name_fits(leaf, name) for leaf in wanted):
            raise ValueError(f"only={name!r} fits no leaf of `like`; its leaves are {', '.join([*wanted][:8])}")
    return {leaf: x for leaf, x in wanted.items() if any(name_fits(leaf, name) for name in names)}


def _renamed(name: str, rename: Mapping[str, str] | Callable[[str], str] | None) -> str:
    if rename is None:
        return name
    stored: Any = rename(name) if callable(rename) else rename.get(name, name)
    if not isinstance(stored, str):
        raise TypeError(f"`rename` must give the name in the file, a string; for `{name}` it gives {described(stored)}")
    return stored


def _check_renamed(rename: Any, wanted: Mapping[str, Any]) -> None:
    if rename is None or callable(rename):
        return
    if not isinstance(rename, Mapping):
        raise TypeError(f"`rename` must be a dictionary or a function, not {described(rename)}")
    if unknown := [name for name in rename if name not in wanted]:
        named = ", ".join(f"`{name}`" for name in unknown)
        raise ValueError(
            f"`rename` has keys that are no leaves of `like`: {named}; a key must be one of "
            f"{', '.join([*wanted][:8])}, its value the name in the file"
        )


def _problem(archive: Archive, name: str, like: Any) -> str:
    """Why a leaf cannot be loaded; empty if it can."""
    said = archive.leaves.get(name)
    if said is None:
        return f"the file has no leaf `{name}`"
    wanted = about(like)
    return "" if said == wanted else f"the file has {said}, and `like` {wanted}"


def _tell(problems: dict[str, str], extra: list[str], lenient: bool) -> None:
    """An error, or with `lenient` a warning, about leaves that are not loaded."""
    told = [f"leaf `{name}`: {problem}" for name, problem in problems.items()]
    told += [f"leaf `{name}` of the file is not in `like`" for name in extra]
    if not told:
        return
    more = f"; and {len(told) - _MOST_NAMED} more" if len(told) > _MOST_NAMED else ""
    text = "; ".join(told[:_MOST_NAMED]) + more
    if not lenient:
        raise ValueError(f"{text}. `only` loads a part, `rename` finds other names, `lenient=True` loads the rest")
    warnings.warn(f"not loaded: {text}", stacklevel=3)


def _placed(archive: Archive, name: str, like: Any) -> Any:
    """A leaf of the file, where that of `like` is."""
    said, found = archive.leaves[name], archive.read(name)
    if said.kind == "key":
        impl = jax.random.key_impl(like) if isinstance(like, jax.Array) else _implementation(said.dtype)
        key = jax.random.wrap_key_data(found, impl=impl)
        sharding = getattr(like, "sharding", None)
        return key if sharding is None else jax.device_put(key, sharding)
    return array_like(np.asarray(found), like) if said.kind == "array" else found


def _implementation(dtype: str) -> str:
    """The implementation of a key, by its dtype such as `key<fry>`."""
    for impl in ("threefry2x32", "rbg", "unsafe_rbg"):
        if str(jax.random.key(0, impl=impl).dtype) == dtype:
            return impl
    raise ValueError(f"the file has keys of the unknown implementation {dtype}; give a key of it in `like`")
