"""PTL511."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.bases import WRAPPED
from pytreelint.knowledge.in_place import ADDING
from pytreelint.model.queries.evidence import place_of
from pytreelint.model.syntax.last_changes import Change, changes_of, is_last_use, is_returned, is_unread, reads_behind
from pytreelint.model.text.place import Step
from pytreelint.model.types.changers import changed_by, part_at
from pytreelint.model.types.writes import frozen
from pytreelint.model.values.lost import OwnCopy
from pytreelint.model.values.value import Array, Container, Object
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class LostUpdate(Rule[OwnCopy]):
    """A transformed function changes its own copy of an argument, and returns nothing of it.

    ## What it does
    Finds attributes and items that a function under `jax.jit` (or another transform) assigns to an argument, and
    methods that change it in place (`optimizer.update(model, grads)` of `flax.nnx`), where neither the function nor
    what it returns reads the argument afterwards.

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
        function, tree = site.node, site.module.tree
        if not isinstance(function, ast.FunctionDef):
            return
        certain = [each for each in changes_of(tree, function, site.parameter) if _is_certain(site, each)]
        if lost := [change for change in certain if is_unread(tree, function, site.parameter, change, _is_plain(site))]:
            yield self._found(site, function, lost[0], ())
        elif (found := _expected(site, function, certain)) is not None:
            change, read = found
            step = Step(
                place_of(site.given[0], read), "the caller reads it here, of what it has given: it is as before"
            )
            yield self._found(site, function, change, (step,))

    def _found(self, site: OwnCopy, function: ast.FunctionDef, change: Change, more: tuple[Step, ...]) -> Finding:
        what = ast.unparse(change.node.func if isinstance(change.node, ast.Call) else change.node)
        done = f"`{what}` changes" if change.call is not None else f"`{what}` is assigned in"
        built = f"`{site.transform.name}` builds `{site.parameter}` anew of its leaves"
        return self.finding(
            place_of(site.module, change.node),
            f"{done} a copy that `{site.transform.name}` makes of `{site.parameter}`, and is lost: "
            f"`{function.name}` does not return it",
            (Step(place_of(*site.wrapper), built), *more),
            f"return {site.parameter}  # and use what comes back, or a transform of `flax.nnx` for its objects",
            about=site.parameter,
        )


def _expected(site: OwnCopy, function: ast.FunctionDef, certain: list[Change]) -> tuple[Change, ast.expr] | None:
    """What a method assigns to its own instance, and a read of it by the caller, of what was given."""
    value, (module, holder, call) = site.value, site.given
    if isinstance(call, ast.Call) and holder is call and isinstance(call.func, ast.Attribute):
        holder = call.func.value  # of a method
    if not isinstance(value, Object) or not isinstance(holder, ast.expr) or not isinstance(call, ast.expr):
        return None
    first = next(iter((*function.args.posonlyargs, *function.args.args)), None)
    found = value.cls.method(function.name)
    if found is None or found[1] is not function or first is None or first.arg != site.parameter:
        return None
    if is_returned(site.module.tree, function, site.parameter):
        return None
    for change in certain:
        if isinstance(change.node, ast.Attribute) and change.call is None:
            read = next(reads_behind(module.tree, call, holder, change.part), None)
            if read is not None:
                return change, read
    return None


def _is_plain(site: OwnCopy) -> Callable[[str], bool]:
    """Tells whether an attribute of an instance is what it holds: no property, no method."""
    value = site.value
    return lambda name: isinstance(value, Object) and value.get(name) is not None and value.cls.method(name) is None


def _sets_variable(value: object, change: Change) -> bool:
    """Whether a variable of flax gets another value: `model.count[...] += 1`, `model.count.value = x`."""
    held = part_at(value, change.attributes) if isinstance(value, Object) else None
    target = change.node
    if not isinstance(held, Array) or not held.variable:
        return False
    return isinstance(target, ast.Subscript) or isinstance(target, ast.Attribute) and target.attr in WRAPPED


def _is_certain(site: OwnCopy, change: Change) -> bool:
    """Whether a statement changes the copy, and nothing else."""
    value = site.value
    if change.call is None:
        if change.attributes:
            return _sets_variable(value, change)
        if not site.is_changed:
            return False
        if isinstance(value, Object):
            own = value.cls.pytree == "yes" and frozen(value.cls) is None and value.cls.method(change.part) is None
            setter = value.cls.method("__setattr__")
            return (
                own
                and isinstance(change.node, ast.Attribute)
                and (setter is None or setter[0].module.origin != "project")
            )
        return isinstance(change.node, ast.Subscript)
    method = change.call.func.attr if isinstance(change.call.func, ast.Attribute) else ""
    if isinstance(value, Container):
        return site.is_changed and not change.attributes and method in ADDING.get(value.kind, ())
    changed = changed_by(part_at(value, change.attributes), method)
    if changed is None or any(position >= len(change.call.args) for position in changed):
        return False
    code = site.node
    return isinstance(code, ast.FunctionDef) and all(
        is_last_use(site.module.tree, code, change.call.args[position], change.statement) for position in changed
    )
