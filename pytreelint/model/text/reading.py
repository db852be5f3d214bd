"""From a path to text: bytes read once and without ever blocking, then decoded as Python decodes them.

Whatever the linter reads, it reads here (a test looks): a path that somebody else chose may be a pipe, a device or
endless.
"""

from __future__ import annotations

import codecs
import errno
import os
import re
import stat
from io import BytesIO

from pytreelint.model.text.unreadable import Unreadable

DEFAULT_MAX_SIZE = 4_000_000
LARGEST_BESIDE = 20_000_000
"""Bytes of a file beside the code (lock files are the largest); what is larger is taken for absent."""
NOTEBOOK = ".ipynb"
_OUTPUTS = 25
"""Bytes of a notebook by byte of code that is allowed: its figures stand in it."""

_BOM_16_OR_32 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
# Without O_NONBLOCK, opening a FIFO waits for its writer; without O_NOCTTY, a terminal may become ours.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
_LINE_END = re.compile(rb"\r\n|\r|\n")
_SAVE_AS_UTF8 = "save it as UTF-8, or name its encoding in the first line: # -*- coding: latin-1 -*-"


def read_bytes(path: str, max_size: int) -> bytes:
    """The content of a regular file of at most `max_size` bytes; raises Unreadable for everything else."""
    try:
        _refuse(path, os.stat(path))  # some devices act on being opened
        handle = os.open(path, _FLAGS)
    except (OSError, ValueError) as error:
        raise _not_opened(path, error) from None
    try:
        return _read_open(path, handle, max_size)
    except OSError as error:
        raise _not_opened(path, error) from None
    finally:
        os.close(handle)


def is_notebook(path: str) -> bool:
    """Whether a path is that of a notebook."""
    return path[-len(NOTEBOOK) :].lower() == NOTEBOOK


def largest(path: str, max_size: int) -> int:
    """The most bytes that a file may have."""
    return max_size * _OUTPUTS if is_notebook(path) else max_size


def text_beside(path: str, max_size: int = LARGEST_BESIDE) -> str:
    """The text of a file beside the code (metadata, patterns, paths) as far as it is UTF-8; empty if it has none."""
    try:
        return read_bytes(path, max_size).removeprefix(codecs.BOM_UTF8).decode("utf-8", "replace")
    except Unreadable:
        return ""


def decode(path: str, data: bytes) -> tuple[str, str, bool]:
    """The text without its byte order mark, the name of the encoding, and whether there was such a mark."""
    if data.startswith(_BOM_16_OR_32):
        raise Unreadable(path, 1, 1, "is UTF-16 or UTF-32, which Python does not read", "save it as UTF-8")
    bom = data.startswith(codecs.BOM_UTF8)
    encoding = _encoding(path, data)
    if bom:
        data, encoding = data[len(codecs.BOM_UTF8) :], "utf-8"
    nul = data.find(b"\0")
    if nul >= 0:
        row, column = _position(data, nul)
        raise Unreadable(path, row, column, "holds a NUL byte", "remove the byte: Python refuses the file too")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise _undecodable(path, data, error) from None
    except Exception as error:  # a codec may raise anything
        raise _bad_cookie(path, f"the encoding {encoding} does not fit: {error}") from None
    return text, encoding, bom


def _read_open(path: str, handle: int, max_size: int) -> bytes:
    status = os.fstat(handle)
    _refuse(path, status)  # it may have been replaced since
    refuse_size(path, status.st_size, max_size)
    chunks = []
    left = max_size + 1
    while left > 0 and (chunk := os.read(handle, min(left, 1 << 20))):
        chunks.append(chunk)
        left -= len(chunk)
    data = b"".join(chunks)
    refuse_size(path, len(data), max_size)  # it may have grown meanwhile
    return data


def _refuse(path: str, status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise Unreadable(path, 1, 1, "is a folder, not a file", "name a file, or exclude it")
    if not stat.S_ISREG(status.st_mode):
        raise Unreadable(path, 1, 1, "is no regular file (a pipe, a socket or a device)", "exclude it")


def refuse_size(path: str, size: int, max_size: int) -> None:
    """Raise Unreadable for a content that is too large."""
    if size > max_size:
        message = f"has {size / 1e6:.1f} MB, more than max-file-size ({max_size / 1e6:g} MB)"
        raise Unreadable(path, 1, 1, message, "set max-file-size higher, or exclude it")


def _not_opened(path: str, error: OSError | ValueError) -> Unreadable:
    number = error.errno if isinstance(error, OSError) else None
    if number in (errno.EACCES, errno.EPERM):
        return Unreadable(path, 1, 1, "may not be read (permission denied)", "allow reading, or exclude it")
    if number in (errno.ENOENT, errno.ENOTDIR):
        return Unreadable(path, 1, 1, "is gone: it vanished before it was read", "run again")
    if number == errno.ELOOP:
        return Unreadable(path, 1, 1, "is a link that leads back to itself", "remove the link, or exclude it")
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return Unreadable(path, 1, 1, f"cannot be opened: {reason}", "exclude it")


def _encoding(path: str, data: bytes) -> str:
    head = b"\n".join(_LINE_END.split(data[:4096], maxsplit=2)[:2])
    if b"coding" not in head:
        return "utf-8"
    import tokenize

    try:
        encoding, _ = tokenize.detect_encoding(BytesIO(head + b"\n").readline)
    except SyntaxError as error:
        raise _bad_cookie(path, str(error)) from None
    return encoding


def _bad_cookie(path: str, message: str) -> Unreadable:
    return Unreadable(path, 1, 1, f"bad encoding declaration: {message}", "name an encoding that Python knows")


def _undecodable(path: str, data: bytes, error: UnicodeDecodeError) -> Unreadable:
    row, column = _position(data, error.start)
    byte = data[error.start : error.start + 1].hex()
    message = f"invalid {error.encoding.upper()}: byte 0x{byte} ({error.reason})"
    return Unreadable(path, row, column, message, _SAVE_AS_UTF8)


def _position(data: bytes, offset: int) -> tuple[int, int]:
    lines = _LINE_END.split(data[:offset])
    return len(lines), len(lines[-1].decode("utf-8", "replace")) + 1
