"""The real code that benchmarks run on: pinned packages from PyPI, unpacked and never installed.

    python -m benchmarks.corpus [--dir FOLDER] [PACKAGE ...]
    python -m benchmarks.corpus --lines 1000000 --into FOLDER    # a project of so many lines, no file twice

Each package lies in a folder of its own, as its wheel has it; a `pytreelint.toml` names them as import roots, so that
they see one another as installed packages would.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

HERE = Path(__file__).resolve().parent
DEFAULT = HERE / "corpus"


@dataclass(frozen=True, slots=True)
class Package:
    """A pinned package, and the folder that its wheel is unpacked into."""

    name: str
    version: str
    folder: Path

    @property
    def present(self) -> bool:
        """Whether this very version is unpacked."""
        stem = self.name.replace("-", "_")
        return (self.folder / f"{stem}-{self.version}.dist-info").is_dir()

    def sources(self) -> list[Path]:
        """Its Python files, in order."""
        return sorted(self.folder.rglob("*.py"))


def pinned() -> dict[str, str]:
    """The version of each pinned package, those that are only audited included."""
    tables: dict[str, dict[str, str]] = tomllib.loads((HERE / "corpus.toml").read_text(encoding="utf-8"))
    return tables["packages"] | tables["audited"]


def packages(folder: Path, names: Iterable[str] = ()) -> list[Package]:
    """The pinned packages of that name, or those that all benchmarks use."""
    versions = pinned()
    tables = tomllib.loads((HERE / "corpus.toml").read_text(encoding="utf-8"))
    wanted = list(names) or sorted(tables["packages"])
    unknown = [name for name in wanted if name not in versions]
    if unknown:
        raise SystemExit(f"no pinned package is called {', '.join(unknown)}: names stand in benchmarks/corpus.toml")
    return [Package(name, versions[name], folder / name.replace("-", "_")) for name in wanted]


def fetch(folder: Path, names: Iterable[str] = ()) -> list[Package]:
    """Download and unpack what is missing."""
    found = packages(folder, names)
    for package in found:
        if not package.present:
            unpack(package)
    return found


def unpack(package: Package) -> None:
    """Download one wheel, whatever Python it asks for (nothing is run), and unpack it."""
    with tempfile.TemporaryDirectory() as scratch:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
        pin = f"{package.name}=={package.version}"
        subprocess.run([*pip, "--ignore-requires-python", "--dest", scratch, pin], check=True)
        (wheel,) = Path(scratch).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(package.folder)


def gather(found: Iterable[Package], folder: Path, target: int) -> int:
    """Copy files of packages until there are so many lines, none of a content that is there; give how many there are.

    Raises:
        SystemExit: the packages have fewer.
    """
    held: list[Package] = []
    contents: set[bytes] = set()
    rows = 0
    for package in found:
        if rows >= target:
            break
        held.append(package)
        for source in package.sources():
            data = source.read_bytes()
            digest = blake2b(data).digest()
            if rows < target and digest not in contents:
                contents.add(digest)
                copied = folder / package.folder.name / source.relative_to(package.folder)
                copied.parent.mkdir(parents=True, exist_ok=True)
                copied.write_bytes(data)
                rows += data.count(b"\n")
    if rows < target:
        raise SystemExit(f"the packages have {rows:,} lines, fewer than {target:,}: name more in corpus.toml")
    (folder / "pytreelint.toml").write_text(configuration(held), encoding="utf-8")
    return rows


def configuration(found: Iterable[Package]) -> str:
    """Every package is an import root of its own."""
    roots = ", ".join(f'"{package.folder.name}"' for package in found)
    return f"src = [{roots}]\nrespect-gitignore = false\n"


def add_location(parser: argparse.ArgumentParser) -> None:
    """The option that all benchmarks share."""
    parser.add_argument("--dir", type=Path, default=DEFAULT, help=f"where the packages lie (default: {DEFAULT.name}/)")


def main() -> None:
    """Fetch the corpus and say what it holds."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("packages", nargs="*")
    add_location(parser)
    parser.add_argument("--lines", type=int, help="copy files of all pinned packages until there are so many lines")
    parser.add_argument("--into", type=Path, help="where these go")
    options = parser.parse_args()
    if (options.lines is None) != (options.into is None):
        parser.error("--lines and --into go together")
    if options.into is not None:
        count = gather(fetch(options.dir, options.packages or pinned()), options.into, options.lines)
        print(f"{count:,} lines in {options.into}")
        return
    for package in fetch(options.dir, options.packages):
        rows = sum(path.read_bytes().count(b"\n") for path in package.sources())
        print(f"{package.name:12}{package.version:>9}{rows:9,} lines")


if __name__ == "__main__":
    main()
