"""The texts of `--coverage` and `--timing`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pytreelint.report.paths import shown
from pytreelint.report.segments import Line, line
from pytreelint.report.summary import count
from pytreelint.report.table import table
from pytreelint.report.words import LEGEND, PLACES, REASONS

if TYPE_CHECKING:
    from pytreelint.model.text.place import RanOut

_JUDGED = ("clean", "found", "open")  # what is none of these is unknown


def coverage(sites: Mapping[tuple[str, str], int]) -> Iterator[Line]:
    """Sites by kind and verdict, then the unknown ones by reason.

    Arguments:
        sites: how many of each (kind, verdict); a verdict is `clean`, `found`, `open` (nothing but what
            unseen callers pass is unknown) or `unknown:` and the reason.
    """
    if not sites:
        yield line("coverage: no place where JAX meets PyTrees")
        return
    kinds: dict[str, Counter[str]] = {}
    reasons: Counter[str] = Counter()
    for (kind, verdict), number in sites.items():
        word, _, reason = verdict.partition(":")
        kinds.setdefault(kind, Counter())[word] += number
        if word not in _JUDGED:
            reasons[reason.strip() or "no reason given"] += number
    total = sum(kinds.values(), Counter[str]())
    rows = sorted(_row(PLACES.get(kind, kind), tally) for kind, tally in kinds.items())
    n_unknown = sum(reasons.values())
    share = 1 - n_unknown / total.total()
    yield line(f"coverage: {count(total.total(), 'place')} where JAX meets PyTrees, {share:.1%} of them understood")
    head = ("what", "places", "right", "found", "open", "not known")
    yield from table(head, [*rows, _row("all", total)], "label")
    yield line(LEGEND)
    if reasons:
        yield line("not known, as it hangs on:")
        for reason, number in sorted(reasons.items(), key=lambda item: (-item[1], item[0])):
            yield line(f"{number:7,}  {number / total.total():6.1%}  {REASONS.get(reason, reason)}")


def ran_out(
    spent: Sequence[RanOut],
    placed: Callable[[str, int], tuple[str, int]] = lambda path, row: (path, row),
    root: str | None = None,
) -> Iterator[Line]:
    """What was not evaluated to its end for want of fuel: first what begins an evaluation, then what is called.

    Arguments:
        placed: the path and row to show: a notebook's are those of a cell.
    """
    for called, title in (
        (False, "too large to be followed to the end:"),
        (True, "calls of these are not followed to the end:"),
    ):
        rows = [each for each in spent if each.called is called]
        if rows:
            yield line(title)
        for each in rows:
            path, row = placed(each.path, each.row)
            yield line(f"  {shown(path, root)}:{row}  {each.name}")


def timing(seconds: Mapping[str, float], total: float, workers: Mapping[str, float]) -> Iterator[Line]:
    """Each phase and its share; they add up to what was waited for.

    Arguments:
        total: what was waited for.
        workers: what other processes spent meanwhile, by phase: beside each other, and so in no sum.
    """
    yield line(f"timing: {total:.3f} s")
    rest = total - sum(seconds.values())
    for phase, spent in {**seconds, "start and rest": rest}.items():
        yield line(f"{spent:9.3f} s  {spent / total if total else 0:6.1%}  {PHASES.get(phase, phase)}")
    if workers:
        told = ", ".join(f"{phase} {spent:.3f} s" for phase, spent in workers.items() if spent >= 0.0005)
        yield line(f"meanwhile, other processes together: {told}")


PHASES = {
    "discover": "find the files",
    "read": "read them",
    "cache": "look into the cache",
    "judge": "judge what is new",
    "suppress": "suppressions and selection",
    "report": "write the report",
}


def _row(kind: str, tally: Counter[str]) -> tuple[str, ...]:
    unknown = tally.total() - sum(tally[word] for word in _JUDGED)
    return (kind, f"{tally.total():,}", *(f"{tally[word]:,}" for word in _JUDGED), f"{unknown:,}")
