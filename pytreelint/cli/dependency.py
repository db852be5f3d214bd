"""The dependency that rewritten code has: pytreelint's runtime, named in the project's metadata."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Any

from pytreelint.cli.output import say
from pytreelint.cli.requirements import Named, named, named_in_lines, named_in_table, normal
from pytreelint.engine.writing import NotWrittenError, write
from pytreelint.model.text.reading import text_beside
from pytreelint.model.text.source import Source, Unreadable
from pytreelint.model.text.toml import parse_toml
from pytreelint.report.paths import shown

RUNTIME = "pytreelint[runtime]"
_MODULE = "pytreelint.runtime"
# Where a project may say what it depends on; the first that exists is named.
_METADATA = ("pyproject.toml", "setup.cfg", "setup.py", "requirements.txt")
_MORE = re.compile(r"requirements\S*\.(txt|in)|pixi\.toml|Pipfile|environment\.ya?ml")


def mind(root: str, texts: Iterable[str], *, add: bool) -> None:
    """Say that the runtime is missing from the project's metadata, or add it, where one of the texts imports it."""
    files = [path for name in _METADATA if os.path.isfile(path := os.path.join(root, name))]
    if not any(_MODULE in text for text in texts) or any(_named(path) == "runtime" for path in _all(root, files)):
        return
    needs = f"the fixed code needs `{RUNTIME}`"
    if not files:
        if add:
            _say(f"{needs}, and in {shown(root)} no metadata are found to add it to")
        return
    file, place = files[0], shown(files[0])
    new = _extended(_text(file)) if file.endswith(".toml") else None
    if new is None:
        _say(f"{needs}: add it to {place} (--add-dependency can add only to the list `dependencies` of `[project]`)")
    elif not add:
        _say(f"{needs}: add it to {place}, or use --add-dependency")
    else:
        try:
            write(Source.read(file), new)
            _say(f"added `{RUNTIME}` to {place}")
        except (NotWrittenError, Unreadable) as error:
            _say(f"{needs}: add it to {place}: {error}")


def _all(root: str, files: list[str]) -> list[str]:
    """All files that may name it, those in a folder `requirements` too."""
    found = list(files)
    for folder in (root, os.path.join(root, "requirements")):
        names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
        listed = () if folder == root else (".txt", ".in")
        found += [os.path.join(folder, name) for name in names if _MORE.fullmatch(name) or name.endswith(listed)]
    return found


def _named(path: str) -> Named:
    text = _text(path)
    if not path.endswith((".toml", "Pipfile")):
        return named_in_lines(text)
    document = _table(text)
    if path.endswith("Pipfile"):
        document = {"dependencies": {**document.get("packages", {}), **document.get("dev-packages", {})}}
    own = document.get("project", {})
    is_own = isinstance(own, dict) and normal(str(own.get("name", ""))) == normal(RUNTIME.partition("[")[0])
    return "runtime" if is_own else named_in_table(document)


def _table(text: str) -> dict[str, Any]:
    try:
        return parse_toml(text)
    except ValueError:
        return {}


def _extended(text: str) -> str | None:
    """The metadata with the runtime among the dependencies; None where they are not listed as the standard says.

    An entry without the extra gets it, its version kept.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        parse_toml(text)  # what is in time and not too deep for it, is for tomlkit too
        document = tomlkit.parse(text)
    except (ValueError, TOMLKitError):
        return None
    project = document.get("project")
    if project is None or "dependencies" in project.get("dynamic", ()):
        return None
    listed = project.setdefault("dependencies", tomlkit.array())
    if not isinstance(listed, list):
        return None
    for index, item in enumerate(listed):
        if isinstance(item, str) and named(item) == "bare":
            listed[index] = _with_extra(item)
            break
    else:
        listed.append(RUNTIME)
    return tomlkit.dumps(document)


def _with_extra(requirement: str) -> str:
    """`pytreelint[x]>=0.1` with one more extra."""
    match = re.match(r"(\s*[A-Za-z0-9._-]+)\s*(?:\[([^\]]*)\])?(.*)", requirement, re.DOTALL)
    assert match is not None
    extras = [each.strip() for each in (match[2] or "").split(",") if each.strip()]
    return f"{match[1]}[{','.join([*extras, 'runtime'])}]{match[3]}"


def _text(path: str) -> str:
    return text_beside(path)


def _say(text: str) -> None:
    say(f"note: {text}")
