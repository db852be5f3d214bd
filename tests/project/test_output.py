"""Only `report/terminal.py`, by `cli/output.py`, writes what people read, with odd characters escaped."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.project.files import ROOT, modules, parsed, relative

# The two places, and the one that ends the workers' standard output.
WRITERS = {"pytreelint/report/terminal.py", "pytreelint/cli/output.py", "pytreelint/engine/worker.py"}
PARTS = ("cli", "report", "engine", "model", "rules")
PATHS = modules(*(f"pytreelint/{part}" for part in PARTS))
PRINTING = {"print", "echo", "secho", "prompt", "confirm", "style", "echo_via_pager", "print_exc", "showwarning"}
STREAMS = {"stdout", "stderr"}


def printed(path: Path) -> Iterator[str]:
    """The places where a file prints, or calls a method of a standard stream."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Call):
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            parts = ast.unparse(function).split(".")
            if name in PRINTING or STREAMS & set(parts[:-1]):
                yield f"{relative(path)}:{node.lineno}: {ast.unparse(node)}"


@pytest.mark.parametrize("path", [path for path in PATHS if relative(path) not in WRITERS], ids=relative)
def test_nothing_else_prints(path: Path) -> None:
    assert list(printed(path)) == []


def test_the_search_finds_what_it_is_for() -> None:
    assert all(list(printed(ROOT / path)) for path in WRITERS)
