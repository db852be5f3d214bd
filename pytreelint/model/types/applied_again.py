"""Constructors that change what they are given, and that unflattening calls again with what they made of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.unflattening import BY_CONSTRUCTOR, CHANGING_AGAIN, CONVERSIONS
from pytreelint.model.syntax.free import bound_names
from pytreelint.model.types.registration import flat_parts
from pytreelint.model.types.unflattening import calls_constructor, is_guarded
from pytreelint.model.values.value import Container, Library, Object, Opaque, Value

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.classes import ClassInfo, Method
    from pytreelint.model.values.protocol import Interpreter

_NEUTRAL: dict[type[ast.operator], tuple[int, ...]] = {
    ast.Add: (0,),
    ast.Sub: (0,),
    ast.Mult: (0, 1),
    ast.Div: (1,),
    ast.FloorDiv: (1,),
    ast.Pow: (0, 1),
}


def changed_again(ev: Interpreter, value: Object) -> list[tuple[ModuleInfo, ast.expr, str]]:
    """Returns where a constructor changes a child anew, whenever a transform calls it: the place, and the name."""
    cls, maker = value.cls, value.cls.maker
    if maker is None or cls.is_open or not value.exact:
        return []
    found = cls.method("__init__")
    if found is None and maker.name in BY_CONSTRUCTOR and (after := cls.method("__post_init__")) is not None:
        if is_guarded(after[1]):
            return []
        return list(ev.answer((changed_again, cls), lambda: tuple(_of_fields(ev, *after))))
    if found is None or not maker.spelling.startswith(("methods", "functions")) or is_guarded(found[1]):
        return []
    if not calls_constructor(ev, cls):
        return []
    return list(ev.answer((changed_again, cls), lambda: tuple(_of_children(ev, value, *found))))


def _of_children(
    ev: Interpreter, value: Object, owner: ClassInfo, init: Method
) -> Iterator[tuple[ModuleInfo, ast.expr, str]]:
    """`self.rate = rate / 2`, where `self.rate` is the child that becomes `rate`."""
    names = [each.arg for each in (*init.args.posonlyargs, *init.args.args)][1:]
    left = set(names)
    for statement in init.body:
        match statement:
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(), attr=attribute)], value=given):
                changed = _changed(ev, owner, given)
                if isinstance(changed, ast.Name) and changed.id in left:
                    if _position(ev, value, attribute) == names.index(changed.id):
                        yield owner.module, given, changed.id
        left -= bound_names([statement])


def _position(ev: Interpreter, value: Object, attribute: str) -> int | None:
    """The number of the child that an attribute is."""
    mark = Opaque("object", "the attribute")
    with ev.aside():
        parts = flat_parts(ev, value.put(attribute, mark))
    children = parts[0].items if parts is not None and isinstance(parts[0], Container) else ()
    places = [index for index, child in enumerate(children) if child == mark]
    return places[0] if len(places) == 1 else None


def _of_fields(ev: Interpreter, owner: ClassInfo, after: Method) -> Iterator[tuple[ModuleInfo, ast.expr, str]]:
    """`self.rate = self.rate / 2` in `__post_init__`, where `rate` is a field that the constructor takes."""
    fields = {name for name, info in owner.fields().items() if info.init and info.static is not True}
    for statement in after.body:
        match statement:
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=target), attr=attribute)], value=given):
                changed = _changed(ev, owner, given)
            case ast.AugAssign(target=ast.Attribute(value=ast.Name(id=target), attr=attribute) as held, op=op):
                given = statement.value
                changed = held if _changes(op, given, right=True) else None
            case _:
                return  # whatever stands here may return, or assign the field
        match changed:
            case ast.Attribute(value=ast.Name(id=source), attr=name) if (source, name) == (target, attribute):
                if attribute in fields and target == after.args.args[0].arg:
                    yield owner.module, given, attribute


def _changed(ev: Interpreter, owner: ClassInfo, given: ast.expr) -> ast.expr | None:
    """What an expression gives another value of, at each time."""
    match given:
        case ast.BinOp(left=left, op=op, right=right):
            if _changes(op, right, right=True):
                return _plain(ev, owner, left)
            return _plain(ev, owner, right) if _changes(op, left, right=False) else None
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _plain(ev, owner, operand)
        case ast.Call(func=function, args=[operand], keywords=[]):
            called: Value = ev.expression(function, owner.scope)
            return _plain(ev, owner, operand) if isinstance(called, Library) and called.name in CHANGING_AGAIN else None
    return None


def _plain(ev: Interpreter, owner: ClassInfo, node: ast.expr) -> ast.expr:
    """What is converted to an array first."""
    match node:
        case ast.Call(func=function, args=[operand, *_]):
            called: Value = ev.expression(function, owner.scope)
            return operand if isinstance(called, Library) and called.name in CONVERSIONS else node
    return node


def _changes(op: ast.operator, number: ast.expr, right: bool) -> bool:
    """Whether an operator with this number gives something else, of what it has given, too."""
    if not isinstance(number, ast.Constant) or type(number.value) not in (int, float):
        return False
    neutral = _NEUTRAL.get(type(op))
    if neutral is None or (not right and not isinstance(op, (ast.Add, ast.Mult, ast.Sub, ast.Div))):
        return False
    return number.value not in neutral if right or isinstance(op, (ast.Add, ast.Mult)) else True
