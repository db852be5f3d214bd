"""PTL511."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.operations import MERGE
from pytreelint.model.queries.evidence import place_of
from pytreelint.model.queries.lost_changes import drawn_again, missed
from pytreelint.model.text.place import Step
from pytreelint.model.types.changers import is_stream
from pytreelint.model.values.lost import OwnCopy
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.syntax.last_changes import Change
    from pytreelint.model.values.protocol import Model


class LostUpdate(Rule[OwnCopy]):
    """A transformed function changes its own copy of an argument, and returns nothing of it.

    ## What it does
    Finds attributes and items that a function under `jax.jit` (or another transform) assigns to an argument, or to a
    list or dict inside of it, and methods that change it in place (`log["losses"].append(loss)`,
    `optimizer.update(model, grads)` of `flax.nnx`), where neither the function nor what it returns reads the argument
    afterwards. And `nnx.Rngs` that a loop gives to such a function, which counts the
    keys in a copy of them. And objects that a traced function builds with `nnx.merge`, changes, and does not return.

    ## Why is this bad?
    A transform takes its arguments apart into leaves, and the function gets objects that are built of tracers. What it
    changes in them is gone when it returns: the caller's model, state or dict is what it was before, without a word.
    The transforms of `flax.nnx` hand such changes on; those of JAX and Equinox do not.

    ## Example
    ```python
    @jax.jit
    def train_step(model, optimizer, batch):
        loss, grads = nnx.value_and_grad(loss_fn)(model, batch)
        optimizer.update(model, grads)
        return loss
    ```

    ## Use instead
    ```python
    @nnx.jit
    def train_step(model, optimizer, batch):
        ...
    ```

    Of other objects return what has changed, and use that: `state = train_step(state, batch)`.

    ## Fix safety
    Fix: none. What is returned is for the caller to take.

    ## Known limits
    Changes that the function reads again may be meant for itself, and are passed over, as are those of objects that
    have another name in the function.

    ## References
    - https://docs.jax.dev/en/latest/pytrees.html (jax 0.12.0)
    - https://flax.readthedocs.io/en/latest/guides/transforms.html (flax 0.12.8)
    """

    code = "PTL511"
    name = "lost-update"
    severity = "error"

    def check(self, site: OwnCopy, model: Model) -> Iterator[Finding]:
        """Nothing sees what the function changes in its copy."""
        if not isinstance(site.node, ast.FunctionDef):
            return
        if is_stream(site.value):
            drawn = drawn_again(site, site.node)
            if drawn is not None:
                yield self._drawn(site, drawn)
        elif (found := missed(site, model, site.node)) is not None:
            change, read = found
            yield self._found(site, site.node.name, change, read)

    def _drawn(self, site: OwnCopy, drawn: ast.Call) -> Finding:
        module, _, call = site.given
        transform = site.transform.name
        return self.finding(
            place_of(site.module, drawn),
            f"`{ast.unparse(drawn)}` counts in a copy that `{transform}` makes of `{site.parameter}`: "
            "each call gives the same key",
            (
                Step(place_of(*site.wrapper), f"`{transform}` builds `{site.parameter}` anew of its leaves"),
                Step(place_of(module, call), "each iteration gives it the same"),
            ),
            f"# a transform of the library of `{site.parameter}` hands its count on",
            about=site.parameter,
        )

    def _found(self, site: OwnCopy, function: str, change: Change, read: ast.expr | None) -> Finding:
        what = ast.unparse(change.node.func if isinstance(change.node, ast.Call) else change.node)
        done = f"`{what}` changes" if change.call is not None else f"`{what}` is assigned in"
        maker = MERGE if site.made else site.transform.name
        steps = [Step(place_of(*site.wrapper), f"`{maker}` builds `{site.parameter}` anew of its leaves")]
        if read is not None:
            steps.append(Step(place_of(site.given[0], read), "the caller reads it here, as it was before"))
        return self.finding(
            place_of(site.module, change.node),
            f"{done} a copy that `{maker}` makes of `{site.parameter}`, and is lost: `{function}` does not return it",
            steps,
            f"return {site.parameter}  # and use what comes back, or a transform of its library",
            about=site.parameter,
        )
