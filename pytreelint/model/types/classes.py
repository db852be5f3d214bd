"""Classes of source that was read: bases, how they became PyTrees, fields, and which of these are static."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from pytreelint.knowledge.libraries import MAKERS, Maker, Marker, verdict
from pytreelint.knowledge.operations import holds_number
from pytreelint.knowledge.record import record, replace
from pytreelint.model.project.beside import without_mark
from pytreelint.model.syntax.checking import branches
from pytreelint.model.types.decorating import decorate, made
from pytreelint.model.types.hooks import register_by, run_hook
from pytreelint.model.types.linearisation import merged
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import ClassValue, Constant, Container, Library, Union, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.driver.evaluator import Evaluator
    from pytreelint.model.project.modules import ModuleInfo

Method = ast.FunctionDef | ast.AsyncFunctionDef
Answer = Literal["yes", "no", "unknown"]


@record(frozen=True, slots=True)
class FieldSpec(Value):
    """What a field function (`equinox.field(static=True)`) or static annotation says of a field."""

    marker: Marker
    keywords: tuple[tuple[str, Value], ...] = ()
    complete: bool = True  # False: other keywords may be there, of `**` of unknown content

    def keyword(self, name: str) -> Value | None:
        """What a keyword of the field function was given."""
        return dict(self.keywords).get(name)


@record(frozen=True, slots=True)
class FieldInfo:
    """One declared field; `static` is None where that could not be told."""

    name: str
    node: ast.AST
    owner: ClassInfo
    static: bool | None
    spec: FieldSpec | None
    default: ast.expr | None

    @property
    def annotation(self) -> ast.expr | None:
        """Its annotation, where the declaration has one."""
        return self.node.annotation if isinstance(self.node, ast.AnnAssign) else None

    @property
    def hashed(self) -> bool:
        """Whether a generated `__hash__` looks at it."""
        given = [self.spec.keyword(name) for name in ("hash", "compare")] if self.spec else []
        return not any(isinstance(value, Constant) and value.value is False for value in given)

    @property
    def converter(self) -> Value | None:
        """What its value is passed through at construction."""
        name = self.spec.marker.converter if self.spec else ""
        return self.spec.keyword(name) if self.spec and name else None

    @property
    def init(self) -> bool:
        """Whether the generated `__init__` takes it."""
        given = self.spec.keyword("init") if self.spec else None
        return not (isinstance(given, Constant) and given.value is False)

    @property
    def kw_only(self) -> bool:
        """Whether it is declared keyword-only itself."""
        given = self.spec.keyword("kw_only") if self.spec else None
        return isinstance(given, Constant) and given.value is True


@dataclass(slots=True, eq=False)
class ClassInfo:
    """A class definition, resolved.

    Attributes:
        bases: classes of source, or library names; `open` when one of them could not be resolved.
        maker: what makes it a PyTree, `made_by` the node that says so.
        dataclass_maker: the decorator that writes `__init__` and `__hash__`, where there is one.
        registration: for makers that are calls, the call's arguments (flattening functions, field lists).
        attached: attributes that a decorator adds to those of the class body.
    """

    name: str
    module: ModuleInfo
    node: ast.ClassDef
    scope: Frame
    bases: tuple[ClassInfo | Library, ...] = ()
    open: bool = False
    maker: Maker | None = None
    made_by: ast.AST | None = None
    registration: dict[str, Value] = field(default_factory=dict)
    options: dict[str, Value] = field(default_factory=dict)
    own_fields: dict[str, FieldInfo] = field(default_factory=dict)
    methods: dict[str, Method] = field(default_factory=dict)
    assigned: dict[str, ast.expr] = field(default_factory=dict)
    nested: dict[str, ast.ClassDef] = field(default_factory=dict)
    attached: dict[str, Value] = field(default_factory=dict)
    dataclass_maker: Maker | None = None
    _order: tuple[ClassInfo, ...] = ()

    def __repr__(self) -> str:
        return f"<class {self.qualified}>"

    @property
    def mro(self) -> tuple[ClassInfo, ...]:
        """This class and its bases of known source, in the order in which Python looks names up."""
        if not self._order:
            bases = [base for base in self.bases if isinstance(base, ClassInfo)]
            self._order = (self, *merged([list(b.mro) for b in bases] + [bases]))
        return self._order

    @property
    def qualified(self) -> str:
        """Module and name, as imports spell them."""
        return without_mark(f"{self.module.name}.{self.name}")

    def libraries(self) -> Iterator[str]:
        """Canonical names of library classes among all bases."""
        for cls in self.mro:
            for base in cls.bases:
                if isinstance(base, Library):
                    yield base.name

    @property
    def is_open(self) -> bool:
        """Whether some base is unknown, so that fields and methods may be missing here."""
        return any(cls.open for cls in self.mro)

    @property
    def pytree(self) -> Answer:
        """Whether JAX flattens an instance into its fields."""
        if self.maker is not None and self.maker.node != "no":
            return "yes"
        return "unknown" if self.is_open else "no"  # a decorator or base that is not at hand may register it

    @property
    def hash(self) -> str:
        """How an instance hashes: "fields", "identity", "unhashable", or "own" where that is not known."""
        how = self.maker.hash if self.maker is not None else "own"
        if how != "own":
            return how
        if self.written_by is not None:
            return self.written_by.hash
        return "identity" if not self.is_open and not self.method("__eq__") else "own"

    @property
    def written_by(self) -> Maker | None:
        """The decorator that writes its methods, with the options that it is given."""
        return _with_options(self.dataclass_maker, self.options) if self.dataclass_maker is not None else None

    @property
    def is_decorated(self) -> bool:
        """Whether a decorator writes this very class's `__init__`."""
        off = self.options.get("init")
        return self.dataclass_maker is not None and not (isinstance(off, Constant) and off.value is False)

    @property
    def writes_init(self) -> bool:
        """Whether this very class's `__init__` is made from its fields."""
        if self.maker is not None and self.maker.via == "base" and self.maker.init == "dataclass":
            return not self.method("__init__")
        return "__init__" not in self.methods and self.is_decorated

    @property
    def registered_somewhere(self) -> bool:
        """Whether JAX may take it after all: a metaclass, a hook, a registration elsewhere; a subclass of float."""
        hooks = any(self.method(name) for name in ("__init_subclass__", "tree_flatten", "tree_flatten_with_keys"))
        numbers = any(map(holds_number, self.libraries()))
        return hooks or numbers or any(c.node.keywords for c in self.mro) or self.module.mentions_registration

    def fields(self) -> dict[str, FieldInfo]:
        """All declared fields in the order of `__init__`, bases first."""
        found: dict[str, FieldInfo] = {}
        for cls in reversed(self.mro):
            for name, info in cls.own_fields.items():
                found[name] = info  # a re-declared field keeps its position, as in dataclasses
        return found

    def method(self, name: str, after: ClassInfo | None = None) -> tuple[ClassInfo, Method] | None:
        """The definition of a method and the class that holds it; `after`: search behind this class (`super`)."""
        order = self.mro
        if after is not None:
            order = order[order.index(after) + 1 :] if after in order else ()
        for cls in order:
            if name in cls.methods:
                return cls, cls.methods[name]
        return None


