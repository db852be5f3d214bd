"""Requirements in a project's metadata: whether they name pytreelint, and its runtime, in any spelling and table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal

Named = Literal["no", "bare", "runtime"]

_PACKAGE, _EXTRA = "pytreelint", "runtime"
_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[([^\]]*)\])?")
_ORDER: tuple[Named, ...] = ("no", "bare", "runtime")
# Tables whose keys are the names of distributions.
_BY_NAME = re.compile(r"(dependencies|dev-dependencies|pypi-dependencies)")


def named(requirement: str) -> Named:
    """Whether a requirement such as `PyTreeLint [Runtime, x] >=0.1` is pytreelint, and brings the runtime."""
    match = _REQUIREMENT.match(requirement)
    if match is None or normal(match[1]) != _PACKAGE:
        return "no"
    return "runtime" if _EXTRA in map(normal, (match[2] or "").split(",")) else "bare"


def normal(name: str) -> str:
    """A distribution's or extra's name as all of its spellings are compared."""
    return re.sub(r"[-_.]+", "-", name.strip()).lower()


def named_in_table(table: object) -> Named:
    """What a TOML document requires of pytreelint at most: dependencies, extras, groups, tables of other tools."""
    return max(_of_table(table), key=_ORDER.index, default="no")


def _of_table(table: object) -> Iterator[Named]:
    if isinstance(table, str):
        yield named(table)
    elif isinstance(table, list):
        for item in table:
            yield from _of_table(item)
    elif isinstance(table, Mapping):
        for key, value in table.items():
            if _BY_NAME.fullmatch(key) and isinstance(value, Mapping):
                yield from _of_names(value)
            if isinstance(value, (list, Mapping)):
                yield from _of_table(value)


def _of_names(table: Mapping[str, Any]) -> Iterator[Named]:
    """`pytreelint = {version = "*", extras = ["runtime"]}`, or a list of such tables."""
    for name, value in table.items():
        if normal(name) == _PACKAGE:
            for item in value if isinstance(value, list) else [value]:
                extras = item.get("extras", ()) if isinstance(item, Mapping) else ()
                yield "runtime" if _EXTRA in map(normal, map(str, extras)) else "bare"


def named_in_lines(text: str) -> Named:
    """What a requirements file, `setup.py` or `setup.cfg` requires of pytreelint at most; comments do not count."""
    code = "\n".join(re.sub(r"(^|\s)#.*", "", line) for line in text.splitlines())
    words = re.findall(r"(?<![\w./-])[Pp][\w.-]*\s*(?:\[[^\]\n]*\])?", code)
    return max(map(named, words), key=_ORDER.index, default="no")
