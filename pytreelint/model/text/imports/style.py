"""How a project wants its imports sorted and its lines broken: what its formatter is told, else its own defaults."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytreelint.knowledge.record import record, replace
from pytreelint.model.text.reading import decode, read_bytes
from pytreelint.model.text.toml import parse_toml
from pytreelint.model.text.unreadable import Unreadable

FUTURE, STANDARD, THIRD, FIRST, LOCAL = "future", "standard-library", "third-party", "first-party", "local-folder"
SECTIONS = (FUTURE, STANDARD, THIRD, FIRST, LOCAL)
DEFAULT_LENGTH = 88

_LARGEST = 4_000_000
_EXTENDED = 8  # configurations that extend each other; more are a circle
_OWN_FILES = (".ruff.toml", "ruff.toml")
_KNOWN = {
    "known-local-folder": LOCAL,
    "known-first-party": FIRST,
    "known-third-party": THIRD,
    "extra-standard-library": STANDARD,
}
_FLAGS = (
    "case-sensitive",
    "combine-as-imports",
    "force-single-line",
    "force-sort-within-sections",
    "force-wrap-aliases",
    "from-first",
    "length-sort",
    "length-sort-straight",
    "no-sections",
    "order-by-type",
    "split-on-trailing-comma",
)
_LISTS = ("classes", "constants", "force-to-top", "forced-separate", "no-lines-before", "variables")
_WORDS = ("default-section", "relative-imports-order")
_NUMBERS = ("lines-after-imports", "lines-between-types")

Table = Mapping[str, Any]


@record(frozen=True, slots=True)
class Style:
    """The settings of `[tool.ruff.lint.isort]`, under their own names, and those that they rest on.

    Attributes:
        root: the folder of the configuration, to which `src` is relative.
        line_length: None where nothing says it.
        known: (pattern, section), in the order in which they are asked.
        order: of the sections.
        lines_after_imports: -1 for two before a function or class, one before anything else.
    """

    root: str
    src: tuple[str, ...] = (".", "src")
    line_length: int | None = None
    known: tuple[tuple[str, str], ...] = ()
    order: tuple[str, ...] = SECTIONS
    default_section: str = THIRD
    detect_same_package: bool = True
    relative_imports_order: str = "furthest-to-closest"
    case_sensitive: bool = False
    combine_as_imports: bool = False
    force_single_line: bool = False
    force_sort_within_sections: bool = False
    force_wrap_aliases: bool = False
    from_first: bool = False
    length_sort: bool = False
    length_sort_straight: bool = False
    no_sections: bool = False
    order_by_type: bool = True
    split_on_trailing_comma: bool = True
    classes: tuple[str, ...] = ()
    constants: tuple[str, ...] = ()
    force_to_top: tuple[str, ...] = ()
    forced_separate: tuple[str, ...] = ()
    no_lines_before: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    lines_after_imports: int = -1
    lines_between_types: int = 0


def style_of(folder: str) -> Style:
    """The style of the files in a folder: of the nearest configuration at or above it."""
    length: int | None = None
    for at in _upwards(folder):
        for name in _OWN_FILES:
            if (table := _table(os.path.join(at, name))) is not None:
                return _style(at, _extended(at, table), None)
        tools = _part(_table(os.path.join(at, "pyproject.toml")) or {}, "tool")
        length = length or _number(_part(tools, "black").get("line-length"))
        if "ruff" in tools:
            return _style(at, _extended(at, _part(tools, "ruff")), length)
        if "isort" in tools:
            return _style(at, _as_ruff(_part(tools, "isort")), length)
    return Style(os.path.abspath(folder), line_length=length)


def _upwards(folder: str) -> Iterator[str]:
    at = os.path.abspath(folder)
    while True:
        yield at
        if os.path.dirname(at) == at:
            return
        at = os.path.dirname(at)


def _table(file: str) -> Table | None:
    """What a TOML file holds; None where there is none that can be read."""
    if not os.path.isfile(file):
        return None
    try:
        return parse_toml(decode(file, read_bytes(file, _LARGEST))[0])
    except (Unreadable, ValueError):
        return None


def _extended(folder: str, table: Table, hops: int = 0) -> Table:
    """The settings on top of those of the file that they extend."""
    base = table.get("extend")
    if not isinstance(base, str) or hops > _EXTENDED:
        return table
    file = os.path.join(folder, os.path.expanduser(base))
    found = _table(file) or {}
    if os.path.basename(file) == "pyproject.toml":
        found = _part(_part(found, "tool"), "ruff")
    return _merged(_extended(os.path.dirname(file), found, hops + 1), table)


def _merged(below: Table, above: Table) -> Table:
    both: dict[str, Any] = {**below, **above}
    for key in ("lint", "isort"):
        if key in both:
            both[key] = _merged(_part(below, key), _part(above, key))
    return both


def _as_ruff(table: Table) -> Table:
    """What isort itself is told, under the names of its successor."""
    given = {key.replace("_", "-"): value for key, value in table.items()}
    return {"isort": given, **({"line-length": given["line-length"]} if "line-length" in given else {})}


def _style(root: str, table: Table, length: int | None) -> Style:
    isort = {**_part(table, "isort"), **_part(_part(table, "lint"), "isort")}
    given: dict[str, Any] = {key: isort[key] for key in _FLAGS if isinstance(isort.get(key), bool)}
    given |= {key: _strings(isort[key]) for key in _LISTS if key in isort}
    given |= {key: found for key in _NUMBERS if (found := _number(isort.get(key))) is not None}
    named = {key.replace("-", "_"): value for key, value in given.items()}
    own = [(name, patterns) for name, patterns in _part(isort, "sections").items()]
    lists = [(section, isort.get(key)) for key, section in _KNOWN.items()]
    style = Style(
        os.path.abspath(root),
        src=_strings(table.get("src")) or (".", "src"),
        line_length=_number(table.get("line-length")) or length,
        known=tuple((pattern, section) for section, patterns in (*own, *lists) for pattern in _strings(patterns)),
        order=_strings(isort.get("section-order")) or SECTIONS,
        detect_same_package=isort.get("detect-same-package") is not False,
        **named,
    )
    words: dict[str, Any] = {key: str(isort[key]) for key in _WORDS if key in isort}
    return replace(style, **{key.replace("-", "_"): word for key, word in words.items()})


def _part(table: Table, key: str) -> Table:
    found = table.get(key)
    return found if isinstance(found, Mapping) else {}


def _strings(value: object) -> tuple[str, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        return ()
    return tuple(each for each in value if isinstance(each, str))


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
