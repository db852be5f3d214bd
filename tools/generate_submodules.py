"""Write `pytreelint/knowledge/data/submodules.json`: the submodules of a library that each import makes reachable.

    python -m tools.generate_submodules PYTHON [PYTHON ...]     # interpreters with different versions of the libraries

Each interpreter imports a library, then forks once per public module, imports that module, and tells which others can
be reached by attributes now and could not be before. This is a developer's script: the linter never does it.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "pytreelint" / "knowledge" / "data" / "submodules.json"
# How many parts the names have that are recorded: inner modules of flax are written by nobody, and are many.
LIBRARIES = {"jax": 9, "flax": 2, "equinox": 2, "optax": 2}
_ASIDE = {"tests", "test", "examples", "tools", "ideas", "ops", "mosaic"}


def modules_of(root: Path) -> list[str]:
    """The public modules below a package's folder, the package first."""
    found = set()
    for path in root.rglob("*.py"):
        parts = path.relative_to(root.parent).with_suffix("").parts
        parts = parts[:-1] if parts[-1] == "__init__" else parts
        aside = any(part.startswith("_") or part in _ASIDE or part.endswith("_test") for part in parts)
        if not aside and len(parts) <= LIBRARIES[root.name]:
            found.add(".".join(parts))
    return sorted(found)


def is_reachable(module: str) -> bool:
    """Whether `jax.a.b` can be written after what was imported; a module may load its parts when they are asked for."""
    root, *parts = module.split(".")
    held: object = sys.modules[root]
    for part in parts:
        held = getattr(held, part, None)
    return held is sys.modules.get(module) is not None


def _if_reachable(module: str) -> list[str]:
    return [module] if is_reachable(module) else []


def forked(ask: Callable[[], list[str]]) -> list[str] | None:
    """What a function gives in a child of this process; None where it fails."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            with os.fdopen(writing, "w") as stream:
                stream.write(json.dumps(ask()))
            os._exit(0)
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading) as stream:
        text = stream.read()
    os.waitpid(child, 0)
    return list(json.loads(text)) if text else None


def reached(modules: list[str], imported: str) -> list[str] | None:
    """The modules that an import makes reachable; None where it fails (it may need a device)."""

    def ask() -> list[str]:
        __import__(imported)
        return [module for module in modules if forked(partial(_if_reachable, module))]

    return forked(ask)


def loads_of(library: str) -> dict[str, list[str]]:
    """Each public module of a library, and what importing it makes reachable besides itself and its parents."""
    modules = modules_of(Path(importlib.import_module(library).__file__ or "").parent)
    base = reached(modules, library) or []
    others = [module for module in modules if module not in base]
    table = {library: base}
    for module in others:
        table[module] = [name for name in reached(others, module) or () if not f"{module}.".startswith(f"{name}.")]
    return table


def _as_text(library: str) -> list[str]:
    return [json.dumps(loads_of(library))]


def probe() -> None:
    """Print what this interpreter's libraries tell."""
    here = [library for library in LIBRARIES if importlib.util.find_spec(library) is not None]
    told = {library: forked(partial(_as_text, library)) for library in here}
    print(json.dumps({f"{lib} {version(lib)}": json.loads(text[0]) for lib, text in told.items() if text}))


def main(interpreters: list[str]) -> None:
    """Write the table for the given interpreters."""
    table: dict[str, dict[str, list[str]]] = {}
    for interpreter in interpreters:
        done = subprocess.run([interpreter, __file__, "--probe"], capture_output=True, text=True, check=True)
        table |= json.loads(done.stdout.splitlines()[-1])
    lines = {r: {name: " ".join(n for n in names if n != name) for name, names in t.items()} for r, t in table.items()}
    TARGET.write_text(json.dumps(lines, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    print({release: len(held) for release, held in table.items()})


if __name__ == "__main__":
    probe() if sys.argv[1:] == ["--probe"] else main(sys.argv[1:])
