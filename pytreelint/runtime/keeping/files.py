"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import io
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from pytreelint.runtime.trees.described import described

# A path, or a binary file that is open.
PathOrFile: TypeAlias = Any


def is_path(path_or_file: PathOrFile) -> bool:
    """Whether it is a path, not an open file."""
    return isinstance(path_or_file, (str, os.PathLike))


@contextmanager
def written(path_or_file: PathOrFile, suffix: str, tree: Any) -> Iterator[Any]:
    """A binary file to be written; a path gets its content at the end, at once, or keeps what it had.

    Args:
        path_or_file: A path, or an open file, which is passed on.
        suffix: Added to a path that has none.
        tree: What is written, the second argument of the caller.

    Raises:
        TypeError: `path_or_file` is neither; a path where the tree should be is taken for a swap.
        FileNotFoundError: There is no such folder.
    """
    _check_file(path_or_file, "write", tree)
    if not is_path(path_or_file):
        yield path_or_file
        return
    # A link stays a link: what it leads to is replaced.
    path = Path(os.path.realpath(with_suffix(path_or_file, suffix)))
    if path.exists() and not path.is_file():
        with open(path, "wb") as file:  # a device or a pipe has no content to be replaced
            yield file
        return
    _check_folder(path)
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
def opened(path_or_file: PathOrFile, suffix: str, like: Any = None) -> Iterator[Any]:
    """A binary file to be read.

    Args:
        path_or_file: A path, or an open file, which is passed on.
        suffix: Added to a path that has none.
        like: The tree that is the second argument of the caller, if there is one.

    Raises:
        TypeError: As `written`.
        FileNotFoundError: There is no such file, or no such folder.
    """
    _check_file(path_or_file, "read", like)
    if not is_path(path_or_file):
        yield path_or_file
        return
    path = with_suffix(path_or_file, suffix)
    _check_folder(path)
    with open(path, "rb") as file:
        yield file


def _check_file(path_or_file: PathOrFile, method: str, tree: Any) -> None:
    if isinstance(path_or_file, io.TextIOBase):
        raise TypeError(f"the file must be open in binary mode, '{method[0]}b', not as text")
    if is_path(path_or_file) or hasattr(path_or_file, method):
        return
    is_swapped = is_path(tree) or hasattr(tree, method)
    swap = "; the path is the first argument, the tree the second: they are swapped" if is_swapped else ""
    raise TypeError(f"`path_or_file` must be a path or an open binary file, not {described(path_or_file)}{swap}")


def _check_folder(path: Path) -> None:
    folder = path.parent
    if not folder.exists():
        raise FileNotFoundError(errno.ENOENT, f"the folder {folder} does not exist", str(path))


def with_suffix(path: str | os.PathLike[str], suffix: str) -> Path:
    """The path, with the suffix if it has none."""
    found = Path(path)
    return found if found.suffix else found.with_suffix(suffix)
