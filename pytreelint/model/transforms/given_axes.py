"""The axes that a map was told for its arguments and for what comes back, where it meets these."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.values.alike import AxesGiven
from pytreelint.model.values.value import Transformed, Union, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter


def compared(ev: Interpreter, wrapper: Transformed, arguments: Arguments, result: Value) -> None:
    """A call of a mapped function, all of whose arguments are known, gave a result (of one row)."""
    if not wrapper.transform.axes_in or arguments.entry:
        return
    if _is_one_of_several(ev, arguments):
        return
    if any(wrapper.option(name) is not None for name in wrapper.transform.static_params):
        return  # `in_axes` may leave static arguments out
    module, node, transform = wrapper.module, wrapper.site, wrapper.transform
    call, caller = arguments.node, arguments.frame.module
    given = wrapper.option("in_axes")
    if wrapper.transform.filtered and arguments.keywords:
        given = None  # a filtered map may have entries for what is given by keyword, too
    if given is not None and arguments.complete and not arguments.more and arguments.spread is None:
        ev.emit(AxesGiven(module, node, transform, "in_axes", given, arguments.args, call, caller))
    back = wrapper.option("out_axes")
    if back is not None and not isinstance(result, Unknown):
        ev.emit(AxesGiven(module, node, transform, "out_axes", back, (result,), call, caller))


def _is_one_of_several(ev: Interpreter, arguments: Arguments) -> bool:
    """Whether what is called here may be another function: what chose it may have chosen the arguments, too."""
    node = arguments.node
    if not isinstance(node, ast.Call):
        return False
    with ev.doubt():
        return isinstance(ev.expression(node.func, arguments.frame), Union)
