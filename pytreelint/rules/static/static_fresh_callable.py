"""PTL104."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.callers import is_called_again
from pytreelint.model.queries.evidence import describe, place_of, steps
from pytreelint.model.queries.made_around import is_around_another, is_made_for_its_maker
from pytreelint.model.queries.trials import is_example, is_test, is_trial
from pytreelint.model.syntax.standing import standing
from pytreelint.model.text.place import Step
from pytreelint.model.transforms.captures import changes
from pytreelint.model.values.classes import FieldInfo
from pytreelint.model.values.regions import chain, innermost_loop
from pytreelint.model.values.sites import CallableLeaf, FreshField, Site, StaticValue
from pytreelint.model.values.states import holds
from pytreelint.model.values.value import Function, Object, Optimizer, Partial, Transformed, Value
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule
from pytreelint.rules.static.held import fresh_holder
from pytreelint.rules.static.hoisted import hoisted

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Model


class StaticFreshCallable(Rule[StaticValue | CallableLeaf | FreshField]):
    """A function that is made anew for each instance, in a static field or as a leaf of a filtered Module.

    ## What it does
    Finds static fields, and function leaves of Equinox Modules, that get a new lambda, closure, `partial`,
    `jax.jit(f)`, `jax.vmap(f)` or optimizer with each instance, where more than one instance is built: the class is
    called in a loop, at several places, or in a function of which that is true. And fields that get a new instance of
    a class without `__eq__` in each step of a loop that gives it to a compiled function.

    ## Why is this bad?
    Static fields, and whatever a filtered transform does not trace, are part of the key under which JAX finds a
    compiled program again. A new function equals no other, not even one with the same code: each instance costs a
    trace and a compilation, with no warning.

    ## Example
    ```python
    class Layer(eqx.Module):
        act: Callable = eqx.field(static=True)

        def __init__(self, slope):
            self.act = lambda x: jnp.where(x > 0, x, slope * x)
    ```

    ## Use instead
    ```python
    class Layer(eqx.Module):
        slope: float = eqx.field(static=True)

        def act(self, x):
            return jnp.where(x > 0, x, self.slope * x)
    ```

    ## Fix safety
    Unsafe, as it is traced less often: a lambda, `partial`, transform or optimizer that reads names of the module only
    is made once, before the statement that holds it. None where it closes over something else.

    ## Known limits
    An instance that is built once, at start-up, is harmless and passed over, as are those of tests, those of examples
    that no loop builds, and those that one function builds at places which give it different flags; so are
    module-level functions, lambdas in the class body or in default arguments (one object for all instances), functions
    that a cache returns, bound methods and filtered wrappers, which are compared by what they hold. Nothing is said of
    classes beside which some file reads the code of functions (`dis`, `__code__`): it may take functions of equal code
    for one. Classes of which no instance is seen to be built are passed over: a program that builds one model is
    right.

    ## References
    - https://docs.kidger.site/equinox/api/module/advanced_fields/ (equinox 0.13.8)
    - https://docs.jax.dev/en/latest/jit-compilation.html (jax 0.10, 0.12)
    """

    code = "PTL104"
    name = "static-fresh-callable"
    severity = "warning"

    def check(self, site: StaticValue | CallableLeaf | FreshField, model: Model) -> Iterator[Finding]:
        """The field holds another function in each of several instances."""
        if isinstance(site, FreshField):
            if is_trial(model, site.step) or not _needless(site, model):
                return
            loop = place_of(site.step.frame.module, site.step.node)
            code = _code_of(site.value)
            yield self._found(site, site.field, site.value, [Step(loop, "in each step of this loop")], code)
            return
        module, owner = site.module, site.field.owner.module
        if owner.origin != "project" or not _is_fresh(site.value) or _keyed_by_code(model, owner):
            return  # whether a library traces an instance anew is its own affair, unless a loop is seen
        if is_test(model, module) or site.frame is None or not model.is_compared(site.cls, site.field.name):
            return
        if any(each.staged or model.is_staged(each.function) for each in site.frame.and_around()):
            return  # once for a compiled program
        made = _code_of(site.value)
        if made is not None and _is_made_again(site, site.frame, model) and not _is_of_one(site, model):
            yield self._found(site, site.field, site.value, [Step(place_of(*made), "made here")], made)

    def _found(
        self,
        site: Site,
        field: FieldInfo,
        value: Value,
        related: list[Step],
        source_expression: tuple[ModuleInfo, ast.expr] | None,
    ) -> Finding:
        owner = field.owner
        ours = owner.module.origin == "project"
        declared = place_of(owner.module, field.node)
        place = declared if ours else place_of(site.module, site.node)
        given = place_of(site.module, site.node)
        by_itself = given.path == owner.module.source.path and given.row == place_of(owner.module, owner.node).row
        built = [] if by_itself else [Step(given, "an instance is given it here")]  # the class alone was looked at
        kind = "is static, but gets" if field.static else "is a leaf that filtered transforms take as static, but gets"
        return self.finding(
            place,
            f"field `{field.name}` of `{owner.name}` {kind} {describe(value)} that is new in each instance: "
            "each one is traced and compiled again",
            steps(related, built),
            f"# give `{field.name}` of `{owner.name}` a function of the module, or make it a method",
            hoisted(*source_expression, field.name)
            if source_expression is not None and _is_pure(value, source_expression[1])
            else None,
        )


def _needless(site: FreshField, model: Model) -> bool:
    """Whether one value would do for all iterations; an instance with arrays in it is PTL105's."""
    if not isinstance(site.value, Object):
        return not is_around_another(site.value, site.step, model)
    return fresh_holder(site, model) is None and not changes(model, site.given, site.caller, site.step, "arrays")


