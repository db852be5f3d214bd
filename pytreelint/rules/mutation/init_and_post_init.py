"""PTL508."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.completed import CHECKED, TAKES_OVER
from pytreelint.model.queries.evidence import place_of
from pytreelint.model.syntax.walking import walk
from pytreelint.model.text.place import Step
from pytreelint.model.types.completed import completed_by, written_init
from pytreelint.model.types.implementations import is_left_open
from pytreelint.model.types.unfilled import Unfilled, may_assign
from pytreelint.model.types.writes import subclasses
from pytreelint.model.values.sites import ClassMade
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.protocol import Model


class InitAndPostInit(Rule[ClassMade | Unfilled]):
    """A written `__init__` leaves out what the generated one would do.

    ## What it does
    Finds dataclasses (Equinox, flax.struct, `jax_dataclasses` and the standard library's) with an `__init__` of their
    own and a `__post_init__` that nobody calls, and fields with a `default_factory` that such an `__init__` does not
    assign. And instances of Equinox whose written `__init__`, also one of a base, gives a field no value at all.

    ## Why is this bad?
    `__post_init__` and factories are called by the `__init__` that is made from the fields. A written one stands in its
    place: checks and derived fields of `__post_init__` are silently missing (Equinox warns), and the field has no value
    (`AttributeError: 'Net' object has no attribute 'cache'`; Equinox: `TypeError: Field 'cache' was not initialized`).

    ## Example
    ```python
    class Net(eqx.Module):
        weight: jax.Array

        def __init__(self, size):
            self.weight = jnp.ones(size)

        def __post_init__(self):
            assert self.weight.ndim == 1
    ```

    ## Use instead
    ```python
    class Net(eqx.Module):
        weight: jax.Array

        def __init__(self, size):
            self.weight = jnp.ones(size)

        def __check_init__(self):
            assert self.weight.ndim == 1
    ```

    ## Fix safety
    Fix: none. Whether the code belongs into `__init__`, or is of no use, only its author knows.

    ## Known limits
    A class that writes `__init__` over a base with `__post_init__` may mean to replace both: nothing is said. Linen
    modules, which call `__post_init__` themselves, and chex are passed over.

    ## References
    - https://docs.python.org/3/library/dataclasses.html#post-init-processing (Python 3.11)
    - https://docs.kidger.site/equinox/api/module/module/ (equinox 0.13.8)
    """

    code = "PTL508"
    name = "init-and-post-init"
    severity = "warning"

    def check(self, site: ClassMade | Unfilled, model: Model) -> Iterator[Finding]:
        """A written `__init__` runs, and the other method or the factory certainly does not."""
        if isinstance(site, Unfilled):
            if not site.supposed or _is_made_by_others(model, site.cls):
                yield from self._without_value(site)
            return
        cls, maker = site.cls, completed_by(site.cls)
        found = written_init(cls)
        if maker is None or maker.name not in TAKES_OVER or found is None:
            return
        init = Step(place_of(found[0].module, found[1]), "this `__init__` runs instead of the generated one")
        after = cls.methods.get("__post_init__")
        if after is not None and not _called(cls):
            yield self.finding(
                place_of(cls.module, after),
                f"`__post_init__` of `{cls.name}` never runs: the class has an `__init__` of its own",
                (init,),
                "self.__post_init__()  # at the end of `__init__`, or move the code there",
            )
        error = "TypeError" if maker.name in CHECKED else "AttributeError"
        for name, info in cls.own_fields.items():
            if info.spec is None or info.spec.keyword("default_factory") is None or _may_assign(model, cls, name):
                continue
            yield self.finding(
                place_of(cls.module, info.node),
                f"the `default_factory` of `{name}` never runs: `{cls.name}` has an `__init__` of its own,"
                f" which leaves the field without a value ({error})",
                (init,),
                f"self.{name} = ...  # in `__init__` of `{cls.name}`",
            )

    def _without_value(self, site: Unfilled) -> Iterator[Finding]:
        """An instance is made whose field gets no value."""
        name, cls = site.info.name, site.cls
        below = site.owner in site.info.owner.mro and site.owner is not site.info.owner
        place = place_of(site.info.owner.module, site.info.node) if below else place_of(site.owner.module, site.init)
        if site.owner.module.origin != "project" or cls.module.origin != "project":
            return
        made = Step(place_of(site.module, site.node), f"a `{cls.name}` is made here")
        yield self.finding(
            place,
            f"`__init__` of `{site.owner.name}` leaves field `{name}` of `{cls.name}` without a value (TypeError)",
            () if site.supposed else (made,),
            f"self.{name} = ...  # in an `__init__` of `{cls.name}`",
        )


def _is_made_by_others(model: Model, cls: ClassInfo) -> bool:
    """Whether a class is to be used as it is: it leaves nothing open, and has no subclass."""
    return subclasses(model, cls) == [] and not is_left_open(model, cls)


def _called(cls: ClassInfo) -> bool:
    """Whether some method of the class, or of its bases, names `__post_init__`."""
    methods = [method for base in cls.mro for method in base.bodies]
    return any(
        isinstance(node, ast.Attribute) and node.attr == "__post_init__" for method in methods for node in walk(method)
    )


def _may_assign(model: Model, cls: ClassInfo, name: str) -> bool:
    """Whether a method, also of a subclass, may give a field a value."""
    below = subclasses(model, cls)
    methods = [method for base in (*cls.mro, *(below or ())) for method in base.bodies]
    return below is None or any(may_assign(node, name) for method in methods for node in walk(method))
