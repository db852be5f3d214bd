"""The `pytreelint` program: runs a command, says what went wrong, and exits."""

from __future__ import annotations

import gc
import os
import sys
import time
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    import click

STARTED = time.perf_counter()
FAILED = 2
INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the program and exit: 2 for everything that is no result, so that 1 always means findings."""
    gc.disable()  # syntax trees hold no cycles: looking for some costs a quarter of the time
    _open_closed_streams()
    from pytreelint.cli.output import OutputError, abandon, flush, say

    try:
        code = _code(arguments)
        flush()
    except OutputError as error:
        say(f"Error: {error}")
        abandon()
        code = FAILED
    gc.freeze()  # else the interpreter looks through all of them once more before it ends
    sys.exit(code)


def _code(arguments: list[str] | None) -> int:
    """Run a command, say what went wrong, and give the exit code. Raises OutputError."""
    from pytreelint.cli.output import OutputError, guarded, say

    try:
        with guarded():  # `--help` is printed by click
            code = _run(sys.argv[1:] if arguments is None else arguments)
        return code if isinstance(code, int) else 0
    except OutputError:
        raise
    except KeyboardInterrupt:
        say("")  # as click does
        return INTERRUPTED
    except SystemExit:
        raise OutputError.closed() from None  # so click ends in this case
    except Exception as error:
        return _failed(error)


def _run(arguments: list[str]) -> object:
    """Run the command that the arguments name. Most calls are plain checks, which need no click."""
    from pytreelint.cli.plain import plain_check

    run = plain_check(arguments)
    if run is not None:
        return run()
    from pytreelint.cli.group import group

    return group.main(arguments, prog_name="pytreelint", standalone_mode=False)


def _failed(error: Exception) -> int:
    """Say what an exception means, and give the exit code."""
    import traceback

    import click

    from pytreelint.cli.output import say, say_failure
    from pytreelint.rules.extending import RulesError

    if isinstance(error, click.Abort):
        return INTERRUPTED
    if isinstance(error, click.ClickException):
        _refuse(error)
    elif isinstance(error, RulesError):
        say(f"Error: {_from_here(str(error))}")
    else:
        say_failure("pytreelint: internal error. Please report the lines below.", traceback.format_exc())
    return FAILED


def _refuse(error: click.ClickException) -> None:
    """Say what is wrong with the command line, as click does."""
    import click

    from pytreelint.cli.output import say

    usage: list[str] = []
    if isinstance(error, click.UsageError) and error.ctx is not None:
        hint = f"Try '{error.ctx.command_path} --help' for help."
        usage = [*error.ctx.get_usage().split("\n"), hint, ""]
    message = _from_here(error.format_message())
    # The answers that were possible come on lines of their own.
    lines = message.expandtabs(4).split("\n") if isinstance(error, click.MissingParameter) else [message]
    say(*usage, f"Error: {lines[0]}", *lines[1:])


def _from_here(message: str) -> str:
    """A message whose paths below the working directory are named from there."""
    try:
        here = os.path.join(os.getcwd(), "")
    except OSError:  # it is gone
        return message
    return message.replace(here, "") if here != os.path.abspath(os.sep) else message


def _open_closed_streams() -> None:
    """Streams that the caller has closed (`>&-`) lead nowhere; no file that is opened later may take their place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  until the process ends
