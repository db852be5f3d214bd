"""Modules whose variables lie outside of them: `model.apply(variables, x)` runs a method of `model`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.bases import APPLY, APPLY_OPTIONS, DRAWING, INIT_WITH_OUTPUT, PARAM, VARIABLE
from pytreelint.knowledge.record import replace
from pytreelint.model.algebra import accesses, draws
from pytreelint.model.algebra.narrowing import truth
from pytreelint.model.libraries.twins import begins
from pytreelint.model.types.attributes import get
from pytreelint.model.values import marks
from pytreelint.model.values.identity import parted
from pytreelint.model.values.states import event_at
from pytreelint.model.values.unknowns import VARIABLES
from pytreelint.model.values.value import (
    DYNAMIC,
    NONE,
    Array,
    Bound,
    Constant,
    Container,
    Function,
    Object,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter

_OWN_KEYWORDS = frozenset({"col", "name", "init_fn", "unbox"})  # all others are for the function that makes it


def run(ev: Interpreter, name: str, instance: Object, arguments: Arguments) -> Value:
    """Returns what `apply` or `init` of a module gives, which pass on all arguments but the first, or a variable."""
    if name == PARAM:
        return _made(ev, arguments, 1, (Array("key"),))
    if name == VARIABLE:
        held = _made(ev, arguments, 2, ())
        return replace(held, variable=True) if isinstance(held, Array) else held
    method = _method(ev, instance, arguments.keywords.get("method", NONE), arguments)
    keywords = {key: value for key, value in arguments.keywords.items() if key not in APPLY_OPTIONS}
    if name == APPLY:
        _uses(ev, instance, method, arguments)
    else:
        begins(ev, instance, arguments)
    inner = arguments.behind_the_first(keywords)
    if name not in (APPLY, INIT_WITH_OUTPUT):
        inner = _of_shapes(inner)
    result = ev.call_value(method, inner) if method is not None else DYNAMIC
    if name == INIT_WITH_OUTPUT:
        return Container("tuple", (result, VARIABLES))
    if name != APPLY:
        return VARIABLES
    if isinstance(result, Array):
        result = marks.computed(result, arguments.args[:1], ())
    changes = truth(arguments.keywords.get("mutable", Constant(False, "bool")))
    return result if changes is False else Container("tuple", (result, VARIABLES)) if changes else DYNAMIC


def _of_shapes(arguments: Arguments) -> Arguments:
    """What `init` passes on: nothing is left of what is drawn from a key among it, as parameters have keys of their own
    and the output is thrown away.
    """
    keywords = {key: _drawn_from_in_vain(value) for key, value in arguments.keywords.items()}
    return replace(arguments, args=tuple(map(_drawn_from_in_vain, arguments.args)), keywords=keywords)


def _drawn_from_in_vain(value: Value) -> Value:
    return replace(value) if isinstance(value, Array) and value.flavour == "key" else value  # one without a token


def _uses(ev: Interpreter, instance: Object, method: Value | None, arguments: Arguments) -> None:
    """`apply` reads the variables, and draws from the keys that it is given, where no flag says that it may not."""
    frame, variables, rngs = arguments.frame, arguments.get(0, "variables"), arguments.keywords.get("rngs")
    if variables is not None and "method" not in arguments.keywords:
        accesses.needed(ev, variables, arguments.expression(0, "variables"), frame)
    if rngs is None or not _is_training(instance, method, arguments):
        return
    node = arguments.expression(-2, "rngs")
    for key in _keys_in(rngs):
        if key.token is not None and draws.may_be_key(key) and not ev.events.doubting[0]:
            draws.draw(ev, key.token, node, frame, event_at(frame, node, APPLY))


def _keys_in(rngs: Value) -> Iterator[Value]:
    """The keys that `rngs` has by their names, as parts of it: a helper may be given all of them."""
    if not isinstance(rngs, Container):
        yield rngs
        return
    for name, key in zip(rngs.keys, rngs.items, strict=False):
        yield parted(rngs, ("[]", name), key)


def _is_training(instance: Object, method: Value | None, arguments: Arguments) -> bool:
    """Whether each flag of a module's method, and of the module, is known to say that it draws: `train=True`."""
    function = method.function if isinstance(method, Bound) else None
    if not isinstance(function, Function) or not arguments.complete:
        return False
    spec = function.node.args
    names = [each.arg for each in (*spec.posonlyargs, *spec.args)]
    given = dict(zip(names[1:], arguments.args[1:], strict=False)) | arguments.keywords
    defaults = dict(zip(names[::-1], spec.defaults[::-1], strict=False))
    defaults |= {each.arg: node for each, node in zip(spec.kwonlyargs, spec.kw_defaults, strict=True) if node}
    for name, says in DRAWING.items():
        value = given.get(name) or instance.get(name)
        default = defaults.get(name)
        if value is not None and truth(value) is not says:
            return False
        if value is None and isinstance(default, ast.Constant) and default.value is not says:
            return False
    return True


def _made(ev: Interpreter, arguments: Arguments, position: int, given: tuple[Value, ...]) -> Value:
    """A parameter or variable of the module: an array where its function makes one.

    `apply` asks for a parameter of its shape.

    Arguments:
        position, given: of the function, and what it is given before the arguments that follow it.
    """
    function = arguments.get(position, "init_fn")
    if function is None or not arguments.complete:
        return Unknown("variables")
    keywords = {key: value for key, value in arguments.keywords.items() if key not in _OWN_KEYWORDS}
    with ev.doubt():
        inner = replace(arguments, args=(*given, *arguments.args[position + 1 :]), keywords=keywords, changed={})
        made = ev.call_value(function, inner)
    return Array("jax", made.dtype) if isinstance(made, Array) else Unknown("variables")


def _method(ev: Interpreter, instance: Object, given: Value, arguments: Arguments) -> Value | None:
    """The method that is run: the one that is given, by itself or by its name."""
    name = "__call__" if given == NONE else given.value if isinstance(given, Constant) else None
    if isinstance(name, str):
        return get(ev, instance, name, arguments.node, arguments.frame)
    if isinstance(given, Function):
        return Bound(given, instance, created_in=arguments.frame.region)
    return given if isinstance(given, Bound) else None
