"""Changes of a copy that a transform has made of an argument: which are certainly lost, and who misses them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.bases import WRAPPED
from pytreelint.knowledge.in_place import ADDING
from pytreelint.knowledge.record import replace
from pytreelint.model.syntax.last_changes import (
    Change,
    called_on,
    changes_of,
    is_given_again,
    is_last_use,
    is_returned,
    is_unread,
    parameters_of,
    reads_behind,
)
from pytreelint.model.syntax.occurrences import own_names
from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.syntax.walking import statements
from pytreelint.model.types.changers import changed_by, part_at
from pytreelint.model.types.parts import parts
from pytreelint.model.types.writes import frozen
from pytreelint.model.values.lost import OwnCopy
from pytreelint.model.values.value import Array, Container, Object, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


def drawn_again(site: OwnCopy, function: ast.FunctionDef) -> ast.Call | None:
    """The draw from a stream of keys that counts in its copy, which a loop gives to the function in each iteration."""
    (module, holder, call), tree = site.given, site.module.tree
    drawn = called_on(tree, function, site.parameter)
    if not isinstance(holder, ast.expr) or is_returned(tree, function, site.parameter):
        return None
    return drawn if drawn is not None and is_given_again(module.tree, call, holder) else None


def missed(site: OwnCopy, model: Interpreter, function: ast.FunctionDef) -> tuple[Change, ast.expr | None] | None:
    """The first change that nothing sees, or one that the caller looks for, with the place where it does."""
    tree = site.module.tree
    changes = changes_of(tree, function, site.parameter, site.made)
    whole = [each for each in changes if _is_certain(site, each)]
    within = [each for each in changes if each not in whole and _is_certain_within(site, model, each)]
    others = frozenset(each.node for each in (*whole, *within) if isinstance(site.value, Container) or each in within)
    for change in (*whole, *within, *_by_helpers(site, function)):
        inside_of_it = change in within
        if is_unread(tree, function, site.parameter, change, _is_plain(site), site.made, others, inside_of_it):
            return change, None
    return _expected(site, function, whole)


def _by_helpers(site: OwnCopy, function: ast.FunctionDef) -> Iterator[Change]:
    """The calls of functions of the module, or of its own methods, that change the copy for a function:
    `apply_gradients(model, optimizer)`, `model.count_up()`."""
    tree = site.module.tree
    around = [function, *(each for each in outwards(tree, function) if isinstance(each, FUNCTIONS))]
    own_of_all = frozenset[str]().union(*map(own_names, around))
    for statement in statements(function):
        match statement:
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(id=site.parameter), method)) as call):
                for each in _lost_in(site, _method(site, method)):
                    yield Change(statement, call, each.part, call, each.attributes or (each.part,))
            case ast.Expr(ast.Call(ast.Name(id=called), args, []) as call) if called not in own_of_all:
                given = [each for each in args if isinstance(each, ast.Name)]
                if len(given) == len(args) and any(_lost_in(site, _helper(site, called, args))):
                    own = [each for each in given if each.id in parameters_of(function) | site.made]
                    if all(is_last_use(tree, function, each, statement, site.made) for each in own):
                        yield Change(statement, call, "", call)


def _lost_in(site: OwnCopy, there: OwnCopy | None) -> Iterator[Change]:
    """The changes of the copy in a function that is called with it, which that function does not read."""
    if there is None or not isinstance(there.node, ast.FunctionDef):
        return
    inner, name = there.module.tree, there.parameter
    for each in changes_of(inner, there.node, name):
        if _is_certain(there, each) and is_unread(inner, there.node, name, each, _is_plain(site)):
            yield each


def _method(site: OwnCopy, name: str) -> OwnCopy | None:
    """The copy as a method of its own class, which the project has written, is given it."""
    found = site.value.cls.method(name) if isinstance(site.value, Object) else None
    if found is None or found[0].module.origin != "project":
        return None
    cls, method = found
    first = next(iter((*method.args.posonlyargs, *method.args.args)), None)
    if first is None or method.decorator_list or not isinstance(method, ast.FunctionDef):
        return None
    return replace(site, module=cls.module, node=method, parameter=first.arg, made=frozenset())


def _helper(site: OwnCopy, called: str, args: list[ast.expr]) -> OwnCopy | None:
    """The copy as a plain function of the module is given it."""
    match site.module.bindings.get(called, ()):
        case [ast.FunctionDef(decorator_list=[], args=spec) as helper] if not spec.vararg and not spec.posonlyargs:
            given = zip(spec.args, args, strict=False)
            named = [p.arg for p, each in given if isinstance(each, ast.Name) and each.id == site.parameter]
            return replace(site, node=helper, parameter=named[0]) if len(named) == 1 else None
    return None


def _expected(site: OwnCopy, function: ast.FunctionDef, certain: list[Change]) -> tuple[Change, ast.expr] | None:
    """What a method assigns to its own instance, and a read of it by the caller, of what was given."""
    value, (module, holder, call) = site.value, site.given
    if isinstance(call, ast.Call) and holder is call and isinstance(call.func, ast.Attribute):
        holder = call.func.value  # of a method
    if not isinstance(value, Object) or not isinstance(holder, ast.expr) or not isinstance(call, ast.expr):
        return None
    first = next(iter((*function.args.posonlyargs, *function.args.args)), None)
    found = value.cls.method(function.name)
    if found is None or found[1] is not function or first is None or first.arg != site.parameter:
        return None
    if is_returned(site.module.tree, function, site.parameter):
        return None
    for change in certain:
        if isinstance(change.node, ast.Attribute) and change.call is None:
            read = next(reads_behind(module.tree, call, holder, change.part), None)
            if read is not None:
                return change, read
    return None


def _is_plain(site: OwnCopy) -> Callable[[str], bool]:
    """Tells whether an attribute of an instance is what it holds: no property, no method; or a key is one of a dict."""
    value = site.value

    def is_plain(name: str) -> bool:
        if isinstance(value, Object):
            return value.get(name) is not None and value.cls.method(name) is None
        return isinstance(value, Container) and name.startswith("[")

    return is_plain


def _sets_variable(value: object, change: Change) -> bool:
    """Whether a variable of flax gets another value: `model.count[...] += 1`, `model.count.value = x`."""
    held = part_at(value, change.attributes) if isinstance(value, Object) else None
    target = change.node
    if not isinstance(held, Array) or not held.variable:
        return False
    return isinstance(target, ast.Subscript) or isinstance(target, ast.Attribute) and target.attr in WRAPPED


def _is_certain_within(site: OwnCopy, model: Interpreter, change: Change) -> bool:
    """Whether a statement changes a container in the copy: `log["losses"].append(loss)`."""
    held = _part(model, site.value, change.attributes) if change.attributes and site.is_changed else None
    if not isinstance(held, Container):
        return False
    if change.call is None:
        return isinstance(change.node, ast.Subscript) and held.kind in ADDING
    method = change.call.func.attr if isinstance(change.call.func, ast.Attribute) else ""
    return method in ADDING.get(held.kind, ())


def _part(model: Interpreter, value: Value, steps: tuple[str, ...]) -> Value | None:
    """What lies behind attributes and keys, where all of it is data: metadata a transform hands on as it is."""
    found: Value | None = value
    for step in steps:
        if isinstance(found, Object):
            children = parts(model, found) if found.cls.method(step) is None else None
            found = next((each.value for each in children or () if each.name == step and not each.static), None)
        elif isinstance(found, Container) and found.kind in ("dict", "list", "tuple"):
            keys = found.keys if found.kind == "dict" else range(len(found.items))
            found = next((item for key, item in zip(keys, found.items, strict=False) if f"[{key!r}]" == step), None)
        else:
            return None
    return found


def _is_certain(site: OwnCopy, change: Change) -> bool:
    """Whether a statement changes the copy, and nothing else."""
    value = site.value
    if change.call is None:
        if change.attributes:
            return _sets_variable(value, change)
        if not site.is_changed:
            return False
        if isinstance(value, Object):
            own = value.cls.pytree == "yes" and frozen(value.cls) is None and value.cls.method(change.part) is None
            setter = value.cls.method("__setattr__")
            return (
                own
                and isinstance(change.node, ast.Attribute)
                and (setter is None or setter[0].module.origin != "project")
            )
        return isinstance(change.node, ast.Subscript)
    method = change.call.func.attr if isinstance(change.call.func, ast.Attribute) else ""
    if isinstance(value, Container):
        return site.is_changed and not change.attributes and method in ADDING.get(value.kind, ())
    changed = changed_by(part_at(value, change.attributes), method)
    if changed is None or any(position >= len(change.call.args) for position in changed):
        return False
    code = site.node
    return isinstance(code, ast.FunctionDef) and all(
        is_last_use(site.module.tree, code, change.call.args[position], change.statement, site.made)
        for position in changed
    )
