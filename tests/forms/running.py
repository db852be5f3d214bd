"""Writes a program in a form, checks it, and says which findings are lost and which are new."""

from __future__ import annotations

import ast
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pytreelint.engine.run import check
from pytreelint.engine.settings import Settings
from tests.fixtures.cases import Program
from tests.forms.building import placed
from tests.forms.table import FORMS, Files

Told = frozenset[tuple[str, int]]  # (code, row)


@dataclass(frozen=True)
class Written:
    """A program in a form.

    Attributes:
        files: its files, by name.
        rows: for each file and row of it, the rows of the first program that it was made of.
    """

    files: Mapping[str, str]
    rows: Mapping[tuple[str, int], frozenset[int]]


@dataclass(frozen=True)
class Difference:
    """What a form changes in what is found.

    Attributes:
        lost: (code, row) of the first program, of findings that are not there.
        moved: those that are found at another row.
        new: (code, file, row) in the new program, of findings that the first one has not.
    """

    lost: tuple[tuple[str, int], ...]
    moved: tuple[tuple[str, int], ...]
    new: tuple[tuple[str, str, int], ...]


def written(files: Mapping[str, str], form: str) -> Written | None:
    """The program in a form, or in several (`inner+two_files`); None if that changes nothing, or cannot be had."""
    before = {name: ast.parse(text) for name, text in files.items()}
    plain = {name: ast.unparse(module) for name, module in before.items()}
    made: Files | None = {name: ast.parse(text) for name, text in files.items()}
    for each in form.split("+"):
        made = FORMS[each](made) if made is not None else None
    if made is None:
        return None
    made = {name: placed(module) for name, module in made.items()}
    texts = {name: ast.unparse(module) + "\n" for name, module in made.items()}
    if {name: text.strip() for name, text in texts.items()} == {name: text.strip() for name, text in plain.items()}:
        return None
    try:
        for name, text in texts.items():
            compile(text, name, "exec")
    except SyntaxError:
        return None
    return Written(texts, _rows(made, texts))


def _rows(made: Files, texts: Mapping[str, str]) -> dict[tuple[str, int], frozenset[int]]:
    rows: dict[tuple[str, int], set[int]] = {}
    for name, text in texts.items():
        for old, new in zip(ast.walk(made[name]), ast.walk(ast.parse(text)), strict=False):
            if hasattr(new, "lineno") and hasattr(old, "lineno"):
                rows.setdefault((name, new.lineno), set()).add(old.lineno)
    return {place: frozenset(olds) for place, olds in rows.items()}


def name_of(program: Program) -> str:
    """`PTL209_traced_in_python/if_on_argument/bad`, `060_jit_of_local_loss/bad`."""
    return "/".join(program.path.with_suffix("").parts[-3 if "fixtures" in program.path.parts else -2 :])


def files_of(program: Program) -> dict[str, str]:
    """The files of a fixture, by name."""
    base = program.path if program.path.is_dir() else program.path.parent
    return {file.relative_to(base).as_posix(): file.read_text("utf-8") for file in program.files}


def told(files: Mapping[str, str]) -> list[tuple[str, str, int]]:
    """(code, file, row) of what is found in a program."""
    with tempfile.TemporaryDirectory(prefix="forms-") as folder:
        root = os.path.realpath(folder)
        for name, text in files.items():
            path = Path(root, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        report = check([root], Settings(root), cache=False, jobs=1)
        assert not report.errors, report.errors[0]
        return [(f.code, os.path.relpath(f.place.path, root), f.place.row) for f in report.findings]


def difference(first: list[tuple[str, str, int]], form: Written, found: list[tuple[str, str, int]]) -> Difference:
    """What the findings in a form say less and more than those of the first program."""
    had = {(code, row) for code, _, row in first}
    codes = {code for code, _, _ in found}
    covered = {(code, row) for code, file, at in found for row in form.rows.get((file, at), frozenset())}
    gone = sorted(had - covered)
    lost = tuple(finding for finding in gone if finding[0] not in codes)
    moved = tuple(finding for finding in gone if finding[0] in codes)
    had_codes = {code for code, _ in had}
    new = tuple(finding for finding in found if finding[0] not in had_codes)
    return Difference(lost, moved, new)
