"""Methods that a transform decorates: their instance is an argument of it, unless that is static."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.syntax.walking import walk

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.marks import Trace

_BY_POSITION, _BY_NAME = "static_argnums", "static_argnames"


def takes_instance(trace: Trace, scope: Frame) -> bool:
    """Whether a transform decorates the method that a scope is the activation of, and builds its instance anew."""
    method = scope.function
    if not isinstance(method, ast.FunctionDef):
        return False
    decorators = method.decorator_list
    decorator = next((each for each in decorators if any(part is trace.node for part in walk(each))), None)
    if decorator is None:
        return False
    keywords = decorator.keywords if isinstance(decorator, ast.Call) else []
    return not any(_may_be_first(each, scope.first_parameter) for each in keywords)


def _may_be_first(option: ast.keyword, first: str | None) -> bool:
    """Whether an option may say that the first argument is static; what is not written out may."""
    if option.arg not in (None, _BY_POSITION, _BY_NAME):
        return False
    try:
        said = ast.literal_eval(option.value)
    except ValueError:
        return True
    named = said if isinstance(said, (tuple, list, set)) else (said,)
    return any(each == first or (option.arg == _BY_POSITION and each in (0, -1)) for each in named)
