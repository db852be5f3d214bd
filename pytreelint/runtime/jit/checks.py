"""Errors that depend on values, in compiled programs too.

Names: `error_if`, `branched_error_if`, `CheckFailedError`.
"""

from __future__ import annotations

import functools
import itertools
import operator
import os
import re
import warnings
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal, ParamSpec, TypeAlias, TypeVar, get_args

import jax
import jax.numpy as jnp
import numpy as np
from jax.custom_batching import custom_vmap

from pytreelint.runtime.jit.checked_runs import device_count_p, run_loose, trace_check, write_down
from pytreelint.runtime.trees.described import described
from pytreelint.runtime.trees.leaves import is_array
from pytreelint.runtime.trees.skeleton import split

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

OnError: TypeAlias = Literal["raise", "nan", "off"]
ENVIRONMENT = "PYTREELINT_ON_ERROR"

# The messages of checks that failed, by the number that JAX's error carries; so many are remembered.
_MOST = 64
_FAILED: OrderedDict[int, str] = OrderedDict()
_NUMBERS = itertools.count(1)
_MARK = re.compile(r"\[check (\d+) of pytreelint\]")


class CheckFailedError(RuntimeError):
    """What a failed `error_if` raises: at once where the condition is known, else from `filter_jit`, when it has run.

    Examples:
        >>> error_if(jnp.ones(2), True, "always")
        Traceback (most recent call last):
        pytreelint.runtime.CheckFailedError: always
    """


def error_if(x: T, pred: Any, msg: str, *, on_error: OnError | None = None) -> T:
    """`x`, or an error if a condition holds; under `jit`, `vmap` and `grad` too.

    It costs a branch around `x` and a call of Python where it fails. A program of `filter_jit` that has such a check
    waits for its result, so that the error comes from the call; one without does not. A program of several devices runs
    to its end first. Under `jax.jit` the error is JAX's, with the message in it, and comes when the result is asked
    for; on several devices XLA may wait for the failed one, and end the process.

    Args:
        x: Any PyTree with an array. What is not used of the result is not checked: write `x = error_if(x, ...)`.
        pred: A boolean, or an array of booleans of which none may be True, of a mapped function's whole batch too.
        msg: What the error says.
        on_error: "raise"; "nan" gives NaN (the largest integer, True) in place of `x`; "off" takes the check out. By
            default what the environment variable `PYTREELINT_ON_ERROR` says, else "raise".

    Returns:
        `x`.

    Raises:
        CheckFailedError: `pred` holds.
        ValueError: `x` has no array, and `pred` is traced; `on_error` is something else.
        TypeError: `pred` is neither a boolean nor an array of booleans, such as a number; `msg` is no string.

    Examples:
        >>> @filter_jit
        ... def root(x):
        ...     return jnp.sqrt(error_if(x, x < 0, "x must not be negative"))
        >>> float(root(jnp.array(4.0)))
        2.0
        >>> root(jnp.array(-4.0))
        Traceback (most recent call last):
        pytreelint.runtime.CheckFailedError: x must not be negative
    """
    return branched_error_if(x, pred, 0, (msg,), on_error=on_error)


def branched_error_if(x: T, pred: Any, index: Any, msgs: Sequence[str], *, on_error: OnError | None = None) -> T:
    """`error_if` with one of several messages.

    Args:
        x: As for `error_if`.
        pred: As for `error_if`.
        index: Which message; of several (an array, a mapped function) the largest.
        msgs: The messages.
        on_error: As for `error_if`.

    Returns:
        `x`.

    Raises:
        CheckFailedError: `pred` holds.
        ValueError: As `error_if`.
        TypeError: As `error_if`; `index` is no integer.
        IndexError: There is no message of that index, and it is a Python integer.

    Examples:
        >>> branched_error_if(jnp.ones(2), jnp.array(True), 1, ["too small", "too large"])
        Traceback (most recent call last):
        pytreelint.runtime.CheckFailedError: too large
    """
    how = on_error or os.environ.get(ENVIRONMENT, "raise")
    if how not in get_args(OnError):
        raise ValueError(f"`on_error` must be one of {', '.join(get_args(OnError))}, not {how!r}")
    if how == "off":
        return x
    _check(pred, index, msgs)
    pred = _unmapped(jnp.any)(pred) if is_array(pred) else pred
    index = _unmapped(jnp.max)(index) if is_array(index) else operator.index(index)
    if not isinstance(pred, jax.core.Tracer) and not isinstance(index, jax.core.Tracer):
        if not bool(pred):
            return x
        if how == "raise":
            raise CheckFailedError(msgs[int(index)])
        warnings.warn("the condition of `error_if` is known to hold, and gives NaN for good", stacklevel=2)
    arrays, rest = split(x, lenient=True)
    if not arrays:
        raise ValueError("`error_if` needs an array in `x`, which is what the check is done before")
    checked: T = rest.join(_checked(tuple(msgs), how)(arrays, pred, index))
    return checked


