"""Names that a test asks and that nothing rebinds: in its branches, and in what these call, it has the same answer.

    def step(state):  # in a function with a parameter `verbose`
        if verbose:
            print(f"{state.cost:.3f}")
    ...
    if verbose:
        state = step(state)
    else:
        state = jax.lax.while_loop(going, step, state)  # never prints

They are names of a module, parameters, and variables of the environment: `"DEBUG" in os.environ`. What an `if` of
the module asks before it makes a wrapper is known in what the wrapper traces:

    if "DEBUG" in os.environ:
        run = steps
    else:
        run = jax.jit(steps)  # where `steps` asks for "DEBUG", it is not set
"""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING

from pytreelint.model.project.modules import Import
from pytreelint.model.syntax.parameters import steady_parameters
from pytreelint.model.syntax.walking import walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter

Switch = tuple["str | Frame", str]  # the module, or the activation whose parameter it is, and the name
_TREES = 16  # whose switches are held at a time
_ENVIRONMENT = "os.environ"  # in the place of a module: the variables that are set


def switch_of(test: ast.expr, frame: Frame) -> tuple[Switch | None, bool]:
    """The name that a test asks, and the outcome of the test where that is true."""
    outcome = True
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, outcome = test.operand, not outcome
    if not isinstance(test, ast.Name):
        return _variable(test, outcome, frame.module) if isinstance(test, ast.Compare) else (None, outcome)
    if frame.find(test.id) is None:
        return (frame.module.name, test.id), outcome
    holder: Frame | None = frame
    while holder is not None and test.id not in steady_parameters(holder.function):
        if holder.env is None or test.id in holder.env:
            return None, outcome
        holder = holder.parent
    return (holder, test.id) if holder is not None else None, outcome


def _variable(test: ast.Compare, outcome: bool, module: ModuleInfo) -> tuple[Switch | None, bool]:
    """The variable of the environment that `"DEBUG" in os.environ` asks for."""
    name, operator = test.left, test.ops[0]
    if len(test.ops) == 1 and isinstance(operator, (ast.In, ast.NotIn)) and isinstance(name, ast.Constant):
        if isinstance(name.value, str) and _imported(test.comparators[0], module) == _ENVIRONMENT:
            return (_ENVIRONMENT, name.value), outcome is isinstance(operator, ast.In)
    return None, outcome


def _imported(node: ast.expr, module: ModuleInfo) -> str:
    """The full name of what an expression takes from a module that is imported, by whatever name; else ""."""
    if isinstance(node, ast.Attribute):
        holder = _imported(node.value, module)
        return f"{holder}.{node.attr}" if holder else ""
    bindings = module.bindings.get(node.id, ()) if isinstance(node, ast.Name) else ()
    names = [f"{each.module}.{each.attribute or ''}".rstrip(".") for each in bindings if isinstance(each, Import)]
    return names[0] if len(names) == len(bindings) == 1 else ""


def known_at(site: ast.expr, module: ModuleInfo) -> tuple[tuple[Switch, bool], ...]:
    """What the module's own `if`s around a place say of switches; places in branches that no function turns."""
    branching = _branching(module.tree)
    if not branching:
        return ()
    asked = _asked_around(branching, site)
    known = (each for test, came_out in asked for each in _implied(test, came_out, module))
    return tuple(each for each in known if each[0][1] not in _turned(module.tree))


@lru_cache(maxsize=_TREES)
def _branching(tree: ast.Module) -> tuple[ast.If, ...]:
    """The `if`s among the statements of a module."""
    return tuple(each for each in tree.body if isinstance(each, ast.If))


def _asked_around(body: Sequence[ast.stmt], site: ast.expr) -> Iterator[tuple[ast.expr, bool]]:
    """The tests of the `if`s around a place, and how they came out there."""
    for statement in body:
        if isinstance(statement, ast.If) and _holds(statement, site):
            for side, came_out in ((statement.body, True), (statement.orelse, False)):
                if any(_holds(each, site) for each in side):
                    yield statement.test, came_out
                    yield from _asked_around(side, site)


def _holds(statement: ast.stmt, site: ast.expr) -> bool:
    decorators = statement.decorator_list if isinstance(statement, ast.FunctionDef) else ()
    first = min((statement.lineno, *(each.lineno for each in decorators)))
    return first <= site.lineno <= (statement.end_lineno or first)


def _implied(test: ast.expr, came_out: bool, module: ModuleInfo) -> Iterator[tuple[Switch, bool]]:
    """The switches that are known where a test of the module came out in one way: all of an `or` that is false."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _implied(operand, not came_out, module)
        case ast.BoolOp() if isinstance(test.op, ast.And) is came_out:
            for each in test.values:
                yield from _implied(each, came_out, module)
        case ast.Name():
            yield (module.name, test.id), came_out
        case ast.Compare():
            switch, outcome = _variable(test, True, module)
            if switch is not None:
                yield switch, came_out is outcome


def is_turned(switch: Switch | None, frame: Frame) -> bool:
    """Whether functions of the module turn a switch: whoever does may do so where nothing is traced, to debug it."""
    return switch is not None and isinstance(switch[0], str) and switch[1] in _turned(frame.module.tree)


@lru_cache(maxsize=_TREES)
def _turned(tree: ast.Module) -> frozenset[str]:
    """The names that functions rebind in their module."""
    return frozenset(name for node in walk(tree) if isinstance(node, ast.Global) for name in node.names)


class supposing:  # noqa: N801  a context manager, as `running`
    """Run a branch in which a switch is known."""

    __slots__ = ("_before", "_holder")

    def __init__(self, ev: Interpreter, switch: Switch | None, on: bool) -> None:
        holder = ev if switch is None or isinstance(switch[0], str) else switch[0]
        self._holder, self._before = holder, holder.switches
        if switch is not None:
            holder.switches = (*holder.switches, (switch, on))

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        self._holder.switches = self._before


def suppose_on(switch: Switch | None, on: bool, frame: Frame) -> None:
    """Notes what a parameter is after a branch of the function's own body has returned, for the rest of it."""
    if switch is not None and switch[0] is frame and (frame.region is None or frame.region.frame is not frame):
        frame.switches = (*frame.switches, (switch, on))


def known(ev: Interpreter, switch: Switch | None) -> bool | None:
    """What a switch is, where an outer test has asked it."""
    if switch is None:
        return None
    asked = ev.switches if isinstance(switch[0], str) else switch[0].switches
    return next((on for each, on in asked if each == switch), None)


def answer(ev: Interpreter, test: ast.expr, frame: Frame) -> bool | None:
    """How a test comes out, where an outer one has asked the same."""
    switch, outcome = switch_of(test, frame)
    on = known(ev, switch)
    return None if on is None else on is outcome
