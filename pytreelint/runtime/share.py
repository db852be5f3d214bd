"""`share_through`: what is one object outside of a transform is one object inside."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from jax.tree_util import register_pytree_node

from pytreelint.runtime.callables import SHARES, Wrapper
from pytreelint.runtime.merging import run_merged, tie_equal
from pytreelint.runtime.sharing import tie, untie


class _Knot:
    """An output with shared objects, tied. The root of the output, so that to look for it costs nothing."""

    __slots__ = ("tree",)

    def __init__(self, tree: Any) -> None:
        self.tree = tree


register_pytree_node(_Knot, lambda x: ((x.tree,), None), lambda _, children: _Knot(children[0]))


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
        return out if tied is out else _Knot(tied)


class Sharing(Wrapper[..., Any]):
    """What `share_through` returns: its `fun` is the transform of an `_Untied`."""

    keeps_sharing = True

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        call = tie_equal((args, kwargs)) if self.fun.compiles else (args, kwargs)
        tied = self._tied(call)
        out = self.fun(*tied[0], **tied[1])
        if type(out) is _Knot:
            return untie(out.tree)
        return out if tied is call else untie(out)

    def _tied(self, call: tuple[tuple[Any, ...], dict[str, Any]]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        tied: tuple[tuple[Any, ...], dict[str, Any]] = tie(call, "in", lambda: self.fun.sharing_roles(*call))
        return tied

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name in ("fun", "options"):
            raise AttributeError(name)
        value = getattr(self.fun, name)
        return functools.partial(self._with_tied, value) if name in _STAGES else value

    def _with_tied(self, stage: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        args, kwargs = self._tied((args, kwargs))
        return stage(*args, **kwargs)


_STAGES = ("lower", "trace", "eval_shape", "compile")


def share_through(transform: Callable[..., Any], /) -> Callable[..., Any]:
    """Keep what is one object one object, through a transform.

    Outside of a transform two places of a model may hold one array: tied weights. Flattened, they are two leaves:
    passed twice, donated twice, given two gradients. Through `share_through`, arrays and PyTree nodes that are one
    object outside are passed once and are one object inside, across all arguments; the pattern is part of the trace's
    key.

    - It holds for the transforms that the function itself calls, too.
    - Gradients of tied leaves are summed, and come back tied. Leaves that are differentiated are not tied to leaves
      that are not (the same array in a model and in a frozen copy of it).
    - What a compiled function returns is tied where it is one object. If its arguments were tied, it is tied as well
      at places that correspond to theirs and are computed alike: an update by `tree_map` leaves tied weights tied. For
      that, arrays in the arguments that correspond to tied ones and are equal (the moments that an optimizer begins
      with) are tied, too. Where a tree goes in tied and comes back otherwise, a warning says so.
    - Under a map, arrays that are mapped along different axes are not tied.
    - Equal numbers, and equal arrays that are different objects, are not shared.

    Without shared objects nothing changes, and a call costs next to nothing more.

    Args:
        transform: A transform of this package, such as `filter_jit`, or what it gave for a function; a transform of a
            transform, such as `filter_jit(filter_grad(f))`, is shared through both.

    Returns:
        The same transform, to be used in the same way; `filter_jit(share=True)` is `share_through(filter_jit)`.

    Raises:
        TypeError: `transform` is not one of this package.

    Example:
        >>> weight = jnp.ones(2)
        >>> tied = {"embedding": weight, "head": weight}
        >>> grads = share_through(filter_grad)(lambda m: (m["embedding"] * m["head"]).sum())(tied)
        >>> grads["embedding"].tolist(), grads["embedding"] is grads["head"]
        ([2.0, 2.0], True)
    """
    if isinstance(transform, Wrapper):
        return _shared(transform)

    @functools.wraps(transform)
    def shared(*args: Any, **kwargs: Any) -> Any:
        made = transform(*args, **kwargs)
        if not isinstance(made, Wrapper) and not args and "fun" not in kwargs:
            return lambda fun: _shared(made(fun))
        return _shared(made)

    return shared


def _shared(made: Any) -> Sharing:
    if isinstance(made, Sharing):
        return made
    if not isinstance(made, Wrapper):
        raise TypeError(f"share_through needs a transform of this package, not {made!r}")
    (inner,), aux = made._flatten()
    inside = _Inside(made.ties_output(), made.compiles)
    inner = _Untied(_shared(inner) if isinstance(inner, Wrapper) else inner, inside)
    return Sharing(type(made)._unflatten(aux, (inner,)))
