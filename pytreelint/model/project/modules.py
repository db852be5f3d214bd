"""One module as the model sees it: what each of its names is bound to, without evaluating anything."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import TypeVar, cast

from pytreelint.knowledge.record import dataclass, field, record
from pytreelint.model.syntax.changing import Changed, called_around, changed_names, may_change
from pytreelint.model.syntax.checking import aliases_of, branches, holds
from pytreelint.model.syntax.faking import faked_imports
from pytreelint.model.syntax.free import declared_global
from pytreelint.model.syntax.loop_items import target_names
from pytreelint.model.syntax.registering import named_by
from pytreelint.model.syntax.stores import Stores, made_here, set_names, stores
from pytreelint.model.text.registering import may_register, may_register_others
from pytreelint.model.text.source import Source, speaks_of_registration
from pytreelint.model.text.words import has_word

_T = TypeVar("_T")


@record(frozen=True, slots=True)
class Import:
    """`import module as name`, or `from module import attribute as name` (relative imports made absolute)."""

    module: str
    attribute: str | None
    node: ast.stmt

    @property
    def is_relative(self) -> bool:
        """Whether its module's name was taken from the importing module's."""
        return isinstance(self.node, ast.ImportFrom) and self.node.level > 0


Binding = Import | ast.stmt


@dataclass(slots=True, eq=False)
class ModuleInfo:
    """A module that was read.

    Attributes:
        bindings: for each module-level name, the imports and statements that bind it, in order.
        calls_on: for each name, the statements `f(name, ...)` and `name.f(...)`: how classes are registered.
        reassigned: names that some function declares `global` and binds, or that are bound through `globals()`.
        exports_by_loop: whether it puts names into `globals()`.
        fallbacks: definitions that stand in for imports which fail.
        checking: what it imports `TYPE_CHECKING` as.
        stars: the imports `from m import *`.
        origin: "project", "stub" or "installed".
    """

    name: str
    source: Source
    is_package: bool
    origin: str
    tree: ast.Module
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    stars: list[Import] = field(default_factory=list)
    calls_on: dict[str, list[ast.Call]] = field(default_factory=dict)
    reassigned: frozenset[str] = frozenset()
    exports_by_loop: bool = False
    checking: frozenset[str] = frozenset()
    fallbacks: set[ast.stmt] = field(default_factory=set)
    _changed: Changed | None = None
    _stores: Stores | None = None
    _changing: dict[str, bool] = field(default_factory=dict)
    _answers: dict[object, object] = field(default_factory=dict)
    _matching: dict[re.Pattern[str], bool] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<module {self.name}>"

    def changes(self, name: str) -> bool:
        """Whether some statement of the module changes in place what a module-level name holds."""
        known = self._changing.get(name)
        if known is None:
            searched = self._changed is None and len(self._changing) < _SEARCHES
            possible = not searched or may_change(self.source.text, name)
            known = self._changing[name] = possible and name in self._changed_names().ways
        return known

    def matches(self, pattern: re.Pattern[str], words: tuple[str, ...] = ()) -> bool:
        """Whether a pattern is anywhere in the text; searched once.

        Args:
            words: one of them is in whatever the pattern matches, if any are given: they are found in less time.
        """
        known = self._matching.get(pattern)
        if known is None:
            text = self.source.text
            possible = not words or any(word in text for word in words)
            known = self._matching[pattern] = possible and pattern.search(text) is not None
        return known

    def holds(self, text: str) -> bool:
        """Whether a text is anywhere in it; searched once."""
        return self.answer(text, lambda: text in self.source.text)

    def has_word(self, words: tuple[str, ...]) -> bool:
        """Whether one of some words is anywhere in the text; searched once."""
        return self.answer(words, lambda: any(has_word(self.source.text, word) for word in words))

    def answer(self, question: object, find: Callable[[], _T]) -> _T:
        """Returns the result of `find` for a question about syntax alone; computed once, whichever files are judged."""
        if question not in self._answers:
            self._answers[question] = find()
        return cast("_T", self._answers[question])

    def changes_in_functions(self, name: str) -> bool:
        """Whether some function of the module does: when that is, its statements do not say."""
        return self.changes(name) and name in self._changed_names().in_functions

    def called_in_functions(self, name: str) -> frozenset[str]:
        """The methods that functions of a project's module call on what it assigns to a name."""
        assigned = any(isinstance(each, (ast.Assign, ast.AnnAssign)) for each in self.bindings.get(name, ()))
        if self.origin != "project" or not assigned or f"{name}." not in self.source.text:
            return frozenset()
        return self.answer(called_around, lambda: called_around(self.tree)).get(name, frozenset())

    def ways_of_change(self, name: str) -> frozenset[str]:
        """How the module changes in place what a name holds, as `changing.Changed` names it."""
        return self._changed_names().ways.get(name, frozenset()) if self.changes(name) else frozenset()

    def _changed_names(self) -> Changed:
        if self._changed is None:
            self._changed = changed_names(self.tree)
        return self._changed

    def _all_stores(self) -> Stores:
        if self._stores is None:
            self._stores = stores(self.tree)
        return self._stores

    def sets(self, name: str, holder: str = "") -> bool:
        """Whether a statement of the module sets an attribute on something else than a method's own instance."""
        return self._all_stores().sets(name, holder)

    def sets_on_module(self, name: str, module: str) -> bool:
        """Whether a statement sets an attribute on what may be another module: on all that no call has made."""
        holders = self._all_stores().attributes.get(name) or set() if self.sets(name, module) else set()
        return not holders <= self.answer(made_here, lambda: made_here(self.tree)) if holders else False

    def sets_on_import(self, name: str) -> bool:
        """Whether a statement of the module sets an attribute on something that it imports, as on another module."""
        holders = self._all_stores().attributes.get(name, ())
        return any(isinstance(b, Import) for holder in holders for b in self.bindings.get(holder, ()))

    @property
    def stored(self) -> str:
        """What identifies all that statements set on classes and change in their attributes; "" if there is nothing."""
        found = self._all_stores()
        return (
            " ".join(["", *sorted(found.attributes), "|", *sorted(found.parts)])
            if found.attributes or found.parts
            else ""
        )

    def changes_parts(self, name: str) -> bool:
        """Whether a statement of the module changes in place what an attribute of something holds."""
        return name in self._all_stores().parts

    @property
    def sets_any(self) -> bool:
        """Whether a statement of the module sets attributes by names that are computed."""
        return self._all_stores().any

    @property
    def mentions_registration(self) -> bool:
        """Whether the code speaks of registering PyTrees at all, in whatever way; of a library, or a stub, the text."""
        whole = self.origin == "project"
        return self.answer(
            may_register,
            lambda: speaks_of_registration(self.source.text) and (not whole or may_register(self.tree)),
        )

    @property
    def registers_others(self) -> bool:
        """Whether the code of a project's file may register classes that it does not name where it does so."""
        return self.mentions_registration and (
            self.origin != "project" or self.answer(may_register_others, lambda: may_register_others(self.tree))
        )

    @property
    def makes_classes(self) -> bool:
        """Whether its functions may register a class that they are given, or set what is in it."""
        return self.answer(_makes_classes, lambda: _makes_classes(self.source.text))

    @property
    def splits_trees(self) -> bool:
        """Whether the text may split models: the annotation of a model is that of its halves and gradients, too."""
        return self.has_word(_SPLITTING) or (self.has_word(_NNX) and self.has_word(_NNX_SPLITTING))


