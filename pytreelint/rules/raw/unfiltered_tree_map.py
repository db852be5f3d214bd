"""PTL211."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.operations import PARTITION, TREE_LEAVES
from pytreelint.knowledge.record import replace
from pytreelint.knowledge.repairs import FLATTENING
from pytreelint.model.driver.failing import failing, unknown_arguments
from pytreelint.model.queries.evidence import chain, describe, place_of, steps
from pytreelint.model.text.place import Step
from pytreelint.model.types.leaves import Leaf, certain_leaves, is_none, is_seen, opaque
from pytreelint.model.types.structures import difference, node_kind
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.sites import TreeCall
from pytreelint.model.values.value import Bound, Function, Union, Value
from pytreelint.rules.finding import Finding
from pytreelint.rules.raw.filtering import filtered_help, filtered_tree
from pytreelint.rules.raw.tree_findings import about_tree, text
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class UnfilteredTreeMap(Rule[TreeCall]):
    """Arithmetic over all leaves of a tree that has leaves which are no arrays.

    ## What it does
    Finds `jax.tree.map(f, tree)` where `f` certainly raises over a function, string or object among the leaves, or over
    the None that a later tree has in the place of a leaf, as a filtered gradient has of what it leaves out; the same in
    `jax.tree.reduce` and in loops over `jax.tree.leaves(tree)`, and such trees in `jax.device_put`,
    `jax.lax.stop_gradient`, `ravel_pytree`, `optax.global_norm`, `optax.tree_utils`, as the `y0` of a solver of diffrax
    or optimistix, and among the arguments of JAX's `odeint`.

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
            solver = site.family == "solver"
            leaf = next((e for e in found if (e.path or solver) and is_seen(model, operand.value, e)), None)
            if leaf is not None:
                loop = site.called == TREE_LEAVES
                trouble = f"over which {'the loop over its leaves' if loop else f'`{site.called}`'} raises"
                combined = site.called not in FLATTENING
                listed = isinstance(site.node, ast.Name)  # before the loop, and for whatever else
                fix = filtered_tree(site, model, site.trees, "is_array", combined) if not listed else None
                said = filtered_help(site, model, operand, "is_array", combined)
                if solver:
                    said = f"{PARTITION}  # solve for `arrays`, and give `args` the rest, to be combined with them"
                    fix, said = None, _CLOSE if operand.label == "args" else said
                more = _raises(site, model, position, leaf) or ()
                yield about_tree(self, site, operand, leaf, trouble, said, more, fix)
                return
        yield from self._lacking(site, model)

    def _lacking(self, site: TreeCall, model: Model) -> Iterator[Finding]:
        """A later tree has None where the first one has a leaf: gradients have, of what is not differentiated."""
        for position, operand in enumerate(site.trees) if site.function is not None else ():
            first = site.trees[0]
            found = difference(model, first.value, operand.value)
            if found is None or not is_none(found.other) or node_kind(found.one) != "leaf" or not found.path:
                continue
            values = unknown_arguments(len(site.trees), position, replace(found.other, why=None))
            more = _fails(site, model, values)
            if more is None:
                continue
            place = place_of(site.module, site.node)
            one, other = text(site, first), text(site, operand)
            yield self.finding(
                place,
                f"`{found.path}` of `{one}` is {describe(found.one)}, and of `{other}` None, over which `{site.called}`"
                " raises",
                steps(chain(operand.value.why), more),
                f"# leave {one}'s leaf as it is where the one of {other} is None, or map over what both have",
            )
            return


_CLOSE = "# let the function close over what is no array: `lambda y, t, *args: f(y, t, *args, what)`"


def _raises(site: TreeCall, model: Model, position: int, leaf: Leaf) -> tuple[Step, ...] | None:
    """Where it raises; None where that is not certain."""
    if site.function is None:
        return ()
    return _fails(site, model, unknown_arguments(len(site.trees), position, replace(leaf.value, why=None)))


def _fails(site: TreeCall, model: Model, values: tuple[Value, ...]) -> tuple[Step, ...] | None:
    """Where the function of a `tree.map` raises over these leaves; None where that is not certain."""
    assert isinstance(site.node, ast.expr) and site.function is not None
    arguments = Arguments((*site.before, *values), {}, site.node, Frame(site.module, {}, top=True))
    node = failing(model, site.function, arguments)
    if node is None:
        return None
    function = site.function.function if isinstance(site.function, Bound) else site.function
    where = function.module if isinstance(function, Function) else site.module
    return () if node is site.node else (Step(place_of(where, node), "raises here"),)
