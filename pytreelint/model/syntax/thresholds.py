"""Tests of how far a run has come: how much a buffer holds, or whether this is a hundredth step.

def update(self):
    if len(self.buffer) < self.batch_size:
        return
    self.state = step(self.state, self.buffer.sample())

No caller decides these, and what is run long enough comes to both outcomes.
"""

from __future__ import annotations

import ast
from functools import lru_cache

from pytreelint.model.syntax.occurrences import own_names
from pytreelint.model.syntax.parameters import AnyFunction, takes_self
from pytreelint.model.syntax.questions import parts_of, returns

_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_FUNCTIONS = 256  # whose tests are held at a time


def is_threshold(test: ast.expr, function: ast.AST) -> bool:
    """Whether a test compares what the instance of a method, or the module, counts: nothing that a caller gives."""
    return compares(test) and all(_is_kept(part, function) for part in parts_of(test, {}))


def compares(test: ast.expr) -> bool:
    """Whether a test compares numbers: which is more, or whether one is a multiple."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return compares(inner)
        case ast.BoolOp(values=parts):
            return all(map(compares, parts))
        case ast.Compare(left=ast.BinOp(op=ast.Mod()), ops=[ast.Eq() | ast.NotEq()]):
            return True
        case ast.Compare(ops=ops):
            return all(isinstance(op, _ORDER) for op in ops)
    return False


def is_periodic(test: ast.expr) -> bool:
    """Whether a test asks for each so manieth step alone: `step % every == 0`, `if step % every: return`."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return is_periodic(inner)
        case ast.Compare(left=counted, ops=[ast.Eq() | ast.NotEq()], comparators=[ast.Constant()]):
            return is_periodic(counted)
        case ast.BinOp(left=ast.Name() | ast.Attribute() | ast.BinOp(), op=ast.Mod()):
            return True
    return False


def is_of_steps(node: ast.AST) -> bool:
    """Whether a statement takes one way each so many steps."""
    return isinstance(node, ast.If) and is_periodic(node.test)


def _is_kept(part: str, function: ast.AST) -> bool:
    """Whether a name or attribute is of the instance, or of the module."""
    root, _, attribute = part.partition(".")
    if isinstance(function, AnyFunction) and takes_self(function) and root == "self":
        return bool(attribute)
    return root not in own_names(function)


@lru_cache(maxsize=_FUNCTIONS)
def ends_early(function: ast.AST) -> tuple[ast.If, ...]:
    """The tests at which a function returns before its end; none where it may do so anywhere else."""
    found: list[ast.If] = []
    for path, _ in returns(function):
        match path:
            case ():
                pass
            case (ast.If(orelse=[]) as holder,) if is_threshold(holder.test, function) or is_periodic(holder.test):
                found.append(holder)
            case _:
                return ()
    return tuple(found)
