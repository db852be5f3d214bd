"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

# A path, or a binary file that is open.
PathOrFile: TypeAlias = Any


def is_path(path_or_file: PathOrFile) -> bool:
    """Whether it is a path, not an open file."""
    return isinstance(path_or_file, (str, os.PathLike))


@contextmanager
def written(path_or_file: PathOrFile, suffix: str) -> Iterator[Any]:
    """A binary file to be written; a path gets its content at the end, at once, or keeps what it had.

    Args:
        path_or_file: A path, or an open file, which is passed on.
        suffix: Added to a path that has none.
    """
    if not is_path(path_or_file):
        yield path_or_file
        return
    # A link stays a link: what it leads to is replaced.
    path = Path(os.path.realpath(with_suffix(path_or_file, suffix)))
    if path.exists() and not path.is_file():
        with open(path, "wb") as file:  # a device or a pipe has no content to be replaced
            yield file
        return
    beside = path.with_name(f".{path.name}.{secrets.token_hex(6)}.part")
    try:
        with open(beside, "xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            beside.chmod(path.stat().st_mode & 0o7777)
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


@contextmanager
def opened(path_or_file: PathOrFile, suffix: str) -> Iterator[Any]:
    """A binary file to be read.

    Args:
        path_or_file: A path, or an open file, which is passed on.
        suffix: Added to a path that has none.
    """
    if not is_path(path_or_file):
        yield path_or_file
        return
    with open(with_suffix(path_or_file, suffix), "rb") as file:
        yield file


def with_suffix(path: str | os.PathLike[str], suffix: str) -> Path:
    """The path, with the suffix if it has none."""
    found = Path(path)
    return found if found.suffix else found.with_suffix(suffix)
