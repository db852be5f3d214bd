"""What was compiled for a function. Name: `inspect`."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import jax
from jax.tree_util import keystr, tree_flatten_with_path

from pytreelint.runtime.jit.donation import muted
from pytreelint.runtime.jit.filter_jit import Jitted
from pytreelint.runtime.jit.program import ROOT, ChangedError, signature
from pytreelint.runtime.jit.retraces import describe
from pytreelint.runtime.maps.pmap import Pmapped
from pytreelint.runtime.trees.callables import Bound, Wrapper
from pytreelint.runtime.trees.skeleton import unpack

_ARGUMENT = re.compile(r"%arg\d+: tensor<[^>]*>(?: \{(?P<said>.*?)\})? loc\(\"(?P<name>\w+)\"\)")


@dataclass(frozen=True, slots=True)
class Leaf:
    """An array that a program takes or gives.

    Attributes:
        name: Such as `model['w']`.
        type: Such as `float32[3,2]`.
        bytes: Of all devices together.
        donated: "no"; "used", its memory is that of an output; "unused", no output fits it; "maybe", where the
            compiler decides.
        dropped: The program does not need it.
        sharding: Where it lies, if the program was compiled for `inspect`.
    """

    name: str
    type: str
    bytes: int
    donated: str = "no"
    dropped: bool = False
    sharding: str = ""


@dataclass(frozen=True, slots=True)
class Compilation:
    """One program of a function: for one set of static leaves, shapes and dtypes.

    Attributes:
        arguments: The arrays that it takes.
        static: The other leaves, by name.
        outputs: The arrays that it gives.
        memory: Bytes by use, if it was compiled for `inspect`.
    """

    arguments: tuple[Leaf, ...]
    static: dict[str, str]
    outputs: tuple[Leaf, ...]
    memory: dict[str, int]


@dataclass(frozen=True, slots=True)
class Inspection:
    """What `inspect` gives: `print` it, or take `to_dict()`."""

    function: str
    trace_count: int
    programs: tuple[Compilation, ...]

    def to_dict(self) -> dict[str, Any]:
        """The same as dictionaries, lists, strings and numbers."""
        return asdict(self)

    def __str__(self) -> str:
        lines = [f"{self.function}: traced {_count(self.trace_count, 'time')}, {_count(len(self.programs), 'program')}"]
        for number, program in enumerate(self.programs, 1):
            takes, gives = (sum(leaf.bytes for leaf in part) for part in (program.arguments, program.outputs))
            lines.append(f"program {number}: takes {takes:,} bytes, gives {gives:,} bytes")
            lines += [f"  in   {_line(leaf)}" for leaf in program.arguments]
            lines += [f"  in   {name}  {value}" for name, value in program.static.items()]
            lines += [f"  out  {_line(leaf)}" for leaf in program.outputs]
            if program.memory:
                lines.append("  " + ", ".join(f"{name} {size:,}" for name, size in program.memory.items()))
        return "\n".join(lines)


def inspect(fun: Any, /, *args: Any, **kwargs: Any) -> Inspection:
    """The programs that were compiled for a function so far, or the one for a call.

    Args:
        fun: What `filter_jit` or `filter_pmap` gave, or such a method of an instance.
        *args: Without arguments all programs are told of, by what was traced. With arguments the program of that call
            alone, compiled for it: with shardings and the memory that it needs.
        **kwargs: The same.

    Returns:
        For each program its arrays with bytes, what is donated and whether that is of use, the static leaves, and the
        outputs; as text (`print`) and as a dictionary (`to_dict()`).

    Raises:
        TypeError: `fun` is something else: other transforms compile nothing of their own.

    Examples:
        >>> step = filter_jit(lambda model, x: {**model, "w": model["w"] + x.sum()}, donate_argnames="model")
        >>> _ = step({"w": jnp.ones(3), "name": "layer"}, jnp.ones(2))
        >>> print(inspect(step))
        <lambda>: traced 1 time, 1 program
        program 1: takes 20 bytes, gives 12 bytes
          in   model['w']  float32[3]  12 bytes  donated: used
          in   x  float32[2]  8 bytes
          in   model['name']  static 'layer' of type `str`
          out  ['w']  float32[3]  12 bytes
    """
    jitted: Any = fun
    first: tuple[Any, ...] = ()
    if isinstance(fun, Bound):
        jitted, first = fun._wrapper, (fun._instance,)
    if isinstance(jitted, Pmapped):
        jitted = jitted._compiled
    if not isinstance(jitted, Jitted):
        kind = "another transform" if isinstance(jitted, Wrapper) else f"a `{type(fun).__name__}`"
        raise TypeError(f"inspect tells of what filter_jit and filter_pmap give; {kind} compiles nothing")
    core, head = jitted._core_and_head()
    name = str(getattr(fun, "__qualname__", type(fun).__name__)).rpartition(".")[2]
    count = jitted.trace_count
    if args or kwargs:
        plan, traced = jitted._staged("trace", (*head, (*first, *args), kwargs))
        return Inspection(name, count, (_compilation(plan.program.body, traced, True),))
    found = []
    for program in core.programs():
        for structs in list(program.body.traces):
            try:
                found.append(_compilation(program.body, program.run.trace(*structs), False))
            except ChangedError:
                continue  # its functions are gone
    return Inspection(name, count, tuple(found))


def _compilation(body: Any, traced: Any, compiles: bool) -> Compilation:
    with muted():
        lowered = traced.lower()
        compiled = lowered.compile() if compiles else None
    kept = _kept(lowered.as_text(debug_info=True))
    parameters = [*signature(body.array_names).parameters]
    shardings, given = ("" for _ in parameters), ""
    infos = traced.args_info[0]
    if compiled is not None:
        shardings = iter(str(sharding) for sharding in compiled.input_shardings[0])
        given = compiled.output_shardings
    arguments = [
        _argument(shown, info, kept.get(parameter), sharding)
        for shown, parameter, info, sharding in zip(body.array_names, parameters, infos, shardings, strict=True)
    ]
    where = [str(x) for x in jax.tree.leaves(given)] if compiled is not None else []
    return Compilation(tuple(arguments), _static(body), tuple(_outputs(traced.out_info, where)), _memory(compiled))


def _kept(text: str) -> dict[str, str]:
    """The parameters that the lowered program has, and what it says of each."""
    start = text.index("@main(")
    return {m["name"]: m["said"] or "" for m in _ARGUMENT.finditer(text, start, text.index("->", start))}


def _argument(name: str, info: Any, said: str | None, sharding: str) -> Leaf:
    donated = "no"
    if info.donated:
        donated = "unused" if said is None else "used" if "tf.aliasing_output" in said else "unused"
        donated = "maybe" if said and "jax.buffer_donor" in said else donated
    return Leaf(name, describe_shape(info), _bytes(info), donated, said is None, sharding)


def _outputs(out: Any, where: Sequence[str]) -> list[Leaf]:
    named = [(keystr(path) or "the output", x) for path, x in tree_flatten_with_path(unpack(out))[0]]
    arrays = [(name, x) for name, x in named if hasattr(x, "shape") and hasattr(x, "dtype")]
    places = where if len(where) == len(arrays) else [""] * len(arrays)
    return [Leaf(n, describe_shape(x), _bytes(x), sharding=s) for (n, x), s in zip(arrays, places, strict=True)]


def _static(body: Any) -> dict[str, str]:
    values = dict(body.skeleton.statics)
    present = {function.position: function.value for function in body.functions}
    shown = {name: present.get(i, values[i]) for i, name in body.static_names.items()}
    return {name: describe(value) for name, value in shown.items() if value is not ROOT}


def _memory(compiled: Any) -> dict[str, int]:
    stats = compiled.memory_analysis() if compiled is not None else None
    if stats is None:
        return {}
    kinds = ("argument", "output", "alias", "temp", "generated_code")
    return {kind: int(getattr(stats, f"{kind}_size_in_bytes")) for kind in kinds}


def describe_shape(x: Any) -> str:
    """Such as `float32[3,2]`."""
    return f"{x.dtype}[{','.join(map(str, x.shape))}]"


def _bytes(x: Any) -> int:
    size: int = math.prod(x.shape) * x.dtype.itemsize
    return size


def _line(leaf: Leaf) -> str:
    parts = [leaf.name, leaf.type, f"{leaf.bytes:,} bytes"]
    parts += [f"donated: {leaf.donated}"] * (leaf.donated != "no") + ["not needed"] * leaf.dropped
    return "  ".join([*parts, *([leaf.sharding] if leaf.sharding else [])])


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
