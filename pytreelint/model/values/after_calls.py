"""What has happened in a call, as far as it holds for whoever called."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.syntax.free import bound_names
from pytreelint.model.syntax.questions import parts_of, worked_out_in
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.syntax.thresholds import asks_for_rows, ends_early, is_of_steps, is_threshold
from pytreelint.model.syntax.walking import own_statements
from pytreelint.model.values.chosen_draws import drawn_by_arguments
from pytreelint.model.values.happenings import DrawnIf, Kind
from pytreelint.model.values.identity import Token, stamped
from pytreelint.model.values.states import LOOPS, NOTHING, Event, Events, Facts, facts_in, holds
from pytreelint.model.values.value import Object, Value

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame


_SEVERAL = 2  # ways to return


def left(frame: Frame) -> Facts:
    """What has happened in a call, whichever way it returned, if its loops ran at all."""
    found: Facts | None = None
    for final in frame.finals:
        held = facts_in(final)
        found = held if found is None else found.met(held)
    if found is None:
        return NOTHING
    behind = _behind_returns(frame, found.events) if len(frame.finals) >= _SEVERAL else {}
    events = {**found.events, **behind} if behind else found.events
    if any(event.when or _is_of_tests(kind) for (kind, _), event in events.items()):
        certain = {k: e for k, e in events.items() if not _is_of_tests(k[0])}
        events = {k: e for k, e in certain.items() if all(_is_taken(n, frame, e, k[0]) for n in e.when)}
    chosen = drawn_by_arguments(frame, events)
    return found if events is found.events and not chosen else Facts({**events, **chosen})


def _is_taken(node: ast.AST, frame: Frame, event: Event, kind: Kind) -> bool:
    """Whether runs take a path whatever a caller knows, sooner or later; or draw there, where there is any data."""
    if kind == "used" and (is_of_steps(node) or (node is event.node and event.inner is not None)):
        return True  # each so many steps; or so says what is called there
    if not isinstance(node, ast.If) or frame.function is None:
        return is_of_runs(node, frame, event)
    if is_threshold(node.test, frame.function) or is_of_runs(node, frame, event):
        return True
    in_body = event.module is frame.module and any(holds(each, event.node) for each in node.body)
    return kind == "drawn" and in_body and asks_for_rows(node.test, frame.function)


def _behind_returns(frame: Frame, known: Events) -> Events:
    """What a call does once it has got past the tests at which it returns early: `if len(self.buffer) < 8: return`."""
    ending = ends_early(frame.function) if frame.function is not None else ()
    last = facts_in(frame.finals[-1]).events
    if not ending or len(frame.finals) != len(ending) + 1:
        return {}
    found = {key: event for key, event in last.items() if key not in known and not _is_of_tests(key[0])}
    return {key: replace(event, when=(*event.when, *ending)) for key, event in found.items() if key[0] != "drawn"}


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


def left_as_it_was(
    done: Facts, changed: dict[str, Value], given: Mapping[str, Value], frame: Frame
) -> tuple[Facts, dict[str, Value]]:
    """What a call has done and leaves, with what is deleted where it returns before it keeps what came of it.

    new, loss = step(self.params)  # donates them
    if jnp.isnan(loss):
        return None
    self.params = new

    Arguments:
        changed: what it leaves in its parameters, whichever way it returned; given: what these were given.
    """
    if not done.donates() or len(frame.finals) < _SEVERAL:
        return done, changed
    events, left = dict(done.events), dict(changed)
    for (kind, token), event in done.events.items():
        name = token.parent.formal if token.parent is not None else ""
        before, after, step = given.get(name), left.get(name), token.step
        if kind != "donated" or not (isinstance(before, Object) and isinstance(after, Object)) or step is None:
            continue
        attribute = str(step[1])
        held = after.get(attribute)
        kept = [_is_as_it_was(final.get(name), before, attribute) for final in frame.finals]
        early = _returns_by_what_came(frame, event) if any(kept) and not all(kept) else None
        if early is not None and held is not None and (held.token is None or held.token.alternatives):
            anew = stamped(held, Token())
            left[name] = stamped(after.put(attribute, anew), after.token)
            events["donated", anew.token] = replace(event, when=(*event.when, early))  # type: ignore[index]
    return Facts(events), left


def _is_as_it_was(after: Value | None, before: Object, attribute: str) -> bool:
    """Whether an attribute holds what it held: one that was assigned holds another object."""
    held, old = after.get(attribute) if isinstance(after, Object) else None, before.get(attribute)
    return held is not None and (held is old or (held.token is None and held == old))


def _returns_by_what_came(frame: Frame, event: Event) -> ast.If | None:
    """The branch that returns, as a test of what was made where it happened says."""
    own = own_statements(frame.function) if frame.function is not None else ()
    ending = (each for each in own if isinstance(each, ast.If) and any(isinstance(s, ast.Return) for s in each.body))
    return next((each for each in ending if is_of_runs(each, frame, event)), None)
