"""Constructors that `tree_unflatten` calls, and what they ask of children that may be no arrays.

Whether they need the value of a tracer, `transforms/hypothetical.py` says.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from pytreelint.knowledge.unflattening import BY_NAME, CONVERSIONS, GUARDS, SHAPES, Check
from pytreelint.model.syntax.free import bound_names
from pytreelint.model.syntax.parameters import signature
from pytreelint.model.syntax.walking import walk
from pytreelint.model.types.raw_methods import plain_method
from pytreelint.model.types.rebuilt import unflattening_of
from pytreelint.model.types.registration import flat_parts
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import DYNAMIC, Array, Bound, Container, Function, Library, Object, Value

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.classes import ClassInfo, Method
    from pytreelint.model.values.protocol import Interpreter


_SETTERS = frozenset({"setattr", "__setattr__", "__dict__", "vars"})
_DEEPEST = 3  # calls that a child goes through
_PERHAPS = (ast.IfExp, ast.Lambda, ast.BoolOp, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Asked(NamedTuple):
    """A place in a constructor that needs more of a parameter than a placeholder has."""

    module: ModuleInfo
    node: ast.expr
    parameter: str
    check: Check


class Parameters(NamedTuple):
    """A written constructor that cannot be called with the fields of its class: what it has too few or too many of."""

    module: ModuleInfo
    node: Method
    refused: tuple[str, ...]
    needed: tuple[str, ...]


def other_parameters(value: Object) -> Parameters | None:
    """Returns what the constructor of an instance's class lacks or asks for, where unflattening names the fields."""
    cls, found = value.cls, value.cls.method("__init__")
    if cls.maker is None or cls.maker.name not in BY_NAME or cls.is_open or not value.exact or found is None:
        return None
    owner, method = found
    if method.args.kwarg is not None or method.decorator_list or owner.module.origin != "project":
        return None
    takes = signature(method.args)
    positional = takes.positional[max(1, len(method.args.posonlyargs)) :]
    names = {each.arg for each in (*positional, *takes.keyword_only)}
    fields = [name for name, info in cls.fields().items() if info.init]
    refused = tuple(name for name in fields if name not in names)
    needed = tuple(name for name in (*takes.needed[0][1:], *takes.needed[1]) if name not in fields)
    return Parameters(owner.module, method, refused, needed) if fields and (refused or needed) else None


def checks_of(ev: Interpreter, value: Object) -> list[Asked]:
    """What the constructor asks of the arrays among the children of an instance, where unflattening calls it."""
    cls, maker = value.cls, value.cls.maker
    if maker is None or cls.is_open or not value.exact:
        return []
    found = cls.method("__init__")
    if maker.name in BY_NAME and found is None and (after := cls.method("__post_init__")) is not None:
        held = {name for name, info in cls.fields().items() if info.static is not True and info.init}
        fields = tuple(sorted(name for name in held if isinstance(value.get(name), Array)))
        return list(ev.answer((checks_of, cls, fields), lambda: _of_fields(ev, cls, *after, fields)))
    if not maker.spelling.startswith(("methods", "functions")):
        return []
    if found is None or not calls_constructor(ev, cls):
        return []
    with ev.aside():
        parts = flat_parts(ev, value)
    children = parts[0].items if parts is not None and isinstance(parts[0], Container) else ()
    names = [each.arg for each in (*found[1].args.posonlyargs, *found[1].args.args)][1:]
    arrays = {name for name, child in zip(names, children, strict=False) if isinstance(child, Array)}
    return list(ev.answer((checks_of, cls, tuple(sorted(arrays))), lambda: _of_constructor(ev, cls, *found, arrays)))


