"""PTL212."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.makers import REGISTER_CLASS, REGISTER_DATACLASS
from pytreelint.model.queries.evidence import place_of, steps, trail
from pytreelint.model.text.place import Step
from pytreelint.model.types.companions import may_be_registered
from pytreelint.model.types.leaves import Leaf, no_pytree
from pytreelint.model.types.opaque_leaves import opaque_leaves
from pytreelint.model.values.sites import Operand, TransformCall
from pytreelint.model.values.value import Container, Object, Union
from pytreelint.rules.finding import Finding
from pytreelint.rules.raw.rejected import passed_step
from pytreelint.rules.registering import as_node
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class UnregisteredPytree(Rule[TransformCall]):
    """A plain class or dataclass instance as a traced argument.

    ## What it does
    Finds instances of classes that JAX does not know as PyTrees (plain classes, `@dataclass`, attrs, linen Modules)
    that are passed as a traced argument, carry or operand of a raw transform, or in a list, tuple or dict that is.

    ## Why is this bad?
    To JAX such an instance is one leaf, and no array: `TypeError: Error interpreting argument ... as an abstract
    array`, at the first call, whatever its fields are.

    ## Example
    ```python
    @dataclass
    class Batch:
        x: jax.Array
        y: jax.Array

    step = jax.jit(train_step)
    step(params, Batch(x, y))
    ```

    ## Use instead
    ```python
    @jax.tree_util.register_dataclass
    @dataclass
    class Batch:
        x: jax.Array
        y: jax.Array
    ```
    What is no data is a static argument, or is closed over.

    ## Fix safety
    Unsafe: a dataclass whose fields are all data, or certainly static, is registered; code that took an instance
    for one leaf sees its fields then. None for other classes.

    ## Known limits
    Classes that may be registered elsewhere, that have an unknown base, or of which only an annotation speaks while
    they may be subclassed, are passed over. `eval_shape` and `make_jaxpr` take objects with `shape` and `dtype`.

    ## References
    - https://docs.jax.dev/en/latest/custom_pytrees.html (jax 0.10, 0.12)
    """

    code = "PTL212"
    name = "unregistered-pytree"
    severity = "error"

    def check(self, site: TransformCall, model: Model) -> Iterator[Finding]:
        """One traced argument is an instance that JAX certainly takes for a leaf."""
        if not site.transform.rejects_opaque_inputs:
            return
        for operand in site.operands:
            for leaf in _instances(model, operand):
                assert isinstance(leaf.value, Object)
                if _array_like(site, leaf.value) or not no_pytree(model, leaf.value):
                    continue
                if not may_be_registered(model, leaf.value.cls, site.module, site.caller):
                    yield self._finding(site, model, operand, leaf)
                    return

    def _finding(self, site: TransformCall, model: Model, operand: Operand, leaf: Leaf) -> Finding:
        value = leaf.value
        assert isinstance(value, Object)
        cls, place = value.cls, place_of(site.module, site.node)
        declared = Step(place_of(cls.module, cls.node), f"`{cls.name}` is no PyTree")
        related = steps(trail(leaf), [declared, passed_step(site)])
        name = site.transform.name
        return self.finding(
            place,
            f"`{operand.label}{leaf.path}` is a `{cls.name}`, which is no PyTree, and `{name}` rejects it as a leaf",
            related,
            _help(site, operand, leaf),
            as_node(model, value),
        )


def _instances(model: Model, operand: Operand) -> Iterator[Leaf]:
    """The instance that an operand is, or those among its items, which may be no PyTrees."""
    value = operand.value
    if operand.role not in ("traced", "carry", "xs", "operand"):
        return
    if isinstance(value, Object):
        if value.exact or (operand.annotated and value.cls.dataclass_maker is not None):
            yield Leaf("", value, (value.why,) if value.why else ())
    elif isinstance(value, (Container, Union)):
        found = opaque_leaves(model, value)
        yield from (leaf for leaf in found if isinstance(leaf.value, Object) and not leaf.field)


def _array_like(site: TransformCall, value: Object) -> bool:
    """Whether it may have a shape and a dtype, where that is all that is asked for."""
    if not site.transform.takes_shapes:
        return False
    names = {"shape", "dtype"}
    held = {name for name, _ in value.fields} | set(value.cls.fields())
    return all(name in held or value.cls.method(name) or _assigned(value, name) for name in names)


def _assigned(value: Object, name: str) -> bool:
    return any(name in cls.assigned for cls in value.cls.mro)


def _help(site: TransformCall, operand: Operand, leaf: Leaf) -> str:
    assert isinstance(leaf.value, Object)
    cls = leaf.value.cls
    with_what = REGISTER_DATACLASS if cls.dataclass_maker is not None else REGISTER_CLASS
    static = f", or make `{operand.label}` static" if site.transform.static_params and not leaf.path else ""
    static = static or ", or close over it"
    return f"import jax  # and decorate `{cls.name}` with `@{with_what}`{static}"
