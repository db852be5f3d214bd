"""How long a check takes, of how many processors, and how much memory, side by side with other programs in one run.

    python -m benchmarks.check_speed [--runs 5] [--dir FOLDER] [--compiled PYTHON] [--no-peers]
                                     [--no-million | --only-million] [--lines N ...]

Equinox, diffrax, optimistix and lineax lie side by side in a scratch folder. Medians count, and ratios more than
seconds: machines differ. The peers get an environment of their own. `--compiled` names the interpreter of an
environment that has a compiled wheel installed: each of our rows comes once for each build. The table is printed and
kept in `results/`, with what the programs themselves say of where the time went.
"""

from __future__ import annotations

import argparse
import compileall
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks import peers
from benchmarks.corpus import Package, add_location, fetch, gather, pinned
from benchmarks.measure import Job, costs
from benchmarks.table import Line, store

HERE = Path(__file__).resolve().parent
MAIN = ("equinox", "diffrax", "optimistix", "lineax")
COLD, WARM, EDITED = "cold", "warm", "one edited file"  # a large one, which calls much of the others
DRAWN = 25  # of all files, each edited by itself
SAME = "cold, files that jaxlint reads"
RIVAL, CHECKER = "jaxlint", "pyright"
RIVAL_SAME = f"{RIVAL}, files that it reads"
SECONDS = {WARM: 0.15, EDITED: 0.25}  # at most
MEGABYTES = {COLD: 300, WARM: 300, EDITED: 300}
MILLION = 1_000_000
GROWTH = (250_000, 500_000, MILLION)  # lines
PHASES = ("timing:", "Timing stats")  # the first line of what programs say of where the time went


@dataclass(frozen=True, slots=True)
class Build:
    """A build of the linter.

    Attributes:
        python: the interpreter that has it.
        of_rival: at most this share of the rival's time, cold.
        million: at most so many seconds for a million lines.
    """

    name: str
    python: str
    environment: Mapping[str, str]
    of_rival: float
    million: float

    def row(self, what: str) -> str:
        """The name of a row."""
        return f"{self.name} {what}"

    def check(self, *options: str) -> list[str]:
        """The command that checks a folder."""
        return [self.python, "-m", "pytreelint", "check", "--output-format", "concise", *options, "."]


def builds(options: argparse.Namespace) -> list[Build]:
    """The sources as they are, interpreted, and the compiled build that was named."""
    own = {**os.environ, "PYTHONPATH": str(HERE.parent)}
    found = [Build("pytreelint", sys.executable, own, 0.8, 36)]
    if options.compiled:
        alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        found.append(Build("pytreelint compiled", options.compiled, alone, 0.6, 20))
    return found


def main() -> int:
    """Measure, print, store; 1 if a bound is broken."""
    options = parse_arguments()
    load = os.getloadavg()[0]
    compileall.compile_dir(HERE.parent / "pytreelint", quiet=1)  # as an installer does, for us as for the peers
    lines: list[Line] = []
    phases: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as scratch, suppress(KeyboardInterrupt):  # what was measured is kept
        for line in measure(options, Path(scratch).resolve(), phases):
            print(line, flush=True)
            lines.append(line)
    for name, said in phases.items():
        print(f"\n{name}", *said, sep="\n")
    versions = {} if options.no_peers else peers.versions(programs(options))
    print(f"\nkept as {store(options.results, lines, versions, phases, load)}")
    return int(not compared(builds(options), lines) or not all(line.kept for line in lines))


def compared(found: Sequence[Build], lines: Sequence[Line]) -> bool:
    """Say the shares of the other programs' time; whether all are as small as they are to be."""
    seconds = {line.name: line.cost.seconds for line in lines}
    kept = True
    for build in found:
        for ours, theirs, most in (
            (COLD, RIVAL, build.of_rival),
            (SAME, RIVAL_SAME, build.of_rival),
            (COLD, CHECKER, 0.2),
        ):
            if build.row(ours) in seconds and theirs in seconds:
                share = seconds[build.row(ours)] / seconds[theirs]
                kept = kept and share <= most
                print(f"{build.row(ours)}: {share:.2f} of the time of {theirs}, at most {most}")
    return kept


def parse_arguments() -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add_location(parser)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--results", type=Path, default=HERE / "results")
    parser.add_argument("--compiled", metavar="PYTHON", help="an interpreter that has a compiled wheel installed")
    parser.add_argument("--peers", type=Path, help="an environment that has the other linters (default: made)")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--lines", type=int, nargs="+", default=GROWTH, help="of the large projects")
    parts = parser.add_mutually_exclusive_group()
    parts.add_argument("--no-million", action="store_true", help="without the large projects")
    parts.add_argument("--only-million", action="store_true", help="the large projects alone")
    return parser.parse_args()


