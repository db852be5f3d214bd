"""What is known of rules before any is imported: selecting, suppressing and sorting findings needs no more."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Protocol

from pytreelint.rules.rows import ROWS

if TYPE_CHECKING:
    from pytreelint.rules.finding import Finding, Severity
    from pytreelint.rules.rule import AnyRule


class Head(Protocol):
    """What a rule says of itself; every `Rule` has the same attributes."""

    @property
    def code(self) -> str:
        """As `PTL201`."""

    @property
    def name(self) -> str:
        """As `opaque-leaf-in-jit`."""

    @property
    def severity(self) -> Severity:
        """Of its findings."""

    @property
    def default(self) -> bool:
        """Whether the rule is on without being selected."""

    @property
    def style(self) -> str:
        """The only style of projects in which it is on."""

    @property
    def yields_to(self) -> tuple[str, ...]:
        """Codes of more specific rules."""

    @property
    def sites(self) -> tuple[str, ...]:
        """The kinds of sites that it judges."""

    @property
    def folder(self) -> str:
        """Of a project's own rules."""


class OwnHead:
    """The head of a rule of this package: a row of `rows.py`.

    Attributes:
        module: where the rule is defined.
    """

    __slots__ = ("code", "default", "folder", "module", "name", "severity", "sites", "style", "yields_to")

    def __init__(
        self,
        code: str,
        name: str,
        family: str,
        severity: Severity,
        default: bool,
        style: str,
        yields_to: tuple[str, ...],
        sites: tuple[str, ...],
    ) -> None:
        """From the row of a rule in the folder of its family."""
        self.code = code
        self.name = name
        self.severity: Severity = severity
        self.default = default
        self.style = style
        self.yields_to = yields_to
        self.sites = sites
        self.folder = ""
        self.module = f"pytreelint.rules.{family}.{name.replace('-', '_')}"


OWN_HEADS = tuple(OwnHead(*row) for row in ROWS)


def heads() -> tuple[Head, ...]:
    """The heads of all rules, sorted by code: of this package, of installed ones, of folders that were loaded.

    Raises:
        RulesError: those of an installed package cannot be used.
    """
    from pytreelint.rules.extending import installed, loaded

    installed()
    return _sorted(loaded())


def has_others() -> bool:
    """Whether there are rules of others, who may judge code that has nothing to do with arrays."""
    return len(heads()) > len(OWN_HEADS)


@cache
def _sorted(others: tuple[AnyRule, ...]) -> tuple[Head, ...]:
    return tuple(sorted((*OWN_HEADS, *others), key=lambda head: head.code))


def rules_for(kind: str) -> tuple[AnyRule, ...]:
    """The rules that judge sites of a kind, sorted by code; only their modules are imported."""
    return tuple(_rule(head) for head in heads() if kind in head.sites)


def _rule(head: Head) -> AnyRule:
    from pytreelint.rules.rule import Rule

    return head if isinstance(head, Rule) else _own_rule(head.code)


@cache
def _own_rule(code: str) -> AnyRule:
    from pytreelint.rules.rule import rule_in

    module = next(head.module for head in OWN_HEADS if head.code == code)
    rule = rule_in(importlib.import_module(module))
    assert rule is not None
    return rule


def most_specific(findings: Iterable[Finding]) -> list[Finding]:
    """One cause, one finding: without those that yield to another one at the same place."""
    given = list(findings)
    there = {(finding.place, finding.code) for finding in given}
    above = {head.code: head.yields_to for head in heads() if head.yields_to}
    return [f for f in given if not any((f.place, code) in there for code in above.get(f.code, ()))]
