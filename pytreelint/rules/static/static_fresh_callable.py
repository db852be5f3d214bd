"""PTL104."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from pytreelint.model.queries.evidence import describe, place_of, steps
from pytreelint.model.queries.trials import is_example, is_test, is_trial
from pytreelint.model.syntax.repeats import calls_of, repeated
from pytreelint.model.syntax.standing import around
from pytreelint.model.text.place import Step
from pytreelint.model.transforms.captures import changes
from pytreelint.model.values.classes import ClassInfo, FieldInfo
from pytreelint.model.values.sites import CallableLeaf, FreshField, Site, StaticValue
from pytreelint.model.values.value import Function, Object, Optimizer, Partial, Transformed, Value
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule
from pytreelint.rules.static.held import fresh_holder
from pytreelint.rules.static.hoisted import hoisted

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
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
    An instance that is built once, at start-up, is harmless and passed over, as are those of tests, and those of
    examples that no loop builds; so are module-level functions, lambdas in the class body or in default arguments (one
    object for all instances), functions that a cache returns, bound methods and filtered wrappers, which are compared
    by what they hold. Nothing is said of classes beside which some file reads the code of functions (`dis`,
    `__code__`): it may take functions of equal code for one. Classes of which no instance is seen to be
    built are passed over: a program that builds one model is right.

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
        module, call = site.module, site.node
        if site.field.owner.module.origin != "project" or not _is_fresh(site.value):
            return  # whether a library traces an instance anew is its own affair, unless a loop is seen
        if _keyed_by_code(model, site.field.owner.module):
            return
        if is_test(model, module) or (is_example(model, module) and not repeated(module.tree, call)):
            return
        if not isinstance(call, ast.Call):
            source_expression = None  # nobody was seen to build one
        elif isinstance(site.value, Function) and site.value.created_in is None:
            source_expression = None  # a cache is
        elif not model.is_compared(site.cls, site.field.name) or _traced(model, module, call):
            source_expression = None
        else:
            given = _given(call, site.cls, site.field)
            if given is None:
                source_expression = _made_by_class(site.cls, site.field) if _many(module, call) else None
            else:
                source_expression = (module, given) if _makes(module, given) and repeated(module.tree, call) else None
        if source_expression is not None:
            yield self._found(
                site, site.field, site.value, [Step(place_of(*source_expression), "made here")], source_expression
            )

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
            tuple(step for step in steps(related, built) if step.place != place),
            f"# give `{field.name}` of `{owner.name}` a function of the module, or make it a method",
            hoisted(*source_expression, field.name)
            if source_expression is not None and _is_pure(value, source_expression[1])
            else None,
        )


def _needless(site: FreshField, model: Model) -> bool:
    """Whether one value would do for all iterations; an instance with arrays in it is PTL105's."""
    if not isinstance(site.value, Object):
        return True
    holder = fresh_holder(site, model)
    return holder is None and not changes(model, site.given, site.caller, site.step, "arrays")


_READING_CODE = re.compile(r"__code__|\bco_code\b|\bdis\.|\bgetsource\b")


def _keyed_by_code(model: Model, module: ModuleInfo) -> bool:
    """Whether the package of a class looks at the code of functions: it may take those with equal code for one."""
    return model.program.any_text(module.source.folder, _READING_CODE)


def _code_of(value: Value) -> tuple[ModuleInfo, ast.expr] | None:
    """The expression that made a function, where the value tells."""
    if isinstance(value, Function) and isinstance(value.node, ast.Lambda):
        return value.module, value.node
    return (value.module, value.site) if isinstance(value, Transformed) else None


def _is_pure(value: Value, source_expression: ast.expr) -> bool:
    """Whether the expression gives an equal function each time, and does nothing else."""
    if isinstance(source_expression, ast.Lambda):
        return isinstance(value, Function)
    return isinstance(source_expression, ast.Call) and isinstance(value, (Partial, Transformed, Optimizer))


def _is_fresh(value: Value) -> bool:
    """Whether equal code would not make an equal value, and it was made while a function ran."""
    match value:
        case Function(node=node, module=module, is_cached=is_cached):
            return not is_cached and _in_function(module, node)
        case Partial():
            return not value.tree
        case Transformed():
            return not value.transform.filtered
    return isinstance(value, Optimizer)


def _in_function(module: ModuleInfo, node: ast.AST) -> bool:
    """Whether a function is made in the body of another one, not among its defaults."""
    outer = [*around(module.tree, node), node]
    return any(
        isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        and inner is not each.args
        and inner not in getattr(each, "decorator_list", ())
        for each, inner in pairwise(outer)
    )


def _made_by_class(cls: ClassInfo, field: FieldInfo) -> tuple[ModuleInfo, ast.expr] | None:
    """The expression in the class's own `__init__` that makes the value of a field."""
    for base in cls.mro:
        methods = [base.methods[name] for name in ("__init__", "__post_init__") if name in base.methods]
        for node in (n for method in methods if base.module.origin == "project" for n in ast.walk(method)):
            value = _assigned(node, field.name)
            if value is not None and _makes(base.module, value):
                return base.module, value
    return None


def _assigned(node: ast.AST, field: str) -> ast.expr | None:
    """The value of `self.field = value`, `object.__setattr__(self, "field", value)`."""
    match node:
        case ast.Assign(targets=[ast.Attribute(value=ast.Name(), attr=name)], value=value) if name == field:
            return value
        case ast.AnnAssign(target=ast.Attribute(value=ast.Name(), attr=name), value=value) if name == field:
            return value
        case ast.Call(func=ast.Attribute(attr="__setattr__"), args=[_, ast.Constant(value=name), value]) if (
            name == field
        ):
            return value
    return None


def _makes(module: ModuleInfo, node: ast.expr) -> bool:
    """Whether an expression makes a function each time that it runs."""
    if isinstance(node, (ast.Lambda, ast.Call)):
        return True
    if not isinstance(node, ast.Name):
        return False
    functions = [n for n in around(module.tree, node) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))]
    local = (n for function in functions for n in ast.walk(function) if n is not function)
    return any(isinstance(n, ast.FunctionDef) and n.name == node.id for n in local)


def _traced(model: Model, module: ModuleInfo, call: ast.Call) -> bool:
    """Whether an instance is built under trace, which happens once for a compiled program."""
    return any(model.is_staged(each) for each in around(module.tree, call))


def _many(module: ModuleInfo, call: ast.Call) -> bool:
    """Whether the file builds more than one instance of a class."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return len(calls_of(module.tree, name)) > 1 or repeated(module.tree, call)


def _given(call: ast.Call, cls: ClassInfo, field: FieldInfo) -> ast.expr | None:
    """The expression that a constructor call gives for a field of a generated `__init__`."""
    for keyword in call.keywords:
        if keyword.arg == field.name:
            return keyword.value
    names = [info.name for info in cls.fields().values() if info.init]
    if cls.method("__init__") or field.name not in names or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    position = names.index(field.name)
    return call.args[position] if position < len(call.args) else None
