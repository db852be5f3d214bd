"""From values to the expressions and annotations of a stub."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from pytreelint.model.values.classes import ClassInfo, FieldSpec
from pytreelint.model.values.listed import is_list, items_of
from pytreelint.model.values.nodes import Structure
from pytreelint.model.values.value import (
    NONE,
    Array,
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
from tools.bundles.symbols import Called, Choice, Symbol

_DEEPEST = 14
_LONGEST = 4_000
_LONGEST_TEXT = 40
UNKNOWN = "of('unknown')"

_ARRAYS = {
    ("jax", "?"): "jax.Array",
    ("numpy", "?"): "numpy.ndarray",
    ("any", "?"): "chex.Array",
    ("any", "inexact"): "jaxtyping.Float[jax.Array, '...']",
    ("any", "integer"): "jaxtyping.Int[jax.Array, '...']",
    ("any", "bool"): "jaxtyping.Bool[jax.Array, '...']",
    ("key", "?"): "jax.random.PRNGKey",
    ("shape-struct", "?"): "jax.ShapeDtypeStruct",
}
_OPAQUE = {"dtype": "numpy.dtype", "str": "str", "bytes": "bytes"}


class Bundle(Protocol):
    """Where definitions are asked for."""

    def place_of(self, value: ClassInfo | Function) -> tuple[str, str] | None:
        """Module and name under which a class or function can be imported; it will be in the bundle."""

    def lambda_of(self, writer: Writer, function: Function) -> str:
        """A function that has no name there."""


@dataclass
class Writer:
    """The expressions of one module's stub, and the imports that they need.

    Attributes:
        scopes: the functions around what is being written: name of each parameter -> the function.
        owner: the class whose method is being written, and the instance that it is asked of.
        itself: what a class method calls its class, which may be a subclass, and what it hands on to that: `**kwargs`.
    """

    module: str
    bundle: Bundle
    taken: set[str]  # names that the module binds
    imports: dict[str, str] = field(default_factory=dict)  # local name -> statement
    words: set[str] = field(default_factory=set)
    scopes: list[Mapping[str, int]] = field(default_factory=list)
    owner: tuple[ClassInfo, Object] | None = None
    itself: Sequence[str] = ()
    depth: int = 0

    @contextmanager
    def inside(
        self,
        names: Mapping[str, int],
        owner: tuple[ClassInfo, Object] | None = None,
        itself: Sequence[str] = (),
    ) -> Iterator[None]:
        """Write the body of a function."""
        before = self.owner, self.itself
        self.owner, self.itself = owner or self.owner, itself or self.itself
        self.scopes.append(names)
        try:
            yield
        finally:
            self.scopes.pop()
            self.owner, self.itself = before

    def word(self, name: str) -> str:
        """One of the words that only stubs use."""
        self.words.add(name)
        return name

    def of(self, spec: str, declared: bool = False) -> str:
        """`of('array:jax:?')`."""
        return f"{self.word('of')}({spec!r}{', declared=True' if declared else ''})"

    def dotted(self, name: str) -> str | None:
        """A library's name, with the import of its package."""
        top, _, rest = name.partition(".")
        if top == "builtins":
            return rest if rest and "." not in rest and rest not in self.taken else None
        if not rest or top in ("object", "array", "list", "dict", "set", "tuple", "str") or top in self.taken:
            return None
        self.imports[top] = f"import {top}"
        return name

    def _imported(self, name: str) -> str | None:
        """The class of a library by its own name; None where that stands for something else here."""
        module, _, local = name.rpartition(".")
        statement = f"from {module} import {local}"
        if local in self.taken:
            return local if module == self.module else None
        return local if self.imports.setdefault(local, statement) == statement else None

    def name_of(self, value: ClassInfo | Function) -> str | None:
        """A class or function by a name of this module, imported where it is another's."""
        place = self.bundle.place_of(value)
        if place is None:
            return None
        module, name = place
        if module == self.module:
            return name
        statement = f"from {module} import {name}"
        local = name
        while local in self.taken or self.imports.get(local, statement) != statement:
            local, statement = local + "_", f"from {module} import {name} as {local}_"
        self.imports[local] = statement
        return local

    def expression(self, value: Value) -> str:
        """What evaluates to the value again, or to something less certain."""
        if self.depth > _DEEPEST:
            return self.of("unknown")
        self.depth += 1
        try:
            text = self._expression(value)
        finally:
            self.depth -= 1
        return text if text is not None and len(text) <= _LONGEST else self.of("unknown")

    def _expression(self, value: Value) -> str | None:
        handler = _HANDLERS.get(type(value))
        return handler(self, value) if handler else None

    def keywords(self, pairs: tuple[tuple[str, Value], ...]) -> list[str]:
        """`name=expression` each."""
        return [f"{name}={self.expression(item)}" for name, item in pairs]

    def annotation(self, value: Value) -> str | None:
        """The type whose instances are such values; None where there is no such type."""
        match value:
            case Constant(value=None):
                return "None"
            case Constant(kind="str" | "int" | "bool"):
                self.dotted("typing.Literal")
                return f"typing.Literal[{value.value!r}]"
            case Array():
                text = _ARRAYS.get((value.flavour, value.dtype))
                return text if text and all(self.dotted(name) for name in text.split("[") if "." in name[:10]) else None
            case Scalar():
                return value.kind
            case Opaque() if value.kind in _OPAQUE:
                text = _OPAQUE[value.kind]
                return self.dotted(text) if "." in text else text
            case Object() if not value.exact:
                return self.name_of(value.cls)
            case Optimizer():
                return self._imported(value.name)
            case Container():
                return self._container_type(value)
            case Union():
                parts = [self.annotation(option) for option in value.options]
                return " | ".join(p for p in parts if p) if all(parts) else None
        return None

    def _container_type(self, value: Container) -> str | None:
        any_ = self.dotted("typing.Any")
        if value.kind == "namedtuple" or value.keys:
            return None
        if value.items:
            inner = [self.annotation(item) or any_ for item in value.items]
            return f"tuple[{', '.join(map(str, inner))}]" if value.kind == "tuple" and value.rest is None else None
        if value.rest is None:
            return None
        rest = self.annotation(value.rest) or any_
        return {"tuple": f"tuple[{rest}, ...]", "dict": f"dict[{any_}, {rest}]"}.get(
            value.kind, f"{value.kind}[{rest}]"
        )


