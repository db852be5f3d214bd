"""`share_through`: what is one object outside of a transform is one object inside."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar, cast

from jax.tree_util import tree_leaves

from pytreelint.runtime.sharing.knots import Knot, knot
from pytreelint.runtime.sharing.merging import run_merged
from pytreelint.runtime.sharing.ties import tie, untie
from pytreelint.runtime.trees.callables import SHARES, Wrapper

F = TypeVar("F", bound=Callable[..., Any])

Call: TypeAlias = tuple[tuple[Any, ...], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class _Inside:
    """What is done inside of a transform: with its output, and whether it is traced to be compiled."""

    ties_output: bool
    compiled: bool


class _Untied(Wrapper[..., Any]):
    """The function inside: takes tied arguments, and has what is shared in its output tied."""

    options: _Inside
    keeps_sharing = True

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        token = SHARES.set(_shared)
        try:
            call = untie((args, kwargs))
            if call[0] is args:
                out = self.fun(*args, **kwargs)
            elif self.options.compiled:
                out = run_merged(self.fun, args, kwargs)
            else:
                out = self.fun(*call[0], **call[1])
        finally:
            SHARES.reset(token)
        tied = tie(out, "out") if self.options.ties_output else out
        return out if tied is out else knot(tied)


class Sharing(Wrapper[..., Any]):
    """What `share_through` returns: its `fun` is the transform of an `_Untied`."""

    keeps_sharing = True

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        call = args, kwargs
        leaves = tree_leaves(call)
        if len(set(map(id, leaves))) == len(leaves):
            out = self.fun(*args, **kwargs)
            return out.tree() if type(out) is Knot else out
        return self._through(self.fun, call)

    def _through(self, what: Callable[..., Any], call: Call) -> Any:
        """What `what`, a transform of an `_Untied`, gives for a call."""
        tied = tie(call, "in", lambda: self.fun.sharing_roles(*call))
        out = what(*tied[0], **tied[1])
        if type(out) is Knot:
            return out.tree()
        return out if tied is call else untie(out)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name in ("fun", "options"):
            raise AttributeError(name)
        value = getattr(self.fun, name)
        if name in ("lower", "trace", "compile"):
            return lambda *args, **kwargs: _Stage(self, self._through(value, (args, kwargs)))
        return (lambda *args, **kwargs: self._through(value, (args, kwargs))) if name == "eval_shape" else value


class _Stage:
    """A stage of a shared program: tracing, lowering and calling it go through the sharing as well."""

    def __init__(self, sharing: Sharing, stage: Any) -> None:
        self._sharing = sharing
        self._stage = stage

    def lower(self, **options: Any) -> _Stage:
        """The next stage."""
        return _Stage(self._sharing, self._stage.lower(**options))

    def compile(self, **options: Any) -> _Stage:
        """The next stage, to be called as the function is."""
        return _Stage(self._sharing, self._stage.compile(**options))

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        return self._sharing._through(self._stage, (args, kwargs))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._stage, name)


def share_through(transform: F, /) -> F:
    """Keep what is one object one object, through a transform.

    Outside of a transform two places of a model may hold one array: tied weights. Flattened, they are two leaves:
    passed twice, donated twice, given two gradients. Through `share_through`, arrays and PyTree nodes that are one
    object outside are passed once and are one object inside, across all arguments; the pattern is part of the trace's
    key.

    - It holds for the transforms that the function itself calls, too.
    - Gradients of tied leaves are summed, and come back tied. Leaves that are differentiated are not tied to leaves
      that are not (the same array in a model and in a frozen copy of it).
    - What a compiled function returns is tied where it is one object. If its arguments were tied, it is tied as well
      at places that correspond to theirs and are computed alike: an update by `tree_map` leaves tied weights tied, and
      the moments that an optimizer begins with are tied where `init` goes through `filter_jit(share=True)`. Where a
      tree goes in tied and comes back otherwise, a warning says so, and what was two arrays in the arguments.
    - In a loop (`filter_scan` and its kin) tied leaves of the carry go around once, as long as each step leaves them
      tied or updates them alike; else they come apart, and a warning says so.
    - An array that is shared by a donated argument and another one is donated.
    - Under a map, arrays that are mapped along different axes are not tied.
    - Equal numbers, and equal arrays that are different objects, are not shared: values are never compared, so a call
      waits for no device, and a second set of weights (a delta, an average) that begins equal is its own.

    Without shared objects nothing changes, and a call costs next to nothing more.

    Args:
        transform: A transform of this package, such as `filter_jit` or `filter_scan`, or what it gave for a function; a
            transform of a transform, such as `filter_jit(filter_grad(f))`, is shared through both.

    Returns:
        The same transform, to be used in the same way; `filter_jit(share=True)` is `share_through(filter_jit)`.

    Raises:
        TypeError: `transform` is not one of this package.

    Examples:
        >>> weight = jnp.ones(2)
        >>> tied = {"embedding": weight, "head": weight}
        >>> grads = share_through(filter_grad)(lambda m: (m["embedding"] * m["head"]).sum())(tied)
        >>> grads["embedding"].tolist(), grads["embedding"] is grads["head"]
        ([2.0, 2.0], True)
    """
    # The static type says what can be done with it, which is the same.
    return cast(F, _share_through(transform))


def _share_through(transform: Any) -> Any:
    if isinstance(transform, Wrapper):
        return _shared(transform)
    if hasattr(transform, "ties"):
        return _asking(transform)
    if not callable(transform):
        raise TypeError(f"share_through needs a transform of this package, not {transform!r}")

    @functools.wraps(transform)
    def shared(*args: Any, **kwargs: Any) -> Any:
        made = transform(*args, **kwargs)
        if not isinstance(made, Wrapper) and not args and "fun" not in kwargs:
            return lambda fun: _shared(made(fun))
        return _shared(made)

    return shared


def _asking(transform: Callable[..., Any]) -> Callable[..., Any]:
    """A loop, or another transform that is called at once: it looks itself whether it is to share."""

    @functools.wraps(transform)
    def asked(*args: Any, **kwargs: Any) -> Any:
        token = SHARES.set(_shared)
        try:
            return transform(*args, **kwargs)
        finally:
            SHARES.reset(token)

    return asked


def _shared(made: Any) -> Sharing:
    if isinstance(made, Sharing):
        return made
    if not isinstance(made, Wrapper):
        raise TypeError(f"share_through needs a transform of this package, not {made!r}")
    (inner,), aux = made._flatten()
    inside = _Inside(made.ties_output(), made.compiles)
    inner = _Untied(_shared(inner) if isinstance(inner, Wrapper) else inner, inside)
    kind: type[Sharing] = made.shared_by or Sharing
    return kind(type(made)._unflatten(aux, (inner,)))
