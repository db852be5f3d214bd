"""Functions that keep their results: a tracer that one of them keeps is given back when its trace has ended."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pytreelint.model.syntax.free import free_names
from pytreelint.model.syntax.occurrences import occurrences
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values.frame import token_of
from pytreelint.model.values.happenings import Kept
from pytreelint.model.values.identity import IN_CACHE, Token
from pytreelint.model.values.kept_tracers import KeptTracer
from pytreelint.model.values.parts import items_of
from pytreelint.model.values.states import Event, event_at, facts, note
from pytreelint.model.values.value import (
    Array,
    ClassValue,
    Constant,
    Container,
    Function,
    Library,
    Object,
    Scalar,
    Value,
    constant,
)

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.marks import Traces
    from pytreelint.model.values.protocol import Interpreter

_CLEARING = ("cache_clear",)
_EMPTYING = ("clear", "pop", "popitem", "del")
_EMPTY = ("{}", "dict()")
_CONSTANT = (Constant, Library, ClassValue)


def called(ev: Interpreter, function: Function, env: Mapping[str, Value], result: Value, arguments: Arguments) -> None:
    """A function with a cache was called: with these arguments, it gives the same object again."""
    token = _kept_by(ev, function, env, arguments.node)
    if token is not None and not any(m.has_word(_CLEARING) for m in (function.module, arguments.frame.module)):
        kept(ev, token, function.name, result, arguments.stage, arguments.node, arguments.frame)


def read(ev: Interpreter, getter: Function, instance: Value, result: Value, node: ast.AST, frame: Frame) -> None:
    """A property with a cache was read."""
    token = _of_instance(instance, getter, ())
    if token is not None:
        kept(ev, token, getter.name, result, frame.staging, node, frame)


def kept(ev: Interpreter, token: Token, name: str, result: Value, staging: Traces, node: ast.AST, frame: Frame) -> None:
    """What is given is kept, if nothing was before: a tracer where a transform traces all that runs."""
    if not staging or _is_traced(result, staging):
        happens(ev, token, Kept(staging), node, frame, event_at(frame, node, name))


def happens(ev: Interpreter, token: Token, kind: Kept, node: ast.AST, frame: Frame, event: Event) -> None:
    """The cache is asked here, or in what is called here; it holds what it was filled with first."""
    if ev.bounds.exhausted or any(ev.events.doubting) or frame.env is None or frame.guarded:
        return
    held = facts(frame).events
    first = next(((k, e) for (k, each), e in held.items() if each is token and isinstance(k, Kept)), None)
    if first is None:
        note(frame, kind, token, event)
        return
    known, before = first
    if known.staging and known.staging[0] not in kind.staging and not before.when:
        ev.emit(
            KeptTracer(before.innermost.module, before.innermost.node, before.innermost.by, known.staging[0], event)
        )


def filled(ev: Interpreter, branch: ast.If, after: Mapping[str, Value] | None, frame: Frame) -> None:
    """`if key not in cache: cache[key] = ...` was passed: what the dict holds under the key stays there.

    So does what `if self.table is None: self.table = ...` has put there.

    Arguments:
        after: the names at the end of the branch.
    """
    if after is None or frame.env is None:
        return
    if (first := _first_set(branch)) is not None:
        _set_once(ev, *first, after, frame)
        return
    found = _filling(branch)
    if found is None or frame.module.has_word(_EMPTYING):
        return
    test, assign = found
    with ev.aside():
        key = ev.expression(test.left, frame)
        known = key if _is_constant(key) else constant(ast.unparse(test)) if _is_size(key) else None
        token = _of_dict(ev, test.comparators[0], known, frame) if known is not None else None
        now, frame.env = frame.env, dict(after)
        given = ev.expression(assign.value, frame) if token is not None else None
        frame.env = now
    if token is not None and given is not None:
        kept(ev, token, ast.unparse(test.comparators[0]), given, frame.staging, assign, frame)


def _first_set(branch: ast.If) -> tuple[ast.Attribute, ast.Assign] | None:
    """The attribute of which a branch asks whether it is None yet, and the assignment that sets it."""
    match branch.test:
        case ast.Compare(ast.Attribute() as asked, [ast.Is()], [ast.Constant(value=None)]) if not branch.orelse:
            text = ast.unparse(asked)
            found = [each for each in branch.body if isinstance(each, ast.Assign)]
            sets = [each for each in found if len(each.targets) == 1 and ast.unparse(each.targets[0]) == text]
            return (asked, sets[0]) if len(sets) == 1 else None
    return None


def _set_once(
    ev: Interpreter, asked: ast.Attribute, assign: ast.Assign, after: Mapping[str, Value], frame: Frame
) -> None:
    """What an attribute that begins as None holds: nobody but its constructor and this statement assigns it."""
    with ev.aside():
        instance = ev.expression(asked.value, frame)
        sets = _begins_as_none(instance, asked.attr, assign, frame) and _is_left_alone(ev, instance, asked.attr, frame)
        token = _part(instance, (asked.attr, None)) if sets else None
        now, frame.env = frame.env, dict(after)
        given = ev.expression(asked, frame) if token is not None else None
        frame.env = now
    if token is not None and given is not None:
        kept(ev, token, ast.unparse(asked), given, frame.staging, assign, frame)


def _stores(name: str, frame: Frame) -> list[ast.AST]:
    """The statements of a file that assign an attribute of a name, or what of them it stands in."""
    uses = occurrences(frame.module.tree).attributes.get(name, ())
    return [next(outwards(frame.module.tree, each)) for each in uses if not isinstance(each.ctx, ast.Load)]


def _is_left_alone(ev: Interpreter, instance: Value, name: str, frame: Frame) -> bool:
    """Whether no other file beside that of the class empties its caches: `model._modes = None`, in code that is read.

    The class and what runs it stand in one file, the one that is judged.
    """
    if not isinstance(instance, Object) or not (instance.cls.module is frame.module is ev.judged):
        return False
    elsewhere = re.compile(rf"(?s)\A(?!.*\bclass {instance.cls.name}\b).*\b{name}\b")
    return not ev.program.any_text(frame.module.source.folder, elsewhere, (name,))


def _begins_as_none(instance: Value, name: str, assign: ast.Assign, frame: Frame) -> bool:
    """Whether an attribute is None at first, by its constructor or its class, and assigned once more in a file."""
    stores = _stores(name, frame)
    if stores == [assign]:
        return isinstance(instance, Object) and any(_is_none(each, name) for each in instance.cls.node.body)
    match [each for each in stores if each is not assign]:
        case [ast.Assign(value=ast.Constant(value=None)) | ast.AnnAssign(value=ast.Constant(value=None))]:
            return len(stores) == 2
    return False


def _is_none(statement: ast.stmt, name: str) -> bool:
    match statement:
        case ast.Assign([ast.Name(id=bound)], ast.Constant(value=None)):
            return bound == name
        case ast.AnnAssign(ast.Name(id=bound), value=ast.Constant(value=None)):
            return bound == name
    return False


def _filling(branch: ast.If) -> tuple[ast.Compare, ast.Assign] | None:
    """The test of a branch that fills a dict, and the assignment that does."""
    test = branch.test
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ast.NotIn) or branch.orelse:
        return None
    item = (ast.unparse(test.comparators[0]), ast.unparse(test.left))
    found = [each for each in branch.body if isinstance(each, ast.Assign) and _item(each.targets[0]) == item]
    return (test, found[0]) if len(found) == 1 and len(found[0].targets) == 1 else None


def _item(target: ast.expr) -> tuple[str, str] | None:
    """The holder and the key of an item."""
    return (ast.unparse(target.value), ast.unparse(target.slice)) if isinstance(target, ast.Subscript) else None


def _is_constant(key: Value) -> bool:
    return isinstance(key, _CONSTANT) or (
        isinstance(key, Container) and key.kind == "tuple" and key.rest is None and all(map(_is_constant, key.items))
    )


def _is_size(key: Value) -> bool:
    """Whether it is a number that no call says, or a tuple of such: of each place that asks, it is taken for the same.

    Sizes of arrays, as a rule, for which a program is traced and run.
    """
    if isinstance(key, Container):
        return key.kind == "tuple" and all(_is_size(each) or _is_constant(each) for each in items_of(key))
    return isinstance(key, Scalar) and key.kind == "int"


def _of_dict(ev: Interpreter, holder: ast.expr, key: Value, frame: Frame) -> Token | None:
    """What a dict that begins empty holds under a key: one of the module, or of a plain instance."""
    if isinstance(holder, ast.Attribute):
        instance = ev.expression(holder.value, frame)
        built = ev.instance(instance.cls) if isinstance(instance, Object) else None
        held = built.get(holder.attr) if isinstance(built, Object) else None
        is_empty = isinstance(held, Container) and held.kind == "dict" and not held.items
        return _part(instance, (holder.attr, key)) if is_empty and len(_stores(holder.attr, frame)) < 2 else None
    outer = isinstance(holder, ast.Name) and frame.function is not None and holder.id in free_names(frame.function)
    scope = frame.around(holder.id) if outer and isinstance(holder, ast.Name) else None
    if scope is not None and isinstance(holder, ast.Name):
        return _of_scope(scope, holder.id, key)
    name = holder.id if isinstance(holder, ast.Name) and frame.find(holder.id) is None else ""
    bound = [getattr(each, "value", None) for each in frame.module.bindings.get(name, ())]
    begins_empty = len(bound) == 1 and isinstance(bound[0], (ast.Dict, ast.Call)) and ast.unparse(bound[0]) in _EMPTY
    items = [n for n in walk(frame.module.tree) if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store)]
    written = [each for each in items if isinstance(each.value, ast.Name) and each.value.id == name]
    if not begins_empty or len(written) != 1:
        return None
    return ev.memory.answer((_of_dict, frame.module.name, name, key), lambda: Token(serial=0))


def _of_scope(scope: Frame, name: str, key: Value) -> Token | None:
    """The same of a dict of a function around, which begins empty there."""
    bound = [
        n
        for n in walk(scope.function or scope.module.tree)
        if isinstance(n, (ast.Assign, ast.AnnAssign)) and n.value is not None
    ]
    made = [
        n.value
        for n in bound
        if any(_is_name(t, name) for t in (n.targets if isinstance(n, ast.Assign) else [n.target]))
    ]
    begins_empty = len(made) == 1 and made[0] is not None and ast.unparse(made[0]) in _EMPTY
    return token_of(scope).part((IN_CACHE, (name, key))) if begins_empty else None


def _is_name(target: ast.expr, name: str) -> bool:
    return isinstance(target, ast.Name) and target.id == name


def _is_traced(result: Value, staging: Traces) -> bool:
    """Whether a result holds a tracer of the innermost transform."""
    if isinstance(result, Array):
        return staging[0] in result.traces
    if isinstance(result, Container):
        return any(_is_traced(item, staging) for item in result.items)
    return False


def _kept_by(ev: Interpreter, function: Function, env: Mapping[str, Value], call: ast.AST) -> Token | None:
    """The result that a function keeps for these arguments; None where it is not known to be one result."""
    if function.closure is not None or (function.module is not ev.judged and _runs_on_import(function)):
        return None
    given = list(env.values())
    told = tuple(value for value in given if isinstance(value, _CONSTANT))
    if function.owner is not None and given:
        return _of_instance(given[0], function, told) if len(told) == len(given) - 1 else None
    if len(told) < len(given):
        return None if not all(_is_constant(each) or _is_size(each) for each in given) else _at(ev, function, call)
    return ev.memory.answer((_kept_by, function.node, told), lambda: Token(serial=0))


def _runs_on_import(function: Function) -> bool:
    """Whether the module of a function may call it by itself, which fills the cache before anybody else asks."""
    own = (each for each in function.module.tree.body if not isinstance(each, (ast.FunctionDef, ast.ClassDef)))
    return any(isinstance(n, ast.Name) and n.id == function.name for statement in own for n in walk(statement))


def _at(ev: Interpreter, function: Function, call: ast.AST) -> Token:
    """The result that a function keeps for the sizes that one place gives it."""
    return ev.memory.answer((_kept_by, function.node, call), lambda: Token(serial=0))


def _of_instance(instance: Value, function: Function, constant: tuple[Value, ...]) -> Token | None:
    """The same of a method: of an instance that no transform takes apart."""
    return _part(instance, (function.node, constant))


def _part(instance: Value, key: object) -> Token | None:
    """What an instance keeps under a key that no transform builds anew: a plain one, or one that is aux data itself."""
    if not isinstance(instance, Object) or instance.token is None:
        return None
    whole = instance.cls.maker is not None and instance.cls.maker.node == "static"
    plain = instance.cls.pytree == "no" and not instance.cls.registered_somewhere
    return instance.token.part((IN_CACHE, key)) if whole or plain else None