def _constant(writer: Writer, value: Constant) -> str:
    if isinstance(value.value, float | complex) and not (isinstance(value.value, float) and math.isfinite(value.value)):
        return writer.of(value.kind)
    if isinstance(value.value, str | bytes) and len(value.value) > _LONGEST_TEXT:
        return writer.of(value.kind)
    return "..." if value.value is ... else repr(value.value)


def _array(writer: Writer, value: Array) -> str:
    words = {"key": "key", "shape-struct": "shape-struct"}
    return writer.of(words.get(value.flavour, f"array:{value.flavour}:{value.dtype}"), value.declared)


def _opaque(writer: Writer, value: Opaque) -> str:
    kind = "object" if value.kind == "class" else value.kind
    return writer.of(f"{kind}:{value.label}" if value.label else kind)


def _container(writer: Writer, value: Container) -> str | None:
    items = [writer.expression(item) for item in value.items]
    if value.kind == "namedtuple":
        return None
    if value.rest is not None or value.kind == "frozenset" or (value.kind == "set" and not items):
        if value.keys:
            return None
        rest = [f"rest={writer.expression(value.rest)}"] if value.rest is not None else []
        return f"{writer.word('many')}({', '.join([repr(value.kind), *items, *rest])})"
    if value.kind == "dict":
        return "{" + ", ".join(f"{key!r}: {item}" for key, item in zip(value.keys, items, strict=True)) + "}"
    if value.kind == "tuple":
        return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
    inside = ", ".join(items)
    return f"[{inside}]" if value.kind == "list" else f"{{{inside}}}"


