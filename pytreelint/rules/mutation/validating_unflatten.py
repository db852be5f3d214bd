"""PTL509."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.unflattening import BY_CONSTRUCTOR, PLACEHOLDERS, refused_of
from pytreelint.model.queries.evidence import is_users_module, place_of, structure_of
from pytreelint.model.text.place import Place, Step
from pytreelint.model.transforms.axis_trees import axes_of
from pytreelint.model.transforms.hypothetical import MeetsInstance, if_rebuilt
from pytreelint.model.types.applied_again import changed_again
from pytreelint.model.types.parts import instances
from pytreelint.model.types.unflattening import checks_of, other_parameters
from pytreelint.model.values.built_of import BuiltOf
from pytreelint.model.values.sites import DecoratedMethod, Operand
from pytreelint.model.values.value import Constant, Object, Opaque, Value
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.protocol import Model


class ValidatingUnflatten(Rule[MeetsInstance | BuiltOf]):
    """A constructor checks what `tree_unflatten` gives it, which may be no array.

    ## What it does
    Finds classes whose `tree_unflatten` is `cls(*children)`, and whose `__init__` compares, converts or takes the shape
    of a child, where an instance, in whatever tree, meets a transform that builds it of something else; and those that
    refuse another number of axes, where a map builds them of rows; itself or in a function that it gives the child to.
    Registered dataclasses, too, those of flax and chex among them, whose `__post_init__` needs the value of a field:
    unflattening runs it. And those whose written `__init__` has other parameters than the fields, by which unflattening
    calls it. And those of which `jax.tree.map` makes a tree of numbers, None or strings, or `eqx.filter` and
    `eqx.partition` one of what a function says of each leaf. And those whose constructor makes another number of what
    it is given (`self.rate = rate / 2`), and gets that number again.

    ## Why is this bad?
    Transforms build instances of whatever takes the place of an array: tracers (`jit`, `vmap`, `scan`), None (Equinox's
    filtered gradients, `tree.map`), plain objects, or rows, which have an axis less (`vmap`, `scan`). The check fails
    inside of the transform: `TracerBoolConversionError`, `AttributeError: 'NoneType' object has no attribute 'shape'`.
    What a constructor computes is computed anew by each of them, silently.

    ## Example
    ```python
    @jax.tree_util.register_pytree_node_class
    class Interval:
        def __init__(self, low, high):
            if low > high:
                raise ValueError("empty")
            self.low, self.high = low, high

        def tree_flatten(self):
            return (self.low, self.high), None

        @classmethod
        def tree_unflatten(cls, aux, children):
            return cls(*children)

    jax.jit(lambda interval: interval.high)(Interval(jnp.array(0.0), jnp.array(1.0)))
    ```

    ## Use instead
    ```python
    @jax.tree_util.register_pytree_node_class
    class Interval:
        def __init__(self, low, high):
            if low > high:
                raise ValueError("empty")
            self.low, self.high = low, high

        def tree_flatten(self):
            return (self.low, self.high), None

        @classmethod
        def tree_unflatten(cls, aux, children):
            new = object.__new__(cls)
            new.low, new.high = children
            return new

    jax.jit(lambda interval: interval.high)(Interval(jnp.array(0.0), jnp.array(1.0)))
    ```

    ## Fix safety
    Fix: none. What a constructor does besides, only its author knows.

    ## Known limits
    - A constructor that asks for types, for None or for attributes is passed over.
    - Silent where no transform is seen to meet an instance.

    ## References
    - https://docs.jax.dev/en/latest/custom_pytrees.html (jax 0.10, 0.12)
    """

    code = "PTL509"
    name = "validating-unflatten"
    severity = "error"

    def check(self, site: MeetsInstance | BuiltOf, model: Model) -> Iterator[Finding]:
        """The constructor certainly fails for what this transform gives it."""
        if isinstance(site, BuiltOf):
            yield from self._built(site, model)
            return
        given, failing = PLACEHOLDERS.get(site.transform.name, ("", frozenset()))
        for operand, value in _instances(model, site) if given else ():
            met = Step(place_of(site.caller, operand.node), f"`{site.transform.name}` gets an instance here")
            fails = failing - {"rank"} if operand.role == "carry" else failing  # it is no array's row
            found = {a.parameter: a for a in reversed(checks_of(model, value)) if a.check in fails}
            for asked in (a for a in found.values() if is_users_module(a.module)):
                what = "an axis less" if asked.check == "rank" else given
                place = place_of(asked.module, asked.node)
                yield self._finding(met, value.cls, place, f"{what} for `{asked.parameter}`")
            for module, node, name in changed_again(model, value):
                if is_users_module(module):
                    what = f"what it has made of `{name}`, and makes the same of that"
                    yield self._finding(met, value.cls, place_of(module, node), what)
            other = other_parameters(value)
            if other is not None and is_users_module(other.module):
                lacks = f"takes no {_names(other.refused)}" if other.refused else f"needs {_names(other.needed)}"
                place = place_of(other.module, other.node)
                yield self._finding(met, value.cls, place, f"the fields by their names, and `__init__` {lacks}")
            needed = if_rebuilt(model, value, site) if not found else None
            if needed is not None and is_users_module(needed.place):
                place = place_of(needed.place, needed.needed)
                yield self._finding(met, value.cls, place, f"{given}, and needs a value")

    def _built(self, site: BuiltOf, model: Model) -> Iterator[Finding]:
        """The constructor certainly fails for what a tree operation has in the place of the arrays."""
        failing = frozenset.intersection(*(refused_of(_type_name(leaf)) for leaf in site.leaves))
        met = Step(place_of(site.module, site.node), f"`{site.by}` builds an instance here")
        for value in instances(model, site.tree):
            found = {a.parameter: a for a in reversed(checks_of(model, value)) if a.check in failing}
            for asked in (a for a in found.values() if is_users_module(a.module)):
                what = f"{structure_of(site.leaves[0])} for `{asked.parameter}`"
                yield self._finding(met, value.cls, place_of(asked.module, asked.node), what)

    def _finding(self, met: Step, cls: ClassInfo, place: Place, what: str) -> Finding:
        written = cls.maker is not None and cls.maker.name not in BY_CONSTRUCTOR
        return self.finding(
            place,
            f"{'`tree_unflatten`' if written else 'unflattening'} of `{cls.name}` gets here with {what}",
            (met,),
            f"new = object.__new__(cls)  # in `tree_unflatten`, instead of `{cls.name}.__init__`"
            if written
            else "# do this in a function that makes instances: unflattening runs the constructor",
        )


def _instances(model: Model, site: MeetsInstance) -> Iterator[tuple[Operand, Object]]:
    """The instances that a transform is given, in whatever trees; but for those of which a tree of axes tells."""
    for index, operand in enumerate(_operands(site)):
        if operand.role in ("static", "unmapped"):
            continue
        wrapper = site.wrapper if not isinstance(site, DecoratedMethod) else None
        alone = wrapper is not None and axes_of(wrapper, index) is not None
        for each in instances(model, operand.value):
            if each is operand.value or not alone:
                yield operand, each


def _operands(site: MeetsInstance) -> tuple[Operand, ...]:
    """What a transform is given; to one that decorates a method, the instance."""
    if not isinstance(site, DecoratedMethod):
        return site.operands
    return () if site.static else (Operand("self", site.instance, site.call, "traced"),)


def _type_name(leaf: Value) -> str:
    """The type of what is no array."""
    if isinstance(leaf, Constant):
        return "None" if leaf.value is None else leaf.kind
    return leaf.kind if isinstance(leaf, Opaque) else ""


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)