_SEARCHES = 8  # names that are looked for in the text, before all changes of the module are listed once
_GLOBAL = re.compile(r"(?:^|[:;])[ \t]*global[ \t]", re.MULTILINE)  # or a text, of which a line begins with the word
_NAMESPACES = re.compile(r"\bexec\(|\b(?:globals|locals|vars)\(\)|setattr\(sys\.modules\[__name__\]")
_NAMESPACE_WORDS = ("exec(", "globals()", "locals()", "vars()", "setattr(sys.modules")
_MAKING = ("register_", "dataclass", "setattr")
_SETTING = re.compile(r"cls(?<!\wcls)\.\w+\s*=")
_SPLITTING = ("partition", "combine", "filter", "filter_grad", "filter_value_and_grad", "tree_mask", "tree_unmask")
_NNX, _NNX_SPLITTING = ("nnx",), ("split",)  # elsewhere it splits keys and arrays


def read_module(name: str, source: Source, is_package: bool, origin: str) -> ModuleInfo:
    """Collect a module's bindings. Raises `Unreadable` when its text is not Python."""
    module = ModuleInfo(name, source, is_package, origin, source.tree())
    module.exports_by_loop = "globals()" in source.text
    module.checking = aliases_of(module.tree.body)
    if "global " in source.text:
        module.reassigned = declared_global(module.tree) if _GLOBAL.search(source.text) else frozenset()
    _bind_all(module, module.tree.body)
    if origin == "project" and module.matches(_NAMESPACES, _NAMESPACE_WORDS):
        named = set_names(module.tree)
        module.reassigned |= _assigned(module) if named is None else named
    return module


def _makes_classes(text: str) -> bool:
    return any(word in text for word in _MAKING) or _SETTING.search(text) is not None


