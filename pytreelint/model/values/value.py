"""Abstract values: what an expression's PyTree is known to be. Immutable; equality ignores the evidence."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

from pytreelint.knowledge.record import field, record, replace
from pytreelint.model.values import common
from pytreelint.model.values.limits import ALTERNATIVES
from pytreelint.model.values.why import Why

if TYPE_CHECKING:
    from pytreelint.knowledge.transforms import Transform
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.identity import Inside, Token
    from pytreelint.model.values.marks import Trace
    from pytreelint.model.values.regions import Region

Flavour = Literal["jax", "numpy", "numpy-scalar", "sparse", "key", "shape-struct", "any"]  # sparse: of SciPy
Dtype = Literal["inexact", "integer", "bool", "texts", "?"]  # texts: of NumPy


@record(frozen=True, slots=True)
class Value:
    """The base of all abstract values. Callables know when they were created: `created_in`, the innermost region.

    Attributes:
        declared: an annotation says so, no value was seen: callers may pass something else that works.
        token: which object it is, see `identity`; a copy that `replace` makes has none.
    """

    declared: bool = field(default=False, repr=False, kw_only=True)
    why: Why | None = field(default=None, compare=False, repr=False, kw_only=True)
    token: Token | None = field(default=None, init=False, compare=False, repr=False)


@record(frozen=True, slots=True)
class Unknown(Value):
    """Nothing is known: `missing` if only for want of a library or of fuel; `reason` is for the coverage report.

    `traces`: its leaves are tracers of these transforms; unless it is `certain`, it may be None or any tree of them.
    """

    reason: str = field(default="dynamic", compare=False)
    missing: bool = False
    traces: tuple[Trace, ...] = field(default=(), kw_only=True)
    certain: bool = field(default=False, kw_only=True)


@record(frozen=True, slots=True)
class Constant(Value):
    """What a literal gives. `kind` keeps 1, True and 1.0 apart; `asked`: it says whether something is traced."""

    value: Any
    kind: str
    asked: bool = field(default=False, compare=False, repr=False)


@record(frozen=True, slots=True)
class Array(Value):
    """An array leaf; `no_axes`: it is certainly one number.

    Attributes:
        traces: the transforms of which it is a tracer, the innermost first.
        number_by: the raw transform that made it of a Python number; `came_back`: and returned; variable: one of nnx.
    """

    flavour: Flavour = "jax"
    dtype: Dtype = "?"
    traces: tuple[Trace, ...] = field(default=(), kw_only=True)
    number_by: Transformed | None = field(default=None, compare=False, repr=False, kw_only=True)
    came_back: bool = field(default=False, compare=False, repr=False, kw_only=True)
    variable: bool = field(default=False, compare=False, repr=False, kw_only=True)
    no_axes: bool = field(default=False, compare=False, repr=False, kw_only=True)


@record(frozen=True, slots=True)
class Scalar(Value):
    """A Python number of unknown value: which raw transforms trace. `guard`: it says whether something is traced."""

    kind: Literal["bool", "int", "float", "complex"] = "int"
    guard: bool = False


@record(frozen=True, slots=True)
class Opaque(Value):
    """A leaf that raw transforms reject: a function, a str, an object."""

    kind: Literal["function", "str", "bytes", "dtype", "object", "module", "class"] = "object"
    label: str = ""
    member: str = ""  # of an enum, and which; "?": some
    axes: frozenset[str] | None = None  # of a mesh, by their names


@record(frozen=True, slots=True)
class Library(Value):
    """Something that a library declares, by its canonical name: `jax.numpy.sin`, `functools.partial`."""

    name: str


@record(frozen=True, slots=True)
class ModuleValue(Value):
    """An imported module."""

    name: str


@record(frozen=True, slots=True)
class Container(Value):
    """A list, tuple, dict or set: known items (dict: with their keys), and `rest` for any number of further ones.

    An iterator (a generator, `zip(...)`) can only be gone through: no PyTree, and hashed by identity.
    """

    kind: Literal["tuple", "list", "dict", "set", "frozenset", "namedtuple", "iterator"]
    items: tuple[Value, ...] = ()
    keys: tuple[Any, ...] = ()
    rest: Value | None = None
    begun: Value | None = field(default=None, repr=False, kw_only=True)  # of an optimizer's state: the parameters
    _hash: int = field(default=0, init=False, repr=False, compare=False)
    _size: int = field(default=0, init=False, repr=False, compare=False)
    _depth: int = field(default=0, init=False, repr=False, compare=False)
    _bare: bool | None = field(default=None, init=False, repr=False, compare=False)  # no part has a token
    _inside: Inside | None = field(default=None, init=False, repr=False, compare=False)  # see `aliases`

    def __hash__(self) -> int:
        return self._hash or _hashed(self, self.kind, self.items, self.keys, self.rest)


@record(frozen=True, slots=True)
class Object(Value):
    """An instance of a class whose source was read. `fields` are what was assigned or given, in order.

    Attributes:
        exact: built by a call that was followed, in `created_in`; else a subclass may differ (an annotation).
        open: its constructor is still running, so that it takes assignments.
        parameter: whose annotation says so, as long as it is this very tree: no half of it, and nothing made of it.
    """

    cls: ClassInfo
    fields: tuple[tuple[str, Value], ...] = ()
    exact: bool = True
    open: bool = field(default=False, kw_only=True)
    created_in: Region | None = field(default=None, compare=False, repr=False, kw_only=True)
    parameter: ast.arg | None = field(default=None, compare=False, repr=False, kw_only=True)
    _hash: int = field(default=0, init=False, repr=False, compare=False)
    _size: int = field(default=0, init=False, repr=False, compare=False)
    _depth: int = field(default=0, init=False, repr=False, compare=False)
    _bare: bool | None = field(default=None, init=False, repr=False, compare=False)
    _inside: Inside | None = field(default=None, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        return self._hash or _hashed(self, self.cls, self.fields, self.exact)

    def get(self, name: str) -> Value | None:
        """The value of a field, None where nothing was assigned."""
        for key, value in self.fields:
            if key == name:
                return value
        return None

    def put(self, name: str, value: Value) -> Object:
        """This object with one field assigned."""
        return replace(self, fields=tuple({**dict(self.fields), name: value}.items()))

    def forgotten(self, reason: str) -> Object:
        """This object after any of its fields may have been assigned."""
        return replace(self, fields=tuple((name, Unknown(reason)) for name, _ in self.fields), exact=False)


@record(frozen=True, slots=True)
class ClassValue(Value):
    """A class object."""

    cls: ClassInfo


@record(frozen=True, slots=True)
class Function(Value):
    """A function or lambda. `is_cached`: equal arguments give an earlier result; `wraps`: by `functools.wraps`."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    module: ModuleInfo
    closure: Frame | None = None
    owner: ClassInfo | None = None
    is_cached: bool = False
    wraps: Value | None = field(default=None, compare=False, repr=False, kw_only=True)
    created_in: Region | None = field(default=None, compare=False, repr=False, kw_only=True)

    @property
    def name(self) -> str:
        """The name in its `def`, or in that of what it wraps."""
        return str(getattr(self.wraps, "name", "") or getattr(self.node, "name", "<lambda>"))


