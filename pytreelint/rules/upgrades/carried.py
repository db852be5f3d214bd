"""The arguments of calls whose function is replaced, and whether each use of the old name can have today's name."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.knowledge.repairs import PARTIAL
from pytreelint.knowledge.replaced_calls import MEMBERS, TAKES, VALUES, WIDER, Parameters
from pytreelint.knowledge.replacements import OTHERWISE
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.queries.concrete import reference
from pytreelint.model.syntax.standing import around
from pytreelint.model.text.place import Place
from pytreelint.rules.arguments import after, before
from pytreelint.rules.conditions import ARGUMENTS_FIT, OTHER_ARGUMENTS, SAME_FUNCTION, WIDER_TYPE
from pytreelint.rules.finding import Condition, Edit

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


@record(frozen=True, slots=True)
class Carried:
    """The edits of the calls, beside the name itself, and what must hold."""

    edits: tuple[Edit, ...]
    conditions: tuple[Condition, ...]


@record(frozen=True, slots=True)
class _Use:
    """A use of the old name, with the nodes around it, the innermost last."""

    node: ast.expr
    outer: list[ast.AST]

    @property
    def parent(self) -> ast.AST:
        return self.outer[-1] if self.outer else self.node


def carried(model: Model, module: ModuleInfo, nodes: Sequence[ast.expr], name: str) -> Carried | None:
    """What today's name takes at these uses of the old one; None where one of them cannot have it."""
    edits: list[Edit] = []
    calls = wider = False
    for use in (_Use(node, around(module.tree, node)) for node in nodes):
        arguments = _arguments(model, module, use)
        if arguments is not None and name not in MEMBERS:
            changes = _call_edits(module, TAKES.get(name), arguments)
            if changes is None:
                return None
            edits += changes
            calls = True
        elif not _stays(use, name):
            return None
        else:
            wider = wider or (name in WIDER and not _in_annotation(use))
    conditions = [OTHER_ARGUMENTS if name in OTHERWISE else SAME_FUNCTION]
    conditions += [ARGUMENTS_FIT] if calls else []
    conditions += [WIDER_TYPE] if wider else []
    return Carried(tuple(edits), tuple(conditions))


def _stays(use: _Use, name: str) -> bool:
    """Whether a use that is no call means the same with today's name."""
    if name in MEMBERS:
        return isinstance(use.parent, ast.Attribute) and use.parent.attr in MEMBERS[name]
    return name in VALUES or (name in TAKES and TAKES[name].is_same)


def _in_annotation(use: _Use) -> bool:
    for outer, inner in zip(use.outer, [*use.outer[1:], use.node], strict=True):
        if isinstance(outer, (ast.arg, ast.AnnAssign)) and outer.annotation is inner:
            return True
        if isinstance(outer, (ast.FunctionDef, ast.AsyncFunctionDef)) and outer.returns is inner:
            return True
    return False


@record(frozen=True, slots=True)
class _Arguments:
    """What a call gives; `last` is the node after which another argument can stand, None for a bare decorator."""

    positional: tuple[ast.expr, ...]
    keywords: tuple[ast.keyword, ...] = ()
    last: ast.expr | ast.keyword | None = None


def _arguments(model: Model, module: ModuleInfo, use: _Use) -> _Arguments | None:
    """The arguments with which a use calls the old function; None where it does not call it."""
    call = use.parent
    if isinstance(call, ast.Call) and call.func is use.node:
        return _Arguments(tuple(call.args), tuple(call.keywords), _last(module, call))
    if isinstance(call, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and use.node in call.decorator_list:
        return _Arguments((use.node,))
    if not isinstance(call, ast.Call) or call.args[:1] != [use.node] or not _has_one_caller(use, call):
        return None
    if reference(model, module, call.func, PARTIAL) is not call.func:
        return None
    return _Arguments((use.node, *call.args[1:]), tuple(call.keywords), _last(module, call))


def _has_one_caller(use: _Use, call: ast.Call) -> bool:
    """`@partial(old, mesh=mesh)`, `partial(old, mesh=mesh)(f)`: what is missing is the function alone."""
    above = use.outer[-2] if len(use.outer) > 1 else None
    if isinstance(above, ast.Call):
        return above.func is call and len(above.args) == 1 and not above.keywords and len(call.args) == 1
    return isinstance(above, (ast.FunctionDef, ast.AsyncFunctionDef)) and call in above.decorator_list


def _last(module: ModuleInfo, call: ast.Call) -> ast.expr | ast.keyword | None:
    places: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
    return max(places, key=lambda each: (each.lineno, each.col_offset), default=None)


def _call_edits(module: ModuleInfo, parameters: Parameters | None, given: _Arguments) -> list[Edit] | None:
    """The edits that give each argument to today's parameter; None where there is none."""
    if parameters is None:
        return None
    spread = any(isinstance(a, ast.Starred) for a in given.positional) or any(k.arg is None for k in given.keywords)
    if spread:
        return [] if parameters.is_same else None
    edits = [*_by_place(module, parameters, given), *_by_name(module, parameters, given)]
    if parameters.added and given.last is not None:
        edits.append(Edit(after(module.source.place(given.last)), f", {parameters.added}"))
    elif parameters.added:
        return None
    return [edit for edit in edits if edit is not None] if None not in edits else None


def _by_place(module: ModuleInfo, parameters: Parameters, given: _Arguments) -> Iterator[Edit | None]:
    for index, argument in enumerate(given.positional):
        parameter = parameters.at(index)
        if parameter is None:
            yield None
        elif parameter.keyword:
            yield Edit(before(module.source.place(argument)), f"{parameter.new}=")


def _by_name(module: ModuleInfo, parameters: Parameters, given: _Arguments) -> Iterator[Edit | None]:
    for keyword in given.keywords:
        parameter = parameters.named(keyword.arg or "")
        if parameter is None or parameter.place:
            yield None
        elif parameter.new != keyword.arg:
            at = module.source.place(keyword)
            name = Place(at.path, at.row, at.column, at.row, at.column + len(keyword.arg or ""))
            yield Edit(name, parameter.new)
