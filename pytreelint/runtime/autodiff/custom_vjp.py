"""Derivative rules of one's own in reverse mode. Name: `filter_custom_vjp`."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, Self, TypeVar, overload

import jax
import jax.numpy as jnp
from jax.custom_derivatives import CustomVJPPrimal, SymbolicZero, zero_from_primal
from jax.tree_util import tree_flatten, tree_leaves, tree_map

from pytreelint.runtime.trees.callables import Bound, names
from pytreelint.runtime.trees.leaves import is_array, is_inexact_array, is_number
from pytreelint.runtime.trees.selection import Selection, merge, only, paths, spread
from pytreelint.runtime.trees.skeleton import Static, pack, split, unpack

P = ParamSpec("P")
Q = ParamSpec("Q")
R = TypeVar("R")


class filter_custom_vjp(Generic[P, R]):  # noqa: N801 - used like a function
    """A function of any PyTrees with rules for its derivative in its first argument. A decorator, also of methods.

    Set both rules by decorators before the first call: `def_fwd` and `def_bwd`. To differentiate in several
    arguments put them into a tuple.

    Args:
        fun: `fun(vjp_arg, *args, **kwargs)`. All but the first argument have no derivative.

    Raises:
        RuntimeError: When called: a rule is missing. When differentiated: in another argument than the first, or the
            backward rule returns another structure.

    Examples:
        >>> @filter_custom_vjp
        ... def clipped(x, limit):
        ...     return x
        >>> @clipped.def_fwd
        ... def fwd(perturbed, x, limit):
        ...     return clipped(x, limit), None
        >>> @clipped.def_bwd
        ... def bwd(residuals, grad_out, perturbed, x, limit):
        ...     return jnp.clip(grad_out, -limit, limit)
        >>> float(filter_grad(lambda x: 100 * clipped(x, 1.0))(jnp.array(3.0)))
        1.0
    """

    __name__: str
    __qualname__: str

    def __init__(self, fun: Callable[P, R]) -> None:
        self.__wrapped__ = fun
        self.__dict__.update(names(fun))
        self._fwd: Callable[..., Any] | None = None
        self._bwd: Callable[..., Any] | None = None

    def def_fwd(self, rule: Callable[..., Any]) -> Callable[..., Any]:
        """Set the forward rule. Also a decorator.

        Args:
            rule: `rule(perturbed, vjp_arg, *args, **kwargs) -> (out, residuals)`. `perturbed` is like `vjp_arg`, with
                True for the leaves that are differentiated and False for the others; `residuals` may be any PyTree.

        Returns:
            The rule.
        """
        self._fwd = rule
        return rule

    def def_bwd(self, rule: Callable[..., Any]) -> Callable[..., Any]:
        """Set the backward rule. Also a decorator.

        Args:
            rule: `rule(residuals, grad_out, perturbed, vjp_arg, *args, **kwargs) -> grad_vjp_arg`. `grad_out` is like
                `out` with None for the leaves that have no gradient; `grad_vjp_arg` is like `vjp_arg` with None for
                the leaves that have none, or that is zero.

        Returns:
            The rule.
        """
        self._bwd = rule
        return rule

    def defvjp(self, fwd: Callable[..., Any], bwd: Callable[..., Any]) -> None:
        """Set rules that are not told what is perturbed: arrays of zeros stand for gradients that are zero.

        Args:
            fwd: `fwd(vjp_arg, *args, **kwargs) -> (out, residuals)`.
            bwd: `bwd(residuals, grad_out, vjp_arg, *args, **kwargs) -> grad_vjp_arg`.
        """
        warnings.warn(
            "`defvjp` is deprecated in favour of `def_fwd` and `def_bwd`, which can leave out what is not perturbed",
            stacklevel=2,
        )

        def forward(_: Any, *args: Any, **kwargs: Any) -> Any:
            out, residuals = fwd(*args, **kwargs)
            return out, (out, residuals)

        def backward(residuals: Any, grad_out: Any, _: Any, *args: Any, **kwargs: Any) -> Any:
            out, residuals = residuals
            full = tree_map(_zeros, out, grad_out, is_leaf=lambda x: x is None)
            return bwd(residuals, full, *args, **kwargs)

        self.def_fwd(forward)
        self.def_bwd(backward)

    def __call__(self, /, *args: P.args, **kwargs: P.kwargs) -> R:
        name = names(self.__wrapped__)["__name__"]
        if self._fwd is None or self._bwd is None:
            raise RuntimeError(f"`def_fwd` or `def_bwd` not yet called for `{name}`: it needs both rules")
        if not args:
            raise TypeError(f"`{name}` needs its first argument, which is differentiated, by position")
        call = _Call(self.__wrapped__, self._fwd, self._bwd, args, kwargs)
        fun = jax.custom_vjp(call.primal)
        fun.defvjp(call.forward, call.backward, symbolic_zeros=True)
        rest = nondifferentiable(call.rest_arrays, f"an argument of `{name}` other than the first")
        inexact, others = fun(call.subject.chosen, rest)
        return call.joined(inexact, others)  # type: ignore[no-any-return]

    @overload
    def __get__(self, instance: None, owner: type | None = None) -> Self: ...
    @overload
    def __get__(
        self: filter_custom_vjp[Concatenate[Any, Q], R], instance: object, owner: type | None = None
    ) -> Bound[Q, R]: ...
    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else Bound(self, instance)


class _Shape(NamedTuple):
    """A structure and which of its leaves are inexact arrays."""

    treedef: Any
    mask: tuple[bool, ...]


class _Call:
    """One call, as functions of arrays for `jax.custom_vjp`."""

    def __init__(
        self,
        fun: Callable[..., Any],
        fwd: Callable[..., Any],
        bwd: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> None:
        self.fun, self.fwd, self.bwd = fun, fwd, bwd
        first = args[0]
        self.subject = Selection(first, [is_inexact_array(leaf) for leaf in tree_leaves(first)])
        self.rest_arrays, self.rest = split((self.subject.others, args[1:], kwargs))

    def arguments(self, diff: list[Any], rest: list[Any]) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
        others, args, kwargs = self.rest.join([as_array(x) for x in rest])
        vjp_arg = merge(self.subject.treedef, self.subject.mask, [as_array(x) for x in diff], others)
        return vjp_arg, args, kwargs

    def parted(self, out: Any) -> tuple[list[Any], Any]:
        """An output as its inexact arrays, which alone have cotangents, and the rest."""
        leaves, treedef = tree_flatten(out)
        mask = tuple(map(is_inexact_array, leaves))
        inexact = [leaf for leaf, keep in zip(leaves, mask, strict=True) if keep]
        others = [leaf for leaf, keep in zip(leaves, mask, strict=True) if not keep]
        return inexact, (pack(others), Static(_Shape(treedef, mask)))

    def joined(self, inexact: list[Any], others: Any) -> Any:
        rest, shape = unpack(others[0]), others[1].value
        return merge(shape.treedef, shape.mask, inexact, rest)

    def primal(self, diff: list[Any], rest: list[Any]) -> Any:
        vjp_arg, args, kwargs = self.arguments(diff, rest)
        return self.parted(self.fun(vjp_arg, *args, **kwargs))

    def forward(self, diff: list[CustomVJPPrimal], rest: list[CustomVJPPrimal]) -> Any:
        perturbed = tuple(x.perturbed for x in diff)
        values, others = [x.value for x in diff], [x.value for x in rest]
        vjp_arg, args, kwargs = self.arguments(values, others)
        out, residuals = self.fwd(self.told(perturbed), vjp_arg, *args, **kwargs)
        return self.parted(out), (pack(residuals), values, others, Static(perturbed))

    def told(self, perturbed: tuple[bool, ...]) -> Any:
        return merge(self.subject.treedef, self.subject.mask, perturbed, [False] * len(self.subject.others))

    def backward(self, saved: Any, cotangents: Any) -> Any:
        residuals, diff, rest, perturbed = saved
        inexact, others = cotangents
        shape = others[1].value
        grad_out = only(shape.treedef, shape.mask, [None if isinstance(x, SymbolicZero) else x for x in inexact])
        vjp_arg, args, kwargs = self.arguments(diff, rest)
        gradient = self.bwd(unpack(residuals), grad_out, self.told(perturbed.value), vjp_arg, *args, **kwargs)
        return self.gradients(gradient, diff), [zero_from_primal(x, symbolic_zeros=True) for x in rest]

    def gradients(self, gradient: Any, diff: list[Any]) -> list[Any]:
        """What the backward rule returned, as a list of arrays or symbolic zeros."""
        treedef, mask = self.subject.treedef, self.subject.mask
        try:
            given = spread(gradient, treedef, "the gradient that the backward rule returns")
        except ValueError as error:
            raise RuntimeError(
                "custom_vjp gradients must have the same structure as the first argument, with None where that is no "
                f"inexact array; {error}"
            ) from None
        others = iter(self.subject.others)
        for i, (x, keep) in enumerate(zip(given, mask, strict=True)):
            # A rule that maps over the whole tree gives numbers a gradient, as in Equinox; it goes nowhere.
            if not keep and not is_number(next(others)) and x is not None:
                raise RuntimeError(
                    f"the backward rule returned a gradient for the first argument{paths(treedef)[i]}, which has none: "
                    "return None there"
                )
        chosen = [x for x, keep in zip(given, mask, strict=True) if keep]
        return [zero_from_primal(p, symbolic_zeros=True) if x is None else x for x, p in zip(chosen, diff, strict=True)]


def nondifferentiable(arrays: Any, what: str) -> Any:
    """The arrays; a RuntimeError if they are differentiated."""

    def refuse(primals: Any, tangents: Any) -> Any:
        raise RuntimeError(f"Unexpected tangent: {what} was differentiated, and cannot be")

    same = jax.custom_jvp(lambda x: x)
    same.defjvp(refuse)
    return same(arrays)


def as_array(x: Any) -> Any:
    """JAX hands Python numbers to rules where it was given one, as in `jax.grad(f)(1.0)`."""
    return x if is_array(x) else jnp.asarray(x)


def _zeros(primal: Any, gradient: Any) -> Any:
    return jnp.zeros_like(primal) if gradient is None and is_inexact_array(primal) else gradient
