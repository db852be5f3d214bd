"""The places that rules judge: what the evaluator passed, with the values that it saw there."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Literal

from pytreelint.knowledge.record import record
from pytreelint.model.values.value import Constant

if TYPE_CHECKING:
    from pytreelint.knowledge.transforms import Transform
    from pytreelint.knowledge.upgrades import Upgrade
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.classes import ClassInfo, FieldInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.marks import Trace
    from pytreelint.model.values.regions import Region
    from pytreelint.model.values.states import Event
    from pytreelint.model.values.value import Function, Object, Transformed, Value
    from pytreelint.model.values.why import Why


@record(frozen=True, slots=True)
class Site:
    """The base: a node in a module."""

    module: ModuleInfo
    node: ast.AST


@record(frozen=True, slots=True)
class StaticDeclaration(Site):
    """A declared static field of a PyTree class, and what its annotation says."""

    cls: ClassInfo
    field: FieldInfo
    value: Value


@record(frozen=True, slots=True)
class StaticValue(Site):
    """A value that reached a static field: `node` is the constructor call, in `frame` and `region`."""

    cls: ClassInfo
    field: FieldInfo
    value: Value
    frame: Frame | None = None
    region: Region | None = None


@record(frozen=True, slots=True)
class CallableLeaf(StaticValue):
    """A function became a leaf of a Module: filtered transforms take it as static. `node`: the constructor call."""


@record(frozen=True, slots=True)
class AuxData(Site):
    """What a class's flattening puts into aux data; `name` is a field where one is named."""

    cls: ClassInfo
    name: str
    value: Value
    both: bool = False  # the field is among the data as well
    built: Why | None = None  # where the instance came from


@record(frozen=True, slots=True)
class ArraySubclass(Site):
    """A class is derived from what makes arrays, or is the type of them."""

    cls: ClassInfo
    base: str


@record(frozen=True, slots=True)
class ClassMade(Site):
    """A class statement of the judged file; what the class is can be asked of it."""

    cls: ClassInfo


Role = Literal["traced", "static", "carry", "xs", "operand", "index", "tangent", "unmapped"]


@record(frozen=True, slots=True)
class Operand:
    """One argument that met a transform."""

    label: str
    value: Value
    node: ast.AST
    role: Role
    annotated: bool = False


@record(frozen=True, slots=True)
class TransformCall(Site):
    """A transform met its arguments: `node` is the decorator or call that must change.

    Attributes:
        call: where the arguments are given (the `def` for a decorated function that nobody was seen to call).
        caller: the module of that.
        entry: the function that was entered without a known caller on the way there.
    """

    transform: Transform
    function: Value
    operands: tuple[Operand, ...]
    caller: ModuleInfo
    call: ast.AST
    wrapper: Transformed | None = None
    entry: ast.AST | None = None

    @property
    def allows_integers(self) -> bool:
        """Whether an option lifts the ban on integers, or may."""
        parameter = self.transform.allow_int
        given = self.wrapper.option(parameter[1]) if self.wrapper is not None and parameter is not None else None
        return given is not None and not (isinstance(given, Constant) and given.value is False)


@record(frozen=True, slots=True)
class TransformOutput(Site):
    """What the function of a raw transform returned for these operands, as far as the transform looks at it."""

    transform: Transform
    function: Value
    operands: tuple[Operand, ...]
    value: Value
    wrapper: Transformed | None = None


@record(frozen=True, slots=True)
class Residuals(Site):
    """What the forward rule of a function keeps for the backward one; `node`: where it is named."""

    transform: Transform
    function: Value
    value: Value


@record(frozen=True, slots=True)
class Differentiated(Site):
    """A transform takes gradients: a filtered one, or of trees in which something may be one object in two places."""

    transform: Transform
    operands: tuple[Operand, ...]
    wrapper: Transformed
    caller: ModuleInfo


@record(frozen=True, slots=True)
class TransformMade(Site):
    """A transform was given its function; `entry` as for `TransformCall`."""

    transform: Transform
    function: Value
    wrapper: Transformed | None = None
    entry: ast.AST | None = None


@record(frozen=True, slots=True)
class TreeCall(Site):
    """Trees met an operation that takes their leaves for arrays.

    Attributes:
        called: what is called, for people.
        function: what is called for each leaf, where the operation maps one; it decides which leaves are fine.
        before: what the function is given before the leaves.
    """

    called: str
    family: Literal["optimizer", "arithmetic", "solver"]
    trees: tuple[Operand, ...]
    function: Value | None = None
    before: tuple[Value, ...] = ()


