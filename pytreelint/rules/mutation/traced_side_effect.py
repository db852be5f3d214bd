"""PTL505."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from pytreelint.knowledge.demands import COMPILE_TIME
from pytreelint.knowledge.frozen import CONSTRUCTORS
from pytreelint.model.queries.callers import has_run
from pytreelint.model.queries.evidence import is_users_module, place_of
from pytreelint.model.queries.imported import imported_uses
from pytreelint.model.queries.in_another_trace import is_in_another_trace
from pytreelint.model.queries.read_later import is_harmless, runs_behind
from pytreelint.model.queries.renewing import read_again
from pytreelint.model.queries.restored import is_put_back
from pytreelint.model.queries.unread_anywhere import is_unread
from pytreelint.model.syntax.free import scope_of
from pytreelint.model.syntax.occurrences import occurrences, own_names
from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.standing import around, nearest
from pytreelint.model.text.place import Step
from pytreelint.model.values.kept_tracers import KeptTracer, Leak, WrittenInTrace
from pytreelint.model.values.states import holds
from pytreelint.model.values.value import ModuleValue, Object
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Model
    from pytreelint.model.values.value import Value

_KEEPS = "`{}` keeps a tracer of `{}`, which is of no use when the trace has ended"
_CHANGES = frozenset({"append", "extend", "insert", "clear", "update", "setdefault"})


class TracedSideEffect(Rule[Leak | KeptTracer | WrittenInTrace]):
    """A traced function stores a tracer that is read after the trace.

    ## What it does
    Finds functions under `jit`, `scan` and other transforms that trace, which keep a traced value in an attribute of
    an object from outside (`self.last = loss`), in an outer or global name, or in a list from outside
    (`history.append(loss)`), where code outside of the trace reads it, or the function itself renews it
    (`self.key, sub = jax.random.split(self.key)`), or, of attributes, where no code of the package reads it at all.
    Objects of `flax.nnx` from outside refuse any assignment, read or not, so calls of their dropout, batch norm and
    streams of keys. And calls of functions and properties with a
    cache (`functools.cache`, `lru_cache`, `cached_property`) that a trace fills with a tracer, and that are asked again
    outside of it.

    ## Why is this bad?
    What is stored is a tracer, not a number: `UnexpectedTracerError: Encountered an unexpected tracer`. And it is
    stored when the function is traced, not when it is called: a second call stores nothing.

    ## Example
    ```python
    history = []

    @jax.jit
    def step(x):
        history.append(x.sum())
        return 2 * x

    step(x)
    print(history[0] + 1)
    ```

    ## Use instead
    ```python
    history = []

    @jax.jit
    def step(x):
        return 2 * x, x.sum()

    x, total = step(x)
    history.append(total)
    print(history[0] + 1)
    ```

    ## Fix safety
    Fix: none. What is stored must be returned, and each caller changes.

    ## Known limits
    - Objects that are made inside of the traced function, and PyTrees, of which it has a copy, are passed over.
    - Reads are looked for in the same file and, of attributes, in the files of base classes and in the one that runs
      the function; where others read the attribute, nothing is said. Counters and texts are no tracers: nothing is
      said of them.
    - What a cache keeps by the size of an array is taken for the same at one place of the program, in a trace or not.
    - Of `vmap` and gradients that nothing compiles, only reads behind their call are looked at, and only those that
      raise: a gradient's tracer still gives `int()`, `bool()`, `item()` and `print()` its value. Layers of
      `flax.nnx` that change themselves (dropout, batch norm) are passed over where the file speaks of a mode, by
      words such as `eval` or `deterministic`.
    - Nor is anything said of attributes that code outside of the trace may assign again.

    ## References
    - https://docs.jax.dev/en/latest/errors.html#jax.errors.UnexpectedTracerError (jax 0.10, 0.12)
    """

    code = "PTL505"
    name = "traced-side-effect"
    severity = "error"

    def check(self, site: Leak | KeptTracer | WrittenInTrace, model: Model) -> Iterator[Finding]:
        """A tracer is certainly stored outside, and somebody outside reads what holds it."""
        if isinstance(site, KeptTracer):
            yield from self._kept(site)
            return
        if isinstance(site, WrittenInTrace):
            yield self._written(site)
            return
        reads = [*_reads(site, model)]
        where = "outside of the trace"
        if not reads and (again := read_again(site)) is not None:
            reads = [(site.module, again)]
            where = "by the next trace; compiled, each call goes on with what the first read"
        read = next((each for each in reads if not is_put_back(site, each, model)), None)
        if read is None and (reads or not is_unread(site, model)):
            return
        place, trace = place_of(site.module, site.node), site.trace
        traced = place_of(trace.module, trace.node)
        steps = [Step(traced, f"`{trace.transform.name}` traces the function")]
        if read is not None:
            steps.append(Step(place_of(*read), f"it is read here, {where}"))
        yield self.finding(
            place,
            _KEEPS.format(site.name, trace.transform.name),
            steps,
            f"# return the value from the function, and store it in `{site.name}` where that is called",
        )

    def _kept(self, site: KeptTracer) -> Iterator[Finding]:
        if not is_users_module(site.module):
            return
        place, again = place_of(site.module, site.node), site.again.innermost
        steps = [
            Step(place_of(site.trace.module, site.trace.node), f"`{site.trace.transform.name}` traces the function"),
            Step(place_of(again.module, again.node), "it is given back here, outside of the trace"),
        ]
        yield self.finding(
            place,
            _KEEPS.format(site.name, site.trace.transform.name),
            steps,
            f"with {COMPILE_TIME}():  # around what `{site.name}` computes",
        )

    def _written(self, site: WrittenInTrace) -> Finding:
        place, trace, made = place_of(site.module, site.node), site.trace, site.made
        step = Step(place_of(trace.module, trace.node), f"`{trace.transform.name}` traces the function")
        done = "called, as it changes its object" if isinstance(site.node, ast.Call) else "assigned"
        return self.finding(
            place,
            f"`{site.name}` cannot be {done}: this `{made}` is from outside of what `{trace.transform.name}` traces",
            (step,),
            f"# hand the `{made}` to the function, and use a transform that hands its changes back",
        )


def _reads(site: Leak, model: Model) -> Iterator[tuple[ModuleInfo, ast.AST]]:
    """The places outside of traced functions that read what was stored: in its file, those of bases, and the file
    that runs it.
    """
    home, holder = site.holder
    own = isinstance(holder, ast.Attribute)
    runner = model.judged if not own or site.cls is not None else None
    others = (runner,) if runner is not None and runner is not site.module else ()
    for module in dict.fromkeys((home, site.module, *_modules_of_bases(site), *others)):
        if not own and module is not home:
            uses: Sequence[ast.Name | ast.Attribute] = imported_uses(model.program, module, home, site.name)
        else:
            found = occurrences(module.tree)
            uses = found.attributes.get(site.name, []) if own else found.names.get(site.name, [])
        for use in uses:
            outer = around(module.tree, use)
            functions = [each for each in outer if isinstance(each, FUNCTIONS)]
            if not isinstance(use.ctx, ast.Load):
                continue
            if any(_is_traced(f, site, model, module) for f in functions) and not _is_behind_the_call(
                site, use, outer, module
            ):
                if not own or not (
                    is_in_another_trace(site, functions, module, model) or runs_behind(site, functions, module, model)
                ):
                    continue
            if own and module not in (home, site.module) and not _runs_in_base(site, use, outer, model):
                if runner is None or module is not runner or not _is_held(site, use, outer, runner, model):
                    continue
            if (own and not _may_be_of(site, use, outer)) or _is_another_item(site, outer) or _is_new(use, outer):
                continue
            if is_harmless(site, use, outer, module, model):
                continue
            if (
                outer
                and not _only_changes(outer[-1])
                and (own or module is not home or _is_read(use, holder, functions, home))
            ):
                yield module, use


def _is_read(use: ast.expr, holder: ast.expr, functions: Sequence[ast.AST], home: ModuleInfo) -> bool:
    """Whether a use of a name is one of what `holder` keeps, and may run once the trace has; any of an attribute may.

    It stands further on, or in a function of its own, which does not give the name another meaning; the name of a
    function is known in that alone.
    """
    if not isinstance(holder, ast.Name):
        return True
    scope = scope_of(holder.id, around(home.tree, holder))
    if scope is not None and scope not in functions:
        return False
    others = [each for each in functions if not holds(each, holder)]
    if any(holder.id in own_names(each) for each in others):
        return False
    return bool(others) or use.lineno > holder.lineno


def _is_another_item(site: Leak, outer: list[ast.AST]) -> bool:
    """Whether a use reads what a dict holds under a key that has no tracer."""
    key = outer[-1].slice if outer and isinstance(outer[-1], ast.Subscript) else None
    return site.keys is not None and isinstance(key, ast.Constant) and key.value not in site.keys


def _is_new(use: ast.expr, outer: list[ast.AST]) -> bool:
    """Whether a constructor reads what it has assigned itself, before any trace of its instance."""
    constructor = next((each for each in reversed(outer) if isinstance(each, FUNCTIONS)), None)
    if getattr(constructor, "name", "") not in CONSTRUCTORS or not _is_of_self(use, outer):
        return False
    assert constructor is not None and isinstance(use, ast.Attribute)
    same = (each for each in ast.walk(constructor) if isinstance(each, ast.Attribute) and each.attr == use.attr)
    return any(isinstance(each.ctx, ast.Store) and each.lineno < use.lineno for each in same)


def _is_traced(function: ast.AST, site: Leak, model: Model, module: ModuleInfo, depth: int = 0) -> bool:
    """Whether a function runs under the trace: it was seen to, or its file names it in such functions alone."""
    traced = model.is_staged if site.trace.kind == "staging" else model.is_traced
    if function is site.frame.function or traced(function):
        return True
    name = getattr(function, "name", "")
    if not name or depth > _DEPTH:
        return False
    found, scope = occurrences(module.tree), nearest(around(module.tree, function), FUNCTIONS)
    uses = [*found.names.get(name, ()), *(found.attributes.get(name, ()) if scope is None else ())]
    inside = [use for use in uses if scope is None or holds(scope, use)]
    return bool(inside) and all(
        any(_is_traced(f, site, model, module, depth + 1) for f in around(module.tree, use) if isinstance(f, FUNCTIONS))
        for use in inside
    )


_DEPTH = 2  # functions that call one another, of which only the outermost is known to be traced


def _is_behind_the_call(site: Leak, use: ast.expr, outer: list[ast.AST], module: ModuleInfo) -> bool:
    """Whether a use stands behind the call in which the trace begins and ends, in a function that others may trace."""
    call = site.trace.call
    if module is not site.trace.caller or not isinstance(call, ast.Call):
        return False
    function = nearest(outer, FUNCTIONS)
    same = function is not None and function is nearest(around(module.tree, call), FUNCTIONS)
    return same and use.lineno > (call.end_lineno or call.lineno)


def _modules_of_bases(site: Leak) -> list[ModuleInfo]:
    """The other files of the project that hold bases of the class whose attribute it is."""
    bases = site.cls.mro if site.cls is not None and isinstance(site.node, ast.Attribute) else ()
    return list(dict.fromkeys(b.module for b in bases if b.module.origin == "project" and b.module is not site.module))


def _runs_in_base(site: Leak, use: ast.AST, outer: list[ast.AST], model: Model) -> bool:
    """Whether a use is one of `self` in a method of a base that was seen to run, outside of all traces."""
    assert site.cls is not None
    around_it = [each for each in outer if isinstance(each, ast.ClassDef)]
    of_base = bool(around_it) and any(each.node is around_it[-1] for each in site.cls.mro)
    methods = [each for each in outer if isinstance(each, FUNCTIONS)]
    return of_base and _is_of_self(use, outer) and bool(methods) and has_run(model, methods[0])


def _is_held(site: Leak, use: ast.AST, outer: list[ast.AST], module: ModuleInfo, model: Model) -> bool:
    """Whether the holder of an attribute in another file is certainly the instance: `self.objective.parts`, where the
    trace began in a method of the same object.
    """
    if not isinstance(use, ast.Attribute):
        return False
    names, root = [], use.value
    while isinstance(root, ast.Attribute):
        names.append(root.attr)
        root = root.value
    if not isinstance(root, ast.Name):
        return False
    cls = next((each for each in outer if isinstance(each, ast.ClassDef)), None)
    held = _self_of(site, cls, root.id) if cls is not None else model.name(module, root.id)
    for name in reversed(names):
        if isinstance(held, ModuleValue):
            held = model.member(held.name, name)
        else:
            held = held.get(name) if isinstance(held, Object) else None
    return isinstance(held, Object) and held.cls is site.cls


def _self_of(site: Leak, cls: ast.ClassDef, name: str) -> Value | None:
    """The instance of a class in a method of which the trace began, if its methods give it this name."""
    frame: Frame | None = site.frame
    while frame is not None:
        if frame.owner is not None and frame.owner.node is cls and frame.first_parameter == name:
            return frame.find(name)
        frame = frame.back[0] if frame.back is not None else None
    return None


def _may_be_of(site: Leak, use: ast.AST, outer: list[ast.AST]) -> bool:
    """Whether an attribute of that name may be the one that holds the tracer: no call, nor another class's.

    A class with bases may be a subclass.
    """
    if outer and isinstance(outer[-1], ast.Call) and outer[-1].func is use:
        return False
    around_it = [each for each in outer if isinstance(each, ast.ClassDef)]
    if site.cls is None or not around_it or around_it[-1].bases or not _is_of_self(use, outer):
        return True
    return any(each.node is around_it[-1] for each in site.cls.mro)


def _is_of_self(use: ast.AST, outer: list[ast.AST]) -> bool:
    """Whether an attribute is one of a method's own instance."""
    methods = [f for c, f in pairwise(outer) if isinstance(c, ast.ClassDef)]
    method = next((f for f in reversed(methods) if isinstance(f, FUNCTIONS)), None)
    holder = use.value if isinstance(use, ast.Attribute) else None
    first = next(iter(method.args.args), None) if method is not None else None
    return isinstance(holder, ast.Name) and first is not None and holder.id == first.arg


def _only_changes(parent: ast.AST) -> bool:
    """Whether a use hands the container to nobody: it is added to, or counted."""
    if isinstance(parent, ast.Attribute):
        return parent.attr in _CHANGES
    return isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.func.id == "len"
