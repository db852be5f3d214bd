"""The rooms of the model that the compiled build compiles, and their modules.

What is not here stays interpreted: tables (`knowledge`), what is asked once per run or per finding (`queries`,
`installed`, `text`), and the rules, which others may write.
"""

from __future__ import annotations

from pathlib import Path

COMPILED = (
    "syntax",
    "project",
    "values",
    "algebra",
    "types",
    "transforms",
    "libraries",
    "interpreter",
    "driver",
)


def modules(root: Path) -> dict[str, Path]:
    """Returns the modules to compile under a folder that holds the package, by their names."""
    model = root / "pytreelint" / "model"
    paths = [path for room in COMPILED for path in sorted((model / room).rglob("*.py"))]
    return {".".join(path.relative_to(root).with_suffix("").parts): path for path in paths}
