"""What every file of the project is held to, beyond what the formatter, the linter and the type checker see."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.project.files import functions, modules, parsed, relative

OURS = modules("pytreelint", "tools", "benchmarks")
TESTS = modules("tests")
MOST_LINES = 350
MOST_LINES_OF_A_FUNCTION = 60
# In pieces, so that this file passes too.
WORDS = ("Not" + "ImplementedError", "TO" + "DO", "FIX" + "ME", "X" + "XX")
UNFINISHED = re.compile(rf"\b(?:{'|'.join(WORDS)})\b")
POSTPONED = re.compile(r"pytest\.(?:mark\.)?(?:" + "sk" + "ip" + "|" + "xf" + "ail" + r")")


@pytest.mark.parametrize("path", OURS, ids=relative)
def test_one_idea_per_file(path: Path) -> None:
    n_lines = path.read_text(encoding="utf-8").count("\n")
    assert n_lines <= MOST_LINES
    assert ast.get_docstring(parsed(path)), "a file begins with what it is"


@pytest.mark.parametrize("path", OURS, ids=relative)
def test_a_function_fits_on_a_screen(path: Path) -> None:
    long = [
        f"{relative(path)}:{node.lineno}: {node.name}"
        for node in functions(path)
        if (node.end_lineno or 0) - node.lineno >= MOST_LINES_OF_A_FUNCTION
    ]
    assert not long


@pytest.mark.parametrize(
    "path", [path for path in OURS if not relative(path).startswith("pytreelint/runtime/")], ids=relative
)
def test_records_are_made_by_record(path: Path) -> None:
    """A frozen dataclass costs four times as much: see `knowledge/record.py`."""
    decorated = [node for node in ast.walk(parsed(path)) if isinstance(node, ast.ClassDef) and node.decorator_list]
    frozen = [node.name for node in decorated for d in node.decorator_list if "dataclass(frozen" in ast.unparse(d)]
    assert relative(path).startswith(("tools", "benchmarks")) or not frozen


@pytest.mark.parametrize("path", OURS + TESTS, ids=relative)
def test_nothing_is_left_for_later(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not UNFINISHED.search(text)
    assert not POSTPONED.search(text)


@pytest.mark.parametrize("path", [path for path in TESTS if path.name.startswith("test_")], ids=relative)
def test_every_test_asserts(path: Path) -> None:
    mute = [
        f"{relative(path)}:{node.lineno}: {node.name}"
        for node in functions(path)
        if node.name.startswith("test_") and not any(claims(part) for part in ast.walk(node))
    ]
    assert not mute


@pytest.mark.parametrize("path", TESTS, ids=relative)
def test_no_test_looks_at_a_clock(path: Path) -> None:
    """What a clock says hangs on the machine; `benchmarks/` measures, tests count steps, calls or traces."""
    clocks = {"perf_counter", "monotonic", "process_time", "thread_time", "time", "time_ns", "perf_counter_ns"}
    calls = [node.func for node in ast.walk(parsed(path)) if isinstance(node, ast.Call)]
    names = [call for call in calls if isinstance(call, ast.Attribute) and ast.unparse(call.value) == "time"]
    assert not [ast.unparse(call) for call in names if call.attr in clocks]


def claims(node: ast.AST) -> bool:
    """An assertion, a call of a function that is named for one, or `pytest.raises` / `pytest.warns`."""
    if isinstance(node, ast.Assert):
        return True
    name = node.func if isinstance(node, ast.Call) else None
    word = name.attr if isinstance(name, ast.Attribute) else name.id if isinstance(name, ast.Name) else ""
    return word.startswith(("assert_", "raises", "warns", "fail"))
