"""`pytreelint new-rule`."""

from __future__ import annotations

import click


@click.command("new-rule")
@click.argument("code")
@click.argument("name")
@click.option("--folder", default="lint_rules", show_default=True, type=click.Path(), help="Where the rules are.")
def command(code: str, name: str, folder: str) -> None:
    """Write a rule of your own, with programs that it is tested by, and its page.

    CODE is capital letters and a number (ACME001), NAME words in small letters with hyphens (compiled-lambda). What is
    written finds something and passes its tests: change it from there.
    """
    from pytreelint.cli.output import show
    from pytreelint.cli.scaffold import Scaffold, refusal
    from pytreelint.report.paths import shown
    from pytreelint.report.segments import line

    trouble = refusal(code, name)
    if trouble is not None:
        raise click.UsageError(trouble)
    try:
        written, advice = Scaffold(code, name, folder).write()
    except OSError as error:
        raise click.ClickException(
            f"{shown(error.filename or folder)}: cannot be written: {error.strerror or error}"
        ) from None
    show(line(f"written: {shown(path)}") for path in written)
    show([line(advice)])
