"""Runs of programs that have checks.

A check that fails ends its program with an error. In a program of several devices that would end it on one of them,
and the others would wait for that one until XLA ends the process. There it is written down instead, the program goes
on, and the call raises when it has run.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar
from weakref import WeakSet

import jax
import numpy as np
from jax.extend.core import Primitive
from jax.interpreters import mlir

R = TypeVar("R")

# What is going on in this thread: the checks of each function that is traced, and of each program that is compiled.
_HERE = threading.local()
# The calls that wait for their programs, in all threads.
_RUNS: list[Run] = []

device_count_p = Primitive("device_count")
"""The number of devices of the program that it is compiled into. Its parameter: `owner`, the checks that ask."""


class Checks:
    """The checks of a function that is compiled.

    Attributes:
        inside: Its own, if there are any, and those of the compiled functions that it calls.
    """

    __slots__ = ("__weakref__", "inside")

    def __init__(self) -> None:
        # Weak: what runs a check holds its owner.
        self.inside: WeakSet[Checks] = WeakSet()


LOOSE = Checks()
"""The checks that no compiled function of ours is around."""


class Run:
    """A call that waits.

    Attributes:
        checks: Those of its program.
        error: What it is to raise when the program has run.
    """

    __slots__ = ("checks", "error")

    def __init__(self, checks: Checks) -> None:
        self.checks = checks
        self.error: Exception | None = None


@contextmanager
def tracing(checks: Checks) -> Iterator[Checks]:
    """The checks that are traced in this thread meanwhile are of that function."""
    before = _traces()
    _HERE.traces = (*before, checks)
    try:
        yield checks
    finally:
        _HERE.traces = before


def trace_check() -> Checks:
    """A check is traced: whose it is, the innermost function's."""
    owner = (LOOSE, *_traces())[-1]
    owner.inside.add(owner)
    _note([owner])
    return owner


def _traces() -> tuple[Checks, ...]:
    found: tuple[Checks, ...] = getattr(_HERE, "traces", ())
    return found


def _note(met: Iterable[Checks]) -> None:
    """Checks are in each function that is traced now."""
    for checks in _traces():
        checks.inside.update(met)


def write_down(owner: Checks, error: Exception) -> bool:
    """Let the calls that run a check raise its error. Of several threads that run one program each is told.

    Args:
        owner: What `trace_check` gave.
        error: The error.

    Returns:
        Whether there is such a call.
    """
    told = [run for run in tuple(_RUNS) if owner in run.checks.inside]
    for run in told:
        run.error = run.error or error
    return bool(told)


def run_checked(checks: Checks, program: Callable[..., Any], arrays: Sequence[Any]) -> Any:
    """What a program gives, after its checks, if it turns out to have some.

    Raises:
        CheckFailedError: One failed, on several devices; on one the error is JAX's.
    """
    run = Run(checks)
    _RUNS.append(run)
    try:
        with lowering(checks):
            out = program(*arrays)
        if checks.inside:
            wait_for_checks(out, checks)
    finally:
        _RUNS.remove(run)
    if run.error is not None and _is_spread(out):
        raise run.error
    return out


@contextmanager
def lowering(checks: Checks) -> Iterator[None]:
    """What is compiled in this thread meanwhile has those checks, also where JAX knew its parts and traces them not."""
    before: tuple[Checks, ...] = getattr(_HERE, "lowerings", ())
    _HERE.lowerings = (*before, checks)
    try:
        yield
    finally:
        _HERE.lowerings = before


def wait_for_checks(out: Any, checks: Checks) -> None:
    """Wait until a program with checks has run, so that its call raises; in a trace, the program around it waits."""
    if _is_traced(out):
        _note(checks.inside)
    else:
        jax.block_until_ready(jax.tree.leaves(out))


def run_loose(call: Callable[[], R]) -> R:
    """What a loop or branch gives, outside of compiled functions; it waits where that is on several devices.

    Raises:
        CheckFailedError: A check failed on several devices.
    """
    run = Run(LOOSE)
    _RUNS.append(run)
    try:
        with lowering(LOOSE):
            out = call()
        spread = bool(LOOSE.inside) and not _is_traced(out) and _is_spread(out)
        if spread:
            jax.block_until_ready(out)
    finally:
        _RUNS.remove(run)
    if spread and run.error is not None:
        raise run.error
    return out


def _is_traced(out: Any) -> bool:
    return any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves(out))


def _is_spread(out: Any) -> bool:
    """Whether arrays are on several devices."""
    return any(isinstance(leaf, jax.Array) and len(leaf.sharding.device_set) > 1 for leaf in jax.tree.leaves(out))


def _lower(ctx: Any, *, owner: Checks) -> Any:
    for checks in getattr(_HERE, "lowerings", ()):
        checks.inside.add(owner)
    context = ctx.module_context.axis_context
    mesh = getattr(context, "mesh", None)
    return [mlir.ir_constant(np.int32(context.num_devices if mesh is None else mesh.size))]


device_count_p.def_abstract_eval(lambda *, owner: jax.core.ShapedArray((), np.dtype("int32")))
device_count_p.def_impl(lambda *, owner: np.int32(1))
mlir.register_lowering(device_count_p, _lower)
