"""All modules that somebody asked for, and what a name means: a library's declaration, or a definition in source."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar, cast

from pytreelint.knowledge import known
from pytreelint.knowledge.names import canonical
from pytreelint.knowledge.record import record
from pytreelint.knowledge.words import Words
from pytreelint.model.installed import script
from pytreelint.model.installed.versions import exactly
from pytreelint.model.project.beside import without_mark
from pytreelint.model.project.derived import Heads
from pytreelint.model.project.hidden import hides
from pytreelint.model.project.layout import Layout
from pytreelint.model.project.modules import Binding, Import, ModuleInfo, is_stand_in, read_module
from pytreelint.model.project.stars import EVERY_NAME, Starred, exports, starred
from pytreelint.model.project.way import Way
from pytreelint.model.text.source import Source, Unreadable, as_identifiers, speaks_of_registration
from pytreelint.model.text.words import asked_for, is_found

if TYPE_CHECKING:
    from pytreelint.knowledge.transform import Target

_T = TypeVar("_T")
_Asked = dict[tuple[str, str], None]


@record(frozen=True, slots=True)
class Definition:
    """A name's bindings in the module that defines it."""

    module: ModuleInfo
    name: str
    bindings: tuple[Binding, ...]


@record(frozen=True, slots=True)
class LibraryName:
    """A name that the tables of `knowledge` describe, by canonical name."""

    name: str


@record(frozen=True, slots=True)
class ModuleName:
    """A module, read or not."""

    name: str


Meaning = Definition | LibraryName | ModuleName | None


