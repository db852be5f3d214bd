"""Jacobian-vector products of functions of any PyTrees. Name: `filter_jvp`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax.custom_derivatives import SymbolicZero
from jax.tree_util import keystr, tree_flatten_with_path, tree_leaves, tree_structure

from pytreelint.runtime.autodiff.gradients import pair
from pytreelint.runtime.sharing.tied_loops import looks
from pytreelint.runtime.sharing.ties import as_untied, tie, untie
from pytreelint.runtime.trees.callables import SHARES
from pytreelint.runtime.trees.described import described
from pytreelint.runtime.trees.leaves import is_inexact_array
from pytreelint.runtime.trees.old_objects import explaining_old, use_up_as
from pytreelint.runtime.trees.selection import Selection, merge, only, spread
from pytreelint.runtime.trees.skeleton import pack, unpack


@explaining_old
@looks
def filter_jvp(
    fun: Callable[..., Any], primals: Sequence[Any], tangents: Sequence[Any], has_aux: bool = False, **kwargs: Any
) -> tuple[Any, ...]:
    """The value of `fun` and its derivative along a tangent; arguments and result may be any PyTrees.

    Args:
        fun: Called as `fun(*primals, **kwargs)`.
        primals: The arguments.
        tangents: For each leaf of `primals` a tangent of the same shape and dtype, or None: a symbolic zero. None is
            also allowed for a whole subtree, and is needed where a leaf has no derivative.
        has_aux: `fun` returns `(out, aux)`; `aux` is handed through.
        **kwargs: Further arguments of `fun`, not differentiated.

    Returns:
        `(out, tangents_out)`, or `(out, tangents_out, aux)`. `tangents_out` has the structure of `out`, with None at
        leaves that do not depend on what has a tangent.

    Raises:
        ValueError: The structures of `primals` and `tangents` differ, or the shapes of a leaf and its tangent.
        TypeError: A leaf has a tangent but no derivative; the messages name the leaf. `primals` or `tangents` is
            neither a tuple nor a list.

    Examples:
        >>> out, tangent = filter_jvp(lambda x, name: {name: x**2, "x0": 3.0}, (jnp.array(3.0), "y"), (1.0, None))
        >>> float(out["y"]), float(tangent["y"]), tangent["x0"]
        (9.0, 6.0, None)
    """
    _check_sequences(fun, primals, tangents)
    primals = tuple(primals)
    given = spread(tuple(tangents), tree_structure(primals), "tangents")
    _check(primals, given)
    if SHARES.get() is not None:
        # One object with two tangents is two.
        tied = tie(primals, "in", lambda: [None if tangent is None else id(tangent) for tangent in given])
        given, primals, plain = as_untied(tied, lambda _: given), tied, fun
        fun = lambda *args, **kwargs: plain(*untie(args), **kwargs)  # noqa: E731
    moved = Selection(primals, [tangent is not None for tangent in given])
    shape: list[tuple[Any, tuple[bool, ...], list[bool]]] = []

    def on_moved(*values: Any) -> tuple[list[Any], Any]:
        inside = tuple(moved.join(values))
        out = fun(*inside, **kwargs)
        use_up_as(fun, (tuple(primals), kwargs), (inside, kwargs))
        out, aux = pair("filter_jvp", out) if has_aux else (out, None)
        inexact = Selection(out, [is_inexact_array(leaf) for leaf in tree_leaves(out)])
        depends = _depends(values[0], inexact.chosen) if values else [False] * len(inexact.chosen)
        shape.append((inexact.treedef, inexact.mask, depends))
        return inexact.chosen, pack((inexact.others, aux))

    if moved.chosen:
        along = [tangent for tangent in given if tangent is not None]
        values, derivatives, rest = jax.jvp(on_moved, moved.chosen, along, has_aux=True)
    else:
        values, rest = on_moved()
        derivatives = [None] * len(values)
    others, aux = unpack(rest)
    treedef, mask, depends = shape[0]
    out = merge(treedef, mask, values, others)
    tangents_out = only(treedef, mask, [d if moves else None for d, moves in zip(derivatives, depends, strict=True)])
    return (out, tangents_out, aux) if has_aux else (out, tangents_out)


def _check_sequences(fun: Any, primals: Any, tangents: Any) -> None:
    if not callable(fun):
        raise TypeError(f"filter_jvp needs a callable, not {described(fun)}")
    for name, given in (("primals", primals), ("tangents", tangents)):
        if not isinstance(given, (tuple, list)):
            raise TypeError(
                f"`{name}` of filter_jvp must be a tuple or list with one entry for each argument of the function, not "
                f"{described(given)}"
            )


def _check(primals: Any, tangents: list[Any]) -> None:
    """An error that names the first leaf whose tangent cannot be one."""
    for (path, primal), tangent in zip(tree_flatten_with_path(primals)[0], tangents, strict=True):
        if tangent is None or getattr(tangent, "dtype", None) == jax.dtypes.float0:
            continue
        if not (is_inexact_array(primal) or isinstance(primal, (float, complex))):
            raise TypeError(
                f"primals{keystr(path)} of type `{type(primal).__name__}` has no derivative, so its tangent must be "
                f"None, not a `{type(tangent).__name__}`"
            )
        if jnp.shape(primal) != jnp.shape(tangent):
            raise ValueError(
                f"primals{keystr(path)} has shape {jnp.shape(primal)}, but its tangent has {jnp.shape(tangent)}"
            )
        if jnp.result_type(primal) != jnp.result_type(tangent):
            raise TypeError(
                f"primals{keystr(path)} is {jnp.result_type(primal)}, and so must be its tangent, not "
                f"{jnp.result_type(tangent)}"
            )


def _depends(moved: Any, values: list[Any]) -> list[bool]:
    """Which values have a tangent in the innermost `jax.jvp`, where `moved` is known to have one.

    JAX calls the rule of a `custom_jvp` with symbolic zeros for the values that have none; `moved` is among the
    arguments so that it is called at this level, and not by a `jax.jvp` or `jax.grad` around it.
    """
    answers: list[list[bool]] = []

    probe = jax.custom_jvp(lambda _, values: values)

    def rule(primals: Any, tangents: Any) -> Any:
        if not answers:
            answers.append([not isinstance(tangent, SymbolicZero) for tangent in tangents[1]])
        return primals[1], [jnp.zeros_like(x) for x in primals[1]]

    probe.defjvp(rule, symbolic_zeros=True)
    probe(moved, values)
    return answers[0]
