"""Gradient transformations: what they are made of, and the trees that meet them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pytreelint.knowledge.callbacks import LEARNING_RATE, SCHEDULES
from pytreelint.knowledge.optimizers import (
    ADDING,
    ADDS_STATE,
    CHAINS,
    COMPOSED,
    HANDS_NONE_ON,
    MASKS,
    NONE_IN_SOME,
    OPTIMIZERS,
    TAKES_ANY_STRUCTURE,
    WITHOUT_NONE,
    keeps_arrays,
)
from pytreelint.knowledge.record import replace
from pytreelint.model.libraries.callbacks import FUNCTIONS, scheduled, schedules
from pytreelint.model.transforms.traces import without
from pytreelint.model.types.structures import difference
from pytreelint.model.values import marks
from pytreelint.model.values.alike import Alike
from pytreelint.model.values.arguments import argument
from pytreelint.model.values.choices import operand_alternatives
from pytreelint.model.values.identity import carried, plain
from pytreelint.model.values.sites import Operand, TreeCall
from pytreelint.model.values.trees import map_leaves
from pytreelint.model.values.value import (
    DYNAMIC,
    NONE,
    Array,
    Constant,
    Container,
    Library,
    Object,
    Optimizer,
    Scalar,
    Unknown,
    Value,
    union,
)

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.marks import Traces
    from pytreelint.model.values.protocol import Interpreter

_BOTH = frozenset({"init", "params"})
_NONE = frozenset({"None", "None in some"})  # all or some versions of the library refuse it among the updates
_GIVEN = "what `init` was given"


def optimizer_of(name: str, arguments: Arguments) -> Value:
    """Returns the optimizer that a call of a library's function builds."""
    how, created_in = COMPOSED.get(name), arguments.frame.region
    if how is None:
        found = schedules(arguments.get(*SCHEDULES.get(name, LEARNING_RATE)))
        return Optimizer(name, _rejects(name, arguments), keeps_arrays(name), found, created_in=created_in)
    first = arguments.args[0] if arguments.args else next(iter(arguments.keywords.values()), DYNAMIC)
    if how == "any":
        return _chained(name, arguments)
    if how == "label":
        return _by_label(name, first, arguments)
    if how == "factory":
        return Library(f"{name}()")
    if how == "all":
        inner = first.schedules if isinstance(first, Optimizer) else ()
        own = arguments.get(*SCHEDULES.get(name, LEARNING_RATE))
        known = isinstance(first, Optimizer) and first.known
        return Optimizer(name, _BOTH | _of_none(name), known, (*inner, *schedules(own)), created_in=created_in)
    return replace(first, name=name, created_in=created_in) if isinstance(first, Optimizer) else DYNAMIC


def _rejects(name: str, arguments: Arguments) -> frozenset[str]:
    rejects = OPTIMIZERS[name] | _of_none(name)
    if name in ADDS_STATE:
        given = arguments.get(*ADDS_STATE[name]) or NONE
        if given != NONE and isinstance(given, (Constant, Scalar)):
            rejects |= {"init"}
    return rejects - {"params"} if MASKS.intersection(arguments.keywords) else rejects


def _of_none(name: str) -> frozenset[str]:
    """What is said of None among the updates where `init` was given something."""
    if name in WITHOUT_NONE:
        return frozenset({"None"})
    return frozenset({"None in some"}) if name in NONE_IN_SOME else frozenset()


def _of_none_in_a_chain(parts: list[Value]) -> frozenset[str]:
    """Each part is given the None as long as those before it hand it on, which is known of the library's own."""
    found = frozenset[str]()
    for part in parts:
        if not isinstance(part, Optimizer):
            break
        found |= part.rejects & _NONE
        if part.name not in OPTIMIZERS:
            break
    return found


def _chained(name: str, arguments: Arguments) -> Value:
    parts = [part.items[1] if _is_pair(part) else part for part in arguments.args]  # type: ignore[attr-defined]
    known = [part for part in parts if isinstance(part, Optimizer)]
    rejects = frozenset[str]().union(*(part.rejects - _NONE for part in known))
    if arguments.complete:
        rejects |= _of_none_in_a_chain(parts)
    all_known = arguments.complete and all(isinstance(part, Optimizer) and part.known for part in parts)
    called = tuple(function for part in known for function in part.schedules)
    own = tuple(parts) if arguments.complete and any(map(_is_own, parts)) else ()
    return Optimizer(name, rejects, all_known, called, own, created_in=arguments.frame.region)


