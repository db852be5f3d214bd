"""Donated arguments that are needed again: the rebind deleted, or a read added behind the call."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpus import Package
from benchmarks.mutants.donors import Donors, donors, last_name
from benchmarks.mutants.mutant import (
    AnyFunction,
    Edit,
    Mutant,
    added_after,
    added_before,
    lines_of,
    own_nodes,
    replaced,
    scopes,
    sources,
)


@dataclass(frozen=True, slots=True)
class DonatingCall:
    """A statement `..., s, ... = step(s, ...)`; `target`: the place that binds `s` anew, if one does."""

    name: str
    scope: ast.Module | AnyFunction
    statement: ast.Assign
    argument: ast.expr
    target: ast.expr | None

    @property
    def donated(self) -> str:
        """The argument as text."""
        return ast.unparse(self.argument)


def rebinds(package: Package) -> Iterator[Mutant]:
    """The result goes to another name, and what was donated is needed afterwards."""
    for file, call in _calls(package):
        if call.target is not None and _is_needed(call):
            fresh = _fresh(file, f"_{last_name(call.target)}")
            edits = (replaced(call.target, fresh),)
            yield _mutant(package, file, call, f"`{fresh}` for `{call.donated}`", edits)


def reads(package: Package) -> Iterator[Mutant]:
    """What was donated is read behind the call: by a name that it had before, where the call binds its name anew."""
    for file, call in _calls(package):
        statement = call.statement
        lines = file.read_bytes().splitlines()
        alone = not lines[statement.lineno - 1][: statement.col_offset].strip()
        if not alone or lines[(statement.end_lineno or 0) - 1][statement.end_col_offset or 0 :].strip():
            continue
        used = ("import jax", "import jax.numpy as jnp")
        imports = "".join(f"{line}; " for line in used if line.encode() not in lines)
        if call.target is None:
            line = f"{imports}jax.tree.map(jnp.square, {call.donated})"
            yield _mutant(package, file, call, f"`{call.donated}` is read", (added_after(statement, line),))
        else:
            before = _fresh(file, f"{last_name(call.target)}_before")
            line = f"{imports}jax.tree.map(jnp.subtract, {call.donated}, {before})"
            edits = (added_before(statement, f"{before} = {call.donated}"), added_after(statement, line))
            yield _mutant(package, file, call, f"`{before} = {call.donated}` is read", edits)


def _mutant(package: Package, file: Path, call: DonatingCall, what: str, edits: tuple[Edit, ...]) -> Mutant:
    return Mutant(package, file, call.name, lines_of(call.scope), what, edits)


def _fresh(file: Path, name: str) -> str:
    """A name that the file has nowhere."""
    text = file.read_text(encoding="utf-8")
    while re.search(rf"\b{name}\b", text):
        name += "_"
    return name


def _calls(package: Package) -> Iterator[tuple[Path, DonatingCall]]:
    for file, tree, known in donors(sources(package)):
        for name, scope in scopes(tree):
            for node in sorted(own_nodes(scope), key=lambda node: getattr(node, "lineno", 0)):
                if isinstance(node, ast.Assign):
                    yield from ((file, call) for call in _of_statement(name, scope, node, known))


def _of_statement(
    name: str, scope: ast.Module | AnyFunction, statement: ast.Assign, known: Donors
) -> Iterator[DonatingCall]:
    call = statement.value
    if not isinstance(call, ast.Call) or len(statement.targets) != 1:
        return
    donation = known.functions.get(last_name(call.func))
    for argument in donation.arguments(call) if donation is not None else ():
        if _is_dotted(argument):
            text = ast.unparse(argument)
            targets = [each for each in _bound(statement.targets[0]) if ast.unparse(each) == text]
            yield DonatingCall(name, scope, statement, argument, targets[0] if targets else None)


def _bound(target: ast.expr) -> Iterator[ast.expr]:
    if isinstance(target, (ast.Tuple, ast.List)):
        for each in target.elts:
            yield from _bound(each)
    else:
        yield target


def _is_dotted(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and _is_dotted(node.value))


def _is_needed(call: DonatingCall) -> bool:
    """Whether the statement goes round in a loop that binds the argument nowhere else, or a later one reads it."""
    statement, text = call.statement, call.donated
    nodes = list(own_nodes(call.scope))
    uses = [node for node in nodes if isinstance(node, (ast.Name, ast.Attribute)) and ast.unparse(node) == text]
    others = [node for node in uses if not _holds(statement, node)]
    for loop in (node for node in nodes if isinstance(node, (ast.For, ast.While, ast.AsyncFor))):
        bound = any(_holds(loop, node) and isinstance(node.ctx, ast.Store) for node in others)
        if _holds(loop, statement) and not bound:
            return True
    handed = {id(node.value) for node in nodes if isinstance(node, ast.Return)}
    later = sorted((node for node in others if node.lineno > (statement.end_lineno or 0)), key=lambda n: n.lineno)
    return bool(later) and isinstance(later[0].ctx, ast.Load) and id(later[0]) not in handed


def _holds(outer: ast.AST, inner: ast.AST) -> bool:
    return any(node is inner for node in ast.walk(outer))
