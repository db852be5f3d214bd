"""`[tool.pytreelint]` in pyproject.toml, or pytreelint.toml: found, read, and every mistake in it named."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from pytreelint.engine.configurations import NAMES
from pytreelint.engine.roots import common_folder, project_root, upwards
from pytreelint.engine.settings import ProjectKnowledge, Settings
from pytreelint.engine.suppression import NO_REASON
from pytreelint.engine.table import ConfigError, Table, nearest
from pytreelint.knowledge.record import replace
from pytreelint.model.text.reading import read_bytes
from pytreelint.model.text.toml import parse_toml
from pytreelint.model.text.unreadable import Unreadable

_LARGEST_SIZE = 1e15  # no file has as many bytes, kilobytes, ...
_LARGEST = 2_000_000  # bytes of a configuration
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kMG]?)(i?)B?$", re.IGNORECASE)


def load(paths: Sequence[str]) -> Settings:
    """The settings for a run over these paths: of the nearest configuration at or above their common folder.

    `pytreelint.toml` is preferred to the `pyproject.toml` beside it. Without any, the project's root is the nearest
    folder that looks like one, else the folder itself, outside of packages, with and without `__init__.py`.

    Raises:
        ConfigError: the configuration cannot be read or holds a mistake.
    """
    start = common_folder(paths)
    for folder in upwards(start):
        settings = in_folder(folder)
        if settings is not None:
            return settings
    return Settings(root=project_root(start))


def in_folder(folder: str) -> Settings | None:
    """The settings that a folder's own configuration gives, None where it has none. Raises ConfigError."""
    for name in NAMES:
        file = os.path.join(folder, name)
        if os.path.isfile(file):
            settings = _read(file)
            if settings is not None:
                return settings
    return None


def default(paths: Sequence[str]) -> Settings:
    """The settings for a run over these paths that reads no configuration."""
    return Settings(root=project_root(common_folder(paths)))


def with_pairs(settings: Settings, pairs: Sequence[str], folder: str) -> Settings:
    """The settings with `KEY=VALUE`, in TOML, over them. A value that is no TOML is a string.

    Arguments:
        folder: that paths are relative to.

    Raises:
        ConfigError: one is no pair, or holds a mistake.
    """
    from json import dumps  # as a string of TOML

    for pair in pairs:
        key, _, value = pair.partition("=")
        texts = (pair, f"{key}={dumps(value.strip())}")
        parsed = [values for text in texts if (values := _parsed(text)) is not None]
        if not parsed or not key.strip():
            raise ConfigError(f'--config: `{pair}` is neither a file nor a setting such as `style = "native"`')
        settings = _over(
            settings, Table(os.path.join(folder, "pytreelint.toml"), "", parsed[0], "pytreelint", "--config")
        )
    return settings


def _parsed(text: str) -> dict[str, Any] | None:
    try:
        return parse_toml(text)
    except ValueError:
        return None


def load_file(file: str) -> Settings:
    """The settings of one named configuration file. Raises ConfigError, also when it configures nothing."""
    settings = _read(os.path.abspath(file))
    if settings is None:
        raise ConfigError(f"{file}: has no [tool.pytreelint]")
    return settings


def _size(table: Table, key: str) -> int:
    value = table.values[key]
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return value
    found = _SIZE.match(value) if isinstance(value, str) else None
    if not found:
        raise table.error(key, f"`{key}` must be a number of bytes or a size such as `4MB`, not {value!r}")
    factor = 1024 if found[3] else 1000
    return int(min(float(found[1]), _LARGEST_SIZE) * factor ** " kmg".index(found[2].lower() or " "))


def _version(table: Table, key: str) -> str:
    value = table.string(key)
    if not re.fullmatch(r"\d+(\.\d+)*", value):
        raise table.error(key, f"`{key}` must be a version such as `0.10` or `0.10.2`, not `{value}`")
    return value


