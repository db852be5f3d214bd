"""What judging a file depended on elsewhere, and whether that still holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeAlias

from pytreelint.model.project.derived import Heads, files_below
from pytreelint.model.text.digest import blake2b
from pytreelint.model.text.reading import largest, read_bytes
from pytreelint.model.text.source import Source, Unreadable, content_digest, speaks_of_registration
from pytreelint.model.text.words import is_found

if TYPE_CHECKING:
    from pytreelint.model.project.layout import Layout

# module -> its path and content then, and each name with the digest of its declaration (None: there was none). Of pairs
# on files in a folder the content is that of all these files: while it is the same, nothing in them is looked for.
Asked: TypeAlias = tuple[tuple[str, str, str, tuple[tuple[str, str | None], ...]], ...]

# A pair ("@<folder>", top) asks what a file in that folder imports as `top`: see `Layout.absolute`.
# ("@@<folder>", library) asks which versions of a library a project allows: see `Layout.newest`.
# ("@<<folder>", base) asks which files in and below that folder have classes with a base of that name: see `derived`.
# ("@<<folder>", "@register") asks which lines in these files decorate definitions by that name, and "@def step" which
# define one: see `Heads.uses`.
# ("@=<folder>", "") asks which files in that folder register PyTrees, and how: see `Program.calls_on`.
# ("@=<folder>", search) asks whether something is anywhere in the files of that folder: see `Program.any_text`.
IMPORTED_FROM = "@"
REGISTERED_IN = "@="
DERIVED_IN = "@<"
ALLOWED_IN = "@@"
REGISTERING_CALLS = "()"  # stands for a name: the calls of a module that may register its classes, or others
_NONE = "unreadable"


class Declarations:
    """The present state of modules and their declarations; each file is read, and each module parsed, at most once.

    Args:
        judge_digest: the digest of a declaration; parses its module.
        read: reads a file.
        max_size: larger files are unreadable.
    """

    def __init__(
        self,
        layout: Layout,
        judge_digest: Callable[[str, str], str | None],
        read: Callable[[str], Source],
        max_size: int,
    ) -> None:
        """Nothing is known yet."""
        self.layout = layout
        self._judge_digest = judge_digest
        self._read = read
        self._max_size = max_size
        self._contents: dict[str, str] = {}
        self._registering: dict[str, bool] = {}
        self._folders: dict[str, str] = {}
        self._digests: dict[tuple[str, str], str | None] = {}
        self._same: dict[tuple[str, str, str], bool] = {}
        self._heads = Heads(layout, self._text)

    def learn(self, source: Source) -> None:
        """Adds a file that was read already."""
        self._contents[source.path] = source.digest

    def learn_again(self, asked: Asked) -> None:
        """Adds what an earlier run worked out of modules, and of the files of folders, that have not changed since."""
        for module, path, content, names in asked:
            if self._is_same(module, path, content):
                self._digests.update(((module, name), digest) for name, digest in names)

    def _text(self, path: str) -> str:
        try:
            return self._read(path).text
        except Unreadable:
            return ""

    def _registers(self, path: str) -> bool:
        if path not in self._registering:
            self._registering[path] = speaks_of_registration(self._text(path))
        return self._registering[path]

    def _registrations(self, path: str) -> str | None:
        return self._judge_digest(self.layout.module_name(path), REGISTERING_CALLS)

    def state(self, asked: Iterable[tuple[str, str]]) -> Asked:
        """Returns the present declarations of these (module, name) pairs."""
        names: dict[str, list[str]] = {}
        for module, name in dict.fromkeys(asked):
            names.setdefault(module, []).append(name)
        return tuple(
            (module, *self._where(module), tuple((name, self._digest(module, name)) for name in sorted(given)))
            for module, given in sorted(names.items())
        )

    def hold(self, asked: Asked) -> bool:
        """Whether all dependencies are unchanged. Modules of the same content are not parsed."""
        return all(self._module_holds(*item) for item in asked)

    def state_of(self, module: str) -> str:
        """What identifies the present content of a module, or of the files that a pair asks about."""
        return self._where(module)[1]

    def is_as_it_was(self, module: str, path: str, content: str, names: tuple[tuple[str, str | None], ...]) -> bool:
        """Whether all of a module is as it was, or, without a module, a file; of a pair `@...`, its answers."""
        if module.startswith(IMPORTED_FROM):
            return self._module_holds(module, path, content, names)
        return self._is_same(module, path, content) if module else self.content(path) == content

    def _module_holds(self, module: str, path: str, content: str, names: tuple[tuple[str, str | None], ...]) -> bool:
        if self._is_same(module, path, content):
            return True
        return self._where(module)[0] == path and all(self._digest(module, name) == digest for name, digest in names)

    def _is_same(self, module: str, path: str, content: str) -> bool:
        """Whether all of a module is as it was; many files ask for the same modules."""
        key = (module, path, content)
        if key not in self._same:
            is_known = content != "" or not module.startswith(IMPORTED_FROM)
            self._same[key] = is_known and self._where(module) == (path, content)
        return self._same[key]

    def moved(self, asked: Asked) -> bool:
        """Whether modules have changed whose declarations have not."""
        return any(
            not module.startswith(IMPORTED_FROM) and not self._is_same(module, path, content)
            for module, path, content, _ in asked
        )

    def renewed(self, asked: Asked) -> Asked:
        """Dependencies that hold, with the contents of the modules as they are now."""
        return tuple((module, *self._where(module), names) for module, _, _, names in asked)

    def _where(self, module: str) -> tuple[str, str]:
        if module.startswith(IMPORTED_FROM):
            return "", self._folder(module)
        found = self.layout.find(module)
        if found is None:
            return "", ""
        return found.path, "" if found.is_namespace else self.content(found.path)

    def _folder(self, pair: str) -> str:
        """The content of all files that a pair asks about; empty where these are none in a folder."""
        if pair not in self._folders:
            files = self._files(pair)
            state = repr([(path, self.content(path)) for path in files]) if files is not None else ""
            self._folders[pair] = blake2b(state.encode(errors="replace"), digest_size=12).hexdigest() if state else ""
        return self._folders[pair]

    def _files(self, pair: str) -> list[str] | None:
        if pair.startswith(REGISTERED_IN):
            return self.layout.python_files(pair.removeprefix(REGISTERED_IN))
        return list(files_below(self.layout, pair.removeprefix(DERIVED_IN))) if pair.startswith(DERIVED_IN) else None

    def content(self, path: str) -> str:
        """What identifies the present content of a file."""
        if path not in self._contents:
            try:
                self._contents[path] = content_digest(read_bytes(path, largest(path, self._max_size)))
            except Unreadable:
                self._contents[path] = _NONE
        return self._contents[path]

    def _digest(self, module: str, name: str) -> str | None:
        key = (module, name)
        if key not in self._digests:
            self._digests[key] = self._fresh_digest(module, name)
        return self._digests[key]

    def _fresh_digest(self, module: str, name: str) -> str | None:
        if module.startswith(ALLOWED_IN):
            return repr(self.layout.newest(module.removeprefix(ALLOWED_IN), name))
        if module.startswith(REGISTERED_IN):
            files = self.layout.python_files(module.removeprefix(REGISTERED_IN))
            if name:
                return repr(any(is_found(name, self._text(path)) for path in files))
            return repr([(path, self._registrations(path)) for path in files if self._registers(path)])
        if module.startswith(DERIVED_IN) and name.startswith(IMPORTED_FROM):
            return repr(sorted(self._heads.uses(module.removeprefix(DERIVED_IN), name[1:]).items()))
        if module.startswith(DERIVED_IN):
            files = self._heads.files(module.removeprefix(DERIVED_IN), name)
            return repr([(path, self._heads.bases(path)[name]) for path in files])
        if module.startswith(IMPORTED_FROM):
            return self.layout.absolute(module.removeprefix(IMPORTED_FROM), name)
        return self._judge_digest(module, name) if self.layout.find(module) is not None else None
