"""Attributes in which a loop keeps what its next iteration donates, and that other methods read.

def fit(self, batches):
    for batch in batches:
        self.params, loss = step(self.params, batch)  # donates `self.params`
        if loss < self.lowest:
            self.best, self.lowest = self.params, loss

def predict(self, x):
    return self.best["w"] @ x  # which the step of the next iteration has deleted

Or lists that hold it: `self.history.append(self.params)` before the step, and `self.history[i]` in another method.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.algebra import kept_items
from pytreelint.model.syntax.occurrences import occurrences
from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.standing import around, nearest, outwards
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values.after_calls import is_of_runs
from pytreelint.model.values.asides import LeftKept
from pytreelint.model.values.sites import DonatedUsed
from pytreelint.model.values.states import event_in, facts_in
from pytreelint.model.values.value import Container, Object

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter

_CONSTRUCTORS = frozenset({"__init__", "__post_init__", "__new__"})


def noted(ev: Interpreter, frame: Frame, method: ast.FunctionDef, first: str) -> None:
    """Notes the attributes that a method, which was entered, has kept in a loop whose next iteration deletes them."""
    for names in frame.finals[-1:]:
        instance, events = names.get(first), facts_in(names).events
        for name, value in instance.fields if isinstance(instance, Object) and events else ():
            event = event_in(events, "donated", value.token) if value.token is not None else None
            if event is not None and event.when and all(is_of_runs(node, frame) for node in event.when):
                ev.events.left_kept.append(LeftKept(method, name, event))
            elif event is None and isinstance(value, Container) and value.kind == "list":
                gone = kept_items.deleted_in(value, events)
                if gone is not None and all(is_of_runs(node, frame) for node in gone.when):
                    ev.events.left_kept.append(LeftKept(method, name, gone, in_list=True))


def told(ev: Interpreter) -> None:
    """Emits the first read of each in another method of the class, unless a flow has shown it."""
    found = {site.donated.innermost.node for site in ev.events.sites if isinstance(site, DonatedUsed)}
    for each in ev.events.left_kept:
        read = _read(each) if each.event.innermost.node not in found else None
        if read is not None:
            ev.emit(DonatedUsed(each.event.module, read, each.event))


def _read(kept: LeftKept) -> ast.Attribute | None:
    """Where another method of the class reads an attribute that only the method, and constructors, assign."""
    tree = kept.event.module.tree
    cls = nearest(around(tree, kept.method), ast.ClassDef)
    uses = [(use, nearest(around(tree, use), FUNCTIONS)) for use in occurrences(tree).attributes.get(kept.name, ())]
    stores = [owner for use, owner in uses if not isinstance(use.ctx, ast.Load)]
    if cls is None or not all(owner is kept.method or _name(owner) in _CONSTRUCTORS for owner in stores):
        return None
    alive = _called(cls, kept.method.name) | _CONSTRUCTORS
    for use, owner in uses:
        if isinstance(use.ctx, ast.Load) and owner is not kept.method and owner in cls.body:
            if isinstance(use.value, ast.Name) and _name(owner) not in alive:
                if not kept.in_list or _needs_items(use, next(outwards(tree, use), None)):
                    return use
    return None


def _needs_items(use: ast.Attribute, outer: ast.AST | None) -> bool:
    """Whether an expression takes items of a list beside the last one, which may be alive."""
    match outer:
        case ast.Subscript(value=value, slice=ast.UnaryOp(ast.USub(), ast.Constant())):
            return False
        case ast.Subscript(value=value) | ast.For(iter=value) | ast.comprehension(iter=value):
            return value is use
        case ast.Call(func=ast.Attribute(), args=args):
            return use in args
    return False


def _name(function: ast.AST | None) -> str:
    return getattr(function, "name", "")


def _called(cls: ast.ClassDef, name: str) -> frozenset[str]:
    """The methods that one runs, itself or by others: they may read the attribute while it is alive."""
    methods = {_name(each): each for each in cls.body if isinstance(each, FUNCTIONS)}
    found, waiting = {name}, [name]
    while waiting:
        method = methods.get(waiting.pop())
        reads = walk(method) if method is not None else ()
        new = {each.attr for each in reads if isinstance(each, ast.Attribute)} - found
        found |= new
        waiting += new
    return frozenset(found)
