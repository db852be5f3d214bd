"""Where evaluation begins in a module: its own statements, its functions and methods, its classes."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from pytreelint.model.algebra import kept_keys, left_donated
from pytreelint.model.driver.cut_in_traces import made_again
from pytreelint.model.driver.declared import static_fields
from pytreelint.model.driver.evaluator import Evaluator
from pytreelint.model.driver.given_out import alternatives, called, note_given, waiting
from pytreelint.model.driver.module_body import run_body
from pytreelint.model.driver.used_up import holds_for_each_call, kept
from pytreelint.model.driver.uses import outdated
from pytreelint.model.interpreter import abstract_calls
from pytreelint.model.interpreter.definitions import left_under_its_name
from pytreelint.model.interpreter.fuel import entered_lines
from pytreelint.model.interpreter.module_branches import dead_part
from pytreelint.model.interpreter.typed import contradicts, or_number
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.syntax.checking import branches
from pytreelint.model.syntax.free import is_bound_anew
from pytreelint.model.syntax.parameters import optional, signature, takes_self
from pytreelint.model.transforms import applying, roles
from pytreelint.model.types.inherited import inherited, is_abstract
from pytreelint.model.types.raw_methods import plain_method, raw_method
from pytreelint.model.values.alike import Alike, AxesGiven
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.classes import ClassInfo
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.limits import CALL_STEPS, INHERITED_STEPS, STEPS_PER_ENTRY_LINE
from pytreelint.model.values.regions import Region
from pytreelint.model.values.sites import (
    ClassMade,
    Site,
)
from pytreelint.model.values.unknowns import holds_arrays, left_to_callers
from pytreelint.model.values.value import (
    NONE,
    PARAMETER,
    Array,
    ClassValue,
    Constant,
    Function,
    Object,
    Scalar,
    Transformed,
    Union,
    Unknown,
    Value,
    options_of,
    union,
)
from pytreelint.model.values.wholes import of_parameter


def sites_of(ev: Evaluator, module: ModuleInfo) -> list[Site]:
    """Every site that judging this module passes, in no particular order."""
    ev.events.sites, ev.events.judged = [], module
    frame = Frame(module, {}, top=True)
    run_body(ev, module)
    for statement in _definitions(ev, module, module.tree.body):
        if isinstance(statement, ast.ClassDef):
            _class(ev, ev.class_of(statement, frame))
        elif isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            ev.begin(statement)
            plain = Function(statement, module)
            _enter(ev, left_under_its_name(ev, plain, frame), plain, None)
    _uncalled(ev, module, with_cut=True)
    _given(ev, module)
    _handed_out(ev)
    _made_in_functions(ev)
    _uncalled(ev, module)
    called(ev)
    made_again(ev)
    kept_keys.told(ev)
    left_donated.told(ev)
    abstract_calls.told(ev)
    ev.begin(None)
    ev.events.sites += outdated(ev, module)
    return ev.events.sites


def _definitions(ev: Evaluator, module: ModuleInfo, body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The functions and classes of a module, without what only type checkers see, and what does not run."""
    for statement in body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield statement
        elif isinstance(statement, ast.If):
            dead = dead_part(ev, module, statement)
            run = [each for each in branches(statement, module.checking)[0] if each not in dead]
            yield from _definitions(ev, module, run)
        elif isinstance(statement, ast.Try):
            handlers = (handler.body for handler in statement.handlers)
            for block in (statement.body, *handlers, statement.orelse, statement.finalbody):
                yield from _definitions(ev, module, block)
        elif isinstance(statement, (ast.With, ast.AsyncWith)):
            yield from _definitions(ev, module, statement.body)


