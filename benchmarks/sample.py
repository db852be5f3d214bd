"""Random places without finding, judged by hand: how many bugs does the linter miss?"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.corpus import Package
from benchmarks.linting import Found
from benchmarks.sites import spots

SAMPLE = Path(__file__).resolve().with_name("sample.jsonl")


def draw(packages: Sequence[Package], findings: Iterable[Found], count: int, seed: int) -> int:
    """Draw places into `sample.jsonl`; a place that was judged before keeps its verdict."""
    judged = {key(item): item for item in read_sample()}
    flagged = {(finding.package, finding.file, finding.line) for finding in findings}
    candidates = [item for item in places(packages) if (item["package"], item["file"], item["line"]) not in flagged]
    drawn = random.Random(seed).sample(candidates, min(count, len(candidates)))
    drawn.sort(key=key)
    lines = [json.dumps(judged.get(key(item), item)) for item in drawn]
    SAMPLE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} of {len(candidates)} places without finding; those with verdict null are to be judged")
    return 0


def places(packages: Iterable[Package]) -> Iterator[dict[str, Any]]:
    """Every place of the corpus that could hold a bug, in order."""
    for package in packages:
        for source in package.sources():
            file = source.relative_to(package.folder).as_posix()
            for spot in spots(source.read_text(encoding="utf-8", errors="replace")):
                yield {
                    "package": package.name,
                    "version": package.version,
                    "file": file,
                    "line": spot.row,
                    "kind": spot.kind,
                    "source": spot.source,
                    "verdict": None,
                    "reason": "",
                }


def read_sample() -> list[dict[str, Any]]:
    """The drawn places and their verdicts: `right`, or the code of the rule that should have spoken."""
    if not SAMPLE.exists():
        return []
    return [json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()]


def key(item: dict[str, Any]) -> tuple[str, str, int, str]:
    """What tells places apart."""
    return item["package"], item["file"], item["line"], item["kind"]


def recall(findings: Iterable[Found]) -> str:
    """How many of the drawn places hold a bug, and which of those are found by now."""
    items = read_sample()
    found = {(finding.package, finding.file, finding.line, finding.code) for finding in findings}
    verdicts = Counter("open" if item["verdict"] is None else "right" for item in items if not is_bug(item))
    bugs = [item for item in items if is_bug(item)]
    missed = [item for item in bugs if (item["package"], item["file"], item["line"], item["verdict"]) not in found]
    rows = [f"missed        {item['package']} {item['file']}:{item['line']} {item['verdict']}" for item in missed]
    rows.append(
        f"sample: {len(items)} places, {verdicts['right']} right, {len(bugs)} bugs of which {len(missed)} are missed, "
        f"{verdicts['open']} to be judged"
    )
    return "\n".join(rows)


def is_bug(item: dict[str, Any]) -> bool:
    """A place that some rule should have flagged."""
    return item["verdict"] not in (None, "right")
