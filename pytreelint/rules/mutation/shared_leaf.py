"""PTL501."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.values.sites import Differentiated
from pytreelint.rules.finding import Finding
from pytreelint.rules.mutation.trained import about
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class SharedLeaf(Rule[Differentiated]):
    """Two fields of a model that is trained hold one array.

    ## What it does
    Finds `self.out = self.embed.weight`, `self.last = layers[-1]` beside `self.layers = layers`, and pairs such as
    `self.a = layer` and `self.b = layer` in a Module, where gradients are taken of an instance.

    ## Why is this bad?
    JAX flattens the two places into two leaves. Each gets the gradient of its own uses only, and after the first update
    the weights are no longer tied: they drift apart, silently.

    ## Example
    ```python
    class Model(eqx.Module):
        embed: eqx.nn.Embedding
        out: jax.Array

        def __init__(self, key):
            self.embed = eqx.nn.Embedding(8, 4, key=key)
            self.out = self.embed.weight
    ```

    ## Use instead
    ```python
    class Model(eqx.Module):
        embed: eqx.nn.Embedding

        def __init__(self, key):
            self.embed = eqx.nn.Embedding(8, 4, key=key)

        @property
        def out(self):
            return self.embed.weight
    ```

    ## Fix safety
    Fix: none. A field that goes changes the model's tree, and saved ones.

    ## Known limits
    - What is one object is told from assignments and calls of constructors in one function, not from values.
    - Files that speak of `Shared` or `share_through`, and transforms with `share=True`, keep what is one object one.
    - `nnx` modules and Linen modules are one object by their own means.

    ## References
    - https://docs.kidger.site/equinox/api/nn/shared/ (equinox 0.13.8)
    """

    code = "PTL501"
    name = "shared-leaf"
    severity = "warning"

    def check(self, site: Differentiated, model: Model) -> Iterator[Finding]:
        """Gradients are certainly taken of an instance that holds one array in two fields."""
        yield from about(self, site, model, "shared")
