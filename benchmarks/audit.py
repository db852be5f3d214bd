"""Every finding on real packages, judged by hand; and 100 random places without one, so that recall is measured.

    python -m benchmarks.audit [--dir FOLDER]           compare with the verdicts, print coverage
    python -m benchmarks.audit --new                    print the findings without verdict, as lines for audit.jsonl
    python -m benchmarks.audit --sample 100 [--seed 0]  draw places without finding into sample.jsonl, to be judged

`audit.jsonl` holds a verdict per finding, with the reason: `true` (a bug, or what the rule's page says), `"shrug"`
(true, but nobody would act on it) or `false`. Exit code 1: a finding without verdict, a false one that still comes out,
a true one that is lost.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.corpus import add_location, fetch, pinned
from benchmarks.linting import Found, lint
from benchmarks.sample import draw, recall

HERE = Path(__file__).resolve().parent
VERDICTS = HERE / "audit.jsonl"
SHRUG = "shrug"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a reader thinks of a finding."""

    package: str
    version: str
    file: str
    line: int
    code: str
    verdict: bool | str
    reason: str

    @property
    def key(self) -> Found:
        """The finding that it is about."""
        return Found(self.package, self.version, self.file, self.line, self.code)

    @property
    def is_right(self) -> bool:
        """Whether the finding is true, acted on or not."""
        return bool(self.verdict)


def main() -> int:
    """Lint, compare, report."""
    options = parse_arguments()
    packages = fetch(options.dir, options.packages or (() if options.sample else pinned()))
    found, coverage = lint(packages)
    findings = without_tool(found)
    if options.sample:
        return draw(packages, findings, options.sample, options.seed)
    verdicts = [verdict for verdict in read_verdicts() if verdict.package in {one.name for one in packages}]
    if options.new:
        print(*open_lines(verdicts, findings), sep="\n")
        return 0
    troubles = list(compare(verdicts, findings))
    print(*troubles, sep="\n")
    print(tally(verdicts, findings))
    print(recall(findings))
    print(coverage)
    return int(bool(troubles))


def parse_arguments() -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("packages", nargs="*", help="only these")
    add_location(parser)
    parser.add_argument("--new", action="store_true", help="print findings without verdict")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="draw N places without finding")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def read_verdicts() -> list[Verdict]:
    """The table; a line that is no verdict, or has no reason, is an error."""
    if not VERDICTS.exists():
        return []
    verdicts = [Verdict(**json.loads(line)) for line in VERDICTS.read_text(encoding="utf-8").splitlines()]
    for verdict in verdicts:
        if not verdict.reason.strip() or verdict.verdict not in (True, False, SHRUG):
            raise ValueError(f"{VERDICTS.name}: no verdict or no reason: {verdict}")
    return verdicts


def without_tool(findings: Iterable[Found]) -> list[Found]:
    """The findings about code: an unreadable file hangs on the Python that runs."""
    return [finding for finding in findings if not finding.code.startswith("PTL9")]


def compare(verdicts: Iterable[Verdict], findings: Iterable[Found]) -> Iterator[str]:
    """What must not be, a line each."""
    found = set(findings)
    judged = {verdict.key: verdict for verdict in verdicts}
    for finding in sorted(found):
        verdict = judged.get(finding)
        if verdict is None:
            yield f"no verdict    {finding}"
        elif not verdict.verdict:
            yield f"false alarm   {finding}: {verdict.reason}"
    for key, verdict in judged.items():
        if verdict.verdict is True and key not in found:
            yield f"lost          {key}: {verdict.reason}"


def open_lines(verdicts: Iterable[Verdict], findings: Iterable[Found]) -> Iterator[str]:
    """Lines for `audit.jsonl`, to be completed by hand."""
    judged = {verdict.key for verdict in verdicts}
    for finding in sorted(set(findings) - judged):
        yield json.dumps({**finding.as_dict(), "verdict": None, "reason": finding.message})


def tally(verdicts: Iterable[Verdict], findings: Iterable[Found]) -> str:
    """Findings by code: right ones, those that nobody would act on, all."""
    judged = {verdict.key: verdict for verdict in verdicts}
    totals: Counter[str] = Counter()
    right: Counter[str] = Counter()
    shrugs: Counter[str] = Counter()
    for finding in set(findings):
        verdict = judged.get(finding)
        totals[finding.code] += 1
        right[finding.code] += verdict is not None and verdict.is_right
        shrugs[finding.code] += verdict is not None and verdict.verdict == SHRUG
    rows = [f"{code}: {right[code]} right of {totals[code]}, {shrugs[code]} to shrug at" for code in sorted(totals)]
    return "\n".join(rows) or "no findings"


if __name__ == "__main__":
    sys.exit(main())
