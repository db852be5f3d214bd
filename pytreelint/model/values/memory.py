"""Results that are computed once and remembered as long as the program's modules live."""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, TypeVar, cast

from pytreelint.knowledge.record import record
from pytreelint.model.values.limits import WORTH_ANOTHER

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.counting import NumberGiven
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.identity import Token
    from pytreelint.model.values.marks import Trace
    from pytreelint.model.values.regions import Region
    from pytreelint.model.values.states import Facts
    from pytreelint.model.values.value import Value

_T = TypeVar("_T")


@record(frozen=True, slots=True)
class Result:
    """The result of a call and the final values of its parameters; `fuel` is what it had, if it ran out.

    Attributes:
        formals: the tokens of its parameters, in which all of it is told; `start`: earlier tokens are its callers'.
        done: what it did to these objects, whichever way it returned.
        shared: objects that it made and that stand in several places of what it gives, or were drawn from.
        made_in: the region in which it ran, where that is told of what it made.
    """

    value: Value
    changed: dict[str, Value]
    cut: bool
    fuel: int | None
    formals: dict[Token, str]
    start: int
    done: Facts
    shared: frozenset[Token] = frozenset()
    made_in: Region | None = None


class Key:
    """The key of a remembered call; its hash visits every value, so it is computed once."""

    __slots__ = ("_hash", "_parts")

    def __init__(self, parts: tuple[object, ...]) -> None:
        self._parts = parts
        self._hash = hash(parts)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and self._parts == other._parts


class Memory:
    """The remembered results.

    Attributes:
        classes: the classes that definitions made; `typical`: an instance of each.
        names: module-level names and attributes of modules; `module_values`: what the bindings of a name say.
        bound: the objects that names of the judged file hold, each name bound by one statement that has run; owned:
            these objects.
        tops: the frames in which the names of modules are looked up.
        aliases: what module-level names stand for in annotations; None for those that are no aliases.
        settled: what annotations say, and what they name.
        calls: what followed calls gave.
        traces: the marks of transforms, by their places; given: what their programs hang on in the call that runs.
        makings: wrappers that were made or called so far: what is seen of them depends on the region.
        advances: numbers that an iteration of a loop advanced so far; numbers_given: by loop, name and field, those of
            instances that a compiled function was given last, and what is to be said if the loop advances them.
        flattened: by the ids of instances, what the flattening of their class gives of them.
        hashable: instances, by their ids, for whose hash nothing is known to raise.
        with_opaque: instances, by their ids, and whether they may have leaves that raw transforms reject.
        instances: what the `self` of a constructor, which its inner functions have captured, is to who calls it.
    """

    def __init__(self) -> None:
        self.classes: dict[ast.ClassDef, ClassInfo] = {}
        self.typical: dict[ClassInfo, Value] = {}
        self.names: dict[tuple[str, str], Value] = {}
        self.members: dict[tuple[str, str], Value] = {}
        self.module_values: dict[tuple[str, str], Value] = {}
        self.bound: dict[tuple[str, str], Token] = {}
        self.owned: set[Token] = set()
        self.tops: dict[ModuleInfo, Frame] = {}
        self.aliases: dict[tuple[ModuleInfo, str], tuple[ast.expr, Frame] | None] = {}
        self.settled: dict[object, Value] = {}
        self.calls: dict[object, Result] = {}
        self.traces: dict[tuple[ModuleInfo, ast.AST], Trace] = {}
        self.given: dict[Trace, tuple[Value | ast.AST, ...] | None] = {}
        self.makings = 0
        self.advances = 0
        self.numbers_given: dict[tuple[ast.AST, str, str], NumberGiven] = {}
        self.flattened: dict[int, tuple[Value, Value]] = {}  # each with its instance: no other one gets its id
        self.hashable: dict[int, Value] = {}
        self.with_opaque: dict[int, tuple[bool, Value]] = {}
        self.instances: dict[Token, dict[ast.AST, Token]] = {}
        self._answers: dict[object, object] = {}
        self._bases_of_trees: tuple[int, set[ClassInfo]] = (0, set())

    def call(self, key: object, fuel: int) -> Result | None:
        """Returns the result of an equal earlier call that had about as much fuel; else None."""
        found = self.calls.get(key)
        return found if found is None or found.fuel is None or found.fuel * WORTH_ANOTHER > fuel else None

    def instance_of(self, token: Token) -> Token:
        """The instance that a constructor's `self` has become, where one place alone makes instances with it."""
        seen = {token}
        while len(made := self.instances.get(token, {})) == 1:
            (token,) = made.values()
            if token in seen:
                break
            seen.add(token)
        return token

    def answer(self, question: object, find: Callable[[], _T], meanwhile: _T | None = None) -> _T:
        """Returns the result of `find`, computed once for all who ask the same.

        Args:
            question: the function that is asked, with what it is asked of.
            meanwhile: what is answered while `find` is at work, where it may ask the same.
        """
        if question not in self._answers:
            if meanwhile is not None:
                self._answers[question] = meanwhile
            self._answers[question] = find()
        return cast("_T", self._answers[question])

    def is_base_of_tree(self, cls: ClassInfo) -> bool:
        """Whether a class that was read derives from this one, and is or may be a PyTree."""
        done, found = self._bases_of_trees
        for other in islice(self.classes.values(), done, None):
            if other.pytree != "no":
                found.update(other.mro)
        self._bases_of_trees = (len(self.classes), found)
        return cls in found
