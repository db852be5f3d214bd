"""How many calls a cold check makes, by the functions that make them: a cost that does not hang on the machine's load.

    python -m benchmarks.check_calls [--dir FOLDER] [--top 40]

Equinox, diffrax, optimistix and lineax side by side in a scratch folder, one process, no cache, interpreted. Calls of C
functions count as those of Python functions do, for whoever makes them. `BEFORE` is what commit a9e5f4e makes on the
same files; a check costs at most 1.2 times that.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import sys
import tempfile
from collections import Counter
from pathlib import Path

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.check_speed import MAIN, put_side_by_side
from benchmarks.corpus import add_location, fetch
from pytreelint.engine.config import load
from pytreelint.engine.run import check

BEFORE, MOST = 14_031_146, 1.2


def main() -> int:
    """Count, print; 1 if there are too many calls."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add_location(parser)
    parser.add_argument("--top", type=int, default=40, help="functions that are named")
    options = parser.parse_args()
    packages = fetch(options.dir, MAIN)
    with tempfile.TemporaryDirectory() as scratch:
        project = Path(scratch).resolve() / "project"
        put_side_by_side(packages, project)
        os.chdir(project)
        profile = cProfile.Profile()
        profile.runcall(check, ["."], load(["."]), cache=False, jobs=1)
        os.chdir("/")
    made = calls_by(pstats.Stats(profile))
    for name, count in made.most_common(options.top):
        print(f"{count:>10,}  {name}")
    total = made.total()
    print(f"{total:,} calls, {total / BEFORE:.2f} of {BEFORE:,}, at most {MOST}")
    return int(total > MOST * BEFORE)


def calls_by(stats: pstats.Stats) -> Counter[str]:
    """The calls that each function makes."""
    made: Counter[str] = Counter()
    for _, _, _, _, callers in stats.stats.values():  # type: ignore[attr-defined]
        for (path, row, name), cost in callers.items():
            made[f"{path.rpartition('/pytreelint/')[2]}:{row} {name}"] += cost[1]
    return made


if __name__ == "__main__":
    sys.exit(main())
