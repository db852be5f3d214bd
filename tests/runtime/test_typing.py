"""What type checkers are told of `filter_jit`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from mypy import api

import pytreelint

PROGRAM = """
from pytreelint.runtime import filter_jit

class Struct: ...

@filter_jit
def f(x: int) -> str:
    return ""

f("wrong")
f.lower(Struct())
f.trace(Struct())
f.eval_shape(Struct())

class Model:
    @filter_jit
    def call(self, x: int, *, y: int = 0) -> str:
        return ""

reveal_type(Model().call(1))
Model().call("wrong")
Model().call(1, y="wrong")
Model().call.lower(Struct())
Model.call(Model(), 1)
Model.call(Model(), "wrong")
"""


@pytest.mark.long
def test_arguments_of_functions_and_methods_are_checked(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    options = ["--follow-imports=silent", "--config-file=", f"--cache-dir={tmp_path / 'cache'}"]
    out, _, _ = api.run([*options, "--python-executable", sys.executable, str(program)])
    said = [line.split(":", 1)[1] for line in out.splitlines() if "program.py:" in line]
    wrong = [number for number, line in enumerate(PROGRAM.splitlines(), 1) if "wrong" in line]
    assert [int(line.split(":")[0]) for line in said if " error: " in line] == wrong
    assert any('Revealed type is "str"' in line or 'Revealed type is "builtins.str"' in line for line in said)


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(pytreelint.__file__).parent / "py.typed").is_file()
