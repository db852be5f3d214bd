"""What a call of `filter_jit` costs beside raw jax.jit and Equinox: the median of five processes.

    python -m benchmarks.runtime_dispatch [--processes 5] [--results FOLDER]

Columns, in microseconds of a call: a, jax.jit on the list of arrays; fl, `tree_flatten` of the arguments; b, jax.jit on
the tree of arrays alone; equinox and p (ours) on the whole tree; then the same for a training step, which gives a tree
out. The rows of `filter_pmap` are for eight CPU devices (`runtime_parallel.py`). Ratios are taken round by round;
equinox / b is what equinox / p would be if `filter_jit` cost no more than jax.jit on this machine. The table is printed
and kept in `results/`.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pytreelint import __version__

HERE = Path(__file__).resolve().parent
COLUMNS = ("a", "fl", "b", "equinox", "p", "p / (a + fl)", "p on arrays / b", "equinox / p", "equinox / b")
STEP = ("step b", "step equinox", "step p", "step equinox / p", "step equinox / b")
# The ratios equinox / p of a prototype, for a call and a training step; at least 90% of them must be reached.
PROTOTYPE = {
    "MLP depth 1": (3.2, 72 / 23),
    "MLP depth 16": (2.0, 261 / 103),
    "MLP depth 64": (1.6, 885 / 386),
    "dict, 10": (4.1, 63 / 22),
    "dict, 1000": (1.8, None),
    "register_dataclass, 10": (4.1, 79 / 29),
    "register_dataclass, 1000": (2.0, None),
}
FEW_LEAVES = ("MLP depth 1", "dict, 10", "register_dataclass, 10")  # fewer than 12

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
    parser.add_argument("--processes", type=int, default=5)
    parser.add_argument("--results", type=Path, default=HERE / "results")
    parser.add_argument("--worker", action="store_true", help="one process: print its figures as JSON")
    options = parser.parse_args()
    if options.worker:
        print(json.dumps(measure()))
        return 0
    table = middle([one_process() for _ in range(options.processes)]) | figures(
        "benchmarks.runtime_patterns", "--memory"
    )
    for line in lines(table):
        print(line)
    found = list(bounds(table))
    for bound in found:
        print(bound)
    print(f"kept as {store(options.results, table, found, options.processes)}")
    return int(not all(bound.kept for bound in found))


def measure() -> Table:
    """The figures of this process."""
    from benchmarks.runtime_calls import calls, subjects, tracing, waiting

    table = {subject.name: calls(subject) for subject in subjects()}
    return {**table, "first call, ms": tracing(), "share of the time in the call": waiting()}


def one_process() -> Table:
    """The figures of a fresh process, and of one with eight devices."""
    return {
        **figures("benchmarks.runtime_dispatch", "--worker"),
        **figures("benchmarks.runtime_parallel"),
        **figures("benchmarks.runtime_patterns"),
        **figures("benchmarks.runtime_first_calls"),
    }


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
    """What must hold."""
    for row, (call, step) in PROTOTYPE.items():
        most = 1.3 if row in FEW_LEAVES else 1.15
        yield Bound(row, "p on arrays / b", table[row]["p on arrays / b"], at_most=most)
        yield Bound(row, "equinox / p", table[row]["equinox / p"], at_least=0.9 * call)
        if step is not None:
            yield Bound(row, "step equinox / p", table[row]["step equinox / p"], at_least=0.9 * step)
    for row in [row for row in table if row.startswith("pmap")]:
        yield Bound(row, "p / jit(shard_map)", table[row]["p / jit(shard_map)"], at_most=1.3)
        yield Bound(row, "traces, first call", table[row]["traces, first call"], at_most=2)
        yield Bound(row, "traces, second call", table[row]["traces, second call"], at_most=0)
    for row in [row for row in table if "p - b" in table[row]]:
        if row.endswith(", 12"):
            yield Bound(row, "p - b", table[row]["p - b"], at_most=10)
        else:
            yield Bound(row, "p / b", table[row]["p / b"], at_most=1.15)
        # Where most of the time is JAX's, nothing could be twice as fast as Equinox.
        most = ratio_without_cost(table[row])
        yield Bound(row, "equinox / p", table[row]["equinox / p"], at_least=min(2.0, 0.9 * most))
    for row in [row for row in table if row.startswith("tied weights")]:
        yield Bound(row, "p / plain", table[row]["p / plain"], at_most=1.5)
    for row in [row for row in table if "compile p / b" in table[row]]:
        # Tracing has a fixed cost of its own, next to nothing beside what it takes to compile.
        yield Bound(row, "trace p - b", table[row]["trace p - b"], at_most=5)
        yield Bound(row, "compile p / b", table[row]["compile p / b"], at_most=1.15)
    yield Bound("new statics", "MiB grown", table["new statics"]["MiB grown"], at_most=8)
    yield Bound("eight threads", "wrong", table["eight threads"]["wrong"], at_most=0)
    yield Bound("eight threads", "MiB grown", table["eight threads"]["MiB grown"], at_most=8)
    yield Bound("first call", "p / raw", table["first call, ms"]["p / raw"], at_most=1.1)
    yield Bound("share of the time in the call", "p", table["share of the time in the call"]["p"], at_most=0.5)


def ratio_without_cost(row: dict[str, float]) -> float:
    """What equinox / p would be if ours cost no more than jax.jit."""
    return row["equinox"] / row["b"]


def lines(table: Table) -> Iterator[str]:
    """The table as text."""
    for columns in (COLUMNS, STEP):
        yield f"{'tree':26}" + "".join(f"{column:>17}" for column in columns)
        for row in PROTOTYPE:
            if columns[0] in table[row]:
                yield f"{row:26}" + "".join(f"{table[row][column]:17.2f}" for column in columns)
    for row in table.keys() - PROTOTYPE.keys():
        yield f"{row}: " + ", ".join(f"{column} {value:.3f}" for column, value in table[row].items())


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
