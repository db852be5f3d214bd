"""What the rules on opaque leaves share: the first argument that a raw transform rejects, as a finding."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.queries.evidence import describe, field_step, place_of, steps, trail
from pytreelint.model.text.place import Step
from pytreelint.model.types.companions import may_be_registered
from pytreelint.model.types.leaves import Leaf, is_seen, no_pytree
from pytreelint.model.types.opaque_leaves import opaque_leaves
from pytreelint.model.values.sites import Operand, TransformCall
from pytreelint.model.values.value import Function, Object, Opaque, Union, Unknown, Value
from pytreelint.rules.finding import Finding, Fix
from pytreelint.rules.raw.remedy import with_twin
from pytreelint.rules.raw.rewrite import twin_fix
from pytreelint.rules.raw.seen import calls_at
from pytreelint.rules.rule import AnyRule
from pytreelint.rules.static.marking import of_leaf

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


def rejected_operand(rule: AnyRule, site: TransformCall, model: Model, roles: tuple[str, ...]) -> Iterator[Finding]:
    """A finding for the first operand with an opaque leaf."""
    for operand in site.operands:
        found = opaque_leaves(model, operand.value) if operand.role in roles else iter(())
        certain = (each for each in found if not _splits_trees(site) or is_seen(model, operand.value, each))
        leaf = next((each for each in certain if not registered(model, each.value, site.module, site.caller)), None)
        # An instance of an unregistered class that is the argument itself, or an item of it, is another rule's.
        if leaf is None or _is_instance(model, leaf) or _abstract(site, leaf):
            continue
        if not is_given_otherwise(model, site, operand):
            yield about_operand(rule, site, model, operand, leaf, f"which `{site.transform.name}` rejects")
            return


def is_given_otherwise(model: Model, site: TransformCall, operand: Operand) -> bool:
    """Whether an argument is what its annotation says, and a call that was seen gives something that is accepted."""
    if not isinstance(site.function, Function) or site.function.node is not site.entry:
        return False
    calls = [each for each in calls_at(model, site.node) if each.entry is not site.entry]
    given = [each for call in calls for each in call.operands if each.label == operand.label]
    return any(type(each.value) not in (Unknown, Union) and not rejected(model, each) for each in given)


def _is_instance(model: Model, leaf: Leaf) -> bool:
    return isinstance(leaf.value, Object) and not leaf.field and (not leaf.path or no_pytree(model, leaf.value))


def registered(model: Model, value: Value, *modules: ModuleInfo) -> bool:
    """Whether a leaf is an instance of a class that may be registered after all, where these modules run."""
    return isinstance(value, Object) and may_be_registered(model, value.cls, *modules)


def _splits_trees(site: TransformCall) -> bool:
    """Whether what an annotation calls a model may be the half of one that holds its arrays."""
    return site.module.splits_trees or site.caller.splits_trees


def rejected(model: Model, operand: Operand) -> bool:
    """Whether a transform gets as far as running its function, as far as this operand is concerned."""
    if operand.role not in ("traced", "carry", "xs", "operand"):
        return False
    plain = isinstance(operand.value, Object) and no_pytree(model, operand.value)
    return plain or next(opaque_leaves(model, operand.value), None) is not None


def _abstract(site: TransformCall, leaf: Leaf) -> bool:
    """Whether a leaf may have a shape and a dtype, where a transform asks for no more."""
    return site.transform.takes_shapes and isinstance(leaf.value, Opaque) and leaf.value.kind == "object"


def about_operand(
    rule: AnyRule, site: TransformCall, model: Model, operand: Operand, leaf: Leaf, trouble: str, remedy: str = ""
) -> Finding:
    """A finding about one leaf of an operand; `trouble` ends the sentence, `remedy` stands in the place of a fix."""
    place = place_of(site.module, site.node)
    if leaf.path and isinstance(operand.value, Object):
        what = f"`{operand.label}` is {describe(operand.value)}, whose leaf `{leaf.path}` is {describe(leaf.value)}"
    elif leaf.path:
        what = f"`{operand.label}{leaf.path}` is {describe(leaf.value)}"
    else:
        what = f"`{operand.label}` is {describe(leaf.value)}"
    related = tuple(s for s in steps(trail(leaf), field_step(leaf), [passed_step(site)]) if s.place != place)
    if remedy:
        return rule.finding(place, f"{what}, {trouble}", related, remedy)
    marking = of_leaf(model, site.module, leaf) if model.program.native else None
    fix = twin_fix(model, site.module, site.node, site.transform) if marking is None else marking.fix
    return rule.finding(
        place,
        f"{what}, {trouble}",
        related,
        _help(site, model, operand, leaf, fix) if marking is None else marking.help,
        fix,
    )


def passed_step(site: TransformCall) -> Step:
    """Where the operand met the transform."""
    if isinstance(site.call, ast.Name):  # nobody was seen to call it: the parameter's annotation says so
        node = site.wrapper.decorated or site.node if site.wrapper else site.node
        return Step(place_of(site.module, node), "its parameter")
    return Step(place_of(site.caller, site.call), f"passed to `{site.transform.name}` here")


def _help(site: TransformCall, model: Model, operand: Operand, leaf: Leaf, fix: Fix | None) -> str:
    """Names the argument, and the class and field of the leaf."""
    held = f"`{leaf.owner.name}.{leaf.field}`" if leaf.owner is not None and leaf.field else f"`{operand.label}`"
    decorated = site.wrapper.decorated.name if site.wrapper is not None and site.wrapper.decorated is not None else ""
    return with_twin(model, site.module, site.node, site.transform, f"{held} stays as it is", decorated, fix)
