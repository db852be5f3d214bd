"""What the rules on wrappers that are made again share: where they are, what made them, what to write instead."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.queries.concrete import one_line, text_of
from pytreelint.model.queries.evidence import place_of
from pytreelint.model.syntax.free import free_names
from pytreelint.model.syntax.walking import arguments_of
from pytreelint.model.text.place import Step
from pytreelint.model.transforms.captures import Ignored, changes
from pytreelint.model.transforms.escapes import stays
from pytreelint.model.transforms.renewed_around import renewed_around
from pytreelint.model.transforms.reshaping import reshapes
from pytreelint.model.transforms.steady_branches import are_steady
from pytreelint.model.transforms.traceable import takes_tracer
from pytreelint.model.values.regions import chain
from pytreelint.model.values.sites import Remade
from pytreelint.model.values.value import Bound, Function, Object, Optimizer, Partial, Transformed, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


def _decorated(site: Remade) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """The inner function that the wrapper decorates, where it does so in the activation that calls it."""
    return site.wrapper.decorated if site.node is site.wrapper.site else None


def same_each_time(site: Remade, model: Model) -> bool:
    """Whether one wrapper would do for all steps: nothing that changes with them but arrays, of one shape each."""
    all_count = site.amortised or _is_in_instance(site) or not stays(model, site.wrapper, site.home)
    ignored: Ignored = "nothing" if all_count else "passable"
    changed = changes(model, depends(site), site.home, site.step, ignored) | renewed_around(model, site, ignored)
    if not all_count:
        changed = needed_now(site, model, changed)
    if changed or not isinstance(site.call, ast.Call) or not are_steady(model, site):
        return False
    return not any(reshapes(model, argument, site.caller, site.step) for argument in arguments_of(site.call))


def _is_in_instance(site: Remade) -> bool:
    """Whether a constructor compiles a method of its instance: what it is given makes another program.

    for limit in (None, 1.0):
        Trainer(limit).step(x)
    """
    return site.wrapper.site is not site.node and isinstance(site.wrapper.function, Bound)


def needed_now(site: Remade, model: Model, names: set[str]) -> set[str]:
    """Of names that change, those that the function needs while it is traced: the others do for arguments, whatever
    they are, as it computes with them and nothing else."""
    function: Value = site.wrapper.function
    while isinstance(function, (Transformed, Bound)):
        function = function.function
    if isinstance(function, Object) and site.wrapper.transform.filtered:
        return {name for name in names if not _is_one_model(site, name)}  # `filter_jit(vmap(model))`
    if not isinstance(function, Function):
        return names
    captured = free_names(function.node)
    return {name for name in names if name not in captured or not takes_tracer(model, function, name, by_parts=True)}


def _is_one_model(site: Remade, name: str) -> bool:
    """Whether a name holds a PyTree that is built before the steps: the arrays in it change, and not its structure."""
    value = site.home.find(name)
    if not isinstance(value, Object) or value.cls.pytree != "yes":
        return False
    return value.exact and any(region is value.created_in for region in chain(site.step.outer))


def what(value: Value) -> str:
    """The function that is new, in a few words."""
    match value:
        case Function(node=ast.Lambda()):
            return "a new lambda"
        case Function():
            return f"a new `{value.name}`"
        case Bound():
            return "a new bound method"
        case Partial():
            return "a new `partial`"
        case Object():
            return f"a new `{value.cls.name}`"
        case Transformed():
            return f"a new function made by `{value.transform.name}`"
        case Optimizer():
            return "a new optimizer"
    return "a new function"


def cause(site: Remade) -> str:
    """What makes the transform compile again."""
    transform = site.wrapper.transform
    why = "forgets what it compiled" if transform.cached_by == "nothing" else f"gets {what(site.wrapper.function)}"
    return f"`{transform.name}` {why}"


def places(site: Remade) -> list[Step]:
    """Where the wrapper is made, if elsewhere, and where it is called."""
    wrapper = site.wrapper
    found = []
    if wrapper.site is not site.node:
        found.append(Step(place_of(wrapper.module, wrapper.site), f"`{wrapper.transform.name}` is applied here"))
    found.append(Step(place_of(site.caller.module, site.call), "called here"))
    return found


def code_that_runs_once(site: Remade, where: str) -> str:
    """The wrapper's own code, to be written in a place that runs once."""
    decorated = _decorated(site)
    if decorated is not None:
        return f"# define `{decorated.name}` {where}"
    code = one_line(text_of(site.module, site.node)) if isinstance(site.node, ast.expr) else ""
    return f"compiled = {code}  # {where}" if code and "#" not in code else f"# make the wrapper {where}"


def depends(site: Remade) -> ast.AST:
    """The code that makes the wrapper's function."""
    return _decorated(site) or site.node
