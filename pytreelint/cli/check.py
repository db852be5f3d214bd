"""`pytreelint check`."""

from __future__ import annotations

from typing import Any

import click

from pytreelint.cli.chosen import FORMATS
from pytreelint.cli.options import reading_options, rule_options


@click.command("check")
@click.argument("paths", nargs=-1, type=click.Path())
@rule_options
@reading_options
@click.option(
    "--output-format",
    type=click.Choice(FORMATS),
    help="full (the default): with source and evidence; concise: a line each; json, jsonl: objects; sarif, gitlab: for "
    "code scanning; github: annotations, the default under GitHub Actions.",
)
@click.option("--output-file", type=click.Path(dir_okay=False), help="Write the report there instead.")
@click.option("--output", multiple=True, metavar="FORMAT:FILE", help="Write a report there as well; may be repeated.")
@click.option("--statistics", is_flag=True, help="Count the findings of each rule instead of showing them.")
@click.option("--baseline", metavar="FILE", type=click.Path(), help="The accepted findings, instead of the usual file.")
@click.option("--no-baseline", is_flag=True, help="Show accepted findings too.")
@click.option("--ignore-suppressions", is_flag=True, help="Show suppressed findings too.")
@click.option("--add-suppressions", metavar="REASON", help="Write a comment with this reason for each finding.")
@click.option("--since", metavar="REV", help="Only what a line changed since this revision of git has a part in.")
@click.option("--fix", is_flag=True, help="Repair as `pytreelint fix` does, and report what is left.")
@click.option("--unsafe-fixes/--no-unsafe-fixes", default=False, help="With --fix: the unsafe fixes as well.")
@click.option(
    "--target", type=click.Choice(["runtime", "equinox", "auto"]), help="With --fix: whose transforms to use."
)
@click.option("--stdin-filename", metavar="PATH", help="What `-` (standard input) is taken for.")
@click.option("--fail-on", type=click.Choice(["error", "warning", "advice"]), help="Exit with 1 from this severity on.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 also where there are findings.")
@click.option("--allow-empty", is_flag=True, help="No matching file is no error.")
@click.option("--no-cache", is_flag=True, help="Neither read nor write the cache.")
@click.option("--cache-dir", type=click.Path(file_okay=False), help="Where the cache is.")
@click.option("--jobs", "-j", type=click.IntRange(min=1), help="Processes at most; by default as the work demands.")
@click.option("--coverage", is_flag=True, help="Count the sites seen: clean, found, unknown by reason.")
@click.option("--timing", is_flag=True, help="Say where the time went.")
@click.option("--quiet", "-q", is_flag=True, help="Findings only.")
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Check files and folders (by default the working directory) for PyTree errors.

    Exit code 0: clean. 1: findings of severity error or warning (--fail-on moves that). 2: usage or configuration
    error, missing path, no matching file, internal error; the other files' findings are still printed.
    """
    if given.pop("fix"):
        ctx.exit(_fixed(ctx, given))
    unsafe, target = given.pop("unsafe_fixes"), given.pop("target")
    if unsafe or target:
        raise click.UsageError("--unsafe-fixes and --target go with --fix")
    from pytreelint.cli.checking import Request, run

    ctx.exit(run(Request(**given)))


def _fixed(ctx: click.Context, given: dict[str, Any]) -> int:
    """`check --fix`: what `fix` does with these options; one that it has not is refused."""
    from dataclasses import fields

    from click.core import ParameterSource

    from pytreelint.cli.fixing import Request, run

    known = {field.name for field in fields(Request)}
    for name in given.keys() - known:
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--{name.replace('_', '-')} does not go with --fix")
    return run(Request(**{name: value for name, value in given.items() if name in known}))