class Program:
    """The modules of one project and of the libraries that it uses.

    Args:
        layout: where modules are.
        read: reads a file; injected so that an editor's unsaved text, or stdin, can stand for a file.
        own: the project's own names, and the library names that they behave like.
        versions: versions of libraries that are set, whatever the project says.

    Attributes:
        asked: each (module, name) that was looked up, for the cache; emptied by who reads it.
        target, native: the library of filtered transforms that fixes use; whether they keep raw ones (`style`).
        words: the words in names by which is guessed what functions and folders are for.
        taught: the top-level packages of the project's own names.
    """

    def __init__(
        self,
        layout: Layout,
        read: Callable[[str], Source],
        own: Mapping[str, str] = MappingProxyType({}),
        versions: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.layout, self._read = layout, read
        self.asked: _Asked = {}
        self.target: Target = "runtime"
        self.native, self.words = False, Words()
        self._own, self._versions = own, versions
        self.taught = frozenset(name.partition(".")[0] for name in own)
        self._modules: dict[str, ModuleInfo | None] = {}
        self._remembered: dict[tuple[str, ...], tuple[object, _Asked]] = {}
        self._folders: dict[str, list[tuple[str, str]]] = {}  # the names and texts of modules that register
        self.heads, self.size = Heads(layout, self.text), 0  # characters of source held

    def add(self, source: Source) -> ModuleInfo:
        """The module of a file that is to be judged. Raises `Unreadable`."""
        name = self.layout.module_name(source.path)
        held = self._modules.get(name)
        if held is not None and held.source.path == source.path:
            return held
        module = read_module(name, source, source.path.endswith("__init__.py"), "project")
        self._keep(name, module)
        return module

    def module(self, name: str) -> ModuleInfo | None:
        """A module of the project or of an installed package; None when there is no source to read."""
        table = self._is_table(name)
        if not table:
            self.asked[name, ""] = None
        if name in self._modules:
            return self._modules[name]
        found = None if table else self.layout.find(name)
        module = None
        if found is not None and not found.is_namespace:
            try:
                module = read_module(name, self._read(found.path), found.is_package, found.origin)
            except Unreadable:
                module = None  # reported where the file itself is checked
        self._keep(name, module)
        return module

    def forget(self, paths: Iterable[str]) -> None:
        """These files have changed: they are read anew, and names are looked up again."""
        if not (changed := frozenset(paths)):
            return
        for name, module in list(self._modules.items()):
            if module is None or module.source.path in changed:
                del self._modules[name]  # what was not there may be there now
                self.size -= len(module.source.text) if module is not None else 0
        self._remembered.clear()
        self._folders.clear()
        self.heads.forget(changed)

    def target_for(self, module: ModuleInfo) -> Target:
        """Which library's filtered transforms a fix of this module uses; `auto` is decided before a run."""
        return "runtime" if self.target == "auto" else self.target

    def _is_table(self, name: str) -> bool:
        return self.layout.is_table(name.partition(".")[0])

    def _public(self, name: str) -> str:
        return self._own.get(name) or canonical(without_mark(name))

    def _keep(self, name: str, module: ModuleInfo | None) -> None:
        self._modules[name] = module
        if module is not None:
            self.size += len(module.source.text)

    def resolve(self, module: ModuleInfo, name: str) -> Meaning:
        """What a module-level name of `module` means, following imports to the definition."""
        key = (module.name, name)
        if key not in self._remembered:
            return self._again(key, lambda: self._resolve(module, name, Way()))
        meaning, asked = self._remembered[key]
        self.asked.update(asked)  # as `_again`, which most names need not call
        return meaning  # type: ignore[return-value]

    def _again(self, key: tuple[str, ...], compute: Callable[[], _T]) -> _T:
        """Look something up once; each file that needs it again is told to have asked what that took."""
        held = self._remembered.get(key)
        if held is None:
            asked, self.asked = self.asked, {}
            try:
                held = self._remembered[key] = (compute(), self.asked)
            finally:
                self.asked = asked
        self.asked.update(held[1])
        return cast("_T", held[0])

    def dotted(self, name: str) -> Meaning:
        """What an absolute dotted name means."""
        return self._dotted(name, Way())

    def _dotted(self, name: str, way: Way, starred: bool = False) -> Meaning:
        """`starred`: as one of `from m import *`, whose own stars are asked by whoever asks this."""
        public = self._public(name)
        if known.knows(public):
            return LibraryName(public)
        head, _, tail = name.rpartition(".")
        if self._is_table(name):
            return LibraryName(public)
        holder = self.module(head) if head else None
        if self.module(name) is not None and not (holder is not None and hides(holder, tail, self.asked)):
            return ModuleName(name)
        if holder is None:
            there = not head and self.layout.find(name) is not None
            return ModuleName(name) if there or name in known.PACKAGES else None
        return self._resolve(holder, tail, way, starred)

    def _resolve(self, module: ModuleInfo, name: str, way: Way, starred: bool = False) -> Meaning:
        if not way.enter(module, name):
            return None
        try:
            return self._found(module, name, way, starred)
        finally:
            way.leave()

    def _found(self, module: ModuleInfo, name: str, way: Way, starred: bool) -> Meaning:
        self.asked[module.name, name] = None
        bindings = module.bindings.get(name)
        if bindings is None:
            inside = self._inside(module, name, way)
            return inside if inside is not None or starred else self._behind_stars(module, name, way)
        public = self._public(f"{module.name}.{name}")
        if known.knows(public):
            return LibraryName(public)
        own = tuple(b for b in bindings if not isinstance(b, Import))
        if own and not (len(own) < len(bindings) and all(is_stand_in(binding, module) for binding in own)):
            return Definition(module, name, own)
        for binding in bindings:
            meaning = self._imported(module, binding, way) if isinstance(binding, Import) else None
            if meaning is not None:
                return meaning
        return None

    def _inside(self, module: ModuleInfo, name: str, way: Way) -> Meaning:
        """What a package has that it does not bind: a submodule, or what a loop exports."""
        if not module.is_package:
            return None
        submodule = f"{module.name}.{name}"
        self.asked[submodule, ""] = None
        if self.layout.find(submodule) is not None:
            return ModuleName(submodule)
        if module.exports_by_loop:
            for inner in self._again((module.name, "", "loop"), lambda: self._looped(module)):
                if name in inner.bindings:
                    return self._resolve(inner, name, way)
        return None

    def _looped(self, package: ModuleInfo) -> list[ModuleInfo]:
        """The modules that a package imports by name: a loop may export all that they bind."""
        imports = [b for own in package.bindings.values() for b in own if isinstance(b, Import) and b.attribute]
        modules = [self._all_names(f"{binding.module}.{binding.attribute}") for binding in imports]
        return [module for module in modules if module is not None and module is not package]

    def _behind_stars(self, module: ModuleInfo, name: str, way: Way) -> Meaning:
        if not module.stars:
            return None
        for star in self._again((module.name, "", "stars"), lambda: self._starred(module)).having(name):
            inner, table = self.module(star), self._is_table(star)
            if inner is None and not table and star not in known.PACKAGES:
                return None  # nobody knows what it brings
            meaning = self._dotted(f"{star}.{name}", way, starred=True) if exports(inner, name) else None
            if meaning is not None and (not table or known.has(f"{star}.{name}")):
                return meaning
        return None

    def _starred(self, module: ModuleInfo) -> Starred:
        return starred(module, self._star_targets, self._all_names)

    def _star_targets(self, module: ModuleInfo) -> list[str]:
        return self._again((module.name, "", "targets"), lambda: [self.read_from(module, s) for s in module.stars])

    def _all_names(self, name: str) -> ModuleInfo | None:
        module = self.module(name)
        if module is not None:
            self.asked[module.name, EVERY_NAME] = None
        return module

    def imported(self, module: ModuleInfo, binding: Import) -> Meaning:
        """What an import binds."""
        return self._imported(module, binding, Way())

    def _imported(self, module: ModuleInfo, binding: Import, way: Way) -> Meaning:
        target = self.read_from(module, binding)
        if binding.attribute is None:
            return self._dotted(target, way)
        meaning = self._dotted(f"{target}.{binding.attribute}", way)
        if meaning is None and module.name == target and module.bindings.get(binding.attribute):
            submodule = f"{target}.{binding.attribute}"  # `from . import layers` inside a package's own __init__
            self.asked[submodule, ""] = None
            return ModuleName(submodule) if self.layout.find(submodule) is not None else None
        return meaning

    def reaches(self, module: ModuleInfo, library: str, version: str) -> bool:
        """Whether a module may meet a version of a library that is as new as this one."""
        folder = os.path.dirname(module.source.path)
        said, newest = script.pinned(module.source.text, library)
        if said:
            return newest is None or newest.reaches(version)
        if library in self._versions:
            newest = exactly(self._versions[library])
        else:
            self.asked[f"@@{folder}", library] = None
            newest = self.layout.newest(folder, library)
        return newest is None or newest.reaches(version)

    def source_of(self, module: ModuleInfo, binding: Import) -> ModuleInfo | None:
        """The module that an import of `module` reads from, where its source is at hand."""
        return self.module(self.read_from(module, binding))

    def read_from(self, module: ModuleInfo, binding: Import) -> str:
        """The name of the module that an import reads from: a script finds its neighbours by their bare names."""
        name = binding.module
        if module.origin != "project" or not name or binding.is_relative:
            return name
        folder = module.source.folder
        self.asked[f"@{folder}", name.partition(".")[0]] = None  # a new neighbour would change the answer
        found = self.layout.absolute(folder, name)
        alone = found == module.name and not module.is_package  # `gym.py` in a package means another one of that name
        return name if alone else found

    def calls_on(self, module: ModuleInfo, name: str) -> Iterator[tuple[ModuleInfo, ast.Call, str]]:
        """Statements `register(name, ...)`, `name.register()` on a class of `module`, with its name there."""
        for call in module.calls_on.get(name, ()):
            yield module, call, name
        if module.origin != "project":
            return
        for other in self._registering(module, name):
            for local, calls in other.calls_on.items():
                imported = [b for b in other.bindings.get(local, ()) if isinstance(b, Import) and b.attribute == name]
                meaning = self.resolve(other, local) if imported else None
                if isinstance(meaning, Definition) and meaning.module is module:
                    yield from ((other, call, local) for call in calls)

    def _registering(self, module: ModuleInfo, name: str) -> Iterator[ModuleInfo]:
        """The modules in a module's folder whose text speaks of registering, and names a class where it imports it."""
        folder = module.source.folder
        self.asked[f"@={folder}", ""] = None  # who registers there
        if folder not in self._folders:
            texts = ((path, self.text(path)) for path in self.layout.python_files(folder))
            found = [(self.layout.module_name(path), text) for path, text in texts if speaks_of_registration(text)]
            self._folders[folder] = [(held, as_identifiers(text)) for held, text in found]
        for held, text in self._folders[folder]:
            if held != module.name and name in text:
                other = self.module(held)
                if other is not None and other is not module:
                    yield other

    def any_text(self, folder: str, pattern: re.Pattern[str], words: tuple[str, ...] = ()) -> bool:
        """Whether a pattern is anywhere in the Python files of a folder; `words`: see `asked_for`."""
        asked, paths = asked_for(pattern, words), self.layout.python_files(folder)
        self.asked[key := (f"@={folder}", asked)] = None
        return self._again(key, lambda: any(is_found(asked, self.text(path)) for path in paths))

    def text(self, path: str) -> str:
        """The text of a file; "" where it is not to be read, which is reported where the file itself is checked."""
        with suppress(Unreadable):
            return self._read(path).text
        return ""

    def submodule(self, name: str, attribute: str) -> Meaning:
        """What `module.attribute` means."""
        return self._again((name, "." + attribute), lambda: self.dotted(f"{name}.{attribute}"))


def statements(meaning: Definition) -> tuple[ast.stmt, ...]:
    """The statements that bind a defined name."""
    return tuple(b for b in meaning.bindings if isinstance(b, ast.stmt))