def _enter(ev: Evaluator, value: Value, plain: Function, first: Value | None) -> None:
    """Run a function with parameters of which nothing but the annotations is known.

    One whose decorator is unknown, or gives one of several, runs as it stands (`plain`): a program registers it, or
    calls it by a wrapper. That may be a transform: what is compiled again in it counts where nobody could trace it. A
    test's decorator says what it is given.
    """
    node, function = plain.node, roles.innermost(value)
    if isinstance(node, ast.Lambda):
        return
    if function is None and isinstance(value, (Unknown, Union)) and not node.name.startswith("test"):
        ev.events.handed_on.add(node)
        value = function = plain
    if function is None:
        return
    scope = function.closure or ev.top(function.module)
    if isinstance(value, Transformed):
        spared = _optional(ev, node.args, scope, decorated=True)
        _run(ev, value, function, node, first, spared)
        trees = {name: NONE for name in optional(node) if name not in spared}
        if by_default := trees | _default_arrays(ev, node.args, scope):
            _run(ev, value, function, node, first, {**spared, **by_default})
    elif isinstance(value, Function):
        _run(ev, value, function, node, first, {})


def _run(
    ev: Evaluator,
    value: Function | Transformed,
    function: Function,
    node: ast.FunctionDef | ast.AsyncFunctionDef,
    first: Value | None,
    spared: dict[str, Value],
) -> None:
    """Run a function, or the transform that it is given to; `spared`: the parameters that a call leaves out."""
    where = ast.copy_location(ast.Name(node.name, ast.Load()), node)
    frame = Frame(function.module, {}, function.closure, depth=0, top=function.closure is None)
    frame.region = Region("entry", node, frame)
    scope = function.closure or ev.top(function.module)
    parameters = [*node.args.posonlyargs, *node.args.args]
    none = optional(node) if isinstance(value, Function) else ()
    declared = {p.arg: _annotated(ev, p, scope, spared) for p in (*parameters, *node.args.kwonlyargs)}
    declared |= {name: default for name, default in spared.items() if isinstance(default, Array)}
    for name in none:  # `x: Array = None`
        declared[name] = declared[name] if type(declared[name]) is Unknown else union((declared[name], NONE))
    for name, default in signature(node.args).defaults.items():  # `rate: Scalar = 0.0`
        if contradicts(default, declared.get(name, PARAMETER)):
            declared[name] = PARAMETER
        elif name in declared:
            declared[name] = or_number(ev, declared[name], default, scope)
    values = [declared.pop(parameter.arg) for parameter in parameters]
    if first is not None and values:
        values[0] = first
    arguments = Arguments(tuple(values), declared, where, frame, complete=False, entry=True)
    if isinstance(value, Transformed):
        applying.apply(ev, value, arguments, annotated=True, spared=spared)
    else:
        note_given(ev, ev.call_into(value, arguments))


def _uncalled(ev: Evaluator, module: ModuleInfo, with_cut: bool = False) -> None:
    """Run the functions of transforms that were made in a module and that nothing was seen to call.

    `with_cut`: also those whose calls were not followed to the end: by itself, a function has more fuel.

    What is one of several that may be called runs where arrays are all that it takes: else its choice may decide more.
    """
    for wrapper in reversed(ev.events.wrappers.copy().values()):
        cut = with_cut and getattr(roles.innermost(wrapper), "node", None) in ev.bounds.ran_out
        if wrapper.module is not module or (wrapper.site in ev.events.applied and not cut):
            continue
        if wrapper.site not in ev.events.perhaps or _takes_arrays_alone(ev, wrapper):
            ev.begin(None)
            for each in alternatives(wrapper):
                _run_uncalled(ev, each)


def _given(ev: Evaluator, module: ModuleInfo) -> None:
    """Run wrappers of functions that run what their maker was given, once for all that one maker was given."""
    for wrapper, function in waiting(ev, module):
        ev.begin(None)
        with ev.events.collecting() as found:
            _run_uncalled(ev, wrapper)
        ev.events.sites += [site for site in found if holds_for_each_call(site, function)]


