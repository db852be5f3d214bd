"""Gradients of functions of any PyTrees. Names: `filter_grad`, `filter_value_and_grad`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Literal, NamedTuple, ParamSpec, Protocol, TypeVar, Unpack, overload

import jax
from jax.tree_util import tree_leaves

from pytreelint.runtime.autodiff.gradient_types import (
    AuxGradientOf,
    F,
    GradientOf,
    GradientOptions,
    ToAuxGradient,
    ToGradient,
    ToValueAndGradient,
    ValueAndGradientOf,
)
from pytreelint.runtime.sharding.device_gradients import over_devices, scope
from pytreelint.runtime.sharing.ties import as_untied
from pytreelint.runtime.trees.callables import Wrapper
from pytreelint.runtime.trees.described import described, missing_return
from pytreelint.runtime.trees.frozen import differentiated, is_trainable
from pytreelint.runtime.trees.leaves import is_array
from pytreelint.runtime.trees.old_objects import function_name, use_up_as
from pytreelint.runtime.trees.selection import Selection
from pytreelint.runtime.trees.skeleton import Skeleton, pack, split, unpack

P = ParamSpec("P")
T = TypeVar("T")


class Decorator(Protocol):
    """A transform that waits for its function."""

    def __call__(self, fun: Callable[P, Any], /) -> Wrapper[P, Any]: ...


class Chosen(NamedTuple):
    """What is differentiated, and how: the options of the transforms in this file and of the Jacobians. Hashable."""

    name: str
    argnums: int | tuple[int, ...]
    filter_spec: Skeleton
    has_aux: bool
    keywords: tuple[tuple[str, Hashable], ...]


class Call:
    """A call, with the leaves to differentiate taken out of its arguments."""

    def __init__(self, fun: Any, chosen: Chosen, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.single = isinstance(chosen.argnums, int)
        self.argnums = (chosen.argnums,) if isinstance(chosen.argnums, int) else chosen.argnums
        self.fun = fun
        self.args, self.kwargs = _by_position(fun, chosen.name, self.argnums, args, kwargs)
        subject = tuple(self.args[i] for i in self.argnums)
        joined = chosen.filter_spec.join(())
        spec = (joined,) if self.single else joined
        allow_int = bool(dict(chosen.keywords).get("allow_int", False))
        self.subject = Selection(subject, as_untied(subject, lambda tree: differentiated(tree, spec, allow_int)))

    def __call__(self, diff: Sequence[Any]) -> Any:
        """The function at these values of the differentiated leaves."""
        args = list(self.args)
        for i, value in zip(self.argnums, self.subject.join(diff), strict=True):
            args[i] = value
        out = self.fun(*args, **self.kwargs)
        use_up_as(self.fun, (self.args, self.kwargs), (tuple(args), self.kwargs))
        return out

    def shaped(self, gradients: Sequence[Any]) -> Any:
        """Gradients in the structure of the arguments, None at the leaves that are not differentiated."""
        out = self.subject.only(gradients)
        return out[0] if self.single else out


def _by_position(
    fun: Any, name: str, argnums: tuple[int, ...], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The call with everything up to the differentiated arguments given by position."""
    needed = max(argnums, default=-1)
    if needed < len(args) and min(argnums, default=0) >= -len(args):
        return args, kwargs
    try:
        parameters = list(inspect.signature(fun).parameters.values())
    except (TypeError, ValueError):
        parameters = []
    more, rest = list(args), dict(kwargs)
    for parameter in parameters[len(args) : needed + 1]:
        if parameter.kind is not parameter.POSITIONAL_OR_KEYWORD or parameter.name not in rest:
            break
        more.append(rest.pop(parameter.name))
    if needed < len(more) and min(argnums, default=0) >= -len(more):
        return tuple(more), rest
    shown = argnums[0] if len(argnums) == 1 else argnums
    raise TypeError(
        f"`{name}` of {getattr(fun, '__name__', fun)!r} differentiates its positional argument {shown} (`argnums`), "
        f"but the call has {len(args)} positional arguments and the keywords {sorted(kwargs)}; pass it by position, "
        "not keyword, or by the name of a parameter that is not keyword-only"
    )


