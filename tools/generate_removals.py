"""Write `pytreelint/knowledge/data/removals.json`: public names that releases of jax, equinox and flax no longer have.

    python -m tools.generate_removals FOLDER [FOLDER ...]      # Python >= 3.12: newer releases use its syntax

Each folder is an unpacked release whose name ends in its version (`jax-0.4.20`); of each library there are several,
the newest included. Their source is read, not imported. For each name that the newest lacks, or gives with a warning,
the file tells the first of these releases that deprecates it and the first that lacks it ("" for none). What a module
re-exports by the form `from m import name as name` is public, as what the modules below bind in any way. Entries that
the given releases say nothing of stay as they are.
`tests/knowledge/test_upgrades.py` asks the installed libraries whether that is true.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "pytreelint" / "knowledge" / "data" / "removals.json"
LIBRARIES = ("jax", "jaxlib", "equinox", "flax")
# Modules of which every name counts; of others what they re-export on purpose, what the library announced, and modules.
_DOCUMENTED = """
jax jax.config jax.core jax.dlpack jax.dtypes jax.errors jax.experimental jax.experimental.layout
jax.flatten_util jax.experimental.key_reuse jax.experimental.mesh_utils jax.experimental.multihost_utils jax.lax
jax.lax.linalg jax.lib jax.nn jax.nn.initializers jax.numpy jax.numpy.fft jax.numpy.linalg jax.ops jax.profiler
jax.random jax.scipy jax.scipy.linalg jax.scipy.special jax.scipy.stats jax.sharding jax.stages jax.tree
jax.tree_util equinox equinox.nn flax flax.linen flax.nnx flax.struct flax.training
"""
DOCUMENTED = frozenset(_DOCUMENTED.split())
# Names that a function serves (`__getattr__`), which the source does not show.
SERVED = ("flax.nnx.VariableState",)
_ASIDE = ("tests", "test", "examples", "ideas")
UNDOCUMENTED = ("jax.experimental.mosaic", "jax.experimental.pallas.ops")


@dataclass
class Api:
    """The names of one release, those that it gives with a warning, and those that it re-exports on purpose."""

    names: set[str] = field(default_factory=set)
    deprecated: set[str] = field(default_factory=set)
    exported: set[str] = field(default_factory=set)


def version_of(folder: Path) -> tuple[int, ...]:
    """`jax-0.4.20` -> (0, 4, 20)."""
    return tuple(int(part) for part in folder.name.rpartition("-")[2].split("."))


def modules_of(folder: Path) -> dict[str, Path]:
    """The public modules of a release."""
    found = {}
    for path in sorted((folder / folder.name.partition("-")[0]).rglob("*.py")):
        parts = list(path.relative_to(folder).with_suffix("").parts)
        if parts[-1] == "__init__":
            parts.pop()
        if not any(part.startswith("_") or part in _ASIDE for part in parts):
            found[".".join(parts)] = path
    return found


def api_of(folder: Path) -> Api:
    """What the public modules of a release bind."""
    found = Api()
    for module, path in modules_of(folder).items():
        found.names.add(module)
        bound, gone, old = _bindings(path, folder, path.name == "__init__.py", set())
        found.names |= {f"{module}.{name}" for name in bound - gone if not name.startswith("_")}
        found.deprecated |= {f"{module}.{name}" for name in old - gone}
        found.exported |= {f"{module}.{name}" for name in _exported(path) if not name.startswith("_")}
    return found


def _bindings(path: Path, root: Path, package: bool, seen: set[Path]) -> tuple[set[str], set[str], set[str]]:
    """Names that a module binds, names that it only pretends to have (they raise), names that warn."""
    seen.add(path)
    bound, gone, old = set[str](), set[str](), set[str]()
    for node in _statements(ast.parse(path.read_bytes()).body):
        for name in _bound(node):
            bound.add(name)
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            source = _source(node, path, root, package)
            if source is not None and source not in seen:
                bound |= _bindings(source, root, source.name == "__init__.py", seen)[0]
        for name, works in _deprecations(node):
            (old if works else gone).add(name)
            if works:
                bound.add(name)
    return bound, gone, old


def _exported(path: Path) -> Iterator[str]:
    """`from m import name as name`: by this form a module says that the name is its own."""
    for node in _statements(ast.parse(path.read_bytes()).body):
        if isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names if alias.asname == alias.name)


def _source(node: ast.ImportFrom, path: Path, root: Path, package: bool) -> Path | None:
    parts = list(path.relative_to(root).parts[:-1])
    base = parts[: len(parts) - node.level + 1] if node.level else []
    target = root.joinpath(*base, *(node.module or "").split("."))
    for candidate in (target / "__init__.py", target.with_suffix(".py")):
        if candidate.is_file():
            return candidate
    return None


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """What runs at import; blocks for type checkers do not."""
    for node in body:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            yield from _statements(node.orelse)
        elif isinstance(node, ast.If | ast.Try | ast.With | ast.For):
            yield from _statements([*node.body, *getattr(node, "orelse", [])])
        else:
            yield node


def _bound(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.ImportFrom):
        own = node.level or (node.module or "").split(".")[0] in (*LIBRARIES, "numpy")
        yield from (alias.asname or alias.name for alias in node.names if own and alias.name != "*")
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            yield from (n.id for n in ast.walk(target) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))


def _deprecations(node: ast.stmt) -> Iterator[tuple[str, bool]]:
    """`_deprecations = {"name": (message, value)}`: deprecated; with None for the value, gone."""
    value = getattr(node, "value", None)
    names = list(_bound(node))
    if not isinstance(value, ast.Dict) or not any("deprecat" in name for name in names):
        return
    for key, entry in zip(value.keys, value.values, strict=True):
        if (
            isinstance(key, ast.Constant)
            and isinstance(key.value, str)
            and isinstance(entry, ast.Tuple)
            and len(entry.elts) == 2
        ):
            held = entry.elts[1]
            yield key.value, not (isinstance(held, ast.Constant) and held.value is None)


def history(folders: list[Path]) -> tuple[dict[str, tuple[str, str]], set[str]]:
    """name -> (deprecated, removed) for all that the last release lacks or deprecates; which were re-exported."""
    releases = [(folder, api_of(folder)) for folder in sorted(folders, key=version_of)]
    found: dict[str, tuple[str, str]] = {}
    last = releases[-1][1]
    objects = last.names - modules_of(releases[-1][0]).keys()  # what was a module may have become one
    for name in sorted(set().union(*(api.names for _, api in releases))):
        held = [index for index, (_, api) in enumerate(releases) if name in api.names]
        old = [folder for folder, api in releases if name in api.deprecated]
        since = old[0].name.rpartition("-")[2] if old else ""
        if len(held) < 2 or name.rpartition(".")[0] in objects:
            continue  # a passing guest, or a name that another object may have
        if name not in last.names:
            found[name] = (since, releases[held[-1] + 1][0].name.rpartition("-")[2])
        elif name in last.deprecated:
            found[name] = (since, "")
    return found, set().union(*(api.exported for _, api in releases))


def chosen(
    found: dict[str, tuple[str, str]], exported: set[str], modules: set[str], first: str
) -> dict[str, tuple[str, str]]:
    """Without what is inside of removed modules, and without helpers that a module happened to import.

    Args:
        first: what was gone in the second release were names without an underscore, hardly public ones.
    """
    gone = {name for name, (_, removed) in found.items() if removed}
    kept = {}
    for name, (since, removed) in found.items():
        parts = name.split(".")
        inside = any(".".join(parts[:count]) in gone for count in range(2, len(parts)))
        holder = name.rpartition(".")[0]
        announced = since or name in modules or (name in exported and removed != first)
        public = holder in DOCUMENTED and (removed != first or holder in ("jax", "jax.experimental", "jax.ops"))
        if not inside and name not in SERVED and not name.startswith(UNDOCUMENTED) and (announced or public):
            kept[name] = (since, removed)
    return kept


def main(arguments: list[str]) -> None:
    """Write the table for the releases in the given folders."""
    table: dict[str, tuple[str, str]] = json.loads(TARGET.read_text(encoding="utf-8"))
    folders = sorted((Path(argument) for argument in arguments), key=version_of)
    for library in LIBRARIES:
        releases = [folder for folder in folders if folder.name.startswith(f"{library}-")]
        if len(releases) > 1:
            modules = set().union(*(modules_of(folder) for folder in releases))
            found = chosen(*history(releases), modules, releases[1].name.rpartition("-")[2])
            known = history(releases[-2:])[0].keys() | api_of(releases[-1]).names
            table = {name: told for name, told in table.items() if name not in known} | found
    TARGET.write_text(json.dumps(table, indent=0, sort_keys=True) + "\n")
    print(f"{len(table)} names")


if __name__ == "__main__":
    main(sys.argv[1:])
