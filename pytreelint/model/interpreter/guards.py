"""Code that is written for several versions of a library: what it names need not be there."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Literal

from pytreelint.knowledge.record import record, replace
from pytreelint.model.interpreter.handlers import provokes
from pytreelint.model.project.modules import Import, ModuleInfo
from pytreelint.model.project.program import Definition, Program
from pytreelint.model.syntax.checking import branches, holds
from pytreelint.model.syntax.walking import children, statements, walk

Kind = Literal["import", "attribute"]

_CAUGHT: dict[str, tuple[Kind, ...]] = {
    "ImportError": ("import",),
    "ModuleNotFoundError": ("import",),
    "AttributeError": ("attribute",),
    "Exception": ("import", "attribute"),
    "BaseException": ("import", "attribute"),
}
_ASKING = ("hasattr", "getattr")
_HOPS = 3
_SHORT = 3  # statements of a function that only asks


@record(frozen=True, slots=True)
class Guard:
    """What holds where a node stands.

    Attributes:
        versions: it is reached only where a test of versions, or of what a library has, came out in one way.
        tried: the failures that are caught there.
    """

    versions: bool = False
    tried: frozenset[Kind] = frozenset()

    def covers(self, kind: Kind) -> bool:
        """Whether a name that is not there does no harm."""
        return self.versions or kind in self.tried

    @property
    def later(self) -> Guard:
        """In the body of a function, which runs when the `try` around its definition is over."""
        return replace(self, tried=frozenset())


class Guards:
    """Follows the statements of one module and tells what guards them."""

    def __init__(self, program: Program, module: ModuleInfo) -> None:
        """Nothing is looked at yet."""
        self._program = program
        self._module = module
        self._imported: frozenset[str] | None = None
        self._given: dict[str, list[ast.expr]] | None = None
        self._known: dict[tuple[str, str, int], bool] = {}

    def blocks(self, node: ast.stmt, guard: Guard) -> Iterator[tuple[Iterable[ast.AST], Guard]]:
        """The parts of a statement, each with its guard; what is for type checkers alone is left out."""
        match node:
            case ast.If() if holds(node.test, self._module.checking) is not None:
                yield branches(node, self._module.checking)[0], guard
            case ast.If() | ast.While():
                asked, other = self.asks(node.test), replace(guard, versions=True)
                missing = _missing(node.test)
                yield [node.test], other if asked else guard
                yield node.body, other if asked or missing is True else guard
                yield node.orelse, other if asked or missing is False else guard
            case ast.Try():
                yield from self._try(node, guard)
            case ast.With() | ast.AsyncWith():
                yield node.items, guard
                caught = frozenset[Kind](("import", "attribute")) if provokes(node) else frozenset()
                yield node.body, replace(guard, tried=guard.tried | caught)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                skipped = any(self.asks(decorator) for decorator in node.decorator_list)
                yield [*node.decorator_list, node.args, *([node.returns] if node.returns else [])], guard
                yield node.body, replace(guard.later, versions=guard.versions or skipped)
            case _:
                yield children(node), guard

    def _try(self, node: ast.Try, guard: Guard) -> Iterator[tuple[Iterable[ast.AST], Guard]]:
        names = [name for handler in node.handlers for name in _names(handler)]
        caught = frozenset(kind for name in names for kind in _CAUGHT.get(name, ()))
        other = replace(guard, versions=True) if caught else guard  # reached where the names above are missing
        yield node.body, replace(guard, tried=guard.tried | caught)
        for handler in node.handlers:
            yield handler.body, other
        yield node.orelse, guard if {"Exception", "BaseException"} & {*names} else other
        yield node.finalbody, guard

    def ends_flow(self, node: ast.stmt) -> bool:
        """Whether what follows is reached only where a test of versions came out in one way."""
        return isinstance(node, ast.If) and self.asks(node.test) and any(_leaves(b) for b in (node.body, node.orelse))

    def asks(self, test: ast.expr) -> bool:
        """Whether an expression asks for a version, for what a library has, or for what an import gave."""
        return any(self._asks(node, self._module, 0) for node in walk(test))

    def _asks(self, node: ast.AST, module: ModuleInfo, hops: int) -> bool:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _ASKING and node.args:
            return _root(node.args[0]) in set(self._imports())
        name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
        if name == "find_spec" or "version" in name.lower():
            return True
        if not isinstance(node, ast.Name) or hops > _HOPS:
            return False
        key = (module.name, name, hops)
        if key not in self._known:
            self._known[key] = self._stands_for(name, module, hops)
        return self._known[key]

    def _stands_for(self, name: str, module: ModuleInfo, hops: int) -> bool:
        """Whether what a name is bound to asks for that: in functions, by anything that is assigned to such a name."""
        if name not in module.bindings:
            given = self._assigned().get(name, ()) if module is self._module else ()
            imported = self._imports()
            if given and name in imported:
                return True  # what stands in for an import that may fail
            return any(self._asks(inner, module, hops + 1) for value in given for inner in walk(value))
        meaning = self._program.resolve(module, name)
        if not isinstance(meaning, Definition):
            return any(not isinstance(binding, Import) for binding in module.bindings[name])
        if len(meaning.bindings) > 1 and all(map(_is_outcome, meaning.bindings)):
            return True
        values: list[ast.AST] = []
        for binding in meaning.bindings:
            if isinstance(binding, (ast.Assign, ast.AnnAssign)) and binding.value is not None:
                values.append(binding.value)
            elif isinstance(binding, ast.FunctionDef) and len(binding.body) <= _SHORT:
                values += binding.body
        return any(self._asks(inner, meaning.module, hops + 1) for value in values for inner in walk(value))

    def _assigned(self) -> dict[str, list[ast.expr]]:
        """What statements of functions assign to each plain name, whichever function it is."""
        if self._given is None:
            self._given = {}
            for node in statements(self._module.tree):
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                    self._given.setdefault(node.targets[0].id, []).append(node.value)
        return self._given

    def _imports(self) -> frozenset[str]:
        """All names that an import binds, wherever in the module."""
        if self._imported is None:
            imports = [n for n in statements(self._module.tree) if isinstance(n, (ast.Import, ast.ImportFrom))]
            names = (alias.asname or alias.name.partition(".")[0] for node in imports for alias in node.names)
            self._imported = frozenset(names)
        return self._imported


def _missing(test: ast.expr) -> bool | None:
    """Whether a test came out true because some object lacks an attribute; None where it asks for none."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = _missing(test.operand)
        return None if inner is None else not inner
    named = isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == "hasattr"
    return False if named else None


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _is_outcome(binding: object) -> bool:
    """An import, or `name = True` in one of its branches."""
    return isinstance(binding, Import) or (
        isinstance(binding, ast.Assign)
        and isinstance(binding.value, ast.Constant)
        and (binding.value.value is None or isinstance(binding.value.value, bool))
    )


def _names(handler: ast.ExceptHandler) -> list[str]:
    """The last words of what a handler catches."""
    if handler.type is None:
        return ["BaseException"]
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return [k.attr if isinstance(k, ast.Attribute) else k.id for k in kinds if isinstance(k, (ast.Attribute, ast.Name))]


def _leaves(body: list[ast.stmt]) -> bool:
    return bool(body) and isinstance(body[-1], (ast.Return, ast.Raise, ast.Continue, ast.Break))
