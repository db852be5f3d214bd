"""What a callable hangs on: the names it captures, followed to the loop or to the parameters that change them.

A wrapper made in each step of a loop can be made before it, when nothing that it captures changes with the steps, or
when what changes are arrays, which it can take as arguments. Anything else (a size, another function) may need
another program for each step, and is no mistake.

A value says what a name holds in any iteration, and not whether that is the same in each: so names are followed through
the code that binds them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from pytreelint.model.syntax.free import bindings, free_names
from pytreelint.model.syntax.mutations import inside_of, mutations
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.syntax.walking import walk
from pytreelint.model.transforms.readings import only_reads
from pytreelint.model.types.leaves import leaves
from pytreelint.model.values.frame import Frame, at_its_end
from pytreelint.model.values.regions import Region
from pytreelint.model.values.unknowns import ArrayTree, Returned
from pytreelint.model.values.value import (
    Array,
    Bound,
    ClassValue,
    Constant,
    Function,
    Library,
    Object,
    Optimizer,
    Partial,
    Scalar,
    Transformed,
    Value,
    options_of,
)

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.protocol import Interpreter

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_DEEPEST = 5  # names that are worked out, each from the one before it


Ignored = Literal["passable", "arrays", "nothing"]


def changes(ev: Interpreter, node: ast.AST, home: Frame, step: Region, ignored: Ignored = "passable") -> set[str]:
    """Names that `node`, run in `home`, captures, and that may change from one iteration of `step` to the next.

    Arguments:
        ignored: what changes do not count: what a compiled function could take as arguments instead, or arrays only.
    """
    return _Changes(ev, step, ignored).names(node, home)


class _Changes:
    """What changes from one iteration of a step to the next. A `trail` holds the names that are being worked out."""

    def __init__(self, ev: Interpreter, step: Region, ignored: Ignored) -> None:
        self._ev, self._step, self._ignored = ev, step, ignored

    def names(self, node: ast.AST, home: Frame, trail: frozenset[str] = frozenset()) -> set[str]:
        """Returns the names in some code that change; of parameters, those that the caller's code changes."""
        names, step = set(self._inside(node, home, set(), trail)), self._step
        if home is step.frame or home.back is None or (step.kind == "entry" and home.back[0] is step.frame):
            return names
        caller, call = home.back
        if call is step.node:
            return names  # `map(function, rows)` gives its parameters other rows each time
        given = {name: given_for(home, name, call) for name in names}
        return {name for name, each in given.items() if each is None or self.names(each, caller)}

    def _inside(self, node: ast.AST, home: Frame, seen: set[str], trail: frozenset[str]) -> Iterator[str]:
        scope, step = scope_of(home), self._step
        mutated, assigned = changed_by(home, step)
        for part in walk(node) if assigned else ():
            if (
                isinstance(part, ast.Attribute)
                and part.attr in assigned
                and not is_ignored(self._ev, part, home, self._ignored)
            ):
                yield part.attr
        names = free_names(node)
        yield from sorted(names & trail)  # what the iteration before left in it
        for name in sorted(names - seen - trail):
            value = home.find(name)
            if name in mutated and value is not None:
                yield name
            seen.add(name)
            bound = bindings(scope).get(name, [])
            if bound and step.frame is home and step.kind == "loop":
                inside = inside_of(step.node)
                bound = [each for each in bound if each in inside]
            if not bound:  # it comes from outside, and is the same each time
                outer = home.parent
                if home is not step.frame and outer is not None and any(e is step.frame for e in outer.and_around()):
                    if self.names(ast.copy_location(ast.Name(name, ast.Load()), node), outer):
                        yield name
                continue
            if value is not None and self._is_passable(value):
                continue
            if self._reads_static_alone(node, name, home) and all(self._renews(each, name, home) for each in bound):
                continue
            sources = [_source(each, value) for each in bound]
            if any(source is None for source in sources):
                if not self._is_steady(bound, home, trail | {name}):
                    yield name
                continue
            for each, source in zip(bound, sources, strict=True):
                if source is not None:
                    around = trail if source is each else trail | {name}  # a function may call itself
                    yield from self._inside(source, home, seen, around)

    def _reads_static_alone(self, node: ast.AST, name: str, home: Frame) -> bool:
        """Whether code reads static fields of a tree and nothing else: `state.apply_fn` of a state that a step renews.

        A compiled step gives them back as they were, and so does `replace`, unless the loop names them.
        """
        held = {part.value: part.attr for part in walk(node) if isinstance(part, ast.Attribute)}
        read = [held.get(part) for part in walk(node) if isinstance(part, ast.Name) and part.id == name]
        if not read or self._step.kind != "loop":
            return False
        classes = [cls.fields() for cls in self._classes(name, home)]
        if not classes or not all(
            (info := each.get(a or "")) and info.static is True for each in classes for a in read
        ):
            return False
        return not any(isinstance(part, ast.keyword) and part.arg in read for part in walk(self._step.node))

    def _renews(self, binding: ast.AST, name: str, home: Frame) -> bool:
        """Whether a name is bound to what a call makes of its object: `state = step(state, x)`, and no class."""
        holders = (binding, *outwards(home.function or home.module.tree, binding))
        statement = next((each for each in holders if isinstance(each, ast.stmt)), None)
        if not isinstance(statement, (ast.Assign, ast.AnnAssign)) or not isinstance(statement.value, ast.Call):
            return False
        with self._ev.doubt():
            called = self._ev.expression(statement.value.func, at_its_end(home))
        made = called.instance if isinstance(called, Bound) else called
        return name in free_names(statement.value) and not isinstance(made, ClassValue)

    def _classes(self, name: str, home: Frame) -> set[ClassInfo]:
        """The classes of what a name holds, by what is known of it or, of a parameter, by its annotation."""
        arguments = [each for each in bindings(scope_of(home)).get(name, ()) if isinstance(each, ast.arg)]
        declared = [each.annotation for each in arguments if each.annotation is not None]
        values = [home.find(name), *(self._ev.annotation(each, self._ev.top(home.module)) for each in declared)]
        options = [option for value in values if value is not None for option in options_of(value)]
        return {option.cls for option in options if isinstance(option, Object)}

    def _is_steady(self, bound: list[ast.AST], home: Frame, trail: frozenset[str]) -> bool:
        """Whether a name is worked out anew in each iteration from what is the same in all of them."""
        values = assigned_values(bound)
        return (
            len(trail) <= _DEEPEST
            and values is not None
            and all(only_reads(self._ev, value, home) for value in values)
            and not any(self.names(value, home, trail) for value in values)
        )

    def _is_passable(self, value: Value) -> bool:
        return self._ignored != "nothing" and passable(self._ev, value, self._ignored == "passable")