def _by_label(name: str, parts: Value, arguments: Arguments) -> Value:
    """Returns an optimizer that hands each leaf to one of several, whichever that is."""
    if not isinstance(parts, Container) or parts.kind != "dict" or parts.rest is not None or not parts.items:
        return DYNAMIC
    known = [part for part in parts.items if isinstance(part, Optimizer)]
    common = (
        frozenset.intersection(*(part.rejects for part in known)) if len(known) == len(parts.items) else frozenset()
    )
    called = tuple(function for part in known for function in part.schedules)
    return Optimizer(name, common & {"init"}, False, called, created_in=arguments.frame.region)


def _is_own(part: Value) -> bool:
    """Whether a transformation is a pair of functions that the project has written."""
    return isinstance(part, Object) and all(isinstance(part.get(name), FUNCTIONS) for name in ("init", "update"))


def _is_pair(value: Value) -> bool:
    return isinstance(value, Container) and len(value.items) == 2


def method(ev: Interpreter, optimizer: Optimizer, name: str, arguments: Arguments) -> Value:
    """`optimizer.init(params)`, `optimizer.update(updates, state, params)`."""
    position, word = {"init": (0, "init"), "update": (2, "params")}.get(name, (-1, ""))
    tree = arguments.get(position, "params")
    if word in optimizer.rejects and tree is not None:
        operand = Operand("params", tree, arguments.expression(position, "params"), "operand")
        called = f"{optimizer.name}(...).{name}"
        for trees in operand_alternatives((operand,), arguments.frame):
            ev.emit(TreeCall(arguments.frame.module, arguments.node, called, "optimizer", trees))
    if optimizer.parts and name in ("init", "update"):
        return _of_parts(ev, optimizer, name, arguments)
    if name == "update":
        scheduled(ev, optimizer.schedules, arguments.get(1, "state"), arguments)
        updates = arguments.args[0] if arguments.args else DYNAMIC
        begun, is_like = _begun_with(ev, optimizer, updates, arguments)
        given = updates if is_like else DYNAMIC
        if isinstance(given, Container) and optimizer.name not in OPTIMIZERS and optimizer.name not in COMPOSED:
            given = replace(given, declared=True)  # one that is known by its class gives what its writer likes
        return Container("tuple", (given, _state(optimizer, begun)))
    begun = plain(without(tree, None)) if name == "init" and tree is not None else None
    return optimizer if name == "gradient_transformation" else _state(optimizer, begun)


def _begun_with(
    ev: Interpreter, optimizer: Optimizer, updates: Value, arguments: Arguments
) -> tuple[Value | None, bool]:
    """The parameters that the state began with, and whether the updates may be of their structure, as they must."""
    state = arguments.get(1, "state")
    if not isinstance(state, Container) or state.kind not in ("tuple", "namedtuple") or state.begun is None:
        return None, True
    if "init" not in optimizer.rejects or optimizer.name in TAKES_ANY_STRUCTURE:
        return state.begun, True
    by, both, label = f"{optimizer.name}(...).update", (map_leaves(updates, _perhaps), state.begun), _GIVEN
    frame, node = arguments.frame, arguments.expression(0, "updates")
    stops: tuple[str, ...] = ("None",)
    if optimizer.rejects & _NONE and difference(ev, *both) is not None and _refuses_none(ev, optimizer, frame.module):
        stops = ()
    ev.emit(Alike(frame.module, node, by, (), both, label, "the tree of updates", stops))
    return state.begun, difference(ev, *both, stops=stops) is None


def _refuses_none(ev: Interpreter, optimizer: Optimizer, module: ModuleInfo) -> bool:
    """Whether `update` raises over None where `init` was given something, in versions that the project may meet."""
    if "None" in optimizer.rejects:
        return True
    since, before = HANDS_NONE_ON
    return ev.program.reaches(module, "optax", before) or not ev.program.reaches(module, "optax", since)


def _perhaps(leaf: Value) -> Value:
    """An update as far as it is known: of an array that may be one of integers a filtered gradient is None."""
    return replace(leaf, declared=True) if isinstance(leaf, Array) and leaf.dtype != "inexact" else leaf