def _handed_out(ev: Evaluator, steps: int = INHERITED_STEPS) -> None:
    """Run the functions that others define and hand to code that is not followed: what calls them is not known.

    Of objects that are used up, only what each call of such a function does is said: see `used_up.py`.
    """
    wrapped = {function.node for wrapper in ev.events.wrappers.values() if (function := roles.innermost(wrapper))}
    while ev.events.nested:
        node = next(iter(ev.events.nested))
        function = ev.events.nested.pop(node)
        if function.closure is None or function.closure.function is None:
            continue
        if node in ev.events.ran or node in wrapped or _reads_what_changes(function):
            continue
        ev.begin(None)
        ev.bounds.limit = max(steps, entered_lines(node) * STEPS_PER_ENTRY_LINE)
        ev.events.handed_on.add(node)
        with ev.events.collecting() as found:
            _enter(ev, ev.decorated(function, function.closure), function, None)
        ev.events.sites += [known for site in found if (known := kept(site, function)) is not None]


def _made_in_functions(ev: Evaluator) -> None:
    """Run the methods of classes that functions make, where nobody was seen to call them: who has one of them may."""
    for cls in ev.events.local.values():
        for method in cls.bodies:
            if method in ev.events.ran:
                continue
            ev.begin(None)
            ev.bounds.limit = max(INHERITED_STEPS, entered_lines(method) * STEPS_PER_ENTRY_LINE)
            with ev.events.collecting() as found:
                _method(ev, cls, cls, method)
            ev.events.sites += [site for site in found if holds_for_each_call(site, plain_method(cls, method))]


def _reads_what_changes(function: Function) -> bool:
    """Whether a function around binds again, behind the inner one, a name that this reads."""
    scope, node = function.closure, function.node
    while scope is not None:
        if scope.function is not None and not isinstance(node, ast.Lambda) and is_bound_anew(scope.function, node):
            return True
        scope = scope.parent
    return False


def _takes_arrays_alone(ev: Evaluator, wrapper: Transformed) -> bool:
    """Whether a transform traces all that its function takes, by annotations, and none of it may be left out."""
    function = roles.innermost(wrapper)
    if function is None or wrapper.options:
        return False
    spec, scope = function.node.args, function.closure or ev.top(function.module)
    given = [ev.annotation(a.annotation, scope) for a in (*spec.posonlyargs, *spec.args) if a.annotation is not None]
    plain = not (spec.kwonlyargs or spec.vararg or spec.kwarg or spec.defaults)
    complete = len(given) == len(spec.posonlyargs) + len(spec.args)
    return plain and complete and all(holds_arrays(value) and NONE not in options_of(value) for value in given)


def _run_uncalled(ev: Evaluator, wrapper: Transformed) -> None:
    function, names = roles.innermost(wrapper), roles.signature(wrapper)
    if function is None or names is None or function.module.origin != "project":
        return
    node, scope = function.node, function.closure or ev.top(function.module)
    where = ast.copy_location(ast.Name(function.name, ast.Load()), wrapper.site)
    frame = Frame(function.module, {}, function.closure, depth=0, top=function.closure is None)
    frame.region = Region("entry", node, frame)
    spared = _optional(ev, node.args, scope)
    # A transform inside would trace all that it is handed: what may be left out is.
    left_out = spared if isinstance(wrapper.function, Transformed) else ()
    parameters = [a for a in (*node.args.posonlyargs, *node.args.args) if a.arg in names and a.arg not in left_out]
    values = tuple(_annotated(ev, parameter, scope, spared) for parameter in parameters)
    keywords = {p.arg: _annotated(ev, p, scope, spared) for p in node.args.kwonlyargs if p.arg not in left_out}
    arguments = Arguments(values, keywords, where, frame, complete=False, entry=True)
    applying.apply(ev, wrapper, arguments, annotated=True, spared=spared)


def _optional(ev: Evaluator, spec: ast.arguments, scope: Frame, decorated: bool = False) -> dict[str, Value]:
    """The parameters with a default, which no transform meets where a call does not give them.

    A flag or a name keeps its default: as a tracer it is of no use, and raw transforms take no text. What is declared
    to be an array or a tree or None is there to be given, where nobody calls the function without the transform.
    """
    defaults = signature(spec).defaults.items()
    trees = {a.arg for a in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs) if decorated and _is_tree(ev, a, scope)}
    given = [(n, d) for n, d in defaults if n not in trees or not isinstance(d, ast.Constant) or d.value is not None]
    values = [(name, ev.expression(default, scope)) for name, default in given]
    return {n: v if isinstance(v, Constant) and v.kind in ("bool", "str") else PARAMETER for n, v in values}


