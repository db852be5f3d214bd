"""`pytreelint rule`."""

from __future__ import annotations

import click

from pytreelint.cli.output import put, show_page
from pytreelint.rules.rule import AnyRule, all_rules


@click.command("rule")
@click.argument("code", metavar="CODE|NAME")
@click.option("--json", "as_json", is_flag=True, help="One object, with the page as `explanation`.")
def command(code: str, as_json: bool) -> None:
    """Explain a rule: what it does, why it matters, an example, what to use instead.

    CODE is a code (PTL101) or a name (static-array).
    """
    from pytreelint.cli.settings import load_own_rules
    from pytreelint.report.page import markdown, rule_object

    load_own_rules()
    rule = find_rule(code)
    if as_json:
        from json import dumps

        put(dumps(rule_object(rule), indent=2) + "\n")
    else:
        show_page(markdown(rule))


def find_rule(word: str) -> AnyRule:
    """The rule with this code or name; a usage error names the nearest one."""
    spellings = {spelling: rule for rule in all_rules() for spelling in (rule.code, rule.name)}
    rule = spellings.get(word.upper()) or spellings.get(word.lower())
    if rule is not None:
        return rule
    from difflib import get_close_matches

    near = get_close_matches(word.lower(), [spelling.lower() for spelling in spellings], n=1, cutoff=0.5)
    hint = ""
    if near:
        meant = spellings.get(near[0]) or spellings[near[0].upper()]
        hint = f"; did you mean {meant.code} ({meant.name})?"
    raise click.UsageError(f"there is no rule {word!r}{hint or ' (see `pytreelint rules`)'}")
