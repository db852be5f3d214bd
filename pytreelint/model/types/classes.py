"""Classes of source that was read: bases, how they became PyTrees, fields, and which of these are static."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.libraries import MAKERS, Maker, verdict
from pytreelint.knowledge.markers import MAKER_BY_ANNOTATION
from pytreelint.model.project.modules import Import
from pytreelint.model.syntax.checking import branches
from pytreelint.model.syntax.registering import calls_on, reached
from pytreelint.model.syntax.walking import walk
from pytreelint.model.types.decorating import decorate, set_maker
from pytreelint.model.types.hooks import register_by, run_hook
from pytreelint.model.values.classes import ClassInfo, FieldInfo, FieldSpec, Method, with_options
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import ClassValue, Constant, Container, Function, Library, Union, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_DESCRIPTORS = frozenset({"property", "staticmethod", "classmethod", "cached_property"})  # they change how it is found


def build_class(ev: Interpreter, node: ast.ClassDef, frame: Frame) -> ClassInfo:
    """Read a class definition. Nothing in its methods is evaluated."""
    info = ClassInfo(node.name, frame.module, node, Frame(frame.module, {}, frame, depth=frame.depth))
    _bases(ev, info, frame)
    for keyword in node.keywords:
        if keyword.arg:
            info.options[keyword.arg] = ev.expression(keyword.value, frame)
    _maker(ev, info, frame)
    if info.maker is None and info.is_open and not node.decorator_list:
        _implied(ev, info)
    for statement in _body(node.body, info.module.checking):
        _member(ev, info, statement)
    return info


def _implied(ev: Interpreter, info: ClassInfo) -> None:
    """Sets the maker of a class with an unread base, where a field is declared as only one library declares fields."""
    for statement in _body(info.node.body, info.module.checking):
        maker = _maker_of_field(ev, info, statement) if isinstance(statement, ast.AnnAssign) else ""
        if maker:
            set_maker(info, MAKERS[maker], statement)
            return


def _maker_of_field(ev: Interpreter, info: ClassInfo, field: ast.AnnAssign) -> str:
    """The maker that alone reads what declares a field: `eqx.field(...)`, or `eqx.AbstractVar[...]`."""
    if isinstance(field.value, ast.Call):
        spec = ev.field_spec(field.value, info.scope)
        return spec.marker.maker if spec is not None else ""
    if isinstance(field.annotation, ast.Subscript):
        meant = ev.expression(field.annotation.value, info.scope)
        return MAKER_BY_ANNOTATION.get(meant.name, "") if isinstance(meant, Library) else ""
    return ""


def _body(body: list[ast.stmt], checking: frozenset[str]) -> Iterator[ast.stmt]:
    """The statements of a class body, without what only type checkers see."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.If):
            yield from _body(branches(statement, checking)[0], checking)


def _bases(ev: Interpreter, info: ClassInfo, frame: Frame) -> None:
    bases: list[ClassInfo | Library] = []
    for expression in info.node.bases:
        target = expression.value if isinstance(expression, ast.Subscript) else expression
        same_name = getattr(target, "id", "") == info.node.name
        value = (_imported_before(ev, info) if same_name else None) or ev.expression(target, frame)
        if isinstance(value, ClassValue) and len(value.cls.mro) < _LONGEST:
            bases.append(value.cls)
        elif isinstance(value, Library):
            bases.append(value)
        else:
            info.open = True
    info.bases = tuple(bases)


def _imported_before(ev: Interpreter, info: ClassInfo) -> Value | None:
    """The base of `class TrainState(TrainState)`: what the module had imported under the name before."""
    bound = info.module.bindings.get(info.node.name, ())
    imports = [each for each in bound if isinstance(each, Import) and each.attribute]
    if info.node not in bound or len(imports) != 1 or len(bound) != 2:
        return None
    return ev.member(imports[0].module, imports[0].attribute or "")


_LONGEST = 80  # bases of bases: what is longer was generated to be long


