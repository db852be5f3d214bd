"""Who donates, by the text of a project alone: nothing of the linter has a part in what is drawn."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.mutants.mutant import AnyFunction, parsed, scopes

WORDS = frozenset({"donate_argnums", "donate_argnames", "donate"})
ALL, ALL_BUT_FIRST = "all", "all-except-first"


@dataclass(frozen=True, slots=True)
class Donation:
    """Which arguments a function donates: by position, or by name; `start`: all from that position on.

    `parameters`: the names of what it wraps, as far as the file shows them.
    """

    positions: frozenset[int] = frozenset()
    names: frozenset[str] = frozenset()
    start: int | None = None
    parameters: tuple[str, ...] = ()

    def arguments(self, call: ast.Call) -> Iterator[ast.expr]:
        """The arguments of a call that are donated."""
        for index, argument in enumerate(call.args):
            if isinstance(argument, ast.Starred):
                break
            name = self.parameters[index] if index < len(self.parameters) else None
            if self._is_donated(index, name):
                yield argument
        for keyword in call.keywords:
            if keyword.arg is not None:
                index = self.parameters.index(keyword.arg) if keyword.arg in self.parameters else -1
                if self._is_donated(index, keyword.arg):
                    yield keyword.value

    def _is_donated(self, index: int, name: str | None) -> bool:
        by_start = self.start is not None and index >= self.start
        return by_start or index in self.positions or name in self.names


@dataclass(slots=True)
class Donors:
    """What is known of one file: its functions that donate, by their last name, and those that return such a one."""

    functions: dict[str, Donation] = field(default_factory=dict)
    builders: dict[str, tuple[Donation | None, ...]] = field(default_factory=dict)


def donors(files: Iterable[Path]) -> Iterator[tuple[Path, ast.Module, Donors]]:
    """Who donates in each file of a project: its own functions, and those of files that it imports."""
    texts = {file: file.read_bytes() for file in files}
    trees = {file: tree for file, text in texts.items() if b"donate" in text and (tree := parsed(file))}
    found = {file: _of_file(tree) for file, tree in trees.items()}
    modules = {file.stem if file.stem != "__init__" else file.parent.name: known for file, known in found.items()}
    modules = {name: known for name, known in modules.items() if known.functions or known.builders}
    imports = re.compile(rf"^\s*(?:from|import)\b.*\b(?:{'|'.join(map(re.escape, modules))})\b".encode(), re.MULTILINE)
    for file, text in texts.items():
        tree = trees.get(file) or (parsed(file) if modules and imports.search(text) else None)
        if tree is not None:
            known = found.setdefault(file, Donors())
            for theirs in {id(each): each for each in _imported(tree, modules)}.values():
                known.functions = theirs.functions | known.functions
                known.builders = theirs.builders | known.builders
            _built(tree, known)
            if known.functions:
                yield file, tree, known


def _imported(tree: ast.Module, modules: dict[str, Donors]) -> Iterator[Donors]:
    for node in ast.walk(tree):
        names: Iterable[str] = ()
        if isinstance(node, ast.ImportFrom):
            names = [(node.module or "").rpartition(".")[2], *(alias.name for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name.rpartition(".")[2] for alias in node.names]
        yield from (modules[name] for name in names if name in modules)


def _of_file(tree: ast.Module) -> Donors:
    known = Donors()
    signatures = {node.name: _parameters(node) for node in ast.walk(tree) if isinstance(node, AnyFunction)}
    wrappers = dict[str, Donation]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            donation = donation_of(node.value, wrappers, signatures)
            if donation is not None and len(node.targets) == 1:
                is_wrapper = last_name(node.value.func) == "partial"
                (wrappers if is_wrapper else known.functions)[last_name(node.targets[0])] = donation
        elif isinstance(node, AnyFunction):
            for decorator in node.decorator_list:
                donation = donation_of(decorator, wrappers, signatures)
                if donation is not None:
                    known.functions[node.name] = _decorated(donation, node)
    for name, scope in scopes(tree):
        if isinstance(scope, AnyFunction):
            given = tuple(_returned(scope, known, wrappers, signatures))
            if any(given):
                known.builders[name] = given
    _built(tree, known)
    return known


def _returned(
    scope: AnyFunction, known: Donors, wrappers: dict[str, Donation], signatures: dict[str, tuple[str, ...]]
) -> Iterator[Donation | None]:
    """What a function returns, item by item, if some of it donates."""
    own = {node.name for node in scope.body if isinstance(node, AnyFunction)}
    own |= {last_name(target) for node in ast.walk(scope) if isinstance(node, ast.Assign) for target in node.targets}
    for node in ast.walk(scope):
        if isinstance(node, ast.Return) and node.value is not None:
            parts = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            for part in parts:
                direct = donation_of(part, wrappers, signatures)
                yield direct or (known.functions.get(last_name(part)) if last_name(part) in own else None)
            return


def _built(tree: ast.Module, known: Donors) -> None:
    """`step = make_step(...)`, and `step, evaluate = make(...)`."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign([target], ast.Call(function)) if last_name(function) in known.builders:
                given = known.builders[last_name(function)]
                targets = target.elts if isinstance(target, ast.Tuple) else [target]
                if len(targets) == len(given):
                    for each, donation in zip(targets, given, strict=True):
                        if donation is not None:
                            known.functions.setdefault(last_name(each), donation)


