"""Places that could hold a bug of today's rules, found without the linter.

Plain `ast`, names as each file imports them: the linter's own list of sites would hide what it never looks at, and
recall is measured on this one.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeGuard

TRANSFORMS = frozenset(
    {
        *("jit", "pjit", "pmap", "vmap", "checkpoint", "remat", "eval_shape", "make_jaxpr", "closure_convert"),
        *("grad", "value_and_grad", "vjp", "jvp", "linearize", "jacfwd", "jacrev", "hessian"),
        *("scan", "while_loop", "fori_loop", "cond", "switch", "associative_scan", "map"),
    }
)
STATIC_MARKS = frozenset({"static_field", "static"})
FLATTENING = frozenset({"tree_flatten", "tree_flatten_with_keys"})
REGISTERING = frozenset({"register_dataclass", "register_pytree_node", "register_pytree_with_keys"})


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A line worth judging, and why: `static field`, `aux data` or `transform`."""

    row: int
    kind: str
    source: str


def spots(text: str) -> list[Spot]:
    """Every spot of a file, in order; none where it cannot be parsed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return []
    imported = dict(imports(module))
    lines = text.splitlines()
    return sorted({Spot(row, kind, lines[row - 1].strip()) for row, kind in found(module, imported)})


def found(module: ast.Module, imported: dict[str, str]) -> Iterator[tuple[int, str]]:
    """Row and kind of each spot."""
    for node in ast.walk(module):
        if isinstance(node, ast.AnnAssign) and node.value is not None and is_static(node.value):
            yield node.lineno, "static field"
        elif flattens(node):
            yield node.lineno, "aux data"
        elif isinstance(node, ast.Attribute | ast.Name) and is_transform(node, imported):
            yield node.lineno, "transform"


def imports(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Local name -> dotted name, of every import in the file, wherever it stands."""
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            for name in node.names:
                root = name.name.partition(".")[0]
                yield (name.asname, name.name) if name.asname else (root, root)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for name in node.names:
                yield name.asname or name.name, f"{node.module}.{name.name}"


def flattens(node: ast.AST) -> TypeGuard[ast.Call | ast.FunctionDef]:
    """The method that flattens a class, or the call that registers one."""
    if isinstance(node, ast.Call):
        return dotted(node.func).rpartition(".")[2] in REGISTERING
    return isinstance(node, ast.FunctionDef) and node.name in FLATTENING


def is_static(value: ast.expr) -> bool:
    """`field(static=True)`, `static_field()`, `field(pytree_node=False)`, in any library's spelling."""
    if not isinstance(value, ast.Call):
        return False
    flags = {word.arg: word.value.value for word in value.keywords if isinstance(word.value, ast.Constant)}
    if flags.get("static") is True or flags.get("pytree_node") is False:
        return True
    return dotted(value.func).rpartition(".")[2] in STATIC_MARKS


def is_transform(node: ast.Attribute | ast.Name, imported: dict[str, str]) -> bool:
    """A use of one of jax's own transforms."""
    if not isinstance(node.ctx, ast.Load):
        return False
    root, _, rest = dotted(node).partition(".")
    name = ".".join(filter(None, (imported.get(root, ""), rest)))
    package, _, last = name.rpartition(".")
    if last not in TRANSFORMS or package.partition(".")[0] != "jax":
        return False
    return last != "map" or package == "jax.lax"


def dotted(node: ast.expr) -> str:
    """`a.b.c` of names and attributes, empty for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (base := dotted(node.value)):
        return f"{base}.{node.attr}"
    return ""
