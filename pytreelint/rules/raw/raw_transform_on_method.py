"""PTL206."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.refused import TAKES_NO_METHODS, TAKES_NO_METHODS_OF, TAKES_NO_METHODS_SINCE
from pytreelint.model.queries.evidence import describe, field_step, place_of, steps, trail
from pytreelint.model.text.place import Step
from pytreelint.model.types.by_defaults import left_to_defaults
from pytreelint.model.types.companions import may_be_registered
from pytreelint.model.types.leaves import no_pytree
from pytreelint.model.types.opaque_leaves import opaque_leaves
from pytreelint.model.values.sites import DecoratedMethod, TransformMade
from pytreelint.model.values.value import Bound, ClassValue, Function, Object, Partial, Value
from pytreelint.rules.finding import Finding
from pytreelint.rules.raw.remedy import with_twin
from pytreelint.rules.raw.rewrite import twin_fix
from pytreelint.rules.raw.static_self import static_self
from pytreelint.rules.registering import as_node
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class RawTransformOnMethod(Rule[DecoratedMethod | TransformMade]):
    """A raw transform decorates a method whose `self` it cannot take.

    ## What it does
    Finds `@jax.jit`, `@jax.checkpoint`, `@jax.vmap`, `@jax.grad` on methods where `self` is an argument like any other,
    but the class is no PyTree, or has leaves that are neither arrays nor numbers. And transforms of `flax.nnx` that are
    given a bound method of a module, which they refuse since flax 0.12.1.

    ## Why is this bad?
    `TypeError: Cannot interpret value of type <class '...'> as an abstract array`, at the first call.

    ## Example
    ```python
    class Agent:
        @jax.jit
        def act(self, observation): ...
    ```

    ## Use instead
    ```python
    class Agent:
        @partial(jax.jit, static_argnums=0)  # compiled once per instance; its attributes become constants
        def act(self, observation): ...
    ```
    For a Module, `@eqx.filter_jit`.

    ## Fix safety
    A Module gets the filtered twin: safe on the same conditions as elsewhere. Unsafe: a dataclass is registered, and
    another class's `self` becomes static where it has a hash; attributes assigned later are not seen by what is there.

    ## Known limits
    Classes that may be registered as PyTrees elsewhere are passed over.

    ## References
    - https://docs.jax.dev/en/latest/faq.html#how-to-use-jit-with-methods (jax 0.10, 0.12)
    """

    code = "PTL206"
    name = "raw-transform-on-method"
    severity = "error"

    def check(self, site: DecoratedMethod | TransformMade, model: Model) -> Iterator[Finding]:
        """`self` is traced, and certainly rejected."""
        if isinstance(site, TransformMade):
            yield from self._bound(site, model)
        else:
            yield from self._decorated(site, model)

    def _bound(self, site: TransformMade, model: Model) -> Iterator[Finding]:
        name, bound = site.transform.name, _innermost(site.function)
        if name not in TAKES_NO_METHODS or not isinstance(bound, Bound) or not isinstance(bound.function, Function):
            return
        of_module = isinstance(bound.instance, Object) and TAKES_NO_METHODS_OF in set(bound.instance.cls.libraries())
        library = name.partition(".")[0]
        if not of_module or not model.program.reaches(site.module, library, TAKES_NO_METHODS_SINCE):
            return
        assert isinstance(bound.instance, Object)
        method = f"{bound.instance.cls.name}.{bound.function.name}"
        short = name.removeprefix(f"{library}.")
        yield self.finding(
            place_of(site.module, site.node),
            f"`{name}` takes no bound method such as `{method}`, since {library} {TAKES_NO_METHODS_SINCE}",
            (),
            f"{short}({method})  # called with the instance first, or `@{short}` on the method",
        )

    def _decorated(self, site: DecoratedMethod, model: Model) -> Iterator[Finding]:
        if site.static or not site.transform.rejects_opaque_inputs:
            return
        place = place_of(site.module, site.node)
        name, cls = site.transform.name, site.cls
        if isinstance(site.instance, ClassValue):
            yield self.finding(
                place,
                f"`{name}` traces `cls` of the class method `{cls.name}.{site.method}`: a class is no PyTree",
                (),
                f"from functools import partial  # and `@partial({name}, static_argnums=0)` "
                f"on `{cls.name}.{site.method}`",
                static_self(model, site.module, site.node, site.transform, site.instance),
            )
            return
        if not isinstance(site.instance, Object):
            return
        if no_pytree(model, site.instance):
            if may_be_registered(model, cls, site.module):
                return
            declared = Step(place_of(cls.module, cls.node), f"`{cls.name}` is no PyTree")
            yield self.finding(
                place,
                f"`{name}` traces `self` of `{cls.name}.{site.method}`, but `{cls.name}` is no PyTree",
                (declared,),
                f"from functools import partial  # and `@partial({name}, static_argnums=0)` "
                f"on `{cls.name}.{site.method}`, or make `{cls.name}` a PyTree",
                as_node(model, site.instance)
                or static_self(model, site.module, site.node, site.transform, site.instance),
            )
            return
        leaf, when = next(opaque_leaves(model, site.instance), None), ""
        if leaf is None:
            left = opaque_leaves(model, left_to_defaults(model, site.instance))
            # an object as a default may mean that there is none yet
            leaf, when = next((each for each in left if not isinstance(each.value, Object)), None), ", by default"
        if leaf is None:
            return
        related = steps(trail(leaf), field_step(leaf))
        fix = twin_fix(model, site.module, site.node, site.transform, None, [site.instance])
        method = f"{cls.name}.{site.method}"
        yield self.finding(
            place,
            f"`{name}` traces `self` of `{method}`, whose leaf `{leaf.path}` is {describe(leaf.value)}{when}",
            related,
            with_twin(model, site.module, site.node, site.transform, f"`{leaf.path}` stays", method, fix),
            fix,
        )


def _innermost(function: Value) -> Value:
    while isinstance(function, Partial):
        function = function.function
    return function
