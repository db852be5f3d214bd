"""Fixes of functions that several files use: such a fix is safe only if no file objects."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace

if TYPE_CHECKING:
    from pytreelint.engine.packing import Outcome
    from pytreelint.model.text.place import Place
    from pytreelint.rules.finding import Condition, Finding, Fix


def agreed(findings: Iterable[Finding], votes: Iterable[Finding]) -> list[Finding]:
    """One finding per rule, place and cause, as in one file, the first in the order of files.

    Its fix is safe only if no other file objects.

    Args:
        findings: of all files; several may have found the same.
        votes: what files say of others, by the place of the transform.
    """
    same: defaultdict[object, list[Finding]] = defaultdict(list)
    for finding in findings:
        same[finding.code, finding.place, finding.about].append(finding)
    at: defaultdict[Place, list[Finding]] = defaultdict(list)
    for vote in votes:
        at[vote.place].append(vote)
    return [_agreed(_widest(group), [*group, *at.get(group[0].place, ())]) for group in same.values()]


def waited_for(outcomes: Mapping[str, Outcome]) -> list[str]:
    """The files with open votes on fixes that are safe as far as the others go."""
    fixes = [(each.place, each.fix) for outcome in outcomes.values() for each in outcome.findings]
    safe = {place for place, fix in fixes if fix is not None and fix.applicability == "safe"}
    return [path for path, outcome in outcomes.items() if safe and any(_is_open(v, safe) for v in outcome.votes)]


def _is_open(vote: Finding, places: set[Place]) -> bool:
    from pytreelint.rules.finding import OPEN

    return vote.place in places and vote.fix == OPEN


def _widest(group: list[Finding]) -> Finding:
    """The finding whose fix has the most edits: it does what the other fixes do, and sets an option more."""
    return max(group, key=lambda finding: len(finding.fix.own_edits) if finding.fix is not None else -1)


def _agreed(finding: Finding, votes: list[Finding]) -> Finding:
    fix = finding.fix
    others = [vote for vote in votes if vote is not finding]
    if fix is None or fix.applicability != "safe" or not others:
        return finding
    objections = dict.fromkeys(text for vote in others for text in _objections(fix, vote.fix))
    if not objections:
        return finding
    return replace(finding, fix=replace(fix, applicability="unsafe", conditions=(*fix.conditions, *objections)))


def _objections(fix: Fix, other: Fix | None) -> list[Condition]:
    """Returns the objections to a fix: another file needs another fix, or none is right for it."""
    from pytreelint.rules.conditions import FLAGS
    from pytreelint.rules.finding import Condition

    if other is None:
        return [Condition("the repaired program would raise as another file uses it", False)]
    if other.applicability != "safe":
        return [each for each in other.conditions if not each.holds]
    own, its = ({(edit.place, edit.content) for edit in each.own_edits} for each in (fix, other))
    spared = own != its and any(FLAGS in each.text for each in other.conditions)  # an option would trace them
    return [Condition("as another file uses it, it would need other options", False)] if its - own or spared else []
