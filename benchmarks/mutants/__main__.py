"""Real code with one mistake put into it at random: is exactly that found?

    python -m benchmarks.mutants {rebind,read,layer} [--dir FOLDER] [--also FOLDER ...] [--count 80] [--seed 0]

`rebind`: `state = step(state, batch)`, where `step` donates, binds another name, and the state is needed again. `read`:
what was donated is read behind the call, by its name or by one that it had before. `layer`: a Module of Equinox keeps
`[layer] * n` where it made n. Drawn from the packages of the audit and from further projects, a folder each; at most
two of a file, none of tests. Not each is a bug that a linter could be certain of: what donates may hang on settings.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.corpus import Package, add_location, fetch, pinned
from benchmarks.mutants.counting import count, drawn
from benchmarks.mutants.donated import reads, rebinds
from benchmarks.mutants.layers import layers
from benchmarks.mutants.mutant import Mutant

KINDS: dict[str, tuple[Callable[[Package], Iterator[Mutant]], tuple[str, ...]]] = {
    "rebind": (rebinds, ("PTL301",)),
    "read": (reads, ("PTL301",)),
    "layer": (layers, ("PTL501", "PTL502")),
}


def main() -> int:
    """Make them, check them, count."""
    parser = argparse.ArgumentParser(prog="benchmarks.mutants", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kind", choices=KINDS)
    add_location(parser)
    parser.add_argument("--also", type=Path, nargs="*", default=[], help="further projects, a folder each")
    parser.add_argument("--count", type=int, default=80, help="mutants")
    parser.add_argument("--most", type=int, default=6, help="of one project")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--list", action="store_true", help="name them, check nothing")
    options = parser.parse_args()
    packages = fetch(options.dir, pinned())
    packages += [Package(folder.resolve().name, "", folder.resolve()) for folder in options.also]
    kind, codes = KINDS[options.kind]
    mutants = drawn((mutant for package in packages for mutant in kind(package)), options.seed, options.most)
    if options.list:
        print(*mutants, sep="\n")
        return 0
    print(count(mutants, packages, codes, options.count))
    return 0


if __name__ == "__main__":
    sys.exit(main())