def calls_constructor(ev: Interpreter, cls: ClassInfo) -> bool:
    """Whether unflattening is `cls(*children)`, or `a, b = children` and `cls(a, b)`, or `cls(children[0])`."""
    function, first = unflattening_of(ev, cls)
    node = function.node if function is not None else None
    if not isinstance(node, (ast.Lambda, ast.FunctionDef)) or not node.args.args:
        return False
    children, own = node.args.args[-1].arg, node.args.args[0].arg if first else cls.name
    end = node.body if isinstance(node, ast.Lambda) else node.body[-1]
    match end.value if isinstance(end, ast.Return) else end:
        case ast.Call(func=ast.Name(id=called), args=[ast.Starred(value=ast.Name(id=starred)), *_]):
            return called == own and children == starred
        case ast.Call(func=ast.Name(id=called), args=given, keywords=[]) if given and called == own:
            texts = list(map(ast.unparse, given))
            by_number = [f"{children}[{index}]" for index in range(len(given))]
            return texts == by_number or (isinstance(node, ast.FunctionDef) and _unpacked(node, [children]) == texts)
    return False


def _unpacked(node: ast.FunctionDef, children: list[str]) -> list[str] | None:
    """The names of the children where all that a function does before it returns is to unpack them."""
    match [each for each in node.body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]:
        case [ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Name(id=source)), ast.Return()]:
            return list(map(ast.unparse, names)) if [source] == children else None
    return None


def _of_constructor(
    ev: Interpreter, cls: ClassInfo, owner: ClassInfo, init: Method, arrays: set[str]
) -> tuple[Asked, ...]:
    own = {signature(init.args).positional[0].arg: Object(cls)} if signature(init.args).positional else {}
    with ev.aside():
        return tuple(_asked(ev, plain_method(owner, init), {name: name for name in arrays}, own))


def _of_fields(
    ev: Interpreter, cls: ClassInfo, owner: ClassInfo, method: Method, fields: tuple[str, ...]
) -> tuple[Asked, ...]:
    """What `__post_init__` asks of the fields that the generated constructor has set."""
    first = next(iter(signature(method.args).positional), None)
    if first is None or method.decorator_list:
        return ()
    names = {f"{first.arg}.{name}": name for name in fields}
    with ev.aside():
        return tuple(_asked(ev, plain_method(owner, method), names, {first.arg: Object(cls)}))


def _asked(
    ev: Interpreter, function: Function, names: Mapping[str, str], own: Mapping[str, Value], deep: int = 0
) -> Iterator[Asked]:
    """What parameters are asked until they are bound anew, in functions that get them, too.

    Nothing of a function that looks at what it is given, and nothing behind a place where it may have returned.

    Args:
        names: the parameters that are children, each with its name in the constructor.
        own: the instance, by the name that a method has for it.
    """
    if not isinstance(function.node, ast.FunctionDef) or is_guarded(function.node):
        return
    if any(isinstance(part, (ast.Yield, ast.YieldFrom)) for part in walk(function.node)):
        return  # nothing of it runs before somebody iterates
    bound = {each.arg for each in ast.walk(function.node.args) if isinstance(each, ast.arg)}
    env = {**dict.fromkeys(bound | bound_names(function.node.body), DYNAMIC), **own}
    frame = Frame(function.module, env, function.closure or ev.top(function.module), depth=2)
    left = dict(names)
    for statement in function.node.body:
        for node in _run(statement):
            for name, check in _checks(ev, frame, statement, node):
                if name in left:
                    yield Asked(function.module, node, left[name], check)
            if isinstance(node, ast.Call) and deep < _DEEPEST:
                yield from _of_call(ev, node, frame, left, deep)
        if _may_return(statement):
            return
        bound = bound_names([statement]) | {ast.unparse(target) for target in _attributes_set(statement)}
        left = {name: child for name, child in left.items() if name not in bound and not _sets_any(statement)}


def _attributes_set(statement: ast.stmt) -> Iterator[ast.Attribute]:
    return (part for part in walk(statement) if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store))


def _sets_any(statement: ast.stmt) -> bool:
    """Whether a statement may set attributes by their names."""
    return any(getattr(part, "attr", getattr(part, "id", "")) in _SETTERS for part in walk(statement))


