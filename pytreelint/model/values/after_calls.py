"""What has happened in a call, as far as it holds for whoever called."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.syntax.free import bound_names
from pytreelint.model.syntax.questions import parts_of, worked_out_in
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.values.states import LOOPS, NOTHING, DrawnIf, Event, Facts, Kind, facts_in

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame


def left(frame: Frame) -> Facts:
    """What has happened in a call, whichever way it returned, if its loops ran at all."""
    found: Facts | None = None
    for final in frame.finals:
        held = facts_in(final)
        found = held if found is None else found.met(held)
    events = found.events if found is not None else {}
    if not events or not any(event.when or _is_of_tests(kind) for (kind, _), event in events.items()):
        return found or NOTHING
    certain = {k: e for k, e in events.items() if not _is_of_tests(k[0])}
    return Facts({k: e for k, e in certain.items() if all(is_of_runs(n, frame, e) for n in e.when)})


def _is_of_tests(kind: Kind) -> bool:
    """Whether it is known by a test, as long as the flow is."""
    return kind == "absent" or isinstance(kind, DrawnIf)


def is_of_runs(node: ast.AST, frame: Frame, event: Event | None = None) -> bool:
    """Whether nothing that a caller knows decides whether a call takes a path: some of its runs do.

    That a loop runs at all, or a test of what a loop works out: `if loss < self.best_loss:`; or of what was made where
    it happened: `new, loss = step(self.params)`, and then `if jnp.isfinite(loss):`.
    """
    if not isinstance(node, ast.If) or frame.function is None:
        return isinstance(node, LOOPS)
    asked = parts_of(node.test, {})
    loop = next((each for each in outwards(frame.function, node) if isinstance(each, LOOPS)), None)
    if loop is not None or event is None or event.module is not frame.module:
        return loop is not None and not asked.isdisjoint(worked_out_in(loop))
    made_by = next((each for each in outwards(frame.function, event.node) if isinstance(each, ast.stmt)), None)
    return isinstance(made_by, ast.Assign) and not asked.isdisjoint(bound_names([made_by]))