def _assigned(module: ModuleInfo) -> frozenset[str]:
    """The names that assignments bind."""
    return frozenset(
        n for n, own in module.bindings.items() if any(isinstance(b, (ast.Assign, ast.AnnAssign)) for b in own)
    )


def _bind_all(module: ModuleInfo, body: list[ast.stmt]) -> None:
    for node in body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            _bind_import(module, node)
        elif isinstance(node, ast.If) and holds(node.test, module.checking) is not None:
            run, checked = branches(node, module.checking)
            _bind_for_run(module, checked, run)
        elif isinstance(node, ast.Try):
            _bind_try(module, node)
        elif isinstance(node, ast.With) and (faked := faked_imports(node)):
            for name in faked:
                module.bindings.setdefault(name, []).append(node)
        else:
            _note_call(module, node)
            for name in bound_names(node):
                module.bindings.setdefault(name, []).append(node)
            for block in _blocks(node):
                _bind_all(module, block)


def _bind_try(module: ModuleInfo, node: ast.Try) -> None:
    """What a handler defines stands in for what the body imports."""
    _bind_all(module, node.body)
    outer, module.bindings = module.bindings, {}
    for handler in node.handlers:
        _bind_all(module, handler.body)
    inner, module.bindings = module.bindings, outer
    for name, bindings in inner.items():
        if any(isinstance(held, Import) for held in outer.get(name, ())):
            module.fallbacks.update(b for b in bindings if not isinstance(b, Import))
        outer.setdefault(name, []).extend(bindings)
    _bind_all(module, [*node.orelse, *node.finalbody])


def _bind_for_run(module: ModuleInfo, checked: list[ast.stmt], run: list[ast.stmt]) -> None:
    """What is there at run time; what only type checkers see stands in where nothing else does."""
    outer, module.bindings = module.bindings, {}
    _bind_all(module, run)
    at_run, module.bindings = module.bindings, {}
    _bind_all(module, checked)
    for name, bindings in ({**module.bindings, **at_run}).items():
        outer.setdefault(name, []).extend(bindings)
    module.bindings = outer


def _note_call(module: ModuleInfo, node: ast.stmt) -> None:
    for name, call in named_by(node):
        module.calls_on.setdefault(name, []).append(call)


def is_stand_in(node: Binding, module: ModuleInfo) -> bool:
    """`name = None`, `jnp = np`, or a definition in a handler: what stands for an import that may fail."""
    if node in module.fallbacks or not isinstance(node, ast.Assign):
        return node in module.fallbacks
    other = module.bindings.get(node.value.id, ()) if isinstance(node.value, ast.Name) else ()
    modules = [isinstance(each, Import) and each.attribute is None for each in other]
    return ast.unparse(node.value) == "None" or (modules != [] and all(modules))


def bound_names(node: ast.stmt) -> Iterator[str]:
    """The names that a statement binds itself (not in its blocks)."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.Assign):
        for target in node.targets:
            yield from target_names(target)
    elif isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.For)):
        yield from target_names(node.target)
    elif isinstance(node, ast.With):
        for item in node.items:
            if item.optional_vars is not None:
                yield from target_names(item.optional_vars)
    elif node.__class__.__name__ == "TypeAlias":
        yield node.name.id  # type: ignore[attr-defined]


def _blocks(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    if isinstance(node, (ast.If, ast.For, ast.While)):
        yield node.body
        yield node.orelse
    elif isinstance(node, ast.With):
        yield node.body


def _bind_import(module: ModuleInfo, node: ast.Import | ast.ImportFrom) -> None:
    for local, binding in imports_of(node, module.name, module.is_package):
        if local == "*":
            module.stars.append(binding)
        else:
            module.bindings.setdefault(local, []).append(binding)


def imports_of(node: ast.Import | ast.ImportFrom, module: str, is_package: bool) -> Iterator[tuple[str, Import]]:
    """The local names of an import statement, and what each stands for."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            if alias.asname:
                yield alias.asname, Import(alias.name, None, node)
            else:
                yield alias.name.split(".")[0], Import(alias.name.split(".")[0], None, node)
        return
    base = absolute(node.module or "", node.level, module, is_package)
    for alias in node.names:
        yield alias.asname or alias.name, Import(base, None if alias.name == "*" else alias.name, node)


def absolute(target: str, level: int, module: str, is_package: bool) -> str:
    """The absolute name of a relative import's module."""
    if not level:
        return target
    parts = module.split(".")
    drop = level - 1 if is_package else level
    parts = parts[: len(parts) - drop] if drop else parts
    return ".".join([*parts, target] if target else parts)