def _object(writer: Writer, value: Object) -> str | None:
    if writer.owner is not None and writer.owner[0] is value.cls:
        given = dict(writer.owner[1].fields)
        if given and given.keys() <= dict(value.fields).keys():
            changed = tuple((name, item) for name, item in value.fields if given.get(name) != item)
            if len(changed) < len(value.fields):
                kept = writer.scopes[-1] if writer.scopes else {}
                first = next(iter(kept), "self")
                return f"{writer.word('put')}({', '.join([first, *writer.keywords(changed)])})" if changed else first
    is_own = writer.owner is not None and writer.owner[0] is value.cls
    own, *onward = writer.itself if is_own and writer.itself else [""]
    name = own or writer.name_of(value.cls)
    if name is None:
        return None
    if not value.exact:
        return f"{writer.word('some')}({name})"
    if is_list(value.cls):
        return f"{name}({writer.expression(items_of(value) or Unknown())})"
    return f"{writer.word('made')}({', '.join([name, *writer.keywords(value.fields), *onward])})"


def _union(writer: Writer, value: Union) -> str:
    options = [writer.expression(option) for option in value.options]
    word = writer.word("each" if value.each else "one")
    return f"{word}({', '.join(dict.fromkeys(options))})"


def _symbol(writer: Writer, value: Symbol) -> str | None:
    name = value.text.partition(".")[0]
    for names in reversed(writer.scopes):
        if name in names:
            return value.text if names[name] == value.scope else None
    return None


def _called(writer: Writer, value: Called) -> str | None:
    name = writer.dotted(value.name)
    return f"{name}({', '.join([*map(writer.expression, value.args), *writer.keywords(value.keywords)])})"


def _choice(writer: Writer, value: Choice) -> str | None:
    test = _symbol(writer, value.test)
    if test is None:
        return None
    yes, no = writer.expression(value.yes), writer.expression(value.no)
    return yes if yes == no else f"({yes} if {test}{value.suffix} else {no})"


def _partial(writer: Writer, value: Partial) -> str | None:
    name = writer.dotted("jax.tree_util.Partial" if value.tree else "functools.partial")
    args = [writer.expression(each) for each in (value.function, *value.args)]
    return f"{name}({', '.join([*args, *writer.keywords(value.keywords)])})" if name else None


def _transformed(writer: Writer, value: Transformed) -> str | None:
    function: Value = value
    while isinstance(function, Transformed):
        function = function.function
    return writer.of("function") if isinstance(function, Function | Library) else None


def _spec(writer: Writer, value: FieldSpec) -> str | None:
    name = writer.dotted(value.marker.name)
    pairs = value.keywords
    if value.marker.how == "wrapper":
        held = dict(pairs).get("value", NONE)
        return f"{name}({writer.expression(held)})" if name else None
    return f"{name}({', '.join(writer.keywords(pairs))})" if name else None


def _class(writer: Writer, value: ClassValue) -> str | None:
    return writer.name_of(value.cls)


def _function(writer: Writer, value: Function) -> str | None:
    return writer.name_of(value) or writer.bundle.lambda_of(writer, value)


def _of_library(writer: Writer, value: Library) -> str | None:
    return writer.dotted(value.name)


_HANDLERS: dict[type[Value], Callable[..., str | None]] = {
    Constant: _constant,
    Array: _array,
    Scalar: lambda writer, value: writer.of(value.kind),
    Opaque: _opaque,
    Structure: _opaque,
    Container: _container,
    Object: _object,
    Union: _union,
    Symbol: _symbol,
    Called: _called,
    Choice: _choice,
    Partial: _partial,
    Transformed: _transformed,
    FieldSpec: _spec,
    ClassValue: _class,
    Function: _function,
    Library: _of_library,
}
