"""One TOML table, checked value by value; every mistake is named with its file, line and key."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

_DOTTED = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*$")
_WORD = re.compile(r"[^\W_]+")


class ConfigError(Exception):
    """A mistake in the configuration or in a selection; the message names its place and what would be right."""


def check_selectors(selectors: Iterable[str], where: str) -> tuple[str, ...]:
    """The selectors, if each is `ALL`, a prefix, a code or a name. Raises ConfigError with the nearest valid one."""
    from pytreelint.rules.catalogue import heads

    given = tuple(selectors)
    codes = [rule.code for rule in heads()]
    names = [rule.name for rule in heads()]
    for selector in given:
        if selector in names or selector == "ALL" or (selector and any(c.startswith(selector) for c in codes)):
            continue
        raise ConfigError(f"{where}: unknown rule `{selector}`{nearest(selector, [*codes, *names, 'ALL'])}")
    return given


def nearest(word: str, valid: Iterable[str]) -> str:
    """`; did you mean ...?`, or nothing when nothing resembles the word."""
    import difflib  # only mistakes need it

    valid = list(valid)
    folded = {v.lower(): v for v in valid}
    close = difflib.get_close_matches(word.lower(), folded, n=1, cutoff=0.5)
    return f"; did you mean `{folded[close[0]]}`?" if close else ""


class Table:
    """One TOML table on its way to settings: gives values of the right type, or says where they are wrong."""

    def __init__(self, file: str, text: str, values: Mapping[str, Any], name: str, source: str | None = None) -> None:
        """`source` is what mistakes are said to stand in, if not the file."""
        self.file = file
        self.text = text
        self.values = values
        self.name = name
        self.source = source or file

    def error(self, key: str, message: str) -> ConfigError:
        """What is wrong with a key, and where it stands."""
        return ConfigError(f"{self.where(key)}: {message}")

    def where(self, key: str) -> str:
        """The file and line of a key, or the option that gives it."""
        pattern = re.compile(rf"(?:^|[{{,])\s*[\"']?{re.escape(key)}[\"']?\s*[=.\]]", re.MULTILINE)
        found = pattern.search(self.text)
        line = f":{self.text.count(chr(10), 0, found.end()) + 1}" if found else ""
        return f"{self.source}{line}"

    def expect(self, valid: Iterable[str]) -> None:
        valid = sorted(valid)
        for key in self.values:
            if key not in valid:
                raise self.error(key, f"unknown key `{key}` in [{self.name}]{nearest(key, valid)}")

    def of_type(self, key: str, kind: type, words: str) -> Any:
        value = self.values[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.error(key, f"`{key}` must be {words}, not {value!r}")
        return value

    def string(self, key: str) -> str:
        return str(self.of_type(key, str, "a string"))

    def strings(self, key: str) -> tuple[str, ...]:
        values = self.of_type(key, list, "a list of strings")
        if not all(isinstance(value, str) for value in values):
            raise self.error(key, f"`{key}` must be a list of strings, not {values!r}")
        return tuple(values)

    def flag(self, key: str) -> bool:
        return bool(self.of_type(key, bool, "true or false"))

    def choice(self, key: str, valid: Sequence[str]) -> str:
        value = self.string(key)
        if value not in valid:
            listed = ", ".join(f"`{v}`" for v in valid)
            raise self.error(key, f"`{key}` must be one of {listed}, not `{value}`{nearest(value, valid)}")
        return value

    def selectors(self, key: str) -> tuple[str, ...]:
        given = self.strings(key)
        try:
            return check_selectors(given, self.source)
        except ConfigError as error:
            raise self.error(key, str(error).removeprefix(f"{self.source}: ")) from None

    def dotted(self, key: str) -> tuple[str, ...]:
        values = self.strings(key)
        for value in values:
            if not _DOTTED.match(value):
                raise self.error(key, f"`{key}` must hold dotted names such as `my_package.nn.Base`, not `{value}`")
        return values

    def words(self, key: str) -> tuple[str, ...]:
        values = self.strings(key)
        for value in values:
            if not _WORD.fullmatch(value):
                raise self.error(
                    key, f"`{key}` must hold words as they stand between underscores, such as `launch`, not `{value}`"
                )
        return values

    def dotted_pairs(self) -> tuple[tuple[str, str], ...]:
        pairs = tuple((key, self.string(key)) for key in self.values)
        for key, value in pairs:
            if not (_DOTTED.match(key) and _DOTTED.match(value)):
                raise self.error(key, f"[{self.name}] must map dotted names to dotted names, not `{key}` to `{value}`")
        return pairs

    def table(self, key: str) -> Table:
        return Table(self.file, self.text, self.of_type(key, dict, "a table"), f"{self.name}.{key}", self.source)

    def path(self, key: str) -> str:
        value = os.path.expanduser(self.string(key))
        if "\0" in value:
            raise self.error(key, f"`{key}` must be a path, not {value!r}")
        return os.path.normpath(os.path.join(os.path.dirname(self.file), value))
