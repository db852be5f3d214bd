"""Programs called with many leaves at whose types nobody has looked: JAX looks at the type of each of them anyway.

What it refuses (a string, a function), and what is a tree where an array was (None, a tuple), never reaches a program
that was traced. A Python number does, where a scalar was traced: from then on types are compared.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from pytreelint.runtime.trees.callables import SHARES
from pytreelint.runtime.trees.leaves import is_array

if TYPE_CHECKING:
    from pytreelint.runtime.jit.program import Body

# With fewer leaves to compare types costs less than to do without.
MANY = 128


class UncheckedError(Exception):
    """Leaves may be no arrays: the call has to go the way on which that is seen."""


class _Present(threading.local):
    body: Body | None = None
    arrays: tuple[Any, ...] = ()


_PRESENT = _Present()


def check(body: Body) -> None:
    """Look at the leaves of the present call of a program that is to be traced, if nobody has.

    An array of another kind is none the worse: JAX would go the slow way ever after where a trace was refused.

    Raises:
        UncheckedError: One is no array.
    """
    if _PRESENT.body is body and not all(map(is_array, _PRESENT.arrays)):
        raise UncheckedError


class Trusting:
    """A program that takes its arguments for arrays.

    Args:
        run: What calls it.
        body: What it traces.
        types: Those of its arguments when they were looked at.
    """

    __slots__ = ("_body", "_run", "_types")

    def __init__(self, run: Any, body: Body, types: list[type]) -> None:
        self._run = run
        self._body = body
        self._types = types

    def __call__(self, *arrays: Any) -> Any:
        """What the program gives.

        Raises:
            UncheckedError: It was not run; an argument may be no array.
        """
        body = self._body
        # Tracers of a function that shares are passed once each.
        if (body.has_scalars or SHARES.get() is not None) and [*map(type, arrays)] != self._types:
            raise UncheckedError
        before = _PRESENT.body, _PRESENT.arrays
        _PRESENT.body, _PRESENT.arrays = body, arrays
        try:
            return self._run(*arrays)
        except (TypeError, ValueError):
            if [*map(type, arrays)] == self._types:
                raise
            raise UncheckedError from None
        finally:
            _PRESENT.body, _PRESENT.arrays = before
