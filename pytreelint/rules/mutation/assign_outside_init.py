"""PTL504."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.evidence import place_of
from pytreelint.model.syntax.walking import walk
from pytreelint.model.text.place import Step
from pytreelint.model.types.writes import is_construction
from pytreelint.model.values.lost import LostRead
from pytreelint.model.values.sites import AttributeWrite
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.protocol import Model


class AssignOutsideInit(Rule[LostRead]):
    """An attribute is assigned to a PyTree that does not hand it on.

    ## What it does
    Finds attributes that are assigned to an instance after its construction, that its class does not flatten, and that
    are read after the instance went through a transform or `jax.tree.map`; and those that the constructor assigns,
    where unflattening makes the instance without it (`object.__new__(cls)`), and sets less.

    ## Why is this bad?
    A transform flattens the instance and builds another one, of the children and aux data that its class declares. What
    was assigned besides is gone: `AttributeError: 'Layer' object has no attribute 'scale'`, or, where the constructor
    or the class gives that attribute a value, this value is back without a word.

    ## Example
    ```python
    @jax.tree_util.register_pytree_node_class
    class Layer:
        def __init__(self, weight):
            self.weight = weight

        def tree_flatten(self):
            return (self.weight,), None

        @classmethod
        def tree_unflatten(cls, aux, children):
            return cls(*children)

    layer = Layer(jnp.ones(3))
    layer.scale = 2.0
    jax.jit(lambda layer, x: layer.scale * layer.weight * x)(layer, 1.0)
    ```

    ## Use instead
    ```python
    @jax.tree_util.register_pytree_node_class
    class Layer:
        def __init__(self, weight, scale=1.0):
            self.weight = weight
            self.scale = scale

        def tree_flatten(self):
            return (self.weight, self.scale), None

        @classmethod
        def tree_unflatten(cls, aux, children):
            return cls(*children)

    layer = Layer(jnp.ones(3), scale=2.0)
    ```

    ## Fix safety
    Fix: none. Whether the attribute is a child or aux data, only the author knows.

    ## Known limits
    - By library: Equinox, flax.struct, `jax_dataclasses`, named tuples refuse the assignment (PTL503); `nnx` keeps what
      is assigned; `chex.dataclass`, `register_dataclass` and hand-written flattening lose what is no field.
    - Attributes that are asked for by name (`hasattr(x, "scale")`) are passed over, and those that the constructor sets
      to None: such a value is computed again.
    - What is read in other files than it is assigned in is passed over.

    ## References
    - https://docs.jax.dev/en/latest/custom_pytrees.html (jax 0.10, 0.12)
    """

    code = "PTL504"
    name = "assign-outside-init"
    severity = "error"

    def check(self, site: LostRead, model: Model) -> Iterator[Finding]:
        """The attribute was assigned, and is not there where it is read."""
        read = place_of(site.module, site.node)
        own = (
            s for s in model.sites if isinstance(s, AttributeWrite) and s.module.origin == "project" and not s.in_place
        )
        same = [s for s in own if s.name == site.name and s.instance.cls is site.cls]
        write = next((s for s in same if not is_construction(model, s)), same[0] if same and site.gone else None)
        if write is None or any(_speaks_of(site.name, module) for module in {site.module, write.module}):
            return
        gone = "AttributeError" if site.gone else "the value that it was constructed with is back"
        yield self.finding(
            place_of(write.module, write.node),
            f"`{site.name}` of a `{site.cls.name}` is assigned, and its flattening does not hand it on: {gone}",
            (Step(read, "it is read here, of an instance that was flattened and built again"),),
            f"{site.name}: Any  # make it a field, or a child or aux data, of `{site.cls.name}`",
        )


def _speaks_of(name: str, module: ModuleInfo) -> bool:
    """Whether a text in a module is the name of an attribute, which may be set by it."""
    return any(isinstance(node, ast.Constant) and node.value == name for node in walk(module.tree))
