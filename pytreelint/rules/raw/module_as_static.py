"""PTL208."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.evidence import chain, describe, field_step, place_of, steps, trail
from pytreelint.model.text.place import Step
from pytreelint.model.types.held import holds_array, tree_with_arrays
from pytreelint.model.types.leaves import arrays, unhashable
from pytreelint.model.values.sites import DecoratedMethod, TransformCall
from pytreelint.model.values.value import Object, Value
from pytreelint.rules.finding import Finding
from pytreelint.rules.raw.seen import spelled
from pytreelint.rules.raw.traced_instead import traced_instead
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class ModuleAsStatic(Rule[TransformCall | DecoratedMethod]):
    """A PyTree with arrays as a static argument.

    ## What it does
    Finds Modules, structs and train states with arrays that are passed for a static argument, and methods of such
    classes that are compiled with `static_argnums=0`.

    ## Why is this bad?
    Static arguments are hashed, and these classes hash by their fields: `ValueError: Non-hashable static arguments`.
    If it did work, the arrays would be compiled in as constants.

    ## Example
    ```python
    @partial(jax.jit, static_argnums=0)
    def loss(model, x): ...
    ```

    ## Use instead
    ```python
    @eqx.filter_jit
    def loss(model, x): ...
    ```

    ## Fix safety
    The argument goes from the option, and the twin traces its arrays. Safe where each call that was seen raises as it
    is; unsafe where one may not: what looked at values in Python would fail. None where one has a hash there, and for
    `pmap`, which would map it.

    ## Known limits
    Plain classes hash by identity: `static_argnums=0` on their methods is fine.

    ## References
    - https://docs.jax.dev/en/latest/faq.html#how-to-use-jit-with-methods (jax 0.10, 0.12)
    """

    code = "PTL208"
    name = "module-as-static"
    severity = "error"

    def check(self, site: TransformCall | DecoratedMethod, model: Model) -> Iterator[Finding]:
        """The hash of a static PyTree certainly meets an array."""
        if isinstance(site, DecoratedMethod):
            if site.static and site.transform.hashes_static:
                yield from self._judge(site, model, "self", site.instance, (), (0, "self"))
        elif isinstance(site, TransformCall) and site.transform.hashes_static:
            passed = (Step(place_of(site.caller, site.call), "passed here"),)
            for index, operand in enumerate(site.operands):
                if operand.role == "static":
                    yield from self._judge(site, model, operand.label, operand.value, passed, spelled(site, index))

    def _judge(
        self,
        site: TransformCall | DecoratedMethod,
        model: Model,
        label: str,
        value: Value,
        passed: tuple[Step, ...],
        spellings: tuple[object, ...],
    ) -> Iterator[Finding]:
        if not tree_with_arrays(model, value):
            return
        part = unhashable(model, value)
        named = isinstance(value, Object) and isinstance(site, TransformCall)
        stale = named and isinstance(value, Object) and value.exact and value.cls.hash == "identity"
        if part is None and not stale:
            return
        leaf = next(arrays(model, value), None)
        part = leaf if leaf is not None and (part is None or not holds_array(model, part)) else part
        assert part is not None
        place = place_of(site.module, site.node)
        related = steps(chain(value.why), trail(part), field_step(part), passed)
        inside = f" with {describe(part.value)} in `{part.path}`" if part.path else " with arrays"
        yield self.finding(
            place,
            f"static argument `{label}` is {describe(value)}{inside}: "
            + ("the arrays are compiled in, later changes are not seen" if stale else "it has no hash"),
            related,
            _help(site, model, label, value),
            traced_instead(model, site.module, site.node, site.transform, spellings),
        )


def _help(site: TransformCall | DecoratedMethod, model: Model, label: str, value: Value) -> str:
    home, _, name = site.transform.twins.get(model.program.target_for(site.module), "").rpartition(".")
    if not name:
        return f"# take `{label}` out of the static arguments: {describe(value)} is traced then"
    use = f"from {home} import {name}"
    return f"{use}  # and use it without `{label}` among the static arguments: {describe(value)} is traced"