def _of_call(ev: Interpreter, call: ast.Call, frame: Frame, names: Mapping[str, str], deep: int) -> Iterator[Asked]:
    """What a function of the project asks of the parameters that it is given."""
    given = [*call.args, *(each.value for each in call.keywords)]
    if any(isinstance(each, ast.Starred) for each in given) or not any(
        isinstance(each, ast.Name) and each.id in names for each in given
    ):
        return
    called: Value = ev.expression(call.func, frame)
    own = [called.instance] if isinstance(called, Bound) else []
    called = called.function if isinstance(called, Bound) else called
    if not isinstance(called, Function):
        return
    places = [each.arg for each in signature(called.node.args).positional]
    by_name = {each.arg: each.value for each in call.keywords if each.arg is not None}
    inner = {**dict(zip(places[len(own) :], call.args, strict=False)), **by_name}
    passed = {at: names[node.id] for at, node in inner.items() if isinstance(node, ast.Name) and node.id in names}
    yield from _asked(ev, called, passed, dict(zip(places, own, strict=False)), deep + 1)


def _may_return(statement: ast.stmt) -> bool:
    return any(isinstance(part, ast.Return) for part in walk(statement))


def is_guarded(init: Method) -> bool:
    """Whether a constructor looks at what it is given, and may let placeholders through."""
    words = {n.id for n in walk(init) if isinstance(n, ast.Name)}
    return bool(words & GUARDS) or any(isinstance(n, (ast.Is, ast.IsNot, ast.Try)) for n in ast.walk(init))


def _run(statement: ast.stmt) -> Iterator[ast.expr]:
    """The expressions of a statement that certainly run."""
    roots = list[ast.expr]()
    if isinstance(statement, (ast.If, ast.Assert)):
        tests = statement.test.values if isinstance(statement.test, ast.BoolOp) else [statement.test]
        roots = tests[:1]
        yield from (each for each in tests[1:] if isinstance(each, ast.Compare))  # unless one before it has refused
    if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.Expr, ast.Return)) and statement.value is not None:
        roots = [statement.value]
    for root in roots:
        for node in walk(root):
            if isinstance(node, _PERHAPS):
                return
            if isinstance(node, ast.expr):
                yield node


def _checks(ev: Interpreter, frame: Frame, statement: ast.stmt, node: ast.expr) -> Iterator[tuple[str, Check]]:
    match node:
        case ast.Attribute(value=asked, attr=attribute) if attribute in SHAPES and (name := _child(asked)):
            yield name, "shape"
            match statement:
                case ast.Assign(targets=[ast.Tuple(elts=names)], value=value) if value is node and attribute == "shape":
                    if not any(isinstance(each, ast.Starred) for each in names):
                        yield name, "rank"
        case ast.Call(func=function, args=[asked, *_]) if (name := _child(asked)) and _converts(ev, frame, function):
            yield name, "conversion"
        case ast.Compare(
            left=ast.Attribute(value=asked, attr="ndim")
            | ast.Call(func=ast.Name(id="len"), args=[ast.Attribute(value=asked, attr="shape")]),
            ops=[op],
            comparators=[ast.Constant()],
        ):
            if isinstance(op, _refusing(statement, node)) and (name := _child(asked)):
                yield name, "rank"


def _child(node: ast.expr) -> str:
    """What stands for a child: a parameter of a written constructor, or a field behind a generated one."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id=holder), attr=name):
            return f"{holder}.{name}"
    return ""


def _refusing(statement: ast.stmt, asked: ast.expr) -> type[ast.cmpop] | tuple[()]:
    """The comparison that an assertion, or a branch that raises, lets only one number pass."""
    match statement:
        case ast.Assert(test=test) if asked in _each(test, ast.And):
            return ast.Eq
        case ast.If(test=test, body=[*before, ast.Raise()]) if asked in _each(test, ast.Or):
            return () if any(map(_may_return, before)) else ast.NotEq
    return ()


def _each(test: ast.expr, by: type[ast.boolop]) -> list[ast.expr]:
    """The tests of which each is enough to refuse."""
    return test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, by) else [test]


def _converts(ev: Interpreter, frame: Frame, function: ast.expr) -> bool:
    value: Value = ev.expression(function, frame)
    return isinstance(value, Library) and value.name in CONVERSIONS
