"""What a command line names, before anything is judged: which paths are there, standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pytreelint.cli.errors import misuse, refusal
from pytreelint.engine.run import Stdin
from pytreelint.model.text.reading import largest

if TYPE_CHECKING:
    from pytreelint.engine.settings import Settings

STDIN = "-"
_PIECE = 1 << 20  # bytes read at a time


def present(paths: Sequence[str]) -> tuple[list[str], list[str]]:
    """The paths that exist, and what is to be said of the others."""
    missing = [path for path in paths if not os.path.lexists(path)]
    return [path for path in paths if path not in missing], [f"{path}: no such file or folder" for path in missing]


def stdin_path(paths: Sequence[str], filename: str | None, does: str) -> str | None:
    """The absolute path that standard input is taken for; None where it is not asked for.

    Args:
        does: what the command does, for the message.
    """
    if STDIN not in paths:
        if filename is not None:
            raise misuse("--stdin-filename goes with the path `-`")
        return None
    if tuple(paths) != (STDIN,):
        raise misuse(f"`-` (standard input) can only be {does} alone")
    return os.path.abspath(filename or "stdin.py")


def read_stdin(path: str, settings: Settings) -> Stdin:
    """The content of standard input, which may be endless: hardly more than a file may have."""
    data = b""
    try:
        while len(data) <= largest(path, settings.max_file_size) and (more := sys.stdin.buffer.read(_PIECE)):
            data += more
        return Stdin(path, data)
    except OSError as error:
        raise refusal(f"standard input cannot be read: {error.strerror or error}") from None
