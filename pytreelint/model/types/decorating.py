"""What decorators and registering calls make of a class."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.libraries import MAKERS, Maker
from pytreelint.knowledge.makers import NOTES
from pytreelint.knowledge.transforms import TRANSPARENT
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import Bound, ClassValue, Function, Library, Object, Partial, Union, Value

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.protocol import Interpreter


def set_maker(info: ClassInfo, maker: Maker, node: ast.AST) -> None:
    if info.maker is None or info.maker.node == "no" or maker.node != "no":
        info.maker, info.maker_node = maker, node
    if maker.init == "dataclass" and maker.via != "base":
        info.dataclass_maker = maker


def decorate(ev: Interpreter, info: ClassInfo, decorator: ast.expr, frame: Frame, node: ast.AST | None = None) -> bool:
    """Applies a decorator to a class; `node` stands for it in evidence. Returns whether it was understood."""
    call = decorator if isinstance(decorator, ast.Call) else None
    name, extra = library_name(ev.expression(call.func if call else decorator, frame))
    keywords = {k.arg: ev.expression(k.value, frame) for k in call.keywords if k.arg} if call else {}
    if name == "functools.partial" and call and call.args:
        name, more = library_name(ev.expression(call.args[0], frame))
        extra = {**extra, **more}
    elif call and name not in MAKERS:  # a function of the project that makes one: `dataclass(*args, frozen=True)`
        made, bound = library_name(ev.expression(call, frame))
        name, extra, keywords = (made, bound, {}) if made in MAKERS else (name, extra, keywords)
    maker = MAKERS.get(name)
    if maker is None:
        understood = name in TRANSPARENT or _handed_back(ev, info, decorator, frame)
        info.open = info.open or not understood
        return understood
    info.options |= {**extra, **keywords}
    if maker.spelling:
        info.registration |= {**extra, **keywords}
    set_maker(info, maker, node or decorator)
    return True


def _handed_back(ev: Interpreter, info: ClassInfo, decorator: ast.expr, frame: Frame) -> bool:
    """Whether a decorator of known source (`@register("mlp")`) gives back the class itself."""
    given, before = ev.expression(decorator, frame), info.maker
    if not isinstance(given, Union):
        return _by(ev, info, given, decorator, frame)
    # Each is for other versions of a library: the others do the same, or nothing where there is none.
    return any(_by(ev, info, option, decorator, frame) and info.maker is not before for option in given.options)


def _by(ev: Interpreter, info: ClassInfo, given: Value, decorator: ast.expr, frame: Frame) -> bool:
    from pytreelint.model.types.hooks import applied

    function: Value = given
    keywords: tuple[tuple[str, Value], ...] = ()
    args: tuple[Value, ...] = ()
    if isinstance(given, Partial) and not given.args:
        function, keywords = given.function, given.keywords
    elif isinstance(given, Object):
        function = ev.attribute(given, "__call__", decorator, frame)
    if isinstance(function, Bound):
        args = (function.instance, ClassValue(info))
        function = function.function
    if not isinstance(function, Function):
        return False
    # It may register the class, or add to it, on the way.
    if function.module.makes_classes:
        return applied(ev, info, function, decorator, keywords, args)
    with ev.doubt():
        return ev.call(given, (ClassValue(info),), {}, decorator, frame) == ClassValue(info)


def register(ev: Interpreter, info: ClassInfo, call: ast.Call, frame: Frame, node: ast.AST | None = None) -> bool:
    """`register_pytree_node(C, flatten, unflatten)` and its kin, as a statement of the class's own module."""
    name, extra = library_name(ev.expression(call.func, frame))
    maker = MAKERS.get(name)
    if maker is None:
        info.open = info.open or not (name in TRANSPARENT or name in NOTES)
        return name in NOTES
    given = {k.arg: _part(ev, info, k.value, frame) for k in call.keywords if k.arg}
    given |= {n: _part(ev, info, arg, frame) for n, arg in zip(maker.parameters[1:], call.args[1:], strict=False)}
    if maker.init == "dataclass":
        info.options |= {**extra, **given}
    if maker.spelling or maker.init != "dataclass":
        info.registration |= {**extra, **given}
    set_maker(info, maker, node or call)
    return True


def library_name(value: Value) -> tuple[str, dict[str, Value]]:
    """Returns the library name behind a value, through `functools.partial`, with the keywords bound on the way."""
    if isinstance(value, Partial):
        name, extra = library_name(value.function)
        return name, {**extra, **dict(value.keywords)}
    return (value.name if isinstance(value, Library) else ""), {}


def _part(ev: Interpreter, info: ClassInfo, node: ast.expr, frame: Frame) -> Value:
    """An argument of the registering call; `C.flatten` is looked up in the statements, for `C` is being read."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        name = node.value.id
        if name == info.name or frame.find(name) == ClassValue(info):
            method = method_of(info, node.attr)
            if method is not None:
                return method
    return ev.expression(node, frame)


def method_of(info: ClassInfo, name: str) -> Function | Bound | None:
    """Returns `C.name` where it is a method, own or inherited, of a class whose body may not be read yet."""
    for cls in info.mro:
        for found in cls.node.body:
            if isinstance(found, ast.FunctionDef) and found.name == name:
                function = Function(found, cls.module, None, cls)
                by_class = any(isinstance(each, ast.Name) and each.id == "classmethod" for each in found.decorator_list)
                return Bound(function, ClassValue(info)) if by_class else function
    return None