@record(frozen=True, slots=True)
class Bound(Value):
    """A bound method."""

    function: Value
    instance: Value
    created_in: Region | None = field(default=None, compare=False, repr=False, kw_only=True)


@record(frozen=True, slots=True)
class Super(Value):
    """`super()` in a method of `cls`."""

    cls: ClassInfo
    instance: Value


@record(frozen=True, slots=True)
class Partial(Value):
    """`functools.partial(...)`, or `jax.tree_util.Partial(...)`, which is a PyTree (`tree`)."""

    function: Value
    args: tuple[Value, ...] = ()
    keywords: tuple[tuple[str, Value], ...] = ()
    tree: bool = False
    created_in: Region | None = field(default=None, compare=False, repr=False, kw_only=True)
    _size: int = field(default=0, init=False, repr=False, compare=False)
    _depth: int = field(default=0, init=False, repr=False, compare=False)


@record(frozen=True, slots=True)
class Transformed(Value):
    """`jit(f)`: a transform around a function, with the options it was given and the place to change.

    Attributes:
        site: the decorator or call; `module`: the module in which it stands.
        method_of: the class on one of whose methods it stands as a decorator.
        created_in, home: where it is created; `own`: in a method of the very instance whose method its function is.
    """

    transform: Transform
    function: Value
    options: tuple[tuple[str, Value], ...]
    site: ast.expr
    module: ModuleInfo
    method_of: ClassInfo | None = None
    decorated: ast.FunctionDef | ast.AsyncFunctionDef | None = None
    created_in: Region | None = field(default=None, compare=False, repr=False, kw_only=True)
    home: Frame | None = field(default=None, compare=False, repr=False, kw_only=True)
    own: bool = field(default=False, compare=False, repr=False, kw_only=True)

    def option(self, name: str) -> Value | None:
        """What was given for a keyword of the transform."""
        return next((value for key, value in self.options if key == name), None)


