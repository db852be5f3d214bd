"""Does a loop repeat runs from one start on purpose: `for start in keys: for _ in range(n): rng, y = run(start, rng)`.

The start is an outer loop's own key, and the call is handed another key, which the loop renews.
"""

from __future__ import annotations

import ast
from itertools import takewhile
from typing import TYPE_CHECKING

from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.syntax.variables import assigned, variable
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values.value import Array, options_of

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model
    from pytreelint.model.values.sites import KeyReused

_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def are_of_one_start(model: Model, site: KeyReused) -> bool:
    """Whether a call in a loop is handed the key that an outer loop goes through, and one that this loop renews."""
    outer = list(takewhile(lambda each: not isinstance(each, FUNCTIONS), outwards(site.module.tree, site.node)))
    call = next((each for each in outer if isinstance(each, ast.Call)), None)
    loops = [each for each in outer if isinstance(each, _LOOPS)]
    start = variable(site.node)
    if site.before.node is not site.again.node or not start or call is None or len(loops) < 2:
        return False
    own = {name for each in loops[1:] if not isinstance(each, ast.While) for name in assigned(each.target)}
    renewed = {variable(each) for each in walk(loops[0]) if isinstance(getattr(each, "ctx", None), ast.Store)} - {start}
    return start in own and any(_is_key(model, site, each) for each in call.args if variable(each) in renewed)


def _is_key(model: Model, site: KeyReused, node: ast.expr) -> bool:
    with model.aside():
        held = model.expression(node, site.frame)
    return any(isinstance(each, Array) and each.flavour == "key" for each in options_of(held))