_READING_CODE = re.compile(r"__code__|\bco_code\b|\bdis\.|\bgetsource\b")
_READING_WORDS = ("__code__", "co_code", "dis.", "getsource")


def _keyed_by_code(model: Model, module: ModuleInfo) -> bool:
    """Whether the package of a class looks at the code of functions: it may take those with equal code for one."""
    return model.program.any_text(module.source.folder, _READING_CODE, _READING_WORDS)


def _code_of(value: Value) -> tuple[ModuleInfo, ast.expr] | None:
    """The expression that made a function; where the value does not tell, the one that the field was given."""
    if isinstance(value, Function) and isinstance(value.node, ast.Lambda):
        return value.module, value.node
    if isinstance(value, Transformed):
        return value.module, value.site
    if value.why is None:
        return None
    module, node = value.why.module, value.why.node
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        node = getattr(standing(module.tree)[node].holder, "value", node)
    return (module, node) if isinstance(node, ast.expr) else None


def _is_made_again(site: StaticValue, frame: Frame, model: Model) -> bool:
    """Whether the value is made again for another instance: in a loop, by the class, or where both are made."""
    value, region = site.value, getattr(site.value, "created_in", None)
    if region is None or value.why is None or not any(each is region for each in chain(site.region)):
        return False  # a cache gives it, or it was there before what runs again
    if (step := innermost_loop(region)) is not None:
        return not is_around_another(value, step, model)
    given = value.why.node
    if not holds(site.node, given):  # the class makes it
        return _are_built(site, model) or is_called_again(model, frame.function)
    anew = isinstance(given, (ast.Lambda, ast.Call)) or (isinstance(value, Function) and value.closure is frame)
    return anew and not is_made_for_its_maker(value, model) and is_called_again(model, frame.function)


def _is_of_one(site: StaticValue, model: Model) -> bool:
    """Whether compiled functions get it as a part of others alone, each of them built once: the layers of a model."""
    maker = site.frame.function if site.frame is not None else None
    wholes = model.compared_in(site.cls, site.field.name)
    made = [maker if each is None else each.node for each in wholes if each is None or model.callers_of(each.node)]
    return (
        site.cls not in wholes and len(made) == len(wholes) and not any(is_called_again(model, each) for each in made)
    )


def _are_built(site: StaticValue, model: Model) -> bool:
    """Whether several calls build instances of a class; those of an example build one each."""
    sites = (each for each in model.sites if isinstance(each, StaticValue) and each.cls is site.cls)
    return len({each.node for each in sites if each.region is not None}) > 1 and not is_example(model, site.module)


def _is_pure(value: Value, source_expression: ast.expr) -> bool:
    """Whether the expression gives an equal function each time, and does nothing else."""
    if isinstance(source_expression, ast.Lambda):
        return isinstance(value, Function)
    return isinstance(source_expression, ast.Call) and isinstance(value, (Partial, Transformed, Optimizer))


def _is_fresh(value: Value) -> bool:
    """Whether equal code would not make an equal value, and it was made while a function ran."""
    match value:
        case Function(closure=closure, is_cached=is_cached):
            return not is_cached and closure is not None and closure.function is not None
        case Partial():
            return not value.tree
        case Transformed():
            return not value.transform.filtered
    return isinstance(value, Optimizer)
