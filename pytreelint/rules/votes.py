"""Votes of a file on fixes in other files: how it calls, maps or passes on the transformed functions there.

A vote is a finding without words, at the place of the transform, with the fix that would be right for this file's uses.
A fix stays safe only if all votes allow it (`engine.agreeing`). To work votes out takes up to a quarter of a check, and
safe fixes that other files could object to are rare: a vote stays open until there is one.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from pytreelint.knowledge.repairs import FLATTENING
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.queries.evidence import place_of
from pytreelint.model.queries.handed_on import imported_transforms
from pytreelint.model.values.sites import DecoratedMethod, Site, TransformCall, TreeCall
from pytreelint.model.values.value import Transformed
from pytreelint.rules.finding import OPEN, Finding, Fix

if TYPE_CHECKING:
    from pytreelint.knowledge.transforms import Transform
    from pytreelint.model.values.protocol import Model

    _Voice = tuple[ModuleInfo, ast.AST, Callable[[], Fix | None]]


def votes(model: Model, module: ModuleInfo, worked_out: bool) -> Iterator[Finding]:
    """The votes of a file that was judged; open ones, if they are not to be worked out."""
    for there, node, find in _voices(model, module):
        fix = find() if worked_out else OPEN
        yield Finding("", "", "advice", "", place_of(there, node), (), None, fix)


def _voices(model: Model, module: ModuleInfo) -> Iterator[_Voice]:
    """The places of transforms elsewhere that a file uses, each with what tells the fix for these uses."""
    seen: set[ast.AST] = set()
    for site in model.sites:
        if _is_elsewhere(site, module) and site.node not in seen:
            if isinstance(site, (TransformCall, DecoratedMethod)):
                seen.add(site.node)
                if _has_twin(site.transform):
                    yield site.module, site.node, partial(_of_calls, model, site)
            elif isinstance(site, TreeCall) and site.family == "arithmetic":
                seen.add(site.node)
                yield site.module, site.node, partial(_of_trees, model, site)
    for wrapper in imported_transforms(model, module):
        if wrapper.module.origin == "project" and wrapper.site not in seen:
            seen.add(wrapper.site)
            if _has_twin(wrapper.transform):
                yield wrapper.module, wrapper.site, partial(_of_uses, model, wrapper)


def _is_elsewhere(site: Site, module: ModuleInfo) -> bool:
    return site.module is not module and site.module.origin == "project"


def _has_twin(transform: Transform) -> bool:
    return not transform.filtered and bool(transform.twins)


def _of_calls(model: Model, site: TransformCall | DecoratedMethod) -> Fix | None:
    """The twin of a raw transform that this file's calls meet."""
    from pytreelint.rules.raw.rewrite import twin_fix  # few runs work votes out

    with model.aside():
        return twin_fix(model, site.module, site.node, site.transform)


def _of_trees(model: Model, site: TreeCall) -> Fix | None:
    """The filter before an operation over trees."""
    from pytreelint.rules.raw.filtering import filtered_tree

    return filtered_tree(site, model, site.trees, "is_array", site.called not in FLATTENING, imports=False)


def _of_uses(model: Model, wrapper: Transformed) -> Fix:
    """The twin of a function that this file names, and was not seen to call."""
    from pytreelint.rules.raw.used import used_safely

    conditions = tuple(used_safely(model, wrapper.module, wrapper.site, wrapper.transform))
    safe = all(condition.holds for condition in conditions)
    return Fix("safe" if safe else "unsafe", "", (), conditions=conditions)