@record(frozen=True, slots=True)
class Optimizer(Value):
    """A library's gradient transformation: two functions; which opaque leaves and None in updates they `reject`."""

    name: str
    rejects: frozenset[str] = frozenset()
    known: bool = False  # its state holds nothing but arrays
    schedules: tuple[Value, ...] = ()  # functions of its count
    parts: tuple[Value, ...] = ()  # of a chain with own ones
    created_in: Region | None = field(default=None, compare=False, repr=False, kw_only=True)


@record(frozen=True, slots=True)
class Union(Value):
    """One of several; in a container, `each`: all occur, and one of an inner union. `choice`: the `if` that chose."""

    options: tuple[Value, ...] = ()
    each: bool = False
    choice: object = field(default=None, compare=False, repr=False, kw_only=True)


def _hashed(value: Value, *parts: object) -> int:
    object.__setattr__(value, "_hash", known := hash(parts))  # kept: calls are remembered by their arguments
    return known


NONE, DYNAMIC, PARAMETER = Constant(None, "NoneType"), Unknown("dynamic call"), Unknown("parameter")
UNRESOLVED, FUEL = Unknown("unresolved import", missing=True), Unknown("fuel", missing=True)
SPREAD = Unknown("spread arguments")  # `f(*rows)` of unknown rows


def constant(value: Any, asked: bool = False) -> Constant:
    """The abstract value of a Python constant."""
    return Constant(value, type(value).__name__, asked)


def union(values: Iterable[Value]) -> Value:
    """The join of several values; too many different ones are unknown. What is it or None is it, wherever it is one."""
    given, flat = list(values), list[Value]()
    if len(given) == 1 and type(given[0]) is not Union:
        return given[0]
    options = [each for value in given for each in (_flat(value) if type(value) is Union else (value,))]
    if len(set(map(type, options))) == len(options) <= ALTERNATIVES:
        flat, options = options, []  # none equals another one
    for option in options:
        for position, held in enumerate(flat[:ALTERNATIVES]):  # joining one twice does no harm
            if held is option or (held.__class__ is option.__class__ and held == option):
                flat[position] = common.equal(held, option)
                break
        else:
            if len(flat) > ALTERNATIVES and not isinstance(option, (Array, Container, Object)):
                if len(flat := common.widened(flat)) > ALTERNATIVES:
                    return common.known_as(given, Unknown("too many values"))
            flat.append(option)
    if len(flat) < 2:
        return flat[0] if flat else common.known_as(given, Unknown("too many values"))
    joined = _joined(flat) if len(set(map(type, flat))) == 1 else None
    if joined is not None or len(flat) <= ALTERNATIVES:
        return common.known_as(flat if None not in [o.token for o in flat] else given, joined or Union(tuple(flat)))
    few = common.widened(flat)
    return common.known_as(given, union(few) if len(few) <= ALTERNATIVES else Unknown("too many values"))


def _joined(flat: list[Value]) -> Value | None:
    first = flat[0]  # several values of one kind: one value of that kind, where that says the same
    if isinstance(first, Array):
        return common.array([option for option in flat if isinstance(option, Array)])
    if isinstance(first, Unknown):
        return common.unknown([option for option in flat if isinstance(option, Unknown)])
    if type(first) is Scalar:
        return common.scalar([option for option in flat if isinstance(option, Scalar)])
    if isinstance(first, Optimizer):
        return common.optimizer([option for option in flat if isinstance(option, Optimizer)])
    if isinstance(first, Container):
        return common.container([option for option in flat if isinstance(option, Container)], union)
    if isinstance(first, Object) and all(isinstance(o, Object) and o.cls is first.cls for o in flat):
        return common.instance([option for option in flat if isinstance(option, Object)], union)
    return None


def _flat(value: Union) -> tuple[Value, ...]:
    """The alternatives of a union; of what occurs together, one may be a union itself."""
    return tuple(each for o in value.options for each in options_of(o)) if value.each else value.options


def options_of(value: Value) -> tuple[Value, ...]:
    """The alternatives of a union, or the value alone."""
    return value.options if type(value) is Union else (value,)


def because(value: Value, module: ModuleInfo, node: ast.AST, message: str) -> Value:
    """The value with one more link of evidence."""
    object.__setattr__(copy := replace(value, why=Why(module, node, message, value.why)), "token", value.token)
    return copy
