"""Writing files: a reader sees the old content or the new one, never a part."""

from __future__ import annotations

import codecs
import contextlib
import errno
import os
import stat
import tempfile

from pytreelint.model.text.reading import read_bytes
from pytreelint.model.text.source import Source, Unreadable, content_digest

# Encodings that spell each text in one way; several Asian ones and those with escapes have more.
_FAITHFUL = ("utf-8", "ascii", "iso-8859-1", "latin-1")


class NotWrittenError(Exception):
    """A file was left as it was; the message says why, and what to do."""


def encoded(source: Source, text: str) -> bytes:
    """The text as bytes, in the file's own encoding and with its byte order mark.

    Raises:
        NotWrittenError: what it holds cannot be written so, or what it held would be spelled in other bytes.
    """
    if source.notebook is not None:
        from pytreelint.model.text.notebook.notebook import NotKeptError

        try:
            return _bytes(source, source.notebook.changed(text))
        except (NotKeptError, UnicodeEncodeError) as error:
            raise NotWrittenError(str(error)) from None
    try:
        if source.encoding not in _FAITHFUL and content_digest(_bytes(source, source.text)) != source.digest:
            raise NotWrittenError(f"{source.encoding} would spell it in other bytes; save the file as UTF-8")
        return _bytes(source, text)
    except UnicodeEncodeError as error:
        found = error.object[error.start : error.end]
        raise NotWrittenError(f"{found!r} cannot be written in {source.encoding}; save the file as UTF-8") from None
    except (ValueError, LookupError) as error:  # what else a codec may raise
        raise NotWrittenError(f"{source.encoding} cannot write it ({error}); save the file as UTF-8") from None


def _bytes(source: Source, text: str) -> bytes:
    data = text.encode(source.encoding)
    return codecs.BOM_UTF8 + data if source.bom else data


def write(source: Source, text: str) -> None:
    """Replace a file by renaming a complete one onto it.

    Args:
        source: the file as it was read; it must not have changed since.

    Raises:
        NotWrittenError: and nothing was changed.
    """
    put(source.path, encoded(source, text), source.digest)


def put(path: str, data: bytes, digest: str) -> None:
    """Replace the content that has this digest; raises NotWrittenError, and nothing was changed."""
    target = os.path.realpath(path)
    try:
        status = os.stat(target)
        _refuse(target, status)
        if content_digest(read_bytes(target, max(status.st_size, 1))) != digest:
            raise NotWrittenError("it changed while it was being fixed; run again")
        _replace(target, data, status)
    except (OSError, Unreadable) as error:
        raise NotWrittenError(f"it cannot be written: {error}") from None


def save(path: str, data: bytes) -> None:
    """Write a file, new or not, by renaming a complete one onto it; raises OSError, and nothing was changed."""
    target = os.path.realpath(path)
    try:
        status = os.stat(target)
    except FileNotFoundError:
        with open(target, "xb"):  # as any new file: the user's mask decides who may read it
            status = os.stat(target)
        try:
            _replace(target, data, status)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(target)
            raise
        return
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is no regular file")
    _replace(target, data, status)


def _refuse(target: str, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise NotWrittenError("it is no regular file")
    if status.st_nlink > 1:
        raise NotWrittenError("it has other names (hard links), which would keep the old content; fix a copy")
    if not status.st_mode & stat.S_IWUSR or not os.access(target, os.W_OK):
        raise NotWrittenError("it is read-only; allow writing, or exclude it")


def _replace(target: str, data: bytes, status: os.stat_result) -> None:
    handle, temporary = tempfile.mkstemp(prefix=".", suffix=".pytreelint", dir=os.path.dirname(target))
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, stat.S_IMODE(status.st_mode))
        with contextlib.suppress(OSError, AttributeError):  # only root may give files away
            os.chown(temporary, status.st_uid, status.st_gid)
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
