"""All fixes, applied to copies of real packages: nothing may be damaged.

    python -m benchmarks.fix_packages [--dir FOLDER] [--keep FOLDER] [--target equinox] [--raw] [--train] [PACKAGE ...]

Of every file that changed: it still compiles, all comments are there, encoding, line ends and white space are kept; and
a second run changes nothing. What is said of files that are withheld is printed. Published packages have few errors:
with --raw, every filtered transform in the copies is first made a raw one. With --train, the package's example in
`trainings/` runs on the package as it was and on the fixed copy, and must print the same; not so with --raw, where
errors are left that no file shows.
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpus import HERE, add_location, fetch
from pytreelint.engine.fixing import comments_of
from pytreelint.model.text.source import Source

_LINE_END = re.compile(rb"\r\n|\r|\n")
_FILTERED = re.compile(
    rb"\b(?:eqx|equinox)\.filter_(jit|vmap|pmap|grad|value_and_grad|jvp|vjp|checkpoint|eval_shape|make_jaxpr)\b"
)
_EQUINOX = re.compile(rb"^(import equinox(?: as eqx)?)(\r?\n)", re.MULTILINE)
_SAID = re.compile(r"Fixed (\d+) findings? in (\d+) files?; (\d+) left")


@dataclass(frozen=True, slots=True)
class Result:
    """What fixing a package came to.

    Attributes:
        summary: the last line that `fix` printed.
        withheld: what it said of files that it left.
        damage: every way in which a file is worse than before; empty where all is well.
    """

    summary: str
    withheld: tuple[str, ...]
    damage: tuple[str, ...]


def fixed(folder: Path, *options: str) -> Result:
    """Fix a folder, which is changed, twice; say what is damaged."""
    before = {path: path.read_bytes() for path in sorted(folder.rglob("*.py"))}
    compiled = {path for path, data in before.items() if compiles(data)}
    done = run(folder, *options)
    after = {path: path.read_bytes() for path in sorted(folder.rglob("*.py"))}
    damage = [f"exit code {done.returncode}: {done.stderr[-2000:]}"] if done.returncode not in (0, 1) else []
    damage += [f"{path} appeared or is gone" for path in before.keys() ^ after.keys()]
    changed = [path for path in before.keys() & after.keys() if before[path] != after[path]]
    damage += [
        f"{path}: {what}" for path in changed for what in harm(path, before[path], after[path], path in compiled)
    ]
    run(folder, *options)
    damage += [f"{path}: a second run changes it" for path in after if path.read_bytes() != after[path]]
    said = _SAID.search(done.stdout)
    if said and int(said[2]) != len(changed):
        damage.append(f"`fix` says {said[2]} files, {len(changed)} changed")
    notes = tuple(line for line in done.stderr.splitlines() if line.startswith("not fixed"))
    return Result(said[0] if said else done.stdout[-200:], notes, tuple(damage))


def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """One run of `fix` with all fixes."""
    command = [sys.executable, "-m", "pytreelint", "fix", "--unsafe-fixes", "--no-cache", "--allow-empty", *options]
    return subprocess.run([*command, str(folder)], capture_output=True, text=True, check=False)


def trained(program: Path, folder: Path) -> str:
    """What a training example prints with the package of that folder; the end of its error where it fails."""
    path = os.pathsep.join([str(folder.resolve()), str(HERE.parent)])
    done = subprocess.run(
        [sys.executable, str(program)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": path},
    )
    return done.stdout if done.returncode == 0 else f"exit code {done.returncode}: {done.stderr[-1000:]}"


def compiles(data: bytes) -> bool:
    """Whether Python takes it."""
    try:
        compile(data, "file", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


def harm(path: Path, old: bytes, new: bytes, compiled: bool) -> Iterator[str]:
    """What is worse in the new content of a file."""
    if compiled and not compiles(new):
        yield "it does not compile any more"
        return
    before, after = Source.from_bytes(str(path), old), Source.from_bytes(str(path), new)
    lost = comments_of(before.text) - comments_of(after.text)
    if lost:
        yield f"lost comments {sorted(lost)}"
    if (before.encoding, before.bom) != (after.encoding, after.bom):
        yield f"encoding {before.encoding} became {after.encoding}"
    if set(_LINE_END.findall(new)) - set(_LINE_END.findall(old)):
        yield "line ends of another kind"
    if old[-1:] != new[-1:]:
        yield "the end of the file is another"
    matcher = difflib.SequenceMatcher(None, old.splitlines(True), new.splitlines(True), autojunk=False)
    for kind, first, last, begin, end in matcher.get_opcodes():
        parts = old.splitlines()[first:last], new.splitlines()[begin:end]
        if kind == "replace" and [line.strip() for line in parts[0]] == [line.strip() for line in parts[1]]:
            yield f"white space in line {first + 1}"


def make_raw(folder: Path) -> None:
    """Plant errors: wherever the code filters, it does so no longer."""
    for path in folder.rglob("*.py"):
        data = path.read_bytes()
        raw = _FILTERED.sub(rb"jax.\1", data)
        if not re.search(rb"^import jax\b(?!\.)", raw, re.MULTILINE):
            raw = _EQUINOX.sub(rb"\1\2import jax\2", raw, count=1)
        if _FILTERED.search(data):
            path.write_bytes(raw)


def main() -> int:
    """Print a line per package and what is damaged; exit code 1 if anything is."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    add_location(parser)
    parser.add_argument("--keep", type=Path, help="where the fixed copies stay")
    parser.add_argument("--target", default="runtime", choices=["runtime", "equinox", "auto"])
    parser.add_argument("--raw", action="store_true", help="make filtered transforms raw first")
    parser.add_argument("--train", action="store_true", help="run the training examples before and after")
    parser.add_argument("packages", nargs="*")
    given = parser.parse_args()
    damaged = False
    with tempfile.TemporaryDirectory() as scratch:
        for package in fetch(given.dir, given.packages):
            copy = (given.keep or Path(scratch)) / package.name
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(package.folder, copy)
            if given.raw:
                make_raw(copy)
            result = fixed(copy, "--target", given.target)
            print(f"{package.name:12} {result.summary}", *result.withheld, *result.damage, sep="\n    ", flush=True)
            damaged |= bool(result.damage)
            program = HERE / "trainings" / f"with_{package.folder.name}.py"
            if given.train and not given.raw and program.is_file():
                before, after = trained(program, package.folder), trained(program, copy)
                same = before == after and not before.startswith("exit code")
                print(f"    {program.name} prints {'the same' if same else f'{before!r} before, {after!r} after'}")
                damaged |= not same
    return int(damaged)


if __name__ == "__main__":
    sys.exit(main())
