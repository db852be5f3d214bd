"""What `--coverage` and `--timing` say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from pytreelint.report.segments import Line, line
from pytreelint.report.summary import count
from pytreelint.report.table import table

_JUDGED = ("clean", "found")


def coverage(sites: Mapping[tuple[str, str], int]) -> Iterator[Line]:
    """Sites by kind and verdict, then the unknown ones by reason.

    Arguments:
        sites: how many of each (kind, verdict); a verdict is `clean`, `found` or `unknown:` and the reason.
    """
    if not sites:
        yield line("coverage: no sites")
        return
    kinds: dict[str, Counter[str]] = {}
    reasons: Counter[str] = Counter()
    for (kind, verdict), number in sites.items():
        word, _, reason = verdict.partition(":")
        kinds.setdefault(kind, Counter())[word] += number
        if word not in _JUDGED:
            reasons[reason.strip() or "no reason given"] += number
    total = sum(kinds.values(), Counter[str]())
    rows = [_row(kind, kinds[kind]) for kind in sorted(kinds)]
    yield line(f"coverage: {count(total.total(), 'site')}")
    yield from table(("kind", "sites", "clean", "found", "unknown"), [*rows, _row("all", total)], "label")
    if reasons:
        yield line("unknown, by reason:")
        for reason, number in sorted(reasons.items(), key=lambda item: (-item[1], item[0])):
            yield line(f"{number:7,}  {number / total.total():6.1%}  {reason}")


def timing(seconds: Mapping[str, float]) -> Iterator[Line]:
    """Each phase and its share."""
    total = sum(seconds.values())
    yield line(f"timing: {total:.3f} s")
    for phase, spent in seconds.items():
        yield line(f"{spent:9.3f} s  {spent / total if total else 0:6.1%}  {phase}")


def _row(kind: str, tally: Counter[str]) -> tuple[str, ...]:
    unknown = tally.total() - sum(tally[word] for word in _JUDGED)
    return (kind, f"{tally.total():,}", *(f"{tally[word]:,}" for word in _JUDGED), f"{unknown:,}")
