"""What the files of a room answer, as text: `answers.txt` beside the room's tests.

    # marks
    certain(tracer(jit))
    => (jit)

    # switches: x
    x = 1 if unknown() else 'a'
    => 1 | 'a'

    # entries: sites
    jax.jit(lambda a: a)(array)
    => TransformCall 22

Below the name of a file stand questions to its functions, with values that are made by hand (`GIVEN`), and behind `=>`
what they answer. `x`: a snippet of source, and what the name `x` holds after it. `sites`: a snippet, and what judging
it passes, by lines.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from _pytest.mark import ParameterSet

from pytreelint.knowledge.transforms import TRANSFORMS
from pytreelint.model.values import value as values
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.marks import Trace, kind_of
from pytreelint.model.values.regions import Region
from pytreelint.model.values.unknowns import PROMISED, REJECTED, RETURNED, UNTOLD
from pytreelint.model.values.value import Array, Container, Object, Unknown, Value
from tests.model.snippets import PRELUDE, Snippet, evaluated, show

CLASSES = """\
class Plain: pass
class Holder:
    a: object
class Module(eqx.Module):
    a: object
    b: object = eqx.field(static=True)
class Opened(missing_name): pass
"""
REGISTERED = """\
@jax.tree_util.register_pytree_node_class
class Registered:
    def tree_flatten(self): return (), ()
"""


@cache
def snippet() -> Snippet:
    """A module with a few classes."""
    return Snippet(CLASSES)


@cache
def registered() -> Snippet:
    """A module that registers a class."""
    return Snippet(REGISTERED)


def mark(name: str) -> Trace:
    """The mark of a transform of JAX."""
    transform, module = TRANSFORMS[f"jax.{name}"], snippet().module
    return Trace(module, ast.Pass(), transform, kind_of(transform), module, ast.Pass())


def tracer(*traces: Trace) -> Array:
    """An array of floats that these transforms trace."""
    return Array("jax", "inexact", traces=traces)


def hidden(*traces: Trace, certain: bool = False) -> Unknown:
    """An unknown value that these transforms trace."""
    return Unknown("dynamic", traces=traces, certain=certain)


def an(name: str, *, exact: bool = True, **fields: Value) -> Object:
    """An instance of one of the classes."""
    module = registered() if name == "Registered" else snippet()
    return Object(module.cls(name), tuple(fields.items()), exact)


def a_list(*items: Value, rest: Value | None = None) -> Container:
    """A list."""
    return Container("list", items, (), rest)


def a_tuple(*items: Value, rest: Value | None = None) -> Container:
    """A tuple."""
    return Container("tuple", items, (), rest)


def a_dict(rest: Value | None = None, **items: Value) -> Container:
    """A dict."""
    return Container("dict", tuple(items.values()), tuple(items), rest)


def either(*options: Value, each: bool = False) -> values.Union:
    """One of several values."""
    return values.Union(options, each)


def expr(source: str) -> ast.expr:
    """An expression as syntax."""
    return ast.parse(source, mode="eval").body


def stmt(source: str) -> ast.stmt:
    """A statement as syntax."""
    return ast.parse(source).body[0]


GIVEN: dict[str, object] = {
    **{each.__name__: each for each in (a_dict, a_list, a_tuple, an, either, expr, hidden, stmt, tracer)},
    "frame": lambda: Frame(snippet().module),
    "ev": snippet().ev,
    "Arguments": Arguments,
    "Frame": Frame,
    "Snippet": Snippet,
    "CLASSES": CLASSES,
    "TRANSFORMS": TRANSFORMS,
    "Region": Region,
    "jit": mark("jit"),
    "vmap": mark("vmap"),
    "grad": mark("grad"),
    "scan": mark("lax.scan"),
    "X": Array("jax", "inexact"),
    "I": Array("jax", "integer"),
    "N": Array("numpy", "inexact"),
    "S": values.Opaque("str"),
    "F": values.Opaque("function"),
    "one": values.constant(1),
    "PROMISED": PROMISED,
    "REJECTED": REJECTED,
    "RETURNED": RETURNED,
    "UNTOLD": UNTOLD,
}


def questions(room: str) -> list[ParameterSet]:
    """The questions to a room: the file, how it is asked, the question and its answer."""
    found: list[ParameterSet] = []
    file, lines = "", list[str]()
    for line in (Path(__file__).parent / room / "answers.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            file = line.removeprefix("# ")
        elif line.startswith("=> "):
            question = "\n".join(lines)
            found.append(pytest.param(file, question, line.removeprefix("=> "), id=f"{file}-{len(found)}"))
            lines = []
        elif line:
            lines.append(line)
    assert not lines, "a question without an answer"
    return found


def asked(room: str, file: str, question: str) -> str:
    """What a file of a room answers."""
    name, _, how = file.partition(": ")
    if how == "x":
        return evaluated(question + "\n")
    if how == "sites":
        return sited(question)
    return answer(import_module(f"pytreelint.model.{room}.{name}"), question)


def sited(text: str) -> str:
    """What judging a snippet passes, each once: the kind of site and the line of the snippet."""
    first = PRELUDE.count("\n")
    passed = {(type(site).__name__, getattr(site.node, "lineno", first + 1) - first) for site in Snippet(text).sites()}
    return ", ".join(f"{name} {line}" for name, line in sorted(passed, key=lambda each: (each[1], each[0]))) or "none"


def answer(module: ModuleType, question: str, **given: object) -> str:
    """What a function of a module answers; statements before the question prepare it."""
    space = {**vars(values), **GIVEN, **vars(module), **given}
    *before, last = ast.parse(question).body
    exec(compile(ast.Module(before, []), "<question>", "exec"), space)
    assert isinstance(last, ast.Expr)
    return written(eval(compile(ast.Expression(last.value), "<question>", "eval"), space))


def written(found: object) -> str:
    """An answer in short; the marks of a value stand behind `@`."""
    match found:
        case Value():
            return f"{_unknown(found) if isinstance(found, Unknown) else show(found)}{_marks(found)}"
        case Trace():
            return found.transform.name.rpartition(".")[2]
        case ast.AST():
            return ast.unparse(found)
        case str() | bytes():
            return repr(found)
        case Mapping():
            return "{" + ", ".join(f"{written(key)}: {written(value)}" for key, value in found.items()) + "}"
        case set() | frozenset():
            return "{" + ", ".join(sorted(map(written, found))) + "}"
        case Iterable():
            return f"({', '.join(map(written, found))})"
    return repr(found)


def _unknown(value: Unknown) -> str:
    kind = "" if type(value) is Unknown else type(value).__name__
    return f"?{kind}{'' if value.reason == 'dynamic' or kind else f' {value.reason}'}{'!' if value.certain else ''}"


def _marks(value: Value) -> str:
    traces = getattr(value, "traces", ())
    return f" @ {' '.join(map(written, traces))}" if traces else ""
