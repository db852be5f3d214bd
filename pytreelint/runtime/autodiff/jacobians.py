"""Jacobians and Hessians of functions of any PyTrees. Names: `filter_jacfwd`, `filter_jacrev`, `filter_hessian`."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, ParamSpec, overload

import jax
from jax.tree_util import tree_leaves

from pytreelint.runtime.autodiff.gradients import Call, Chosen, Decorator, choose, pair
from pytreelint.runtime.sharding.device_gradients import AXES, by_forward_mode, over_devices, scope
from pytreelint.runtime.trees.callables import Wrapper
from pytreelint.runtime.trees.frozen import is_trainable
from pytreelint.runtime.trees.leaves import is_inexact_array
from pytreelint.runtime.trees.selection import Selection, only
from pytreelint.runtime.trees.skeleton import pack, unpack

P = ParamSpec("P")

_JACOBIANS: dict[str, Any] = {"filter_jacfwd": jax.jacfwd, "filter_jacrev": jax.jacrev}


class Jacobian(Wrapper[P, Any]):
    """A function that gives the Jacobian of another; what `filter_jacfwd` and `filter_jacrev` return."""

    options: Chosen

    def __call__(self, /, *args: P.args, **kwargs: P.kwargs) -> Any:
        chosen = self.options
        call = Call(self.fun, chosen, args, kwargs)
        shape: list[tuple[Any, tuple[bool, ...]]] = []

        def on_diff(diff: list[Any]) -> tuple[list[Any], Any]:
            out = call(diff)
            out, aux = pair(chosen.name, out) if chosen.has_aux else (out, None)
            inexact = Selection(out, [is_inexact_array(leaf) for leaf in tree_leaves(out)])
            shape.append((inexact.treedef, inexact.mask))
            return inexact.chosen, (inexact.chosen, pack(aux))

        transform, primals = _JACOBIANS[chosen.name], call.subject.chosen
        with scope():
            if primals:
                rows, (values, aux) = transform(on_diff, has_aux=True, **dict(chosen.keywords))(primals)
            else:
                _, (values, aux) = on_diff([])
                rows = [[] for _ in values]
        if AXES.value and chosen.name == "filter_jacrev":
            rows = [over_devices(row, primals, [value]) for row, value in zip(rows, values, strict=True)]
        elif AXES.value:
            rows = by_forward_mode(rows, primals, jax.make_jaxpr(on_diff)(primals))
        treedef, mask = shape[0]
        jacobian = only(treedef, mask, [call.shaped(row) for row in rows])
        return (jacobian, unpack(aux)) if chosen.has_aux else jacobian


def _as_equinox(argnums: Any, has_aux: bool) -> tuple[Any, bool]:
    """Equinox has `has_aux` where JAX has `argnums`: a boolean there is that."""
    return (0, argnums) if isinstance(argnums, bool) else (argnums, has_aux)


@overload
def filter_jacfwd(
    fun: Callable[P, Any],
    argnums: int | Sequence[int] = ...,
    has_aux: bool = ...,
    holomorphic: bool = ...,
    *,
    filter_spec: Any = ...,
) -> Wrapper[P, Any]: ...
@overload
def filter_jacfwd(
    fun: None = None,
    argnums: int | Sequence[int] = ...,
    has_aux: bool = ...,
    holomorphic: bool = ...,
    *,
    filter_spec: Any = ...,
) -> Decorator: ...
def filter_jacfwd(
    fun: Callable[..., Any] | None = None,
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    *,
    filter_spec: Any = is_trainable,
) -> Any:
    """A function that gives the Jacobian of `fun` by forward mode, one pass for each element of the input.

    Args:
        fun: A function of any PyTrees that returns any PyTree. None: a decorator is returned.
        argnums: Which positional arguments are differentiated.
        has_aux: `fun` returns `(out, aux)`; `aux` may be anything.
        holomorphic: As in `jax.jacfwd`.
        filter_spec: Which leaves of the argument are differentiated, as for `filter_grad`.

    Returns:
        A function of the same arguments. It returns a tree like the output of `fun`, which has at each inexact array
        of shape `s` a tree like the argument with arrays of shape `s + leaf.shape`, and None at all other leaves of
        both; or with `has_aux` a pair of that and `aux`.

    Raises:
        TypeError: When called: the differentiated argument is missing, or `has_aux` without a pair.

    Examples:
        >>> jacobian = filter_jacfwd(lambda m: m["act"](m["x"]))({"x": jnp.zeros(2), "act": jnp.sin})
        >>> jacobian["x"].tolist(), jacobian["act"]
        ([[1.0, 0.0], [0.0, 1.0]], None)
    """
    argnums, has_aux = _as_equinox(argnums, has_aux)
    if fun is None:
        return functools.partial(
            filter_jacfwd, argnums=argnums, has_aux=has_aux, holomorphic=holomorphic, filter_spec=filter_spec
        )
    return Jacobian(fun, choose("filter_jacfwd", argnums, filter_spec, has_aux, holomorphic=holomorphic))


@overload
def filter_jacrev(
    fun: Callable[P, Any],
    argnums: int | Sequence[int] = ...,
    has_aux: bool = ...,
    holomorphic: bool = ...,
    allow_int: bool = ...,
    *,
    filter_spec: Any = ...,
) -> Wrapper[P, Any]: ...
@overload
def filter_jacrev(
    fun: None = None,
    argnums: int | Sequence[int] = ...,
    has_aux: bool = ...,
    holomorphic: bool = ...,
    allow_int: bool = ...,
    *,
    filter_spec: Any = ...,
) -> Decorator: ...
def filter_jacrev(
    fun: Callable[..., Any] | None = None,
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
    *,
    filter_spec: Any = is_trainable,
) -> Any:
    """A function that gives the Jacobian of `fun` by reverse mode, one pass for each element of the output.

    Args:
        fun: As for `filter_jacfwd`, and so are all others.
        argnums: Which positional arguments are differentiated.
        has_aux: `fun` returns `(out, aux)`.
        holomorphic: As in `jax.jacrev`.
        allow_int: As in `jax.jacrev`.
        filter_spec: Which leaves of the argument are differentiated.

    Returns:
        As `filter_jacfwd`.

    Raises:
        TypeError: As `filter_jacfwd`.

    Examples:
        >>> filter_jacrev(lambda x, power: x**power)(jnp.array([1.0, 2.0]), 2).tolist()
        [[2.0, 0.0], [0.0, 4.0]]
    """
    argnums, has_aux = _as_equinox(argnums, has_aux)
    if fun is None:
        return functools.partial(
            filter_jacrev,
            argnums=argnums,
            has_aux=has_aux,
            holomorphic=holomorphic,
            allow_int=allow_int,
            filter_spec=filter_spec,
        )
    more = {"holomorphic": holomorphic, "allow_int": allow_int}
    return Jacobian(fun, choose("filter_jacrev", argnums, filter_spec, has_aux, **more))


@overload
def filter_hessian(
    fun: Callable[P, Any],
    argnums: int | Sequence[int] = ...,
    has_aux: bool = ...,
    holomorphic: bool = ...,
    *,
    filter_spec: Any = ...,
) -> Wrapper[P, Any]: ...
@overload
def filter_hessian(
    fun: None = None,
    argnums: int | Sequence[int] = ...,
    has_aux: bool = ...,
    holomorphic: bool = ...,
    *,
    filter_spec: Any = ...,
) -> Decorator: ...
def filter_hessian(
    fun: Callable[..., Any] | None = None,
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    *,
    filter_spec: Any = is_trainable,
) -> Any:
    """A function that gives the Hessian of `fun`: `filter_jacfwd` of `filter_jacrev`.

    Args:
        fun: As for `filter_jacfwd`, and so are all others.
        argnums: Which positional arguments are differentiated.
        has_aux: `fun` returns `(out, aux)`.
        holomorphic: As in `jax.hessian`.
        filter_spec: Which leaves of the argument are differentiated.

    Returns:
        A function of the same arguments. It returns a tree like the output of `fun`, which has at each inexact array
        the tree of trees of second derivatives; or with `has_aux` a pair of that and `aux`.

    Raises:
        TypeError: As `filter_jacfwd`.

    Examples:
        >>> hessian = filter_hessian(lambda m: m["x"] ** m["n"])({"x": jnp.array(2.0), "n": 3})
        >>> float(hessian["x"]["x"]), hessian["n"]
        (12.0, None)
    """
    argnums, has_aux = _as_equinox(argnums, has_aux)
    options = {"argnums": argnums, "has_aux": has_aux, "holomorphic": holomorphic, "filter_spec": filter_spec}
    if fun is None:
        return functools.partial(filter_hessian, **options)
    return filter_jacfwd(filter_jacrev(fun, **options), **options)
