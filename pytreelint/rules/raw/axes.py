"""Edits of the axes of a mapping that count for all leaves: the twin is told to map arrays only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.transforms import Transform
from pytreelint.model.project.importing import Spelling, spelling
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.queries.concrete import text_of
from pytreelint.model.values.value import Constant
from pytreelint.rules.finding import Edit
from pytreelint.rules.raw.seen import Seen, arrays_only, calls_at

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model

_IN, _OUT = "in_axes", "out_axes"


def axes_edits(
    model: Model,
    module: ModuleInfo,
    node: ast.expr,
    transform: Transform,
    twin: str,
    call: ast.Call | None,
    used: ast.expr,
    calls: Seen,
) -> tuple[list[Edit], list[Spelling]] | None:
    """`if_array(0)` for `0`, and its import; None where axes are not written out.

    Args:
        call: that is given the axes.
        used: where the transform's name stands.
        calls: what comes back, which needs it only if there may be leaves that are no arrays.
    """
    wrapped: list[ast.expr] = []
    for position, keyword in transform.axes_params:
        if call is None or keyword not in (_IN, _OUT) or (keyword == _OUT and arrays_only(model, calls)):
            continue
        axes = argument(call, position if call.func is used else -1, keyword)
        mapped = _mapped(model, node, keyword, axes) if axes is not None else []
        if mapped is None:
            return None
        wrapped += mapped
    if_array = spelling(module, f"{twin.rpartition('.')[0]}.if_array", used)
    if wrapped and if_array is None:
        return None
    edits = [Edit(module.source.place(n), f"{if_array.code}({text_of(module, n)})") for n in wrapped if if_array]
    return edits, [if_array] if wrapped and if_array is not None else []


def _mapped(model: Model, node: ast.expr, keyword: str, axes: ast.expr) -> list[ast.expr] | None:
    """What becomes `if_array(0)`, to map arrays only; None where the axes are not written out."""
    given = [each.wrapper.option(keyword) for each in calls_at(model, node) if each.wrapper is not None]
    if given and all(isinstance(each, Constant) and each.kind == "int" for each in given):
        return [axes]
    return list(_integers(axes)) if _written_out(axes) else None


def argument(call: ast.Call, position: int, keyword: str) -> ast.expr | None:
    """An argument of a call as it is written."""
    if 0 <= position < len(call.args):
        return call.args[position]
    return next((each.value for each in call.keywords if each.arg == keyword), None)


def _integers(axes: ast.expr) -> Iterator[ast.expr]:
    """The axes in `0`, `(0, None)`, `{"a": -1}`: to map those leaves that are arrays is what is meant."""
    if isinstance(axes, (ast.Tuple, ast.List)):
        for element in axes.elts:
            yield from _integers(element)
    elif isinstance(axes, ast.Dict):
        for value in axes.values:
            yield from _integers(value)
    else:
        number = axes.operand if isinstance(axes, ast.UnaryOp) else axes
        if isinstance(number, ast.Constant) and isinstance(number.value, int):
            yield axes


def _written_out(axes: ast.expr) -> bool:
    """Whether each axis is a number or None."""
    if isinstance(axes, (ast.Tuple, ast.List, ast.Dict)):
        return all(map(_written_out, axes.values if isinstance(axes, ast.Dict) else axes.elts))
    return isinstance(axes, ast.Constant) or any(_integers(axes))
