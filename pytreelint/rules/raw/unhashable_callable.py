"""PTL207."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.evidence import chain, describe, field_step, place_of, steps, trail
from pytreelint.model.types.leaves import hashed_as, no_pytree, unhashable
from pytreelint.model.values.sites import TransformMade
from pytreelint.model.values.value import Object, Transformed
from pytreelint.rules.finding import Finding
from pytreelint.rules.raw.by_identity import by_identity
from pytreelint.rules.raw.remedy import as_fixed, with_twin
from pytreelint.rules.raw.rewrite import twin_fix
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class UnhashableCallable(Rule[TransformMade]):
    """A callable without a hash as the function of a transform that hashes it.

    ## What it does
    Finds Modules with arrays, and their bound methods, as the *function* of `jit`, `pmap`, `checkpoint`, `scan`,
    `cond`, `switch`, `while_loop`, `fori_loop` and `closure_convert`.

    ## Why is this bad?
    These transforms look the function up in a cache. A Module hashes by its fields, and arrays have no hash:
    `TypeError: unhashable type: 'jaxlib._jax.ArrayImpl'`. Other transforms (`vmap`, `grad`, `vjp`, `eval_shape`) take
    them as they are.

    ## Example
    ```python
    fast = jax.jit(model)
    ```

    ## Use instead
    ```python
    fast = eqx.filter_jit(model)
    ```

    ## Fix safety
    Safe where the twin keeps what is traced and returned: the callable's arrays become arguments, and its numbers stay
    constants. Where there is no twin (`closure_convert`, loops with Equinox), `functools.partial(f)` has the hash of an
    object; that is safe as well, as the call raises today.

    ## Known limits
    Modules without arrays, and bound methods of other classes, which hash by identity, are fine.

    ## References
    - https://docs.kidger.site/equinox/faq/ (equinox 0.13.8)
    """

    code = "PTL207"
    name = "unhashable-callable"
    severity = "error"

    def check(self, site: TransformMade, model: Model) -> Iterator[Finding]:
        """The hash of the function certainly raises."""
        function = site.function
        if not site.transform.hashes_function or site.transform.filtered:
            return
        holder = hashed_as(function)
        if isinstance(holder, Object):
            if holder is function and not holder.cls.method("__call__"):
                return
        elif not isinstance(holder, Transformed):
            return
        part = unhashable(model, holder)
        if part is None:
            return
        place = place_of(site.module, site.node)
        what = f"{describe(holder)}" if holder is function else f"a bound method of {describe(holder)}"
        where = f" with {describe(part.value)} in `{part.path}`" if part.path else ""
        related = steps(chain(holder.why), trail(part), field_step(part), chain(part.value.why))
        plain = isinstance(holder, Object) and no_pytree(model, holder)  # one leaf without a hash, to the twin too
        twin = None if plain else twin_fix(model, site.module, site.node, site.transform, None, (), [holder])
        fix = twin or by_identity(model, site)
        if plain and fix is not None:
            remedy = as_fixed(site.module, site.node, fix, "a partial hashes by identity")
        else:
            why = f"{describe(holder)} is traced as an argument"
            remedy = with_twin(model, site.module, site.node, site.transform, why, fix=fix)
        yield self.finding(
            place,
            f"`{site.transform.name}` hashes its function, which is {what}{where}: it has no hash",
            related,
            remedy,
            fix,
        )
