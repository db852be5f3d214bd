"""Whether what is assigned to a name, an attribute or an item may be what it holds already: `rate = rate.copy()`.

A copy is another object, so its token tells nothing, and numbers have none: so this asks the expression that is
assigned. What gives another value the first time may give that one from then on: `rate = jnp.clip(rate, 0.0, 1.0)`.
Then it is not certain either that a compiled function has read another value than there is now.
"""

from __future__ import annotations

import ast
import re
from types import EllipsisType
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record, replace
from pytreelint.knowledge.settled import FORMING, MAPPING, SETTLED, SETTLED_METHODS
from pytreelint.model.syntax.free import bound_names
from pytreelint.model.syntax.loop_items import target_names
from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.syntax.walking import arguments_of, inside, is_text, statements
from pytreelint.model.values.value import DYNAMIC, Constant, Function, Library, ModuleValue, Value

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.identity import Token
    from pytreelint.model.values.protocol import Interpreter

_NEUTRAL: dict[type[ast.operator], int] = {ast.Add: 0, ast.Sub: 0, ast.Mult: 1, ast.Div: 1}
_FIXED = (Library, ModuleValue, Constant)


@record(frozen=True, slots=True)
class _Held:
    """What stood there before: its text and its token, and names that hold it or a part of it.

    Inside of a helper it has no text: there it is known by the names of parameters alone.
    """

    ev: Interpreter
    frame: Frame
    text: str
    token: Token | None
    names: frozenset[str] = frozenset()

    def value(self, node: ast.expr) -> Value:
        """The value of a name, of what a module holds, or of a constant: nothing is run for it."""
        match node:
            case ast.Attribute(value=inner) if not isinstance(self.value(inner), (ModuleValue, Library)):
                return DYNAMIC
            case ast.Name() | ast.Attribute() | ast.Lambda() | ast.Constant() | ast.UnaryOp(operand=ast.Constant()):
                with self.ev.aside():
                    return self.ev.expression(node, self.frame)
        return DYNAMIC


def is_given_again(ev: Interpreter, target: ast.AST, before: Value | None, frame: Frame) -> bool:
    """Whether what is about to be assigned to a target may be what it holds already."""
    if not isinstance(target, (ast.Name, ast.Attribute, ast.Subscript)):
        return False
    around = list(outwards(frame.module.tree, target))
    written = _written(next((each for each in around if isinstance(each, ast.stmt)), None), target)
    if written is None:
        return False
    held = _Held(ev, frame, ast.unparse(target), before.token if before is not None else None)
    function = next((each for each in around if isinstance(each, FUNCTIONS)), None)
    return _gives(written, held) or _is_begun_so(written, target, function, held)


def _written(statement: ast.AST | None, target: ast.expr) -> ast.expr | None:
    """What a statement gives a target, alone or as one of several."""
    match statement:
        case ast.AugAssign(op=op, value=other):
            return ast.BinOp(target, op, other)
        case ast.AnnAssign(value=value):
            return value
        case ast.Assign(targets=targets, value=value) if target in targets:
            return value
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if target in targets:
            return values[targets.index(target)] if len(targets) == len(values) else None
    return None


def _is_begun_so(written: ast.expr, target: ast.expr, function: ast.AST | None, held: _Held) -> bool:
    """Whether another statement gives the target the same, as one that resets it does: `self.scale = jnp.ones(3)`."""
    if function is None or not _is_fixed(written, held):
        return False
    is_local = isinstance(target, ast.Name) and target.id not in held.frame.globals
    names = {each.id for each in inside(written) if isinstance(each, ast.Name)}
    if is_local and not names.isdisjoint(bound_names([function])):
        return False
    return any(
        isinstance(each, ast.Assign)
        and each.value is not written
        and any(_is_named_so(one, target) for one in each.targets)
        and ast.dump(each.value) == ast.dump(written)
        for each in statements(function if is_local else held.frame.module.tree)
    )


def _is_named_so(one: ast.expr, target: ast.expr) -> bool:
    if isinstance(one, ast.Attribute) and isinstance(target, ast.Attribute):
        return one.attr == target.attr
    return ast.unparse(one) == ast.unparse(target)


def _is_fixed(node: ast.expr, held: _Held) -> bool:
    """Whether an expression hangs on nothing but what stood there before, constants, and functions of JAX."""
    parts, own = inside(node), {*held.names, re.split(r"[.\[]", held.text)[0]}
    names = [each for each in parts if isinstance(each, ast.Name)]
    called = [held.value(each.func) for each in parts if isinstance(each, ast.Call)]
    return all(isinstance(each, Library) and each.name.startswith("jax.") for each in called) and all(
        each.id in own or isinstance(held.value(each), _FIXED) for each in names
    )


