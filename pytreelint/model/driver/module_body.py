"""A module's own statements, in order, as an import or a run of the script executes them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pytreelint.model.interpreter.definitions import decorate, known_as_bound
from pytreelint.model.project.modules import Import, ModuleInfo, bound_names
from pytreelint.model.syntax.checking import is_main
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.in_place import changed_in_place
from pytreelint.model.values.limits import MODULE_NAMES
from pytreelint.model.values.regions import Region
from pytreelint.model.values.value import Function, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.driver.evaluator import Evaluator

_SIMPLE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)


def run_body(ev: Evaluator, module: ModuleInfo) -> None:
    """The module's own statements, in order; definitions bind by name."""
    frame = Frame(module, {}, top=True)
    frame.region = Region("body", module.tree, frame)
    for statement in _pieces(module.tree.body):
        if isinstance(statement, _SIMPLE):
            _bind_anew(ev, frame, statement)
            continue
        ev.begin(statement)
        ev.body([statement], frame)
        _known_to_functions(ev, frame, statement)
        _leave_to_imports(frame, statement)
        if len(frame.env or ()) > MODULE_NAMES:
            frame.env = {}


def _bind_anew(ev: Evaluator, frame: Frame, statement: ast.stmt) -> None:
    """Forgets the values of names that a definition or an import binds anew; what they mean then says `ev.name`.

    Not where that would say of a function what is assigned to its name later.
    """
    env = frame.env or {}
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        env.pop(statement.name, None)
        if (
            isinstance(statement, ast.FunctionDef)
            and frame.env is not None
            and _is_bound_later(frame.module, statement)
        ):
            frame.env[statement.name] = decorate(ev, Function(statement, frame.module), frame)
    elif isinstance(statement, (ast.Import, ast.ImportFrom)):
        bound = {alias.asname or alias.name.partition(".")[0] for alias in statement.names}
        every = [name for name in env if name.isidentifier()]  # beside them the frame holds what has happened
        for name in bound & set(env) if "*" not in bound else every:
            env[name] = Unknown("bound anew by an import")
        if frame.env is not None:
            frame.env |= _imported_for_now(ev, frame.module, bound)


def _imported_for_now(ev: Evaluator, module: ModuleInfo, bound: set[str]) -> dict[str, Value]:
    """What is imported under names that are assigned later: `from parts import model`, `model = trained(model)`."""
    found: dict[str, Value] = {}
    for name in bound:
        match module.bindings.get(name):
            case [Import(attribute=str(attribute)) as first, ast.Assign() | ast.AnnAssign(), *_]:
                found[name] = ev.member(first.module, attribute)
    return found


def _is_bound_later(module: ModuleInfo, statement: ast.FunctionDef) -> bool:
    """Whether a function's name is assigned later: `print(step(x)); step = jax.jit(step)`."""
    found = module.bindings.get(statement.name, ())
    return len(found) > 1 and found[0] is statement and isinstance(found[-1], ast.Assign)


def _pieces(statements: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Each statement by itself, those of a script's main block too."""
    for statement in statements:
        if isinstance(statement, ast.If) and not statement.orelse and is_main(statement.test):
            yield from statement.body
        else:
            yield statement


def _known_to_functions(ev: Evaluator, frame: Frame, statement: ast.stmt) -> None:
    """What a statement binds is the object that functions find under its name, if no other one binds that."""
    module, memory = frame.module, ev.memory
    for name in bound_names(statement) if isinstance(statement, (ast.Assign, ast.AnnAssign)) else ():
        value, key = (frame.env or {}).get(name), (module.name, name)
        is_one = len(module.bindings.get(name, ())) == 1 and name not in module.reassigned
        if value is None or value.token is None or not is_one or changed_in_place(module, name, value):
            continue
        memory.bound[key] = value.token
        memory.owned.add(value.token.root())
        for held in (memory.names, memory.module_values):
            if key in held:
                held[key] = known_as_bound(ev, key, held[key])


def _leave_to_imports(frame: Frame, statement: ast.stmt) -> None:
    """Gives names that a handler binds in place of an import the meaning of the import, see `Program`."""
    fallbacks = {
        name for handler in getattr(statement, "handlers", ()) for s in handler.body for name in bound_names(s)
    }
    for name in fallbacks:
        held = frame.module.bindings.get(name, ())
        if frame.env is not None and any(isinstance(binding, Import) for binding in held):
            frame.env.pop(name, None)
