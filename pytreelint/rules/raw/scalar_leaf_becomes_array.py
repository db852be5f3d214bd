"""PTL214."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.concrete import named_in
from pytreelint.model.queries.evidence import place_of, steps
from pytreelint.model.text.place import Step
from pytreelint.model.transforms.tracing import number_again
from pytreelint.model.values.sites import Demanded, TransformCall
from pytreelint.model.values.value import Transformed
from pytreelint.rules.finding import Finding
from pytreelint.rules.raw.remedy import with_twin
from pytreelint.rules.raw.rewrite import twin_fix
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class ScalarLeafBecomesArray(Rule[Demanded | TransformCall]):
    """A raw transform gives back as arrays the numbers of a tree, which are needed as numbers later.

    ## What it does
    Finds trees that go through a raw transform with a Python number among their leaves, and whose number is used as
    one afterwards: in a `range`, a shape or a test under a filtered transform, or as a static argument.

    ## Why is this bad?
    Raw transforms trace every leaf, and what they return holds arrays. Equinox's filtered transforms leave numbers
    alone, and trace arrays: `TracerIntegerConversionError` in a function that worked before the model had been through
    `jax.jit`. As a static argument: `Non-hashable static arguments`.

    ## Example
    ```python
    model = jax.jit(update)(model)     # model.depth was 3
    eqx.filter_jit(forward)(model, x)  # for _ in range(model.depth)
    ```

    ## Use instead
    ```python
    model = eqx.filter_jit(update)(model)
    eqx.filter_jit(forward)(model, x)
    ```

    ## Fix safety
    Unsafe: the filtered twin leaves numbers alone, so that each value of one is traced anew.

    ## Known limits
    Outside of transforms an array of one integer serves as a number in most places: nothing is said there. What
    happens to the tree inside the raw transform is followed as far as the number is left alone.

    ## References
    - https://docs.kidger.site/equinox/faq/ (equinox 0.13.8)
    """

    code = "PTL214"
    name = "scalar-leaf-becomes-array"
    severity = "error"

    def check(self, site: Demanded | TransformCall, model: Model) -> Iterator[Finding]:
        """An array that was a number is certainly needed as one."""
        if isinstance(site, TransformCall) and site.transform.hashes_static:
            for operand in site.operands:
                wrapper = number_again(operand.value) if operand.role == "static" else None
                if wrapper is not None:
                    here = Step(place_of(site.caller, site.call), f"static argument `{operand.label}` has no hash now")
                    yield self._finding(model, wrapper, operand.label, here)
        elif isinstance(site, Demanded) and site.trace.transform.filtered:
            wrapper = number_again(site.value)
            if wrapper is not None:
                here = Step(place_of(site.place, site.needed), f"{site.what} needs it as a number")
                yield self._finding(model, wrapper, named_in(site.place, site.needed), here)

    def _finding(self, model: Model, wrapper: Transformed, what: str, here: Step) -> Finding:
        place = place_of(wrapper.module, wrapper.site)
        name = wrapper.decorated.name if wrapper.decorated is not None else ""
        return self.finding(
            place,
            f"`{wrapper.transform.name}` gives back a number as an array, which `{what}` needs as a number later",
            steps([here]),
            with_twin(model, wrapper.module, wrapper.site, wrapper.transform, "numbers stay numbers", name),
            twin_fix(model, wrapper.module, wrapper.site, wrapper.transform, trace_numbers=False),
        )