def donation_of(
    node: ast.AST, wrappers: dict[str, Donation], signatures: dict[str, tuple[str, ...]]
) -> Donation | None:
    """What a call such as `jax.jit(f, donate_argnums=0)` says: itself, or one that it calls or is given."""
    if not isinstance(node, ast.Call):
        return wrappers.get(last_name(node))
    for keyword in node.keywords:
        if keyword.arg in WORDS:
            said = _said(keyword.arg, keyword.value)
            wrapped = next((signatures.get(last_name(argument), ()) for argument in reversed(node.args)), ())
            return None if said is None else _with(said, wrapped)
    inner = donation_of(node.func, wrappers, signatures)
    if inner is not None:
        wrapped = signatures.get(last_name(node.args[0]), ()) if node.args else ()
        return _with(inner, wrapped)
    return next(filter(None, (donation_of(each, {}, signatures) for each in node.args)), None)


def _said(word: str, value: ast.expr) -> Donation | None:
    """What stands behind `donate_argnums=` and its kin; where that is no literal, the first argument."""
    if isinstance(value, ast.IfExp):
        return _said(word, value.body) or _said(word, value.orelse)
    try:
        literal = ast.literal_eval(value)
    except (ValueError, TypeError):
        return Donation(frozenset({0}))
    if word == "donate":
        starts = {True: 0, "warn": 0, ALL: 0, "warn-except-first": 1, ALL_BUT_FIRST: 1}
        return Donation(start=starts[literal]) if isinstance(literal, (bool, str)) and literal in starts else None
    members = literal if isinstance(literal, (tuple, list, set)) else (literal,)
    positions = frozenset(each for each in members if isinstance(each, int) and not isinstance(each, bool))
    names = frozenset(each for each in members if isinstance(each, str))
    return Donation(positions, names) if positions or names else None


def _with(donation: Donation, parameters: tuple[str, ...]) -> Donation:
    return Donation(donation.positions, donation.names, donation.start, parameters or donation.parameters)


def _decorated(donation: Donation, function: AnyFunction) -> Donation:
    """What callers see of a decorated function: a method is called without `self`."""
    parameters = _parameters(function)
    if parameters[:1] != ("self",):
        return _with(donation, parameters)
    start = None if donation.start is None else max(donation.start - 1, 0)
    return Donation(frozenset(each - 1 for each in donation.positions), donation.names, start, parameters[1:])


def _parameters(function: AnyFunction) -> tuple[str, ...]:
    return tuple(each.arg for each in (*function.args.posonlyargs, *function.args.args))


def last_name(node: ast.AST) -> str:
    """The last part of a dotted name."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
