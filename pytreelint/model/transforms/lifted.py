"""Module classes that a lift makes of others: `nn.remat(Block)` is a `Block` with `nn.remat(Block.__call__)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.transforms.giving import constants
from pytreelint.model.types.raw_methods import raw_method
from pytreelint.model.values.classes import ClassInfo
from pytreelint.model.values.value import NONE, ClassValue, Partial, Transformed, Unknown

if TYPE_CHECKING:
    from pytreelint.knowledge.transform import Transform
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.value import Value

_CALL, _METHODS = "__call__", "methods"


def of_class(ev: Interpreter, transform: Transform, given: Value | None, arguments: Arguments) -> Value | None:
    """Returns the class that a lift makes of one, which may stand in a `partial`; None where it is given no class."""
    if isinstance(given, Partial) and isinstance(given.function, ClassValue):
        return replace(given, function=_lifted(ev, transform, given.function, arguments))
    return _lifted(ev, transform, given, arguments) if isinstance(given, ClassValue) else None


def _lifted(ev: Interpreter, transform: Transform, given: ClassValue, arguments: Arguments) -> ClassValue:
    """Wraps the methods that `methods` names; of lifts that may be given anything nothing is said."""
    named = arguments.keywords.get(_METHODS, NONE)
    names = (_CALL,) if named == NONE else constants(named)
    if not transform.lifts or names is None or not arguments.complete:
        return given
    cls = given.cls
    made = ClassInfo(cls.name, cls.module, cls.node, cls.scope, bases=(cls,), open=cls.open)
    made.maker, made.maker_node, made.dataclass_maker = cls.maker, cls.maker_node, cls.dataclass_maker
    options, module = tuple(arguments.keywords.items()), arguments.frame.module
    for name in map(str, names):
        found = cls.method(name)
        if found is not None and not isinstance(function := raw_method(ev, *found), Unknown):
            made.attached[name] = Transformed(transform, function, options, arguments.node, module)
    return ClassValue(made)
