"""Evidence: from nodes to places, in causal order."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from pytreelint.model.project.modules import Import, ModuleInfo
from pytreelint.model.project.program import Program
from pytreelint.model.syntax.questions import returns
from pytreelint.model.text.place import Place, Step
from pytreelint.model.types.leaves import Leaf
from pytreelint.model.values.parts import inner_function
from pytreelint.model.values.unknowns import Variables
from pytreelint.model.values.value import (
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
    Union,
    Unknown,
    Value,
)
from pytreelint.model.values.why import Why

_COMPOUND = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.For, ast.AsyncFor, ast.While)


def place_of(module: ModuleInfo, node: ast.AST) -> Place:
    """The span of a node; of a definition or a compound statement, its first line only."""
    if isinstance(node, _COMPOUND):
        line = module.source.line(node.lineno)
        column = len(line) - len(line.lstrip()) + 1
        return Place(module.source.path, node.lineno, column, node.lineno, len(line.rstrip()) + 1)
    return module.source.place(node)  # type: ignore[arg-type]


def is_users_module(module: ModuleInfo) -> bool:
    """Whether a module is the user's: evidence is made of lines that they can change, the same in every environment."""
    return module.origin not in ("installed", "bundled")


def chain(why: Why | None) -> Iterator[Step]:
    """A chain of evidence in the user's own modules, the first cause first."""
    links: list[Why] = []
    while why is not None:
        links.append(why)
        why = why.before
    for link in reversed(links):
        if is_users_module(link.module):
            yield Step(place_of(link.module, link.node), link.message)


def steps(*parts: Iterable[Step]) -> tuple[Step, ...]:
    """Several chains as one, each place once."""
    seen: dict[Place, Step] = {}
    for part in parts:
        for step in part:
            seen.setdefault(step.place, step)
    return tuple(seen.values())


def trail(leaf: Leaf) -> Iterator[Step]:
    """Returns the evidence of how a leaf came to be where it is."""
    for why in leaf.trail:
        yield from chain(why)


def held_at(leaf: Leaf, name: str) -> str:
    """Where in an instance a leaf is, in words; `name`: of what holds the instance, where it is that itself."""
    path = leaf.path.lstrip(".")
    return "among its children" if path.startswith("children[") else f"in `{path or name}`"


def field_step(leaf: Leaf) -> Iterator[Step]:
    """The declaration of the field that holds a leaf."""
    if leaf.owner is not None and leaf.field:
        info = leaf.owner.fields().get(leaf.field)
        if info is not None and is_users_module(info.owner.module):
            text = f"field `{leaf.field}` of `{leaf.owner.name}` is {'static' if info.static else 'a leaf'}"
            yield Step(place_of(info.owner.module, info.node), text)


def returned_by(value: Value) -> Iterator[Step]:
    """Returns the place of the inner function whose result a finding is about."""
    function = inner_function(value)
    if function is not None:
        node = function.node
        ends = [end for _, end in returns(node)] if not isinstance(node, ast.Lambda) else []
        last = ends[0] if len(ends) == 1 and ends[0].value is not None else node
        yield Step(place_of(function.module, last), "returned here" if last is not node else "this function returns it")


def describe(value: Value) -> str:
    """Returns a description of a value in a few words."""
    match value:
        case Array(flavour="numpy"):
            return "a numpy array of texts" if value.dtype == "texts" else "a numpy array"
        case Array(flavour="sparse"):
            return "a sparse matrix"
        case Array(flavour="numpy-scalar"):
            return "a numpy scalar"
        case Array(flavour="key"):
            return "a PRNG key"
        case Array():
            return "an array"
        case Scalar():
            return f"a Python {value.kind}"
        case Constant(kind="str"):
            return f"the string {value.value!r}"
        case Constant():
            return repr(value.value)
        case Container():
            return "an iterator" if value.kind == "iterator" else f"a {value.kind}"
        case Object():
            return f"a `{value.cls.name}`"
        case Function():
            return "a lambda" if isinstance(value.node, ast.Lambda) else f"the function `{value.name}`"
        case Library():
            return f"`{value.name}`"
        case ClassValue():
            return f"the class `{value.cls.name}`"
        case Bound():
            return "a bound method"
        case Partial():
            return "a `functools.partial`"
        case Transformed():
            return f"a function made by `{value.transform.name}`"
        case Optimizer():
            return f"a `{value.name}`"
        case Opaque(kind="str"):
            return "a string"
        case Opaque(kind="object"):
            return f"a `{value.label}`" if value.label else "an object"
        case Opaque():
            return f"a {value.kind}"
        case Union():
            return " or ".join(dict.fromkeys(describe(option) for option in value.options))
        case Unknown(certain=True) if value.traces:
            return "a tracer"
        case Variables():
            return "the variables of a linen Module"
    return "a value"


def structure_of(value: Value) -> str:
    """A tree in words, with what tells it from another one of its kind."""
    if isinstance(value, Container) and value.rest is None:
        if value.kind == "dict" and 0 < len(value.keys) <= _KEYS:
            return f"a dict of {', '.join(map(repr, value.keys))}"
        return f"a {value.kind} of {len(value.items)}"
    if isinstance(value, Unknown) and value.certain:
        return "an array"
    return "a number" if isinstance(value, Constant) and value.value is not None else describe(value)


def static_value(value: Value) -> str:
    """A static value in words: a constant as it is written, a member by its name."""
    if isinstance(value, Constant):
        return repr(value.value)
    if isinstance(value, Opaque) and value.member:
        return value.member.rpartition(".")[2]
    return structure_of(value)


def imported_from(program: Program, module: ModuleInfo, name: str) -> Iterator[Step]:
    """The imports, in other modules of the project, through which a name came."""
    for _ in range(_HOPS):
        binding = next((b for b in module.bindings.get(name, ()) if isinstance(b, Import)), None)
        source = program.source_of(module, binding) if binding is not None else None
        if binding is None or binding.attribute is None or source is None or source.origin != "project":
            return
        module, name = source, binding.attribute
        node = next((b.node if isinstance(b, Import) else b for b in module.bindings.get(name, ())), None)
        if node is not None:
            yield Step(place_of(module, node), f"`{name}` comes from here")


_KEYS = 4  # of a dict that are told
_HOPS = 10
