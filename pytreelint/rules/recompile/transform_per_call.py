"""PTL602."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pytreelint.model.queries.callers import is_handed_on, is_program, runs_once
from pytreelint.model.queries.eager import is_traced, may_be_compiled
from pytreelint.model.queries.evidence import place_of, steps
from pytreelint.model.queries.trials import is_retry, is_test, is_trial
from pytreelint.model.syntax.free import bindings
from pytreelint.model.syntax.standing import around, nearest
from pytreelint.model.syntax.walking import arguments_of, walk
from pytreelint.model.text.place import Step
from pytreelint.model.transforms.captures import assigned_values, changes, given_for, parameters_of, scope_of
from pytreelint.model.transforms.escapes import stays
from pytreelint.model.transforms.readings import only_reads
from pytreelint.model.values.sites import Remade
from pytreelint.rules.finding import Finding
from pytreelint.rules.recompile import remedy
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Model


class TransformPerCall(Rule[Remade]):
    """A function makes a compiled function anew at each of its calls.

    ## What it does
    Finds functions that wrap a new function with `jit` or `pmap` (a lambda, an inner `def`, a `partial`, `vmap(f)`,
    `grad(f)`, a bound method) and only call it themselves: at each call all is traced and compiled again.

    It speaks in two cases:

    - the function is seen to be called in a loop, here or in another file, and not by something that is traced;
    - or it is a function of data: it takes arguments and passes them, or what it works out from them, to the wrapper,
      what it wraps does not depend on them, and it could be wrapped once, at the top of the module. A method of a plain
      class, too, whose wrapper hangs on nothing but `self`; or when it does
      `self.state = jit(self.update)(self.state, ...)`: each call is a step.

    ## Why is this bad?
    JAX finds a compiled program again by the function that it was made of. A new function is a new program: one
    trace and one compilation per call.

    ## Example
    ```python
    def predict(params, x):
        return jax.jit(jax.vmap(forward, (None, 0)))(params, x)
    ```

    ## Use instead
    ```python
    _forward = jax.jit(jax.vmap(forward, (None, 0)))

    def predict(params, x):
        return _forward(params, x)
    ```

    ## Fix safety
    Fix: none. At module level the function may not exist yet, or close over an argument; a cache keeps its arrays
    alive.

    ## Known limits
    - What runs once is no mistake: `main`, tests, benchmarks, functions that set up or train, and functions that
      are called only by such ones, outside of loops. Nothing is said of them unless a loop calls them, and the loop of
      a test or benchmark is none, nor one of an example that no other loop repeats, nor one that empties the caches
      (`jax.clear_caches()`).
    - Nor of wrappers that are returned or stored, that are made under `functools.cache`, or whose function captures an
      argument that is no array. Where a loop inside the function, or an inner function, calls the wrapper, many calls
      share it: that counts only if another loop of the file calls the function, and it is no whole program by its name
      (`train`, but not `train_epoch`). Nor does what a whole program has other functions make for it, nor a loop that
      tries again after a failure.
    - A function that is only ever called inside another `jit` costs nothing more. Where the file shows that it is
      traced, or hands it on, nothing is said.

    ## References
    - https://docs.jax.dev/en/latest/jit-compilation.html (jax 0.10, 0.12)
    """

    code = "PTL602"
    name = "transform-per-call"
    severity = "warning"

    def check(self, site: Remade, model: Model) -> Iterator[Finding]:
        """The wrapper is made and called in an activation of which there are many, and could be made before it."""
        function = site.home.function
        if site.home is site.step.frame or not isinstance(function, (ast.FunctionDef, ast.Lambda)):
            return
        if is_traced(model, site.step.frame, site.wrapper.transform) or may_be_compiled(
            model, site.home, site.step.frame
        ):
            return
        if site.step.kind == "loop":
            if is_program(model, function) and (site.amortised or site.node is not site.wrapper.site):
                return
            if (_is_shared(site) and site.step.frame.module is not site.home.module) or is_retry(site.step):
                return
            if remedy.same_each_time(site, model) and not is_trial(model, site.step):
                loop = place_of(site.step.frame.module, site.step.node)
                yield self._finding(site, function, [Step(loop, "called in each step of this loop")])
        elif (
            isinstance(function, ast.FunctionDef)
            and not (site.branches or _is_shared(site))
            and stays(model, site.wrapper, site.home)
            and _function_of_data(site, model, function)
        ):
            yield self._finding(site, function, [])

    def _finding(self, site: Remade, function: ast.FunctionDef | ast.Lambda, callers: list[Step]) -> Finding:
        place = place_of(site.module, site.node)
        name = "this lambda" if isinstance(function, ast.Lambda) else f"`{function.name}`"
        inside = Step(place_of(site.module, function), f"at each call of {name}")
        related = steps(callers, [inside], remedy.places(site))
        where = f"outside of {name}, once"
        return self.finding(
            place,
            f"{remedy.cause(site)} at each call of {name}: one trace per call",
            tuple(each for each in related if each.place != place),
            remedy.code_that_runs_once(site, where),
        )


def _is_shared(site: Remade) -> bool:
    """Whether many calls share the wrapper: in a loop, or in an inner function that is handed to others."""
    return site.amortised or site.caller.parent is site.home


def _function_of_data(site: Remade, model: Model, function: ast.FunctionDef) -> bool:
    """Whether a function of which no caller is known is made to be called again and again, outside of transforms."""
    home = site.home
    blockers = remedy.needed_now(site, model, changes(model, remedy.depends(site), home, site.step))
    if home.back is None or home.back[0] is not site.step.frame or is_traced(model, home, site.wrapper.transform):
        return False
    if any(loops for _, loops in model.callers_of(function)):
        return False  # what those loops do was looked at
    if runs_once(model, function) or is_test(model, site.module) or is_handed_on(site.module, function):
        return False
    if not isinstance(site.call, ast.Call):
        return False
    given = _data(list(arguments_of(site.call)), site.caller, home)
    if home.first_parameter is not None:
        owner, advances = home.owner, _advances(site.module, site.call, home.first_parameter)
        if owner is None or owner.pytree == "yes" or (owner.is_open and not advances) or owner.has_code_of_libraries:
            return False  # methods of what JAX flattens run under other transforms
        blockers = {name for name in blockers if not _is_of_instance(model, name, home)}
        if blockers <= {home.first_parameter} and (given - {home.first_parameter} or advances):
            return True
    return not blockers and bool(given - {home.first_parameter})


def _data(given: Sequence[ast.AST], frame: Frame, home: Frame) -> set[str]:
    """The parameters of a function that expressions in it, or in what it calls, are worked out from."""
    found = {name for each in given for name in parameters_of(each, home)}
    if frame is home or frame.back is None:
        return found
    names, (caller, call) = {name for each in given for name in parameters_of(each, frame)}, frame.back
    sources = [source for name in names if (source := given_for(frame, name, call)) is not None]
    return found | _data(sources, caller, home)


def _is_of_instance(model: Model, name: str, home: Frame) -> bool:
    """Whether a local name holds what is read of a method's instance, and of nothing else."""
    values = assigned_values(bindings(scope_of(home)).get(name, []))
    first = {home.first_parameter}
    return bool(values) and all(only_reads(model, v, home) and parameters_of(v, home) == first for v in values or ())


def _advances(module: ModuleInfo, call: ast.Call, first: str) -> bool:
    """Whether the result of a call is stored and is its next argument: `self.state = wrapper(self.state, ...)`."""
    statement = nearest(around(module.tree, call), ast.stmt)
    kept = _attributes(statement.targets, first) if isinstance(statement, ast.Assign) else set()
    return not kept.isdisjoint(_attributes(call.args, first))


def _attributes(nodes: Sequence[ast.AST], first: str) -> set[str]:
    """The names of `self.name` in some code."""
    found = (each for node in nodes for each in walk(node) if isinstance(each, ast.Attribute))
    return {each.attr for each in found if isinstance(each.value, ast.Name) and each.value.id == first}
