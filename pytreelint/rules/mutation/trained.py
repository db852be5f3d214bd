"""What 501 and 502 share: one object in two places of a tree that gradients are taken of."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from pytreelint.knowledge.operations import FREEZE
from pytreelint.knowledge.sharing import KEEPS_SHARED, SHARE
from pytreelint.model.queries.evidence import describe, place_of
from pytreelint.model.syntax.occurrences import occurrences
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.text.place import Step
from pytreelint.model.types.leaves import arrays
from pytreelint.model.values.repeated import RepeatedInField
from pytreelint.model.values.sites import Differentiated
from pytreelint.model.values.ties import Tie, ties_in
from pytreelint.model.values.value import Array, Container, Library, Object, Value

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.protocol import Model
    from pytreelint.rules.finding import Finding
    from pytreelint.rules.rule import Rule

    _AnyRule = Rule[Differentiated] | Rule[Differentiated | RepeatedInField]

_DEPTH = 6  # how far into a tree holders are looked for
_REMEDY = "# make one for each place, or keep one and use it several times"


def about(rule: _AnyRule, site: Differentiated, model: Model, kind: Literal["repeated", "shared"]) -> Iterator[Finding]:
    """Findings on the ties of one kind in what a transform differentiates."""
    if _keeps(site):
        return
    seen: set[tuple[ModuleInfo, int]] = set()  # one statement may tie twice: `self.head = tree_at(where, head, weight)`
    first = site.operands[0] if site.transform.filtered and site.wrapper.option("argnums") is None else None
    for operand in site.operands:
        if operand.role != "traced" and operand is not first:  # a filtered gradient is that of its first argument
            continue
        for tie in ties_in(model, operand.value):
            if tie.kind != kind or _speaks_of_sharing(tie.module) or not _is_trained(model, tie.item):
                continue
            line = tie.module, getattr(tie.node, "lineno", 0)
            if line in seen:
                continue
            seen.add(line)
            if not _is_frozen(model, operand.value, tie.item):
                yield _finding(rule, site, tie)


def kept(rule: _AnyRule, site: RepeatedInField, model: Model) -> Iterator[Finding]:
    """The finding on an instance that stands several times in a field of a Module, where it has weights."""
    tie = site.tie
    if _speaks_of_sharing(tie.module) or _speaks_of_sharing(site.module) or not _is_trained(model, tie.item):
        return
    if _is_frozen(model, model.instance(site.cls), tie.item):
        return
    place, holder = place_of(tie.module, tie.node), place_of(site.module, site.node)
    where = f"field `{site.name}` of `{site.cls.name}`"
    message = f"{describe(tie.item)} stands several times in {where}: trained, its copies drift apart"
    steps = (Step(holder, "it is kept here"),) if holder.row != place.row else ()
    yield rule.finding(place, message, steps, _REMEDY)


def _keeps(site: Differentiated) -> bool:
    """Whether the transform, or its file, handles shared weights."""
    return site.wrapper.option(SHARE) is not None or _speaks_of_sharing(site.module) or _speaks_of_sharing(site.caller)


def _speaks_of_sharing(module: ModuleInfo) -> bool:
    found = occurrences(module.tree)
    options = any(keyword.arg == SHARE for call in found.calls.values() for keyword in call.keywords)
    return options or any(name in found.names or name in found.attributes for name in KEEPS_SHARED)


def _is_trained(model: Model, item: Value) -> bool:
    """Whether gradients of some part of an instance are taken: it is a node, and has arrays."""
    if isinstance(item, Object) and (item.cls.pytree != "yes" or item.cls.hash == "identity"):
        return False
    return any(_is_weight(leaf.value) for leaf in arrays(model, item))


def _is_frozen(model: Model, tree: Value, item: Value, depth: int = 0) -> bool:
    """Whether an instance is held in a field that the methods of its holder read as a constant: no copy drifts."""
    if depth > _DEPTH or not isinstance(item, Object):
        return False
    if isinstance(tree, Object):
        held = [(name, each) for name, each in tree.fields if each is item or getattr(each, "cls", None) is item.cls]
        if any(_is_read_as_constant(model, tree.cls.module, name) for name, _ in held):
            return True
        parts = tuple(each for _, each in tree.fields)
    else:
        parts = (*tree.items, *((tree.rest,) if tree.rest is not None else ())) if isinstance(tree, Container) else ()
    return any(_is_frozen(model, each, item, depth + 1) for each in parts)


def _is_read_as_constant(model: Model, module: ModuleInfo, name: str) -> bool:
    """Whether `stop_gradient(self.name)`, or of an item of it, stands in a file, whatever it is called there."""
    found = occurrences(module.tree)
    for use in found.attributes.get(name, ()):
        calls = [each for each in outwards(module.tree, use) if isinstance(each, ast.Call) and each.func is not use]
        with model.doubt():
            if any(model.expression(each.func, model.top(module)) == Library(FREEZE) for each in calls):
                return True
    return False


def _is_weight(value: Value) -> bool:
    return isinstance(value, Array) and value.flavour in ("jax", "any") and value.dtype in ("inexact", "?")


def _finding(rule: _AnyRule, site: Differentiated, tie: Tie) -> Finding:
    place = place_of(tie.module, tie.node)
    steps = [Step(place_of(tie.module, tie.first), "it is held here already")] if tie.first is not None else []
    steps.append(Step(place_of(site.module, site.node), f"`{site.transform.name}` differentiates both"))
    what = describe(tie.item)
    message = (
        f"{what} stands several times in a tree that is trained: its copies drift apart"
        if tie.kind == "repeated"
        else f"{what} is in two fields of a tree that is trained: the two drift apart"
    )
    return rule.finding(place, message, steps, _REMEDY)
