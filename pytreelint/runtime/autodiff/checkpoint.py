"""Recomputing instead of storing, for functions of any PyTrees. Name: `filter_checkpoint`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, NamedTuple, ParamSpec, TypeVar, overload

import jax

from pytreelint.runtime.trees.callables import Keeping, Wrapper
from pytreelint.runtime.trees.old_objects import use_up_as
from pytreelint.runtime.trees.skeleton import pack, split, unpack

P = ParamSpec("P")
R = TypeVar("R")


class _Options(NamedTuple):
    prevent_cse: bool | tuple[bool, ...]
    policy: Hashable
    static_argnums: tuple[int, ...]
    static_argnames: tuple[str, ...]


class Checkpoint(Wrapper[P, R]):
    """A function whose intermediate values are recomputed; what `filter_checkpoint` returns."""

    options: _Options

    def __call__(self, /, *args: P.args, **kwargs: P.kwargs) -> R:
        options = self.options
        constant, names = _constant(self.fun, options, args, kwargs)
        traced = tuple(None if i in constant else arg for i, arg in enumerate(args))
        more = {name: value for name, value in kwargs.items() if name not in names}
        arrays, skeleton = split((self.fun, traced, more))

        def on_arrays(arrays: list[Any]) -> Any:
            fun, given, named = skeleton.join(arrays)
            positional = [args[i] if i in constant else arg for i, arg in enumerate(given)]
            inside = tuple(positional), {**named, **{name: kwargs[name] for name in names}}
            out = fun(*inside[0], **inside[1])
            use_up_as(self.__wrapped__, (args, kwargs), inside)
            return pack(out)

        again = jax.checkpoint(on_arrays, prevent_cse=options.prevent_cse, policy=options.policy)
        out: R = unpack(again(arrays))
        return out


def _constant(
    fun: Any, options: _Options, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[set[int], tuple[str, ...]]:
    """The positions and names of the arguments that are not traced at all, arrays or not."""
    constant = {i % len(args) for i in options.static_argnums if -len(args) <= i < len(args)}
    if options.static_argnames or options.static_argnums:
        parameters = list(inspect.signature(fun).parameters)
        names = {*options.static_argnames, *(parameters[i] for i in options.static_argnums if i < len(parameters))}
        constant |= {i for i in range(len(args)) if i < len(parameters) and parameters[i] in names}
        return constant, tuple(name for name in kwargs if name in names)
    return constant, ()


@overload
def filter_checkpoint(
    fun: Callable[P, R],
    *,
    prevent_cse: bool | Sequence[bool] = ...,
    policy: Callable[..., Any] | None = ...,
    static_argnums: int | Sequence[int] = ...,
    static_argnames: str | Iterable[str] = ...,
) -> Wrapper[P, R]: ...
@overload
def filter_checkpoint(
    fun: None = None,
    *,
    prevent_cse: bool | Sequence[bool] = ...,
    policy: Callable[..., Any] | None = ...,
    static_argnums: int | Sequence[int] = ...,
    static_argnames: str | Iterable[str] = ...,
) -> Keeping: ...
def filter_checkpoint(
    fun: Callable[..., Any] | None = None,
    *,
    prevent_cse: bool | Sequence[bool] = True,
    policy: Callable[..., Any] | None = None,
    static_argnums: int | Sequence[int] = (),
    static_argnames: str | Iterable[str] = (),
) -> Any:
    """`fun`, whose intermediate values are recomputed in the backward pass instead of stored.

    Args:
        fun: A function of any PyTrees that returns any PyTree; its own arrays, if it is a Module, are differentiated
            too. None: a decorator is returned.
        prevent_cse: As in `jax.checkpoint`.
        policy: As in `jax.checkpoint`: one of `jax.checkpoint_policies`.
        static_argnums: Arguments that are not traced, arrays included. Leaves that are no arrays never are.
        static_argnames: The same by name.

    Returns:
        A function with the same arguments, results and gradients.

    Raises:
        TypeError: `fun` or `policy` cannot be called.

    Examples:
        >>> layer = filter_checkpoint(lambda p, x: p["act"](p["w"] * x))
        >>> float(filter_grad(layer)({"w": jnp.array(2.0), "act": jnp.square}, 3.0)["w"])
        36.0
    """
    if not (policy is None or callable(policy)):
        raise TypeError(f"`policy` must be one of `jax.checkpoint_policies`, not {policy!r}")
    nums = (static_argnums,) if isinstance(static_argnums, int) else tuple(static_argnums)
    names = (static_argnames,) if isinstance(static_argnames, str) else tuple(static_argnames)
    cse = prevent_cse if isinstance(prevent_cse, bool) else tuple(prevent_cse)
    if fun is None:
        again: Any = functools.partial(
            filter_checkpoint, prevent_cse=cse, policy=policy, static_argnums=nums, static_argnames=names
        )
        return again
    return Checkpoint[Any, Any](fun, _Options(cse, policy, nums, names))
