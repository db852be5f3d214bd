"""Classes of source that was read, as records: bases, fields, which of these are static, how they became PyTrees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from pytreelint.knowledge.annotations import PROTOCOLS
from pytreelint.knowledge.bases import WITHOUT_CODE
from pytreelint.knowledge.libraries import Maker, Marker
from pytreelint.knowledge.operations import holds_number
from pytreelint.knowledge.record import dataclass, field, record, replace
from pytreelint.model.project.beside import without_mark
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.linearisation import merged
from pytreelint.model.values.value import Constant, Library, Value

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo

_DICTS = frozenset({"dict", "OrderedDict", "UserDict"})
_BY_NAME = frozenset({"setattr", "__setattr__", "__dict__"})

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
        for key, value in reversed(self.keywords):
            if key == name:
                return value
        return None


_SEVERAL = 3  # fields


@record(frozen=True, slots=True)
class FieldInfo:
    """One declared field; `static` is None where that could not be told.

    Attributes:
        is_argument: it is none, and only given to the constructor, which hands it to `__post_init__`: `InitVar`.
    """

    name: str
    node: ast.AST
    owner: ClassInfo
    static: bool | None
    spec: FieldSpec | None
    default: ast.expr | None
    is_argument: bool = False

    @property
    def annotation(self) -> ast.expr | None:
        """Its annotation, where the declaration has one."""
        return self.node.annotation if isinstance(self.node, ast.AnnAssign) else None

    @property
    def has_default(self) -> bool:
        """Whether construction may leave it out."""
        spec = self.spec
        given = spec is not None and (spec.keyword("default") or spec.keyword("default_factory")) is not None
        return self.default is not None or given

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
        maker: what makes it a PyTree, `maker_node` the node that says so.
        dataclass_maker: the decorator that writes `__init__` and `__hash__`, where there is one.
        registration: for makers that are calls, the call's arguments (flattening functions, field lists).
        accessors: what `@name.setter` and `@name.deleter` define, by the property's name and that word.
        rebound: what the class body makes of a method once it is defined, in order: `step = jax.jit(step)`.
        attached: attributes that a decorator adds to those of the class body, or puts in their place.
        gives_factories: a decorator puts factories in the place of defaults that have no hash.
    """

    name: str
    module: ModuleInfo
    node: ast.ClassDef
    scope: Frame
    bases: tuple[ClassInfo | Library, ...] = ()
    open: bool = False
    maker: Maker | None = None
    maker_node: ast.AST | None = None
    registration: dict[str, Value] = field(default_factory=dict)
    options: dict[str, Value] = field(default_factory=dict)
    own_fields: dict[str, FieldInfo] = field(default_factory=dict)
    methods: dict[str, Method] = field(default_factory=dict)
    accessors: dict[tuple[str, str], Method] = field(default_factory=dict)
    assigned: dict[str, ast.expr] = field(default_factory=dict)
    rebound: dict[str, list[ast.expr]] = field(default_factory=dict)
    nested: dict[str, ast.ClassDef] = field(default_factory=dict)
    attached: dict[str, Value] = field(default_factory=dict)
    dataclass_maker: Maker | None = None
    gives_factories: bool = False
    _order: tuple[ClassInfo, ...] = ()
    _set: dict[tuple[str, ModuleInfo], bool] = field(default_factory=dict)

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
    def is_protocol(self) -> bool:
        """Whether an instance of any class may be meant, as long as that has the methods."""
        return any(isinstance(base, Library) and base.name in PROTOCOLS for base in self.bases)

    @property
    def has_code_of_libraries(self) -> bool:
        """Whether a class of a library gives it members: `abc.ABC` does not."""
        return any(name not in WITHOUT_CODE for name in self.libraries())

    @property
    def has_items_as_attributes(self) -> bool:
        """Whether it is a dict whose items are its attributes, too: one of them may have the name of a method."""
        is_dict = any(name.rpartition(".")[2] in _DICTS for name in self.libraries())
        return is_dict and any(_names_attributes(cls) for cls in self.mro)

    @property
    def is_open(self) -> bool:
        """Whether some base is unknown, so that fields and methods may be missing here."""
        return True in [cls.open for cls in self.mro]  # a list: asked often, of few

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
        if how == "own" and self.written_by is not None:
            how = self.written_by.hash
        elif how == "own" and not self.is_open:
            how = "identity"
        return "own" if how == "identity" and self.method("__eq__") else how

    @property
    def written_by(self) -> Maker | None:
        """The decorator that writes its methods, with the options that it is given."""
        return with_options(self.dataclass_maker, self.options) if self.dataclass_maker is not None else None

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
        return hooks or numbers or any(c.node.keywords for c in self.mro) or self.module.registers_others

    def fields(self, with_arguments: bool = False) -> dict[str, FieldInfo]:
        """All declared fields in the order of `__init__`, bases first; perhaps with what is only given to that."""
        found: dict[str, FieldInfo] = {}
        for cls in reversed(self._order or self.mro):
            if self.dataclass_maker is not None and cls.maker is None:
                continue  # `dataclasses` reads no annotations of plain bases
            for name, info in cls.own_fields.items():
                if with_arguments or not info.is_argument:
                    found[name] = info  # a re-declared field keeps its position, as in dataclasses
        return found

    @property
    def holds_constants(self) -> bool:
        """Whether it is a record of constants: several fields, all of them static, and each with a default."""
        fields = self.fields().values()
        return len(fields) >= _SEVERAL and all(info.static and info.has_default for info in fields)

    def is_set_elsewhere(self, name: str, module: ModuleInfo) -> bool:
        """Whether statements outside of the class bodies, in their modules or the given one, may set an attribute."""
        known = self._set.get((name, module))
        if known is None:
            own = [each for each in self.mro if each.module.origin == "project"]
            asked = {(each.module, each.name) for each in own} | {(module, each.name) for each in own}
            sets = any(each.sets(name, holder) for each, holder in asked)
            known = self._set[name, module] = sets and self.setter(name) is None  # a setter runs instead
        return known

    @property
    def bodies(self) -> tuple[Method, ...]:
        """All functions of the class body: its methods, and the setters and deleters of its properties."""
        return (*self.methods.values(), *self.accessors.values())

    def method(self, name: str, after: ClassInfo | None = None) -> tuple[ClassInfo, Method] | None:
        """The definition of a method and the class that holds it; `after`: search behind this class (`super`)."""
        order = self._order or self.mro
        if after is not None:
            order = order[order.index(after) + 1 :] if after in order else ()
        for cls in order:
            if name in cls.attached:
                return None
            if name in cls.methods:
                return cls, cls.methods[name]
            if name in cls.assigned:
                return None
        return None

    def attached_method(self, name: str) -> Value | None:
        """What stands in the place of a method, where Python finds that first."""
        holder = next((cls for cls in self.mro if name in cls.methods or name in cls.attached), None)
        return holder.attached.get(name) if holder is not None else None

    def setter(self, name: str) -> tuple[ClassInfo, Method] | None:
        """The definition of a property's setter and the class that holds it."""
        holder = next((cls for cls in self.mro if name in cls.methods or (name, "setter") in cls.accessors), None)
        found = holder.accessors.get((name, "setter")) if holder is not None else None
        return (holder, found) if holder is not None and found is not None else None


def _names_attributes(cls: ClassInfo) -> bool:
    """Whether anything in a class body may get or set attributes by their names."""
    return cls.module.answer((_names_attributes, cls.node), lambda: any(map(_sets_by_name, walk(cls.node))))


def _sets_by_name(node: ast.AST) -> bool:
    names = (getattr(node, "id", ""), getattr(node, "attr", ""), getattr(node, "name", ""))
    return not _BY_NAME.isdisjoint(names)


def with_options(maker: Maker, options: dict[str, Value]) -> Maker:
    """A maker as the options of one class make it: `@dataclass(eq=False)`."""
    for keyword, value, attribute, becomes in maker.options:
        given = options.get(keyword)
        if isinstance(given, Constant) and given.value is value:
            maker = replace(maker, **{attribute: becomes})  # type: ignore[arg-type]
    return maker
