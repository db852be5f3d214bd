"""Signals that end a run, as exceptions, so that what is half done can be taken back."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_ENDING = [number for name in ("SIGINT", "SIGTERM", "SIGHUP") if (number := getattr(signal, name, None)) is not None]


class Interrupted(BaseException):
    """Somebody ended the run; `code` is what the process then exits with."""

    def __init__(self, number: int) -> None:
        """Of a signal's number."""
        super().__init__(signal.Signals(number).name)
        self.code = 128 + number


@contextmanager
def interrupts() -> Iterator[None]:
    """Raise Interrupted where a signal asks the process to end; one that is ignored (nohup) stays so."""
    before = {number: signal.getsignal(number) for number in _ENDING}
    changed = [number for number, handler in before.items() if handler not in (signal.SIG_IGN, None)]
    try:
        for number in changed:
            signal.signal(number, _raise)
        yield
    finally:
        for number in changed:
            signal.signal(number, before[number])


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let nothing end the process while things are put back."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in _ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _raise(number: int, frame: FrameType | None) -> None:
    raise Interrupted(number)
