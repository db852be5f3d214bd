"""Runs all rules over the programs and says what they found, program by program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pytreelint.engine.judge import Judge
from pytreelint.engine.settings import Settings
from pytreelint.model.installed.environment import find_environment
from pytreelint.model.project.layout import Layout
from pytreelint.model.text.source import Source
from tests.fixtures.cases import Program
from tests.fixtures.oracle import PYTHON
from tests.programs.cases import ROOT, Mark


def found_in(programs: Iterable[Program]) -> Mapping[Path, Mapping[Mark, str]]:
    """The findings (file, row, code) of each program with their messages, by the program's path.

    One judge sees all programs, as in a run over the whole folder.
    """
    settings = Settings(root=str(ROOT), python=PYTHON)
    judge = Judge(settings, Layout(settings.root, settings.src, find_environment(settings.root, settings.python)))
    return {program.path: dict(findings(judge, program)) for program in programs}


def findings(judge: Judge, program: Program) -> Iterator[tuple[Mark, str]]:
    enabled = judge.settings.enabled()
    for file in program.files:
        for finding in judge.judge(Source.read(str(file), judge.settings.max_file_size)).findings:
            if finding.code in enabled:
                path = Path(finding.place.path).relative_to(ROOT).as_posix()
                yield (path, finding.place.row, finding.code), finding.message
