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
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.corpus import Package, add_location, fetch, pinned
from benchmarks.linting import CONFIGURATION, make_environment
from benchmarks.mutants.counting import drawn, said
from benchmarks.mutants.mutant import Edit, Mutant, Place, lines_of, parsed, sources

CODE = "PTL305"
RANDOM = frozenset({"random", "jr", "jrandom", "jrand"})  # how `jax.random` is spelled


def mutants_of(package: Package, file: Path) -> Iterator[Mutant]:
    """The mutants of a file: functions in which one key is read for another one."""
    tree = parsed(file)
    for function in ast.walk(tree) if tree is not None else ():
        if isinstance(function, ast.FunctionDef):
            for statement in ast.walk(function):
                for kept, replaced in _pairs(statement):
                    reads = [_reads(function, name, statement) for name in (kept, replaced)]
                    if all(reads) and all(_is_bound_once(function, name) for name in (kept, replaced)):
                        width = len(replaced.encode())
                        edits = tuple(Edit((row, at), (row, at + width), kept) for row, at in reads[1])
                        what = f"`{kept}` for `{replaced}`"
                        yield Mutant(package, file, function.name, lines_of(function), what, edits)


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
        every = [each for package in packages for file in sources(package) for each in mutants_of(package, file)]
        for mutant in drawn(every, options.seed):
            (mutant.package.folder / "pytreelint.toml").write_text(CONFIGURATION, encoding="utf-8")
            if total == options.count:
                break
            if said(mutant, environment, mutant.file.read_bytes().decode(), [CODE]):
                continue
            is_found = bool(said(mutant, environment, mutant.text(), [CODE]))
            found, total = found + is_found, total + 1
            print("found " if is_found else "missed", mutant, flush=True)
    print(f"{found} of {total} found")
    return 0


if __name__ == "__main__":
    sys.exit(main())
