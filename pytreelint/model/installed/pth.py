"""What `.pth` files add to a folder of packages: path lines and finders of editable installs. Nothing is executed."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

from pytreelint.model.text.listing import Listing
from pytreelint.model.text.reading import text_beside
from pytreelint.model.text.unreadable import Unreadable

# setuptools writes one where a path line would show too much, and has a `.pth` file import it.
_FINDER = re.compile(r"import\s+(__editable___\w+_finder)\b")


def paths_of(folder: str, listing: Listing) -> Iterator[str]:
    """The folders that path lines name; `import` lines are passed by."""
    for line in _lines(folder, listing):
        if line and not line.startswith(("#", "import ", "import\t")) and "\0" not in line:
            path = os.path.abspath(os.path.join(folder, line))
            if os.path.isdir(path):
                yield path


def modules_of(folder: str, listing: Listing) -> Iterator[tuple[str, str]]:
    """The (module, path) pairs of the editable installs by setuptools; a path is without `.py`."""
    for line in _lines(folder, listing):
        finder = _FINDER.match(line)
        if finder and listing.has_file(folder, finder[1] + ".py"):
            yield from _mapped(os.path.join(folder, finder[1] + ".py"))


def _lines(folder: str, listing: Listing) -> Iterator[str]:
    for name in sorted(listing.names(folder)):
        if name.endswith(".pth") and not name.startswith("."):
            yield from (line.strip() for line in text_beside(os.path.join(folder, name)).splitlines())


def _mapped(file: str) -> Iterator[tuple[str, str]]:
    """What a finder's tables say: `MAPPING` has a path for each module, `NAMESPACES` several for each package."""
    for name, value in _constants(file):
        if name in ("MAPPING", "NAMESPACES") and isinstance(value, dict):
            for module, given in value.items():
                for path in given if isinstance(given, list) else [given]:
                    if isinstance(module, str) and isinstance(path, str) and os.path.isabs(path):
                        yield module, os.path.normpath(path)


def _constants(file: str) -> Iterator[tuple[str, Any]]:
    """The literal values that a module binds at its top."""
    import ast  # most environments have no finder

    from pytreelint.model.text.parsing import parse_text

    text = text_beside(file)
    try:
        body = parse_text(file, text, text.split("\n")).body
    except Unreadable:
        return
    for statement in body:
        target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
        value = getattr(statement, "value", None)
        if isinstance(target, ast.Name) and isinstance(value, ast.expr):
            try:
                yield target.id, ast.literal_eval(value)
            except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
                continue
