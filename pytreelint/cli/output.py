"""What the commands print, and on which stream. Nothing else in the program writes there (a test looks)."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterable, Iterator
from typing import TextIO

from pytreelint.report.segments import Line, line
from pytreelint.report.terminal import is_terminal, wants_color, write, write_markdown
from pytreelint.report.visible import visible

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EAGAIN, errno.EBADF}


class OutputError(Exception):
    """Standard output takes no more: the disk is full, or nobody reads it."""

    @classmethod
    def closed(cls) -> OutputError:
        """Whoever read it has seen enough (`| head`), or is gone."""
        return cls("standard output was closed before the end")


def show(lines: Iterable[Line], stream: TextIO | None = None) -> None:
    """Styled lines, for people: on standard output, or another stream."""
    with guarded():
        write(lines, stream or sys.stdout, color=wants_color(stream or sys.stdout))


def show_page(text: str) -> None:
    """A page of Markdown."""
    with guarded():
        write_markdown(text, sys.stdout, color=wants_color(sys.stdout))


def put(text: str) -> None:
    """ASCII text for programs (JSON, a shell's script), as it is."""
    with guarded():
        sys.stdout.write(text)


def put_bytes(data: bytes) -> None:
    """The content of a file."""
    with guarded():
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


def put_patch(lines: Iterable[bytes], encoding: str) -> None:
    """A diff: for people on a terminal, else for `patch`, byte for byte.

    Args:
        encoding: of the file that changes.
    """
    if is_terminal(sys.stdout):
        show_patch(lines, encoding)
    else:
        put_bytes(b"".join(lines))


def show_patch(lines: Iterable[bytes], encoding: str) -> None:
    """A diff for people. Its two headers hold file names, whose encoding is the system's."""
    for number, text in enumerate(lines):
        show(line(row) for row in _decoded(text, encoding if number > 1 else None).removesuffix("\n").split("\n"))


def say(*lines: str) -> None:
    """Plain lines on standard error, for people. Should that fail, there is nobody to tell."""
    with contextlib.suppress(OSError, ValueError):
        write(map(line, lines), sys.stderr, color=False)
        sys.stderr.flush()


def say_failure(what: str, details: str) -> None:
    """A fault of this program, with its traceback."""
    say(what, *(f"  {row}" for row in details.rstrip().split("\n")))


def ask(question: str, answers: tuple[str, ...]) -> str:
    """One of the answers, from the person at the terminal."""
    import click

    answer = click.prompt(visible(question), type=click.Choice(answers), show_choices=False)
    return str(answer)


def flush() -> None:
    """Write what is left. Raises OutputError."""
    with guarded():
        sys.stdout.flush()


def abandon() -> None:
    """Let standard output lead nowhere: Python would try, and complain, once more when it ends."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextlib.contextmanager
def guarded() -> Iterator[None]:
    """Turns the errors of a full disk or a closed pipe into OutputError."""
    try:
        yield
    except BrokenPipeError:
        raise OutputError.closed() from None
    except OSError as error:
        if error.errno not in _FULL:
            raise
        raise OutputError(f"standard output cannot be written: {error.strerror}") from None


def _decoded(text: bytes, encoding: str | None) -> str:
    return os.fsdecode(text) if encoding is None else text.decode(encoding, "replace")
