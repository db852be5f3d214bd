"""Which functions are worth evaluating: those whose text holds a word that leads to a transform or a static field.

Words are a superset of names, so nothing that could hold a site is left out on account of its spelling; they only
save the work on the many functions that can't.
"""

from __future__ import annotations

import ast
from functools import cache
from typing import TYPE_CHECKING

from pytreelint.knowledge.libraries import MARKERS
from pytreelint.knowledge.transforms import TRANSFORMS
from pytreelint.model.modules import Import, ModuleInfo, bound_names

if TYPE_CHECKING:
    from pytreelint.model.program import Program

# As plain words these are far too common to say anything; `lax` beside them does.
_COMMON = {"map": "lax", "cond": "lax", "switch": "lax"}


@cache
def _transform_words() -> frozenset[str]:
    words = {name.rpartition(".")[2] for name, transform in TRANSFORMS.items() if not transform.filtered}
    # Older and other public names of the same transforms, see `knowledge.names`.
    return frozenset(words - set(_COMMON)) | {"remat", "pjit", "xmap", "jacobian"}


@cache
def _marker_words() -> frozenset[str]:
    return frozenset(name.rpartition(".")[2] for name in MARKERS) | {"static", "pytree_node", "meta_fields"}


def _direct(words: set[str]) -> bool:
    if not words.isdisjoint(_transform_words()):
        return True
    return any(common in words and partner in words for common, partner in _COMMON.items())


class Relevance:
    """Remembers, per module, the names that lead to something worth judging."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._hot: dict[str, set[str]] = {}

    def hot_names(self, module: ModuleInfo) -> set[str]:
        """Module-level names whose use is worth following."""
        if module.name in self._hot:
            return self._hot[module.name]
        hot = self._hot[module.name] = set()  # guards against import cycles
        words = {id(s): module.words(s) for s in module.tree.body}
        self._imported(module, hot)
        changed = True
        while changed:
            changed = False
            for statement in module.tree.body:
                names = [n for n in bound_names(statement) if n not in hot]
                if names and self._interesting(statement, words[id(statement)], hot):
                    hot.update(names)
                    changed = True
        return hot

    def _interesting(self, statement: ast.stmt, words: set[str], hot: set[str]) -> bool:
        if not words.isdisjoint(_marker_words()):
            return True
        return _direct(words) or not words.isdisjoint(hot)

    def _imported(self, module: ModuleInfo, hot: set[str]) -> None:
        for name, bindings in module.bindings.items():
            for binding in bindings:
                if isinstance(binding, Import):
                    self._import(module, name, binding, hot)
        for star in module.stars:
            target = self._project(self._absolute(module, star))
            if target is not None:
                hot |= self.hot_names(target)

    def _import(self, module: ModuleInfo, name: str, binding: Import, hot: set[str]) -> None:
        attribute = binding.attribute
        if attribute is None:
            target = self._project(self._absolute(module, binding.module))
            if target is not None:
                hot |= self.hot_names(target)
            return
        if (name != attribute and attribute in _transform_words()) or (
            attribute in _COMMON and binding.module.endswith(_COMMON[attribute])
        ):
            hot.add(name)
        origin = self._absolute(module, binding.module)
        target = self._project(origin)
        if target is not None and attribute in self.hot_names(target):
            hot.add(name)
        submodule = self._project(f"{origin}.{attribute}")
        if submodule is not None:
            hot |= self.hot_names(submodule)

    def _absolute(self, module: ModuleInfo, name: str) -> str:
        return self.program.layout.absolute(module.source.path, name) if module.origin == "project" else name

    def _project(self, name: str) -> ModuleInfo | None:
        found = self.program.layout.find(name)
        if found is None or found.origin != "project":
            return None
        return self.program.module(name)

    def worth(self, module: ModuleInfo, statement: ast.stmt) -> bool:
        """Whether a statement may pass a site."""
        words = module.words(statement)
        return _direct(words) or not words.isdisjoint(self.hot_names(module))
