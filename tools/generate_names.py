"""Write `pytreelint/knowledge/data/names.json`: the private places that public names of libraries are imported from.

    python -m tools.generate_names SITE_PACKAGES [SITE_PACKAGES ...]

Follows, in source, the imports of every public name that the tables mention, and keeps each hop: a library's own
modules import by private places, `from .._module import Module`. Nothing is imported or executed. Names of jax come
from the modules that re-export them.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pytreelint.knowledge import names
from pytreelint.knowledge.public import public_names

TARGET = Path(__file__).resolve().parent.parent / "pytreelint" / "knowledge" / "data" / "names.json"
# Modules of jax whose every public name counts, besides those that the tables mention.
JAX_MODULES = (
    "jax",
    "jax.lax",
    "jax.nn",
    "jax.nn.initializers",
    "jax.random",
    "jax.tree_util",
    "jax.tree",
    "jax.sharding",
    "jax.numpy",
    "jax.numpy.linalg",
    "jax.numpy.fft",
    "jax.debug",
    "jax.experimental",
)
Imports = dict[str, tuple[str, str]]


class Sources:
    """The modules of some site-packages folders."""

    def __init__(self, roots: list[Path]) -> None:
        self.roots = roots

    @cache  # noqa: B019 - one instance per run
    def imports(self, module: str) -> Imports | None:
        """What a module imports by name: local name -> (module, name); None when there is no such module."""
        for root in self.roots:
            base = root / Path(*module.split("."))
            for path in (base / "__init__.py", base.with_suffix(".py")):
                if path.is_file():
                    return dict(_imports(path, module, path.name == "__init__.py"))
        return None

    def hops(self, dotted: str) -> Iterator[str]:
        """Each place that a name is imported from, down to its definition."""
        for _ in range(12):
            module, _, name = dotted.rpartition(".")
            found = self._owner(module)
            if found is None or name not in found:
                return
            dotted = ".".join(found[name])
            yield dotted

    def _owner(self, module: str) -> Imports | None:
        """A module's imports, also when the module itself is an imported name (`from flax import struct`)."""
        imports = self.imports(module)
        if imports is None and "." in module:
            head, _, tail = module.rpartition(".")
            holder = self.imports(head)
            if holder and tail in holder:
                return self.imports(".".join(holder[tail]))
        return imports


def _imports(path: Path, module: str, package: bool) -> Iterator[tuple[str, tuple[str, str]]]:
    for node in _module_level(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom):
            base = module.split(".")
            if node.level:
                base = base[: len(base) - node.level + package]
                source = ".".join([*base, *([node.module] if node.module else [])])
            else:
                source = node.module or ""
            for alias in node.names:
                yield alias.asname or alias.name, (source, alias.name)


def _module_level(node: ast.AST) -> Iterator[ast.AST]:
    """Statements of a module, those under `if` and `try` included; no bodies of functions and classes."""
    for child in ast.iter_child_nodes(node):
        yield child
        if isinstance(child, ast.If | ast.Try | ast.ExceptHandler | ast.With):
            yield from _module_level(child)


def main(arguments: list[str]) -> None:
    """Write the table for the libraries in the given folders."""
    sources = Sources([Path(argument) for argument in arguments])
    wanted = set(public_names()) | {
        f"{module}.{name}"
        for module in JAX_MODULES
        for name in sources.imports(module) or ()
        if not name.startswith("_") and (sources.imports(module) or {})[name][0] != "jax.interpreters"
    }
    table: dict[str, str] = {}
    for public in sorted(wanted, key=lambda name: (name.count("."), name)):
        for hop in sources.hops(public):
            same_library = hop.split(".")[0] == public.split(".")[0]
            if same_library and hop not in wanted and hop not in names.ALIASES:
                table.setdefault(hop, names.ALIASES.get(public, public))
    TARGET.write_text(json.dumps(table, indent=0, sort_keys=True) + "\n")
    print(f"{len(table)} private places of {len(wanted)} names")


if __name__ == "__main__":
    main(sys.argv[1:])
