"""The modules of a run as they were read, and what identifies a declaration in them. Nothing is evaluated here."""

from __future__ import annotations

import ast
import gc
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from pytreelint.engine.declarations import REGISTERING_CALLS
from pytreelint.knowledge.own import BEHAVES_LIKE
from pytreelint.knowledge.words import Words
from pytreelint.model.project.modules import Import, ModuleInfo
from pytreelint.model.project.program import Program
from pytreelint.model.project.reaching import IMPORTS, shown
from pytreelint.model.project.stars import EVERY_NAME
from pytreelint.model.text.digest import blake2b
from pytreelint.model.text.source import Source

if TYPE_CHECKING:
    from pytreelint.engine.settings import Settings
    from pytreelint.model.project.layout import Layout

# Characters of source whose trees and values are held at a time: trees take some 30 times the text.
_HELD = 3_000_000
_MOST_HELD = 4 * _HELD  # where few files need so much that the next one would read it all again
_FILES = 16  # that are judged with what was read for them, at least


class Reader:
    """Reads the modules of one run, each once.

    Args:
        read: reads a file.

    Attributes:
        unsaved: sources that stand for the files of their paths.
        program: the modules that were read.
    """

    def __init__(self, settings: Settings, layout: Layout, read: Callable[[str], Source] | None = None) -> None:
        """Nothing is read yet."""
        self.settings = settings
        self._read_file = read or partial(Source.read, max_size=settings.max_file_size)
        self.layout = layout
        self.unsaved: Mapping[str, Source] = {}
        self.program, self._files = self._program(), 0

    @property
    def is_full(self) -> bool:
        """Whether so much is held that it has to go before the next file."""
        return self.program.size > (_HELD if self._files >= _FILES else _MOST_HELD)

    def begin(self) -> Program:
        """The modules that a file is judged with: what was read for others goes where it is too much."""
        if self.is_full:
            self.forget()
        self._files += 1
        return self.program

    def forget(self) -> None:
        """Forget everything that was read."""
        self.program, self._files = self._program(), 0
        gc.collect()

    def _program(self) -> Program:
        jax = self.settings.jax_version
        versions = {"jax": jax} if jax is not None else {}
        program = Program(self.layout, self._read, self._own_names(), versions)
        program.target, program.native = self.settings.target, self.settings.style == "native"
        program.words = Words().extended(self.settings.knowledge.words)
        return program

    def _own_names(self) -> dict[str, str]:
        """The names that the configuration teaches, and what each behaves like."""
        told = self.settings.knowledge
        own = dict(told.transforms)
        for kind, like in BEHAVES_LIKE.items():
            own |= dict.fromkeys(getattr(told, kind), like)
        return own

    def renew(self, unsaved: Mapping[str, Source], changed: Iterable[str]) -> None:
        """Other sources stand for files; what was read of the changed ones counts no more."""
        self.unsaved = unsaved
        self.program.forget(changed)

    def _read(self, path: str) -> Source:
        return self.unsaved.get(path) or self._read_file(path)

    def digest(self, module: str, name: str) -> str | None:
        """What identifies a declaration; None while it cannot be read. An empty name asks for the module itself."""
        found = self.layout.find(module)
        if found is None or found.is_namespace:
            return found.path if found else None
        info = self.program.module(module)
        if info is None:
            return None
        if not name:
            return found.path
        if name == EVERY_NAME:
            return repr((sorted(info.bindings), [star.module for star in info.stars]))
        if name == REGISTERING_CALLS:
            return _calls_digest(info)
        if name == IMPORTS:
            return shown(info)
        stars = [star.module for star in info.stars]  # it may come from there
        digest = _digest(info, name) if name in info.bindings else repr(stars) if stars else ""
        return digest + _said_elsewhere(info, name) or None

    def statements(self, path: str) -> dict[str, tuple[int, int]]:
        """The rows of the outermost statements of a module by the digests of their texts; none of which there are two.

        Empty where the file is no module that can be imported.
        """
        info = self.program.module(self.layout.module_name(path))
        if info is None or info.source.path != path:
            return {}
        found: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        for node in info.tree.body:
            first = _first_row(node)
            found[_digest_of(info, [node])].append((first, node.end_lineno or first))
        return {digest: rows[0] for digest, rows in found.items() if len(rows) == 1}


def _digest(info: ModuleInfo, name: str) -> str:
    """Of the text of all that binds a name, decorators and registrations included."""
    nodes = [b.node if isinstance(b, Import) else b for b in info.bindings[name]]
    return _digest_of(info, [*nodes, *info.calls_on.get(name, ())])


def _said_elsewhere(info: ModuleInfo, name: str) -> str:
    """What the rest of a module says of what a name holds, as the model asks it."""
    registered = info.mentions_registration and name in info.source.text
    changed = name in info.reassigned or (not _is_function(info, name) and info.changes(name))
    said = {"registered": registered, "changed": changed, "made": info.makes_classes, "split": info.splits_trees}
    said["others"] = registered and info.registers_others
    classes = any(isinstance(each, ast.ClassDef) for each in info.bindings.get(name, ()))
    words = [each for each, holds in said.items() if holds]
    words += [f".{method}" for method in sorted(info.called_in_functions(name))]
    return "".join(f" {each}" for each in words) + (info.stored if classes else "")


def _is_function(info: ModuleInfo, name: str) -> bool:
    return all(isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)) for each in info.bindings.get(name, ()))


def _calls_digest(info: ModuleInfo) -> str:
    """Of all calls that may register a class, and of the imports that bring it."""
    imports = [b.node for name in info.calls_on for b in info.bindings.get(name, ()) if isinstance(b, Import)]
    return _digest_of(info, [*(call for calls in info.calls_on.values() for call in calls), *imports])


def _digest_of(info: ModuleInfo, nodes: list[ast.stmt | ast.expr]) -> str:
    spans = [(_first_row(node), node.end_lineno) for node in nodes]
    text = "\n".join("\n".join(info.source.lines[first - 1 : last]) for first, last in spans)
    return blake2b(text.encode(errors="replace"), digest_size=12).hexdigest()


def _first_row(node: ast.stmt | ast.expr) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(d.lineno for d in decorators)])
