"""PTL210."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.optimizers import APPLY_FILTERED, APPLY_UPDATES, EQUINOX
from pytreelint.model.queries.concrete import renamed
from pytreelint.model.types.leaves import is_seen
from pytreelint.model.types.opaque_leaves import opaque_leaves
from pytreelint.model.values.sites import Operand, TreeCall
from pytreelint.rules.finding import Finding, Fix
from pytreelint.rules.raw.filtering import filtered_help, filtered_tree
from pytreelint.rules.raw.tree_findings import about_tree
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class UnfilteredOptimizer(Rule[TreeCall]):
    """An optimizer meets a model with leaves that are no arrays.

    ## What it does
    Finds models with a function, string or object among their leaves that are given to `init` or `update` of an optax
    optimizer which does not take them, or to `optax.apply_updates`.

    ## Why is this bad?
    `optim.init` makes zeros like each leaf: `TypeError: zeros_like requires ndarray or scalar arguments, got <class
    'function'>`. `apply_updates` adds to each leaf: `TypeError: unsupported operand`.

    ## Example
    ```python
    state = optim.init(model)  # model.activation is a function
    ```

    ## Use instead
    ```python
    state = optim.init(eqx.filter(model, eqx.is_inexact_array))
    ```
    and `eqx.apply_updates(model, updates)`.

    ## Fix safety
    Safe where all leaves that are not rejected are certainly arrays; unsafe otherwise: numbers would be left out.

    ## Known limits
    What rejects opaque leaves was measured optimizer by optimizer (optax 0.2.8): `sgd` without momentum keeps no state,
    and takes any; `adam` rejects them in `init`, and takes them as the `params` of `update`. Optimizers that are not in
    the table, or are parameters, are passed over; so are models of which only an annotation speaks: it may be the half
    that holds the arrays.

    ## References
    - https://docs.kidger.site/equinox/faq/ (equinox 0.13.8)
    - https://optax.readthedocs.io/en/latest/api/apply_updates.html (optax 0.2.8)
    """

    code = "PTL210"
    name = "unfiltered-optimizer"
    severity = "error"

    def check(self, site: TreeCall, model: Model) -> Iterator[Finding]:
        """One tree has a leaf that is certainly rejected."""
        if site.family != "optimizer":
            return
        for operand in site.trees:
            leaf = next((leaf for leaf in opaque_leaves(model, operand.value) if leaf.path), None)
            if leaf is not None and is_seen(model, operand.value, leaf):
                trouble = f"which `{site.called}` rejects"
                fix = _fix(site, model)
                yield about_tree(self, site, operand, leaf, trouble, _help(site, model, operand), (), fix)
                return


def _fix(site: TreeCall, model: Model) -> Fix | None:
    """Every tree with an opaque leaf is filtered; what `apply_updates` gives gets the rest back."""
    wrong = [operand for operand in site.trees if next(opaque_leaves(model, operand.value), None) is not None]
    return filtered_tree(site, model, wrong, "is_inexact_array", combined=site.called == APPLY_UPDATES)


def _help(site: TreeCall, model: Model, operand: Operand) -> str:
    if site.called == APPLY_UPDATES and model.program.target_for(site.module) == "equinox":
        assert isinstance(site.node, ast.expr)
        code = renamed(model, site.module, site.node, APPLY_UPDATES, APPLY_FILTERED)
        return f"{EQUINOX}; {code or APPLY_FILTERED}"
    return filtered_help(site, model, operand, "is_inexact_array", site.called == APPLY_UPDATES)
