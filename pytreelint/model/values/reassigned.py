"""Objects of which a part was assigned: what is read there from now on is something else, under whatever name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pytreelint.model.values.identity import Step, Token, part_of
from pytreelint.model.values.value import Array, Value

if TYPE_CHECKING:
    from collections.abc import Mapping


def assigned(holder: Value, step: Step | None) -> None:
    """A part of an object was assigned (None: some part): what is read there from now on is something else."""
    if holder.token is not None:
        assign_part(holder.token, step)


def assign_part(token: Token, step: Step | None) -> None:
    """The same, of an object of which only the token is known."""
    for each in (token, *token.alternatives):
        if step is None:
            each.parts, each.rewritten = {}, True
        elif each.parts is None:
            each.parts = {step: Token()}
        else:
            each.parts[step] = Token()


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
        _assign_as(formal, env[name], env[name].token)


def _assign_as(formal: Token, value: Value | None, token: Token | None) -> None:
    if formal.rewritten and token is not None:
        assign_part(token, None)
    for step, part in list((formal.parts or {}).items()):
        inner = part_of(value, step) if value is not None else None
        own = inner.token if inner is not None else None
        if part.parent is formal:
            if part.parts is not None:
                _assign_as(part, inner, own or (token.part(step) if token is not None else None))
        elif token is not None:
            assign_part(token, step)
