"""PTL211."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.operations import PARTITION, TREE_LEAVES
from pytreelint.knowledge.record import replace
from pytreelint.knowledge.repairs import FLATTENING
from pytreelint.model.driver.failing import failing, unknown_arguments
from pytreelint.model.queries.evidence import place_of
from pytreelint.model.text.place import Step
from pytreelint.model.types.leaves import Leaf, certain_leaves, is_seen, opaque
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.sites import TreeCall
from pytreelint.model.values.value import Bound, Function, Union, Value
from pytreelint.rules.finding import Finding
from pytreelint.rules.raw.filtering import filtered_help, filtered_tree
from pytreelint.rules.raw.tree_findings import about_tree
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class UnfilteredTreeMap(Rule[TreeCall]):
    """Arithmetic over all leaves of a tree that has leaves which are no arrays.

    ## What it does
    Finds `jax.tree.map(f, tree)` where `f` certainly raises over a function, string or object among the leaves, the
    same in `jax.tree.reduce` and in loops over `jax.tree.leaves(tree)`, and such trees in `jax.device_put`,
    `jax.lax.stop_gradient`, `ravel_pytree`, `optax.global_norm`, `optax.tree_utils`, and as the `y0` of a solver of
    diffrax or optimistix.

    ## Why is this bad?
    `TypeError: unsupported operand type(s) for *: 'function' and 'float'`, at the first call.

    ## Example
    ```python
    model = jax.tree.map(lambda p, g: p - 0.1 * g, model, grads)  # model.activation is a function
    ```

    ## Use instead
    ```python
    model = eqx.apply_updates(model, jax.tree.map(lambda g: -0.1 * g, grads))
    ```
    or the same `tree.map` over `eqx.filter(model, eqx.is_inexact_array)`.

    ## Fix safety
    Safe where all leaves that are not rejected are certainly arrays, and the function gives one array for each: numbers
    would be left out, and None or a tuple cannot be joined with the other leaves. Unsafe otherwise, and where what
    comes out is taken apart again. None for a solver, whose function needs the rest of the tree, too.

    ## Known limits
    Only the part of `f` that every call reaches is looked at: what comes after its first `if` is not. A `tree.map`
    with `is_leaf` is passed over, and a model of which only an annotation speaks: it may be its gradient.

    ## References
    - https://docs.jax.dev/en/latest/_autosummary/jax.tree.map.html (jax 0.10, 0.12)
    - https://docs.kidger.site/equinox/all-of-equinox/ (equinox 0.13.8)
    """

    code = "PTL211"
    name = "unfiltered-tree-map"
    severity = "error"

    def check(self, site: TreeCall, model: Model) -> Iterator[Finding]:
        """One tree has a leaf over which the operation certainly raises."""
        if site.family == "optimizer":
            return
        for position, operand in enumerate(site.trees):
            if isinstance(operand.value, Union):
                continue

            def bad(leaf: Leaf, at: int = position) -> bool:
                return opaque(leaf.value) is True and _raises(site, model, at, leaf) is not None

            found = certain_leaves(model, operand.value, bad)
            leaf = next((each for each in found if each.path and is_seen(model, operand.value, each)), None)
            if leaf is not None:
                loop = site.called == TREE_LEAVES
                trouble = f"over which {'the loop over its leaves' if loop else f'`{site.called}`'} raises"
                combined = site.called not in FLATTENING
                fix = filtered_tree(site, model, site.trees, "is_array", combined)
                said = filtered_help(site, model, operand, "is_array", combined)
                if site.family == "solver":
                    fix, said = (
                        None,
                        f"{PARTITION}  # solve for `arrays`, and give `args` the rest, to be combined with them",
                    )
                more = _raises(site, model, position, leaf) or ()
                yield about_tree(self, site, operand, leaf, trouble, said, more, fix)
                return


def _raises(site: TreeCall, model: Model, position: int, leaf: Leaf) -> tuple[Step, ...] | None:
    """Where it raises; None where that is not certain."""
    if site.function is None:
        return ()
    assert isinstance(site.node, ast.expr)
    values: tuple[Value, ...] = unknown_arguments(len(site.trees), position, replace(leaf.value, why=None))
    arguments = Arguments((*site.before, *values), {}, site.node, Frame(site.module, {}, top=True))
    node = failing(model, site.function, arguments)
    if node is None:
        return None
    function = site.function.function if isinstance(site.function, Bound) else site.function
    where = function.module if isinstance(function, Function) else site.module
    return () if node is site.node else (Step(place_of(where, node), "raises here"),)
