"""A mutant: a file of real code with some of its text replaced."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpus import Package

Place = tuple[int, int]
AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Edit:
    """What is replaced, from a line and column to another one (columns in bytes), and by what."""

    start: Place
    end: Place
    text: str


@dataclass(frozen=True, slots=True)
class Mutant:
    """A place of a package at which one mistake is made; `scope`: the lines of the function that has it."""

    package: Package
    file: Path
    function: str
    scope: tuple[int, int]
    what: str
    edits: tuple[Edit, ...]

    def text(self) -> str:
        """The file with the mistake in it."""
        lines = self.file.read_bytes().splitlines(keepends=True)
        for edit in sorted(self.edits, key=lambda edit: edit.start, reverse=True):
            (first, column), (last, end) = edit.start, edit.end
            head, tail = lines[first - 1][:column], lines[last - 1][end:]
            lines[first - 1 : last] = [head + edit.text.encode() + tail]
        return b"".join(lines).decode()

    def row_before(self, row: int) -> int:
        """The line of the file that a line of the mutant was, or that its new line stands behind."""
        for edit in sorted(self.edits, key=lambda edit: edit.start):
            grown = edit.text.count("\n") - (edit.end[0] - edit.start[0])
            if row > edit.start[0]:
                row = max(row - grown, edit.start[0])
        return row

    def __str__(self) -> str:
        file = self.file.relative_to(self.package.folder).as_posix()
        return f"{self.package.name} {file}:{min(edit.start for edit in self.edits)[0]} {self.function}: {self.what}"


def replaced(node: ast.expr, text: str) -> Edit:
    """An expression, written anew."""
    return Edit((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0), text)


def added_before(statement: ast.stmt, line: str) -> Edit:
    """A line in front of a statement that begins its line."""
    place = (statement.lineno, statement.col_offset)
    return Edit(place, place, f"{line}\n{' ' * statement.col_offset}")


def added_after(statement: ast.stmt, line: str) -> Edit:
    """A line behind a statement that ends its line."""
    place = (statement.end_lineno or 0, statement.end_col_offset or 0)
    return Edit(place, place, f"\n{' ' * statement.col_offset}{line}")


def parsed(file: Path) -> ast.Module | None:
    """The tree of a file, if it is Python's."""
    try:
        return ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return None


def sources(package: Package) -> Iterator[Path]:
    """The files of a package that are no tests."""
    return (file for file in package.sources() if "test" not in file.relative_to(package.folder).as_posix())


def scopes(tree: ast.Module) -> Iterator[tuple[str, ast.Module | AnyFunction]]:
    """Each function of a file by its name, and the file's own statements."""
    yield "<module>", tree
    for node in ast.walk(tree):
        if isinstance(node, AnyFunction):
            yield node.name, node


def own_nodes(scope: ast.Module | AnyFunction) -> Iterator[ast.AST]:
    """What a function runs itself: nothing of functions and classes in it."""
    rest: list[ast.AST] = list(scope.body)
    while rest:
        node = rest.pop()
        yield node
        if not isinstance(node, (AnyFunction, ast.ClassDef, ast.Lambda)):
            rest.extend(ast.iter_child_nodes(node))


def lines_of(scope: ast.Module | AnyFunction) -> tuple[int, int]:
    """The first and the last line of a function."""
    return (1, 10**9) if isinstance(scope, ast.Module) else (scope.lineno, scope.end_lineno or 0)
