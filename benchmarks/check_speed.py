"""How long a check takes and how much memory, side by side with other linters on the same files in one run.

    python -m benchmarks.check_speed [--runs 5] [--dir FOLDER] [--no-peers] [--no-million]

Equinox, diffrax, optimistix and lineax lie side by side in a scratch folder. Medians count, and ratios more than
seconds: machines differ. The peers get an environment of their own. The table is printed and kept in `results/`.
"""

from __future__ import annotations

import argparse
import compileall
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks import peers
from benchmarks.corpus import Package, add_location, fetch
from benchmarks.measure import Job, costs
from benchmarks.table import Line, store

HERE = Path(__file__).resolve().parent
MAIN = ("equinox", "diffrax", "optimistix", "lineax")
COLD, WARM, EDITED = "pytreelint cold", "pytreelint warm", "pytreelint one edited file"
RIVAL = "jaxlint"
SAME, RIVAL_SAME = "pytreelint cold, same files", f"{RIVAL}, files it reads"
OF_RIVAL = 0.8  # cold, at most this share of its time
LINTER = (sys.executable, "-m", "pytreelint", "check", "--output-format", "concise")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(HERE.parent)}


def main() -> int:
    """Measure, print, store; 1 if a bound is broken."""
    options = parse_arguments()
    compileall.compile_dir(HERE.parent / "pytreelint", quiet=1)  # as an installer does, for us as for the peers
    lines: list[Line] = []
    with tempfile.TemporaryDirectory() as scratch:
        for line in measure(options, Path(scratch).resolve()):
            print(line, flush=True)
            lines.append(line)
    versions = {} if options.no_peers else peers.versions(programs(options))
    print(f"kept as {store(options.results, lines, versions)}")
    seconds = {line.name: line.cost.seconds for line in lines}
    shares = [
        seconds[ours] / seconds[theirs] for ours, theirs in ((COLD, RIVAL), (SAME, RIVAL_SAME)) if theirs in seconds
    ]
    print(*(f"cold: {share:.2f} of the time of {RIVAL}, at most {OF_RIVAL}" for share in shares), sep="\n")
    return int(any(share > OF_RIVAL for share in shares) or not all(line.kept for line in lines))


def parse_arguments() -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add_location(parser)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--results", type=Path, default=HERE / "results")
    parser.add_argument("--peers", type=Path, help="an environment that has the other linters (default: made)")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--no-million", action="store_true")
    return parser.parse_args()


def measure(options: argparse.Namespace, scratch: Path) -> Iterator[Line]:
    """Every row: all linters in turn on the same files, then the linter on more and more of them."""
    project = scratch / "project"
    put_side_by_side(fetch(options.dir, MAIN), project)
    jobs = list(own_jobs(project, scratch / "cache"))
    if not options.no_peers:
        jobs += [Job(peer, peers.command(programs(options), peer)) for peer in peers.PEERS]
    for name, cost in costs(jobs, project, options.runs).items():
        yield Line(name, cost, {WARM: 0.25, EDITED: 0.5}.get(name), 300 if name in (COLD, WARM, EDITED) else None)
    if not options.no_peers:
        yield from measure_readable(peers.command(programs(options), RIVAL), project, options.runs)
    if not options.no_million:
        yield from measure_growth(fetch(options.dir), scratch)


def own_jobs(project: Path, cache: Path) -> Iterator[Job]:
    """Nothing cached, then everything, then everything but one file; each leaves its cache to the next."""
    command = [*LINTER, "--cache-dir", str(cache), "."]
    steps: dict[str, Callable[[], None]] = {
        COLD: lambda: shutil.rmtree(cache, ignore_errors=True),
        WARM: lambda: None,
        EDITED: lambda: edit(project / "diffrax" / "_integrate.py"),
    }
    for name, before in steps.items():
        yield Job(name, command, before, ENVIRONMENT, refused=(2,))


def measure_readable(rival: list[str], project: Path, runs: int) -> Iterator[Line]:
    """The rival and ours on the files that it does not die of; nothing where it dies of none."""
    dead = peers.deadly(rival, project)
    for path in dead:
        path.unlink()
    jobs = [Job(SAME, [*LINTER, "--no-cache", "."], environment=ENVIRONMENT, refused=(2,)), Job(RIVAL_SAME, rival)]
    for name, cost in costs(jobs, project, runs).items() if dead else ():
        yield Line(name, cost)


def measure_growth(corpus: list[Package], scratch: Path) -> Iterator[Line]:
    """A quarter of a million lines, half a million, a million; cold. The last has bounds."""
    for target in (250_000, 500_000, 1_000_000):
        folder = scratch / str(target)
        name = f"pytreelint {replicate(corpus, folder, target):,} lines"
        job = Job(name, [*LINTER, "--no-cache", "."], environment=ENVIRONMENT, refused=(2,))
        bounds = (20, 600) if target == 1_000_000 else (None, None)
        yield Line(name, costs([job], folder, 0)[name], *bounds)
        shutil.rmtree(folder)


def programs(options: argparse.Namespace) -> Path:
    """Where the peers' programs are; their environment is made once."""
    return peers.make(options.peers or options.dir / ".peers")


def put_side_by_side(packages: list[Package], project: Path) -> None:
    """The import packages in one folder, as in a repository of several."""
    project.mkdir()
    for package in packages:
        shutil.copytree(package.folder / package.name, project / package.name)


def replicate(packages: list[Package], folder: Path, target: int) -> int:
    """Copy the corpus until it has that many lines, no two files equal; give how many it has."""
    sources = [source for package in packages for source in package.sources()]
    rows = number = 0
    while rows < target:
        for source in sources:
            data = f"# copy {number}\n".encode() + source.read_bytes()
            copied = folder / f"copy{number}" / source.relative_to(packages[0].folder.parent)
            copied.parent.mkdir(parents=True, exist_ok=True)
            copied.write_bytes(data)
            rows += data.count(b"\n")
            if rows >= target:
                break
        number += 1
    return rows


def edit(path: Path) -> None:
    """Make the file a new one: a function more."""
    text = path.read_text(encoding="utf-8")
    path.write_text(text + "\n\ndef _edited(x):\n    return x + 1\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