def _gives(node: ast.expr, held: _Held) -> bool:
    """Whether an expression gives what was held, or from the second time on what it gave the first time."""
    if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and _is_held(node, held):
        return True
    match node:
        case (
            ast.UnaryOp(op=ast.UAdd(), operand=inner)
            | ast.UnaryOp(op=ast.USub(), operand=ast.UnaryOp(op=ast.USub(), operand=inner))
            | ast.Subscript(value=inner, slice=ast.Slice(None, None, None) | ast.Constant(value=EllipsisType()))
            | ast.Attribute(value=inner, attr="real" | "T")
            | ast.List(elts=[ast.Starred(value=inner)])
            | ast.Tuple(elts=[ast.Starred(value=inner)])
            | ast.Dict(keys=[None], values=[inner])
        ):
            return _gives(inner, held)
        case ast.IfExp(body=body, orelse=orelse):
            return _gives(body, held) and _gives(orelse, held)
        case ast.ListComp(inner, [one]) | ast.GeneratorExp(inner, [one]) | ast.DictComp(_, inner, [one]):
            names = held.names.union(target_names(one.target))
            return not one.ifs and _gives(one.iter, held) and _gives(inner, replace(held, names=names))
        case ast.BinOp(left=left, op=op, right=right):
            return _is_neutral(op, left, right, held)
        case ast.Call():
            return _of_call(node, held)
    return False


def _is_held(node: ast.expr, held: _Held) -> bool:
    """Whether an expression names what stood there before, under its own name or another one."""
    if isinstance(node, ast.Name) and (node.id in held.names or not held.text):
        return node.id in held.names
    if ast.unparse(node) == held.text:
        return True
    found = held.frame.find(node.id) if isinstance(node, ast.Name) else None
    return found is not None and found.token is not None and found.token is held.token


def _is_neutral(op: ast.operator, left: ast.expr, right: ast.expr, held: _Held) -> bool:
    """Whether arithmetic changes nothing, `rate * DECAY` with 1.0, or makes what it makes of that: `x / x.sum()`."""
    if isinstance(op, (ast.Add, ast.Mult)) and _gives(right, held):
        left, right = right, left
    if not _gives(left, held):
        return False
    known = held.value(right)
    if isinstance(known, Constant):
        return known.kind in ("int", "float") and known.value == _NEUTRAL.get(type(op))
    return isinstance(op, ast.Div) and bool(held.text) and held.text in ast.unparse(right)


def _of_call(node: ast.Call, held: _Held) -> bool:
    """The same of what a method or function gives, of which it may be another argument that the result hangs on."""
    given = arguments_of(node)
    match node.func:
        case ast.Attribute(value=ast.Subscript(value=ast.Attribute(value=inner, attr="at"), slice=index), attr="set"):
            return _gives(inner, held) and all(_is_fixed(each, held) for each in (index, *given))
        case ast.Attribute(value=inner, attr=name) if name in SETTLED_METHODS and _gives(inner, held):
            return name in FORMING or all(_is_fixed(each, held) for each in given)
    called = held.value(node.func)
    if isinstance(called, Function):
        return _hands_on(called, [_gives(each, held) for each in node.args], held)
    if not isinstance(called, Library) or (called.name not in SETTLED and called.name != MAPPING):
        return False
    others = [each for each in given if not _gives(each, held)]
    if called.name == MAPPING and others == given[:1]:
        function = held.value(others[0])
        if isinstance(function, Function):
            return _hands_on(function, [True], held)
        return isinstance(function, Library) and function.name in SETTLED
    return len(others) < len(given) and (called.name in FORMING or all(_is_fixed(each, held) for each in others))


def _hands_on(called: Function, given: list[bool], held: _Held) -> bool:
    """Whether a function of the program that does nothing else gives, of arguments that hold it, what they hold."""
    match called.node:
        case ast.Lambda(body=body):
            pass
        case ast.FunctionDef(body=[*before, ast.Return(value=ast.expr() as body)]) if all(map(is_text, before)):
            pass
        case _:
            return False
    if not held.text:
        return False  # a helper of a helper
    names = [each.arg for each, holds in zip(called.node.args.args, given, strict=False) if holds]
    around = called.closure or held.ev.top(called.module)
    return _gives(body, replace(held, frame=around, text="", token=None, names=frozenset(names)))
