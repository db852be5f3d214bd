"""Rules of others: of installed packages, by entry point, and of a project's own folders.

What is loaded here is imported, and so run: packages that the user has installed beside pytreelint, and folders that
the configuration names.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
import types
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.model.text.digest import blake2b
from pytreelint.model.text.reading import LARGEST_BESIDE, text_beside

if TYPE_CHECKING:
    from pytreelint.rules.catalogue import Head
    from pytreelint.rules.rule import AnyRule

GROUP = "pytreelint.rules"
OWN = "PTL"
"""The letters of this package's codes."""
_CODE, _NAME = re.compile(r"[A-Z]{2,8}\d{1,5}"), re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_INSTALLED = ("site-packages", "dist-packages")
_SEVERITIES = ("error", "warning", "advice")
_loaded: dict[str, tuple[AnyRule, ...]] = {}


class RulesError(Exception):
    """Rules that cannot be used; the message says whose, and why."""


@record(frozen=True, slots=True)
class Entry:
    """One entry point.

    Attributes:
        value: `package.module`, or `package.module:Name`.
    """

    name: str
    value: str


@cache
def entries() -> tuple[Entry, ...]:
    """The entry points that installed packages declare, read from their metadata."""
    found: dict[Entry, None] = {}
    for folder in sys.path:
        for path in _metadata(folder):
            text = text_beside(path, LARGEST_BESIDE)
            if f"[{GROUP}]" in text:
                found |= dict.fromkeys(_declared(text))
    return tuple(sorted(found, key=lambda entry: (entry.name, entry.value)))


def _metadata(folder: str) -> Iterator[str]:
    """Of what is installed: another folder of the path (PYTHONPATH) may be that of the project which is checked."""
    if os.path.basename(folder) not in _INSTALLED:
        return
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return
    for name in names:
        if name.endswith((".dist-info", ".egg-info")):
            yield os.path.join(folder, name, "entry_points.txt")


def _declared(text: str) -> Iterator[Entry]:
    section = ""
    for line in text.split("\n"):
        line = line.strip()
        if line.startswith("["):
            section = line.strip("[]").strip()
        elif section == GROUP and "=" in line:
            name, _, value = line.partition("=")
            yield Entry(name.strip(), value.strip())


def installed() -> tuple[AnyRule, ...]:
    """The rules of installed packages. Raises RulesError."""
    return tuple(rule for entry in entries() for rule in _of_entry(entry))


def _of_entry(entry: Entry) -> tuple[AnyRule, ...]:
    origin = f"the entry point `{entry.name}`"
    if origin not in _loaded:
        module, _, attribute = entry.value.partition(":")
        try:
            held = importlib.import_module(module)
            given = getattr(held, attribute) if attribute else held
        except (Exception, SystemExit) as error:  # a module of somebody else
            raise _broken(origin, error) from error
        _loaded[origin] = tuple(_instances(_classes(given), origin, ""))
    return _loaded[origin]


def of_folder(folder: str) -> tuple[AnyRule, ...]:
    """The rules in the Python files of a folder; tests and what begins with `_` are none. Raises RulesError."""
    if folder not in _loaded:
        if not os.path.isdir(folder):
            raise RulesError(f"{folder}: there is no such folder of rules")
        package = _package(folder)
        found: list[AnyRule] = []
        for name in sorted(os.listdir(folder)):
            stem = name.removesuffix(".py")
            if stem != name and stem.isidentifier() and not stem.startswith(("_", "test_", "conftest")):
                origin = os.path.join(folder, name)
                if not os.path.isfile(origin):
                    raise RulesError(f"{origin}: is no regular file")
                held = _imported(f"{package}.{stem}", origin)
                found += _instances(_classes(held), origin, folder)
        _loaded[folder] = tuple(found)
    return _loaded[folder]


def loaded() -> tuple[AnyRule, ...]:
    """All rules that were loaded, of which some folders may speak for some files only."""
    return tuple(rule for rules in _loaded.values() for rule in rules)


