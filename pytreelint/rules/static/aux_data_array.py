"""PTL106."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.evidence import chain, describe, held_at, place_of, steps, trail
from pytreelint.model.types.held import compared_array, held_array, held_by_object
from pytreelint.model.types.leaves import arrays
from pytreelint.model.values.sites import AuxData
from pytreelint.model.values.value import NONE, Array, Unknown
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule
from pytreelint.rules.static.as_child import as_child

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class AuxDataArray(Rule[AuxData]):
    """An array in aux data.

    ## What it does
    Finds arrays that `tree_flatten` (or the function given to `register_pytree_node`) returns as aux data, fields in
    `meta_fields` that hold arrays, and fields that are both data and meta.

    ## Why is this bad?
    Aux data is part of the treedef, which JAX compares with `==` and hashes: `ValueError: The truth value of an array`
    when two instances meet, a leaked tracer when the class is rebuilt under a trace, no gradient in any case.

    ## Example
    ```python
    def tree_flatten(self):
        return (self.weight,), (self.mask,)
    ```

    ## Use instead
    ```python
    def tree_flatten(self):
        return (self.weight, self.mask), None
    ```

    ## Fix safety
    Unsafe: the array goes among the children, and unflattening puts it back into aux data before it goes on. Code
    that looked at its values in Python would fail. None where that is seen, where children have keys, or where the
    functions are lambdas.

    ## Known limits
    Values that can't be followed are passed over.

    ## References
    - https://docs.jax.dev/en/latest/pytrees.html#custom-pytree-nodes (jax 0.10, 0.12)
    """

    code = "PTL106"
    name = "aux-data-array"
    severity = "error"

    def check(self, site: AuxData, model: Model) -> Iterator[Finding]:
        """An array in aux data is certain, or a field is named twice."""
        place = place_of(site.module, site.node)
        if site.both:
            yield self.finding(
                place,
                f"field `{site.name}` of `{site.cls.name}` is both data and meta",
                (),
                f"# name `{site.name}` of `{site.cls.name}` in `data_fields` or in `meta_fields`, not in both",
                as_child(model, site),
            )
            return
        array = held_array(site.value)
        if array is None:
            yield from self._held_by_object(site, model)
            return
        if isinstance(array, Array) and array.flavour == "numpy-scalar":  # equal where its value is
            return
        if isinstance(array, Array) and array.declared and _is_something_else(site, model):
            return
        links = (*chain(site.built), *chain(array.why or site.value.why))
        related = steps(links)
        yield self.finding(
            place,
            f"aux data of `{site.cls.name}` holds {describe(array)} (`{site.name}`)",
            related,
            f"# return `{site.name}` among the children of `{site.cls.name}`, not as aux data",
            as_child(model, site),
            about=site.name,
        )

    def _held_by_object(self, site: AuxData, model: Model) -> Iterator[Finding]:
        """An instance whose arrays are aux data with it; where fields are listed, `static-array-holder` says it."""
        found = held_by_object(model, site.value)
        if found is None or found[0].cls.method("__eq__") is not None:  # nobody asks aux data for its hash (jax 0.12.0)
            found = compared_array(site.value)
        if found is None or site.value.declared or site.cls.holds_constants:
            return
        holder, leaf = found
        scalar = isinstance(leaf.value, Array) and leaf.value.declared  # it may be one, which equals another
        if scalar:
            return
        yield self.finding(
            place_of(site.module, site.node),
            f"aux data of `{site.cls.name}` holds {describe(holder)} with {describe(leaf.value)} "
            f"{held_at(leaf, site.name)} (`{site.name}`)",
            steps((*chain(site.built), *chain(holder.why), *trail(leaf))),
            f"# return `{site.name}` among the children of `{site.cls.name}`, not as aux data",
            as_child(model, site) if next(arrays(model, holder), None) is not None else None,
            about=site.name,
        )


def _is_something_else(site: AuxData, model: Model) -> bool:
    """Whether the file builds an instance with something else in the field than what its annotation says.

    The file of the class sees what its own functions build; what an annotation says is left to that file.
    """
    if site.cls.module is not model.judged:
        return True
    built = (each for each in model.sites_at(site.node) if isinstance(each, AuxData) and each.cls is site.cls)
    values = [each.value for each in built if each.name == site.name]
    return any(held_array(value) is None and not isinstance(value, Unknown) and value != NONE for value in values)
