"""Calls of what libraries declare: transforms, field functions, operations on trees, and the table of results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.array_functions import TREE_FUNCTIONS
from pytreelint.knowledge.bases import APPLYING, ASKING, EXCEPTIONS
from pytreelint.knowledge.callbacks import CALLBACKS, HOST_LOOPS
from pytreelint.knowledge.collectives import AXES_OF, OF_DEVICES
from pytreelint.knowledge.libraries import MAKERS, MARKERS
from pytreelint.knowledge.objects import DRAWS, GIVING_ITEMS, VIEWS
from pytreelint.knowledge.operations import OPERATIONS
from pytreelint.knowledge.optimizers import ADDING, APPLY_UPDATES, COMPOSED, OPTIMIZERS
from pytreelint.knowledge.pure_pairs import KEYS_ASKED_FOR
from pytreelint.knowledge.record import replace
from pytreelint.knowledge.result_options import RESULT_OPTIONS
from pytreelint.knowledge.results import lookup, parse
from pytreelint.knowledge.special import CHANGING, RUN_BY
from pytreelint.knowledge.transforms import ABSTRACT, KEEPING, TRANSFORMS, TRANSPARENT
from pytreelint.model.algebra import accesses, draws, formatting, given_back, kept_items, methods, outer_keys, special
from pytreelint.model.libraries import applied_modules, callbacks, needing, operations, optimizers
from pytreelint.model.libraries.handed import hand_over
from pytreelint.model.transforms import applying, derivative_rules, on_devices
from pytreelint.model.types import construct
from pytreelint.model.types.stubs import stand_in
from pytreelint.model.values import axes, listed
from pytreelint.model.values.anew import updated
from pytreelint.model.values.choices import operand_alternatives
from pytreelint.model.values.classes import FieldSpec
from pytreelint.model.values.counting import calculated
from pytreelint.model.values.identity import plain, some_part
from pytreelint.model.values.sites import Operand, TreeCall
from pytreelint.model.values.specs import from_fact, value_of
from pytreelint.model.values.trees import map_leaves
from pytreelint.model.values.unknowns import shaped
from pytreelint.model.values.value import (
    DYNAMIC,
    NONE,
    Array,
    Bound,
    ClassValue,
    Constant,
    Container,
    Function,
    Library,
    Object,
    Opaque,
    Optimizer,
    Partial,
    Scalar,
    Transformed,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter

# Functions that do more than give something.
_BESIDES = frozenset([*DRAWS, *KEYS_ASKED_FOR, *CALLBACKS, *HOST_LOOPS, *AXES_OF])


def call(ev: Interpreter, function: Library, arguments: Arguments) -> Value:
    """Returns the result of calling a library's function."""
    transform = TRANSFORMS.get(function.name)
    if transform is not None:
        needing.options_called(ev, function.name, arguments)
        return applying.make(ev, transform, arguments)
    needing.called(ev, function.name, arguments)
    accesses.of_call(ev, function.name, arguments)
    if function.name in _BESIDES:
        draws.of_call(ev, function.name, arguments)
        outer_keys.asked(ev, function.name, arguments)
        callbacks.run(ev, function.name, arguments)
        callbacks.run_again(ev, function.name, arguments)
        axes.of_call(ev, function.name, arguments)
    if function.name in RUN_BY and arguments.args:
        special.run(ev, arguments.args[0], RUN_BY[function.name], (), arguments.expression(0), arguments.frame)
    if function.name in CHANGING:
        arguments.changed[0] = Unknown("changed in place")
    result = needing.function_result(function.name, _result(ev, function, arguments), arguments)
    if function.name in OF_DEVICES:
        result = on_devices.of_call(ev, function.name, result, arguments)
    if not isinstance(result, (Partial, Function)):  # which are followed where they are called
        hand_over(ev, arguments)
    return given_back.by_library(function.name, result, arguments)


def _result(ev: Interpreter, function: Library, arguments: Arguments) -> Value:
    name = function.name
    marker = MARKERS.get(name)
    if marker is not None:
        keywords = dict(arguments.keywords)
        if 0 <= marker.position < len(arguments.args):
            keywords.setdefault(marker.keyword, arguments.args[marker.position])
        if marker.how == "wrapper" and arguments.args:
            keywords["value"] = arguments.args[0]
        return FieldSpec(marker, tuple(keywords.items()), arguments.complete)
    if name in OPTIMIZERS or name in COMPOSED:
        return optimizers.optimizer_of(name, arguments)
    if name in TREE_FUNCTIONS or name == APPLY_UPDATES:
        _trees(ev, name, arguments)
    if name in ADDING:
        optimizers.added(ev, name, arguments)
    operation = OPERATIONS.get(name)
    if operation is not None:
        return operations.run(ev, operation, arguments)
    if name in MAKERS or name in TRANSPARENT:
        return _decorator(ev, function, arguments)
    if name in EXCEPTIONS:
        return Opaque("object", name)
    given = _by_options(name, arguments)
    if given is None:
        given = from_fact(lookup(name), arguments.args, arguments.keywords)
    if isinstance(given, Array):
        return axes.of_array(name, given, arguments)
    return axes.of_mesh(name, calculated(given, arguments.args), arguments)


def _by_options(name: str, arguments: Arguments) -> Value | None:
    """What a function gives with an option that makes it give something else; None: what it gives without."""
    found = None
    for option in RESULT_OPTIONS.get(name, ()):
        value = arguments.get(option.position, option.keyword)
        if value is None and arguments.complete:
            continue
        if not isinstance(value, Constant) or found is not None and value.value == option.value:
            return DYNAMIC
        if value.value == option.value:
            found = value_of(parse(option.spec), arguments.args, arguments.keywords)
    return found