def added(ev: Interpreter, name: str, arguments: Arguments) -> None:
    """Updates are added to parameters, which must be of one structure."""
    trees = [arguments.get(position, word) for position, word in enumerate(("params", "updates"))]
    if trees[0] is None or trees[1] is None:
        return
    one, other = ADDING[name]
    words = "the tree of parameters", "the tree of updates"
    frame, node, both = arguments.frame, arguments.expression(1, "updates"), (trees[one] or NONE, trees[other] or NONE)
    ev.emit(Alike(frame.module, node, name, (), both, words[other], words[one], stops=("leaf", "None")))


def sum_of(ev: Interpreter, arguments: Arguments) -> Value:
    """`optax.apply_updates(params, updates)`: parameters that are traced by what traces their updates."""
    params, updates = argument(arguments, 0), argument(arguments, 1)
    return carried(_sum(params, updates, arguments.stage), params)


def _sum(params: Value, updates: Value, staging: Traces) -> Value:
    match params, updates:
        case ((Array() | Unknown()), (Array() | Unknown())):
            return marks.computed(params, (params, updates), staging)
        case Container(rest=None), Container(rest=None) if _are_alike(params, updates):
            pairs = zip(params.items, updates.items, strict=True)
            return replace(params, items=tuple([_sum(*pair, staging) for pair in pairs]))
        case Container(items=(), rest=Value() as each), Container(items=(), rest=Value() as other):
            return replace(params, rest=_sum(each, other, staging))
    return params


def _are_alike(one: Container, other: Container) -> bool:
    return one.kind == other.kind and one.keys == other.keys and len(one.items) == len(other.items)


def _of_parts(ev: Interpreter, optimizer: Optimizer, name: str, arguments: Arguments) -> Value:
    """What a chain gives: each part is given what the one before it has left of the updates, and its own state."""
    params = arguments.get(0 if name == "init" else 2, "params") or NONE
    if name == "init":
        return Container("tuple", tuple(_begun(ev, part, params, arguments) for part in optimizer.parts))
    updates, held = arguments.get(0, "updates") or DYNAMIC, arguments.get(1, "state")
    known = isinstance(held, Container) and held.rest is None and len(held.items) == len(optimizer.parts)
    states: list[Value] = []
    for index, part in enumerate(optimizer.parts):
        state = held.items[index] if known and isinstance(held, Container) else DYNAMIC
        updates, left = _updated(ev, part, (updates, state, params), arguments)
        states.append(left)
    return Container("tuple", (updates, Container("tuple", tuple(states))))


def _begun(ev: Interpreter, part: Value, params: Value, arguments: Arguments) -> Value:
    if isinstance(part, Optimizer):
        return _state(part)
    return _called(ev, part, "init", (params,), arguments)


def _updated(
    ev: Interpreter, part: Value, given: tuple[Value, Value, Value], arguments: Arguments
) -> tuple[Value, Value]:
    if isinstance(part, Optimizer):
        scheduled(ev, part.schedules, given[1], arguments)
        return given[0], _state(part)
    match _called(ev, part, "update", given, arguments):
        case Container(items=(updates, state), rest=None):
            return updates, state
    return DYNAMIC, DYNAMIC


def _called(ev: Interpreter, part: Value, name: str, given: tuple[Value, ...], arguments: Arguments) -> Value:
    function = part.get(name) if isinstance(part, Object) else None
    inner = replace(arguments, args=given, keywords={}, complete=True, changed={}, spread=None)
    return ev.call_value(function, inner) if function is not None else DYNAMIC


def _state(optimizer: Optimizer, begun: Value | None = None) -> Value:
    """Returns the state of an optimizer: a named tuple of arrays in a tuple, where it has any."""
    more = union([Array("jax"), NONE]) if optimizer.known else Unknown("optimizer state")
    kind: Literal["tuple", "namedtuple"] = "tuple" if optimizer.name in CHAINS else "namedtuple"
    if "init" not in optimizer.rejects:
        return Container(kind, (), (), more) if optimizer.known else more
    return Container(kind, (Container("namedtuple", (Array("jax"),), (), more),), (), more, begun=begun)
