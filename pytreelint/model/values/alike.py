"""Where a transform wants trees to be of one structure, to have axes that fit, or so many cotangents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pytreelint.knowledge.record import record
from pytreelint.model.values.sites import Site

if TYPE_CHECKING:
    import ast

    from pytreelint.knowledge.transforms import Transform
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.value import Value


@record(frozen=True, slots=True)
class Alike(Site):
    """Two trees that must be of one structure: a carry and what is handed on, what branches give, trees of a map.

    Attributes:
        by: the name of what wants it.
        functions: what gives the trees: a loop's body (the carry is given to it), or two branches; or nothing.
        trees: the carry or the first tree, and the other one.
        label: the other one, for people; first: the first one.
        stops: kinds of nodes of the first tree for which the other one may have any subtree.
        whole: where what is handed on holds what stood there, whole: the way to that part of the carry, and what is
            there now; or the carry itself, where it comes back as one of its items.
        straight: whether what is entered comes here whatever it is given.
    """

    by: str
    functions: tuple[Value, ...]
    trees: tuple[Value, Value]
    label: str = ""
    first: str = "the first tree"
    stops: tuple[str, ...] = ("leaf",)
    whole: tuple[str, Value] | None = None
    straight: bool = False


def is_straight(frame: Frame) -> bool:
    """Whether what is entered comes here whatever it is given, by calls or not: through no branch, and behind none that
    ends."""
    region, here = frame.region, frame
    if region is None or region.kind != "entry" or frame.returns or frame.ended:
        return False
    while here.function is not region.node:
        if here.back is None:
            return False
        here = here.back[0]
        if here.returns or here.ended:
            return False
    return True


@record(frozen=True, slots=True)
class AxesGiven(Site):
    """A map was told the axes of its arguments, or of what comes back, and met these: `node` is where it is made.

    Attributes:
        axes: the option, as it was given; trees: all arguments that were given by position, or the one result.
        call, caller: the call, and the module of that.
    """

    transform: Transform
    name: Literal["in_axes", "out_axes"]
    axes: Value
    trees: tuple[Value, ...]
    call: ast.AST
    caller: ModuleInfo


@record(frozen=True, slots=True)
class DerivativeRule(Site):
    """A function is given a derivative rule of its own that is called with more or fewer arguments than it takes, or
    gives no pair; `node`: the call.

    Attributes:
        function: the one that is differentiated; rule: its rule; word: "forward" or "backward".
        gets: the arguments that it is called with; static: those of them that are not differentiated.
        takes: how many it takes, where that is another number; gives: what it gives, where that is no pair.
    """

    function: Value
    rule: Value
    word: Literal["forward", "backward"]
    gets: int
    static: int
    takes: int | None = None
    gives: Value | None = None


@record(frozen=True, slots=True)
class Cotangents(Site):
    """A function is given a backward rule of its own, which gives another number of cotangents; `node`: the call.

    Attributes:
        function: the one that is differentiated; backward: its rule.
        given: what the rule gives; wanted: how many arguments are differentiated, and so cotangents wanted.
    """

    transform: Transform
    function: Value
    backward: Value
    given: Value
    wanted: int
