"""Write `pytreelint/knowledge/bundled`: what the model knows of libraries, for environments that have none of them.

    python -m tools.generate_bundles [PYTHON]     # an interpreter that has them all; by default this one

The model reads each library's source as it does in a check, runs every public function and method on symbols, and what
comes out is written as stubs in Python's own notation: classes with their fields, what constructors leave in them, what
functions give. No text of a library is copied; names, defaults and types are what programs see of it.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path

from pytreelint.knowledge import bundles
from pytreelint.knowledge.bundles import LIBRARIES
from tools.bundles import symbols
from tools.bundles.modules import Stubs


def main(python: str = sys.executable) -> None:
    """Replace all stubs."""
    symbols.install()
    with tempfile.TemporaryDirectory() as outside:
        stubs = Stubs(LIBRARIES, python, outside)
        folder = Path(bundles.FOLDER)
        shutil.rmtree(folder, ignore_errors=True)
        sizes = stubs.write(folder)
    Path(bundles.VERSIONS).write_text(json.dumps(stubs.versions, indent=0, sort_keys=True) + "\n")
    for library, size in sizes.items():
        print(f"{library:<20} {stubs.versions[library]:<10} {size / 1e3:8.1f} kB")


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    main(*sys.argv[1:2])
