"""Every finding on 17 real packages, judged by hand; and 100 random places without one, so that recall is measured.

    python -m benchmarks.audit [--dir FOLDER]           compare with the verdicts, print coverage
    python -m benchmarks.audit --new                    print the findings without verdict, as lines for audit.jsonl
    python -m benchmarks.audit --sample 100 [--seed 0]  draw places without finding into sample.jsonl, to be judged

`audit.jsonl` holds a verdict per finding: `true` (a bug, or what the rule's page says) or `false`, with the reason.
Exit code 1: a finding without verdict, a false one that still comes out, a true one that is lost.
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

from benchmarks.corpus import add_location, fetch
from benchmarks.linting import Found, lint
from benchmarks.sample import draw, recall

HERE = Path(__file__).resolve().parent
VERDICTS = HERE / "audit.jsonl"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a reader thinks of a finding."""

    package: str
    version: str
    file: str
    line: int
    code: str
    verdict: bool
    reason: str

    @property
    def key(self) -> Found:
        """The finding that it is about."""
        return Found(self.package, self.version, self.file, self.line, self.code)


def main() -> int:
    """Lint, compare, report."""
    options = parse_arguments()
    packages = fetch(options.dir, options.packages)
    findings, coverage = lint(packages)
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
        if not verdict.reason.strip() or not isinstance(verdict.verdict, bool):
            raise ValueError(f"{VERDICTS.name}: no verdict or no reason: {verdict}")
    return verdicts


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
        if verdict.verdict and key not in found:
            yield f"lost          {key}: {verdict.reason}"


def open_lines(verdicts: Iterable[Verdict], findings: Iterable[Found]) -> Iterator[str]:
    """Lines for `audit.jsonl`, to be completed by hand."""
    judged = {verdict.key for verdict in verdicts}
    for finding in sorted(set(findings) - judged):
        yield json.dumps({**finding.as_dict(), "verdict": None, "reason": finding.message})


def tally(verdicts: Iterable[Verdict], findings: Iterable[Found]) -> str:
    """Findings and precision by code."""
    judged = {verdict.key: verdict.verdict for verdict in verdicts}
    totals: Counter[str] = Counter()
    true: Counter[str] = Counter()
    for finding in set(findings):
        totals[finding.code] += 1
        true[finding.code] += judged.get(finding, False)
    rows = [f"{code}: {true[code]} true of {totals[code]} findings" for code in sorted(totals)]
    return "\n".join(rows) or "no findings"


if __name__ == "__main__":
    sys.exit(main())
