"""`match`: which cases a known subject can meet, and what their patterns capture of it."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import reduce
from typing import TYPE_CHECKING, TypeGuard

from pytreelint.model.algebra import subscripts
from pytreelint.model.algebra.arithmetic import decided
from pytreelint.model.algebra.demands import demand, tested
from pytreelint.model.algebra.narrowing import is_instance, truth
from pytreelint.model.interpreter.branches import note_choices
from pytreelint.model.interpreter.joins import Env, join
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.identity import parted
from pytreelint.model.values.regions import running
from pytreelint.model.values.value import DYNAMIC, ClassValue, Constant, Container, Object, Opaque, Value, constant

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

Captured = dict[str, Value]
Outcome = tuple[bool | None, Captured]  # None: it may match or not


def run_match(ev: Interpreter, node: ast.Match, frame: Frame) -> None:
    subject = ev.expression(node.subject, frame)
    before, sides = dict(frame.env or {}), list[Env | None]()
    complete = False
    for case in node.cases:
        frame.env = dict(before)
        if not sides and _compares(case.pattern):
            demand(ev, node.subject, subject, "a `case`", frame)
        matches = _begun(ev, node, case, subject if not sides else DYNAMIC, frame)
        if matches is False:
            continue
        if matches and not sides:
            ev.body(case.body, frame)
            return
        with running(frame, node, test=_asked(node.subject, case.pattern)):
            ev.body(case.body, frame)
        sides.append(frame.env)
        complete = matches is True
        if complete:
            break
    sides = sides if complete else [*sides, before]
    frame.env = reduce(lambda one, two: join(one, two, node, frame), sides, None)
    note_choices(frame, sides, node.subject)


def _begun(ev: Interpreter, node: ast.Match, case: ast.match_case, subject: Value, frame: Frame) -> bool | None:
    """Binds what a case captures, and returns whether it runs, None where that is open."""
    matches, captured = _met(ev, case.pattern, subject, frame)
    if matches is False:
        return False
    if (matches is None or subject is DYNAMIC) and isinstance(node.subject, ast.Name) and frame.env is not None:
        frame.env[node.subject.id] = DYNAMIC  # the pattern may have ruled out what it was
    for name, value in captured.items():
        frame.bind(name, value)
    holds = True if case.guard is None else truth(tested(ev, case.guard, "an `if`", frame))
    return False if holds is False else matches if holds else None


def _compares(pattern: ast.pattern) -> bool:
    """Whether a pattern asks whether the subject itself equals something."""
    match pattern:
        case ast.MatchValue():
            return True
        case ast.MatchOr(patterns=patterns):
            return _compares(patterns[0])
        case ast.MatchAs(pattern=ast.pattern() as inner):
            return _compares(inner)
    return False


def _asked(subject: ast.expr, pattern: ast.pattern) -> ast.expr | None:
    return ast.Compare(subject, [ast.Eq()], [pattern.value]) if isinstance(pattern, ast.MatchValue) else None


def _met(ev: Interpreter, pattern: ast.pattern, value: Value, frame: Frame) -> Outcome:
    """Whether a value meets a pattern, and what is captured of it if so."""
    match pattern:
        case ast.MatchAs(pattern=None, name=name):
            return True, {name: value} if name else {}
        case ast.MatchAs(pattern=ast.pattern() as inner, name=str() as name):
            matches, captured = _met(ev, inner, value, frame)
            return matches, captured | {name: value}
        case ast.MatchValue(value=wanted):
            return _equal(ev.expression(wanted, frame), value), {}
        case ast.MatchSingleton(value=wanted):
            return _equal(constant(wanted), value), {}
        case ast.MatchOr(patterns=patterns):
            return _any(_met(ev, each, value, frame) for each in patterns)
        case ast.MatchSequence(patterns=patterns) if not any(isinstance(each, ast.MatchStar) for each in patterns):
            items = subscripts.sequence(value)
            if items is not None and items.rest is None:
                if len(items.items) != len(patterns):
                    return False, {}
                parts = [parted(items, ("[]", index), item) for index, item in enumerate(items.items)]
                return _all(_met(ev, each, part, frame) for each, part in zip(patterns, parts, strict=True))
        case ast.MatchMapping(keys=keys, patterns=patterns, rest=None) if _is_dict(value):
            entries = dict(zip(value.keys, value.items, strict=True))
            names = [ev.expression(key, frame) for key in keys]
            held = [entries[name.value] for name in names if isinstance(name, Constant) and name.value in entries]
            if len(held) == len(patterns):
                return _all(_met(ev, each, part, frame) for each, part in zip(patterns, held, strict=True))
            if value.rest is None and all(isinstance(name, Constant) for name in names):
                return False, {}
        case ast.MatchClass():
            return _instance(ev, pattern, value, frame)
    return None, _unknown(pattern)


def _instance(ev: Interpreter, pattern: ast.MatchClass, value: Value, frame: Frame) -> Outcome:
    wanted = ev.expression(pattern.cls, frame)
    nothing = _unknown(pattern)
    matches = is_instance(value, wanted)
    if not matches or not (pattern.patterns or pattern.kwd_patterns):
        return matches, nothing
    if not isinstance(wanted, ClassValue) or not isinstance(value, Object):
        return None, nothing
    names = [*list(wanted.cls.fields())[: len(pattern.patterns)], *pattern.kwd_attrs]
    parts = [value.get(name) for name in names]
    if "__match_args__" in wanted.cls.assigned or len(parts) != len(pattern.patterns) + len(pattern.kwd_attrs):
        return None, nothing
    held = [DYNAMIC if part is None else parted(value, (".", n), part) for n, part in zip(names, parts, strict=True)]
    inner = [*pattern.patterns, *pattern.kwd_patterns]
    return _all(_met(ev, each, part, frame) for each, part in zip(inner, held, strict=True))


def _is_dict(value: Value) -> TypeGuard[Container]:
    return isinstance(value, Container) and value.kind == "dict"


def _equal(wanted: Value, value: Value) -> bool | None:
    if isinstance(wanted, Constant) and isinstance(value, Constant):
        return bool(wanted.value == value.value)
    return decided(value, ast.Eq(), wanted) if isinstance(wanted, Opaque) else None


def _all(outcomes: Iterable[Outcome]) -> Outcome:
    met = list(outcomes)
    found = [matches for matches, _ in met]
    captured = {name: value for _, each in met for name, value in each.items()}
    return False if False in found else None if None in found else True, captured


def _any(outcomes: Iterable[Outcome]) -> Outcome:
    """What the first alternative that may be met captures, if it is met; else nothing that is known."""
    met = [each for each in outcomes if each[0] is not False]
    if not met:
        return False, {}
    if met[0][0]:
        return met[0]
    return None, {name: DYNAMIC for _, captured in met for name in captured}


def _unknown(pattern: ast.pattern) -> Captured:
    """The names that a pattern binds, to what is not known."""
    rest = [each.rest for each in walk(pattern) if isinstance(each, ast.MatchMapping) and each.rest]
    names = [each.name for each in walk(pattern) if isinstance(each, (ast.MatchAs, ast.MatchStar)) and each.name]
    return dict.fromkeys((*names, *rest), DYNAMIC)