def _maker(ev: Interpreter, info: ClassInfo, frame: Frame) -> None:
    for base in info.bases:
        if isinstance(base, Library) and base.name in MAKERS and _holds(ev, info, MAKERS[base.name]):
            set_maker(info, MAKERS[base.name], info.node)
        elif isinstance(base, Library) and not base.name.startswith(_HARMLESS):
            info.open = True
    for inherited in info.mro[1:]:
        if info.maker is None and inherited.maker is not None and inherited.maker.inherits:
            info.maker, info.maker_node = inherited.maker, inherited.maker_node
    run_hook(ev, info)
    for decorator in reversed(info.node.decorator_list):
        decorate(ev, info, decorator, frame)
    if frame.top and frame.parent is None:
        for module, call, name in ev.program.calls_on(info.module, info.name):
            register_by(ev, info, call, name, Frame(module, {}, top=True))
    elif isinstance(frame.function, (ast.FunctionDef, ast.AsyncFunctionDef)):
        _register_in(ev, info, frame.function, frame)
    if info.maker is not None:
        info.maker = with_options(info.maker, _configured(ev, info, info.maker.configured_in) | info.options)


def _register_in(
    ev: Interpreter, info: ClassInfo, function: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame
) -> None:
    """Applies what a function does with a class of its own; it may define behind it how the class is flattened."""
    calls = calls_on(function.body, info.name)
    if calls:
        inner = [each for each in reached(function.body) if isinstance(each, ast.FunctionDef)]
        plain = [each for each in inner if not each.decorator_list]
        names: dict[str, Value] = {each.name: Function(each, frame.module, frame) for each in plain}
        for call in calls:
            register_by(ev, info, call, info.name, Frame(frame.module, names, frame))


def _holds(ev: Interpreter, info: ClassInfo, maker: Maker) -> bool:
    """Whether what is said of a base holds for the versions of its library that a class of the project may meet."""
    if any(keyword in info.options for keyword in maker.before):
        return False
    return not maker.since[0] or info.module.origin != "project" or ev.program.reaches(info.module, *maker.since)


def _configured(ev: Interpreter, info: ClassInfo, name: str) -> dict[str, Value]:
    """The options that a class body sets by assigning a name: `ConfigDict(frozen=True)`, or a dict."""
    assigned = [each for each in info.node.body if isinstance(each, (ast.Assign, ast.AnnAssign)) and _binds(each, name)]
    given = [each.value for each in assigned if each.value is not None]
    if given and isinstance(given[-1], ast.Call):
        return {word.arg: ev.expression(word.value, info.scope) for word in given[-1].keywords if word.arg}
    held = ev.expression(given[-1], info.scope) if given else None
    return {str(k): v for k, v in zip(held.keys, held.items, strict=True)} if isinstance(held, Container) else {}


def _binds(node: ast.Assign | ast.AnnAssign, name: str) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return any(isinstance(target, ast.Name) and target.id == name for target in targets)


_HARMLESS = ("typing.", "abc.", "builtins.", "enum.", "collections.abc.", "typing_extensions.")


def _member(ev: Interpreter, info: ClassInfo, statement: ast.stmt) -> None:
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
        word = _accessor(statement)
        if word is not None:
            info.accessors[statement.name, word] = statement
        else:
            info.methods[statement.name] = statement
            info.rebound.pop(statement.name, None)
    elif isinstance(statement, ast.ClassDef):
        info.nested[statement.name] = statement
    elif isinstance(statement, ast.Assign):
        spec = ev.field_spec(statement.value, info.scope) if info.maker is not None else None
        for target in statement.targets:
            if isinstance(target, ast.Name) and spec is not None:
                info.own_fields[target.id] = FieldInfo(target.id, statement, info, _static(info, spec), spec, None)
            elif isinstance(target, ast.Name) and _wraps(info, target.id, statement.value):
                info.rebound.setdefault(target.id, []).append(statement.value)
            elif isinstance(target, ast.Name):
                info.assigned[target.id] = statement.value
    elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        _field(ev, info, statement, statement.target.id)
    elif not isinstance(statement, ast.If):  # what stands in its branches is read by itself
        info.attached |= dict.fromkeys(_bound_inside(statement), Unknown("bound by another statement of a class body"))
    if type(statement) is ast.Assign:
        targets = [target for target in statement.targets if not isinstance(target, ast.Name)]
        names = [name for target in targets for name in _bound_inside(target)]
        info.attached |= dict.fromkeys(names, Unknown("unpacked in a class body"))