def _per_file(table: Table, key: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    inner = table.table(key)
    return tuple((pattern, inner.selectors(pattern)) for pattern in inner.values)


WORDS = {"runs-once": "run_once", "steps": "units", "tests": "trials", "examples": "examples"}
"""The keys of `[tool.pytreelint.knowledge.words]`, and the attributes of `Words` that they add to."""


def _knowledge(table: Table, key: str) -> ProjectKnowledge:
    inner = table.table(key)
    lists = ("pytree-bases", "pytree-decorators", "static-functions")
    inner.expect((*lists, "transforms", "words"))
    transforms: tuple[tuple[str, str], ...] = ()
    if "transforms" in inner.values:
        transforms = _transforms(inner.table("transforms"))
    given = {name.replace("-", "_"): inner.dotted(name) for name in lists if name in inner.values}
    words = _words(inner.table("words")) if "words" in inner.values else ()
    return ProjectKnowledge(transforms=transforms, words=words, **given)


def _transforms(table: Table) -> tuple[tuple[str, str], ...]:
    """Own names, and the library's transform that each behaves like, by the name that the tables have for it."""
    from pytreelint.knowledge.transforms import TRANSFORMS, TRANSPARENT, canonical

    pairs = tuple((own, canonical(like)) for own, like in table.dotted_pairs())
    for own, like in pairs:
        if like not in TRANSFORMS and like not in TRANSPARENT:
            near = nearest(like, TRANSFORMS)
            raise table.error(
                own, f"`{table.values[own]}`, which `{own}` is to behave like, is no known transform{near}"
            )
    return pairs


def _words(table: Table) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Words in names by which is guessed what a function or folder is for, by the attributes of `Words`."""
    table.expect(tuple(WORDS))
    return tuple((WORDS[key], table.strings(key) if key == "examples" else table.words(key)) for key in table.values)


def _any_path(table: Table, key: str) -> str:
    """An interpreter may be named as the shell finds it; anything with a slash is a path."""
    value = table.string(key)
    return table.path(key) if "/" in value or os.sep in value or value.startswith((".", "~")) else value


def _cache_dir(table: Table, key: str) -> str:
    """A project may have its cache in its own folders; where the user's home is, is not its business."""
    value = table.string(key)
    if value.startswith("~"):
        raise table.error(key, f"`{key}` must not begin with `~`: a folder elsewhere is named by --cache-dir")
    return table.path(key)


def _rules(table: Table, key: str) -> tuple[str, ...]:
    """Folders of rules, loaded at once: what else is read may name those rules."""
    from pytreelint.rules.extending import RulesError, of_folder

    base = os.path.dirname(table.file)
    folders = tuple(os.path.normpath(os.path.join(base, folder)) for folder in table.strings(key))
    if os.environ.get(NO_RULES):
        raise table.error(
            key,
            f"`{key}` is forbidden by {NO_RULES}: these rules would be imported, and so run"
            " (in an editor, the option `ownRules` allows them)",
        )
    for folder in folders:
        try:
            of_folder(folder)
        except RulesError as error:
            raise table.error(key, f"`{key}`: {error}") from None
    return folders


NO_RULES = "PYTREELINT_NO_PROJECT_RULES"

READERS: dict[str, Callable[[Table, str], Any]] = {
    "rules": _rules,  # first
    "select": Table.selectors,
    "extend-select": Table.selectors,
    "ignore": Table.selectors,
    "exclude": Table.strings,
    "extend-exclude": Table.strings,
    "per-file-ignores": _per_file,
    "src": Table.strings,
    "style": partial(Table.choice, valid=("filtered", "native")),
    "target": partial(Table.choice, valid=("runtime", "equinox", "auto")),
    "jax-version": _version,
    "max-file-size": _size,
    "fail-on": partial(Table.choice, valid=("error", "warning", "advice")),
    "cache-dir": _cache_dir,
    "baseline": Table.path,
    "require-reason": Table.flag,
    "fixable": Table.selectors,
    "unfixable": Table.selectors,
    "extend-safe-fixes": Table.selectors,
    "python": _any_path,
    "respect-gitignore": Table.flag,
    "force-exclude": Table.flag,
    "knowledge": _knowledge,
}


EXTEND = "extend"


def _read(file: str, extending: tuple[str, ...] = ()) -> Settings | None:
    """The settings in a file, None for a pyproject.toml without any.

    Arguments:
        extending: the files that lead to this one by `extend`.
    """
    text = _text(file)
    own = os.path.basename(file) != "pyproject.toml"
    if not own and "pytreelint" not in text:
        return None
    try:
        values: Any = parse_toml(text)
    except ValueError as error:
        raise ConfigError(f"{file}: is no valid TOML: {error}") from None
    name = "pytreelint" if own else "tool.pytreelint"
    if not own:
        values = values.get("tool", {}).get("pytreelint") if isinstance(values.get("tool", {}), dict) else None
        if values is None:
            return None
    if not isinstance(values, dict):
        raise ConfigError(f"{file}: [{name}] must be a table")
    return _settings(Table(file, text, values, name), extending)


def _settings(table: Table, extending: tuple[str, ...]) -> Settings:
    base, folder = Settings(root=""), os.path.dirname(table.file)
    if EXTEND in table.values:
        base = _extended(table, extending)
        table.values = {key: value for key, value in table.values.items() if key != EXTEND}
    # What lies in a project and builds on its configuration is a part of it: its modules are found as there.
    is_part = folder.startswith(os.path.join(base.root or folder, ""))
    inner = os.path.relpath(folder, base.root).replace(os.sep, "/") if is_part else ""
    return _over(replace(base, root=base.root if is_part else folder, config=table.file), table, inner)


def _extended(table: Table, extending: tuple[str, ...]) -> Settings:
    """The settings of the file that this one builds on."""
    base = table.path(EXTEND)
    way = (*extending, table.file)
    if base in way:
        raise table.error(EXTEND, f"`{EXTEND}` leads back to {base}")
    if not os.path.lexists(base):
        raise table.error(EXTEND, f"`{EXTEND}`: there is no {base}")
    settings = _read(base, way)
    if settings is None:
        raise table.error(EXTEND, f"`{EXTEND}`: {base} has no [tool.pytreelint]")
    return settings


def _over(settings: Settings, table: Table, inner: str = "") -> Settings:
    """The settings with those of a table over them.

    Arguments:
        inner: the folder in the project that patterns are relative to, where it is not the project's own.
    """
    table.expect(READERS)  # of a file, all but `extend`, which was followed
    given = {key.replace("-", "_"): read(table, key) for key, read in READERS.items() if key in table.values}
    if inner:
        given |= {name: _below(inner, name, given[name]) for name in _RELATIVE & given.keys()}
    given["extend_select"] = (*settings.extend_select, *given.get("extend_select", ()))
    if given.pop("require_reason", False):
        given["extend_select"] += (NO_REASON,)
    more = given.pop("extend_exclude", ())
    given["exclude"] = (*given.get("exclude", settings.exclude), *more)
    origins = {
        **dict(settings.origins),
        **{key.replace("-", "_"): table.where(key) for key in READERS if key in table.values},
    }
    for name, whole in (("extend_exclude", "exclude"), ("require_reason", "extend_select")):
        if name in origins:
            origins[whole] = origins.pop(name)
    given["origins"] = tuple(origins.items())
    return replace(settings, target_is_named=settings.target_is_named or "target" in given, **given)


_RELATIVE = {"exclude", "extend_exclude", "per_file_ignores", "src"}


def _below(folder: str, name: str, given: tuple[Any, ...]) -> tuple[Any, ...]:
    """Patterns and paths of a folder as those of the project; a pattern without a slash means names anywhere."""
    if name == "src":
        return tuple(os.path.normpath(os.path.join(folder, root)) for root in given)
    if given and isinstance(given[0], tuple):
        return tuple((_placed(folder, pattern), selectors) for pattern, selectors in given)
    return tuple(_placed(folder, text) for text in given)


def _placed(folder: str, pattern: str) -> str:
    sign = "!" if pattern.startswith("!") else ""
    bare = pattern.removeprefix("!").removeprefix("./").removeprefix("/")
    return f"{sign}{folder}/{bare}" if "/" in pattern.rstrip("/") else pattern


def _text(file: str) -> str:
    try:
        return read_bytes(file, _LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file}: is no UTF-8: {error.reason}") from None
    except Unreadable as error:
        raise ConfigError(f"{file}: {error.message}") from None
