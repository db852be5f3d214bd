"""`Point = namedtuple("Point", "x y")` and `NamedTuple("Point", [("x", int)])`: the class that such a call makes."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.libraries import MAKERS
from pytreelint.model.types.classes import build_class
from pytreelint.model.values.arguments import Arguments, argument
from pytreelint.model.values.value import DYNAMIC, ClassValue, Constant, Container, Library, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_CLASS = "typing.NamedTuple"
_UNSAID = ast.Name("_", ast.Load())


def class_of_call(ev: Interpreter, arguments: Arguments) -> Value:
    """The class, unknown where its fields are."""
    name, names = argument(arguments, 0), _names(argument(arguments, 1, "field_names"))
    defaults = _defaults(arguments)
    if not isinstance(name, Constant) or names is None or defaults is None or len(defaults) > len(names):
        return DYNAMIC
    called, fields = str(name.value), (names, defaults)
    return ev.answer((class_of_call, arguments.node), lambda: _built(ev, called, *fields, arguments))


def _built(ev: Interpreter, name: str, names: list[str], defaults: list[ast.expr], arguments: Arguments) -> Value:
    first = len(names) - len(defaults)
    fields = [
        ast.AnnAssign(ast.Name(field, ast.Store()), _UNSAID, defaults[i - first] if i >= first else None, 1)
        for i, field in enumerate(names)
    ]
    body: list[ast.stmt] = [ast.copy_location(field, arguments.node) for field in fields]
    node = ast.ClassDef(name, [], [], body or [ast.Pass()], [])
    if "type_params" in node._fields:  # Python 3.12 has the field, and leaves it unset
        node.type_params = []  # type: ignore[attr-defined]
    info = build_class(ev, ast.copy_location(node, arguments.node), arguments.frame)
    info.bases = (Library(_CLASS),)
    if info.maker is None and info.module.mentions_registration and name not in info.module.bindings:
        info.open = True  # it is bound to another name, by which somebody may register it
    elif info.maker is None:
        info.maker, info.maker_node = MAKERS[_CLASS], arguments.node
    return ClassValue(info)


def _names(given: Value) -> list[str] | None:
    """The fields: a string of names, names, or pairs of a name and a type."""
    if isinstance(given, Constant) and isinstance(given.value, str):
        return given.value.replace(",", " ").split()
    if not isinstance(given, Container) or given.rest is not None:
        return None
    firsts = [i.items[0] if isinstance(i, Container) and i.items else i for i in given.items]
    names = [i.value for i in firsts if isinstance(i, Constant) and isinstance(i.value, str)]
    return names if len(names) == len(firsts) else None


def _defaults(arguments: Arguments) -> list[ast.expr] | None:
    """The defaults of the last fields, as they are written; None where they stand elsewhere."""
    if "defaults" not in arguments.keywords:
        return []
    node = arguments.expression(None, "defaults")
    return list(node.elts) if isinstance(node, (ast.Tuple, ast.List)) else None
