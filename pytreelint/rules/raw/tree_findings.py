"""The finding of the rules on operations over trees: the first tree with a leaf that is no array."""

from __future__ import annotations

import ast

from pytreelint.model.queries.concrete import named_in
from pytreelint.model.queries.evidence import describe, field_step, place_of, steps, trail
from pytreelint.model.text.place import Step
from pytreelint.model.types.leaves import Leaf
from pytreelint.model.values.sites import Operand, TreeCall
from pytreelint.model.values.value import Object
from pytreelint.rules.finding import Finding, Fix
from pytreelint.rules.rule import AnyRule


def about_tree(
    rule: AnyRule,
    site: TreeCall,
    operand: Operand,
    leaf: Leaf,
    trouble: str,
    remedy: str,
    more: tuple[Step, ...] = (),
    fix: Fix | None = None,
) -> Finding:
    """A finding about one leaf of a tree; `trouble` ends the sentence."""
    place = place_of(site.module, site.node)
    name = f"`{text(site, operand)}`"
    if leaf.path and isinstance(operand.value, Object):
        what = f"{name} is {describe(operand.value)}, whose leaf `{leaf.path}` is {describe(leaf.value)}"
    elif leaf.path:
        what = f"{name} has {describe(leaf.value)} at `{leaf.path}`"
    else:
        what = f"{name} is {describe(leaf.value)}"
    related = steps(trail(leaf), field_step(leaf), more)
    return rule.finding(place, f"{what}, {trouble}", related, remedy, fix)


def text(site: TreeCall, operand: Operand) -> str:
    """The operand as the program writes it, where that is short."""
    node = operand.node
    if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)):
        return named_in(site.module, node)
    return operand.label
