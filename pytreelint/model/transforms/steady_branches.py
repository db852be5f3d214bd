"""Branches that are taken in each iteration of a loop or in none: a wrapper made in one is made as often as without.

def infer(self, x):
    sample = self.model.sample if self.is_pytorch else jax.jit(lambda x: self.model.sample(x))
    return sample(x)
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.frozen import CONSTRUCTORS
from pytreelint.model.syntax.changing import CHANGING
from pytreelint.model.syntax.loop_items import is_of_item
from pytreelint.model.syntax.mutations import mutations
from pytreelint.model.syntax.occurrences import occurrences
from pytreelint.model.syntax.standing import around, outwards
from pytreelint.model.syntax.walking import walk
from pytreelint.model.transforms.captures import changes

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.regions import Region
    from pytreelint.model.values.sites import Remade

_UNSTEADY = (ast.Call, ast.NamedExpr, ast.Await, ast.Subscript)
_IN = (ast.In, ast.NotIn)


def are_steady(ev: Interpreter, site: Remade) -> bool:
    """Whether the branches in which a wrapper is made are taken in each iteration or in none."""
    return all(_is_steady(ev, branch, site.step) for branch in site.branches) and not _is_for_one_item(site)


def _is_for_one_item(site: Remade) -> bool:
    """Whether a wrapper is made for one item of the loop; a loop that is gone through item by item knows that side."""
    inner = site.node
    for outer in outwards(site.module.tree, site.node):
        if outer is site.step.node:
            return False
        if isinstance(outer, ast.If) and inner in outer.body and is_of_item(outer.test, site.step.node):
            return True
        inner = outer
    return False


def _is_steady(ev: Interpreter, branch: Region, step: Region) -> bool:
    """Whether a test comes out alike in all iterations: of names and attributes that nothing assigns or changes.

    `if self.step is None: self.step = jit(...)` makes one wrapper for all.
    """
    if not isinstance(branch.node, (ast.If, ast.IfExp)):
        return False
    test, modules = branch.node.test, dict.fromkeys((branch.frame.module, step.frame.module))
    for part in walk(test):
        if isinstance(part, _UNSTEADY) or (isinstance(part, ast.Compare) and any(isinstance(o, _IN) for o in part.ops)):
            return False
        if isinstance(part, ast.Attribute) and any(_may_change(each, part.attr) for each in modules):
            return False
        if isinstance(part, ast.Name) and any(_is_rebound(each, part.id) for each in modules):
            return False
    return not changes(ev, test, branch.frame, step, "nothing")


def _is_rebound(module: ModuleInfo, name: str) -> bool:
    return name in module.reassigned or name in mutations(module.tree).names


def _may_change(module: ModuleInfo, name: str) -> bool:
    """Whether code of a module, other than constructors, assigns such an attribute, or changes what it holds."""
    for use in occurrences(module.tree).attributes.get(name, ()):
        outer = around(module.tree, use)
        if any(getattr(each, "name", "") in CONSTRUCTORS for each in outer):
            continue
        holder = outer[-1] if outer else None
        while isinstance(holder, ast.Subscript) and isinstance(holder.ctx, ast.Load):
            holder = outer[outer.index(holder) - 1]
        assigned = [each for each in (use, holder) if isinstance(each, (ast.Attribute, ast.Subscript))]
        if any(not isinstance(each.ctx, ast.Load) for each in assigned):
            return True
        if isinstance(holder, ast.Attribute) and holder.attr in CHANGING:
            return True
    return False
