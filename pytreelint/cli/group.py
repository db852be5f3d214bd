"""The commands as click's group, which imports a command's module only when that command is asked for."""

from __future__ import annotations

import importlib
import os
from importlib.machinery import EXTENSION_SUFFIXES

import click

from pytreelint import __version__

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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            from pytreelint.engine.table import nearest

            ctx.fail(f"there is no command {args[0]!r}{nearest(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _say_version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        evaluator = os.path.join(os.path.dirname(os.path.dirname(__file__)), "model", "driver", "evaluator")
        compiled = any(os.path.exists(evaluator + suffix) for suffix in EXTENSION_SUFFIXES)
        from pytreelint.cli.output import put

        put(f"pytreelint {__version__} ({'compiled' if compiled else 'interpreted'})\n")
        context.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_say_version,
    help="Show the version and the build.",
)
def group() -> None:
    """Find what goes wrong between JAX transforms and PyTrees, before the program runs."""
    try:
        os.getcwd()
    except OSError as error:
        raise click.ClickException(f"the working directory is gone: {error.strerror}") from None
