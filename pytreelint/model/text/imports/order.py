"""The order of import statements: ruff's rule I001, which is isort's `profile = "black"`."""

from __future__ import annotations

import ast
import os
import re
import sys
from fnmatch import fnmatchcase

from pytreelint.knowledge.record import record
from pytreelint.model.text.imports.style import FIRST, FUTURE, LOCAL, STANDARD, Style

Imported = ast.Import | ast.ImportFrom
Key = tuple[object, ...]

_DIGITS = re.compile(r"(\d+)")


@record(frozen=True, slots=True)
class Entry:
    """An import statement as the order sees it.

    Attributes:
        section: its name, after the number of the separate part that it is in.
        rank: of the section.
        is_from: whether it is `from m import n`.
        key: orders the statements of a section.
    """

    section: tuple[int, str]
    rank: tuple[int, int]
    is_from: bool
    key: Key


def entry(node: Imported, path: str, style: Style) -> Entry:
    """How a statement of the file at `path` is sorted."""
    is_from = isinstance(node, ast.ImportFrom)
    level = node.level if isinstance(node, ast.ImportFrom) else 0
    module = (node.module or "") if isinstance(node, ast.ImportFrom) else node.names[0].name
    part, section = _part(module, style), _section(module, level, path, style)
    rank = style.order.index(section) if section in style.order else len(style.order)
    first = min((member_key(alias.name, alias.asname, style) for alias in node.names), default=()) if is_from else ()
    key = _module_key(module, level, None if is_from else node.names[0].asname, first, is_from, style)
    kind = 0 if style.force_sort_within_sections else int(is_from != style.from_first)
    return Entry((part, section), (part, rank), is_from, (kind, *key))


def blank_lines(before: Entry, after: Entry, style: Style) -> int:
    """How many blank lines stand between two statements that follow each other."""
    if before.rank[0] != after.rank[0]:
        return 1
    if before.section != after.section:
        # Sections that have no statement count as well.
        between = style.order[before.rank[1] + 1 : after.rank[1] + 1] or (after.section[1],)
        return int(any(section not in style.no_lines_before for section in between))
    if style.force_sort_within_sections or before.is_from == after.is_from:
        return 0
    return style.lines_between_types


def member_key(name: str, local: str | None, style: Style) -> Key:
    """Orders the names of one statement."""
    return (
        name != "*",
        _member_type(name, style) if style.order_by_type else 0,
        len(name) if style.length_sort else 0,
        () if style.case_sensitive else _natural(name.lower()),
        _natural(name),
        _natural(local or ""),
    )


def _module_key(module: str, level: int, local: str | None, first: Key, is_from: bool, style: Style) -> Key:
    by_length = style.length_sort or (style.length_sort_straight and not is_from)
    closest = style.relative_imports_order == "closest-to-furthest"
    return (
        module not in style.force_to_top,
        len(module) + level if by_length else 0,
        level if closest or not level else -level,
        () if style.case_sensitive else _natural(module.lower()),
        _natural(module),
        first,
        _natural(local or ""),
    )


def _natural(text: str) -> tuple[tuple[int, int], ...]:
    """Orders numbers in names by their size: `a2` before `a10`."""
    found: list[tuple[int, int]] = []
    for chunk in _DIGITS.split(text):
        found += [(ord("0"), int(chunk))] if chunk.isdecimal() else [(ord(char), 0) for char in chunk]
    return tuple(found)


def _member_type(name: str, style: Style) -> int:
    """Constants, then classes, then variables and functions."""
    for number, names in enumerate((style.constants, style.classes, style.variables)):
        if name in names:
            return number
    if len(name) > 1 and name.upper() == name and name.lower() != name:
        return 0
    return 1 if name[:1].isupper() else 2


def _part(module: str, style: Style) -> int:
    """The number of the separate part that a module is in; 0 for the main one."""
    for number, prefix in enumerate(style.forced_separate, 1):
        if module == prefix or module.startswith(f"{prefix}."):
            return number
    return 0


def _section(module: str, level: int, path: str, style: Style) -> str:
    if style.no_sections:
        return FUTURE if module == "__future__" and not level else style.default_section
    if level:
        return LOCAL
    base = module.partition(".")[0]
    if base == "__future__":
        return FUTURE
    names = module.split(".")
    prefixes = [".".join(names[: end + 1]) for end in range(len(names))]
    for pattern, section in style.known:
        if any(fnmatchcase(prefix, pattern) for prefix in prefixes):
            return section
    if base in sys.stdlib_module_names:
        return STANDARD
    return FIRST if _is_first_party(module, path, style) else style.default_section


def _is_first_party(module: str, path: str, style: Style) -> bool:
    if style.detect_same_package and module.partition(".")[0] == _package(path):
        return True
    places = (os.path.join(style.root, source, *module.split(".")) for source in style.src)
    return any(os.path.isdir(at) or os.path.isfile(f"{at}.py") or os.path.isfile(f"{at}.pyi") for at in places)


def _package(path: str) -> str | None:
    """The name of the outermost package that a file is in."""
    folder, name = os.path.dirname(path), None
    while os.path.isfile(os.path.join(folder, "__init__.py")):
        folder, name = os.path.split(folder)
    return name
