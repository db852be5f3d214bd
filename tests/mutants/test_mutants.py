"""The programs are right; each mutant is found, where it was changed, and nothing besides."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

import pytest

from pytreelint.engine.judge import Judge
from pytreelint.engine.settings import Settings, Style
from pytreelint.knowledge.record import replace
from pytreelint.model.installed.environment import find_environment
from pytreelint.model.project.layout import Layout
from pytreelint.model.text.source import Source
from tests.fixtures.oracle import PYTHON, Oracle
from tests.part import part

HERE = Path(__file__).parent
PROGRAMS = sorted((HERE / "programs").glob("*.py"))


@dataclass(frozen=True)
class Mutant:
    """A program with edits; `found`: (code, text on the line); `raises`: what JAX says, if anything.

    `style`: that of the project, and the code of its rule.
    """

    name: str
    program: str
    edits: tuple[tuple[str, str], ...]
    found: tuple[tuple[str, str], ...]
    raises: str = ""
    style: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        text = (HERE / "programs" / f"{self.program}.py").read_text("utf-8")
        for old, new in self.edits:
            assert text.count(old) == 1, (self.name, old)
            text = text.replace(old, new)
        return text

    def marks(self) -> set[tuple[int, str]]:
        """(row, code) of what must be found."""
        return {(self.text[: self.text.index(part)].count("\n") + 1, code) for code, part in self.found}


@cache
def mutants() -> tuple[Mutant, ...]:
    table = tomllib.loads((HERE / "mutants.toml").read_text("utf-8"))
    return tuple(
        Mutant(
            name,
            entry["program"],
            tuple((old, new) for old, new in entry["edits"]),
            tuple((code, part) for code, part in entry["found"]),
            entry.get("raises", ""),
            tuple(entry.get("style", ())),
        )
        for name, entry in table.items()
    )


@pytest.fixture(scope="module")
def judge() -> Judge:
    settings = Settings(root=str(HERE), python=PYTHON)
    return Judge(settings, Layout(settings.root, settings.src, find_environment(settings.root, settings.python)))


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    session = Oracle()
    yield session
    session.close()


def found(judge: Judge, file: Path, style: tuple[str, ...] = ()) -> set[tuple[int, str]]:
    source = Source.read(str(file), judge.settings.max_file_size)
    styled = (
        replace(judge.settings, style=cast("Style", style[0]), extend_select=style[1:]) if style else judge.settings
    )
    enabled = styled.enabled()
    return {(f.place.row, f.code) for f in judge.judge(source).findings if f.code in enabled}


@pytest.mark.parametrize("program", [pytest.param(path, id=path.stem) for path in PROGRAMS])
def test_the_program_is_right(program: Path, judge: Judge, oracle: Oracle) -> None:
    assert found(judge, program) == set()
    assert oracle.run(program).result().exit == 0


@pytest.mark.parametrize("mutant", [pytest.param(mutant, id=mutant.name) for mutant in mutants()])
def test_the_mutant_is_found(mutant: Mutant, judge: Judge, tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(mutant.text, "utf-8")
    assert found(judge, file, mutant.style) == mutant.marks()


@pytest.mark.parametrize(
    "mutant", [pytest.param(mutant, id=mutant.name, marks=part(mutant.name)) for mutant in mutants()]
)
def test_jax_agrees(mutant: Mutant, oracle: Oracle, tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(mutant.text, "utf-8")
    outcome = oracle.run(file).result()
    assert (mutant.raises in outcome.exceptions) if mutant.raises else (outcome.exit == 0), outcome.message
