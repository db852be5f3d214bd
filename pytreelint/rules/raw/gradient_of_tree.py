"""PTL216."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.evidence import place_of, returned_by, steps, structure_of
from pytreelint.model.values.losses import LossOf
from pytreelint.model.values.value import (
    NONE,
    Array,
    Constant,
    Container,
    Object,
    Scalar,
    Value,
    options_of,
)
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class GradientOfTree(Rule[LossOf]):
    """The function of a gradient returns a tree or nothing, or no pair where `has_aux` asks for one.

    ## What it does
    Finds `grad` and `value_and_grad` (JAX's, Equinox's, Flax's and the runtime's) of functions that certainly return
    more than a number: a tuple without `has_aux=True`, a dict of losses, `None` where a `return` was forgotten. And,
    with `has_aux=True`, functions that return anything but a pair.

    ## Why is this bad?
    A gradient is one of a real scalar: `TypeError: Gradient only defined for scalar-output functions. Output was
    (Array(...), ...)`, or `expected function with aux output to return a two-element tuple`, at the first call.

    ## Example
    ```python
    def loss(params, batch):
        logits = model(params, batch["x"])
        return cross_entropy(logits, batch["y"]).mean(), logits

    loss, grads = jax.value_and_grad(loss)(params, batch)
    ```

    ## Use instead
    ```python
    (loss, logits), grads = jax.value_and_grad(loss, has_aux=True)(params, batch)
    ```

    ## Fix safety
    Fix: none. With `has_aux=True` the call returns another structure, and each caller unpacks it otherwise.

    ## Known limits
    Shapes and dtypes are not asked for: an array of several elements, or of integers, is passed over. So are instances,
    which may stand for arrays, and functions that return a number on some of their ways.

    ## References
    - https://docs.jax.dev/en/latest/_autosummary/jax.grad.html (jax 0.10, 0.12)
    - https://docs.jax.dev/en/latest/_autosummary/jax.value_and_grad.html (jax 0.10, 0.12)
    """

    code = "PTL216"
    name = "gradient-of-tree"
    severity = "error"
    yields_to = ("PTL202", "PTL205")

    def check(self, site: LossOf, model: Model) -> Iterator[Finding]:
        """Whatever the function returns, the gradient refuses it."""
        options = options_of(site.value)
        if site.has_aux is None or any(each.declared for each in options):
            return
        if site.has_aux and all(map(_is_no_pair, options)):
            text = f"`has_aux=True` asks for a pair of the loss and the rest, and this returns {_said(site.value)}"
            remedy = "# return loss, aux"
        elif all(_is_no_loss(_loss(each, site.has_aux)) for each in options):
            loss = _said(_loss(options[0], site.has_aux))
            text = f"a gradient is one of a single real number, and this returns {loss}"
            remedy = "# return the loss alone, or a pair of it and the rest, with has_aux=True"
        else:
            return
        place = place_of(site.module, site.node)
        related = steps(returned_by(site.function))
        yield self.finding(place, text, related, remedy)


def _loss(value: Value, has_aux: bool) -> Value | None:
    """The part of a result that is differentiated; None where that is not known."""
    if not has_aux:
        return value
    return value.items[0] if isinstance(value, Container) and len(value.items) == 2 and value.rest is None else None


def _is_no_pair(value: Value) -> bool:
    """Whether it is certainly no tuple or list of two."""
    if isinstance(value, Container) and value.kind in ("tuple", "list"):
        return value.rest is None and len(value.items) != 2
    return value == NONE or isinstance(value, (Scalar, Constant, Array)) or _is_dict(value)


def _is_no_loss(value: Value | None) -> bool:
    """Whether it is certainly neither a number nor an array."""
    if value is None:
        return False
    if isinstance(value, Container):
        return value.kind in ("tuple", "list", "dict")
    return value == NONE or _is_record(value)


def _is_dict(value: Value) -> bool:
    return isinstance(value, Container) and value.kind == "dict"


def _is_record(value: Value) -> bool:
    return isinstance(value, Object) and "typing.NamedTuple" in set(value.cls.libraries())


def _said(value: Value | None) -> str:
    if isinstance(value, Array):
        return "an array"
    return "nothing" if value is None or value == NONE else structure_of(value)
