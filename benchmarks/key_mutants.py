"""One key used for two: how many of such mutants of real code are found?

    python -m benchmarks.key_mutants [--dir FOLDER] [--count 80] [--seed 0]

`a, b = split(key)` stands in a function that reads both once bound: the mutant reads `a` wherever `b` was read. Drawn
at random from the packages of the audit, at most two of a file, none of tests, nor of files where PTL305 speaks
anyway. Not each is a bug that a linter could be certain of: a key may go to a function that the caller hands in, or
into a state of which another file draws.
"""

from __future__ import annotations

import argparse
import ast
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.corpus import Package, add_location, fetch, pinned
from benchmarks.linting import CONFIGURATION, ROOT, make_environment

CODE, MOST_OF_A_FILE = "PTL305", 2
RANDOM = frozenset({"random", "jr", "jrandom", "jrand"})  # how `jax.random` is spelled
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A function in which one key is read for another one; `reads`: where, by line and column in bytes."""

    package: Package
    file: Path
    function: str
    kept: str
    replaced: str
    reads: tuple[Place, ...]

    def text(self) -> str:
        """The file with the mutant in it."""
        lines = self.file.read_bytes().splitlines(keepends=True)
        for row, column in sorted(self.reads, reverse=True):
            line = lines[row - 1]
            lines[row - 1] = line[:column] + self.kept.encode() + line[column + len(self.replaced.encode()) :]
        return b"".join(lines).decode()

    def __str__(self) -> str:
        file = self.file.relative_to(self.package.folder).as_posix()
        return f"{self.package.name} {file} {self.function}: `{self.kept}` for `{self.replaced}`"


def mutants_of(package: Package, file: Path) -> Iterator[Mutant]:
    """The mutants of a file."""
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for statement in ast.walk(function):
                for kept, replaced in _pairs(statement):
                    reads = [_reads(function, name, statement) for name in (kept, replaced)]
                    if all(reads) and all(_is_bound_once(function, name) for name in (kept, replaced)):
                        yield Mutant(package, file, function.name, kept, replaced, reads[1])


def _pairs(statement: ast.AST) -> Iterator[tuple[str, str]]:
    """The names, two by two, that the keys of a `split` are bound to."""
    match statement:
        case ast.Assign([ast.Tuple(elts=targets)], ast.Call(ast.Attribute(holder, "split"), [_, *_])):
            if ast.unparse(holder).rpartition(".")[2] not in RANDOM:
                return
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            if len(names) == len(targets) and "_" not in names:
                yield from itertools.pairwise(names)


def _reads(function: ast.FunctionDef, name: str, after: ast.AST) -> tuple[Place, ...]:
    end = getattr(after, "end_lineno", 0)
    return tuple((n.lineno, n.col_offset) for n in _names(function, name) if n.lineno > end)


def _is_bound_once(function: ast.FunctionDef, name: str) -> bool:
    return sum(isinstance(node.ctx, ast.Store) for node in _names(function, name)) == 1


def _names(function: ast.FunctionDef, name: str) -> list[ast.Name]:
    return [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name]


def drawn(packages: Sequence[Package], seed: int) -> Iterator[Mutant]:
    """All mutants that may count, in a random order."""
    every = [
        mutant
        for package in packages
        for file in package.sources()
        if "test" not in file.relative_to(package.folder).as_posix()
        for mutant in mutants_of(package, file)
    ]
    random.Random(seed).shuffle(every)
    of_file = Counter[Path]()
    for mutant in every:
        of_file[mutant.file] += 1
        if of_file[mutant.file] <= MOST_OF_A_FILE:
            yield mutant


def found_in(mutant: Mutant, environment: Path, text: str) -> set[int]:
    """The lines at which a content of the mutant's file has such findings."""
    command = [sys.executable, "-m", "pytreelint", "check", "--no-cache", "--output-format", "json", "--select", CODE]
    run = subprocess.run(
        [*command, "--python", str(environment), "--stdin-filename", str(mutant.file), "-"],
        cwd=mutant.package.folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode not in (0, 1):
        raise RuntimeError(f"{mutant}: exit code {run.returncode}\n{run.stderr}")
    return {item["location"]["row"] for item in json.loads(run.stdout)}


def main() -> int:
    """Make them, check them, count."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add_location(parser)
    parser.add_argument("--count", type=int, default=80, help="mutants")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    packages = fetch(options.dir, pinned())
    found = total = 0
    with tempfile.TemporaryDirectory() as scratch:
        environment = make_environment(packages, Path(scratch))
        for mutant in drawn(packages, options.seed):
            (mutant.package.folder / "pytreelint.toml").write_text(CONFIGURATION, encoding="utf-8")
            if total == options.count:
                break
            if found_in(mutant, environment, mutant.file.read_bytes().decode()):
                continue
            is_found = bool(found_in(mutant, environment, mutant.text()))
            found, total = found + is_found, total + 1
            print("found " if is_found else "missed", mutant, flush=True)
    print(f"{found} of {total} found")
    return 0


if __name__ == "__main__":
    sys.exit(main())
