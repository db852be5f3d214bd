"""From a file to its module name, and from a module name to its file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence

from pytreelint.knowledge import bundles
from pytreelint.knowledge.packages import ARRAY_DISTRIBUTIONS, EARLY, JAX_LIBRARIES, TABLE_PACKAGES, UNFOLLOWED
from pytreelint.model.installed.environment import Environment
from pytreelint.model.installed.pins import Pins
from pytreelint.model.installed.requirements import Requirements
from pytreelint.model.installed.versions import Newest, exactly
from pytreelint.model.project.beside import BESIDE, Beside
from pytreelint.model.project.searching import Entry, Found, SearchPath
from pytreelint.model.text.digest import blake2b
from pytreelint.model.text.listing import Listing
from pytreelint.model.text.reading import is_notebook

_STUB_FOLDERS = ("typings", "stubs")
# Never neighbours of a script that lies in a package: `wrappers/torch.py` speaks of what is not installed here.
_LIBRARIES = TABLE_PACKAGES | JAX_LIBRARIES
# Module names are dotted, folders may hold dots, and files may lie outside every import root.
_DOT, _OUTSIDE = "%2E", "%2F"
# A folder `code` of the project is not the standard library's module of that name, which every import means; nor is one
# called `flax`, without `__init__.py`, the installed package.
_OWN = "%3A"
# Where the packages of a project lie that is checked together with others, beside its own folder.
_INNER = ("src", "python")


def readable(name: str) -> str:
    """A qualified name as people read it: without what tells modules of equal names apart."""
    return name.replace(_DOT, ".").replace(_OWN, "").replace(BESIDE, "").removeprefix(f"{_OUTSIDE}.")


class Layout:
    """Module names of one project and its environment: project, then stubs, installed source, bundled stubs.

    Args:
        project_root: the folder of the configuration.
        src: import roots, relative to it.
        environment: the installed packages, and bundled stubs for those that are not; none are found without one.
    """

    def __init__(
        self,
        project_root: str,
        src: Sequence[str] = (".", "src"),
        environment: Environment | None = None,
        listing: Listing | None = None,
    ) -> None:
        """Nothing is read yet."""
        self.project_root = os.path.abspath(project_root)
        self.environment = environment
        self._listing = listing or Listing()
        self._beside = Beside(self._listing)
        installed = environment.paths if environment else ()
        modules = list(_by_name(environment.modules if environment else ()))
        # An editable install of this project names an import root of it.
        own = [path for path in installed if self._is_own(path)]
        own += [entry.folder for entry in modules if self._is_own(entry.folder) and _keeps_name(entry)]
        roots = [os.path.normpath(os.path.join(self.project_root, root)) for root in src]
        self.roots = tuple(dict.fromkeys([*roots, *own]))
        self._all = SearchPath(self._all_entries(installed, modules), self._listing)
        self._own = SearchPath((each for each in self._all.entries if each.origin == "project"), self._listing)
        self._anywhere = SearchPath([Entry("/", "project")], self._listing)
        self._stub_paths: dict[str, SearchPath] = {}
        self._found: dict[str, Found | None] = {}
        self._absolute: dict[tuple[str, str], str] = {}
        self._requirements = Requirements(environment, self._listing, ARRAY_DISTRIBUTIONS)
        self._tables: dict[str, bool] = dict.fromkeys([*sys.stdlib_module_names, *TABLE_PACKAGES], True)
        self._pins = Pins(self.project_root, self._listing)

    def newest(self, folder: str, library: str) -> Newest | None:
        """The newest version of a library that the program in a folder may meet; None: any.

        The project's metadata and lock files say it, else what is installed.
        """
        said, bound = self._pins.newest(folder, library)
        if said or self.environment is None:
            return bound
        installed = self.environment.versions([library])
        return exactly(installed[library]) if library in installed else None

    def pinned(self, folder: str, library: str) -> tuple[bool, Newest | None]:
        """Whether the project of the program in a folder requires a library, and its newest version there."""
        return self._pins.newest(folder, library)

    def in_package(self, path: str) -> bool:
        """Whether a file lies beside an `__init__.py`."""
        return self._listing.has_file(os.path.dirname(path), "__init__.py")

    def python_files(self, folder: str) -> list[str]:
        """The paths of the Python files in a folder, sorted."""
        names = self._listing.names(folder)
        return [os.path.join(folder, name) for name in sorted(names) if name.endswith(".py") and names[name] == "file"]

    def packages_in(self, folder: str) -> list[str]:
        """The folders in a folder that can be packages, sorted; links lead elsewhere."""
        held = self._listing.folder(folder)
        inner = (name for name, kind in held.names.items() if kind == "folder" and name.isidentifier())
        return [os.path.join(folder, name) for name in sorted(inner) if name not in held.links]

    @property
    def digest(self) -> str:
        """What identifies the search path in caches."""
        environment = self.environment.digest if self.environment else ""
        return blake2b(repr((self.roots, environment)).encode(), digest_size=16).hexdigest()

    def module_name(self, path: str) -> str:
        """The dotted name of a file, from the innermost import root that holds it.

        A folder whose name has a dot or is that of a standard module, and a file outside all roots, get a name that
        no program can spell; `find` reads it.
        """
        path = os.path.abspath(path)
        inside = [root for root in self.roots if path.startswith(os.path.join(root, ""))]
        root = max(inside, key=len, default=None)
        while root is not None and self._is_package(root) and root != self.project_root:
            root = os.path.dirname(root)  # `src` itself is a package: its modules are `src.…`
        stem = os.path.relpath(path, root or "/")
        stem = stem if is_notebook(path) else stem.rpartition(".")[0]  # no import means a notebook
        parts = [part.replace(".", _DOT) for part in stem.split(os.sep)]
        if parts[-1] == "__init__" and len(parts) > 1:
            parts.pop()
        if parts[0] in sys.stdlib_module_names or (root is not None and self._is_hidden(root, parts)):
            parts[0] += _OWN
        elif root is not None and root in self.roots and self._beside.is_library(root, parts[0]):
            parts[0] += BESIDE
        return ".".join(parts if root is not None else [_OUTSIDE, *parts])

    def _is_hidden(self, root: str, parts: list[str]) -> bool:
        """Whether imports of a folder's name mean an installed package: `flax/train.py`, without an `__init__.py`."""
        if len(parts) < 2 or self._is_package(os.path.join(root, parts[0])):
            return False
        found = self.find(parts[0])
        return found is not None and found.origin == "installed" and not found.is_namespace

    def absolute(self, folder: str, module: str) -> str:
        """The name under which `find` knows what a file of the project in `folder` (absolute) imports as `module`.

        A script's folder is on its own path: `import net` beside `examples/train.py` means `examples.net`.
        """
        top, dot, rest = module.partition(".")
        key = (folder, top)
        if key not in self._absolute:
            self._absolute[key] = self._absolute_top(folder, top)
        return self._absolute[key] + dot + rest

    def find(self, module: str) -> Found | None:
        """The file of a module, or None where there is no source: built in, compiled, or not installed."""
        if module not in self._found:
            self._found[module] = self._search(module.split("."))
        return self._found[module]

    def is_table(self, package: str) -> bool:
        """Whether a top-level package is never read as source: tables describe it, or it has no arrays."""
        known = self._tables.get(package)
        if known is None:
            found = self.find(package)
            known = self._tables[package] = found is not None and self._is_foreign(package, found)
        return known

    def _is_foreign(self, package: str, found: Found) -> bool:
        folder = os.path.dirname(found.path) if found.is_package else None
        if found.origin != "installed":
            return False
        return package in UNFOLLOWED or not self._requirements.lead_there(package, folder)

    def _all_entries(self, installed: Sequence[str], modules: Sequence[Entry]) -> Iterator[Entry]:
        for root in self.roots:
            yield Entry(root, "project")
        for name in _STUB_FOLDERS:
            if self._listing.has_folder(self.project_root, name):
                yield Entry(os.path.join(self.project_root, name), "stub")
        for path in installed:
            if path not in self.roots:
                yield Entry(path, "installed")
        yield from modules
        if self.environment is not None:
            yield Entry(bundles.FOLDER, "bundled")

    def _is_own(self, path: str) -> bool:
        inside = path == self.project_root or path.startswith(os.path.join(self.project_root, ""))
        return inside and "site-packages" not in path and "dist-packages" not in path

    def _is_package(self, folder: str) -> bool:
        return self._listing.has_file(folder, "__init__.py")

    def _absolute_top(self, folder: str, top: str) -> str:
        if top in sys.stdlib_module_names:
            return self._name_below(folder, top) if self._hides_standard(folder, top) else top
        base = folder
        while self._is_package(base) and os.path.dirname(base) != base:
            base = os.path.dirname(base)
        if base not in self.roots and self._regular(base, top):  # JAX is not `rl/ppo/jax`, of the package `rl.ppo.jax`
            return top if self._beside.only_named(base, top) else self._name_below(base, top)
        if base in self.roots and folder.startswith(os.path.join(base, top)) and self._beside.is_library(base, top):
            return top + BESIDE  # one of its own files
        found = self.find(top)
        if found is not None and not found.is_namespace:
            return top
        while base == self.project_root or base.startswith(os.path.join(self.project_root, "")):  # `python -m` above
            for root in (base, *(os.path.join(base, name) for name in _INNER)):
                if self._regular(root, top) or self._holds_python(root, top):
                    return self._name_below(root, top)
            base = os.path.dirname(base)
        if top not in _LIBRARIES and self._regular(folder, top):  # in a package, too: run by its path, it finds them
            return self._name_below(folder, top)
        outermost = self._package_around(folder)
        return self._name_below(os.path.dirname(outermost), top) if os.path.basename(outermost) == top else top

    def _hides_standard(self, folder: str, top: str) -> bool:
        """Whether scripts of a folder import their neighbour, `trace.py`, and not the standard module of that name."""
        alone = top not in EARLY and top not in sys.builtin_module_names and self._regular(folder, top)
        return alone and not self._package_around(folder)

    def _package_around(self, folder: str) -> str:
        """The outermost package in which a folder lies, itself a package or not; empty where there is none."""
        outermost, inner = "", ""
        while folder != inner and not (outermost and not self._is_package(folder)):
            if self._is_package(folder):
                outermost = folder
            inner, folder = folder, os.path.dirname(folder)
        return outermost

    def _name_below(self, folder: str, top: str) -> str:
        return self.module_name(os.path.join(folder, top + ".py"))

    def _regular(self, folder: str, name: str) -> bool:
        return self._listing.has_file(folder, name + ".py") or (
            self._listing.has_folder(folder, name) and self._is_package(os.path.join(folder, name))
        )

    def _holds_python(self, folder: str, name: str, depth: int = 2) -> bool:
        """Whether there is a folder of that name with modules in it, or in packages below it."""
        if not self._listing.has_folder(folder, name):
            return False
        inner = os.path.join(folder, name)
        names = self._listing.names(inner)
        if any(n.endswith(".py") for n in names):
            return True
        return depth > 0 and any(n.isidentifier() and self._holds_python(inner, n, depth - 1) for n in sorted(names))

    def _search(self, parts: list[str]) -> Found | None:
        if not all(parts):
            return None
        first, *inner = names = tuple(_spelled(part) for part in parts)
        if parts[0] == _OUTSIDE:
            return self._anywhere.find(names[1:])
        if parts[0].endswith((_OWN, BESIDE)):
            return self._own.find(names)
        stubs = self._stubs(first).find(("", *inner))
        found = self._all.find(names)
        if found is not None and found.origin == "project" and self._lies_beside(first):
            found = Found(found.path, "installed", found.is_package, found.is_namespace)
        if stubs is not None and not stubs.is_namespace and (found is None or found.origin in ("installed", "bundled")):
            return stubs
        return found

    def _lies_beside(self, top: str) -> bool:
        """Whether a package of the project's roots is a library that lies beside the project's own."""
        return any(self._beside.is_library(root, top) for root in self.roots)

    def _stubs(self, top: str) -> SearchPath:
        """PEP 561: `top-stubs` speaks for `top`."""
        if top not in self._stub_paths:
            folders = (entry.folder for entry in self._all.entries if entry.only is None)
            held = (folder for folder in folders if self._listing.has_folder(folder, top + "-stubs"))
            packages = [Entry(os.path.join(folder, top + "-stubs"), "stub") for folder in held]
            self._stub_paths[top] = SearchPath(packages, self._listing)
        return self._stub_paths[top]


def _spelled(part: str) -> str:
    """A part of a module's name as its file has it."""
    return part.replace(_DOT, ".").removesuffix(_OWN).removesuffix(BESIDE)


def _by_name(modules: Sequence[tuple[str, str]]) -> Iterator[Entry]:
    """Where the modules are that are installed by name; one in a package lies in a folder of the package's name."""
    for module, path in modules:
        top, *inner = module.split(".")
        below = os.path.join("", *inner)
        folder, name = os.path.split(path.removesuffix(".py").removesuffix(os.sep + below if inner else ""))
        if not inner or name == top:
            yield Entry(folder, "installed", (top, name))


def _keeps_name(entry: Entry) -> bool:
    return entry.only is not None and entry.only[0] == entry.only[1]
