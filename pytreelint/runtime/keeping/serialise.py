"""Leaves of a tree in a file, one after the other, in Equinox's format.

Names: `tree_serialise_leaves`, `tree_deserialise_leaves`, `default_serialise_filter_spec`,
`default_deserialise_filter_spec`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax.tree_util import keystr, tree_flatten_with_path

from pytreelint.runtime.keeping.files import PathOrFile, is_path, opened, written
from pytreelint.runtime.keeping.placing import array_like, as_numpy
from pytreelint.runtime.keeping.saved_leaves import has_format
from pytreelint.runtime.sharding.shardings import spread
from pytreelint.runtime.trees.cycles import refusing_cycles
from pytreelint.runtime.trees.leaves import LeafTest

T = TypeVar("T")

_NUMBERS = (bool, int, float, complex)
_BFLOAT16 = np.dtype(jnp.bfloat16)


def default_serialise_filter_spec(f: Any, x: Any) -> None:
    """Save one leaf as `tree_serialise_leaves` does: an array or a number; anything else is passed over.

    Args:
        f: A binary file that is open for writing.
        x: A leaf.

    Returns:
        Nothing. The file has one `.npy` record more.

    Raises:
        TypeError: The format cannot hold a dtype: typed PRNG keys, float8 and int4 come out as something else.
        ValueError: The array is spread over several processes; an integer has more than 64 bits.

    Examples:
        >>> import io
        >>> file = io.BytesIO()
        >>> default_serialise_filter_spec(file, np.ones(2))
        >>> default_deserialise_filter_spec(io.BytesIO(file.getvalue()), np.zeros(2))
        array([1., 1.])
    """
    if isinstance(x, (jax.Array, np.ndarray, np.generic)):
        if jnp.issubdtype(x.dtype, jax.dtypes.prng_key):
            raise TypeError("Equinox's format has no typed keys: save `jax.random.key_data(key)`, or `save_checkpoint`")
        if x.dtype != _BFLOAT16 and not has_format(np.dtype(x.dtype)):
            raise TypeError(f"Equinox's format has no {x.dtype}, only its bytes: use `save_checkpoint`")
        np.save(f, as_numpy(x), allow_pickle=False)
    elif isinstance(x, _NUMBERS):
        try:
            # With all its digits: Equinox writes a float as float32, and reads both.
            np.save(f, np.asarray(x), allow_pickle=False)
        except ValueError:
            raise ValueError(f"the integer {x} has more than 64 bits") from None


def default_deserialise_filter_spec(f: Any, x: Any) -> Any:
    """Load one leaf as `tree_deserialise_leaves` does.

    Args:
        f: A binary file that is open for reading.
        x: What the leaf is like: an array, a `jax.ShapeDtypeStruct`, a number; anything else is not in the file.

    Returns:
        An array of the shape, dtype and kind of `x`, where `x` lies if that is known; a number of its type; or `x`.

    Raises:
        ValueError: The file has something else at this place, or ends.

    Examples:
        As for `default_serialise_filter_spec`.

        >>> import io
        >>> default_deserialise_filter_spec(io.BytesIO(), "no array")
        'no array'
    """
    if isinstance(x, (jax.Array, jax.ShapeDtypeStruct, np.ndarray, np.generic)):
        found = _record(f)
        if found.dtype.kind == "V" and found.dtype.itemsize == 2 and x.dtype == _BFLOAT16:
            found = found.view(_BFLOAT16)
        if found.shape != x.shape or found.dtype.newbyteorder("=") != x.dtype:
            wanted = f"{x.dtype}[{','.join(map(str, x.shape))}]"
            raise ValueError(f"the file has {_shown(found)} here, and `like` {wanted}")
        return array_like(found, x)
    if isinstance(x, _NUMBERS):
        found = _record(f)
        if found.shape != () or not _is_kind(found.dtype, type(x)):
            raise ValueError(f"the file has {_shown(found)} here, and `like` a number of type `{type(x).__name__}`")
        return type(x)(found.item())
    return x


@refusing_cycles
def tree_serialise_leaves(
    path_or_file: PathOrFile,
    pytree: Any,
    filter_spec: Any = default_serialise_filter_spec,
    is_leaf: LeafTest | None = None,
) -> None:
    """Save the arrays and numbers of a tree, in Equinox's format: each can read the other's files.

    A file at a path is replaced at the end, at once: whoever reads it, or is left with it after a crash, has the old
    one or the new one. An array on several devices is gathered leaf by leaf.

    Args:
        path_or_file: Where to: a path, which gets `.eqx` if it has no suffix, or an open binary file.
        pytree: Any PyTree. Arrays of JAX and NumPy and Python's numbers are saved, other leaves are passed over.
        filter_spec: How a leaf is saved: `spec(file, leaf)`, or a prefix of `pytree` with such functions.
        is_leaf: Nodes that count as leaves.

    Returns:
        Nothing.

    Raises:
        TypeError: A leaf's dtype has no place in the format; the message names the leaf, and so below. Or
            `path_or_file` is neither a path nor a binary file; the message says if it is swapped with the tree.
        FileNotFoundError: The folder does not exist.
        ValueError: An array is spread over several processes: `filter_spec` is no prefix of `pytree`.

    Examples:
        >>> import io
        >>> file = io.BytesIO()
        >>> tree_serialise_leaves(file, {"w": jnp.arange(2.0), "name": "layer"})
        >>> like = {"w": jax.ShapeDtypeStruct((2,), "float32"), "name": "loaded"}
        >>> tree_deserialise_leaves(io.BytesIO(file.getvalue()), like)
        {'name': 'loaded', 'w': Array([0., 1.], dtype=float32)}
    """
    with written(path_or_file, ".eqx", pytree) as file:
        for path, leaf, spec in _leaves(pytree, filter_spec, is_leaf):
            _save_or_load(path, spec, file, leaf)


@refusing_cycles
def tree_deserialise_leaves(
    path_or_file: PathOrFile,
    like: T,
    filter_spec: Any = default_deserialise_filter_spec,
    is_leaf: LeafTest | None = None,
) -> T:
    """Load what `tree_serialise_leaves`, or Equinox's, has saved.

    Args:
        path_or_file: Where from: a path, which gets `.eqx` if it has no suffix, or an open binary file.
        like: A tree of the structure that was saved. Arrays, and `jax.ShapeDtypeStruct` (such as `filter_eval_shape`
            gives), are replaced by the arrays of the file, numbers by its numbers; other leaves stay. Arrays go where
            the leaf of `like` says: to its sharding, if it has one, each device getting its part only; to NumPy.
        filter_spec: How a leaf is loaded: `spec(file, leaf) -> leaf`, or a prefix of `like` with such functions.
        is_leaf: Nodes that count as leaves.

    Returns:
        The tree with the saved leaves.

    Raises:
        ValueError: The file differs from `like`: the message names the first leaf where it does, with shape and dtype.
            Or the file at a path goes on after the last leaf.
        TypeError: `path_or_file` is neither a path nor a binary file; the message says if it is swapped with the tree.
        FileNotFoundError: The file or its folder does not exist.

    Examples:
        As for `tree_serialise_leaves`.

        >>> import io
        >>> tree_deserialise_leaves(io.BytesIO(), {"name": "layer"})
        {'name': 'layer'}
    """
    with opened(path_or_file, ".eqx", like) as file:
        found = [_save_or_load(path, spec, file, leaf) for path, leaf, spec in _leaves(like, filter_spec, is_leaf)]
        if is_path(path_or_file) and filter_spec is default_deserialise_filter_spec and file.read(1):
            raise ValueError(
                "the file goes on after the last leaf of `like`: it is of another tree; to read a part pass an open "
                "file, or save by name with `save_checkpoint`"
            )
    loaded: T = jax.tree.structure(like, is_leaf=is_leaf).unflatten(found)
    return loaded


def _leaves(tree: Any, filter_spec: Any, is_leaf: LeafTest | None) -> list[tuple[str, Any, Callable[..., Any]]]:
    """Path, leaf and what is done with it, in the order of the file."""
    named = [(keystr(path), leaf) for path, leaf in tree_flatten_with_path(tree, is_leaf)[0]]
    if callable(filter_spec) and jax.tree_util.all_leaves((filter_spec,)):
        return [(path, leaf, filter_spec) for path, leaf in named]
    whole = jax.tree.structure(tree, is_leaf=is_leaf).unflatten(range(len(named)))
    specs = spread(filter_spec, whole, "filter_spec", asks=False)
    return [(path, leaf, spec) for (path, leaf), spec in zip(named, specs, strict=True)]


def _save_or_load(path: str, spec: Callable[..., Any], file: Any, leaf: Any) -> Any:
    """Save or load a leaf; an error says which."""
    try:
        return spec(file, leaf)
    except (TypeError, ValueError) as error:
        raise type(error)(f"leaf {path or '(the tree itself)'}: {error}") from error


def _record(f: Any) -> Any:
    """The next array of the file."""
    try:
        found = np.load(f, allow_pickle=False)
    except EOFError:
        raise ValueError("the file ends before this leaf") from None
    except ValueError as error:
        if "pickle" not in str(error):
            raise
        raise ValueError("the file has no array here: it was not written by `tree_serialise_leaves`") from None
    if not isinstance(found, np.ndarray):
        raise ValueError("the file is an archive of NumPy's; if `save_checkpoint` wrote it, use `load_checkpoint`")
    return found


def _is_kind(dtype: np.dtype[Any], kind: type) -> bool:
    """Whether a number of the file is one of this type; JAX may have written it with fewer bits."""
    kinds = {bool: "b", int: "iu", float: "f", complex: "c"}
    return dtype.kind in kinds[next(base for base in _NUMBERS if issubclass(kind, base))]


def _shown(found: np.ndarray[Any, Any]) -> str:
    return f"{found.dtype}[{','.join(map(str, found.shape))}]"
