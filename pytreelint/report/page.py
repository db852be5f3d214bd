"""A rule's page: its metadata and docstring as Markdown. The site, the terminal and the JSON show this one text."""

from __future__ import annotations

from inspect import cleandoc
from typing import Any

from pytreelint.report.links import rule_page
from pytreelint.rules.rule import Rule


def markdown(rule: Rule) -> str:
    """The page, with a line end."""
    switch = "on by default" if rule.default else "off by default"
    return f"# {rule.name} ({rule.code})\n\n{rule.severity} · {rule.status} · {switch}\n\n{explanation(rule)}\n"


def explanation(rule: Rule) -> str:
    """The docstring, without its indentation."""
    return cleandoc(type(rule).__doc__ or "")


def title(rule: Rule) -> str:
    """What the rule does, in the first sentence under its first heading."""
    paragraphs = [part for part in explanation(rule).split("\n\n") if part and not part.startswith("#")]
    first = " ".join(paragraphs[0].split()) if paragraphs else ""
    return first.split(". ")[0].rstrip(".")


def rule_object(rule: Rule) -> dict[str, Any]:
    """The rule as one JSON object."""
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity,
        "status": rule.status,
        "default": rule.default,
        "url": rule_page(rule.code),
        "explanation": explanation(rule),
    }
