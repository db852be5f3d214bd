"""Which versions of a library a project pins or allows: metadata, requirement files and lock files, read as text."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pytreelint.model.installed.versions import Newest, bound_of, exactly, highest, lowest
from pytreelint.model.text.listing import Listing
from pytreelint.model.text.reading import text_beside
from pytreelint.model.text.toml import parse_toml

# bounds: None in place of one is a requirement without a bound; no entry, no requirement.
Bounds = list[Newest | None]

_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*\(?([^;#@)\\]*)")

# The requirements that hold for every user of a project, and those of its developers, who need these as well.
_PLAIN = ("requirements.txt", "requirements.in")
_ADDING = re.compile(r"[-_.](?:dev|devel|develop|development|tests?|testing|docs?)(?=[-_.])", re.IGNORECASE)


class Pins:
    """What the files beside a program say of the libraries that it needs; each folder is read once."""

    def __init__(self, root: str, listing: Listing) -> None:
        """Nothing is read yet. Args: root: no folder above it counts."""
        self._root = root
        self._listing = listing
        self._known: dict[tuple[str, str], tuple[bool, Newest | None]] = {}

    def newest(self, folder: str, library: str) -> tuple[bool, Newest | None]:
        """Whether a project says anything of a library, and the newest version that it allows (None: any).

        The nearest folder that mentions the library, at or above `folder`, decides.
        """
        key = (folder, library)
        if key not in self._known:
            found = [bound for bounds in self._sources(folder, library) if bounds for bound in [highest(bounds)]]
            above = os.path.dirname(folder)
            inside = folder != self._root and folder.startswith(self._root) and above != folder
            if found:
                self._known[key] = (True, lowest(found))
            else:
                self._known[key] = self.newest(above, library) if inside else (False, None)
        return self._known[key]

    def _sources(self, folder: str, library: str) -> Iterator[Bounds]:
        """The bounds of each kind of file; several of one kind are alternatives, unless they add to a plain one."""
        by_kind: dict[Callable[[str, str], Bounds], dict[str, Bounds]] = {}
        names = sorted(self._listing.names(folder))
        unpacked = [os.path.join(name, "METADATA") for name in names if name.endswith(".dist-info")]
        for name in (*names, *(unpacked if len(unpacked) == 1 else ())):  # a wheel's, not site-packages
            reader = _reader(os.path.basename(name))
            text = text_beside(os.path.join(folder, name)) if reader is not None else ""
            if reader is not None and library in text:
                try:
                    by_kind.setdefault(reader, {})[name] = reader(text, library)
                except (ValueError, TypeError, AttributeError, KeyError, SyntaxError, RecursionError):
                    continue  # a file that is no such file says nothing
        for files in by_kind.values():
            by_itself = not any(map(files.get, _PLAIN))
            yield [bound for name, found in files.items() if by_itself or not _ADDING.search(name) for bound in found]


def _reader(name: str) -> Callable[[str, str], Bounds] | None:
    if re.fullmatch(r"(requirements|constraints)\S*\.(txt|in)", name):
        return _of_lines
    return _READERS.get(name)


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def stated(requirements: Iterable[Any], library: str) -> Bounds:
    """The bounds of those of these PEP 508 requirements that are about a library."""
    bounds: Bounds = []
    for requirement in requirements:
        match = _REQUIREMENT.match(requirement) if isinstance(requirement, str) else None
        if match and _normal(match[1]) == library:
            bounds.append(bound_of(match[2].partition(" --")[0]))
    return bounds


def _of_lines(text: str, library: str) -> Bounds:
    return stated(text.splitlines(), library)  # comments and options do not read as requirements


def _of_pyproject(text: str, library: str) -> Bounds:
    table = parse_toml(text)
    project, tool = table.get("project", {}), table.get("tool", {})
    groups: list[Bounds] = [stated(project.get("dependencies", ()), library)]
    poetry = tool.get("poetry", {})
    pixi = tool.get("pixi", {})
    groups.append(_of_table({**pixi.get("dependencies", {}), **pixi.get("pypi-dependencies", {})}, library))
    groups.append(_of_table(poetry.get("dependencies", {}), library))
    extras: Bounds = []
    for listed in (
        *project.get("optional-dependencies", {}).values(),
        *table.get("dependency-groups", {}).values(),
        *tool.get("pdm", {}).get("dev-dependencies", {}).values(),
    ):
        extras += stated(listed, library)
    for group in poetry.get("group", {}).values():
        extras += _of_table(group.get("dependencies", {}), library)
    # What a group asks for comes on top of what the project needs.
    return next((bounds for bounds in groups if bounds), extras)


def _of_table(table: dict[str, Any], library: str) -> Bounds:
    """`jax = "^0.4"`, `jax = {version = ">=0.4,<0.5"}`, or a list of such tables."""
    bounds: Bounds = []
    for name, value in table.items():
        if _normal(name) == library:
            for item in value if isinstance(value, list) else [value]:
                version = item.get("version", "") if isinstance(item, dict) else item
                bounds.append(bound_of(version, bare="=="))
    return bounds


def _of_pipfile(text: str, library: str) -> Bounds:
    return _of_table(parse_toml(text).get("packages", {}), library)


def _of_setup_cfg(text: str, library: str) -> Bounds:
    import configparser

    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read_string(text)
    except configparser.Error as error:
        raise ValueError(str(error)) from None
    main = _of_lines(parser.get("options", "install_requires", fallback=""), library)
    extras = parser["options.extras_require"].values() if parser.has_section("options.extras_require") else ()
    return main or [bound for lines in extras for bound in _of_lines(lines, library)]


def _of_setup_py(text: str, library: str) -> Bounds:
    """Strings in it that read like requirements: lists are often put together by code."""
    strings = (n.value for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Constant) and isinstance(n.value, str))
    return stated(strings, library)


def _of_toml_lock(text: str, library: str) -> Bounds:
    """uv.lock, poetry.lock, pdm.lock, pylock.toml: tables of packages."""
    found: Bounds = []
    for block in re.split(r"^\[\[packages?\]\]\s*$", text, flags=re.MULTILINE)[1:]:
        name = re.search(r'^name\s*=\s*"([^"]+)"', block, re.MULTILINE)
        version = re.search(r'^version\s*=\s*"([^"]+)"', block, re.MULTILINE)
        if name and version and _normal(name[1]) == library:
            found.append(exactly(version[1]))
    return found


def _of_pixi_lock(text: str, library: str) -> Bounds:
    pattern = rf"^\s*(?:-\s*)?name:\s*{library}\s*\n\s*version:\s*['\"]?([\d.]+)"
    wheels = re.findall(rf"/{library}-(\d[\d.]*\d)-[^/\s]*\.(?:conda|tar\.bz2|whl)", text)
    return [exactly(version) for version in (*re.findall(pattern, text, re.MULTILINE), *wheels)]


def _of_metadata(text: str, library: str) -> Bounds:
    """What is written into a wheel or a source distribution."""
    lines = re.findall(r"^Requires-Dist: (.*)$", text, re.MULTILINE | re.IGNORECASE)
    return stated((r for r in lines if "extra ==" not in r), library) or stated(lines, library)


def _of_pipfile_lock(text: str, library: str) -> Bounds:
    import json  # most projects have no such file

    packages = json.loads(text)["default"]
    return [bound_of(entry["version"]) for name, entry in packages.items() if _normal(name) == library]


def _of_conda(text: str, library: str) -> Bounds:
    """The list in an environment.yml: `- jax=0.4.20`, and what it hands to pip."""
    lines = (re.sub(r"^\s*-\s*['\"]?", "", line) for line in text.splitlines() if re.match(r"\s*-", line))
    return stated(lines, library)


_READERS: dict[str, Callable[[str, str], Bounds]] = {
    "pyproject.toml": _of_pyproject,
    "setup.cfg": _of_setup_cfg,
    "setup.py": _of_setup_py,
    "Pipfile": _of_pipfile,
    "uv.lock": _of_toml_lock,
    "poetry.lock": _of_toml_lock,
    "pdm.lock": _of_toml_lock,
    "pylock.toml": _of_toml_lock,
    "pixi.lock": _of_pixi_lock,
    "Pipfile.lock": _of_pipfile_lock,
    "METADATA": _of_metadata,
    "PKG-INFO": _of_metadata,
    "environment.yml": _of_conda,
    "environment.yaml": _of_conda,
}