def measure(options: argparse.Namespace, scratch: Path, phases: dict[str, list[str]]) -> Iterator[Line]:
    """Every row: all programs in turn on the same files, then the linter on more and more of them.

    Args:
        phases: gets where the time went, by row.
    """
    found = builds(options)
    if not options.only_million:
        yield from measure_packages(found, options, scratch, phases)
    if not options.no_million:
        yield from measure_growth(found, options, scratch)


def measure_packages(
    found: Sequence[Build], options: argparse.Namespace, scratch: Path, phases: dict[str, list[str]]
) -> Iterator[Line]:
    """All programs in turn on the main packages."""
    project = scratch / "project"
    put_side_by_side(fetch(options.dir, MAIN), project)
    jobs = [job for build in found for job in own_jobs(build, project, scratch / f"cache {build.name}")]
    if not options.no_peers:
        jobs += [Job(peer, peers.command(programs(options), peer)) for peer in peers.PEERS]
    bounds = {
        build.row(what): (SECONDS.get(what), MEGABYTES.get(what)) for build in found for what in (COLD, WARM, EDITED)
    }
    for name, cost in costs(jobs, project, options.runs).items():
        yield Line(name, cost, *bounds.get(name, (None, None)))
    for build in found:
        yield from measure_edits(build, project, scratch / f"cache {build.name}", options.runs)
        phases[build.row(COLD)] = told(
            Job("", build.check("--no-cache", "--timing"), environment=build.environment), project
        )
    if not options.no_peers:
        phases[CHECKER] = told(Job("", peers.command(programs(options), CHECKER)), project)
        yield from measure_readable(found, peers.command(programs(options), RIVAL), project, options.runs)


def own_jobs(build: Build, project: Path, cache: Path) -> Iterator[Job]:
    """Nothing cached, then everything, then everything but one file; each leaves its cache to the next."""
    steps: dict[str, Callable[[], None]] = {
        COLD: lambda: shutil.rmtree(cache, ignore_errors=True),
        WARM: lambda: None,
        EDITED: lambda: edit(project / "diffrax" / "_integrate.py"),
    }
    environment = {**build.environment, "PYTREELINT_CACHE_DIR": str(cache)}
    for what, before in steps.items():
        yield Job(build.row(what), build.check(), before, environment, refused=(2,))


def measure_edits(build: Build, project: Path, cache: Path, runs: int) -> Iterator[Line]:
    """One edit in each of some files, drawn evenly: that in the middle, and the slowest."""
    files = sorted(project.rglob("*.py"))
    environment = {**build.environment, "PYTREELINT_CACHE_DIR": str(cache)}
    jobs = [
        Job(str(path.relative_to(project)), build.check(), partial(edit, path), environment, refused=(2,))
        for path in files[:: max(len(files) // DRAWN, 1)]
    ]
    found = sorted(costs(jobs, project, runs).items(), key=lambda each: each[1].seconds)
    yield Line(build.row(f"{EDITED}, the middle one of {len(found)}"), found[len(found) // 2][1], SECONDS[EDITED])
    yield Line(build.row(f"{EDITED}, {found[-1][0]}"), found[-1][1])


def told(job: Job, folder: Path) -> list[str]:
    """What a program says of where the time went: the lines from the one that begins so, to the next empty one."""
    done = subprocess.run(job.command, cwd=folder, env=job.environment, capture_output=True, text=True, check=False)
    lines = (done.stdout + "\n" + done.stderr).splitlines()
    first = next((at for at, line in enumerate(lines) if line.startswith(PHASES)), len(lines))
    return list(itertools.takewhile(str.strip, lines[first:]))


def measure_readable(found: Sequence[Build], rival: list[str], project: Path, runs: int) -> Iterator[Line]:
    """The rival and ours on the files that it does not die of; nothing where it dies of none."""
    dead = peers.deadly(rival, project)
    for path in dead:
        path.unlink()
    jobs = [
        Job(build.row(SAME), build.check("--no-cache"), environment=build.environment, refused=(2,)) for build in found
    ]
    for name, cost in costs([*jobs, Job(RIVAL_SAME, rival)], project, runs).items() if dead else ():
        yield Line(name, cost)


def measure_growth(found: Sequence[Build], options: argparse.Namespace, scratch: Path) -> Iterator[Line]:
    """A quarter of a million lines, half a million, a million, all of them distinct; cold. The last has bounds."""
    for target in options.lines:
        corpus = (fetch(options.dir, [name])[0] for name in pinned())
        folder = scratch / str(target)
        count = gather(corpus, folder, target)
        for build in found:
            name = build.row(f"{count:,} lines")
            job = Job(name, build.check("--no-cache"), environment=build.environment, refused=(2,))
            bounds = (build.million, 600) if target == MILLION else (None, None)
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


def edit(path: Path) -> None:
    """Make the file a new one: a function more."""
    text = path.read_text(encoding="utf-8")
    path.write_text(text + "\n\ndef _edited(x):\n    return x + 1\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
