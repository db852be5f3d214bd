"""Tests of how far a run has come: how much a buffer holds, or whether this is a hundredth step.

def update(self):
    if len(self.buffer) < self.batch_size:
        return
    self.state = step(self.state, self.buffer.sample())

No caller decides these, and what is run long enough comes to both outcomes.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import lru_cache

from pytreelint.model.syntax.free import bindings
from pytreelint.model.syntax.occurrences import own_names
from pytreelint.model.syntax.parameters import AnyFunction, takes_self
from pytreelint.model.syntax.questions import parts_of, returns

_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_FUNCTIONS = 256  # whose tests are held at a time
_STEPS = 4  # assignments by which a number is followed to what it counts


def is_threshold(test: ast.expr, function: ast.AST) -> bool:
    """Whether a test compares what the instance of a method, or the module, counts: nothing that a caller gives."""
    return compares(test) and all(_is_kept(part, function) for part in parts_of(test, {}))


def asks_for_rows(test: ast.expr, function: ast.AST) -> bool:
    """Whether a test asks if there is anything to go through: `steps > 0`, where `steps = len(data) // batch_size`."""
    match test:
        case ast.Compare(left=counted, ops=[ast.Gt()], comparators=[ast.Constant(value=0)]):
            pass
        case ast.Compare(left=counted, ops=[ast.GtE()], comparators=[ast.Constant(value=1)]):
            pass
        case _:
            return False
    return _counts_rows(counted, _assigned_once(function))


def _counts_rows(node: ast.expr, assigned: Mapping[str, ast.expr], depth: int = 0) -> bool:
    """Whether an expression is a number of rows: `len(x)`, `x.shape[0]`, `x.size`, or how many parts these make."""
    match node:
        case ast.Call(func=ast.Name(id="len")) | ast.Attribute(attr="size"):
            return True
        case ast.Subscript(value=ast.Attribute(attr="shape")):
            return True
        case ast.BinOp(op=ast.FloorDiv(), left=rows):
            return _counts_rows(rows, assigned, depth)
        case ast.Name(id=name) if name in assigned and depth < _STEPS:
            return _counts_rows(assigned[name], assigned, depth + 1)
    return False


@lru_cache(maxsize=_FUNCTIONS)
def _assigned_once(function: ast.AST) -> Mapping[str, ast.expr]:
    """What names of a function that are bound once are assigned."""
    bound = bindings(function)
    return {
        name: nodes[0].value
        for name, nodes in bound.items()
        if len(nodes) == 1 and isinstance(nodes[0], ast.Assign) and isinstance(nodes[0].targets[0], ast.Name)
    }


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