def _package(folder: str) -> str:
    """A package of the folder's files: they may import each other by `from . import`."""
    name = f"_pytreelint_rules_{blake2b(folder.encode(), digest_size=6).hexdigest()}"
    package = types.ModuleType(name)
    package.__path__ = [folder]
    sys.modules[name] = package
    return name


def _imported(name: str, origin: str) -> object:
    usual, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit) as error:  # a module of somebody else
        raise _broken(origin, error) from error
    finally:
        sys.dont_write_bytecode = usual


def _broken(origin: str, error: Exception | SystemExit) -> RulesError:
    return RulesError(f"{origin}: cannot be loaded: {type(error).__name__}: {error}")


def _classes(given: object) -> list[type]:
    """The rules that a module defines, or that are named one by one."""
    if isinstance(given, type):
        return [given]
    if isinstance(given, types.ModuleType):
        own = (value for value in vars(given).values() if isinstance(value, type))
        return [value for value in own if value.__module__.startswith(given.__name__)]
    return [value for value in given if isinstance(value, type)] if isinstance(given, Iterable) else []


def _instances(classes: Iterable[type], origin: str, folder: str) -> Iterator[AnyRule]:
    from pytreelint.rules.catalogue import OWN_HEADS
    from pytreelint.rules.rule import Rule

    heads: tuple[Head, ...] = (*OWN_HEADS, *loaded())
    taken = {word for head in heads for word in (head.code, head.name)}
    for cls in classes:
        if not issubclass(cls, Rule) or "code" not in vars(cls):
            continue
        fault = _fault(cls)
        if fault is None and (cls.code in taken or cls.name in taken):
            fault = f"`{cls.code}` or `{cls.name}` is taken"
        if fault is not None:
            raise RulesError(f"{origin}: {cls.__name__}: {fault}")
        rule = cls()
        rule.folder = folder
        taken |= {rule.code, rule.name}
        yield rule


def _fault(cls: type[AnyRule]) -> str | None:
    """Why a class is no rule that can be used."""
    from pytreelint.model.values import sites

    code, name, severity = (getattr(cls, word, None) for word in ("code", "name", "severity"))
    if not isinstance(code, str) or not _CODE.fullmatch(code):
        return f"its code is {code!r}: capital letters and a number are needed, as `ACME001`"
    if code.startswith(OWN):
        return f"its code is `{code}`: `{OWN}` is for the rules of pytreelint"
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        return f"its name is {name!r}: words in small letters are needed, as `sum-over-model`"
    if severity not in _SEVERITIES:
        return f"its severity is {severity!r}: one of {', '.join(_SEVERITIES)} is needed"
    unknown = [kind for kind in cls.sites if not hasattr(sites, kind)]
    if unknown:
        return f"there is no site `{unknown[0]}`"
    return "it has no `check`" if getattr(cls, "__abstractmethods__", None) else None


def state(folders: Iterable[str]) -> tuple[object, ...]:
    """What identifies the rules of others in caches: their files as they are."""
    modules = [(entry.name, entry.value, *_files(_home(entry))) for entry in entries()]
    return (*modules, *((folder, *_files(folder)) for folder in folders))


def _home(entry: Entry) -> str | None:
    """The folder of an entry point's package; nothing is imported."""
    import importlib.util

    try:
        spec = importlib.util.find_spec(entry.value.partition(":")[0].partition(".")[0])
    except (ImportError, ValueError):
        return None
    return os.path.dirname(spec.origin) if spec is not None and spec.origin is not None else None


def _files(folder: str | None) -> Iterator[tuple[str, int, int]]:
    for path, _, names in os.walk(folder) if folder is not None else ():
        for name in sorted(names):
            if name.endswith(".py"):
                status = os.lstat(os.path.join(path, name))
                yield os.path.join(path, name), status.st_size, status.st_mtime_ns
