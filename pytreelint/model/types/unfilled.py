"""Fields that a constructor leaves without a value, where the maker of the class refuses that."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.completed import CHECKED
from pytreelint.knowledge.record import record
from pytreelint.knowledge.words import LEFT_TO_SUBCLASSES
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values.sites import Site

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.classes import ClassInfo, FieldInfo, Method
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.value import Object


@record(frozen=True, slots=True)
class Unfilled(Site):
    """A call makes an instance whose written `__init__`, of class `owner`, gives a field no value; `node`: the call.

    supposed: nobody was seen to make one: that stands for each call.
    """

    cls: ClassInfo
    info: FieldInfo
    owner: ClassInfo
    init: Method
    supposed: bool


def unfilled(ev: Interpreter, built: Object, found: tuple[ClassInfo, Method], arguments: Arguments) -> None:
    """Emits a site for each field that a written `__init__`, which was followed to its end, left without a value."""
    cls = built.cls
    if cls.maker is None or cls.maker.name not in CHECKED or not built.exact or cls.pytree != "yes":
        return
    if arguments.entry and is_left_to_subclasses(cls.name):
        return
    filled = {name for name, _ in built.fields}
    for name, info in cls.fields().items():
        if name not in filled and not info.has_default and not _may_have(ev, cls, name, found[1]):
            ev.emit(Unfilled(arguments.frame.module, arguments.node, cls, info, *found, supposed=arguments.entry))


def is_left_to_subclasses(name: str) -> bool:
    """Whether a class is named as one that others derive from."""
    return name.startswith("_") or any(word in name.lower() for word in LEFT_TO_SUBCLASSES)


def _may_have(ev: Interpreter, cls: ClassInfo, name: str, init: Method) -> bool:
    """Whether a class body binds a name, or a method that may run while an instance is made assigns it."""
    return ev.answer((_may_have, cls, name), lambda: _binds_or_assigns(cls, name, init))


def _binds_or_assigns(cls: ClassInfo, name: str, init: Method) -> bool:
    if any(name in base.assigned or name in base.methods for base in cls.mro):
        return True
    methods = [method for base in cls.mro for method in base.bodies]
    own = [method for method in methods if method is init or method.name != "__init__"]
    if not any(_is_of_base(node) for method in own for node in walk(method)):
        methods = own  # a base's constructor runs by its name alone
    is_run = any(_mentions(node, "__post_init__") for method in methods for node in walk(method))
    run = methods if is_run else [method for method in methods if method.name != "__post_init__"]
    return any(may_assign(node, name) and not _is_of_base(node) for method in run for node in walk(method))


def _is_of_base(node: ast.AST) -> bool:
    """Whether it is `super().__init__`, which was followed with the rest."""
    match node:
        case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr="__init__"):
            return True
    return False


# Names by which a method may assign any field.
_ANY_FIELD = frozenset({"setattr", "vars", "__setattr__", "__dict__", "__init__"})


def may_assign(node: ast.AST, name: str) -> bool:
    """Whether a piece of code may give a field a value."""
    match node:
        case ast.Attribute(attr=attribute):
            return attribute in _ANY_FIELD or (attribute == name and not isinstance(node.ctx, ast.Load))
        case ast.Name(id=word):
            return word in _ANY_FIELD
        case ast.Constant(value=value):
            return bool(value == name)
    return False


def _mentions(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == name
