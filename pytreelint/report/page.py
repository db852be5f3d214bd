"""A rule's page: its metadata and docstring as Markdown. The site, the terminal and the JSON show this one text."""

from __future__ import annotations

from inspect import cleandoc
from typing import Any

from pytreelint.report.links import rule_page
from pytreelint.rules.rule import AnyRule


def markdown(rule: AnyRule) -> str:
    """The page, with a line end."""
    switch = "on by default" if rule.default else "off by default"
    if rule.style:
        switch = f'{"on" if rule.default else "off by default"} under `style = "{rule.style}"`'
    return f"# {rule.name} ({rule.code})\n\n{rule.severity} · {rule.status} · {switch}\n\n{explanation(rule)}\n"


def explanation(rule: AnyRule) -> str:
    """The docstring, without its indentation."""
    return cleandoc(type(rule).__doc__ or "")


def title(rule: AnyRule) -> str:
    """The docstring's first sentence: what is wrong."""
    return " ".join(explanation(rule).partition("\n\n")[0].split()).rstrip(".")


def rule_object(rule: AnyRule) -> dict[str, Any]:
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
