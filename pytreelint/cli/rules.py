"""`pytreelint rules`."""

from __future__ import annotations

import click

from pytreelint.cli.output import put, show


@click.command("rules")
@click.option("--json", "as_json", is_flag=True, help="An array of objects.")
def command(as_json: bool) -> None:
    """List all rules: code, name, severity, status, whether it is on by default."""
    from pytreelint.cli.settings import load_own_rules
    from pytreelint.rules.rule import all_rules

    load_own_rules()
    if as_json:
        from json import dumps

        from pytreelint.report.page import rule_object

        put(dumps([rule_object(rule) for rule in all_rules()], indent=2) + "\n")
        return
    from pytreelint.report.table import rules_table

    show(rules_table(all_rules()))
