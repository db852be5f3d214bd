"""Vector-Jacobian products of functions of any PyTrees. Name: `filter_vjp`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeVar, TypeVarTuple, overload

import jax
import jax.numpy as jnp
from jax.tree_util import register_pytree_node, tree_leaves

from pytreelint.runtime.autodiff.gradients import pair
from pytreelint.runtime.sharding.device_gradients import AXES, over_devices, scope
from pytreelint.runtime.sharing.tied_loops import looks
from pytreelint.runtime.sharing.ties import tie, untie
from pytreelint.runtime.trees.callables import SHARES
from pytreelint.runtime.trees.described import described
from pytreelint.runtime.trees.frozen import differentiated, is_trainable
from pytreelint.runtime.trees.leaves import is_inexact_array
from pytreelint.runtime.trees.old_objects import explaining_old, use_up_as
from pytreelint.runtime.trees.selection import Selection, merge, only, paths, spread
from pytreelint.runtime.trees.skeleton import pack, unpack

A = TypeVar("A")
R = TypeVar("R")
Ts = TypeVarTuple("Ts")


class _Shape(NamedTuple):
    """What a pullback takes and gives; hashable."""

    out: Any
    structs: tuple[jax.ShapeDtypeStruct | None, ...]
    primals: Any
    mask: tuple[bool, ...]


class Pullback:
    """The function that `filter_vjp` returns. A PyTree: its residuals are leaves, so it can leave a `filter_jit`."""

    __slots__ = ("_over", "_shape", "_vjp")

    def __init__(self, vjp: Any, shape: _Shape, over: Any = ()) -> None:
        self._vjp = vjp
        self._shape = shape
        # Inside of filter_shard_map: the primals and the outputs.
        self._over = over

    def __call__(self, cotangent: Any, /) -> tuple[Any, ...]:
        """The cotangents of the primals.

        Args:
            cotangent: The structure of the output, with an array for each inexact array and None elsewhere; None for
                an inexact array, or for a whole subtree, is a zero.

        Returns:
            A tuple like the primals, with arrays for the differentiated leaves and None elsewhere.

        Raises:
            ValueError: The structure is not that of the output, or a leaf has another shape.
            TypeError: A leaf stands where the output has no inexact array.
        """
        shape = self._shape
        wanted = _cotangents(shape, cotangent)
        with scope():
            (primals,) = self._vjp(wanted)
        if self._over:
            primals = over_devices(primals, self._over[0], [*wanted, *self._over[1]])
        gradients: tuple[Any, ...] = untie(only(shape.primals, shape.mask, primals))
        return gradients


register_pytree_node(
    Pullback, lambda x: ((x._vjp, x._over), x._shape), lambda shape, parts: Pullback(parts[0], shape, parts[1])
)


def _cotangents(shape: _Shape, cotangent: Any) -> list[Any]:
    """An array for each inexact array of the output, which is what `jax.vjp` wants."""
    wanted = []
    given = spread(cotangent, shape.out, "the cotangent")
    for i, (struct, ct) in enumerate(zip(shape.structs, given, strict=True)):
        if struct is None:
            if ct is not None and getattr(ct, "dtype", None) != jax.dtypes.float0:
                path = paths(shape.out)[i]
                raise TypeError(f"output{path} has no derivative, so its cotangent must be None, not {type(ct)}")
        elif ct is None:
            wanted.append(jnp.zeros(struct.shape, struct.dtype))
        elif jnp.shape(ct) != struct.shape:
            path = paths(shape.out)[i]
            raise ValueError(f"output{path} has shape {struct.shape}, but its cotangent has shape {jnp.shape(ct)}")
        elif jnp.result_type(ct) != struct.dtype:
            path = paths(shape.out)[i]
            raise ValueError(f"output{path} is {struct.dtype}, and so must be its cotangent, not {jnp.result_type(ct)}")
        else:
            wanted.append(ct)
    return wanted


@overload
def filter_vjp(
    fun: Callable[[*Ts], R], *primals: *Ts, has_aux: Literal[False] = ...
) -> tuple[R, Callable[[Any], tuple[*Ts]]]: ...
@overload
def filter_vjp(
    fun: Callable[[*Ts], tuple[R, A]], *primals: *Ts, has_aux: Literal[True]
) -> tuple[R, Callable[[Any], tuple[*Ts]], A]: ...
@explaining_old  # type: ignore[misc]
@looks
def filter_vjp(fun: Callable[..., Any], *primals: Any, has_aux: bool = False) -> Any:
    """The value of `fun` and the function that takes cotangents back; arguments and result may be any PyTrees.

    Args:
        fun: Called as `fun(*primals)`.
        *primals: Differentiated at their inexact arrays that are not `Frozen`.
        has_aux: `fun` returns `(out, aux)`; `aux` is handed through.

    Returns:
        `(out, pullback)`, or `(out, pullback, aux)`. `pullback(cotangent)` gives a tuple of cotangents like `primals`,
        None at the leaves that are not differentiated. It is a PyTree.

    Raises:
        TypeError: `has_aux` without a pair.

    Examples:
        >>> out, pullback = filter_vjp(lambda x, act: {"y": act(x), "act": act}, jnp.array(0.0), jnp.sin)
        >>> cotangents = pullback({"y": jnp.array(2.0), "act": None})
        >>> float(cotangents[0]), cotangents[1]
        (2.0, None)
    """
    if not callable(fun):
        raise TypeError(f"filter_vjp needs a callable, not {described(fun)}")
    if SHARES.get() is not None:
        # Leaves that are differentiated are not tied to leaves that are not.
        tied = tie(primals, "in", lambda: differentiated(primals, is_trainable))
        return _vjp(lambda *args: fun(*untie(args)), tied, has_aux)
    return _vjp(fun, primals, has_aux)


def _vjp(fun: Callable[..., Any], primals: tuple[Any, ...], has_aux: bool) -> Any:
    subject = Selection(primals, differentiated(primals, is_trainable))
    shape: list[tuple[Any, tuple[bool, ...]]] = []

    def on_diff(diff: list[Any]) -> tuple[list[Any], Any]:
        inside = tuple(subject.join(diff))
        out = fun(*inside)
        use_up_as(fun, (primals, {}), (inside, {}))
        out, aux = pair("filter_vjp", out) if has_aux else (out, None)
        inexact = Selection(out, [is_inexact_array(leaf) for leaf in tree_leaves(out)])
        shape.append((inexact.treedef, inexact.mask))
        return inexact.chosen, pack((inexact.others, aux))

    with scope():
        values, vjp, rest = jax.vjp(on_diff, subject.chosen, has_aux=True)
    others, aux = unpack(rest)
    treedef, mask = shape[0]
    given = (jax.ShapeDtypeStruct(x.shape, x.dtype) for x in values)
    structs = tuple(next(given) if keep else None for keep in mask)
    over = (subject.chosen, values) if AXES.value else ()
    pullback = Pullback(vjp, _Shape(treedef, structs, subject.treedef, subject.mask), over)
    out = merge(treedef, mask, values, others)
    return (out, pullback, aux) if has_aux else (out, pullback)
