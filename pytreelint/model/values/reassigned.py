"""Objects of which a part was assigned: what is read there from now on is something else, under whatever name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.values.identity import (
    IN_CACHE,
    LEAVES,
    Step,
    Token,
    carried,
    is_bare,
    named,
    part_of,
    same,
    stamped,
)
from pytreelint.model.values.value import Array, Container, Object, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

_Change = tuple[tuple[Step, ...], Step | None]  # where the part is that was changed, and which of its parts
_DEPTH = 4  # how far into what a call has changed the parts that it left alone are looked for


def assigned(holder: Value, step: Step | None) -> None:
    """A part of an object was assigned (None: some part): what is read there from now on is something else."""
    if holder.token is not None:
        assign_part(holder.token, step)


def assign_part(token: Token, step: Step | None) -> None:
    """The same, of an object of which only the token is known."""
    for each in (token, *token.alternatives):
        if step is None:
            each.parts, each.rewritten = _in_caches(each), True
        elif each.parts is None:
            each.parts = {step: Token()}
        else:
            each.parts[step] = Token()
            each.parts.pop(LEAVES, None)


def built_anew(instance: Value) -> None:
    """An instance is complete: what was assigned while it was made are its first parts, and stand for no others."""
    if instance.token is not None:
        instance.token.parts, instance.token.rewritten = _in_caches(instance.token) or None, False


def _in_caches(token: Token) -> dict[Step, Token]:
    """What caches of an object hold: no assignment to other parts of it changes that."""
    return {step: part for step, part in (token.parts or {}).items() if step[0] == IN_CACHE}


def given_away(values: Iterable[Value]) -> None:
    """What may assign any part of these was not followed."""
    for value in values:
        if not isinstance(value, Array):
            assigned(value, None)


def assigned_in_call(tokens: Mapping[Token, str], env: Mapping[str, Value]) -> None:
    """What a call has assigned to parts of its arguments is something else to its caller, too.

    Arguments:
        tokens, env: the formal tokens, by parameter, and what the parameters were given, as for `actual`.
    """
    for formal, name in tokens.items():
        if formal.rewritten or formal.parts:
            changes: list[_Change] = []
            _changes(formal, (), changes)  # all of them first: what a call is given may be a part of its own formal
            for path, step in changes:
                _assign_at(env[name], path, step)


def _changes(formal: Token, path: tuple[Step, ...], found: list[_Change]) -> None:
    if formal.rewritten:
        found.append((path, None))
    for step, part in formal.parts.items() if formal.parts else ():
        if part.parent is not formal:
            found.append((path, step))
        elif part.parts is not None:
            _changes(part, (*path, step), found)


def _assign_at(whole: Value, path: tuple[Step, ...], changed: Step | None) -> None:
    value: Value | None = whole
    token = whole.token
    for step in path:
        value = part_of(value, step) if value is not None else None
        own = value.token if value is not None else None
        token = own or (token.part(step) if token is not None else None)
    if token is not None:
        assign_part(token, changed)


def unassigned(after: Value, before: Value, formal: Token, depth: int = 0) -> Value:
    """Returns what a call has left of an argument, with the tokens of the parts that it has not assigned.

    Arguments:
        before: what the parameter was given; formal: its token in the call.
    """
    if depth > _DEPTH or formal.rewritten or is_bare(before):
        return after
    if isinstance(after, Object) and isinstance(before, Object):
        olds = dict(before.fields)
        fields = tuple([(n, _unassigned_part(held, olds.get(n), formal, (".", n), depth)) for n, held in after.fields])
        if any(new[1] is not old[1] for new, old in zip(fields, after.fields, strict=True)):
            return stamped(replace(after, fields=fields), after.token)
    elif isinstance(after, Container) and isinstance(before, Container) and after.keys == before.keys:
        steps = after.keys if after.kind == "dict" else range(len(after.items))
        olds_by = dict(zip(steps, before.items, strict=False))
        items = tuple(
            _unassigned_part(held, olds_by.get(step), formal, ("[]", step), depth)
            for step, held in zip(steps, after.items, strict=True)
        )
        if any(new is not old for new, old in zip(items, after.items, strict=True)):
            return stamped(replace(after, items=items), after.token)
    return after


def _unassigned_part(after: Value, before: Value | None, formal: Token, step: Step, depth: int) -> Value:
    part = (formal.parts or {}).get(step)
    if before is None or type(after) is not type(before):
        return after
    if part is not None and part.parent is not formal:
        return named(after) if not _is_changed(part) else after  # another object: names of the old one still hold it
    inner = unassigned(after, before, part, depth + 1) if part is not None else carried(after, before)
    return same(inner, before) if inner.token is None else inner


def _is_changed(token: Token) -> bool:
    """Whether some part of an object was assigned."""
    return token.rewritten or any(part.parent is not token for part in (token.parts or {}).values())
