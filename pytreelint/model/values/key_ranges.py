"""Several keys of those that a split gives, and which share one: `keys[:7]` and `keys[0]`, `keys[i]` of a range."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.values.identity import Step, Token
from pytreelint.model.values.value import Library

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter

RANGE = "range"  # the step from keys to some of them: the index of the first, and of the first one behind them
SOMEWHERE = "?"  # an end that is not known
_Ends = tuple[int, int | str | None]  # None: to the end of all keys
_ITEM = "[]"
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def slice_step(index: ast.Slice) -> Step | None:
    """The step of a slice without gaps whose bounds are written down."""
    lower, upper = _bound(index.lower), _bound(index.upper)
    return (RANGE, (lower or 0, upper)) if index.step is None and SOMEWHERE not in (lower, upper) else None


def _bound(written: ast.expr | None) -> int | str | None:
    match written:
        case None:
            return None
        case ast.Constant(value=int(number)):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
            return -number
    return SOMEWHERE


def numbered(ev: Interpreter, loop: ast.AST, step: Step, frame: Frame) -> Step | None:
    """The step of the keys that a loop takes one by one, by its number: `keys[i] for i in range(7)`.

    Arguments:
        step: of the key of one pass.
    """
    way = loop.generators[0] if isinstance(loop, _COMPREHENSIONS) else loop
    if not isinstance(way, (ast.For, ast.comprehension)) or not isinstance(way.iter, ast.Call) or way.iter.keywords:
        return None
    called, given = ev.expression(way.iter.func, frame), way.iter.args
    match called, way.target, given:
        case Library(name="builtins.range"), ast.Name() as number, [end]:
            first, last = 0, _bound(end)
        case Library(name="builtins.range"), ast.Name() as number, [ast.Constant(value=int(first)), end]:
            last = _bound(end)
        case Library(name="builtins.enumerate"), ast.Tuple(elts=[ast.Name() as number, _]), [_]:
            first, last = 0, SOMEWHERE
        case _:
            return None
    index = step[1][0] if isinstance(step[1], tuple) else None
    return (RANGE, (first, last)) if index == ast.dump(ast.Name(number.id, ast.Load())) else None


def sharing(token: Token) -> Iterator[Token]:
    """The parts of the same keys, and of keys themselves, that are no part of each other and have a key in common."""
    for step, part in (token.parts or {}).items():
        if _ends(step) is not None:
            yield part
    own = _ends(token.step) if token.step is not None else None
    if token.parent is not None and own is not None:
        for step, part in (token.parent.parts or {}).items():
            other = _ends(step) if part is not token else None
            if other is not None and _share(own, other):
                yield part


def _ends(step: Step) -> _Ends | None:
    """The keys that a step leads to, as those of a range."""
    match step:
        case (str(kind), int(index)) if kind == _ITEM:
            return index, index + 1
        case (str(kind), ("-", 1)) if kind == _ITEM:
            return -1, None
        case (str(kind), (int(first), last)) if kind == RANGE and (last is None or isinstance(last, (int, str))):
            return first, last
    return None


def _share(one: _Ends, other: _Ends) -> bool:
    """Whether two ranges, of which none is empty, have a key in common: the first of all, the last, or one between."""
    (first, end), (second, stop) = sorted([one, other], key=lambda ends: ends[0])
    if first == second == 0 or (end is None and stop is None):
        return True
    if not isinstance(stop, int) or first < 0 or stop <= second:
        return False
    return second < end if isinstance(end, int) else end is None and stop == second + 1
