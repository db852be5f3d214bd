"""What a call of `filter_jit` costs beside raw jax.jit and Equinox: each row in processes of its own.

    python -m benchmarks.runtime_dispatch [--processes 3] [--results FOLDER]
    python -m benchmarks.runtime_dispatch --rows methods

Columns, in microseconds of a call: a, jax.jit on the list of arrays; fl, `tree_flatten` of the arguments; b, jax.jit on
the tree of arrays alone; equinox and p (ours) on the whole tree; then the same for a training step, which gives a tree
out. They take turns in one process, and each figure is the least of its rounds, of this thread's processor: the wait
for the result is kept apart. The median of a row's processes is in the table; equinox / b is what equinox / p would be
if `filter_jit` cost no more than jax.jit. The rows of `filter_pmap` are for eight CPU devices (`runtime_parallel.py`).
The table is printed and kept in `results/`; with `--rows` only rows of such a name are measured, and not kept.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pytreelint import __version__

HERE = Path(__file__).resolve().parent
FEW, MANY = 12, 1000
FEW_LEAVES = ("MLP depth 1", "dict, 10", "register_dataclass, 10")  # fewer than 12
TREES = (*FEW_LEAVES, "MLP depth 16", "MLP depth 64", "dict, 1000", "register_dataclass, 1000")
OTHERS = ("first call, ms", "share of the time in the call")
PATTERNS = (
    *("equal statics in new objects", "alternating structures", "another structure each third time"),
    *("modes by static field", "modes by static leaf", "methods", "outputs with static leaves", "keyword arguments"),
    *("nested transforms", "tied weights"),
)
# What takes long, and is the same each time: a module, and the row.
ONCE = (
    ("benchmarks.runtime_first_calls",),
    *(("benchmarks.runtime_patterns", row) for row in ("new statics", "eight threads")),
)

# Tracing has a fixed cost of its own, next to nothing beside what it takes to compile.
AT_MOST = (
    *(("p / jit(shard_map)", 1.3), ("traces, first call", 2.0), ("traces, second call", 0.0)),
    *(("p / plain", 1.5), ("trace p - b", 5.0), ("compile p / b", 1.15), ("p / raw", 1.1)),
    *(("MiB grown", 8.0), ("wrong", 0.0)),
)

Table = dict[str, dict[str, float]]


@dataclass(frozen=True, slots=True)
class Bound:
    """A figure that the project has set itself."""

    row: str
    column: str
    found: float
    at_least: float | None = None
    at_most: float | None = None

    @property
    def kept(self) -> bool:
        """Whether it holds."""
        low = self.at_least is None or self.found >= self.at_least
        return low and (self.at_most is None or self.found <= self.at_most)

    def __str__(self) -> str:
        asked = f"at least {self.at_least:.2f}" if self.at_least is not None else f"at most {self.at_most:.2f}"
        verdict = "kept" if self.kept else "BROKEN"
        return f"{self.row}: {self.column} {self.found:.2f}, {asked}: {verdict}"


def main() -> int:
    """Measure, print, store; 1 if a bound is broken."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--results", type=Path, default=HERE / "results")
    parser.add_argument("--rows", default="", help="a part of the names of the rows to be measured")
    options = parser.parse_args()
    often, once = ([job for job in some if options.rows in job[-1]] for some in (jobs(), ONCE))
    table = middle([measure(often) for _ in range(options.processes)]) | measure(once)
    for line in lines(table):
        print(line)
    found = list(bounds(table))
    for bound in found:
        print(bound)
    if not options.rows:
        print(f"kept as {store(options.results, table, found, options.processes)}")
    return int(not all(bound.kept for bound in found))


def jobs() -> Iterator[tuple[str, ...]]:
    """What is run in a process of its own, again and again: a module, and the row."""
    for row in (*TREES, *OTHERS):
        yield "benchmarks.runtime_calls", row
    for size in (FEW, MANY):
        for name in PATTERNS:
            yield "benchmarks.runtime_patterns", f"{name}, {size}"
    yield ("benchmarks.runtime_parallel",)


def measure(some: Iterable[tuple[str, ...]]) -> Table:
    """The figures of one process for each job."""
    table: Table = {}
    for job in some:
        table |= figures(*job)
    return table


def figures(*arguments: str) -> Table:
    """What a program prints in its last line."""
    command = [sys.executable, "-m", *arguments]
    ended = subprocess.run(command, cwd=HERE.parent, stdout=subprocess.PIPE, text=True, check=True)
    found: Table = json.loads(ended.stdout.splitlines()[-1])
    return found


def middle(tables: list[Table]) -> Table:
    """The median of each figure."""
    first = tables[0]
    return {
        row: {column: statistics.median(table[row][column] for table in tables) for column in first[row]}
        for row in first
    }


def bounds(table: Table) -> Iterator[Bound]:
    """What must hold of the rows of a table."""
    for row, columns in table.items():
        few = row in FEW_LEAVES or row.endswith(f", {FEW}")
        for kind in ("", "step "):
            if f"{kind}p - b" in columns:
                yield from bounds_of_a_call(row, columns, kind, few)
        for column, most in (*AT_MOST, ("p on arrays / b", 1.3 if few else 1.15)):
            if column in columns:
                yield Bound(row, column, columns[column], at_most=most)
    if "share of the time in the call" in table:
        yield Bound(OTHERS[1], "p", table[OTHERS[1]]["p"], at_most=0.5)


def bounds_of_a_call(row: str, columns: dict[str, float], kind: str, few: bool) -> Iterator[Bound]:
    """What must hold beside jax.jit and Equinox."""
    column, most = (f"{kind}p - b", 10.0) if few else (f"{kind}p / b", 1.15)
    yield Bound(row, column, columns[column], at_most=most)
    # Where most of the time is JAX's, nothing could be twice as fast as Equinox.
    least = min(2.0, 0.9 * columns[f"{kind}equinox / b"])
    yield Bound(row, f"{kind}equinox / p", columns[f"{kind}equinox / p"], at_least=least)


def lines(table: Table) -> Iterator[str]:
    """The table as text."""
    for row, columns in table.items():
        yield f"{row}: " + ", ".join(f"{column} {value:.3f}" for column, value in columns.items())


def store(folder: Path, table: Table, found: list[Bound], processes: int) -> Path:
    """Keep the table with what it depends on."""
    now = datetime.now(UTC)
    folder.mkdir(parents=True, exist_ok=True)
    kept = {
        "date": now.isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "device": "cpu",
        "versions": {"pytreelint": __version__, **{name: version(name) for name in ("jax", "jaxlib", "equinox")}},
        "processes": processes,
        "rows": table,
        "bounds": [{**asdict(bound), "kept": bound.kept} for bound in found],
    }
    path = folder / f"runtime_dispatch-{now:%Y%m%d-%H%M}.json"
    path.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    return path


if __name__ == "__main__":
    sys.exit(main())
