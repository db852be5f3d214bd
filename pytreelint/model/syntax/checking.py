"""Which branch of a test for type checkers runs: `if TYPE_CHECKING: ... else: ...`."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator

_NAMES = ("TYPE_CHECKING", "MYPY")


def holds(test: ast.expr, aliases: Collection[str] = ()) -> bool | None:
    """Whether a test holds when the program runs; None where that is open.

    Args:
        aliases: names that the module imported `TYPE_CHECKING` as.
    """
    match test:
        case ast.Name(id=name):
            return False if name in _NAMES or name in aliases else None
        case ast.Attribute(attr=name):
            return False if name in _NAMES else None
        case ast.Constant(value=value):
            return bool(value)
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            held = holds(inner, aliases)
            return None if held is None else not held
        case ast.BoolOp(op=op, values=parts):
            decisive = isinstance(op, ast.Or)
            answers = [holds(part, aliases) for part in parts]
            return decisive if decisive in answers else None if None in answers else not decisive
    return None


def is_main(test: ast.expr) -> bool:
    """Whether a test asks for a script's own run: `__name__ == "__main__"`."""
    match test:
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
            sides = [ast.unparse(side) for side in (left, right) if isinstance(side, (ast.Name, ast.Constant))]
            return sorted(sides) == ["'__main__'", "__name__"]
    return False


def branches(node: ast.If, aliases: Collection[str] = ()) -> tuple[list[ast.stmt], list[ast.stmt]]:
    """What of an `if` may run, and what does not."""
    held = holds(node.test, aliases)
    if held is None:
        return [*node.body, *node.orelse], []
    return (node.body, node.orelse) if held else (node.orelse, node.body)


def aliases_of(body: Iterable[ast.stmt]) -> frozenset[str]:
    """The names that a module's own statements import `TYPE_CHECKING` as."""
    return frozenset(_aliases(body))


def _aliases(body: Iterable[ast.stmt]) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.ImportFrom):
            yield from (alias.asname for alias in node.names if alias.asname and alias.name in _NAMES)
