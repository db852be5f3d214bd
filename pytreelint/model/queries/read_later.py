"""Reads of a tracer of a gradient or a map that has ended, which certainly raise.

Of a staged function any read is one of a tracer that has no value. A tracer of a gradient knows its value: `int()`,
`bool()`, `item()` and `print()` take it even when the gradient has ended; operations of JAX, `float()`, a format and
NumPy refuse it, and do so with a tracer of `vmap` (jax 0.10.2, run).
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.demands import ARRAY_METHODS, METHODS_MAY_KEEP, REFUSED_AFTER
from pytreelint.knowledge.objects import ALIVE, LOOKING, NEEDING
from pytreelint.model.queries.callers import runs_eagerly
from pytreelint.model.syntax.occurrences import occurrences
from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.standing import around, nearest
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values.value import Container, Library

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.kept_tracers import Leak
    from pytreelint.model.values.protocol import Model


def is_harmless(site: Leak, use: ast.expr, outer: Sequence[ast.AST], module: ModuleInfo, model: Model) -> bool:
    """Whether a read of what has held a tracer may find something else there, or take the tracer as it is.

    Arguments:
        outer: the nodes around the read, the outermost first.
    """
    if site.trace.kind != "staging" and not _is_refused(site, use, outer, module, model):
        return True
    return _is_replaced(site, use, outer, module)


def _is_refused(site: Leak, use: ast.expr, outer: Sequence[ast.AST], module: ModuleInfo, model: Model) -> bool:
    """Whether a read certainly runs when the gradient has ended, and raises."""
    is_tracer = not site.inside and not isinstance(site.value, Container)
    return _is_after(site, outer, module, use) and _refuses(use, is_tracer, outer, module, model)


def _is_after(site: Leak, outer: Sequence[ast.AST], module: ModuleInfo, use: ast.AST) -> bool:
    """Whether it stands behind the call in which the trace begins and ends, in the same function or module."""
    call = site.trace.call
    if module is not site.trace.caller or not isinstance(call, ast.Call) or not isinstance(use, ast.expr):
        return False
    same = nearest(outer, FUNCTIONS) is nearest(around(module.tree, call), FUNCTIONS)
    return same and use.lineno > (call.end_lineno or call.lineno)


def stands_behind(site: Leak, module: ModuleInfo, use: ast.AST, model: Model) -> bool:
    """Whether a read follows on the call of what is traced, and nothing is called between that could assign again."""
    outer = around(module.tree, use)
    if not isinstance(use, ast.expr) or not _is_after(site, outer, module, use) or not _is_of_traced(site, use):
        return False
    call, function = site.trace.call, nearest(outer, FUNCTIONS) or module.tree
    end = getattr(call, "end_lineno", None) or 0
    between = (n for n in walk(function) if isinstance(n, ast.Call) and end < n.lineno <= use.lineno)
    calls = (each for each in between if each not in outer)  # that is what the read is given to
    return all(isinstance(model.expression(each.func, model.top(module)), Library) for each in calls)


def runs_behind(site: Leak, functions: Sequence[ast.AST], module: ModuleInfo, model: Model) -> bool:
    """Whether a method around a read, which runs eagerly, too, is called on the same name once more, behind the trace.

    solver.solve(x)  # here a tracer is kept, and the trace runs `shift`, too
    solver.shift(x)
    """
    frame, traced = site.frame, list[ast.AST | None]()
    while frame.tracing and frame.back is not None:
        traced.append(frame.function)
        frame = frame.back[0]
    eager = [each for each in functions if each not in traced and runs_eagerly(model, each)]
    names = [getattr(each, "name", "") for each in eager]
    uses = [use for name in names if name for use in occurrences(module.tree).attributes.get(name, ())]
    frame = site.frame
    while uses and frame.back is not None:
        caller, node = frame.back
        frame = caller
        if caller.tracing or caller.module is not module or not isinstance(node, ast.Call):
            continue
        holder, end = getattr(node.func, "value", None), node.end_lineno or node.lineno
        if isinstance(holder, ast.Name) and any(
            use.lineno > end and _is_called_on(holder.id, use, module, caller.function) for use in uses
        ):
            return True
    return False


def _is_called_on(name: str, use: ast.Attribute, module: ModuleInfo, function: ast.AST | None) -> bool:
    """Whether a method of what a name holds is called in the very body of a function, or of the module."""
    outer = around(module.tree, use)
    same = isinstance(use.value, ast.Name) and use.value.id == name and nearest(outer, FUNCTIONS) is function
    return same and bool(outer) and isinstance(outer[-1], ast.Call) and outer[-1].func is use


def _is_of_traced(site: Leak, use: ast.expr) -> bool:
    """Whether a read is one of an object that the transform or its call names: `jit(env.step)`, `env.state`."""
    root: ast.expr = use
    while isinstance(root, (ast.Attribute, ast.Subscript)):
        root = root.value
    names = {n.id for node in (site.trace.node, site.trace.call) for n in walk(node) if isinstance(n, ast.Name)}
    return isinstance(root, ast.Name) and root.id in names


def _is_replaced(site: Leak, use: ast.expr, outer: Sequence[ast.AST], module: ModuleInfo) -> bool:
    """Whether something else is put in the place of a tracer between the end of the trace and a read further down.

    step(x)
    state["loss"] = 0.0
    print(state["loss"] + 1)
    """
    call, function = site.trace.call, nearest(outer, FUNCTIONS) or module.tree
    if module is not site.trace.caller:
        return False
    texts = [ast.unparse(use)]
    for parent in reversed(outer):
        if not isinstance(parent, ast.Subscript):
            break
        texts.append(ast.unparse(parent))
    start = getattr(call, "lineno", use.lineno)  # what the call itself is assigned to is set when it has returned
    inner = site.frame.function
    if inner is not None and function not in around(module.tree, call) and function in around(module.tree, inner):
        start = getattr(inner, "end_lineno", None) or start  # the call stands in another function
    between = (
        each
        for each in walk(function)
        if isinstance(each, (ast.Subscript, ast.Attribute, ast.Name))
        and isinstance(each.ctx, ast.Store)
        and start <= each.lineno < use.lineno
    )
    return any(ast.unparse(each) in texts for each in between)


def _refuses(use: ast.expr, is_tracer: bool, outer: Sequence[ast.AST], module: ModuleInfo, model: Model) -> bool:
    """Whether what a read is given to refuses a tracer of an ended trace; it may be of a container of such."""
    value: ast.AST = use
    for parent in reversed(outer):
        match parent:
            case ast.Subscript() if parent.value is value:
                value, is_tracer = parent, True
            case ast.BinOp() | ast.AugAssign() | ast.UnaryOp(op=ast.USub()):
                return is_tracer
            case ast.Compare():
                return is_tracer and not any(isinstance(each, _BY_IDENTITY) for each in parent.ops)
            case ast.FormattedValue():
                return is_tracer and parent.format_spec is not None
            case ast.Attribute():
                return is_tracer and parent.attr in _COMPUTING
            case ast.Call():
                called = model.expression(parent.func, model.top(module))
                return isinstance(called, Library) and _is_refusing(called.name)
            case ast.comprehension(target=ast.Name(id=item)) | ast.For(target=ast.Name(id=item)):
                return parent.iter is value and _refuses_items(item, parent, outer, module, model)
            case _:
                return False
    return False


def _refuses_items(
    item: str, loop: ast.comprehension | ast.For, outer: Sequence[ast.AST], module: ModuleInfo, model: Model
) -> bool:
    """Whether something in a loop over a container refuses the item: `[jnp.min(loss) for loss in losses]`."""
    inside = loop if isinstance(loop, ast.For) else outer[list(outer).index(loop) - 1]
    uses = (each for each in walk(inside) if isinstance(each, ast.Name) and each.id == item)
    read = (each for each in uses if isinstance(each.ctx, ast.Load))
    return any(_refuses(each, True, around(module.tree, each), module, model) for each in read)


_BY_IDENTITY = (ast.Is, ast.IsNot, ast.In, ast.NotIn)
_COMPUTING = ARRAY_METHODS - METHODS_MAY_KEEP - ALIVE


def _is_refusing(name: str) -> bool:
    return name in REFUSED_AFTER or (name.startswith(NEEDING) and name not in LOOKING)
