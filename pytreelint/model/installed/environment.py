"""Where installed packages lie, told from the layout of an environment; no interpreter is started, nothing imported."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from pytreelint.knowledge.record import record
from pytreelint.model.installed.pth import modules_of, paths_of
from pytreelint.model.text.digest import blake2b
from pytreelint.model.text.listing import Listing
from pytreelint.model.text.reading import text_beside

Origin = Literal["--python", "VIRTUAL_ENV", "UV_PROJECT_ENVIRONMENT", ".venv", "venv", "env", "CONDA_PREFIX", "own"]

# Folders of the project that hold an environment if they hold its `pyvenv.cfg`.
_FOLDERS: tuple[Origin, ...] = (".venv", "venv", "env")
_VERSION = re.compile(r"(\d{1,9})\.(\d{1,9})")
_DIST_INFO = re.compile(r"(?P<name>.+?)-(?P<version>[^-]+)(-py[\d.]+.*)?\.(dist|egg)-info$")


class NoEnvironmentError(ValueError):
    """The path given as `python` leads to no site-packages."""


@record(frozen=True, slots=True)
class Environment:
    """The folders that packages are found in, in the order of `sys.path`.

    Attributes:
        origin: what chose this environment.
        prefix: its folder.
        paths: site-packages folders and what their `.pth` files add.
        distributions: (normalised name, version) of what is installed there, sorted.
        modules: (module, path without `.py`) of what is installed there by its name, not by a folder of the path.
    """

    origin: Origin
    prefix: str
    paths: tuple[str, ...]
    distributions: tuple[tuple[str, str], ...]
    modules: tuple[tuple[str, str], ...] = ()

    def versions(self, names: Iterable[str]) -> dict[str, str]:
        """The versions of those of these distributions that are installed, under the names asked for."""
        installed = dict(self.distributions)
        return {name: installed[normal(name)] for name in names if normal(name) in installed}

    @property
    def digest(self) -> str:
        """What identifies the environment in caches: its folders and the versions in them."""
        parts = (self.paths, self.distributions, self.modules)
        return blake2b(repr(parts).encode(), digest_size=16).hexdigest()


def find_environment(
    project_root: str,
    python: str | None = None,
    variables: Mapping[str, str] = os.environ,
    listing: Listing | None = None,
) -> Environment:
    """The environment of `--python`, else the first that there is of what variables and folders name, else our own.

    In this order: VIRTUAL_ENV, UV_PROJECT_ENVIRONMENT, then `.venv`, `venv` and `env` beside the configuration,
    CONDA_PREFIX. That VIRTUAL_ENV is the environment that we run from says nothing of the project: pre-commit, for one,
    sets it to the hook's. Conda's base is nobody's choice.

    Args:
        python: an interpreter, the folder of an environment, or a folder of packages.

    Raises:
        NoEnvironmentError: `python` was given and leads to none.
    """
    listing = listing or Listing()
    if python is not None:
        return _named(python, listing)
    for origin, prefix in _candidates(project_root, variables):
        found = _environment(origin, prefix, listing) if os.path.isdir(prefix) else None
        if found is not None and (listing.has_file(prefix, "pyvenv.cfg") or (origin == "CONDA_PREFIX" and found.paths)):
            return found
    return _environment("own", sys.prefix, listing, sys.version_info[:2])


def _candidates(project_root: str, variables: Mapping[str, str]) -> Iterator[tuple[Origin, str]]:
    """What may be meant without a word on the command line, as absolute paths."""
    active = variables.get("VIRTUAL_ENV", "")
    if active and os.path.realpath(active) != os.path.realpath(sys.prefix):
        yield "VIRTUAL_ENV", os.path.abspath(active)
    if variables.get("UV_PROJECT_ENVIRONMENT"):
        yield "UV_PROJECT_ENVIRONMENT", os.path.join(project_root, variables["UV_PROJECT_ENVIRONMENT"])
    for name in _FOLDERS:
        yield name, os.path.join(project_root, name)
    if variables.get("CONDA_PREFIX") and variables.get("CONDA_DEFAULT_ENV") not in ("base", "root"):
        yield "CONDA_PREFIX", os.path.abspath(variables["CONDA_PREFIX"])


def _named(python: str, listing: Listing) -> Environment:
    path = os.path.abspath(os.path.expanduser(python))
    version = None
    prefix = path
    if os.path.isfile(path):
        # A venv's interpreter is a link into another prefix: only its own place says which venv.
        prefix = os.path.dirname(os.path.dirname(path)) if _in_scripts(path) else os.path.dirname(path)
        version = _version(os.path.basename(path)) or _version(os.path.basename(os.path.realpath(path)))
    found = _environment("--python", prefix, listing, version)
    if not found.paths and os.path.basename(path) in ("site-packages", "dist-packages"):
        found = _with_paths("--python", path, (path,), listing)
    if not found.paths:
        raise NoEnvironmentError(f"no site-packages found for {python}: give an interpreter or a virtual environment")
    return found


def _in_scripts(path: str) -> bool:
    return os.path.basename(os.path.dirname(path)).lower() in ("bin", "scripts")


def _environment(origin: Origin, prefix: str, listing: Listing, version: tuple[int, int] | None = None) -> Environment:
    settings = _pyvenv(prefix) if listing.has_file(prefix, "pyvenv.cfg") else {}
    version = version or _version(settings.get("version") or settings.get("version_info") or "")
    folders = list(_site_packages(prefix, version, listing))
    home = settings.get("home")
    if home and settings.get("include-system-site-packages", "").lower() == "true":
        base = os.path.dirname(home) if os.path.basename(home).lower() in ("bin", "scripts") else home
        folders += _site_packages(base, version, listing)
    return _with_paths(origin, prefix, folders, listing)


def _with_paths(origin: Origin, prefix: str, folders: Iterable[str], listing: Listing) -> Environment:
    paths: dict[str, None] = {}
    modules: dict[tuple[str, str], None] = {}
    for folder in folders:
        paths[folder] = None
        paths |= dict.fromkeys(paths_of(folder, listing))
        modules |= dict.fromkeys(modules_of(folder, listing))
    found = {}
    for path in reversed(paths):  # the first on the path wins
        for name in listing.names(path):
            match = _DIST_INFO.match(name) if name.endswith("-info") else None
            if match:
                found[normal(match["name"])] = match["version"]
    return Environment(origin, prefix, tuple(paths), tuple(sorted(found.items())), tuple(modules))


def _site_packages(prefix: str, version: tuple[int, int] | None, listing: Listing) -> Iterator[str]:
    """The folders of packages of a prefix: venvs, Debian's, Windows'."""
    for lib in ("lib", "lib64", "Lib"):
        folder = os.path.join(prefix, lib)
        if not listing.has_folder(prefix, lib) or (lib == "lib64" and os.path.islink(folder)):
            continue
        if listing.has_folder(folder, "site-packages"):
            yield os.path.join(folder, "site-packages")
        versions = {_version(name): name for name in listing.names(folder) if re.match(r"(python|pypy)3\.\d+$", name)}
        chosen = versions.get(version) or (versions[max(v for v in versions if v)] if versions else None)
        for name in (chosen, "python3"):
            for packages in ("site-packages", "dist-packages"):
                if name and listing.has_folder(os.path.join(folder, name), packages):
                    yield os.path.join(folder, name, packages)
    if prefix == "/usr":  # Debian's pip installs there
        yield from _site_packages("/usr/local", version, listing)


def _pyvenv(prefix: str) -> dict[str, str]:
    lines = text_beside(os.path.join(prefix, "pyvenv.cfg")).splitlines()
    pairs = (line.partition("=") for line in lines)
    return {key.strip().lower(): value.strip() for key, equals, value in pairs if equals}


def _version(text: str) -> tuple[int, int] | None:
    match = _VERSION.search(text)
    return (int(match[1]), int(match[2])) if match else None


def normal(name: str) -> str:
    """A distribution's name as PEP 503 compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()
