"""What the project's own decorators, `__init_subclass__` and registering functions make of a class."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.known import has
from pytreelint.knowledge.operations import OPERATIONS
from pytreelint.knowledge.record import dataclass, field
from pytreelint.model.algebra.narrowing import truth
from pytreelint.model.project.modules import bound_names
from pytreelint.model.syntax.walking import run_of_base, walk
from pytreelint.model.types.decorating import decorate, method_of, register
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import DYNAMIC, Bound, ClassValue, Container, Function, Library, Value, constant

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.protocol import Interpreter

_DEPTH = 3  # functions that hand the class to others
_FACTORY = 2  # keywords of a field that has a factory, and metadata
_STATE = ("maker", "maker_node", "dataclass_maker", "open", "gives_factories")


def applied(
    ev: Interpreter,
    info: ClassInfo,
    function: Function,
    node: ast.AST,
    keywords: tuple[tuple[str, Value], ...] = (),
    args: tuple[Value, ...] = (),
    given_back: bool = True,
) -> bool:
    """Applies to a class what a function does with the class that it is given.

    Arguments:
        node: the decorator or statement, or the class itself, which stands for what is done.
        keywords: options that a `partial` holds, or that the statement gives.
        args: what the function is given, the class among it; none: the class alone.
        given_back: whether the class must come back, as from a decorator.

    Returns:
        Whether all of it was understood. Else nothing is changed.
    """
    before = {name: getattr(info, name) for name in _STATE}
    tables = dict(info.registration), dict(info.options), dict(info.attached)
    key = ("hook", function.node)
    if key in ev.bounds.active:  # it makes classes itself
        return False
    ev.bounds.active.add(key)
    try:
        with ev.aside():
            if _read(ev, info, function, node, 0, keywords, args, given_back):
                return True
    finally:
        ev.bounds.active.discard(key)
    for name, value in before.items():
        setattr(info, name, value)
    info.registration, info.options, info.attached = tables
    return False


def register_by(ev: Interpreter, info: ClassInfo, call: ast.Call, name: str, frame: Frame) -> None:
    """Applies a module's statement to a class: `register(C)`, `own_register(C)` or `C.register()`.

    Arguments:
        name: what the class is called there.
    """
    function: Value
    if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) and call.func.value.id == name:
        method = method_of(info, call.func.attr)
        if not isinstance(method, Bound) or not isinstance(method.function, Function):
            return
        function = method.function
        if not function.module.makes_classes:
            return
        given: tuple[Value, ...] = (ClassValue(info),)
    else:
        function, given = ev.expression(call.func, frame), ()
        if not isinstance(function, Function):
            register(ev, info, call, frame)
            return
    known = {name: ClassValue(info)}
    with ev.doubt():
        args = [known.get(getattr(each, "id", "")) or ev.expression(each, frame) for each in call.args]
        keywords = {
            k.arg: known.get(getattr(k.value, "id", "")) or ev.expression(k.value, frame)
            for k in call.keywords
            if k.arg
        }
    if not applied(ev, info, function, call, tuple(keywords.items()), (*given, *args), given_back=False):
        info.open = True


def run_hook(ev: Interpreter, info: ClassInfo) -> None:
    """`__init_subclass__` of the nearest base that has one; one that was not understood may register the class."""
    for base in info.mro[1:]:
        hook = base.methods.get("__init_subclass__")
        if hook is not None:
            understood = applied(ev, info, Function(hook, base.module, None, base), info.node)
            info.open = info.open or not (understood or info.maker is not None)
            return


def _read(
    ev: Interpreter,
    info: ClassInfo,
    function: Function,
    node: ast.AST,
    depth: int,
    keywords: tuple[tuple[str, Value], ...] = (),
    args: tuple[Value, ...] = (),
    given_back: bool = True,
) -> bool:
    if depth > _DEPTH:
        return False
    is_hook = function.name == "__init_subclass__"
    outer = Frame(info.module, {}, top=True)
    name = ast.copy_location(ast.Name(info.name, ast.Load()), info.node)
    given = Arguments(
        args or (ClassValue(info),), dict(info.options) if is_hook else dict(keywords), name, outer, entry=True
    )
    scope = function.closure or ev.top(function.module)
    env = ev.bind(function, given, scope)
    frame = Frame(function.module, env, function.closure, function.owner)
    names = {name for name, value in env.items() if value == ClassValue(info)}
    reader = _Reader(ev, info, node, frame, names, depth)
    if isinstance(function.node, ast.Lambda):
        return reader.is_class_expression(function.node.body)
    return reader.body(function.node.body) and (is_hook or not given_back or reader.returned)


@dataclass(slots=True)
class _Reader:
    """Reads a function's statements in order.

    Attributes:
        names: what the class is called in it.
        returned: it gave the class back.
    """

    ev: Interpreter
    info: ClassInfo
    node: ast.AST
    frame: Frame
    names: set[str] = field(default_factory=set)
    depth: int = 0
    returned: bool = False

    def body(self, body: list[ast.stmt]) -> bool:
        return all(self.returned or self.statement(statement) for statement in body)

    def statement(self, node: ast.stmt) -> bool:
        match node:
            case ast.Return(value=ast.expr() as value):
                self.returned = self.is_class_expression(value)
                return self.returned
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if self.is_class_expression(value):
                self.names.add(name)
                self.frame.bind(name, ClassValue(self.info))
                return True
            case ast.Assign(targets=[ast.Attribute(ast.Name(id=name), attribute)], value=value) if name in self.names:
                self.attach(attribute, value)
                return True
            case ast.Expr(
                ast.Call(ast.Name(id="setattr"), [ast.Name(id=name), ast.Constant(str(attribute)), value])
            ) if name in self.names:
                self.attach(attribute, value)
                return True
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                return True
            case ast.Expr(value=value) if self.is_class_expression(value) or run_of_base(value):
                return True
            case ast.If(test=test):
                known = truth(self.ev.expression(test, self.frame))
                if known is None and (isinstance(node.body[-1], ast.Raise) or self.is_made(node)):
                    known = False  # the program goes on
                known = True if known is None and self.asks_for_known(test) else known
                return self.either(node) if known is None else self.body(node.body if known else node.orelse)
            case ast.Assert():
                return True
            case ast.For(target=ast.Name(id=name), iter=names) if self.are_own_names(names):
                self.frame.bind(name, DYNAMIC)
                self.info.gives_factories = all(self.gives_factory(each, name) for each in node.body)
                return self.info.gives_factories
        if not isinstance(node, ast.FunctionDef) and self.hands_over(node):
            return False
        self.ev.body([node], self.frame)
        return self.frame.env is not None

    def is_made(self, node: ast.If) -> bool:
        """Whether a side gives a class back that has been made before: `if "_made" in cls.__dict__: return cls`."""
        match node.body:
            case [ast.Return(ast.Name(id=name))]:
                return name in self.names
        return False

    def asks_for_known(self, test: ast.expr) -> bool:
        """Whether a test asks a library for what its versions of today have: `hasattr(jax.tree_util, "Partial")`."""
        match test:
            case ast.Call(ast.Name(id="hasattr"), [holder, ast.Constant(str(name))]):
                library = self.ev.expression(holder, self.frame)
                return isinstance(library, Library) and has(f"{library.name}.{name}")
        return False

    def are_own_names(self, node: ast.expr) -> bool:
        """Whether an expression gives the names that the class annotates: `cls.__annotations__`, or its keys."""
        match node:
            case ast.Call(ast.Attribute(value=ast.Attribute() as inner, attr="keys"), [], []):
                return self.are_own_names(inner)
            case ast.Attribute(value=ast.Name(id=name), attr="__annotations__"):
                return name in self.names
        return False

    def gives_factory(self, node: ast.stmt, name: str) -> bool:
        """Whether a statement only looks at defaults, or puts a factory in the place of one, as children have it.

        Arguments:
            name: what the loop calls the name of a field.
        """
        match node:
            case ast.If(orelse=[]):
                return all(self.gives_factory(each, name) for each in node.body)
            case ast.Assign(targets=[ast.Name()], value=ast.Call(ast.Name(id="getattr"))):
                return True
            case ast.Expr(ast.Call(ast.Name(id="setattr"), [ast.Name(id=owner), ast.Name(id=field), given], [])):
                spec = self.ev.field_spec(given, self.frame)
                if owner not in self.names or field != name or spec is None or not spec.complete:
                    return False
                said = spec.keyword("metadata")
                plain = said is None or (isinstance(said, Container) and all(map(_is_true, (*said.items, said.rest))))
                return plain and spec.keyword("default_factory") is not None and len(spec.keywords) <= _FACTORY
        return False

    def either(self, node: ast.If) -> bool:
        """Whether both sides of an `if` are understood, and leave the class as it is: `if has_flax: register(cls)`."""
        before = [getattr(self.info, name) for name in _STATE]
        sides = [*node.body, *node.orelse]
        understood = all(isinstance(each, (ast.Expr, ast.Pass)) and self.statement(each) for each in sides)
        return understood and before == [getattr(self.info, name) for name in _STATE]

    def attach(self, name: str, node: ast.expr) -> None:
        """Give the class one more attribute; what Python itself asks for, or the class has, may change what it is."""
        special = name.startswith("__") and name.endswith("__")
        bodies = [statement for each in self.info.mro for statement in each.node.body]
        if special or any(name in set(bound_names(statement)) for statement in bodies):
            self.info.open = True
        self.info.attached[name] = self.ev.expression(node, self.frame)

    def is_class_expression(self, node: ast.expr) -> bool:
        """Whether an expression is the class, after what its calls do to it was done."""
        if isinstance(node, ast.Name):
            return node.id in self.names
        if isinstance(node, ast.IfExp):
            known = truth(self.ev.expression(node.test, self.frame))
            return known is not None and self.is_class_expression(node.body if known else node.orelse)
        call = self.written_out(node) if isinstance(node, ast.Call) else None
        if call is None:
            return False
        given = [*call.args[:1], *(k.value for k in call.keywords if k.arg in ("nodetype", "cls"))]
        if not given or not self.is_class_expression(given[0]):
            return False
        called = self.ev.expression(call.func, self.frame)
        if isinstance(called, Library) and called.name in OPERATIONS:
            return False  # `dataclasses.fields(cls)` only reads it
        if isinstance(called, Function):
            keywords = tuple((k.arg, self.ev.expression(k.value, self.frame)) for k in call.keywords if k.arg)
            args = (ClassValue(self.info), *(self.ev.expression(each, self.frame) for each in call.args[1:]))
            plain = given[0] in call.args
            return plain and _read(self.ev, self.info, called, self.node, self.depth + 1, keywords, args)
        if isinstance(call.func, ast.Call):  # `dataclass(frozen=True)(cls)`
            return decorate(self.ev, self.info, call.func, self.frame, self.node)
        return register(self.ev, self.info, call, self.frame, self.node)

    def written_out(self, call: ast.Call) -> ast.Call | None:
        """A call with what `*args` and `**kwargs` hold in their place; nothing where that is not known."""
        args, keywords = list[ast.expr](), list[ast.keyword]()
        for each in call.args:
            held = self.ev.expression(each.value, self.frame) if isinstance(each, ast.Starred) else None
            if held is None:
                args.append(each)
            elif isinstance(held, Container) and held.rest is None:
                args += [self.as_name(item, each, index) for index, item in enumerate(held.items)]
            else:
                return None
        for keyword in call.keywords:
            held = self.ev.expression(keyword.value, self.frame) if keyword.arg is None else None
            if held is None:
                keywords.append(keyword)
            elif isinstance(held, Container) and held.rest is None:
                pairs = zip(held.keys, held.items, strict=True)
                keywords += [ast.keyword(str(key), self.as_name(item, keyword.value, key)) for key, item in pairs]
            else:
                return None
        return ast.copy_location(ast.Call(call.func, args, keywords), call)

    def as_name(self, value: Value, node: ast.expr, part: object) -> ast.expr:
        """A name, as no program has it, for a part of what a call spreads."""
        name = f"{ast.unparse(node)}[{part!r}]"
        self.frame.bind(name, value)
        if value == ClassValue(self.info):
            self.names.add(name)
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def hands_over(self, node: ast.AST) -> bool:
        """Whether a statement passes the class to unknown code."""
        for part in walk(node):
            if isinstance(part, ast.Call) and not _is_library(self.ev.expression(part.func, self.frame)):
                if any(isinstance(name, ast.Name) and name.id in self.names for name in walk(part)):
                    return True
        return any(isinstance(part, ast.Name) and part.id in ("setattr", "delattr") for part in walk(node))


def _is_true(value: Value | None) -> bool:
    """Whether it is what metadata say of a child, under whatever key; or nothing."""
    return value is None or value == constant(True)


def _is_library(function: Value) -> bool:
    """Whether a function is a library's, or a method of a value of Python: of a dict, a list."""
    return isinstance(function.function if isinstance(function, Bound) else function, Library)