def _wraps(info: ClassInfo, name: str, value: ast.expr) -> bool:
    """Whether a value that is assigned to a method's name is made of that method, as a decorator would do it."""
    if name not in info.methods or not isinstance(value, ast.Call) or getattr(value.func, "id", "") in _DESCRIPTORS:
        return False
    return any(getattr(part, "id", "") == name or _wraps(info, name, part) for part in value.args)


def _bound_inside(node: ast.AST) -> Iterator[str]:
    """The names that are bound or deleted somewhere in a statement of a class body."""
    for part in walk(node):
        if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load):
            yield part.id
        elif isinstance(part, ast.alias):
            yield part.asname or part.name.partition(".")[0]
        elif isinstance(part, (ast.FunctionDef, ast.ClassDef)):
            yield part.name


def _accessor(method: Method) -> str | None:
    """The word in `@name.setter` or `@Base.name.deleter` above a function of that name, which adds to a property."""
    for decorator in method.decorator_list:
        if isinstance(decorator, ast.Attribute) and decorator.attr in ("setter", "deleter"):
            held = decorator.value
            name = held.id if isinstance(held, ast.Name) else held.attr if isinstance(held, ast.Attribute) else None
            if name == method.name:
                return decorator.attr
    return None


def _field(ev: Interpreter, info: ClassInfo, node: ast.AnnAssign, name: str) -> None:
    from pytreelint.model.types.annotations import is_argument, is_class_variable, static_marker

    configures = info.maker is not None and name == info.maker.configured_in
    if configures or is_class_variable(ev, node.annotation, info.scope):
        if node.value is not None:
            info.assigned[name] = node.value
        return
    said = (
        ev.expression(node.value, info.scope) if isinstance(node.value, (ast.Call, ast.Name, ast.Attribute)) else None
    )
    spec = said if isinstance(said, FieldSpec) else None
    default = node.value if spec is None else None
    marked = static_marker(ev, node.annotation, info.scope)
    static = _static(info, spec) if said is None or not _may_declare(node, said) else None
    if marked is not None and info.maker is not None and marked.name in info.maker.annotations and static is not None:
        static = marked.value
    elif spec is None and info.maker is not None and info.maker.leaves == "data" and info.maker.node == "yes":
        static = None  # what it holds decides
    given = info.module.holds("InitVar") and is_argument(ev, node.annotation, info.scope)
    info.own_fields[name] = FieldInfo(name, node, info, static, spec, default, given)


def _may_declare(node: ast.AnnAssign, said: Value) -> bool:
    """Whether a default may be the result of an unknown field function."""
    if isinstance(said, Union):
        return any(isinstance(option, FieldSpec) for option in said.options)
    return isinstance(said, Unknown) and isinstance(node.value, ast.Call)


def _static(info: ClassInfo, spec: FieldSpec | None) -> bool | None:
    """Whether the class's maker keeps the field as static metadata."""
    if info.maker is None:
        return None if info.is_open else False
    if info.maker.spelling == "lists" and info.registration:
        return None  # the registration says so, see `leaves`
    keywords = {name: _plain(value) for name, value in spec.keywords} if spec else {}
    if spec is not None and not spec.complete:
        keywords = {"metadata": ..., spec.marker.keyword: ..., **keywords}
    if info.maker.no_init == "dropped" and keywords.get("init") is False:
        return None  # neither child nor metadata
    return {"static": True, "child": False, "unknown": None}[
        verdict(info.maker, spec.marker if spec else None, keywords)
    ]


def _plain(value: Value) -> object:
    if isinstance(value, Constant):
        return value.value
    if isinstance(value, Container) and value.kind == "dict" and value.rest is None:
        return {key: _plain(item) for key, item in zip(value.keys, value.items, strict=True)}
    return ...
