"""The records of modules, read from their text: the dataclasses, their bases and their fields."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_MAKERS = ("record", "dataclass")
_DISPLAYS = {"dict": "{}", "list": "[]", "set": "set()"}


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record.

    Attributes:
        default: the code of its default, `made` anew for each instance where it came from a factory.
        given: whether `__init__` takes it; keyword: only by its name.
        compared, shown: whether `==` and `repr` look at it.
        module: where it is declared.
    """

    name: str
    annotation: str
    module: str
    default: str | None = None
    made: bool = False
    given: bool = True
    keyword: bool = False
    compared: bool = True
    shown: bool = True


@dataclass(frozen=True, slots=True)
class Record:
    """A class that a decorator makes a dataclass.

    Attributes:
        maker: the decorator.
        bases: their names, with their modules.
        is_compared: whether `==` compares its fields.
        is_mutable: whether its attributes are assigned after `__init__`.
    """

    module: str
    node: ast.ClassDef
    maker: ast.Call
    bases: tuple[str, ...]
    own: tuple[Field, ...]

    @property
    def is_compared(self) -> bool:
        """Whether `==` compares its fields."""
        return _flag(self.maker, "eq", True)

    @property
    def is_mutable(self) -> bool:
        """Whether its attributes are assigned after `__init__`: it is declared by `dataclass`, not by `record`."""
        return isinstance(self.maker.func, ast.Name) and self.maker.func.id == "dataclass"

    @property
    def methods(self) -> frozenset[str]:
        """The names of its methods."""
        return frozenset(each.name for each in self.node.body if isinstance(each, ast.FunctionDef))


def imported(tree: ast.Module) -> dict[str, str]:
    """Returns what the imports at the top of a module bind, by name."""
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    return {alias.asname or alias.name: f"{node.module}.{alias.name}" for node in imports for alias in node.names}


def records(texts: Mapping[str, str]) -> dict[str, Record]:
    """Returns the records of some modules, by their names with their modules."""
    found = {}
    for module, text in texts.items():
        tree = ast.parse(text)
        names = imported(tree)
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and (maker := _maker(node)) is not None:
                own = tuple(_field(each, module) for each in node.body if isinstance(each, ast.AnnAssign))
                bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
                known = tuple(names.get(base, f"{module}.{base}") for base in bases)
                found[f"{module}.{node.name}"] = Record(module, node, maker, known, own)
    return found


def fields(known: Mapping[str, Record], name: str) -> tuple[Field, ...]:
    """Returns the fields of a record, those of its bases first; one that is declared again keeps its place."""
    record = known.get(name)
    if record is None:
        return ()
    merged = {each.name: each for base in record.bases for each in fields(known, base)}
    return tuple((merged | {each.name: each for each in record.own}).values())


def _maker(node: ast.ClassDef) -> ast.Call | None:
    calls = (each for each in node.decorator_list if isinstance(each, ast.Call))
    return next((each for each in calls if isinstance(each.func, ast.Name) and each.func.id in _MAKERS), None)


def _field(node: ast.AnnAssign, module: str) -> Field:
    assert isinstance(node.target, ast.Name)
    name, annotation = node.target.id, ast.unparse(node.annotation)
    if not (isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "field"):
        return Field(name, annotation, module, None if node.value is None else ast.unparse(node.value))
    call = node.value
    factory, default = _option(call.keywords, "default_factory"), _option(call.keywords, "default")
    if factory is not None:
        factory = _DISPLAYS.get(factory, f"{factory}()")
    return Field(
        name,
        annotation,
        module,
        default if factory is None else factory,
        factory is not None,
        _flag(call, "init", True),
        _flag(call, "kw_only", False),
        _flag(call, "compare", True),
        _flag(call, "repr", True),
    )


def _option(keywords: Iterable[ast.keyword], name: str) -> str | None:
    return next((ast.unparse(each.value) for each in keywords if each.arg == name), None)


def _flag(call: ast.Call, name: str, default: bool) -> bool:
    text = _option(call.keywords, name)
    return default if text is None else text == "True"
