"""Attributes whose arrays a method donates, and that nothing assigns anew: the next call of the method needs them.

def step(self, batch):  # of a trainer that only `__init__` gives its `params`
    self.state, loss = self._step(self.params, batch)  # donates `self.params`
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from pytreelint.model.algebra import left_kept
from pytreelint.model.project.derived import package_folder
from pytreelint.model.syntax.occurrences import occurrences
from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.standing import around, nearest
from pytreelint.model.values.asides import LeftDonated
from pytreelint.model.values.identity import resolved, tokens_in
from pytreelint.model.values.sites import DonatedUsed
from pytreelint.model.values.value import Object, Value

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.memory import Result
    from pytreelint.model.values.protocol import Interpreter

_CONSTRUCTORS = frozenset({"__init__", "__post_init__", "__new__"})
_BY_NAME = re.compile(r"\bsetattr\(|__setattr__|__dict__|\bvars\(|__setstate__|\bdel ")
_NAMING = ("setattr(", "__setattr__", "__dict__", "vars(", "__setstate__", "del ")
_NAMES = 64  # whose patterns are held at a time


def noted(ev: Interpreter, result: Result, frame: Frame, given: Mapping[str, Value], arguments: Arguments) -> None:
    """Notes the attributes of its instance that a method which was entered certainly leaves deleted.

    What comes back anew, and goes to the caller, he may assign.

    Arguments:
        result: what it has certainly done and changed, and what it gives; given: its parameters.
    """
    method, first = frame.function, next(iter(given.items()), None)
    if not arguments.entry or frame.owner is None or first is None or any(ev.events.doubting):
        return
    name, instance = first
    if not isinstance(instance, Object) or instance.cls.pytree != "no" or not isinstance(method, ast.FunctionDef):
        return
    left_kept.noted(ev, frame, method, name)
    after = result.changed.get(name, instance)
    given_back = {old for token in tokens_in(result.value) for old in token.updates}
    for (kind, token), event in result.done.events.items():
        root, path = token.path()
        if kind != "donated" or event.when or root is not instance.token or len(path) != 1 or path[0][0] != ".":
            continue
        if resolved(after, path) == [token] and token not in given_back:
            ev.events.left_donated.append(LeftDonated(instance.cls, method, str(path[0][1]), event))


def told(ev: Interpreter) -> None:
    """Emits what was noted of methods that are there to be called again."""
    found = {s.donated.innermost.node for s in ev.events.sites if isinstance(s, DonatedUsed)}
    for each in ev.events.left_donated:
        if each.event.innermost.node in found:
            continue  # a flow that calls it again has shown it
        if _is_unit(ev, each.method) and not _is_assigned(ev, each.cls, each.name):
            ev.emit(DonatedUsed(each.event.module, each.event.node, each.event, each.event.inner))
    left_kept.told(ev)


def _is_unit(ev: Interpreter, method: ast.FunctionDef) -> bool:
    """Whether a method does a part of a program, by its name, and is not seen to be traced."""
    words = ev.program.words
    named = method.name.strip("_").split("_")
    traced = method in ev.events.traced or method in ev.events.staged
    return not traced and not words.units.isdisjoint(named) and words.run_once.isdisjoint(named)


def _is_assigned(ev: Interpreter, cls: ClassInfo, name: str) -> bool:
    """Whether some code of the package may assign an attribute of that name, other than a constructor."""
    folder, program = package_folder(cls.module), ev.program
    program.asked[f"@<{folder}", f"@.{name}"] = None
    for path, lines in program.heads.uses(folder, f".{name}").items():
        if any(_written(name).search(line) for line in lines):
            module = program.module(program.layout.module_name(path))
            if module is None or not all(_stores(module.tree, name)):
                return True
    return any(program.any_text(base.module.source.folder, _BY_NAME, _NAMING) for base in cls.mro)


def _stores(tree: ast.Module, name: str) -> Iterator[bool]:
    """Whether a constructor does it, for each assignment to an attribute of that name."""
    for use in occurrences(tree).attributes.get(name, ()):
        if not isinstance(use.ctx, ast.Load):
            function = nearest(around(tree, use), FUNCTIONS)
            yield getattr(function, "name", "") in _CONSTRUCTORS


@lru_cache(maxsize=_NAMES)
def _written(name: str) -> re.Pattern[str]:
    """What a line has that may assign an attribute: an `=` behind it, a target among several, a loop's."""
    return re.compile(rf"\.{name}\b(?!\()")
