"""The `pytreelint` program: a group that imports a command's module only when that command is asked for."""

from __future__ import annotations

import gc
import importlib
import os
import sys
from typing import NoReturn

import click

from pytreelint import __version__

FAILED = 2

# command -> one line for the overview, so that `pytreelint --help` imports no command.
COMMANDS = {
    "check": "Check files and folders for PyTree errors.",
    "fix": "Repair what can be repaired.",
    "tree": "Print the PyTree that is inferred for a class.",
    "rule": "Explain a rule.",
    "rules": "List all rules.",
    "config": "Show the settings, the files and the environment that a check would use.",
    "completion": "Print the shell completion script.",
}


class LazyGroup(click.Group):
    """A group whose commands live in `pytreelint.cli.<name>`, as `command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"pytreelint.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pytreelint", message="%(prog)s %(version)s")
def group() -> None:
    """Find what goes wrong between JAX transforms and PyTrees, before the program runs."""


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the program and exit: 2 for everything that is no result, so that 1 always means findings."""
    gc.disable()  # syntax trees hold no cycles: looking for some costs a quarter of the time
    _open_closed_streams()
    try:
        code = group.main(arguments, prog_name="pytreelint", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        code = FAILED
    except (click.Abort, KeyboardInterrupt):
        code = 130
    except BrokenPipeError:
        # The reader has seen enough (`| head`). Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = FAILED
    except Exception:
        import traceback

        traceback.print_exc()
        click.echo("pytreelint: internal error. Please report the lines above.", err=True)
        code = FAILED
    sys.exit(code if isinstance(code, int) else 0)


def _open_closed_streams() -> None:
    """Streams that the caller has closed (`>&-`) lead nowhere; no file that is opened later may take their place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  until the process ends