def build_class(ev: Evaluator, node: ast.ClassDef, frame: Frame) -> ClassInfo:
    """Read a class definition. Nothing in its methods is evaluated."""
    info = ClassInfo(node.name, frame.module, node, Frame(frame.module, {}, frame, depth=frame.depth))
    _bases(ev, info, frame)
    for keyword in node.keywords:
        if keyword.arg:
            info.options[keyword.arg] = ev.expression(keyword.value, frame)
    _maker(ev, info, frame)
    if info.maker is None and info.open and not node.decorator_list:
        _implied(ev, info)
    for statement in _body(node.body, info.module.checking):
        _member(ev, info, statement)
    return info


def _implied(ev: Evaluator, info: ClassInfo) -> None:
    """A base is not at hand, but some field is declared as only one library's classes have them."""
    for statement in _body(info.node.body, info.module.checking):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.value, ast.Call):
            spec = ev.field_spec(statement.value, info.scope)
            if spec is not None and spec.marker.maker:
                made(info, MAKERS[spec.marker.maker], statement)
                return


def _body(body: list[ast.stmt], checking: frozenset[str]) -> Iterator[ast.stmt]:
    """The statements of a class body, without what only type checkers see."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.If):
            yield from _body(branches(statement, checking)[0], checking)


def _bases(ev: Evaluator, info: ClassInfo, frame: Frame) -> None:
    bases: list[ClassInfo | Library] = []
    for expression in info.node.bases:
        target = expression.value if isinstance(expression, ast.Subscript) else expression
        value = ev.expression(target, frame)
        if isinstance(value, ClassValue) and len(value.cls.mro) < _LONGEST:
            bases.append(value.cls)
        elif isinstance(value, Library):
            bases.append(value)
        else:
            info.open = True
    info.bases = tuple(bases)


_LONGEST = 80  # bases of bases: what is longer was generated to be long


def _maker(ev: Evaluator, info: ClassInfo, frame: Frame) -> None:
    for base in info.bases:
        if isinstance(base, Library) and base.name in MAKERS:
            made(info, MAKERS[base.name], info.node)
        elif isinstance(base, Library) and not base.name.startswith(_HARMLESS):
            info.open = True
    for inherited in info.mro[1:]:
        if info.maker is None and inherited.maker is not None and inherited.maker.inherits:
            info.maker, info.made_by = inherited.maker, inherited.made_by
    run_hook(ev, info)
    for decorator in reversed(info.node.decorator_list):
        decorate(ev, info, decorator, frame)
    if frame.top and frame.parent is None:
        for module, call, name in ev.program.calls_on(info.module, info.name):
            register_by(ev, info, call, name, Frame(module, {}, top=True))
    if info.maker is not None:
        info.maker = _with_options(info.maker, info.options)


_HARMLESS = ("typing.", "abc.", "builtins.", "enum.", "collections.abc.", "typing_extensions.")


def _with_options(maker: Maker, options: dict[str, Value]) -> Maker:
    for keyword, value, attribute, becomes in maker.options:
        given = options.get(keyword)
        if isinstance(given, Constant) and given.value is value:
            maker = replace(maker, **{attribute: becomes})  # type: ignore[arg-type]
    return maker


def _member(ev: Evaluator, info: ClassInfo, statement: ast.stmt) -> None:
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
        info.methods[statement.name] = statement
    elif isinstance(statement, ast.ClassDef):
        info.nested[statement.name] = statement
    elif isinstance(statement, ast.Assign):
        spec = ev.field_spec(statement.value, info.scope) if info.maker is not None else None
        for target in statement.targets:
            if isinstance(target, ast.Name) and spec is not None:
                info.own_fields[target.id] = FieldInfo(target.id, statement, info, _static(info, spec), spec, None)
            elif isinstance(target, ast.Name):
                info.assigned[target.id] = statement.value
    elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        _field(ev, info, statement, statement.target.id)


def _field(ev: Evaluator, info: ClassInfo, node: ast.AnnAssign, name: str) -> None:
    from pytreelint.model.types.annotations import is_class_variable, static_marker

    if is_class_variable(ev, node.annotation, info.scope):
        if node.value is not None:
            info.assigned[name] = node.value
        return
    said = (
        ev.expression(node.value, info.scope) if isinstance(node.value, (ast.Call, ast.Name, ast.Attribute)) else None
    )
    spec = said if isinstance(said, FieldSpec) else None
    default = node.value if spec is None else None
    marked = static_marker(ev, node.annotation, info.scope)
    static = _static(info, spec) if said is None or not _may_declare(node, said) else None
    if marked is not None and info.maker is not None and marked.name in info.maker.annotations and static is not None:
        static = marked.value
    elif spec is None and info.maker is not None and info.maker.leaves == "data" and info.maker.node == "yes":
        static = None  # what it holds decides
    info.own_fields[name] = FieldInfo(name, node, info, static, spec, default)


def _may_declare(node: ast.AnnAssign, said: Value) -> bool:
    """Whether a default may be what a field function gives, and it is not known which."""
    if isinstance(said, Union):
        return any(isinstance(option, FieldSpec) for option in said.options)
    return isinstance(said, Unknown) and isinstance(node.value, ast.Call)


def _static(info: ClassInfo, spec: FieldSpec | None) -> bool | None:
    """Whether the class's maker keeps the field as static metadata."""
    if info.maker is None:
        return None if info.is_open else False
    if info.maker.spelling == "lists" and info.registration:
        return None  # the registration says so, see `leaves`
    keywords = {name: _plain(value) for name, value in spec.keywords} if spec else {}
    if spec is not None and not spec.complete:
        keywords = {"metadata": ..., spec.marker.keyword: ..., **keywords}
    if info.maker.no_init == "dropped" and keywords.get("init") is False:
        return None  # neither child nor metadata
    return {"static": True, "child": False, "unknown": None}[
        verdict(info.maker, spec.marker if spec else None, keywords)
    ]


def _plain(value: Value) -> object:
    if isinstance(value, Constant):
        return value.value
    if isinstance(value, Container) and value.kind == "dict" and value.rest is None:
        return {key: _plain(item) for key, item in zip(value.keys, value.items, strict=True)}
    return ...
