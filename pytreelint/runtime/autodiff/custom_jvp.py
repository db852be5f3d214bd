"""Derivative rules of one's own in forward mode. Name: `filter_custom_jvp`."""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable, Sequence
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, Self, TypeVar, overload

import jax
import jax.numpy as jnp
from jax.custom_derivatives import SymbolicZero, zero_from_primal
from jax.tree_util import keystr, tree_leaves, tree_leaves_with_path, tree_map

from pytreelint.runtime.trees.callables import Bound, names
from pytreelint.runtime.trees.described import described, missing_return
from pytreelint.runtime.trees.leaves import is_array_like, is_inexact_array_like
from pytreelint.runtime.trees.selection import spread
from pytreelint.runtime.trees.skeleton import Packed, packed, split, unpack

P = ParamSpec("P")
Q = ParamSpec("Q")
R = TypeVar("R")
Rule = Callable[..., tuple[Any, Any]]


class ToCustomJvp(Protocol):
    """`filter_custom_jvp(**options)`, a decorator."""

    def __call__(self, fun: Callable[P, R], /) -> filter_custom_jvp[P, R]: ...


class filter_custom_jvp(Generic[P, R]):  # noqa: N801 - used like a function
    """A function of any PyTrees with a rule for its derivative. A decorator, also of methods.

    Args:
        fun: The function. Keyword arguments are not differentiated.
        nondiff_argnums: As in `jax.custom_jvp`: these are not differentiated, and handed to the rule before all others.
        nondiff_argnames: The same by name.

    Returns:
        The function, which needs a rule before it is differentiated: `def_jvp`.

    Raises:
        ValueError: When differentiated: in a keyword argument, or `nondiff` one.

    Examples:
        >>> @filter_custom_jvp
        ... def apply(x, y, *, fun):
        ...     return fun(x, y)
        >>> @apply.def_jvp
        ... def rule(primals, tangents, *, fun):
        ...     (x, y), (tx, ty) = primals, tangents
        ...     assert ty is None  # not differentiated: a symbolic zero
        ...     return fun(x, y), 10 * tx
        >>> float(filter_grad(apply)(jnp.array(1.0), jnp.array(2.0), fun=jnp.multiply))
        10.0
    """

    __name__: str
    __qualname__: str

    @overload
    def __new__(
        cls,
        fun: Callable[P, R],
        nondiff_argnums: int | Sequence[int] = ...,
        nondiff_argnames: str | Sequence[str] = ...,
    ) -> Self: ...
    @overload
    def __new__(  # type: ignore[misc]
        cls, *, nondiff_argnums: int | Sequence[int] = ..., nondiff_argnames: str | Sequence[str] = ...
    ) -> ToCustomJvp: ...
    def __new__(cls, fun: Any = None, *_: Any, **options: Any) -> Any:
        if fun is None:
            return functools.partial(cls, **options)
        return super().__new__(cls)

    def __init__(
        self,
        fun: Callable[P, R] | None = None,
        nondiff_argnums: int | Sequence[int] = (),
        nondiff_argnames: str | Sequence[str] = (),
    ) -> None:
        assert fun is not None
        self.__wrapped__ = fun
        self.__dict__.update(names(fun))
        self._rule: Rule | None = None
        nums = (nondiff_argnums,) if isinstance(nondiff_argnums, int) else tuple(nondiff_argnums)
        if nondiff_argnames:
            parameters = list(inspect.signature(fun).parameters)
            named = (nondiff_argnames,) if isinstance(nondiff_argnames, str) else nondiff_argnames
            nums = (*nums, *(parameters.index(name) for name in named))
        self._nondiff = nums

    def def_jvp(self, rule: Rule) -> Rule:
        """Set the rule, which is told symbolic zeros. Also a decorator.

        Args:
            rule: `rule(primals, tangents, **kwargs) -> (out, tangent_out)`, where `tangents` has an array for each leaf
                that is differentiated and None for all others, and `tangent_out` is like `out`, with None for zeros.

        Returns:
            The rule.
        """
        self._rule = rule
        return rule

    def defjvp(self, rule: Rule, symbolic_zeros: bool = False) -> Rule:
        """Set a rule that gets arrays of zeros for the inexact arrays that are not differentiated.

        Args:
            rule: As for `def_jvp`.
            symbolic_zeros: None instead of arrays of zeros, which makes this `def_jvp`.

        Returns:
            The rule.
        """
        if symbolic_zeros:
            return self.def_jvp(rule)
        warnings.warn(
            "`defjvp` is deprecated in favour of `def_jvp`, whose rules can leave out what is not differentiated",
            stacklevel=2,
        )

        def with_zeros(*args: Any, **kwargs: Any) -> tuple[Any, Any]:
            *first, primals, tangents = args
            zeros = tree_map(_zeros, primals, tangents, is_leaf=lambda x: x is None)
            return rule(*first, primals, zeros, **kwargs)

        self.def_jvp(with_zeros)
        return rule

    def defjvps(self, *rules: Callable[..., Any] | None) -> None:
        """Set a rule for each positional argument, as in `jax.custom_jvp.defjvps`; the tangent is their sum.

        Args:
            *rules: `rule(tangent, out, *primals, **kwargs) -> tangent_out`; None where the derivative is zero.
        """

        def summed(*args: Any, **kwargs: Any) -> tuple[Any, Any]:
            *_, primals, tangents = args
            out = self(*primals, **kwargs)
            parts = [
                rule(tangent, out, *primals, **kwargs)
                for rule, tangent in zip(rules, tangents, strict=True)
                if rule is not None and tree_leaves(tangent)
            ]
            return out, tree_map(lambda *x: sum(x), *parts) if parts else None

        self.def_jvp(summed)

    def __call__(self, /, *args: P.args, **kwargs: P.kwargs) -> R:
        arrays, skeleton = split((args, kwargs))
        if self._rule is None:
            raise AttributeError(
                f"`{names(self.__wrapped__)['__name__']}` has no derivative rule; set one by `def_jvp`"
            )

        def on_arrays(arrays: list[Any]) -> Any:
            args, kwargs = skeleton.join(arrays)
            return packed(*split(self.__wrapped__(*args, **kwargs), is_array_like, lenient=True))

        fun = jax.custom_jvp(on_arrays)
        fun.defjvp(functools.partial(self._derivative, skeleton), symbolic_zeros=True)
        out: R = unpack(fun(arrays))
        return out

    def _derivative(self, skeleton: Any, primals: Any, tangents: Any) -> tuple[Any, Any]:
        """The rule as JAX calls it, on the arrays of the arguments."""
        assert self._rule is not None
        arrays = primals[0]
        args, kwargs = skeleton.join(arrays)
        along = [_none_if_zero(p, t) for p, t in zip(arrays, tangents[0], strict=True)]
        no_tangents = type(skeleton)(skeleton.treedef, tuple((i, None) for i, _ in skeleton.statics))
        t_args, t_kwargs = no_tangents.join(along)
        self._refuse({i: t_args[i] for i in self._nondiff if i < len(t_args)}, t_kwargs)
        first = [args[i] for i in self._nondiff]
        diff = [i for i in range(len(args)) if i not in self._nondiff]
        pair = self._rule(*first, tuple(args[i] for i in diff), tuple(t_args[i] for i in diff), **kwargs)
        if not (isinstance(pair, (tuple, list)) and len(pair) == 2):
            raise TypeError(
                f"the rule of `{names(self.__wrapped__)['__name__']}` must return a pair (out, tangent_out), not "
                f"{described(pair)}{missing_return(pair)}"
            )
        out, t_out = pair
        out_arrays, shape = split(out, is_array_like, lenient=True)
        statics = {i for i, _ in shape.statics}
        given = spread(t_out, shape.treedef, "the tangent that the rule returns")
        t_arrays = [t for i, t in enumerate(given) if i not in statics]
        zeros = [_zero_if_none(leaf, t) for leaf, t in zip(out_arrays, t_arrays, strict=True)]
        return Packed(shape, out_arrays), Packed(shape, zeros)

    def _refuse(self, positional: dict[int, Any], keyword: Any) -> None:
        name = names(self.__wrapped__)["__name__"]
        for path, _ in [*tree_leaves_with_path(positional), *tree_leaves_with_path(keyword)]:
            raise ValueError(
                f"Received keyword tangent, or one of a `nondiff` argument: `{name}` was differentiated in "
                f"its argument {keystr(path)}; pass by position what is to be differentiated"
            )

    @overload
    def __get__(self, instance: None, owner: type | None = None) -> Self: ...
    @overload
    def __get__(
        self: filter_custom_jvp[Concatenate[Any, Q], R], instance: object, owner: type | None = None
    ) -> Bound[Q, R]: ...
    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else Bound(self, instance)


def _none_if_zero(primal: Any, tangent: Any) -> Any:
    """JAX takes integers under some transforms for perturbed (jax issue 16000)."""
    return None if isinstance(tangent, SymbolicZero) or not is_inexact_array_like(primal) else tangent


def _zero_if_none(primal: Any, tangent: Any) -> Any:
    return zero_from_primal(primal, symbolic_zeros=True) if tangent is None else tangent


def _zeros(primal: Any, tangent: Any) -> Any:
    return jnp.zeros_like(primal) if tangent is None and is_inexact_array_like(primal) else tangent
