"""All rules over one file."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.engine.reader import Reader
from pytreelint.knowledge.record import record
from pytreelint.model.driver.entries import sites_of
from pytreelint.model.driver.evaluator import Evaluator
from pytreelint.model.driver.verdicts import VERDICTS, verdict
from pytreelint.model.project.reaching import meets_arrays
from pytreelint.model.text.source import Source
from pytreelint.rules.catalogue import has_others, most_specific, rules_for
from pytreelint.rules.votes import votes

if TYPE_CHECKING:
    from pytreelint.engine.settings import Settings
    from pytreelint.model.project.layout import Layout
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.project.program import Program
    from pytreelint.model.text.place import RanOut
    from pytreelint.model.values.sites import Site
    from pytreelint.rules.finding import Finding
    from pytreelint.rules.rule import AnyRule


@record(frozen=True, slots=True)
class Judgement:
    """What one file gave.

    Attributes:
        findings: of all rules, before selection and suppression.
        sites: (kind, verdict) of each site seen; a verdict is one of `VERDICTS`, `unknown` with `:<reason>`.
        asked: (module, name) of every declaration that was looked up elsewhere, failed look-ups included.
        votes: what it says of fixes in other files.
        ran_out: what was not evaluated to its end for want of fuel.
    """

    findings: tuple[Finding, ...] = ()
    sites: tuple[tuple[str, str], ...] = ()
    asked: tuple[tuple[str, str], ...] = ()
    votes: tuple[Finding, ...] = ()
    ran_out: tuple[RanOut, ...] = ()


class Judge:
    """Judges the files of one run, one after the other.

    Attributes:
        reader: the modules that were read; several files need the same ones.
    """

    def __init__(self, settings: Settings, layout: Layout) -> None:
        """Nothing is read yet."""
        self.settings = settings
        self.reader = Reader(settings, layout)
        self._rules: dict[str, tuple[AnyRule, ...]] = {}

    def judge(self, source: Source, voting: bool = False) -> Judgement:
        """All rules over one file; `voting`: its votes are worked out. Raises Unreadable when it is no Python."""
        program = self.reader.begin()
        program.asked = {}
        module = program.add(source)
        if not has_others() and not meets_arrays(program, module):
            return Judgement(asked=_elsewhere(program, module))
        # A fresh one for each file: what a file is told, and what it asked for, hangs on no other file of the run.
        evaluator = Evaluator(program)
        found: dict[tuple[object, ...], Finding] = {}
        judged: dict[tuple[str, ast.AST], tuple[str, str]] = {}
        for site in sites_of(evaluator, module):
            findings = list(self._findings(site, evaluator))
            for finding in findings:
                found.setdefault((finding.code, finding.place, finding.about), finding)
            kind = type(site).__name__
            key = (kind, site.node)
            answer = "found" if findings else verdict(site, evaluator)
            if key not in judged or _weight(answer) > _weight(judged[key][1]):
                judged[key] = (kind, answer)
        spent = tuple(evaluator.bounds.ran_out.values())  # before the votes, which not every run works out
        opinions = tuple(votes(evaluator, module, voting))
        asked = _elsewhere(program, module)
        return Judgement(tuple(most_specific(found.values())), tuple(judged.values()), asked, opinions, spent)

    def _findings(self, site: Site, evaluator: Evaluator) -> Iterator[Finding]:
        kind = type(site).__name__
        if kind not in self._rules:
            self._rules[kind] = rules_for(kind)
        for rule in self._rules[kind]:
            evaluator.bounds.refuel()  # what a rule asks must not hang on how far an entry, or another rule, has come
            for finding in rule.check(site, evaluator):
                if self._ours(finding.place.path, site):
                    yield finding

    def _ours(self, path: str, site: Site) -> bool:
        """Whether a finding stands in the project: nobody can mend an installed package."""
        return site.module.source.path != path or site.module.origin == "project"


def _elsewhere(program: Program, module: ModuleInfo) -> tuple[tuple[str, str], ...]:
    """What was asked of other modules than the one that is judged."""
    return tuple(key for key in program.asked if key[0] != module.name)


def _weight(answer: str) -> int:
    """Of several verdicts on one place the worst counts."""
    return VERDICTS.index(answer.partition(":")[0])
