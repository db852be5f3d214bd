"""`pytreelint fix`."""

from __future__ import annotations

from typing import Any

import click

from pytreelint.cli.options import reading_options, rule_options


@click.command("fix")
@click.argument("paths", nargs=-1, type=click.Path())
@rule_options
@reading_options
@click.option("--diff", is_flag=True, help="Show what would change; write nothing; exit with 1 if something would.")
@click.option("--check", is_flag=True, help="Name the files that would change; write nothing; exit with 1 if any.")
@click.option("--unsafe-fixes/--no-unsafe-fixes", default=False, help="Apply fixes that may change a result as well.")
@click.option("--interactive", "-i", is_flag=True, help="Ask about each fix: y, n, all, quit.")
@click.option("--target", type=click.Choice(["runtime", "equinox", "auto"]), help="Whose filtered transforms to use.")
@click.option("--verify", metavar="COMMAND", help="Run this afterwards; take back the fixes that make it fail.")
@click.option("--verify-timeout", type=float, metavar="SECONDS", help="How long that may take; longer is a failure.")
@click.option("--explain-fix", is_flag=True, help="Say which conditions were checked for each fix.")
@click.option("--add-dependency", is_flag=True, help="Add pytreelint[runtime] to pyproject.toml where it is missing.")
@click.option("--stdin-filename", metavar="PATH", help="What `-` (standard input) is taken for.")
@click.option("--allow-empty", is_flag=True, help="No matching file is no error.")
@click.option("--no-cache", is_flag=True, help="Neither read nor write the cache.")
@click.option("--cache-dir", type=click.Path(file_okay=False), help="Where the cache is.")
@click.option("--quiet", "-q", is_flag=True, help="What is left, and nothing else.")
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Repair files and folders (by default the working directory): safe fixes, and with --unsafe-fixes all.

    Exit code 0: nothing is left. 1: findings remain, or with --diff and --check a change is pending. 2: usage or
    configuration error, missing path, no matching file, internal error.
    """
    from pytreelint.cli.fixing import Request, run

    ctx.exit(run(Request(**given)))
