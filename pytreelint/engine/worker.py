"""A worker process: takes lists of paths from its connection, gives a packed outcome for each.

One that holds too much ends after an outcome that says so: another process costs less than looking for what is garbage.
"""

from __future__ import annotations

import marshal
import os
import signal
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pytreelint.engine.cache import Cache
from pytreelint.engine.examine import Examiner
from pytreelint.engine.packing import Outcome, pack
from pytreelint.knowledge.record import record

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from pytreelint.engine.judge import Judge
    from pytreelint.engine.settings import Settings
    from pytreelint.model.installed.environment import Environment
    from pytreelint.model.project.layout import Layout

_PATIENCE = 2.0  # seconds between two looks at whether anybody still wants answers


@record(frozen=True, slots=True)
class Order:
    """What a worker is told first.

    Attributes:
        cache: (folder, generation), None for a run without.
        make_judge: a module-level function, None for the judge itself; injected by tests.
        voting: votes are worked out.
    """

    settings: Settings
    environment: Environment
    cache: tuple[str, str] | None
    make_judge: Callable[[Settings, Layout], Judge] | None = None
    voting: bool = False


def serve(connection: Connection[bytes, list[str]], order: Order, parent: int) -> None:
    """Work until the connection ends or the parent (a process id) is gone. Nothing may be said on standard output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when an interrupted run ends
    sys.stdout.flush()
    os.dup2(2, 1)
    examiner = _examiner(order)
    while (paths := _next(connection, parent)) is not None:
        for path in paths:
            outcome = _examined(examiner, path, order.voting)
            problem = examiner.cache.problem if examiner.cache else None
            answer: tuple[Any, ...] = (pack(outcome), tuple(examiner.seconds.items()), problem, examiner.is_full)
            examiner.seconds = dict.fromkeys(examiner.seconds, 0.0)
            connection.send_bytes(marshal.dumps(answer))
            if examiner.is_full:
                return


def _next(connection: Connection[bytes, list[str]], parent: int) -> list[str] | None:
    """The next paths. A connection alone does not tell that the parent died: its other workers hold it open."""
    try:
        while not connection.poll(_PATIENCE):
            if os.getppid() != parent:
                return None
        return connection.recv()
    except (EOFError, OSError):
        return None


def _examiner(order: Order) -> Examiner:
    from pytreelint.model.project.layout import Layout
    from pytreelint.rules.extending import of_folder

    for folder in order.settings.rules:
        of_folder(folder)
    layout = Layout(order.settings.root, order.settings.src, order.environment)
    cache = Cache(*order.cache) if order.cache else None
    return Examiner(order.settings, layout, cache, order.make_judge)


def _examined(examiner: Examiner, path: str, voting: bool) -> Outcome:
    source = examiner.read(path)
    return source if isinstance(source, Outcome) else examiner.judge(source, voting)