def _default_arrays(ev: Evaluator, spec: ast.arguments, scope: Frame) -> dict[str, Value]:
    """The parameters that are arrays unless a caller gives them: `offset=jnp.zeros(3)`."""
    calls = {n: default for n, default in signature(spec).defaults.items() if isinstance(default, ast.Call)}
    values = {name: ev.expression(default, scope) for name, default in calls.items()}
    return {name: value for name, value in values.items() if isinstance(value, Array)}


def _is_tree(ev: Evaluator, parameter: ast.arg, scope: Frame) -> bool:
    """Whether an annotation says that a parameter is an array, a number, an instance of a PyTree class, or None."""
    declared = ev.annotation(parameter.annotation, scope) if parameter.annotation is not None else NONE
    held = [option for option in options_of(declared) if option != NONE]
    return bool(held) and all(map(_is_traced, held))


def _is_traced(value: Value) -> bool:
    """Whether a value is an array, a float, of which no shape or axis is made, or an instance of a PyTree class."""
    if isinstance(value, Object):
        return value.cls.pytree == "yes"
    return isinstance(value, Array) or (isinstance(value, Scalar) and value.kind == "float")


def _annotated(ev: Evaluator, parameter: ast.arg, scope: Frame, spared: Collection[str]) -> Value:
    """What an annotation says; of parameters that transforms may not meet, nothing."""
    if parameter.annotation is None or parameter.arg in spared:
        return PARAMETER
    value = ev.annotation(parameter.annotation, scope)
    return PARAMETER if type(value) is Unknown else of_parameter(left_to_callers(value), parameter)


def _class(ev: Evaluator, cls: ClassInfo) -> None:
    ev.begin(cls.node)
    ev.emit(ClassMade(cls.module, cls.node, cls))
    static_fields(ev, cls)
    if cls.maker is not None and cls.maker.spelling:
        ev.instance(cls)  # what its flattening puts into aux data
    for method in cls.bodies:
        ev.begin(method)
        _method(ev, cls, cls, method)
    for base, method in inherited(ev, cls):
        ev.begin(None)  # if it runs out, the base's own entry has seen the rest, where the base runs by itself
        ev.bounds.limit = steps = CALL_STEPS if is_abstract(ev, base) else INHERITED_STEPS
        with ev.events.collecting() as found, ev.events.inheriting():
            _method(ev, cls, base, method)
            _handed_out(ev, steps)
        # Branches may be of no use together in a subclass, of which nobody calls the method.
        ev.events.sites += [site for site in found if not isinstance(site, (Alike, AxesGiven)) or _is_straight(site)]
    for nested in cls.nested.values():
        _class(ev, ev.class_of(nested, cls.scope))


def _is_straight(site: Alike | AxesGiven) -> bool:
    """Whether what is entered comes to a place that wants trees to be alike, whatever it is given."""
    return isinstance(site, Alike) and site.straight


def _method(ev: Evaluator, cls: ClassInfo, owner: ClassInfo, method: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """Run a method of a class that it, or a base, defines."""
    from pytreelint.model.types.attributes import decorators

    named = decorators(ev, method, owner.scope)
    value = raw_method(ev, owner, method)
    if "builtins.staticmethod" in named:
        first: Value | None = None
    elif "builtins.classmethod" in named:
        first = ClassValue(cls)
    elif isinstance(value, Transformed) and not takes_self(method):
        first = None  # a function in a namespace: nobody was seen to call it on an instance
    else:
        first = left_to_callers(ev.instance(cls))
    if isinstance(value, Function) and method.name in ("__init__", "__post_init__", "__new__"):
        ev.instance(cls)  # runs it, on an object that has no fields yet
        return
    _enter(ev, value, plain_method(owner, method), first)