def _trees(ev: Interpreter, name: str, arguments: Arguments) -> None:
    """A library's operation takes the leaves of some arguments for arrays."""
    positions = TREE_FUNCTIONS.get(name, (0,))
    trees = tuple(
        Operand(f"argument {position + 1}", arguments.args[position], arguments.expression(position), "operand")
        for position in positions
        if position < len(arguments.args)
    )
    if trees:
        for each in operand_alternatives(trees, arguments.frame):
            site = TreeCall(arguments.frame.module, arguments.node, name, "arithmetic", each)
            ev.emit(replace(site, family="optimizer") if name == APPLY_UPDATES else site)


def _decorator(ev: Interpreter, function: Library, arguments: Arguments) -> Value:
    """`register_dataclass(C)` gives `C`; `dataclass(frozen=True)` waits for a class."""
    if arguments.args and isinstance(arguments.args[0], ClassValue):
        return arguments.args[0]
    if function.name in TRANSPARENT:
        waits = TRANSPARENT[function.name] == "factory" or not arguments.args
        if waits:
            return Partial(Library("builtins.staticmethod"))
        given = arguments.args[0]
        if function.name in ABSTRACT and isinstance(given, Function):
            return stand_in(ev, given)
        return replace(given, is_cached=True) if function.name in KEEPING and isinstance(given, Function) else given
    waits = not arguments.args and (function.name not in MAKERS or MAKERS[function.name].via in ("decorator", "both"))
    return Partial(function, (), tuple(arguments.keywords.items())) if waits else DYNAMIC


def method(ev: Interpreter, function: Bound, arguments: Arguments) -> Value:
    """Methods of arrays, containers, strings and replaceable objects."""
    assert isinstance(function.function, Library)
    if isinstance(function.instance, Optimizer):
        name = function.function.name.rpartition(".")[2]
        return given_back.by_optimizer(name, optimizers.method(ev, function.instance, name, arguments), arguments)
    kind, _, name = function.function.name.partition(".")
    match kind:
        case "listed" if isinstance(function.instance, Object):
            return listed.append(arguments, function.instance)
        case "class" if name == "__init__" and isinstance(function.instance, ClassValue):
            return _initialised(ev, function.instance, arguments)
        case "transformed" if isinstance(function.instance, Transformed):
            return _staged(ev, function.instance, name, arguments)
        case "rules" if isinstance(function.instance, Transformed):
            return derivative_rules.named(ev, function.instance, arguments)
        case "stage" if name == "compile":
            return Bound(Library("stage.compiled"), function.instance)
        case "stage" if name == "compiled" and isinstance(function.instance, Transformed):
            return applying.apply(ev, function.instance, arguments)
        case "array":
            needing.method(ev, function.instance, name, arguments)
            accesses.of_method(ev, function.instance, name, arguments)
            result = methods.of_array(function.instance, name, arguments)
            result = needing.method_result(result, function.instance, name, arguments)
            return given_back.by_method(ev, function.instance, name, result, arguments)
        case "list" | "tuple" | "dict" | "set" | "frozenset" | "namedtuple":
            hand_over(ev, arguments)
            needing.of_container(ev, function.instance, name, arguments)
            if name == "append":
                kept_items.about_to_grow(function.instance, arguments.frame)
            result = methods.of_container(ev, function.instance, name, arguments)
            if name == "copy":
                return result
            if name in GIVING_ITEMS and isinstance(function.instance, Container) and function.instance.rest is None:
                return result  # of known items, with what is known of each as an object
            return some_part(function.instance, result) if name in VIEWS else plain(result)
        case "str":
            if name == "format":
                formatting.formatted(ev, function.instance, arguments)
            return methods.of_text(function.instance, name, arguments)
        case "flax" if function.function.name in APPLYING and isinstance(function.instance, Object):
            return plain(applied_modules.run(ev, function.function.name, function.instance, arguments))
        case "flax" if function.function.name in ASKING:
            return Scalar("bool", guard=True)
        case "object" if name == "replace":
            inner = arguments.with_first(function.instance)
            return updated(operations.run(ev, "replace", inner), function.instance.token)
        case "object":
            return NONE
    return DYNAMIC


def _staged(ev: Interpreter, wrapper: Transformed, stage: str, arguments: Arguments) -> Value:
    """`jit(f).lower(x)`: it meets its arguments as a call does, and gives a stage, or the shapes of the outputs.

    Of the arguments it takes shapes only: no buffer is read, deleted or drawn from.
    """
    shapes = tuple(map(plain, arguments.args)), {name: plain(value) for name, value in arguments.keywords.items()}
    result = applying.apply(ev, wrapper, replace(arguments, args=shapes[0], keywords=shapes[1], changed={}))
    if stage == "lower" and not wrapper.transform.filtered and _takes_all(wrapper):
        return Bound(Library("stage.lowered"), replace(wrapper, home=None))
    if stage != "eval_shape":
        return DYNAMIC
    return map_leaves(result, shaped)


def _takes_all(wrapper: Transformed) -> bool:
    """Whether what is compiled ahead of time takes the arguments of the wrapper: it takes no static ones."""
    return all(wrapper.option(name) is None for name in wrapper.transform.static_params)


def _initialised(ev: Interpreter, cls: ClassValue, arguments: Arguments) -> Value:
    """`Base.__init__(self, ...)`, made from the fields of `Base`."""
    instance = arguments.args[0] if arguments.args else None
    if isinstance(instance, Object):
        rest = replace(arguments, args=arguments.args[1:], changed={})
        arguments.changed[0] = construct.initialise(ev, cls.cls, instance, rest)
    return NONE
