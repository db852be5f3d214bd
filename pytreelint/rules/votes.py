"""Votes of a file on fixes in other files: how it calls, maps or passes on the transformed functions there.

A vote is a finding without words, at the place of the transform, with the fix that would be right for this file's uses.
A fix stays safe only if all votes allow it (`engine.agreeing`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.repairs import FLATTENING
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.queries.evidence import place_of
from pytreelint.model.queries.handed_on import imported_transforms
from pytreelint.model.values.sites import DecoratedMethod, Site, TransformCall, TreeCall
from pytreelint.model.values.value import Transformed
from pytreelint.rules.finding import Finding, Fix
from pytreelint.rules.raw.filtering import filtered_tree
from pytreelint.rules.raw.rewrite import twin_fix
from pytreelint.rules.raw.used import used_safely

if TYPE_CHECKING:
    from pytreelint.knowledge.transforms import Transform
    from pytreelint.model.values.protocol import Model


def votes(model: Model, module: ModuleInfo) -> Iterator[Finding]:
    """The votes of a file that was judged."""
    seen: set[ast.AST] = set()
    for site in model.sites:
        if _is_elsewhere(site, module) and site.node not in seen:
            if isinstance(site, (TransformCall, DecoratedMethod)):
                seen.add(site.node)
                yield from _of_transform(model, site.module, site.node, site.transform)
            elif isinstance(site, TreeCall) and site.family == "arithmetic":
                seen.add(site.node)
                combined = site.called not in FLATTENING
                fix = filtered_tree(site, model, site.trees, "is_array", combined, imports=False)
                yield _vote(site.module, site.node, fix)
    for wrapper in imported_transforms(model, module):
        if wrapper.module.origin == "project" and wrapper.site not in seen:
            seen.add(wrapper.site)
            yield from _of_uses(model, wrapper)


def _is_elsewhere(site: Site, module: ModuleInfo) -> bool:
    return site.module is not module and site.module.origin == "project"


def _of_transform(model: Model, module: ModuleInfo, node: ast.AST, transform: Transform) -> Iterator[Finding]:
    """A vote on the twin of a raw transform, where there is one."""
    if not transform.filtered and transform.twins:
        with model.aside():
            fix = twin_fix(model, module, node, transform)
        yield _vote(module, node, fix)


def _of_uses(model: Model, wrapper: Transformed) -> Iterator[Finding]:
    """A vote on the twin of a function that this file names, and was not seen to call."""
    if not wrapper.transform.filtered and wrapper.transform.twins:
        conditions = tuple(used_safely(model, wrapper.module, wrapper.site, wrapper.transform))
        safe = all(condition.holds for condition in conditions)
        yield _vote(wrapper.module, wrapper.site, Fix("safe" if safe else "unsafe", "", (), conditions=conditions))


def _vote(module: ModuleInfo, node: ast.AST, fix: Fix | None) -> Finding:
    return Finding("", "", "advice", "", place_of(module, node), (), None, fix)
