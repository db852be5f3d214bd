"""PTL109."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from pytreelint.knowledge.operations import ARRAY_BASES
from pytreelint.model.queries.evidence import place_of
from pytreelint.model.syntax.checking import branches
from pytreelint.model.syntax.occurrences import occurrences
from pytreelint.model.syntax.standing import around
from pytreelint.model.types.makers import gives_no_own
from pytreelint.model.values.classes import ClassInfo
from pytreelint.model.values.sites import ArraySubclass as DerivedFromArray
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class ArraySubclass(Rule[DerivedFromArray]):
    """A class that derives from the type of arrays, or from a function that makes them.

    ## What it does
    Finds classes with `jax.Array` (which is `jnp.ndarray`) among their bases, and classes "derived" from the functions
    `jnp.array` and `jnp.asarray`.

    ## Why is this bad?
    `jax.Array` is an interface that only JAX's own arrays fill. An instance of a subclass holds no data: `Cannot call
    abstract method __add__`, and the same error, without a message, in `jnp` functions and at any transform. A
    function as a base fails where the class is defined: `TypeError: function() argument 'code' must be code, not
    str`.

    ## Example
    ```python
    class Image(jax.Array):
        def flipped(self):
            return self[::-1]
    ```

    ## Use instead
    ```python
    class Image(eqx.Module):
        pixels: jax.Array

        def flipped(self):
            return Image(self.pixels[::-1])
    ```

    ## Fix safety
    Fix: none. An instance that holds an array is wrong where the class must pass `isinstance(x, Array)`, a function
    where methods are called on it, a registration because the base is one already.

    ## Known limits
    Classes that are registered as PyTrees, classes without a body that nobody in the file calls (names for
    annotations), classes whose `__new__` gives something else, and what stands under `if TYPE_CHECKING` are passed
    over.

    ## References
    - https://docs.jax.dev/en/latest/_autosummary/jax.Array.html (jax 0.10, 0.12)
    """

    code = "PTL109"
    name = "array-subclass"
    severity = "error"

    def check(self, site: DerivedFromArray, model: Model) -> Iterator[Finding]:
        """The base is certain, and an instance is of no use."""
        cls, node = site.cls, site.cls.node
        function = ARRAY_BASES[site.base] == "function"
        if _only_for_checkers(cls) or not function and (cls.pytree == "yes" or _is_mere_name(cls) or gives_no_own(cls)):
            return
        why = "which is a function" if function else "but holds no data: operations on it are not implemented"
        yield self.finding(
            place_of(site.module, node),
            f"`{cls.name}` derives from `{site.base}`, {why}",
            (),
            f"class {cls.name}: ...  # a PyTree class with the array in a field",
        )


def _is_mere_name(cls: ClassInfo) -> bool:
    """Whether the class is empty and nobody in its file makes an instance."""
    if cls.methods or cls.own_fields or cls.assigned:
        return False
    found = occurrences(cls.module.tree)
    return not any(name in found.calls for name in found.names.get(cls.name, ()))


def _only_for_checkers(cls: ClassInfo) -> bool:
    """Whether the class stands under `if TYPE_CHECKING`."""
    outer = [*around(cls.module.tree, cls.node), cls.node]
    tests = ((test, inner) for test, inner in pairwise(outer) if isinstance(test, ast.If))
    return any(inner in branches(test, cls.module.checking)[1] for test, inner in tests)
