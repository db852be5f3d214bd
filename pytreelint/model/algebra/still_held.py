"""Which objects the next iteration of a body finds again where this one read them."""

from __future__ import annotations

import ast

from pytreelint.model.syntax.free import captured_names, free_names
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.identity import Token, tokens_in
from pytreelint.model.values.value import Bound, Function, Partial, Transformed, Union


def is_held(token: Token, frame: Frame, read: frozenset[str] | None = None) -> bool:
    """Whether an object is still what a name, or a part of what it names, holds; `read`: one of these names."""
    if not token.is_part():
        return False
    root, _ = token.path()
    each: Frame | None = frame
    while each is not None:
        held = [value for name, value in (each.env or {}).items() if read is None or name in read]
        if any(other in (token, root) for value in held for other in tokens_in(value)):
            return True
        each = each.parent
    return False


def names_read(body: ast.AST, frame: Frame) -> frozenset[str] | None:
    """The names that an expression reads, itself or in functions that it names; None where it may be any."""
    names, left = set[str](), list(free_names(body))
    while left:
        name = left.pop()
        if name in names:
            continue
        names.add(name)
        value = frame.find(name)
        if isinstance(value, Function):
            left.extend(captured_names(value.node))
        elif isinstance(value, (Bound, Partial, Transformed, Union)):
            return None
    return frozenset(names)
