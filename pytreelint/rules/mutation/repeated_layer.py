"""PTL502."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.values.repeated import RepeatedInField
from pytreelint.model.values.sites import Differentiated
from pytreelint.rules.finding import Finding
from pytreelint.rules.mutation.trained import about, kept
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class RepeatedLayer(Rule[Differentiated | RepeatedInField]):
    """One layer stands several times in a model that is trained.

    ## What it does
    Finds `[layer] * n`, `(block,) * n`, `[self.layer for _ in range(n)]`, `[layer, act, layer]`, dicts such as
    `{name: layer for name in names}` and `dict.fromkeys(names, layer)`, and `layers.append(layer)` of one layer in a
    loop, by whatever names, with an instance that has weights, where gradients are taken of a tree that holds the
    result, or where a Module of Equinox keeps it in a field.

    ## Why is this bad?
    It is one object in Python. JAX flattens it into n leaves with equal values: each gets a gradient of its own, and
    after the first update there are n layers. Meant as one, they drift apart; meant as n, they all begin alike.

    ## Example
    ```python
    block = Block(key)
    model = eqx.nn.Sequential([block] * 3)
    grads = eqx.filter_grad(loss)(model, x)
    ```

    ## Use instead
    ```python
    model = eqx.nn.Sequential([Block(k) for k in jr.split(key, 3)])
    grads = eqx.filter_grad(loss)(model, x)
    ```

    ## Fix safety
    Fix: none. Whether one layer or n are meant, only the author knows: for one, keep it in one field and call it n
    times.

    ## Known limits
    - Files that speak of `Shared` or `share_through`, and transforms with `share=True`, keep what is one object one.
    - `nnx` modules and Linen modules are one object by their own means. Lists of arrays are passed over.
    - So is what the methods of its holder read as `stop_gradient(self.field)`: no gradient reaches a copy of it.

    ## References
    - https://docs.kidger.site/equinox/api/nn/shared/ (equinox 0.13.8)
    """

    code = "PTL502"
    name = "repeated-layer"
    severity = "warning"

    def check(self, site: Differentiated | RepeatedInField, model: Model) -> Iterator[Finding]:
        """Gradients are taken of a tree in which an instance stands several times, or those of its class will be."""
        yield from about(self, site, model, "repeated") if isinstance(site, Differentiated) else kept(self, site, model)
