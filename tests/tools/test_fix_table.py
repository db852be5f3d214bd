"""The table of fixes is what the code does, and each rule's page says whether it has a fix."""

from __future__ import annotations

import re

from pytreelint.report.page import explanation
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import all_rules
from tools.findings import FILE, text
from tools.fix_table import PAGE, found, page


def test_what_is_said_of_fixes_is_what_they_do() -> None:
    """In one test: two processes would both look through all fixtures."""
    findings = found()
    assert PAGE.read_text(encoding="utf-8") == page(findings), "python -m tools.fix_table"
    assert FILE.read_text(encoding="utf-8") == text(findings), "python -m tools.fix_table"
    pages_say_which_rules_have_no_fix(findings)
    safe_fixes_have_conditions_that_hold(findings)


def pages_say_which_rules_have_no_fix(findings: list[Finding]) -> None:
    fixable = {finding.code for finding in findings if finding.fix is not None}
    for rule in all_rules():
        section = re.split(r"^## ", explanation(rule), flags=re.MULTILINE)[5]
        assert section.startswith("Fix safety")
        if rule.code < "PTL900":
            assert ("Fix: none" in section) != (rule.code in fixable), rule.code


def safe_fixes_have_conditions_that_hold(findings: list[Finding]) -> None:
    for fix in (finding.fix for finding in findings if finding.fix is not None):
        assert fix.conditions
        assert (fix.applicability == "safe") <= all(condition.holds for condition in fix.conditions)
