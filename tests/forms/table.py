"""All forms, by name."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import partial

from tests.forms import functions, places, values

Files = dict[str, ast.Module]
Rewrite = Callable[[ast.Module], ast.Module | None]


def _in_every_file(rewrite: Rewrite, files: Files) -> Files | None:
    done: Files = {}
    for name, module in files.items():
        new = rewrite(module)
        if new is None:
            return None
        done[name] = new
    return done


def _in_the_script(rewrite: Rewrite, files: Files) -> Files | None:
    main = next((name for name in files if name == "main.py" or len(files) == 1), None)
    new = rewrite(files[main]) if main else None
    return None if main is None or new is None else {**files, main: new}


def _alone(rewrite: Rewrite, files: Files) -> Files | None:
    """A form of a program in one file: others import its names."""
    return _in_every_file(rewrite, files) if len(files) == 1 else None


def _two_files(by_name: bool, files: Files) -> Files | None:
    if len(files) != 1:
        return None
    ((name, module),) = files.items()
    parts = places.in_two_files(module, by_name)
    return None if parts is None else {"parts.py": parts[0], name: parts[1]}


_EVERY: Mapping[str, Rewrite] = {
    **{f"argument_{name}": values.arguments(name) for name in values.WRAPS},
    **{f"result_{name}": values.results(name) for name in values.WRAPS},
    "starred": values.starred,
    "unpacked": values.unpacked,
    "named": values.named,
    "walrus": values.walrus,
    "namespace": values.in_namespace,
    "dict_of_variables": values.in_dict,
    "decorated": functions.decorated,
    "inner": functions.inner,
    "outside": functions.outside,
    "with": functions.in_with,
    "own_with": functions.in_own_with,
    "try": functions.in_try,
    "if": functions.in_if,
    "factory": functions.factory,
    "decorator_called": functions.called,
    "unannotated": functions.unannotated,
    "any": functions.annotated_any,
    "answered": functions.answered,
    "rebound": functions.rebound,
    "handed": functions.calls("handed"),
    "partial": functions.calls("partial", "import functools"),
    "table": functions.calls("{'key': function}['key']"),
    "lambda_called": functions.calls("(lambda *args, **kwargs: function(*args, **kwargs))"),
    "getattr": functions.methods("getattr"),
    "through_class": functions.methods("class"),
    "keywords": functions.keywords,
    "imported_by_name": places.imported_by_name,
    **{f"loop_{how}": places.loops(how) for how in ("enumerate", "zip", "stream", "list", "tqdm", "while")},
    **{f"branch_{how}": places.branches(how) for how in ("negated", "flag", "chosen")},
    "derived": places.derived,
    "generic": places.generic,
    "chatty": places.chatty,
}
_SCRIPT: Mapping[str, Rewrite] = {
    "main": places.in_main,
    "script_main": places.script_in_main,
    "runner": places.in_runner,
}

FORMS: Mapping[str, Callable[[Files], Files | None]] = {
    **{name: partial(_in_every_file, rewrite) for name, rewrite in _EVERY.items()},
    **{name: partial(_in_the_script, rewrite) for name, rewrite in _SCRIPT.items()},
    "in_class": partial(_alone, places.in_class),
    "two_files": partial(_two_files, True),
    "two_files_by_module": partial(_two_files, False),
}
