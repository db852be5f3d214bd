"""Files are read in one place, which never waits, and never reads without end: `model/text/reading.py`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.project.files import ROOT, modules, parsed, relative

READER = "pytreelint/model/text/reading.py"
PARTS = ("engine", "model", "cli", "report", "rules")
PATHS = modules(*(f"pytreelint/{part}" for part in PARTS))
OPENERS = {"open", "fdopen", "read_text", "read_bytes", "mmap", "getline", "getlines", "fromfile", "input"}


def opened(path: Path) -> Iterator[str]:
    """The places where a file opens another one to read it."""
    for node in ast.walk(parsed(path)):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        if name not in OPENERS or is_ours(function) or writes(node):
            continue
        yield f"{relative(path)}:{node.lineno}: {ast.unparse(node)}"


def is_ours(function: ast.expr) -> bool:
    """`read_bytes` of `model/text/reading.py` is a function, not a method."""
    return isinstance(function, ast.Name) and function.id == "read_bytes"


def writes(node: ast.Call) -> bool:
    """Whether a call of `open` or `fdopen` has a mode that only writes."""
    mode = node.args[1] if len(node.args) > 1 else None
    constant = mode.value if isinstance(mode, ast.Constant) else None
    device = ast.unparse(node.args[0]) if node.args else ""
    return device == "os.devnull" or (isinstance(constant, str) and constant in ("w", "wb", "x", "xb", "a", "ab"))


@pytest.mark.parametrize("path", [path for path in PATHS if relative(path) != READER], ids=relative)
def test_nothing_else_opens_a_file(path: Path) -> None:
    assert list(opened(path)) == []


def test_the_search_finds_what_it_is_for() -> None:
    assert len(list(opened(ROOT / READER))) == 1
