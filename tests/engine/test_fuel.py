"""What exhausts its fuel costs what follows it nothing, and is named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pytreelint.engine.config import load
from pytreelint.engine.run import Report, check
from pytreelint.model.text.place import RanOut
from pytreelint.model.values.limits import ENTRY_LINES, ENTRY_STEPS, STEPS_PER_ENTRY_LINE
from tests.part import part

MOST_STEPS = ENTRY_STEPS + ENTRY_LINES * STEPS_PER_ENTRY_LINE

LONG = "def long(x):\n" + "".join(f"    x = x + {n}\n" for n in range(3000)) + "    return Net(x)\n"
NET = """
class Net(eqx.Module):
    table: jax.Array = eqx.field(static=True)
"""


def test_a_class_first_met_without_steps_is_read_in_full(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(f"import equinox as eqx\nimport jax\n\n{LONG}{NET}")
    found = check([str(tmp_path)], load([str(tmp_path)]), cache=False).findings
    assert [(finding.code, finding.place.row) for finding in found] == [("PTL101", 3 + 3000 + 2 + 3)]


LIMB = "    x = x + 1\n" * 1200
HELPERS = "".join(f"def helper{i}(x):\n{LIMB}    return x\n" for i in range(8))
CALLS = "".join(f"x = helper{i}({i})\n" for i in range(8))
BUG = 'jax.jit(lambda tree: tree)({"act": len})\n'
HEAD = f"import contextlib\nimport jax\n{HELPERS}"


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


WHERE = {
    "a script": CALLS + BUG,
    "a main block": 'if __name__ == "__main__":\n' + indented(CALLS + BUG),
    "a main block, turned around": 'if "__main__" == __name__:\n' + indented(CALLS + BUG),
    "a block of a main block": 'if __name__ == "__main__":\n    with contextlib.nullcontext():\n'
    + indented(indented(CALLS + BUG)),
    "a loop": "for _ in range(3):\n" + indented(CALLS + BUG),
    "a function": "def main():\n" + indented(CALLS + BUG),
    "a function that is called": "def main(flag):\n" + indented(CALLS + "if flag:\n" + indented(BUG)) + "main(True)\n",
    "a method": "class Trainer:\n    def fit(self):\n" + indented(indented(CALLS + BUG)),
    "an outer helper": "def outer(x):\n"
    + indented(CALLS + "return x\n")
    + "def main():\n    outer(1)\n"
    + indented(BUG),
}


def checked(root: Path, text: str) -> Report:
    (root / "net.py").write_text(text)
    return check([str(root)], load([str(root)]), cache=False)


@pytest.mark.parametrize("where", [pytest.param(where, marks=part(where)) for where in WHERE])
def test_costly_statements_leave_fuel_for_those_that_follow(tmp_path: Path, where: str) -> None:
    report = checked(tmp_path, HEAD + WHERE[where])
    assert "PTL201" in [finding.code for finding in report.findings]
    assert report.notes == ()  # the calls alone were cut short


def test_what_ran_out_is_named(tmp_path: Path) -> None:
    endless = "def endless(x):\n" + "    x = x + 1\n" * (MOST_STEPS // 3 + 10)
    report = checked(tmp_path, f"import jax\n{endless}x = 1\nendless(x)\n")
    path = str(tmp_path / "net.py")
    assert report.ran_out == (RanOut(path, 2, "endless", called=False),)
    (note,) = report.notes
    assert note.startswith("1 function or statement is too large")


def test_a_long_function_that_another_one_hands_out_is_evaluated_to_its_end(tmp_path: Path) -> None:
    inner = "def train(rows):\n" + indented("x = len(rows) + 1\n" * 200 + BUG)
    report = checked(tmp_path, "import jax\ndef trainer():\n" + indented(inner + "return train\n"))
    assert "PTL201" in [finding.code for finding in report.findings]
    assert report.ran_out == ()


def test_a_long_constructor_is_evaluated_to_its_end_for_the_methods_of_its_class(tmp_path: Path) -> None:
    start = "def __init__(self, x):\n" + indented("x = x + 1\n" * 1200 + "self.act = len\n")
    method = "def run(self):\n" + indented('jax.jit(lambda tree: tree)({"act": self.act})\n')
    report = checked(tmp_path, "import jax\nclass Trainer:\n" + indented(start + method))
    assert [finding.code for finding in report.findings] == ["PTL201"]


def test_calls_that_were_cut_short_are_named(tmp_path: Path) -> None:
    report = checked(tmp_path, HEAD + CALLS)
    assert report.notes == ()
    assert {each.name for each in report.ran_out} == {f"helper{i}" for i in range(8)}
    assert all(each.called for each in report.ran_out)


def test_the_cache_remembers_what_ran_out(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text("import jax\ndef endless(x):\n" + "    x = x + 1\n" * (MOST_STEPS // 3 + 10))
    settings = replace(load([str(tmp_path)]), cache_dir=str(tmp_path / ".cache"))
    first, second = (check([str(tmp_path)], settings) for _ in range(2))
    assert first.ran_out and second.ran_out == first.ran_out
    assert first.notes == second.notes


LATE = indented("x = x + 1\n" * 500)
SCANNED = (
    HEAD
    + "import jax.numpy as jnp\ndef main(xs):\n"
    + indented(CALLS)
    + """    log = {{"size": 3}}
    log["name"] = 4
    def grow(state, x):
        return {{**state, "last": x}} if "name" in log else state, x
    def update(state, x):
{late}        return jax.lax.scan(grow, state, jnp.ones(3))
    result = jax.lax.scan(update, {{"loss": x}}, xs)
{after}    return result
"""
)


@pytest.mark.parametrize(
    ("after", "found"), [("", ["PTL215"]), ('    log["name"] = 5\n', []), ('    log = {"name": 3}\n', [])]
)
def test_a_traced_call_that_was_cut_short_is_told_of_if_it_reads_now_what_it_read_then(
    tmp_path: Path, after: str, found: list[str]
) -> None:
    report = checked(tmp_path, SCANNED.format(late=indented(LATE), after=after))
    assert [finding.code for finding in report.findings] == found