def assigned_values(bound: list[ast.AST]) -> list[ast.expr] | None:
    """The values of assignments, None where something else binds a name as well."""
    values = [each.value for each in bound if isinstance(each, (ast.Assign, ast.AnnAssign)) and each.value is not None]
    return values if len(values) == len(bound) else None


def changed_by(home: Frame, step: Region) -> tuple[frozenset[str], frozenset[str]]:
    """The names whose objects a loop changes in place, and the attributes that it assigns."""
    if step.kind != "loop":
        return frozenset(), frozenset()
    found = mutations(step.node)
    names, attributes = set(found.names), set(found.attributes)
    frame = step.frame
    for name, method in found.called:
        held = frame.find(name)
        classes = {option.cls for option in options_of(held) if isinstance(option, Object)} if held else set()
        if not classes and name != frame.first_parameter:
            names.add(name)
        for cls in classes or ({frame.owner} if frame.owner is not None else ()):
            if (own := cls.method(method)) is not None:
                attributes |= mutations(own[1]).attributes
    return frozenset(names) if home is frame else frozenset(), frozenset(attributes)


def scope_of(home: Frame) -> ast.AST:
    """The function or comprehension whose names a frame holds."""
    if home.back is not None and isinstance(home.back[1], (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        return home.back[1]
    return home.function or home.module.tree


def _source(binding: ast.AST, value: Value | None) -> ast.AST | None:
    """What a binding's value is made of, where that is all that it hangs on; None otherwise."""
    if isinstance(binding, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return binding
    if isinstance(binding, (ast.Assign, ast.AnnAssign)) and binding.value is not None:
        return binding.value if value is not None and all(map(_made_of_it, options_of(value))) else None
    return None


def parameters_of(node: ast.AST, home: Frame) -> set[str]:
    """The parameters of a function that an expression in it is worked out from, through local names."""
    scope, pending, seen = scope_of(home), free_names(node), set[str]()
    found: set[str] = set()
    while pending:
        name = pending.pop()
        seen.add(name)
        for binding in bindings(scope).get(name, ()):
            if isinstance(binding, ast.arg):
                found.add(name)
            elif isinstance(binding, (ast.Assign, ast.AnnAssign)) and binding.value is not None:
                pending |= free_names(binding.value) - seen
    return found


def _made_of_it(value: Value) -> bool:
    """Whether a value hangs on nothing but what the expression names that gave it."""
    kinds = (Function, Partial, Transformed, Bound, Constant, Library, Optimizer)
    return isinstance(value, kinds) or (isinstance(value, Object) and value.exact)


def passable(ev: Interpreter, value: Value, numbers: bool = True) -> bool:
    """Whether a compiled function can take a value as an argument: all of its leaves are arrays, or floats."""
    if isinstance(value, Returned) or numbers and isinstance(value, ArrayTree):
        return True
    found = [option for leaf in leaves(ev, value) for option in options_of(leaf.value)]
    return bool(found) and all(
        isinstance(leaf, Array)
        and leaf.flavour != "shape-struct"
        or numbers
        and isinstance(leaf, (Scalar, Constant))
        and leaf.kind == "float"
        for leaf in found
    )


def is_ignored(ev: Interpreter, part: ast.expr, home: Frame, ignored: Ignored) -> bool:
    """Whether an attribute holds what a compiled function could take as an argument."""
    if ignored == "nothing":
        return False
    with ev.doubt():
        return passable(ev, ev.expression(part, at_its_end(home)), ignored == "passable")


def given_for(home: Frame, name: str, call: ast.AST) -> ast.expr | None:
    """The expression that a call gives for a parameter of the function that it runs."""
    function = home.function
    if not isinstance(call, ast.Call) or not isinstance(function, _SCOPES):
        return None
    given = next((keyword.value for keyword in call.keywords if keyword.arg == name), None)
    if given is not None:
        return given
    names = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
    if name not in names:
        return _by_name(function.args, name, call)
    if any(isinstance(a, ast.Starred) for a in call.args):
        return None
    position = names.index(name)
    if home.first_parameter == names[0]:  # a method
        if position == 0:
            return _instance(call, function)
        position -= 1
    return call.args[position] if position < len(call.args) else ast.Constant(None)


def _by_name(parameters: ast.arguments, name: str, call: ast.Call) -> ast.expr | None:
    """What a call gives for a parameter that is given by name alone, or for `**name`."""
    if any(keyword.arg is None for keyword in call.keywords):
        return None
    if any(each.arg == name for each in parameters.kwonlyargs):
        return ast.Constant(None)  # its default
    if parameters.kwarg is None or parameters.kwarg.arg != name:
        return None
    known = {each.arg for each in (*parameters.posonlyargs, *parameters.args, *parameters.kwonlyargs)}
    return ast.Tuple([keyword.value for keyword in call.keywords if keyword.arg not in known], ast.Load())


def _instance(call: ast.Call, function: ast.AST) -> ast.expr | None:
    """The expression of the instance whose method a call runs; a constructor's is another one each time.

    A method under another name, as in `self.update = self.plain_update`, is bound to it: it is the same as long as what
    the name holds is.
    """
    name = function.name if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)) else ""
    if isinstance(call.func, ast.Attribute) and call.func.attr == name:
        return call.func.value
    bound = isinstance(call.func, (ast.Name, ast.Attribute)) and not name.startswith("__")
    return call.func if bound or name == "__call__" else None
