"""A worker process: takes paths on its standard input, gives packed outcomes on its standard output."""

from __future__ import annotations

import marshal
import os
import pickle
import signal
import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from pytreelint.engine.cache import Cache
from pytreelint.engine.examine import Examiner
from pytreelint.engine.packing import Outcome, pack

if TYPE_CHECKING:
    from pytreelint.engine.judge import Judge
    from pytreelint.engine.settings import Settings
    from pytreelint.model.environment import Environment
    from pytreelint.model.layout import Layout

_LENGTH = struct.Struct("<Q")


@dataclass(frozen=True, slots=True)
class Order:
    """What a worker is told first.

    Attributes:
        cache: (folder, generation), None for a run without.
        make_judge: a module-level function, None for the judge itself; injected by tests.
    """

    settings: Settings
    environment: Environment
    cache: tuple[str, str] | None
    make_judge: Callable[[Settings, Layout], Judge] | None = None


def send(stream: IO[bytes], data: bytes) -> None:
    """Write one message."""
    stream.write(_LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes | None:
    """Read one message; None when the other side is gone."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    data = stream.read(length)
    return data if len(data) == length else None


def serve() -> None:
    """Work until standard input ends. Nothing but messages may reach standard output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when an interrupted run ends
    results = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    requests = sys.stdin.buffer
    first = receive(requests)
    if first is None:
        return
    examiner = _examiner(pickle.loads(first))
    while (request := receive(requests)) is not None:
        outcome = _examined(examiner, os.fsdecode(request))
        problem = examiner.cache.problem if examiner.cache else None
        answer: tuple[Any, ...] = (pack(outcome), tuple(examiner.seconds.items()), problem)
        examiner.seconds = dict.fromkeys(examiner.seconds, 0.0)
        send(results, marshal.dumps(answer))


def _examiner(order: Order) -> Examiner:
    from pytreelint.model.layout import Layout

    layout = Layout(order.settings.root, order.settings.src, order.environment)
    cache = Cache(*order.cache) if order.cache else None
    return Examiner(order.settings, layout, cache, order.make_judge)


def _examined(examiner: Examiner, path: str) -> Outcome:
    source = examiner.read(path)
    return source if isinstance(source, Outcome) else examiner.judge(source)
