"""Python in the midst of a compiled program. Name: `filter_pure_callback`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import jax
from jax.tree_util import keystr, tree_flatten_with_path

from pytreelint.runtime.trees.cycles import refusing_cycles
from pytreelint.runtime.trees.described import described
from pytreelint.runtime.trees.eval_shape import is_shaped
from pytreelint.runtime.trees.leaves import is_array
from pytreelint.runtime.trees.skeleton import Skeleton, split

_MISSING: Any = object()
_START = "the callback did not return matching static elements: its output has"


@refusing_cycles
def filter_pure_callback(
    callback: Callable[..., Any],
    /,
    *args: Any,
    result_shape_dtypes: Any = _MISSING,
    sharding: Any = None,
    vmap_method: str | None = None,
    **kwargs: Any,
) -> Any:
    """Call Python from a compiled program: `jax.pure_callback` for any PyTrees.

    Args:
        callback: Called as `callback(*args, **kwargs)`, with the arrays' values; must have no side effects.
        *args: Its arguments. If `result_shape_dtypes` is not given as a keyword, the first is that, as in JAX.
        result_shape_dtypes: What it returns, with anything that has `shape` and `dtype` in place of arrays.
        sharding: As in `jax.pure_callback`.
        vmap_method: As in `jax.pure_callback`: "sequential", "expand_dims", "broadcast_all" ...
        **kwargs: Its keyword arguments.

    Returns:
        What the callback returns, its arrays of the shapes and dtypes that were announced.

    Raises:
        TypeError: The results are announced nowhere, or an argument is taken for their announcement.
        ValueError: The callback returns another structure, or another leaf where no array was announced. In a compiled
            program the error is JAX's, with this text in it, as is that of a shape that was not announced.

    Examples:
        >>> results = (jax.ShapeDtypeStruct((2,), "float32"), "scaled")
        >>> filter_pure_callback(lambda x, how: (2 * x, how), jnp.ones(2), "scaled", result_shape_dtypes=results)
        (Array([2., 2.], dtype=float32), 'scaled')
    """
    if not callable(callback):
        raise TypeError(f"filter_pure_callback needs a callable, not {described(callback)}")
    if result_shape_dtypes is _MISSING:
        if not args:
            raise TypeError("filter_pure_callback needs `result_shape_dtypes`: what the callback returns")
        result_shape_dtypes, *args = args  # type: ignore[assignment]
        _check_call(callback, args, kwargs)
    arrays, skeleton = split((tuple(args), kwargs), is_array, lenient=True)
    shapes, promised = split(result_shape_dtypes, _has_shape, lenient=True)

    def flat(*arrays: Any) -> list[Any]:
        inner_args, inner_kwargs = skeleton.join(arrays)
        out = callback(*inner_args, **inner_kwargs)
        found, returned = split(out, is_array, lenient=True)
        if returned != promised:
            raise ValueError(_broken(result_shape_dtypes, promised, out))
        return found

    options = {} if sharding is None else {"sharding": sharding}
    structs = [jax.ShapeDtypeStruct(x.shape, x.dtype) for x in shapes]
    return promised.join(jax.pure_callback(flat, structs, *arrays, vmap_method=vmap_method, **options))


def _has_shape(x: object) -> bool:
    return is_shaped(x) or (hasattr(x, "shape") and hasattr(x, "dtype"))


def _check_call(callback: Callable[..., Any], args: Any, kwargs: Any) -> None:
    """An error if the callback cannot take the arguments that are left, the first being the announced results."""
    try:
        signature = inspect.signature(callback)
    except (TypeError, ValueError):
        return
    try:
        signature.bind(*args, **kwargs)
    except TypeError as error:
        raise TypeError(
            f"the callback cannot be called: {error}. Without `result_shape_dtypes=...` the first argument of "
            "filter_pure_callback after the callback says what it returns"
        ) from None


def _broken(announced: Any, promised: Skeleton, out: Any) -> str:
    returned = {keystr(path): leaf for path, leaf in tree_flatten_with_path(out)[0]}
    for path, leaf in tree_flatten_with_path(announced)[0]:
        name = keystr(path)
        shown = name or "(the output itself)"
        if name not in returned:
            return f"{_START} no leaf {shown}, which `result_shape_dtypes` has"
        if _has_shape(leaf) != is_array(returned[name]):
            needs = "; return an array, such as `numpy.asarray` makes" if _has_shape(leaf) else ""
            return f"{_START} {returned[name]!r} at {shown}, `result_shape_dtypes` has {leaf!r}{needs}"
        if not _has_shape(leaf) and split(leaf, lenient=True) != split(returned[name], lenient=True):
            return f"{_START} {returned[name]!r} at {shown}, `result_shape_dtypes` has {leaf!r}"
    return f"{_START} another structure than `result_shape_dtypes`, which has {promised.treedef}"
