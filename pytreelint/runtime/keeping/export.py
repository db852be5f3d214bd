"""Programs that leave the process. Names: `filter_export`, `deserialize`, `Exported`."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import jax
from jax import export

from pytreelint.runtime.keeping.loaded import loaded
from pytreelint.runtime.keeping.values_as_json import Echo, Fingerprint, Reader, Writer
from pytreelint.runtime.trees.callables import as_tree, names
from pytreelint.runtime.trees.cycles import refusing_cycles
from pytreelint.runtime.trees.described import described
from pytreelint.runtime.trees.eval_shape import is_shaped
from pytreelint.runtime.trees.leaves import is_array
from pytreelint.runtime.trees.selection import call_paths
from pytreelint.runtime.trees.skeleton import Skeleton, split
from pytreelint.runtime.trees.static_key import static_key
from pytreelint.runtime.trees.structures import call_difference, structures_differ

# How JAX names an array of a call.
_POSITION = r"\bargs\[(\d+)\]"
_PLATFORMS = ("cpu", "cuda", "rocm", "tpu")
_MAGIC = b"pytreelint.export.1\n"
CALLS_PYTHON = (
    "the program calls Python (`error_if`, `filter_pure_callback`, a callback of JAX's), which stays in this process, "
    "and cannot be {}; `error_if` can with `on_error='nan'` or `on_error='off'`"
)
_NO_NAMES: Mapping[str, Any] = {}


class Exported:
    """A program of StableHLO with the trees that it takes and gives. What `filter_export` and `deserialize` return.

    Call it as the function was called for the export: `exported(*args, **kwargs)`. Arrays must have the shapes and
    dtypes of the export (or fit its symbolic shapes), all other leaves must be equal to those of the export.

    Attributes:
        exported: JAX's `jax.export.Exported`; its arguments are the arrays alone, flat.

    Raises:
        TypeError: When called: another structure, or a static leaf differs; the message names it.
        ValueError: When called: an array has another shape or dtype, which the message names, or the platform is not
            one of `platforms`.

    Examples:
        >>> exported = filter_export(lambda tree, n: {**tree, "x": tree["x"] * n})({"x": jnp.ones(2), "name": "m"}, 3)
        >>> exported({"x": jnp.arange(2.0), "name": "m"}, 3)
        {'name': 'm', 'x': Array([0., 3.], dtype=float32)}
        >>> exported.platforms
        ('cpu',)
    """

    __slots__ = ("_inputs", "_outputs", "exported")

    def __init__(self, exported: Any, inputs: Skeleton, outputs: Skeleton) -> None:
        self.exported = exported
        self._inputs = inputs
        self._outputs = outputs

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        arrays, given = as_called((args, kwargs), self._inputs, "exported")
        try:
            out = self.exported.call(*arrays)
        except ValueError as error:
            if not re.search(_POSITION, str(error)):
                raise
            paths = _array_paths(given)
            text = re.sub(_POSITION, lambda found: paths[int(found[1])], str(error))
            raise ValueError(f"the program was exported for other arrays: {text}") from error
        return resolved(self._outputs, dict(given.statics)).join(out)

    @property
    def platforms(self) -> tuple[str, ...]:
        """Where it runs, such as `("cpu",)`."""
        return tuple(self.exported.platforms)

    @property
    def in_struct(self) -> Any:
        """`(args, kwargs)` of the export, with a `jax.ShapeDtypeStruct` for each array."""
        return self._inputs.join([_struct(aval) for aval in self.exported.in_avals])

    @property
    def out_struct(self) -> Any:
        """The output, with a `jax.ShapeDtypeStruct` for each array."""
        structs = [_struct(aval) for aval in self.exported.out_avals]
        return resolved(self._outputs, dict(self._inputs.statics)).join(structs)

    def mlir_module(self) -> str:
        """The StableHLO as text."""
        return str(self.exported.mlir_module())

    def serialize(self, *, vjp_order: int = 0, names: Mapping[str, Any] = _NO_NAMES) -> bytes:
        """Everything in bytes, for `deserialize`.

        Args:
            vjp_order: How often the loaded program can be differentiated in reverse mode: 0 is not at all.
            names: Static leaves, functions and classes to be stored under names of one's own, which `deserialize` is
                given again. All others are stored by value (numbers, strings, bytes, dtypes, enums and containers
                of them) or by the name under which a module holds them. A function that comes in as an argument
                and has no such name (a lambda) is compared by its code.

        Returns:
            The trees as JSON and the program as `jax.export` writes it.

        Raises:
            TypeError: A static leaf, or a static part of a node, can be stored neither way; the message names it.
            ValueError: `vjp_order` is negative, or no integer.
            ImportError: flatbuffers is not installed: `pip install "pytreelint[export]"`.
        """
        if not isinstance(vjp_order, int) or vjp_order < 0:
            raise ValueError(f"`vjp_order` must be a whole number, 0 or more, not {vjp_order!r}")
        writer, head = Writer(names), {}
        for what, skeleton in (("arguments", self._inputs), ("output", self._outputs)):
            try:
                head[what] = writer.skeleton(skeleton, compared=what == "arguments")
            except TypeError as error:
                raise TypeError(f"the {what} cannot be serialized; {error}") from None
        text = json.dumps(head).encode()
        try:
            program = self.exported.serialize(vjp_order=vjp_order)
        except ImportError as error:
            raise ImportError('serializing needs flatbuffers: `pip install "pytreelint[export]"`') from error
        return b"".join((_MAGIC, len(text).to_bytes(8, "little"), text, bytes(program)))


def filter_export(
    fun: Callable[..., Any],
    *,
    platforms: str | Sequence[str] | None = None,
    disabled_checks: Sequence[Any] = (),
) -> Callable[..., Exported]:
    """`jax.export.export` for functions of any PyTrees: no class has to be registered for serialization.

    The program takes the arrays alone, flat; structure and static leaves stay beside it.

    Args:
        fun: A function, Module, bound method or other transform. Arrays that it holds itself become constants of the
            program: to keep them apart, pass the model as an argument.
        platforms: Such as `("cpu", "cuda", "tpu")`, or one of them; by default the present one.
        disabled_checks: As in `jax.export.export`.

    Returns:
        A function of examples of the arguments, arrays or `jax.ShapeDtypeStruct` (with symbolic dimensions of
        `jax.export.symbolic_shape` too) among their leaves, that gives the `Exported` program.

    Raises:
        TypeError: `fun` cannot be called; a platform is no string.
        ValueError: A platform is not known. When called: the program calls Python, as `error_if` and
            `filter_pure_callback` do.

    Examples:
        >>> (n,) = jax.export.symbolic_shape("n")
        >>> exported = filter_export(lambda act, x: act(x))(jnp.tanh, jax.ShapeDtypeStruct((n,), "float32"))
        >>> exported(jnp.tanh, jnp.zeros(5)).shape
        (5,)
        >>> deserialize(exported.serialize())(jnp.tanh, jnp.zeros(3)).tolist()
        [0.0, 0.0, 0.0]
    """
    if not callable(fun):
        raise TypeError(f"filter_export needs a callable, not {fun!r}")
    tree, named = as_tree(fun), _platforms(platforms)

    @refusing_cycles
    def exporting(*args: Any, **kwargs: Any) -> Exported:
        arrays, inputs = split((args, kwargs), is_shaped, lenient=True)
        outputs: list[Skeleton] = []

        def flat(*arrays: Any) -> Any:
            args, kwargs = inputs.join(arrays)
            leaves, skeleton = split(tree(*args, **kwargs), is_array, lenient=True)
            outputs.append(echoed(skeleton, inputs))
            return leaves

        flat.__name__ = flat.__qualname__ = str(names(fun)["__name__"])
        structs = [jax.ShapeDtypeStruct(x.shape, x.dtype, sharding=_placed(x)) for x in arrays]
        with _explained():
            program = export.export(jax.jit(flat), platforms=named, disabled_checks=disabled_checks)(*structs)
        return Exported(program, inputs, outputs[-1])

    return exporting


@contextmanager
def _explained() -> Iterator[None]:
    """Says which calls of Python cannot be exported."""
    try:
        yield
    except RuntimeError as error:
        if "serialization of host_callbacks" not in str(error):
            raise
        raise ValueError(CALLS_PYTHON.format("exported")) from error


def deserialize(data: bytes, *, names: Mapping[str, Any] = _NO_NAMES) -> Exported:
    """The program that `Exported.serialize` made bytes of. Nothing of it is executed or imported to read it.

    Args:
        data: Those bytes.
        names: Objects by name: those given to `serialize`, and any `module:path` whose module is not imported here.

    Returns:
        The program, to be called as the function was.

    Raises:
        ValueError: `data` is something else, or damaged.
        TypeError: `data` is not bytes.
        LookupError: A function or class is stored by a name that is not known here; the message names it.
        ImportError: flatbuffers is not installed: `pip install "pytreelint[export]"`.

    Examples:
        >>> data = filter_export(lambda x: {"y": x + 1, "by": "export"})(jnp.ones(2)).serialize()
        >>> deserialize(data)(jnp.ones(2))
        {'by': 'export', 'y': Array([2., 2.], dtype=float32)}
    """
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"deserialize takes the bytes that `Exported.serialize` gives, not {described(data)}")
    data = bytes(data)
    if not data.startswith(_MAGIC):
        raise ValueError("these bytes were not made by `Exported.serialize`")
    start = len(_MAGIC) + 8
    end = start + int.from_bytes(data[start - 8 : start], "little")
    try:
        head = json.loads(data[start:end])
        program = loaded(export.deserialize(bytearray(data[end:])))
    except ImportError as error:
        raise ImportError('deserializing needs flatbuffers: `pip install "pytreelint[export]"`') from error
    except (ValueError, IndexError, struct.error) as error:
        raise ValueError(f"these bytes of `Exported.serialize` are damaged or cut off: {error}") from error
    reader = Reader(names)
    return Exported(program, reader.skeleton(head["arguments"]), reader.skeleton(head["output"]))


def _platforms(given: str | Sequence[str] | None) -> tuple[str, ...] | None:
    """The names of platforms, checked."""
    if given is None:
        return None
    names = (given,) if isinstance(given, str) or not isinstance(given, Iterable) else tuple(given)
    if wrong := [name for name in names if not isinstance(name, str)]:
        raise TypeError(f"a platform of filter_export is a string, not {described(wrong[0])}")
    if all(name in _PLATFORMS for name in names):
        return names
    from jax.extend.backend import backends  # those of plugins; seldom needed, and not imported by jax itself

    known = dict.fromkeys((*_PLATFORMS, *backends()))
    if unknown := [name for name in names if name not in known or name == "gpu"]:
        meant = "; a GPU is 'cuda' or 'rocm'" if "gpu" in unknown else ""
        raise ValueError(
            f"`platforms` of filter_export has {', '.join(map(repr, unknown))}; known are "
            f"{', '.join(map(repr, known))}{meant}"
        )
    return names


def _placed(x: Any) -> Any:
    """The sharding over several devices, which is a part of the program."""
    sharding = getattr(x, "sharding", None)
    return sharding if isinstance(sharding, jax.sharding.NamedSharding) else None


def _struct(aval: Any) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(aval.shape, aval.dtype)


def _array_paths(skeleton: Skeleton) -> list[str]:
    static = {position for position, _ in skeleton.statics}
    return [name for position, name in enumerate(call_paths(skeleton.treedef)) if position not in static]


def echoed(outputs: Skeleton, inputs: Skeleton) -> Skeleton:
    """An output, with echoes in place of the callables that came in."""
    came = {id(x): Echo(position) for position, x in inputs.statics if callable(x)}
    return Skeleton(outputs.treedef, tuple((i, came.get(id(x), x)) for i, x in outputs.statics), lenient=True)


def resolved(outputs: Skeleton, present: Mapping[int, Any]) -> Skeleton:
    """An output with what came in, by position in the call, in place of the echoes."""
    statics = tuple((i, present[x.position] if type(x) is Echo else x) for i, x in outputs.statics)
    return Skeleton(outputs.treedef, statics, lenient=True)


def as_called(call: tuple[Any, Any], wanted: Skeleton, how: str) -> tuple[list[Any], Skeleton]:
    """The arrays of a call `(args, kwargs)`, and the rest.

    Args:
        call: The call.
        wanted: The call that the program was made for.
        how: What errors say was done to it.

    Raises:
        TypeError: It is of another structure, or has other static leaves.
    """
    arrays, given = split(call, lenient=True)
    if structures_differ(given.treedef, wanted.treedef):
        raise TypeError(f"{how} for a call of {call_difference(wanted.treedef, given.treedef)}")
    ours, theirs = dict(given.statics), dict(wanted.statics)
    for position, name in enumerate(call_paths(given.treedef)) if ours or theirs else ():
        if (position in ours) != (position in theirs):
            was, now = ("an array", described(ours[position])) if position in ours else ("no array", "one")
            raise TypeError(f"{name} was {was} when the program was {how}, and is {now}")
        if position in ours and not _is_same(ours[position], theirs[position]):
            was = theirs[position]
            raise TypeError(f"{name} is {ours[position]!r}, but the program was {how} with {was!r}")
    return arrays, given


def _is_same(a: Any, b: Any) -> bool:
    if type(b) is Fingerprint:
        return b.fits(a)
    return a is b or static_key(a, lenient=True) == static_key(b, lenient=True)
