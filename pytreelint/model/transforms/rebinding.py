"""Names that a compiled function reads from around it, and that are bound anew between two of its calls."""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pytreelint.model.syntax.scopes import Path, Scope
from pytreelint.model.types.leaves import arrays
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import Function, Object, Transformed, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def stale_captures(ev: Interpreter, wrapper: Transformed) -> Iterator[tuple[str, Value, ast.AST, ast.AST]]:
    """(name, its value, where it is bound anew, a later call) of what a wrapper reads of its own scope."""
    function: Value = wrapper.function
    while isinstance(function, Transformed):
        function = function.function
    home = wrapper.home
    if not isinstance(function, Function) or home is None:
        return
    node = home.function or home.module.tree
    if isinstance(node, ast.Lambda):
        return
    scope = home.module.scope(node)
    local_name = _name_of(scope, wrapper, function)
    begun = scope.paths.get(function.node) or scope.paths.get(wrapper.site)
    if local_name is None or begun is None or len(scope.bindings.get(local_name, ())) != 1:
        return
    calls = _Calls(scope.calls.get(local_name, ()), begun)
    if not calls.certain:
        return
    for name in sorted(scope.read_by(function.node)):
        bound, call = next(calls.after(scope.bindings.get(name, ())), (None, None))
        if bound is None or call is None:
            continue
        value = home.find(name) or (_at_first(ev, home, scope, name) if home.function is None else None)
        if value is not None and _holds_arrays(ev, value):
            yield name, value, bound, call


class _Calls:
    """The calls of a wrapper that certainly run, in the order of the text.

    Args:
        begun: where the wrapper is made.
    """

    def __init__(self, calls: Sequence[tuple[Path, ast.Call]], begun: Path) -> None:
        self._begun = frozenset(begun)
        self._around = frozenset(id(node) for node, _ in begun)
        self.certain = [(path, call) for path, call in calls if self._unconditional(path)]
        self._paths = [path for path, _ in self.certain]
        self._in_loop: dict[int, int] = {}  # the first call in each loop
        for index, path in enumerate(self._paths):
            for loop in self._loops(path):
                self._in_loop.setdefault(loop, index)

    def after(self, bindings: Sequence[tuple[Path, ast.AST]]) -> Iterator[tuple[ast.AST, ast.AST]]:
        """A binding and a call that comes after it, where both come after a call: one after the other, or in the steps
        of a loop."""
        for path, node in bindings[self._earliest(bindings) :]:
            if self._paths[-1] < path and not self._loops(path):
                return
            if not self._unconditional(path):
                continue
            again = [self._in_loop[loop] for loop in self._loops(path) if loop in self._in_loop]
            later = bisect_right(self._paths, path) if self._paths[0] < path else len(self._paths)
            if again or later < len(self._paths):
                yield node, self.certain[min(again) if again else later][1]

    def _earliest(self, bindings: Sequence[tuple[Path, ast.AST]]) -> int:
        """The first binding that may come after a call: what stands before the first call, and in no loop with it, does
        not."""
        first = self._paths[0]
        loop = next((at for at, (node, _) in enumerate(first) if id(node) in self._in_loop), len(first))
        return bisect_left(bindings, first[:loop], key=lambda binding: binding[0])

    def _unconditional(self, path: Path) -> bool:
        """Whether only loops that begin after the wrapper was made stand around a node."""
        return bool(path) and all(isinstance(each[0], (*_LOOPS, ast.With)) or each in self._begun for each in path[1:])

    def _loops(self, path: Path) -> list[int]:
        """The loops around a node in which the wrapper is not made anew."""
        return [id(node) for node, _ in path if isinstance(node, _LOOPS) and id(node) not in self._around]


def _name_of(scope: Scope, wrapper: Transformed, function: Function) -> str | None:
    """The local name by which a wrapper is called: of the function that it decorates, or the one it is assigned to."""
    if isinstance(function.node, ast.FunctionDef) and wrapper.site in function.node.decorator_list:
        return function.node.name
    assignment = scope.values.get(wrapper.site)
    targets = assignment.targets if assignment is not None else []
    return targets[0].id if len(targets) == 1 and isinstance(targets[0], ast.Name) else None


def _at_first(ev: Interpreter, home: Frame, scope: Scope, name: str) -> Value | None:
    """What the module's first assignment of a name gives."""
    first = scope.assigned.get(name)
    if first is None:
        return None
    with ev.doubt():
        return ev.expression(first.value, Frame(home.module, {}, top=True))


def _holds_arrays(ev: Interpreter, value: Value) -> bool:
    tree = not isinstance(value, Object) or value.cls.pytree == "yes"
    return tree and next(arrays(ev, value), None) is not None
