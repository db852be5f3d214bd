"""The `pytreelint` program: a group that imports a command's module only when that command is asked for."""

from __future__ import annotations

import gc
import importlib
import os
import sys
import time
from typing import NoReturn

import click

from pytreelint import __version__

STARTED = time.perf_counter()
FAILED = 2
INTERRUPTED = 130

# command -> one line for the overview, so that `pytreelint --help` imports no command.
COMMANDS = {
    "check": "Check files and folders for PyTree errors.",
    "fix": "Repair what can be repaired.",
    "init": "Configure a project, once.",
    "baseline": "Accept the findings of today.",
    "tree": "Print the PyTree that is inferred for a class.",
    "rule": "Explain a rule.",
    "rules": "List all rules.",
    "config": "Show the settings, the files and the environment that a check would use.",
    "new-rule": "Write a rule of your own.",
    "server": "Speak to an editor.",
    "completion": "Print the shell completion script.",
}


class LazyGroup(click.Group):
    """A group whose commands live in `pytreelint.cli.<name>`, as `command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"pytreelint.cli.{cmd_name.replace('-', '_')}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pytreelint", message="%(prog)s %(version)s")
def group() -> None:
    """Find what goes wrong between JAX transforms and PyTrees, before the program runs."""
    try:
        os.getcwd()
    except OSError as error:
        raise click.ClickException(f"the working directory is gone: {error.strerror}") from None


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
    sys.exit(code)


def _code(arguments: list[str] | None) -> int:
    """Run a command, say what went wrong, and give the exit code. Raises OutputError."""
    from pytreelint.cli.output import OutputError, guarded, say, say_failure

    try:
        with guarded():  # `--help` is printed by click
            code = group.main(arguments, prog_name="pytreelint", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        _refuse(error)
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except OutputError:
        raise
    except SystemExit:
        raise OutputError.closed() from None  # so click ends in this case
    except Exception as error:
        import traceback

        from pytreelint.rules.extending import RulesError

        if isinstance(error, RulesError):
            say(f"Error: {_from_here(str(error))}")
            return FAILED
        say_failure("pytreelint: internal error. Please report the lines below.", traceback.format_exc())
    return FAILED


def _refuse(error: click.ClickException) -> None:
    """Say what is wrong with the command line, as click does."""
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
