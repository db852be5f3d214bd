"""What type checkers are told of gradients: the function's parameters, and a gradient of its first argument's type."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Concatenate, ParamSpec, Protocol, Self, TypedDict, TypeVar, overload

P = ParamSpec("P")
Q = ParamSpec("Q")
X = TypeVar("X")
T = TypeVar("T")
A = TypeVar("A")
F = TypeVar("F", bound=Callable[..., Any])
F_co = TypeVar("F_co", bound=Callable[..., Any], covariant=True)


class GradientOptions(TypedDict, total=False):
    """The keyword arguments of `filter_grad` and `filter_value_and_grad` that do not change a type."""

    holomorphic: bool
    allow_int: bool
    reduce_axes: Sequence[Hashable]
    filter_spec: Any


class GradientOf(Protocol[F_co]):
    """`filter_grad(f)`. The second way to call it is for a first argument that is passed by name."""

    @property
    def __wrapped__(self) -> Any: ...
    @overload
    def __call__(
        self: GradientOf[Callable[Concatenate[X, Q], Any]], of: X, /, *args: Q.args, **kwargs: Q.kwargs
    ) -> X: ...
    @overload
    def __call__(self: GradientOf[Callable[P, Any]], /, *args: P.args, **kwargs: P.kwargs) -> Any: ...
    @overload
    def __get__(self, instance: None, owner: type | None = None) -> Self: ...
    @overload
    def __get__(
        self: GradientOf[Callable[Concatenate[X, Q], Any]], instance: X, owner: type | None = None
    ) -> Callable[Q, X]: ...


class AuxGradientOf(Protocol[F_co]):
    """`filter_grad(f, has_aux=True)`."""

    @property
    def __wrapped__(self) -> Any: ...
    @overload
    def __call__(
        self: AuxGradientOf[Callable[Concatenate[X, Q], tuple[Any, A]]], of: X, /, *args: Q.args, **kwargs: Q.kwargs
    ) -> tuple[X, A]: ...
    @overload
    def __call__(
        self: AuxGradientOf[Callable[P, tuple[Any, A]]], /, *args: P.args, **kwargs: P.kwargs
    ) -> tuple[Any, A]: ...
    @overload
    def __get__(self, instance: None, owner: type | None = None) -> Self: ...
    @overload
    def __get__(
        self: AuxGradientOf[Callable[Concatenate[X, Q], tuple[Any, A]]], instance: X, owner: type | None = None
    ) -> Callable[Q, tuple[X, A]]: ...


class ValueAndGradientOf(Protocol[F_co]):
    """`filter_value_and_grad(f)`; with `has_aux` the value is the pair that the function returns."""

    @property
    def __wrapped__(self) -> Any: ...
    @overload
    def __call__(
        self: ValueAndGradientOf[Callable[Concatenate[X, Q], T]], of: X, /, *args: Q.args, **kwargs: Q.kwargs
    ) -> tuple[T, X]: ...
    @overload
    def __call__(self: ValueAndGradientOf[Callable[P, T]], /, *args: P.args, **kwargs: P.kwargs) -> tuple[T, Any]: ...
    @overload
    def __get__(self, instance: None, owner: type | None = None) -> Self: ...
    @overload
    def __get__(
        self: ValueAndGradientOf[Callable[Concatenate[X, Q], T]], instance: X, owner: type | None = None
    ) -> Callable[Q, tuple[T, X]]: ...


class ToGradient(Protocol):
    """`filter_grad(**options)`, a decorator."""

    def __call__(self, fun: F, /) -> GradientOf[F]: ...


class ToAuxGradient(Protocol):
    """`filter_grad(has_aux=True, **options)`, a decorator."""

    def __call__(self, fun: F, /) -> AuxGradientOf[F]: ...


class ToValueAndGradient(Protocol):
    """`filter_value_and_grad(**options)`, a decorator."""

    def __call__(self, fun: F, /) -> ValueAndGradientOf[F]: ...