@record(frozen=True, slots=True)
class DecoratedMethod(Site):
    """A raw transform decorates a method; `instance`: what `self` is known to be; `call`: in `caller`, a module."""

    transform: Transform
    cls: ClassInfo
    method: str
    instance: Value
    static: bool
    caller: ModuleInfo
    call: ast.AST


@record(frozen=True, slots=True)
class NameUsed(Site):
    """A name of a library is used, by its canonical name."""

    name: str


@record(frozen=True, slots=True)
class Outdated(Site):
    """A name that some version of its library deprecates or lacks is imported (`node`: the alias) or used.

    `statement`: the import; `root`: for a use, the plain name that it begins with, and what that stands for.
    """

    upgrade: Upgrade
    statement: ast.Import | ast.ImportFrom | None = None
    root: tuple[str, str] | None = None


@record(frozen=True, slots=True)
class TransformOptions(Site):
    """A transform is given keyword arguments that some version of it refuses."""

    transform: Transform
    keywords: tuple[tuple[str, Value], ...]


@record(frozen=True, slots=True)
class Remade(Site):
    """A wrapper that compiles is made anew in each iteration of `step`, and called in it; `node` is what makes it.

    Attributes:
        step: the loop, or the entry (a function of which no caller is known).
        home: the activation in which it is both made and called; `caller`, `call`: where the call stands.
        amortised: a loop further inside makes the call; branches: those that it was made in, and that have ended.
    """

    wrapper: Transformed
    step: Region
    home: Frame
    caller: Frame
    call: ast.AST
    amortised: bool
    branches: tuple[Region, ...] = ()


@record(frozen=True, slots=True)
class FreshField(Site):
    """A compiled function is given an instance that each iteration of `step` builds with a new callable or instance.

    `node`: the call; `owner`: the instance with the field; `given`: the argument; `caller`: the activation of the call.
    """

    transform: Transform
    step: Region
    owner: Object
    field: FieldInfo
    value: Value
    given: ast.AST
    caller: Frame


@record(frozen=True, slots=True)
class FreshArgument(Site):
    """A compiled program gets a function that is new, or a number that is another one, in each iteration of `step`.

    Attributes:
        node: the call; `given`: the argument; `caller`: the activation of the call.
        counter: it is a number, and the function could take an array for it.
        traceable: whoever calls the function around the loop may trace it, and then nothing is compiled in each step.
    """

    transform: Transform
    step: Region
    label: str
    value: Value
    given: ast.AST
    caller: Frame
    counter: bool
    traceable: bool = False


@record(frozen=True, slots=True)
class StoredTransform(Site):
    """A Module keeps, as a field, a function that holds `hidden`: a part of the Module, or the Module itself."""

    cls: ClassInfo
    name: str
    value: Value
    hidden: Value


@record(frozen=True, slots=True)
class AttributeWrite(Site):
    """An attribute (`name`, "" if unknown) of an instance, which `target` gives, is assigned, or its list changed."""

    instance: Object
    name: str
    target: ast.expr
    frame: Frame
    in_place: bool = False  # or it changes the list that the attribute holds


@record(frozen=True, slots=True)
class Demanded(Site):
    """Python needs the value of a tracer: `node` is the decorator or call of the transform that traces it.

    Attributes:
        what: what needs it, as a noun; around: all transforms inside of which that happens.
        place, needed: where it is needed: a module, and the expression of the tracer.
        supposed: nothing is known of a static argument that may decide whether it does.
    """

    trace: Trace
    what: str
    place: ModuleInfo
    needed: ast.expr
    value: Value
    around: tuple[Trace, ...]
    supposed: bool


@record(frozen=True, slots=True)
class DonatedUsed(Site):
    """A call has `donated` the arrays of `node`, needed inside of `inner`; `handed`: the function goes anywhere."""

    donated: Event
    inner: Event | None = None
    handed: Function | None = None


@record(frozen=True, slots=True)
class DonatedTwice(Site):
    """A call donates a buffer as `first`, and gets it as `second` (`node`), too; these may be one argument."""

    first: Operand
    second: Operand


@record(frozen=True, slots=True)
class DonatedStatic(Site):
    """A transform is told that an argument, the `label`, is donated and static."""

    transform: Transform
    label: str


@record(frozen=True, slots=True)
class KeyReused(Site):
    """Something draws `again` from the key at `node`, as it has `before`, or as `each` iteration (or row) does."""

    before: Event
    again: Event
    frame: Frame
    each: Literal["", "iteration", "row"] = ""


NEVER_RAISE = (CallableLeaf, Differentiated, Remade, FreshField, FreshArgument, StoredTransform, KeyReused)
