"""Why a function is traced again, whatever transform does it. Name: `explain_retraces`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import jax
from jax.tree_util import all_leaves, keystr, tree_leaves_with_path

from pytreelint.runtime.jit.retraces import Recorder
from pytreelint.runtime.keys.identity import Same
from pytreelint.runtime.trees.callables import Wrapper, as_tree, names

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])

_UNCHANGED = (
    "all leaves as before: outside of a compiled function a transform runs its function at each call; put the whole "
    "into `filter_jit`"
)


class Explained(Wrapper[P, R]):
    """A callable PyTree that tells of its traces."""

    options: Same

    def __call__(self, /, *args: P.args, **kwargs: P.kwargs) -> R:
        held = [(f"function{keystr(path)}", leaf) for path, leaf in tree_leaves_with_path(self.fun)]
        _note(self.options.value, held + _named(self.__wrapped__, args, kwargs))
        return self.fun(*args, **kwargs)  # type: ignore[no-any-return]

    @property
    def retraces(self) -> tuple[str, ...]:
        """For each further trace, what made it necessary."""
        return tuple(self.options.value.reasons)


def explain_retraces(fun: F, /) -> F:
    """The same function, which tells each time that a transform traces it again which leaf made that necessary.

    For every transform: `filter_scan(explain_retraces(step), ...)`, `filter_vmap(explain_retraces(f))`, and JAX's own.
    (`filter_jit` and `filter_pmap` have an option, `explain_retrace=True`, that knows more of the call.) The texts go
    to the log of `pytreelint.runtime`, and are in the `retraces` of what is returned. A call without tracers is none.

    Args:
        fun: A function or any callable; to be wrapped once, not at each call.

    Returns:
        A function of the same parameters and result, with `retraces`.

    Raises:
        TypeError: `fun` cannot be called.

    Examples:
        >>> step = explain_retraces(lambda carry, x: (carry + x, None))
        >>> _ = filter_scan(step, jnp.zeros(()), jnp.ones(3)), filter_scan(step, jnp.ones(()), jnp.zeros(3))
        >>> _ = filter_scan(step, jnp.zeros(2), jnp.ones((3, 2)))
        >>> step.retraces[-1]
        'trace 2 of `<lambda>`: `carry` was float32[], is float32[2]; `x` was float32[], is float32[2]'
    """
    if not callable(fun):
        raise TypeError(f"explain_retraces needs a callable, not {fun!r}")
    recorder = Recorder(str(names(fun)["__name__"]), explain=True, unchanged=_UNCHANGED)
    if not all_leaves((as_tree(fun),)):
        return cast(F, Explained(fun, Same(recorder)))

    @functools.wraps(fun)
    def explained(*args: Any, **kwargs: Any) -> Any:
        _note(recorder, _named(fun, args, kwargs))
        return fun(*args, **kwargs)

    explained.retraces = recorder.reasons  # type: ignore[attr-defined]
    return cast(F, explained)


def _note(recorder: Recorder, named: list[tuple[str, Any]]) -> None:
    """Tell the recorder of a call with these leaves, if it is a trace."""
    if any(isinstance(leaf, jax.core.Tracer) for _, leaf in named):
        recorder.note([name for name, _ in named], [leaf for _, leaf in named])


def _named(fun: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[tuple[str, Any]]:
    """The leaves of a call, by parameter and path."""
    try:
        bound = inspect.signature(fun).bind(*args, **kwargs).arguments
    except (TypeError, ValueError):
        bound = {**{f"argument {i}": x for i, x in enumerate(args)}, **kwargs}
    return [(f"{name}{keystr(path)}", leaf) for name, x in bound.items() for path, leaf in tree_leaves_with_path(x)]