class ValueAndGrad(Wrapper[P, Any]):
    """A function that gives its value and its gradient; what `filter_value_and_grad` returns."""

    options: Chosen

    def sharing_roles(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[bool]:
        """What is differentiated is not tied to what is not."""
        call = Call(self.fun, self.options, args, kwargs)
        mask, count = iter(call.subject.mask), len(call.args)
        chosen = {i % count: [next(mask) for _ in tree_leaves(call.args[i])] for i in call.argnums}
        by_name = list(inspect.signature(self.fun).parameters)[len(args) : count] if count > len(args) else []
        moved = {name: len(args) + i for i, name in enumerate(by_name)}
        given = [*enumerate(args), *((moved.get(name), kwargs[name]) for name in sorted(kwargs))]
        return [kept for i, arg in given for kept in (chosen[i] if i in chosen else [False] * len(tree_leaves(arg)))]

    def __call__(self, /, *args: P.args, **kwargs: P.kwargs) -> Any:
        chosen = self.options
        call = Call(self.fun, chosen, args, kwargs)

        def scalar(diff: list[Any]) -> tuple[Any, Any]:
            out = call(diff)
            value, aux = pair(chosen.name, out) if chosen.has_aux else (out, None)
            check_scalar(chosen.name, self.__wrapped__, value)
            return value, pack(aux)

        differentiate = jax.value_and_grad(scalar, has_aux=True, **dict(chosen.keywords))
        with scope():
            (value, aux), own = differentiate(call.subject.chosen)
        gradient = call.shaped(over_devices(own, call.subject.chosen, [value]))
        return ((value, unpack(aux)), gradient) if chosen.has_aux else (value, gradient)


class Grad(ValueAndGrad[P]):
    """A function that gives its gradient; what `filter_grad` returns."""

    def __call__(self, /, *args: P.args, **kwargs: P.kwargs) -> Any:
        value, gradient = super().__call__(*args, **kwargs)
        return (gradient, value[1]) if self.options.has_aux else gradient


def pair(name: str, out: Any) -> tuple[Any, Any]:
    """What a function with `has_aux` returned; a TypeError if it is no pair."""
    if isinstance(out, (tuple, list)) and len(out) == 2:
        return out[0], out[1]
    raise TypeError(
        f"`{name}(..., has_aux=True)` needs a function that returns a pair, not {described(out)}{missing_return(out)}"
    )


def check_scalar(name: str, fun: Any, value: Any) -> None:
    """A TypeError where a function certainly does not return a scalar, with a remedy. Types of numbers are JAX's."""
    if value is None or isinstance(value, (tuple, list, dict, str)):
        what = f"{described(value)}{missing_return(value)}"
        more = "; of a pair of value and anything else it is taken with `has_aux=True`" if type(value) is tuple else ""
    elif is_array(value) and value.ndim:
        what, more = described(value), "; take its `.mean()` or `.sum()`, or `filter_jacrev` for all derivatives"
    else:
        return
    raise TypeError(
        f"`{name}`: gradients are only defined for scalar-output functions, and `{function_name(fun)}` returned "
        f"{what}{more}"
    )


def choose(name: str, argnums: Any, filter_spec: Any, has_aux: bool, **keywords: Hashable) -> Chosen:
    """The options, checked; keyword arguments that are off are left out, so that JAX need not know them."""
    nums = 0 if argnums is None else argnums if isinstance(argnums, int) else tuple(argnums)
    if isinstance(nums, tuple) and not all(isinstance(i, int) for i in nums):
        raise TypeError(f"`argnums` of `{name}` must be a position or a sequence of them, not {argnums!r}")
    _, spec = split(filter_spec, lambda _: False, lenient=True)
    return Chosen(name, nums, spec, has_aux, tuple((k, v) for k, v in keywords.items() if v))


@overload
def filter_value_and_grad(  # type: ignore[overload-overlap]
    fun: F, argnums: Literal[0] = ..., has_aux: bool = ..., **options: Unpack[GradientOptions]
) -> ValueAndGradientOf[F]: ...
@overload
def filter_value_and_grad(
    fun: Callable[P, T], argnums: int | Sequence[int], has_aux: bool = ..., **options: Unpack[GradientOptions]
) -> Wrapper[P, tuple[T, Any]]: ...
@overload
def filter_value_and_grad(  # type: ignore[overload-overlap]
    *, argnums: Literal[0] = ..., has_aux: bool = ..., **options: Unpack[GradientOptions]
) -> ToValueAndGradient: ...
@overload
def filter_value_and_grad(
    *, argnums: int | Sequence[int], has_aux: bool = ..., **options: Unpack[GradientOptions]
) -> Decorator: ...
def filter_value_and_grad(
    fun: Callable[..., Any] | None = None,
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
    reduce_axes: Sequence[Hashable] = (),
    *,
    filter_spec: Any = is_trainable,
) -> Any:
    """A function that gives the value of `fun` and its gradient with respect to the inexact arrays of an argument.

    Arguments, closed-over Modules and auxiliary outputs may be any PyTrees. Also a decorator, with and without
    arguments, for functions and methods (then of `self`).

    Args:
        fun: Returns a real scalar of shape `()`, or with `has_aux` a pair of that and anything.
        argnums: Which positional arguments are differentiated. They may be passed by name.
        has_aux: `fun` returns `(value, aux)`; `aux` may hold functions, strings, None, any object.
        holomorphic: As in `jax.grad`.
        allow_int: Integer leaves that `filter_spec` names get float0 gradients, as in `jax.grad`.
        reduce_axes: As in `jax.grad`.
        filter_spec: Which leaves of the argument are differentiated: a test of a leaf, or a prefix of the argument
            (of the tuple of arguments, if `argnums` is a sequence) with tests and booleans, such as a mask.
            `freeze("encoder", "*.bias")` leaves out by name; `is_inexact_array_like` adds Python floats. Leaves that
            have no gradient or are `Frozen` are never differentiated.

    Returns:
        A function of the same arguments that returns `(value, gradient)`, or `((value, aux), gradient)`. The gradient
        has the structure of the argument, with arrays of the same shapes and dtypes, and None at the other leaves; a
        tuple of gradients, if `argnums` is a sequence.

    Raises:
        TypeError: When called: the differentiated argument is missing; `has_aux` without a pair; not a scalar.
        ValueError: When called: `filter_spec` does not fit the argument.

    Examples:
        >>> model = {"w": jnp.array(3.0), "act": jnp.sin, "n": 2}
        >>> value, gradient = filter_value_and_grad(lambda m, x: m["w"] ** m["n"] * x)(model, 1.0)
        >>> float(value), float(gradient["w"]), gradient["act"], gradient["n"]
        (9.0, 6.0, None, None)
    """
    if fun is None:
        again: Any = functools.partial(
            filter_value_and_grad,
            argnums=argnums,
            has_aux=has_aux,
            holomorphic=holomorphic,
            allow_int=allow_int,
            reduce_axes=reduce_axes,
            filter_spec=filter_spec,
        )
        return again
    more = {"holomorphic": holomorphic, "allow_int": allow_int, "reduce_axes": tuple(reduce_axes)}
    return ValueAndGrad(fun, choose("filter_value_and_grad", argnums, filter_spec, has_aux, **more))


@overload
def filter_grad(
    fun: F, argnums: Literal[0] = ..., has_aux: Literal[False] = ..., **options: Unpack[GradientOptions]
) -> GradientOf[F]: ...
@overload
def filter_grad(
    fun: F, argnums: Literal[0] = ..., *, has_aux: Literal[True], **options: Unpack[GradientOptions]
) -> AuxGradientOf[F]: ...
@overload
def filter_grad(
    fun: Callable[P, Any], argnums: int | Sequence[int] = ..., has_aux: bool = ..., **options: Unpack[GradientOptions]
) -> Wrapper[P, Any]: ...
@overload
def filter_grad(
    *, argnums: Literal[0] = ..., has_aux: Literal[False] = ..., **options: Unpack[GradientOptions]
) -> ToGradient: ...
@overload
def filter_grad(  # type: ignore[overload-overlap]
    *, argnums: Literal[0] = ..., has_aux: Literal[True], **options: Unpack[GradientOptions]
) -> ToAuxGradient: ...
@overload
def filter_grad(
    *, argnums: int | Sequence[int] = ..., has_aux: bool = ..., **options: Unpack[GradientOptions]
) -> Decorator: ...
def filter_grad(
    fun: Callable[..., Any] | None = None,
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
    reduce_axes: Sequence[Hashable] = (),
    *,
    filter_spec: Any = is_trainable,
) -> Any:
    """A function that gives the gradient of `fun` with respect to the inexact arrays of an argument.

    Args:
        fun: As for `filter_value_and_grad`, and so are all others.
        argnums: Which positional arguments are differentiated.
        has_aux: `fun` returns `(value, aux)`.
        holomorphic: As in `jax.grad`.
        allow_int: As in `jax.grad`.
        reduce_axes: As in `jax.grad`.
        filter_spec: Which leaves of the argument are differentiated.

    Returns:
        A function of the same arguments that returns the gradient, or `(gradient, aux)`.

    Raises:
        TypeError: As `filter_value_and_grad`.
        ValueError: As `filter_value_and_grad`.

    Examples:
        >>> gradient = filter_grad(lambda m, x: (m["w"] * x).sum())({"w": jnp.ones(2), "name": "w"}, jnp.arange(2.0))
        >>> gradient["w"].tolist(), gradient["name"]
        ([0.0, 1.0], None)
    """
    if fun is None:
        again: Any = functools.partial(
            filter_grad,
            argnums=argnums,
            has_aux=has_aux,
            holomorphic=holomorphic,
            allow_int=allow_int,
            reduce_axes=reduce_axes,
            filter_spec=filter_spec,
        )
        return again
    more = {"holomorphic": holomorphic, "allow_int": allow_int, "reduce_axes": tuple(reduce_axes)}
    return Grad(fun, choose("filter_grad", argnums, filter_spec, has_aux, **more))
