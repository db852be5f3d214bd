"""The stubs of a library: its public modules, and whatever these lead to."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from pathlib import Path

from pytreelint.model.driver.evaluator import Evaluator
from pytreelint.model.installed.environment import find_environment
from pytreelint.model.project.layout import Layout
from pytreelint.model.project.modules import Import, ModuleInfo
from pytreelint.model.project.program import Definition, ModuleName, Program, statements
from pytreelint.model.text.source import Source
from pytreelint.model.values.classes import ClassInfo
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import ClassValue, Function, Library, Unknown
from tools.bundles import definitions
from tools.bundles.words import Writer

_SKIPPED = ("test", "tests", "internal", "experimental", "version", "conftest", "google_bench", "cli")


class Stubs:
    """What is to be written, asked for name by name; `Bundle` of `words`."""

    def __init__(self, libraries: tuple[str, ...], python: str, outside: str) -> None:
        """`outside`: an empty folder, the project of which nothing is read."""
        environment = find_environment(outside, python)
        self.program = Program(Layout(outside, (), environment), Source.read)
        self.ev = Evaluator(self.program, shares=False)  # a stub is written once: one call may take all
        self.libraries = libraries
        self.versions = environment.versions(libraries)
        self._writers: dict[str, Writer] = {}
        self._modules: dict[str, ModuleInfo] = {}
        self._texts: dict[tuple[str, str], list[str]] = {}
        self._wanted: list[tuple[str, str]] = []
        self._asked: set[tuple[str, str]] = set()
        self._functions: dict[int, int] = {}
        self._hoists: dict[tuple[str, ast.AST], str] = {}

    def place_of(self, value: ClassInfo | Function) -> tuple[str, str] | None:
        """Where a class or function can be imported from, if it is one of these libraries' own."""
        module, name = value.module, value.name
        if module.name.partition(".")[0] not in self.libraries or name not in module.bindings:
            return None
        held = self.ev.name(module, name)
        same = held.cls is value if isinstance(held, ClassValue) else held == value and isinstance(held, Function)
        if not same:
            return None
        self._want(module, name)
        return module.name, name

    def lambda_of(self, writer: Writer, function: Function) -> str:
        """A closure, or a function in a class body; one that leads back to itself is only a function."""
        key = id(function.node)
        if not writer.scopes and isinstance(function.node, ast.FunctionDef) and key not in self._functions:
            return self._hoisted(writer, function)
        if self._functions.get(key) or len(self._functions) > 3:
            return writer.of("function")
        self._functions[key] = 1
        try:
            return definitions.short(self.ev, writer, function)
        finally:
            del self._functions[key]

    def _hoisted(self, writer: Writer, function: Function) -> str:
        """A closure that needs nothing of what is around it, as a function of the module, by a name that is free."""
        place = (writer.module, function.node)
        if place not in self._hoists:
            name = function.name
            while name in writer.taken:
                name += "_"
            writer.taken.add(name)
            self._hoists[place] = name
            self._texts[(writer.module, name)] = list(definitions.function(self.ev, writer, name, function))
        return self._hoists[place]

    def write(self, target: Path) -> dict[str, int]:
        """All stubs below a folder; gives the number of characters by library."""
        for name in self.public_modules():
            module = self.program.module(name)
            if module is not None:
                self._export(module)
        while self._wanted:
            key = self._wanted.pop()
            self._texts[key] = list(self._definition(*key))
        sizes = dict.fromkeys(self.libraries, 0)
        for name, writer in self._writers.items():
            text = self._text(name, writer)
            sizes[name.partition(".")[0]] += len(text)
            path = target.joinpath(*name.split("."))
            path = path / "__init__.pyi" if self._modules[name].is_package else path.with_suffix(".pyi")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        for folder, _, _ in os.walk(target):
            init = Path(folder, "__init__.pyi")
            if folder != str(target) and not init.exists():
                init.write_text("", "utf-8")
        return sizes

    def public_modules(self) -> Iterator[str]:
        """Modules without a private part in their names."""
        for library in self.libraries:
            found = self.program.layout.find(library)
            if found is None or found.origin != "installed":
                raise LookupError(f"{library} is not installed")
            root = Path(found.path).parent
            for path in sorted(root.rglob("*.py")):
                parts = [library, *path.relative_to(root).with_suffix("").parts]
                if parts[-1] == "__init__":
                    parts.pop()
                if not any(p.startswith("_") or p in _SKIPPED or p.endswith("_test") for p in parts):
                    yield ".".join(parts)

    def _writer(self, module: ModuleInfo) -> Writer:
        if module.name not in self._writers:
            self._modules[module.name] = module
            own = {name for name, found in module.bindings.items() if not all(isinstance(b, Import) for b in found)}
            self._writers[module.name] = Writer(module.name, self, own)
        return self._writers[module.name]

    def _want(self, module: ModuleInfo, name: str) -> None:
        if (module.name, name) not in self._asked:
            self._asked.add((module.name, name))
            self._wanted.append((module.name, name))
            self._writer(module)

    def _export(self, module: ModuleInfo) -> None:
        """What a public module binds to a public name."""
        writer = self._writer(module)
        for name in dict.fromkeys(self._bound(module)):
            meaning = self.program.resolve(module, name)
            if name.startswith("_"):
                continue
            if isinstance(meaning, Definition) and meaning.module.name.partition(".")[0] in self.libraries:
                self._want(meaning.module, meaning.name)
                if meaning.module is not module:
                    renamed = f" as {name}" if name != meaning.name else ""
                    writer.imports[name] = f"from {meaning.module.name} import {meaning.name}{renamed}"
            elif isinstance(meaning, ModuleName) and meaning.name.partition(".")[0] in self.libraries:
                if meaning.name != f"{module.name}.{name}" and "." in meaning.name:
                    head, _, tail = meaning.name.rpartition(".")
                    writer.imports[name] = f"from {head} import {tail} as {name}"

    def _bound(self, module: ModuleInfo) -> Iterator[str]:
        yield from module.bindings
        sources = [star.module for star in module.stars]
        if module.exports_by_loop:
            sources += [
                f"{b.module}.{b.attribute}" for bs in module.bindings.values() for b in bs if isinstance(b, Import)
            ]
        for name in sources:
            inner = self.program.module(name)
            if inner is not None:
                yield from inner.bindings

    def _definition(self, module_name: str, name: str) -> Iterator[str]:
        module = self._modules[module_name]
        writer = self._writer(module)
        meaning = self.program.resolve(module, name)
        if not isinstance(meaning, Definition):
            return
        last = statements(meaning)[-1]
        value = self.ev.name(module, name)
        if isinstance(last, ast.ClassDef) and isinstance(value, ClassValue):
            yield from definitions.class_(self.ev, writer, value.cls)
        elif isinstance(last, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from definitions.function(self.ev, writer, name, value)
        else:
            text = None
            if isinstance(last, ast.Assign) and isinstance(last.value, ast.Subscript) and isinstance(value, Library):
                text = writer.annotation(self.ev.annotation(ast.Name(name, ast.Load()), Frame(module, {}, top=True)))
            elif not isinstance(value, Unknown):
                text = writer.expression(value)
            if text is not None:
                yield f"{name} = {text}"

    def _text(self, name: str, writer: Writer) -> str:
        module = self._modules[name]
        library = name.partition(".")[0]
        lines = [
            f"# What pytreelint knows of {name} ({library} {self.versions[library]}); see tools/generate_bundles.py."
        ]
        if module.mentions_registration:
            lines.append("# It speaks of register_...: its classes may be PyTrees without saying so.")
        if writer.imports or writer.words:
            lines += ["", *sorted(set(writer.imports.values()))]
        if writer.words:
            lines.append(f"from pytreelint.bundled import {', '.join(sorted(writer.words))}")
        order = list(module.bindings)
        own = [key for key in self._texts if key[0] == name and self._texts[key]]
        for key in sorted(own, key=lambda key: order.index(key[1]) if key[1] in order else -1):
            lines += ["", *self._texts[key]]
        return "\n".join(lines) + "\n"
