"""All rules over one file."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING

from pytreelint.knowledge.own import BEHAVES_LIKE
from pytreelint.knowledge.record import record
from pytreelint.knowledge.words import Words
from pytreelint.model.driver.entries import sites_of
from pytreelint.model.driver.evaluator import Evaluator
from pytreelint.model.driver.verdicts import VERDICTS, verdict
from pytreelint.model.project.modules import Import, ModuleInfo
from pytreelint.model.project.program import Program
from pytreelint.model.project.stars import EVERY_NAME
from pytreelint.model.text.source import Source
from pytreelint.rules.catalogue import most_specific, rules_for
from pytreelint.rules.votes import votes

if TYPE_CHECKING:
    from pytreelint.engine.settings import Settings
    from pytreelint.model.project.layout import Layout
    from pytreelint.model.text.place import RanOut
    from pytreelint.model.values.sites import Site
    from pytreelint.rules.finding import Finding
    from pytreelint.rules.rule import AnyRule

# Characters of source whose trees and values are held at a time: trees take some 30 times the text.
_HELD = 4_500_000


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
    """Judges the files of one run, one after the other; modules that several of them need are read once."""

    def __init__(self, settings: Settings, layout: Layout) -> None:
        """Nothing is read yet."""
        self.settings = settings
        self.layout = layout
        self.unsaved: Mapping[str, Source] = {}
        self._rules: dict[str, tuple[AnyRule, ...]] = {}
        self._digests: dict[str, dict[str, str]] = {}
        self._start()

    def _start(self) -> None:
        """Forget everything that was read."""
        jax = self.settings.jax_version
        versions = {"jax": jax} if jax is not None else {}
        self._program = Program(self.layout, self._read, self._own_names(), versions)
        self._program.target = self.settings.target
        self._program.words = Words().extended(self.settings.knowledge.words)
        gc.collect()

    def _own_names(self) -> dict[str, str]:
        """The names that the configuration teaches, and what each behaves like."""
        told = self.settings.knowledge
        own = dict(told.transforms)
        for kind, like in BEHAVES_LIKE.items():
            own |= dict.fromkeys(getattr(told, kind), like)
        return own

    @property
    def program(self) -> Program:
        """The modules that were read."""
        return self._program

    def renew(self, unsaved: Mapping[str, Source], changed: Iterable[str]) -> None:
        """Other sources stand for files; what was read of the changed ones counts no more."""
        self.unsaved = unsaved
        self._program.forget(changed)

    def _read(self, path: str) -> Source:
        return self.unsaved.get(path) or Source.read(path, self.settings.max_file_size)

    def judge(self, source: Source) -> Judgement:
        """All rules over one file. Raises Unreadable when it is no Python."""
        if self._program.size > _HELD:
            self._start()
        self._program.asked = {}
        module = self._program.add(source)
        # A fresh one for each file: what a file is told, and what it asked for, hangs on no other file of the run.
        evaluator = Evaluator(self._program)
        found: dict[tuple[object, ...], Finding] = {}
        judged: dict[tuple[str, int], tuple[str, str]] = {}
        for site in sites_of(evaluator, module):
            findings = list(self._findings(site, evaluator))
            for finding in findings:
                found.setdefault((finding.code, finding.place), finding)
            kind = type(site).__name__
            key = (kind, id(site.node))
            answer = "found" if findings else verdict(site, evaluator)
            if key not in judged or _weight(answer) > _weight(judged[key][1]):
                judged[key] = (kind, answer)
        opinions = tuple(votes(evaluator, module))
        asked = tuple(key for key in self._program.asked if key[0] != module.name)
        spent = tuple(evaluator.bounds.ran_out.values())
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

    def digest(self, module: str, name: str) -> str | None:
        """What identifies a declaration; None while it cannot be read. An empty name asks for the module itself."""
        found = self.layout.find(module)
        if found is None or found.is_namespace:
            return found.path if found else None
        info = self._program.module(module)
        if info is None:
            return None
        if not name:
            return found.path
        if name == EVERY_NAME:
            return repr((sorted(info.bindings), [star.module for star in info.stars]))
        if name in info.bindings:
            return _digest(info, name)
        return repr([star.module for star in info.stars]) if info.stars else None  # it may come from there


def _weight(answer: str) -> int:
    """Of several verdicts on one place the worst counts."""
    return VERDICTS.index(answer.partition(":")[0])


def _digest(info: ModuleInfo, name: str) -> str:
    """Of the text of all that binds a name, decorators and registrations included."""
    nodes = [b.node if isinstance(b, Import) else b for b in info.bindings[name]]
    spans = [(_first_row(node), node.end_lineno) for node in (*nodes, *info.calls_on.get(name, ()))]
    text = "\n".join("\n".join(info.source.lines[first - 1 : last]) for first, last in spans)
    return blake2b(text.encode(errors="replace"), digest_size=12).hexdigest()


def _first_row(node: ast.stmt | ast.expr) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(d.lineno for d in decorators)])
