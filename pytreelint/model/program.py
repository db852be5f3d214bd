"""All modules that somebody asked for, and what a name means: a library's declaration, or a definition in source."""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from pytreelint.knowledge import known
from pytreelint.knowledge.names import canonical
from pytreelint.knowledge.record import record
from pytreelint.model import script
from pytreelint.model.layout import Layout
from pytreelint.model.modules import Binding, Import, ModuleInfo, read_module
from pytreelint.model.source import Source, Unreadable, speaks_of_registration
from pytreelint.model.versions import exactly

if TYPE_CHECKING:
    from pytreelint.knowledge.transform import Target

_HOPS = 20


@record(frozen=True, slots=True)
class Definition:
    """A name's bindings in the module that defines it."""

    module: ModuleInfo
    name: str
    bindings: tuple[Binding, ...]


@record(frozen=True, slots=True)
class LibraryName:
    """Something that `knowledge` speaks for, by canonical name."""

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
        target: the library of filtered transforms that fixes and help lines use.
    """

    def __init__(
        self,
        layout: Layout,
        read: Callable[[str], Source],
        own: Mapping[str, str] = MappingProxyType({}),
        versions: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.layout = layout
        self.asked: dict[tuple[str, str], None] = {}
        self.target: Target = "runtime"
        self._own = own
        self._versions = versions
        self._read = read
        self._modules: dict[str, ModuleInfo | None] = {}
        self._meanings: dict[tuple[str, str], tuple[Meaning, dict[tuple[str, str], None]]] = {}
        self._folders: dict[str, list[ModuleInfo]] = {}
        self.size = 0  # characters of source held

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

    def target_for(self, module: ModuleInfo) -> Target:
        """Which library's filtered transforms a fix of this module uses."""
        if self.target != "auto":
            return self.target
        said, _ = self.layout.pinned(module.source.folder, "equinox")
        return "equinox" if said or "equinox" in module.source.text else "runtime"

    def _is_table(self, name: str) -> bool:
        return self.layout.is_table(name.partition(".")[0])

    def _public(self, name: str) -> str:
        return self._own.get(name) or canonical(name)

    def _keep(self, name: str, module: ModuleInfo | None) -> None:
        self._modules[name] = module
        if module is not None:
            self.size += len(module.source.text)

    def resolve(self, module: ModuleInfo, name: str) -> Meaning:
        """What a module-level name of `module` means, following imports to the definition."""
        return self._again((module.name, name), lambda: self._resolve(module, name, 0))

    def _again(self, key: tuple[str, str], resolve: Callable[[], Meaning]) -> Meaning:
        """Look a name up once; each file that needs it again is told to have asked what that took."""
        known = self._meanings.get(key)
        if known is None:
            asked, self.asked = self.asked, {}
            try:
                known = self._meanings[key] = (resolve(), self.asked)
            finally:
                self.asked = asked
        self.asked.update(known[1])
        return known[0]

    def dotted(self, name: str, hops: int = 0) -> Meaning:
        """What an absolute dotted name means."""
        if hops > _HOPS:
            return None
        public = self._public(name)
        if known.knows(public):
            return LibraryName(public)
        head, _, tail = name.rpartition(".")
        if self._is_table(name):
            return LibraryName(public)
        if self.module(name) is not None:
            return ModuleName(name)
        holder = self.module(head) if head else None
        if holder is None:
            there = not head and self.layout.find(name) is not None
            return ModuleName(name) if there or name in known.PACKAGES else None
        return self._resolve(holder, tail, hops + 1)

    def _resolve(self, module: ModuleInfo, name: str, hops: int) -> Meaning:
        if hops > _HOPS:
            return None
        self.asked[module.name, name] = None
        bindings = module.bindings.get(name)
        if bindings is None:
            return self._elsewhere(module, name, hops)
        public = self._public(f"{module.name}.{name}")
        if known.knows(public):
            return LibraryName(public)
        own = tuple(b for b in bindings if not isinstance(b, Import))
        if len(own) < len(bindings) and all(_is_stand_in(binding, module) for binding in own):
            own = ()
        if own:
            return Definition(module, name, own)
        for binding in bindings:
            meaning = self.imported(module, binding, hops + 1) if isinstance(binding, Import) else None
            if meaning is not None:
                return meaning
        return None

    def _elsewhere(self, module: ModuleInfo, name: str, hops: int) -> Meaning:
        """A name that the module does not bind itself: a submodule, or one of `from m import *`."""
        submodule = f"{module.name}.{name}"
        if module.is_package:
            self.asked[submodule, ""] = None
            if self.layout.find(submodule) is not None:
                return ModuleName(submodule)
        if module.is_package and module.exports_by_loop:  # it exports by a loop
            for binding in [b for own in module.bindings.values() for b in own if isinstance(b, Import)]:
                inner = self.module(f"{binding.module}.{binding.attribute}") if binding.attribute else None
                if inner is not None and inner is not module and name in inner.bindings:
                    return self._resolve(inner, name, hops + 1)
        for star in [self.read_from(module, star) for star in module.stars]:
            meaning = self.dotted(f"{star}.{name}", hops + 1)
            if meaning is not None and (not self._is_table(star) or known.exists(f"{star}.{name}")):
                return meaning
        return None

    def imported(self, module: ModuleInfo, binding: Import, hops: int = 0) -> Meaning:
        """What an import binds."""
        target = self.read_from(module, binding)
        if binding.attribute is None:
            return self.dotted(target, hops)
        own = module.name == target  # `from . import layers` inside a package's own __init__
        if own and module.bindings.get(binding.attribute) and hops > 1:
            submodule = f"{target}.{binding.attribute}"
            self.asked[submodule, ""] = None
            return ModuleName(submodule) if self.layout.find(submodule) is not None else None
        return self.dotted(f"{target}.{binding.attribute}", hops)

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
        return self.layout.absolute(folder, name)

    def calls_on(self, module: ModuleInfo, name: str) -> Iterator[tuple[ModuleInfo, ast.Call]]:
        """Statements `register(name, ...)` about a class of `module`, there and in the modules beside it."""
        for call in module.calls_on.get(name, ()):
            yield module, call
        if module.origin != "project":
            return
        for other in self._registering(module):
            for local, calls in other.calls_on.items():
                imported = [b for b in other.bindings.get(local, ()) if isinstance(b, Import) and b.attribute == name]
                meaning = self._resolve(other, local, 1) if imported else None
                if isinstance(meaning, Definition) and meaning.module is module:
                    yield from ((other, call) for call in calls)

    def _registering(self, module: ModuleInfo) -> list[ModuleInfo]:
        """The modules in a module's folder whose text speaks of registering."""
        folder = module.source.folder
        self.asked[f"@={folder}", ""] = None  # who registers there
        if folder not in self._folders:
            self._folders[folder] = found = []
            for path in self.layout.python_files(folder):
                other = self.module(self.layout.module_name(path)) if self._may_register(path) else None
                if other is not None:
                    found.append(other)
        return [other for other in self._folders[folder] if other is not module]

    def _may_register(self, path: str) -> bool:
        """Whether a file's text speaks of registering; most do not, and need not be parsed for it."""
        try:
            return speaks_of_registration(self._read(path).text)
        except Unreadable:
            return False  # reported where the file itself is checked

    def submodule(self, name: str, attribute: str) -> Meaning:
        """What `module.attribute` means."""
        return self._again((name, "." + attribute), lambda: self.dotted(f"{name}.{attribute}"))


def statements(meaning: Definition) -> tuple[ast.stmt, ...]:
    """The statements that bind a defined name."""
    return tuple(b for b in meaning.bindings if isinstance(b, ast.stmt))


def _is_stand_in(node: Binding, module: ModuleInfo) -> bool:
    """`name = None`, or a definition in a handler: what stands for an import that may fail."""
    empty = isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and node.value.value is None
    return empty or node in module.fallbacks
