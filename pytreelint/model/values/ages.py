"""How old objects are: what a module's names hold was there before any call that reads it first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.model.values.identity import tokens_in

if TYPE_CHECKING:
    from pytreelint.model.values.identity import Token
    from pytreelint.model.values.value import Value


def older(value: Value) -> Value:
    """A value whose objects are older than any call: they are evaluated when something asks for them, and not made."""
    for token in tokens_in(value):
        _age(token.root())
    return value


def _age(token: Token) -> None:
    token.serial = 0
    for part in (token.parts or {}).values():
        if part.serial:
            _age(part)
