"""What loops go through, by their own text: the names of their items, and tests that choose one of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from pytreelint.model.syntax.walking import statements

_LOOPS = 256  # of which is held at a time whether they are left early


def targets_of(loop: ast.AST) -> list[ast.expr]:
    """What the items of a loop, or of a comprehension, are assigned to."""
    if isinstance(loop, (ast.For, ast.AsyncFor)):
        return [loop.target]
    return [generator.target for generator in getattr(loop, "generators", ())]


@lru_cache(maxsize=_LOOPS)
def is_left_early(loop: ast.AST) -> bool:
    """Whether an iteration of a loop may leave out a part of its body, or the loop some iterations, by a statement."""
    return any(isinstance(each, (ast.Break, ast.Continue, ast.Return)) for each in statements(loop))


def numbered_sequence(loop: ast.AST, number: str) -> ast.expr | None:
    """The sequence whose items a loop goes through by their numbers: `for number in range(len(sequence))`."""
    match loop:
        case ast.For(
            target=ast.Name(id=name),
            iter=ast.Call(
                func=ast.Name(id="range"), args=[ast.Call(func=ast.Name(id="len"), args=[sequence], keywords=[])]
            ),
        ) if name == number:
            return sequence
    return None


def is_of_item(test: ast.expr, loop: ast.AST) -> bool:
    """Whether a test comes out true for one item of a loop: `if number == 1`."""
    match test:
        case ast.BoolOp(op=ast.And(), values=parts):
            return any(is_of_item(part, loop) for part in parts)
        case ast.Compare(left=left, ops=[ast.Eq() | ast.Is()], comparators=[right]):
            items = {name for target in targets_of(loop) for name in target_names(target)}
            return any(isinstance(side, ast.Name) and side.id in items for side in (left, right))
    return False


def target_names(target: ast.expr) -> Iterator[str]:
    """The plain names in an assignment's target."""
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, (ast.Tuple, ast.List)):
        for element in target.elts:
            yield from target_names(element)
    elif isinstance(target, ast.Starred):
        yield from target_names(target.value)
