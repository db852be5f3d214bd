"""The project's own files, as the tests of its shape read them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "pytreelint"


def modules(*folders: str) -> list[Path]:
    """The Python files below folders of the root; programs that are evidence are not ours to shape."""
    paths = (path for folder in folders for path in sorted((ROOT / folder).rglob("*.py")))
    return [path for path in paths if "programs" not in path.parts or path.parent.name == "programs"]


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of one of our files."""
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function and method, nested ones too."""
    return (node for node in ast.walk(parsed(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """Row and text of the string constants that are no docstrings."""
    tree = parsed(path)
    lone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in lone:
            yield node.lineno, node.value


def relative(path: Path) -> str:
    """As it is named in messages and test ids."""
    return path.relative_to(ROOT).as_posix()
