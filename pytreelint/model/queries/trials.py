"""Whether code is a test, a benchmark or an example: nobody minds one more trace there.

One question for all rules on what is compiled more often than it need be.
"""

from __future__ import annotations

import ast
import os
import re
from itertools import islice
from typing import TYPE_CHECKING

from pytreelint.knowledge.words import EVALUATIONS, FORGETTING, RUNNING, SHOWING, TRIAL_FILE
from pytreelint.model.syntax.checking import is_main
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values.frame import at_its_end
from pytreelint.model.values.value import Bound, Function

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.regions import Region

_REPEATED = (ast.For, ast.AsyncFor, ast.While, ast.comprehension, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_TEST_FILE = re.compile(TRIAL_FILE)


def is_test(model: Interpreter, module: ModuleInfo, function: ast.AST | None = None) -> bool:
    """Whether a function, by its name or its file's, is a test or a benchmark."""
    name = function.name if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)) else ""
    parts = name.strip("_").split("_")
    if parts[0] not in RUNNING:  # `sample_test_case` makes cases for others
        parts = [parts[0], parts[-1]]
    file = os.path.basename(module.source.path).partition(".")[0]
    trials = model.program.words.trials
    return not trials.isdisjoint((*parts, *_folders(model, module))) or _TEST_FILE.fullmatch(file) is not None


def is_example(model: Interpreter, module: ModuleInfo) -> bool:
    """Whether a file lies in a folder of examples of its project."""
    return not model.program.words.examples.isdisjoint(_folders(model, module))


def is_evaluation(module: ModuleInfo, node: ast.AST) -> bool:
    """Whether the call around an expression, or the expression, is by its name for a figure of merit."""
    name = getattr(node, "attr", getattr(node, "id", ""))
    return is_called_for(EVALUATIONS, module, node) or not EVALUATIONS.isdisjoint(name.lower().split("_"))


def is_called_for(words: frozenset[str], module: ModuleInfo, node: ast.AST) -> bool:
    """Whether the call that an expression is, or that is around it, has one of some words in its name."""
    calls = (each for each in (node, *outwards(module.tree, node)) if isinstance(each, ast.Call))
    return any(_is_named(call, words) for call in islice(calls, 2 if isinstance(node, ast.Call) else 1))


def is_shown(module: ModuleInfo, node: ast.AST) -> bool:
    """Whether a statement hands what an expression gives to a function that makes a picture of it."""
    for each in (node, *outwards(module.tree, node)):
        if isinstance(each, ast.stmt):
            return False
        if isinstance(each, ast.Call) and _is_named(each, SHOWING):
            return True
    return False


def _is_named(call: ast.Call, words: frozenset[str]) -> bool:
    """Whether a word is in the name of what is called, as in `evaluate(key)` and in `vmap(evaluate)(keys)`."""
    names = (getattr(each, "attr", getattr(each, "id", "")) for each in walk(call.func))
    return any(not words.isdisjoint(name.lower().split("_")) for name in names)


def _folders(model: Interpreter, module: ModuleInfo) -> list[str]:
    """The names of the folders of its project that a file lies in."""
    return os.path.relpath(module.source.folder, model.program.layout.project_root).split(os.sep)


def is_trial(model: Interpreter, step: Region) -> bool:
    """Whether a loop is one of a test, or empties JAX's caches; or of an example, where no other loop repeats it."""
    if in_test(model, step.frame) or (is_example(model, step.frame.module) and not _repeats(step.outer)):
        return True
    return model.answer((is_trial, step.node), lambda: _compiles_anew(model, step))


def _compiles_anew(model: Interpreter, step: Region) -> bool:
    """Whether a loop, or a function that it calls, forgets what was compiled: to compile is what its steps are for."""
    calls = [each for each in walk(step.node) if isinstance(each, ast.Call)]
    if any(map(_is_forgetting, calls)):
        return True
    frame = at_its_end(step.frame)
    with model.aside():
        called = [model.expression(call.func, frame) for call in calls]
    functions = (each.function if isinstance(each, Bound) else each for each in called)
    return any(
        isinstance(each, Function)
        and each.module.has_word(FORGETTING)
        and any(isinstance(part, ast.Call) and _is_forgetting(part) for part in walk(each.node))
        for each in functions
    )


def _is_forgetting(call: ast.Call) -> bool:
    return getattr(call.func, "attr", getattr(call.func, "id", "")) in FORGETTING


def is_own_run(module: ModuleInfo, node: ast.AST) -> bool:
    """Whether a statement, in no function or loop, runs only where its file is the program: `__name__ == "__main__"`.

    What others import from the file is tried there, on inputs that are made up for it.
    """
    for each in outwards(module.tree, node):
        if isinstance(each, _REPEATED):
            return False
        if isinstance(each, ast.If) and is_main(each.test):
            return True
    return False


def is_retry(step: Region) -> bool:
    """Whether a loop goes on only where something was raised: what it tries ends it."""
    body = getattr(step.node, "body", None)
    tried = body[-1] if isinstance(body, list) and body else None
    if not isinstance(tried, ast.Try) or not tried.handlers:
        return False
    return isinstance((tried.orelse or tried.body)[-1], (ast.Return, ast.Break))


def in_test(model: Interpreter, frame: Frame | None) -> bool:
    """Whether a function, or one around its definition, is a test."""
    while frame is not None:
        if is_test(model, frame.module, frame.function):
            return True
        frame = frame.parent
    return False


def _repeats(region: Region | None) -> bool:
    while region is not None and region.kind != "loop":
        region = region.outer
    return region is not None
