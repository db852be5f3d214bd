"""The dependency that rewritten code has: pytreelint's runtime, named in the project's metadata."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from pytreelint.cli.output import say
from pytreelint.engine.writing import NotWrittenError, write
from pytreelint.model.source import Source, Unreadable

RUNTIME = "pytreelint[runtime]"
_MODULE = "pytreelint.runtime"
_NAMED = re.compile(r"pytreelint\s*\[[^\]]*\bruntime\b", re.IGNORECASE)
# Where a project may say what it depends on; the first that exists is named.
_METADATA = ("pyproject.toml", "setup.cfg", "setup.py", "requirements.txt")


def mind(root: str, texts: Iterable[str], *, add: bool) -> None:
    """Say that the runtime is missing from the project's metadata, or add it, where one of the texts imports it."""
    files = [path for name in _METADATA if os.path.isfile(path := os.path.join(root, name))]
    if not any(_MODULE in text for text in texts) or any(_NAMED.search(_text(path)) for path in files):
        return
    needs = f"the fixed code needs `{RUNTIME}`"
    if not files:
        if add:
            _say(f"{needs}, and in {root} no metadata are found to add it to")
        return
    file = files[0]
    new = _extended(_text(file)) if file.endswith(".toml") else None
    if new is None:
        _say(f"{needs}: add it to {file} (--add-dependency can add only to the list `dependencies` of `[project]`)")
    elif not add:
        _say(f"{needs}: add it to {file}, or use --add-dependency")
    else:
        try:
            write(Source.read(file), new)
            _say(f"added `{RUNTIME}` to {file}")
        except (NotWrittenError, Unreadable) as error:
            _say(f"{needs}: add it to {file}: {error}")


def _extended(text: str) -> str | None:
    """The metadata with the runtime among the dependencies; None where they are not listed as the standard says."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text)
    except TOMLKitError:
        return None
    project = document.get("project")
    if project is None or "dependencies" in project.get("dynamic", ()):
        return None
    project.setdefault("dependencies", tomlkit.array()).append(RUNTIME)
    return tomlkit.dumps(document)


def _text(path: str) -> str:
    try:
        return Source.read(path).text
    except Unreadable:
        return ""


def _say(text: str) -> None:
    say(f"note: {text}")
