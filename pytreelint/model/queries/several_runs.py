"""Does a loop repeat runs from one start on purpose: `for start in keys: for _ in range(n): rng, y = run(start, rng)`.

The start is an outer loop's own key, and the call is handed another key, which the loop renews.
"""

from __future__ import annotations

import ast
from itertools import takewhile
from typing import TYPE_CHECKING

from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values.value import Array, options_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytreelint.model.values.sites import KeyReused

_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def are_of_one_start(site: KeyReused) -> bool:
    """Whether a call in a loop is handed the key that an outer loop goes through, and one that this loop renews."""
    outer = list(takewhile(lambda each: not isinstance(each, FUNCTIONS), outwards(site.module.tree, site.node)))
    call = next((each for each in outer if isinstance(each, ast.Call)), None)
    loops = [each for each in outer if isinstance(each, _LOOPS)]
    if site.before.node is not site.again.node or not isinstance(site.node, ast.Name) or call is None or len(loops) < 2:
        return False
    own = {name for each in loops[1:] if not isinstance(each, ast.While) for name in _names([each.target])}
    return site.node.id in own and any(_is_key(site, name) for name in _names(call.args) & _bound_in(loops[0]))


def _bound_in(loop: ast.AST) -> set[str]:
    return {each.id for each in walk(loop) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}


def _names(nodes: Iterable[ast.AST]) -> set[str]:
    return {each.id for node in nodes for each in walk(node) if isinstance(each, ast.Name)}


def _is_key(site: KeyReused, name: str) -> bool:
    held = site.frame.find(name)
    return held is not None and any(isinstance(each, Array) and each.flavour == "key" for each in options_of(held))
