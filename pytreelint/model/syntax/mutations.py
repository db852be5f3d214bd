"""What a loop changes in place: `self.count += 1`, `items.append(x)`, `table[key] = x`, `scheduler.step()`."""

from __future__ import annotations

import ast
from functools import lru_cache

from pytreelint.knowledge.record import record
from pytreelint.model.syntax.walking import inside

_HELD = 16  # loops whose nodes are held at a time
_LOOPS = 256  # of which it is remembered what they change


@record(frozen=True, slots=True)
class Mutations:
    """What some code changes in place.

    Attributes:
        names: those whose objects it changes; attributes: those that it assigns, or whose objects it changes.
        called: the methods that it calls for what they change, by the name of the object and their own.
    """

    names: frozenset[str] = frozenset()
    attributes: frozenset[str] = frozenset()
    called: frozenset[tuple[str, str]] = frozenset()


@lru_cache(maxsize=_HELD)
def inside_of(node: ast.AST) -> frozenset[ast.AST]:
    """The nodes of a loop or a method."""
    return frozenset(inside(node))


@lru_cache(maxsize=_LOOPS)
def mutations(code: ast.AST) -> Mutations:
    """What a loop or a method changes in place, as far as its own text shows."""
    names: set[str] = set()
    attributes: set[str] = set()
    calls: set[tuple[str, str]] = set()
    for part in inside_of(code):
        holder: ast.expr | None = None
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
            attributes.add(part.attr)
        elif isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store):
            holder = part.value
        elif isinstance(part, ast.Expr) and isinstance(part.value, ast.Call):
            called = part.value.func  # nobody takes what it gives: it is called for what it changes
            holder = called.value if isinstance(called, ast.Attribute) else None
            if isinstance(called, ast.Attribute) and isinstance(holder, ast.Name):
                calls.add((holder.id, called.attr))
                continue
        while isinstance(holder, ast.Subscript):
            holder = holder.value
        if isinstance(holder, ast.Name):
            names.add(holder.id)
        elif isinstance(holder, ast.Attribute):
            attributes.add(holder.attr)
    return Mutations(frozenset(names), frozenset(attributes), frozenset(calls))
