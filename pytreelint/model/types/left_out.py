"""Functions and optimizers that callers leave out: some configuration does.

class Dense(nn.Module):
    kernel_init: Callable = lecun_normal()

    def setup(self):
        self.kernel = self.kernel_init(key, shape)  # draws from the key, if nobody has given another one
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.knowledge.results import lookup
from pytreelint.model.values.choice import Choice
from pytreelint.model.values.value import Function, Library, Object, Opaque, Optimizer, Partial, Union, Value

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame


def is_assumed(value: Value) -> bool:
    """Whether a default is a function, or an optimizer."""
    if isinstance(value, Partial):
        return is_assumed(value.function)
    if isinstance(value, Opaque):
        return bool(value.label) and lookup(f"{value.label}.__call__") is not None
    return isinstance(value, (Function, Library, Optimizer))


def left_out(instance: Object, name: str, held: Value, node: ast.AST, frame: Frame) -> Value:
    """What is read of a field of an instance of which only the class is known, where its default is one alternative."""
    if not isinstance(held, Union) or instance.exact or held.choice is not None or held.each:
        return held
    info = instance.cls.fields().get(name)
    if info is None or not info.has_default or not any(map(is_assumed, held.options)):
        return held
    return replace(held, choice=Choice(frame, frame.region, frozenset({ast.unparse(node)}), default=True))
