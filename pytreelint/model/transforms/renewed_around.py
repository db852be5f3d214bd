"""Attributes and names that a loop assigns, and that code elsewhere reads which makes a wrapper in it, or is compiled
by that.

for stage in stages:
    self.stage = stage
    step = self.build()  # jit around a function that reads `self.stage`: a program per stage, on purpose
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.syntax.free import bindings, bound_names, free_names
from pytreelint.model.syntax.mutations import mutations
from pytreelint.model.syntax.walking import walk
from pytreelint.model.transforms.captures import Ignored, changed_by, is_ignored
from pytreelint.model.values.captured import inside_of
from pytreelint.model.values.frame import at_its_end
from pytreelint.model.values.value import Bound, Function

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.regions import Region
    from pytreelint.model.values.sites import Remade

_METHODS = 8  # that call each other for one wrapper


def renewed_around(ev: Interpreter, site: Remade, ignored: Ignored = "passable") -> set[str]:
    """The attributes and names by which the wrapper may differ from one iteration to the next, as `changes` tells of
    what the code names that makes it in its activation."""
    (_, assigned), renewed = changed_by(site.home, site.step), _renewed(site.step)
    found = set[str]()
    for code, names, frame in _makers(site) if assigned or renewed else ():
        for part in _reads(ev, code, names, frame, set()) if assigned else ():
            if part.attr in assigned and not is_ignored(ev, part, frame, ignored):
                found.add(part.attr)
        own = mutations(code)  # what it changes itself, it has of itself
        for name in (renewed & free_names(code)) - own.names - {name for name, _ in own.called}:
            read = ast.copy_location(ast.Name(name, ast.Load()), site.node)
            if _is_of(site.step.frame, name, frame) and not is_ignored(ev, read, site.step.frame, ignored):
                found.add(name)
    return found


def _renewed(step: Region) -> set[str]:
    """The names that a loop binds anew, or in which it changes something."""
    return bound_names([step.node]) | changed_by(step.frame, step)[0] if step.kind == "loop" else set()


def _is_of(scope: Frame, name: str, frame: Frame) -> bool:
    """Whether a name means the same in a frame as in the activation of a loop: one of that, or of the module."""
    of_module = scope.function is None or name in scope.globals or name not in bindings(scope.function)
    for each in frame.and_around():
        if each is scope:
            return frame is not scope or of_module
        if each.function is not None and name in bindings(each.function):
            return False
    return of_module and frame.module is scope.module


def _makers(site: Remade) -> Iterator[tuple[ast.AST, set[str], Frame]]:
    """What runs on the way from the loop's activation to the wrapper, and what that compiles; with the names in it that
    mean something in a frame."""
    frame = site.wrapper.home
    while frame is not None and frame is not site.home:
        if frame.function is not None:
            yield frame.function, free_names(frame.function) | bindings(frame.function).keys(), frame
        frame = frame.back[0] if frame.back is not None else None
    inner, home = inside_of(site.wrapper.function), site.wrapper.home
    if inner is not None and inner.closure is not None:
        yield inner.node, free_names(inner.node), inner.closure
    elif inner is not None and inner.owner is not None and home is not None:
        yield inner.node, _first(inner), home


def _reads(
    ev: Interpreter, code: ast.AST, names: set[str], frame: Frame, seen: set[ast.AST]
) -> Iterator[ast.Attribute]:
    """The attributes that code reads of what some names hold, and those that methods read which it names."""
    seen.add(code)
    for part in walk(code):
        if not isinstance(part, ast.Attribute) or not isinstance(part.ctx, ast.Load) or _root(part) not in names:
            continue
        yield part
        if isinstance(part.value, ast.Name) and len(seen) <= _METHODS:
            with ev.doubt():
                value = ev.expression(part, at_its_end(frame))
            method = value.function if isinstance(value, Bound) else None
            # Its `self` is the one that is named here: what it reads can be worked out here as well.
            if isinstance(method, Function) and method.node not in seen and part.value.id in _first(method):
                yield from _reads(ev, method.node, _first(method), frame, seen)


def _root(part: ast.expr) -> str | None:
    while isinstance(part, (ast.Attribute, ast.Subscript)):
        part = part.value
    return part.id if isinstance(part, ast.Name) else None


def _first(method: Function) -> set[str]:
    return {each.arg for each in (*method.node.args.posonlyargs, *method.node.args.args)[:1]}