def _check(pred: Any, index: Any, msgs: Sequence[str]) -> None:
    if not (pred.dtype == bool if is_array(pred) else isinstance(pred, bool)):
        raise TypeError(f"`pred` of error_if must be a boolean or an array of booleans, not {described(pred)}")
    if not (jnp.issubdtype(index.dtype, jnp.integer) if is_array(index) else isinstance(index, int)):
        raise TypeError(f"`index` of branched_error_if must be an integer, not {described(index)}")
    if isinstance(msgs, str):
        raise TypeError(f"`msgs` of branched_error_if must be a sequence of strings, not {described(msgs)}")
    if wrong := [msg for msg in msgs if not isinstance(msg, str)]:
        raise TypeError(f"the message of error_if must be a string, not {described(wrong[0])}")
    if isinstance(index, int) and not -len(msgs) <= index < len(msgs):
        raise IndexError(f"`index` of branched_error_if is {index}, and `msgs` has {len(msgs)}")


def _checked(msgs: tuple[str, ...], how: str) -> Callable[..., Any]:
    """The branch; derivatives pass it by."""

    owner = trace_check()

    def fail(index: Any, devices: Any) -> Any:
        number = next(_NUMBERS)
        _FAILED[number] = msgs[int(index)]
        while len(_FAILED) > _MOST:
            _FAILED.popitem(last=False)
        error = CheckFailedError(f"{msgs[int(index)]} [check {number} of pytreelint]")
        if devices > 1 and write_down(owner, error):
            return np.True_
        raise error

    def branch(arrays: list[Any], pred: Any, index: Any) -> list[Any]:
        def failed(arrays: list[Any], index: Any) -> Any:
            called = jax.pure_callback(fail, jax.ShapeDtypeStruct((), bool), index, device_count_p.bind(owner=owner))
            return [_depending(called, x) for x in arrays]

        instead = failed if how == "raise" else lambda arrays, _: [_nan_like(x) for x in arrays]
        return list(jax.lax.cond(pred, instead, lambda arrays, _: arrays, arrays, index))

    checked: Any = jax.custom_jvp(branch)
    checked.defjvp(lambda primals, tangents: (checked(*primals), tangents[0]))
    return lambda arrays, pred, index: checked(arrays, pred, index)


def _depending(called: Any, x: Any) -> Any:
    """The array, where the compiler cannot know that; it takes out a call whose result is not used."""
    if jnp.issubdtype(x.dtype, jax.dtypes.prng_key):
        data = _depending(called, jax.random.key_data(x))
        return jax.random.wrap_key_data(data, impl=jax.random.key_impl(x))
    return jnp.where(called, x, jnp.zeros_like(x))


def _unmapped(over: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A reduction over an array and over all axes that `vmap` has put around it."""

    reduce = custom_vmap(lambda x: over(x))  # reductions of NumPy's have parameters of their own
    reduce.def_vmap(lambda size, is_mapped, x: (_unmapped(over)(x), False))

    def of(x: Any) -> Any:
        # Nothing to differentiate, and no tangents for `custom_vmap` to look at.
        return reduce(jax.lax.stop_gradient(x)) if isinstance(x, jax.core.Tracer) else over(x)

    return of


def _nan_like(x: Any) -> Any:
    if jnp.issubdtype(x.dtype, jnp.inexact):
        return jnp.full_like(x, np.nan)
    if jnp.issubdtype(x.dtype, jnp.integer):
        return jnp.full_like(x, jnp.iinfo(x.dtype).max)
    return jnp.ones_like(x) if x.dtype == bool else x


def failed_check(error: BaseException) -> CheckFailedError | None:
    """The error of a check that failed in a compiled program, if that is what JAX's error is about."""
    found = _MARK.search(str(error))
    message = _FAILED.get(int(found[1])) if found else None
    return CheckFailedError(message) if message is not None else None


@contextmanager
def converting() -> Iterator[None]:
    """JAX's error of a check that failed is ours."""
    try:
        yield
    except RuntimeError as error:
        if failed := failed_check(error):
            raise failed from None
        raise


def raising_checks(call: Callable[P, R]) -> Callable[P, R]:
    """A loop or branch whose checks raise our error outside of compiled functions too."""

    @functools.wraps(call)
    def raising(*args: P.args, **kwargs: P.kwargs) -> R:
        with converting():
            return run_loose(functools.partial(call, *args, **kwargs))

    return raising
