"""Glob patterns for files and folders, as `exclude` and `per-file-ignores` spell them."""

from __future__ import annotations

import fnmatch
import os
import re
from collections.abc import Sequence
from functools import cache


def matches(patterns: tuple[str, ...], path: str, root: str) -> bool:
    """Whether a file or folder, or a folder that holds it, matches one of the patterns.

    A pattern without a slash is compared with names, one with a slash with paths relative to `root`.
    """
    relative = os.path.relpath(path, root).replace(os.sep, "/")
    parts = relative.split("/")
    return any(_matches_one(patterns, parts[: number + 1]) for number in range(len(parts)))


def matches_itself(patterns: tuple[str, ...], path: str, root: str) -> bool:
    """`matches` for a path whose folders are known not to match: a walk from the top asks this."""
    relative = path[len(root) :].lstrip(os.sep) if path.startswith(root) else os.path.relpath(path, root)
    return _matches_one(patterns, relative.replace(os.sep, "/").split("/"))


def _matches_one(patterns: tuple[str, ...], parts: Sequence[str]) -> bool:
    names, paths = _compiled(patterns)
    if names is not None and names.match(parts[-1]):
        return True
    return paths is not None and paths.match("/".join(parts)) is not None


@cache
def _compiled(patterns: tuple[str, ...]) -> tuple[re.Pattern[str] | None, re.Pattern[str] | None]:
    cleaned = [pattern.removeprefix("./").rstrip("/") for pattern in patterns]
    return _union([p for p in cleaned if "/" not in p]), _union([p for p in cleaned if "/" in p])


def _union(patterns: Sequence[str]) -> re.Pattern[str] | None:
    spellings = [spelling for pattern in patterns for spelling in _spellings(pattern)]
    return re.compile("|".join(fnmatch.translate(spelling) for spelling in spellings)) if spellings else None


def _spellings(pattern: str) -> tuple[str, ...]:
    """`**/` may stand for no folder at all, and `folder/**` for the folder."""
    found = [pattern.removeprefix("/")]
    if pattern.startswith("**/"):
        found.append(pattern[3:])
    if pattern.endswith("/**"):
        found.append(pattern[:-3])
    return (*found, *(p.replace("/**/", "/") for p in found if "/**/" in p))
