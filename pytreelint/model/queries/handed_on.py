"""Whether a transformed function is only called, as far as its file shows, and where each call stands.

A filtered twin is another object than a raw one: a PyTree node in a container, without `_cache_size`, with other
attributes; and what calls it where nobody looks may give it numbers. So a use is a call, or an argument of a transform
(which calls it on tracers); a name for it, or a function that returns it, is followed; all else hands it on.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from pytreelint.knowledge.function_uses import (
    BY_NAME,
    BY_NAME_ATTRIBUTES,
    PARTIAL,
    PLAIN_DECORATORS,
    SAME_ATTRIBUTES,
    STATIC_METHOD,
)
from pytreelint.knowledge.record import record
from pytreelint.knowledge.transforms import TRANSFORMS
from pytreelint.model.project.modules import Binding, Import
from pytreelint.model.project.program import Definition
from pytreelint.model.syntax.occurrences import occurrences, reads
from pytreelint.model.syntax.standing import standing
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import Library, ModuleValue, Transformed, Value

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.protocol import Interpreter

_HOPS = 5  # names, returning functions and partials that are followed
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@record(frozen=True, slots=True)
class Uses:
    """How a transformed function is used in its file.

    Attributes:
        calls: each call of it.
        escape: how it gets to where it is not seen; "" where it does not.
        name: by what name the module has it; "" where it has none.
        method: that is the name of a method, or of an attribute.
    """

    calls: tuple[ast.Call, ...] = ()
    escape: str = ""
    name: str = ""
    method: bool = False


def uses_of(ev: Interpreter, module: ModuleInfo, node: ast.AST) -> Uses:
    """The uses of the function that the transform at `node` (a decorator, or a call) makes."""
    return ev.answer((Uses, node), lambda: _uses_of(ev, module, node))


def _uses_of(ev: Interpreter, module: ModuleInfo, node: ast.AST) -> Uses:
    reader = _Reader(ev, module)
    reader.follow(node, 0)
    if not reader.escape and reader.names and (found := _by_name(module.tree)):
        reader.escape = f"functions are found by name here (`{found}`)"
    return Uses(tuple(reader.calls), reader.escape, reader.name, reader.method)


def uses_elsewhere(ev: Interpreter, module: ModuleInfo, node: ast.AST) -> Uses:
    """The uses that another file makes of the function of a transform at `node`, which it imports."""
    return ev.answer((Uses, node), lambda: _uses_elsewhere(ev, module, node))


def _uses_elsewhere(ev: Interpreter, module: ModuleInfo, node: ast.AST) -> Uses:
    reader = _Reader(ev, module)
    for name, wrapper in _imported(ev, module):
        if wrapper.site is node:
            reader._named(name, module.tree, 0)
    for use, wrapper in _of_modules(ev, module):
        if wrapper.site is node:
            reader.follow(use, 0)
    if not reader.escape and (handed := _modules_handed_on(ev, module)) and _stands_in(handed, node):
        reader.escape = "its module is handed on as a value"
    return Uses(tuple(reader.calls), reader.escape)


def imported_transforms(ev: Interpreter, module: ModuleInfo) -> Iterator[Transformed]:
    """The transformed functions of other files of the project that a file can name."""
    yield from (wrapper for _, wrapper in _imported(ev, module))
    yield from (wrapper for _, wrapper in _of_modules(ev, module))
    for other in _modules_handed_on(ev, module):
        for name in other.bindings:
            wrapper = _made(ev, other, name)
            if isinstance(wrapper, Transformed) and wrapper.module is other:
                yield wrapper


def _imported(ev: Interpreter, module: ModuleInfo) -> Iterator[tuple[str, Transformed]]:
    for name, bindings in module.bindings.items():
        if any(_is_ours(ev, module, each) and each.attribute is not None for each in bindings):  # type: ignore[union-attr]
            wrapper = _made(ev, module, name)
            if isinstance(wrapper, Transformed) and wrapper.module is not module:
                yield name, wrapper


def _made(ev: Interpreter, module: ModuleInfo, name: str) -> Value | None:
    """The value of a name; None for classes and plain functions, most of what is imported: they make no wrapper."""
    meaning = ev.program.resolve(module, name)
    if isinstance(meaning, Definition) and all(map(_is_plain, meaning.bindings)):
        return None
    return ev.name(module, name)


def _is_plain(binding: Binding) -> bool:
    return isinstance(binding, ast.ClassDef) or (isinstance(binding, _Function) and not binding.decorator_list)


def _is_ours(ev: Interpreter, module: ModuleInfo, binding: Binding) -> bool:
    """Whether it imports from a file of the project; libraries are not opened for this."""
    if not isinstance(binding, Import):
        return False
    found = ev.program.layout.find(ev.program.read_from(module, binding))
    return found is not None and found.origin == "project"


def _of_modules(ev: Interpreter, module: ModuleInfo) -> Iterator[tuple[ast.Attribute, Transformed]]:
    """`losses.step`, where `losses` is a module of the project."""
    for other, holder in _module_uses(ev, module):
        if isinstance(holder, ast.Attribute):
            wrapper = _made(ev, other, holder.attr) if holder.attr in other.bindings else None
            if isinstance(wrapper, Transformed):
                yield holder, wrapper


def _modules_handed_on(ev: Interpreter, module: ModuleInfo) -> list[ModuleInfo]:
    """Modules that are used as values: `getattr(losses, name)`."""
    return [other for other, holder in _module_uses(ev, module) if not isinstance(holder, ast.Attribute)]


def _module_uses(ev: Interpreter, module: ModuleInfo) -> list[tuple[ModuleInfo, ast.AST]]:
    """Returns a pair for each place that names a module of the project: the module, and the node around the name."""

    def find() -> list[tuple[ModuleInfo, ast.AST]]:
        names = _project_modules(ev, module)
        uses = [(names[name], use) for name in names for use in occurrences(module.tree).names.get(name, ())]
        return [(other, standing(module.tree)[use].holder) for other, use in uses]

    return ev.answer((_module_uses, module), find)


def _project_modules(ev: Interpreter, module: ModuleInfo) -> dict[str, ModuleInfo]:
    found = {}
    for name, bindings in module.bindings.items():
        value = _made(ev, module, name) if any(_is_ours(ev, module, each) for each in bindings) else None
        other = ev.program.module(value.name) if isinstance(value, ModuleValue) else None
        if other is not None and other.origin == "project":
            found[name] = other
    return found


def _stands_in(modules: list[ModuleInfo], node: ast.AST) -> bool:
    return any(node in standing(each.tree) for each in modules)


@lru_cache(maxsize=16)
def _by_name(tree: ast.AST) -> str:
    """What in a file finds functions by their names; "" for nothing."""
    for node in walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in BY_NAME or (node.func.id == "vars" and not node.args):
                return f"{node.func.id}()"
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            dotted = f"{node.value.id}.{node.attr}"
            if dotted in BY_NAME_ATTRIBUTES:
                return dotted
    return ""


class _Reader:
    """Follows a transformed function from where it is created to its uses."""

    def __init__(self, ev: Interpreter, module: ModuleInfo) -> None:
        self.ev = ev
        self.module = module
        self.standing = standing(module.tree)
        self.calls: list[ast.Call] = []
        self.escape = ""
        self.name = ""
        self.method = False
        self.names: set[str] = set()
        self.seen: set[ast.AST] = set()

    def follow(self, node: ast.AST, hops: int) -> None:
        """Follows an expression or decorator whose value is the function."""
        if node in self.seen or self.escape:
            return
        self.seen.add(node)
        if hops > _HOPS:
            self.escape = "it is handed on too often to be followed"
            return
        parent = self._holder(node)
        if isinstance(parent, _Function) and node in parent.decorator_list:
            self._decorated(parent, node, hops)
        elif isinstance(node, ast.Call) and isinstance(parent, ast.keyword | ast.Starred):
            self._hand_on()
        else:
            self._value(node, hops)

    def _holder(self, node: ast.AST) -> ast.AST | None:
        where = self.standing.get(node)
        return where.holder if where is not None else None

    def _decorated(self, function: _Function, node: ast.AST, hops: int) -> None:
        above = function.decorator_list[: function.decorator_list.index(node)]  # type: ignore[arg-type]
        if not all(self._hands_on_as_it_is(each) for each in above):
            self.escape = f"another decorator gets `{function.name}`"
            return
        owner = self._holder(function)
        if isinstance(owner, ast.ClassDef):
            self._attribute(function.name, hops)
        else:
            self._named(function.name, owner, hops)

    def _hands_on_as_it_is(self, decorator: ast.expr) -> bool:
        called = self._resolve(decorator.func if isinstance(decorator, ast.Call) else decorator)
        return called in PLAIN_DECORATORS or called in TRANSFORMS or called == PARTIAL

    def _value(self, node: ast.AST, hops: int) -> None:
        """Follows the value of an expression to its uses."""
        parent = self._holder(node)
        match parent:
            case ast.Call(func=func) if func is node:
                self.calls.append(parent)
            case ast.Call() if (called := self._resolve(parent.func)) in TRANSFORMS or called == PARTIAL:
                if called == PARTIAL or TRANSFORMS[called].style == "wraps":
                    self.follow(parent, hops + 1)  # its calls are calls of this function
            case ast.Call() if self._resolve(parent.func) == STATIC_METHOD:
                self._static_method(parent, hops)
            case ast.Assign(targets=targets):
                for target in targets:
                    self._bound(target, parent, hops)
            case ast.AnnAssign(target=target) | ast.NamedExpr(target=target):
                self._bound(target, parent, hops)
            case ast.Attribute(attr=attribute, ctx=ast.Load()) if attribute in SAME_ATTRIBUTES:
                pass
            case ast.Attribute(attr=attribute):
                self.escape = f"its attribute `{attribute}` is used"
            case ast.Return():
                self._returned(parent, hops)
            case ast.Expr():
                pass
            case ast.Compare(ops=[ast.Is() | ast.IsNot()], comparators=[ast.Constant(value=None)]):
                pass
            case _:
                self._hand_on()

    def _static_method(self, call: ast.Call, hops: int) -> None:
        """`step = staticmethod(jit(f))` in a class: an attribute that binds no instance."""
        match self._holder(call):
            case ast.Assign(targets=[ast.Name(id=name)]) as statement if isinstance(
                self._holder(statement), ast.ClassDef
            ):
                self._attribute(name, hops)
            case _:
                self._hand_on()

    def _hand_on(self) -> None:
        self.escape = f"`{self.name}` is handed on as a value" if self.name else "it is handed on as a value"

    def _resolve(self, node: ast.expr) -> str:
        with self.ev.aside():
            value = self.ev.expression(node, Frame(self.module, {}, top=True))
        if isinstance(value, Transformed):
            return value.transform.name
        return value.name if isinstance(value, Library) else ""

    def _bound(self, target: ast.expr, statement: ast.AST, hops: int) -> None:
        if isinstance(target, ast.Name):
            owner = self._holder(statement)
            if isinstance(owner, ast.ClassDef):
                self.escape = f"it is an attribute of `{owner.name}`"
            else:
                self._named(target.id, statement, hops)
        elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and self._in_plain_class(target):
            self._attribute(target.attr, hops)
        else:
            self._hand_on()

    def _in_plain_class(self, target: ast.AST) -> bool:
        """Whether an attribute is one of an object that is no PyTree."""
        outer: ast.AST | None = target
        while outer is not None and not isinstance(outer, ast.ClassDef):
            outer = self._holder(outer)
        if outer is None:
            return False
        with self.ev.aside():
            return self.ev.class_of(outer, Frame(self.module, {}, top=True)).pytree == "no"

    def _named(self, name: str, node: ast.AST | None, hops: int) -> None:
        """Every use of a name, in the function that binds it, or in the module."""
        scope = node
        while scope is not None and not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)):
            scope = self._holder(scope)
        if isinstance(scope, ast.Module) or scope is None:
            self.names.add(name)
            self.name = self.name or name
        for use in reads(scope or self.module.tree, name):
            self.follow(use, hops + 1)

    def _attribute(self, name: str, hops: int) -> None:
        """Every use of an attribute of that name, on whatever object."""
        self.method, self.name = True, self.name or name
        for node in occurrences(self.module.tree).gets(name):
            if isinstance(node, ast.Attribute):
                if isinstance(node.ctx, ast.Load):
                    self.follow(node, hops + 1)
            else:
                given = node.args[1] if len(node.args) > 1 else None
                if not isinstance(given, ast.Constant) or given.value == name:
                    self.escape = self.escape or "methods are found by name here (`getattr`)"

    def _returned(self, statement: ast.AST, hops: int) -> None:
        """The function goes to whoever calls the one that returns it."""
        function: ast.AST | None = statement
        while function is not None and not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            function = self._holder(function)
        if not isinstance(function, ast.FunctionDef) or function.decorator_list:
            self._hand_on()
            return
        owner = self._holder(function)
        maker = _Reader(self.ev, self.module)
        if isinstance(owner, ast.ClassDef):
            maker._attribute(function.name, hops + 1)
        else:
            maker._named(function.name, owner, hops + 1)
        self.escape = self.escape or maker.escape
        self.names |= maker.names
        self.name, self.method = self.name or maker.name, self.method or maker.method
        for call in maker.calls:
            self.follow(call, hops + 1)
