"""Uses of names that a library has left behind, wherever in a module they stand: also where nothing is evaluated.

The walk goes only where the text mentions one of them (`mentions`), so that most modules cost one look at their text.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.upgrades import UPGRADES, WORDS, Upgrade
from pytreelint.model.interpreter.definitions import meaning_value
from pytreelint.model.interpreter.guards import Guard, Guards
from pytreelint.model.project.modules import Import, ModuleInfo, imports_of
from pytreelint.model.syntax.loop_items import target_names
from pytreelint.model.syntax.mentions import Mentions, entry, mentions
from pytreelint.model.syntax.walking import children, walk
from pytreelint.model.values.sites import Outdated
from pytreelint.model.values.value import Library, ModuleValue, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_HOPS = 4
_Scope = ast.FunctionDef | ast.AsyncFunctionDef


def outdated(ev: Interpreter, module: ModuleInfo) -> Iterator[Outdated]:
    """The sites at which a module uses or imports such a name."""
    found = mentions(module.source.text)
    if found is None:
        return
    walk = _Walk(ev, module, found)
    walk.statements(module.tree.body, Guard(), ())
    imported = {site.upgrade.name for site in walk.imported}
    yield from walk.imported
    used = [site for site in walk.used if site.upgrade.name not in imported]
    put_back = _put_back(ev, module, {site.upgrade.name for site in used}) if used else frozenset()
    yield from (site for site in used if site.upgrade.name not in put_back)


class _Walk:
    """One pass over a module."""

    def __init__(self, ev: Interpreter, module: ModuleInfo, found: Mentions) -> None:
        self.ev = ev
        self.module = module
        self.lines = found.rows
        self.rebound = found.rebound
        self.guards = Guards(ev.program, module)
        self.locals: dict[_Scope, dict[str, list[Import | ast.expr | None]]] = {}
        self.imported: list[Outdated] = []
        self.used: list[Outdated] = []

    def statements(self, body: Iterable[ast.AST], guard: Guard, scopes: tuple[_Scope, ...]) -> None:
        """Walk over nodes that stand in one block."""
        for node in body:
            self.node(node, guard, scopes)
            if isinstance(node, ast.If) and not guard.versions and self.guards.ends_flow(node):
                guard = Guard(True, guard.tried)

    def node(self, node: ast.AST, guard: Guard, scopes: tuple[_Scope, ...]) -> None:
        """Walk over one node."""
        first, last = getattr(node, "lineno", None), getattr(node, "end_lineno", None)
        if first is not None and last is not None and not self._in_question(node, first, last):
            return
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            if not guard.covers("import"):
                self.imported += self._imports(node)
        elif isinstance(node, ast.Attribute):
            if not self._chain(node, guard, scopes):
                self.node(node.value, guard, scopes)
        elif isinstance(node, ast.stmt):
            inner = (*scopes, node) if isinstance(node, _Scope) else scopes
            for block, inside in self.guards.blocks(node, guard):
                self.statements(block, inside, inner)
        elif isinstance(node, (ast.IfExp, ast.BoolOp)):
            test = node.test if isinstance(node, ast.IfExp) else node
            guarded = Guard(True) if self.guards.asks(test) else guard
            self.statements(children(node), guarded, scopes)
        else:
            self.statements(children(node), guard, scopes)

    def _in_question(self, node: ast.AST, first: int, last: int) -> bool:
        first = min([first, *(d.lineno for d in getattr(node, "decorator_list", ()))])
        if last - first < len(self.lines):
            return any(row in self.lines for row in range(first, last + 1))
        return any(first <= row <= last for row in self.lines)

    def _imports(self, node: ast.Import | ast.ImportFrom) -> Iterator[Outdated]:
        if isinstance(node, ast.ImportFrom) and (node.level or not node.module):
            return
        for alias in node.names:
            whole = alias.name if isinstance(node, ast.Import) else f"{node.module}.{alias.name}"
            found = entry(whole.removesuffix(".*"), 2, modules=True)
            if found is not None:
                yield Outdated(self.module, alias, found, node)

    def _chain(self, node: ast.Attribute, guard: Guard, scopes: tuple[_Scope, ...]) -> bool:
        """A dotted name; whether it is one."""
        links: list[ast.Attribute] = []
        inner: ast.expr = node
        while isinstance(inner, ast.Attribute):
            links.append(inner)
            inner = inner.value
        if not isinstance(inner, ast.Name):
            return False
        if guard.covers("attribute") or not isinstance(node.ctx, ast.Load) or WORDS.isdisjoint(a.attr for a in links):
            return True
        top = _named(self.ev.name(self.module, inner.id)) if inner.id in self.module.bindings else None
        if top is not None and inner.id not in self.rebound and _found(top, links) is None:
            return True  # most names: whether a function binds it as well need not be asked
        root = self._root(inner.id, scopes)
        found = _found(root, links) if root is not None else None
        if found is not None and root is not None:
            self.used.append(Outdated(self.module, found[0], found[1], None, (inner.id, root)))
        return True

    def _root(self, name: str, scopes: tuple[_Scope, ...], hops: int = 0) -> str | None:
        """What a plain name stands for: a module of a library, by its dotted name."""
        for scope in reversed(scopes):
            if scope not in self.locals:
                self.locals[scope] = _locals(scope, self.module)
            bound = self.locals[scope].get(name)
            if bound is None:
                continue
            if isinstance(bound[0], Import):
                return _named(meaning_value(self.ev, self.ev.program.imported(self.module, bound[0])))
            return self._dotted(bound[0], scopes, hops) if len(bound) == 1 else None
        return _named(self.ev.name(self.module, name))

    def _dotted(self, node: ast.expr | None, scopes: tuple[_Scope, ...], hops: int) -> str | None:
        """`jtu = jax.tree_util` in a function."""
        if isinstance(node, ast.Attribute):
            inner = self._dotted(node.value, scopes, hops)
            return f"{inner}.{node.attr}" if inner is not None else None
        return self._root(node.id, scopes, hops + 1) if isinstance(node, ast.Name) and hops < _HOPS else None


def _found(root: str, links: list[ast.Attribute]) -> tuple[ast.Attribute, Upgrade] | None:
    """The first part of a chain that has an entry."""
    name = root
    for link in reversed(links):
        name = f"{name}.{link.attr}"
        found = UPGRADES.get(name)
        if found is not None and not found.as_module:
            return link, found
    return None


def _named(value: Value) -> str | None:
    return value.name if isinstance(value, (Library, ModuleValue)) else None


def _locals(scope: _Scope, module: ModuleInfo) -> dict[str, list[Import | ast.expr | None]]:
    """What a function binds: imports, values of plain assignments, None for anything else."""
    found: dict[str, list[Import | ast.expr | None]] = {}
    free: set[str] = set()
    for node in walk(scope):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for local, binding in imports_of(node, module.name, module.is_package):
                found.setdefault(local, []).append(binding)
        elif isinstance(node, ast.arg):
            found.setdefault(node.arg, []).append(None)
        elif isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).append(node.value)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                for name in target_names(target):
                    found.setdefault(name, []).append(None)
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension, ast.AugAssign, ast.AnnAssign, ast.NamedExpr)):
            for name in target_names(node.target):
                found.setdefault(name, []).append(None)
        elif isinstance(node, ast.withitem) and node.optional_vars is not None:
            for name in target_names(node.optional_vars):
                found.setdefault(name, []).append(None)
        elif isinstance(node, ast.Global):
            free.update(node.names)
    return {name: bound for name, bound in found.items() if name not in free}


def _put_back(ev: Interpreter, module: ModuleInfo, names: set[str]) -> frozenset[str]:
    """Those of the names that the project itself sets: `jax.tree_map = ...` in a module that runs before this one."""
    parts = module.name.split(".")
    before = [".".join(parts[:end]) for end in range(1, len(parts))]
    imported = [b for bindings in module.bindings.values() for b in bindings if isinstance(b, Import)]
    others = [ev.program.module(name) for name in before] + [ev.program.source_of(module, b) for b in imported]
    found = set()
    for other in {module, *(o for o in others if o is not None and o.origin == "project")}:
        for node in walk(other.tree):
            base, attribute = _set_attribute(node)
            if base is not None:
                root = _dotted_at_top(ev, other, base)
                found |= {f"{root}.{attribute}"} & names
    return frozenset(found)


def _set_attribute(node: ast.AST) -> tuple[ast.expr | None, str]:
    match node:
        case ast.Attribute(ctx=ast.Store()):
            return node.value, node.attr
        case ast.Call(func=ast.Name(id="setattr"), args=[base, ast.Constant(value=str(name)), _]):
            return base, name
    return None, ""


def _dotted_at_top(ev: Interpreter, module: ModuleInfo, node: ast.expr) -> str | None:
    if isinstance(node, ast.Attribute):
        inner = _dotted_at_top(ev, module, node.value)
        return f"{inner}.{node.attr}" if inner else None
    return _named(ev.name(module, node.id)) if isinstance(node, ast.Name) and node.id in module.bindings else None
