"""Compiled programs in files. Names: `save_compiled`, `load_compiled`."""

from __future__ import annotations

import inspect
import json
import pickle
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any

import jax
from jax.experimental import serialize_executable
from jax.tree_util import tree_flatten, tree_structure

from pytreelint.runtime.jit.binding import Binder
from pytreelint.runtime.jit.options import Options
from pytreelint.runtime.jit.stages import Compiled
from pytreelint.runtime.keeping.export import CALLS_PYTHON, as_called, echoed, resolved
from pytreelint.runtime.keeping.files import PathOrFile, opened, written
from pytreelint.runtime.keeping.values_as_json import Reader, Writer
from pytreelint.runtime.trees.skeleton import Skeleton, split

_MAGIC = b"pytreelint.compiled.1\n"
_NO_NAMES: Mapping[str, Any] = {}


class LoadedCompiled:
    """A compiled program from a file. What `load_compiled` returns: call it as the function was called.

    Attributes:
        compiled: JAX's `Compiled`, whose arguments are the arrays alone, flat.
    """

    __slots__ = ("_binder", "_inputs", "_outputs", "compiled")

    def __init__(self, compiled: Any, binder: Binder, inputs: Skeleton, outputs: Skeleton) -> None:
        self.compiled = compiled
        self._binder = binder
        self._inputs = inputs
        self._outputs = outputs

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        call = self._binder.bind(len(args), kwargs).apply(args, kwargs)
        arrays, given = as_called(call, self._inputs, "compiled")
        return resolved(self._outputs, dict(given.statics)).join(self.compiled(*arrays))


def save_compiled(path_or_file: PathOrFile, compiled: Compiled, *, names: Mapping[str, Any] = _NO_NAMES) -> None:
    """Save what `filter_jit(f).compile(...)` gives, to be loaded without tracing or compiling.

    It is machine code: for one version of jaxlib, one platform and one kind of device. `filter_export` is for others.

    Args:
        path_or_file: A path, which gets `.compiled` if it has no suffix, or an open binary file.
        compiled: The compiled program.
        names: As for `Exported.serialize`: static leaves, functions and classes under names of one's own.

    Returns:
        Nothing.

    Raises:
        TypeError: `compiled` is something else; the function holds arrays itself, which have to be an argument; a
            static leaf can be stored neither by value nor by name.
        ValueError: The program cannot be serialized: its platform does not, it closes over arrays, or it calls Python.

    Examples:
        >>> import io
        >>> file = io.BytesIO()
        >>> jitted = filter_jit(lambda x, name: {name: 2 * x})
        >>> save_compiled(file, jitted.compile(jax.ShapeDtypeStruct((2,), "float32"), "y"))
        >>> load_compiled(io.BytesIO(file.getvalue()))(jnp.ones(2), "y")
        {'y': Array([2., 2.], dtype=float32)}
    """
    if not isinstance(compiled, Compiled):
        raise TypeError(f"save_compiled takes what `filter_jit(f).compile(...)` gives, not {type(compiled).__name__}")
    compiled.refuse_head()
    site = compiled.site
    n_fun = site.family.treedef.children()[0].num_leaves if site.head else 0
    *_, args, kwargs = site.family.treedef.children()
    inputs = Skeleton(_pair(args, kwargs), tuple((i - n_fun, x) for i, x in site.statics if i >= n_fun), lenient=True)
    outputs = echoed(split(compiled.out_info, lambda x: isinstance(x, jax.ShapeDtypeStruct), lenient=True)[1], inputs)
    writer = Writer(names)
    try:
        program, _, _ = serialize_executable.serialize(compiled.stage)
    except RuntimeError as error:
        raise ValueError(
            f"the program cannot be serialized ({error}); arrays that it closes over must be arguments"
        ) from error
    except (AttributeError, TypeError, pickle.PicklingError) as error:
        if "callback" not in str(error):
            raise
        raise ValueError(CALLS_PYTHON.format("saved")) from error
    head = {
        "made": _here(),
        "parameters": _parameters(site.binder.real),
        "inputs": writer.skeleton(inputs, compared=True),
        "outputs": writer.skeleton(outputs),
        "n_outputs": len(jax.tree.leaves(compiled.stage.out_info)),
        "n_devices": len(_devices(compiled)),
    }
    text = json.dumps(head).encode()
    with written(path_or_file, ".compiled", compiled) as file:
        file.write(b"".join((_MAGIC, len(text).to_bytes(8, "little"), text, program)))


def load_compiled(
    path_or_file: PathOrFile, *, devices: Sequence[Any] | None = None, names: Mapping[str, Any] = _NO_NAMES
) -> LoadedCompiled:
    """Load what `save_compiled` has saved. **Only from files that you trust**: they hold machine code and pickles.

    Args:
        path_or_file: A path, which gets `.compiled` if it has no suffix, or an open binary file.
        devices: Where it runs; by default the first ones, as many as it was compiled for.
        names: As for `deserialize`.

    Returns:
        The program, to be called with arguments of the same structure, shapes, dtypes and static leaves.

    Raises:
        ValueError: The file is something else, or was made with another jaxlib, platform or kind of device.
        LookupError: A function or class is stored by a name that is not known here.

    Examples:
        As for `save_compiled`.

        >>> import io
        >>> file = io.BytesIO()
        >>> save_compiled(file, filter_jit(jnp.sin).compile(jnp.zeros(())))
        >>> float(load_compiled(io.BytesIO(file.getvalue()))(jnp.zeros(())))
        0.0
    """
    with opened(path_or_file, ".compiled") as file:
        data: bytes = file.read()
    if not data.startswith(_MAGIC):
        raise ValueError("the file was not made by `save_compiled`")
    start = len(_MAGIC) + 8
    end = start + int.from_bytes(data[start - 8 : start], "little")
    head, reader = json.loads(data[start:end]), Reader(names)
    if head["made"] != _here():
        was, now = (", ".join(f"{key} {value}" for key, value in made.items()) for made in (head["made"], _here()))
        raise ValueError(
            f"the program was compiled with {was}; here is {now}. Compile it again, or use `filter_export`"
        )
    inputs, outputs = reader.skeleton(head["inputs"]), reader.skeleton(head["outputs"])
    n_arrays = inputs.treedef.num_leaves - len(inputs.statics)
    in_tree, out_tree = tree_structure(((0,) * n_arrays, {})), tree_structure([0] * head["n_outputs"])
    used = list(jax.devices()[: head["n_devices"]] if devices is None else devices)
    compiled = serialize_executable.deserialize_and_load(data[end:], in_tree, out_tree, execution_devices=used)
    return LoadedCompiled(compiled, Binder(_like(head["parameters"]), Options()), inputs, outputs)


def _pair(args: Any, kwargs: Any) -> Any:
    return tree_structure((0, 0)).from_node_data_and_children(
        jax.tree_util.default_registry, (tuple, None), [args, kwargs]
    )


def _here() -> dict[str, str]:
    """What machine code depends on."""
    device = jax.devices()[0]
    return {"jaxlib": version("jaxlib"), "platform": device.platform, "device": device.device_kind}


def _devices(compiled: Compiled) -> set[Any]:
    """Those that the program was compiled for."""
    shardings = tree_flatten((compiled.stage.input_shardings, compiled.stage.output_shardings))[0]
    found = set().union(*(sharding.device_set for sharding in shardings)) if shardings else set()
    return found or set(jax.devices()[:1])


def _parameters(signature: inspect.Signature | None) -> list[list[Any]] | None:
    """The names of the parameters, whether they have a default, and their kinds."""
    if signature is None:
        return None
    parameters = signature.parameters.values()
    return [[p.name, int(p.kind), p.default is not inspect.Parameter.empty] for p in parameters]


def _like(parameters: list[list[Any]] | None) -> Any:
    """A function with such parameters, to bind a call to."""

    def fun(*args: Any, **kwargs: Any) -> Any:
        return args, kwargs

    if parameters is not None:
        kinds = {int(kind): kind for kind in inspect._ParameterKind}
        empty = inspect.Parameter.empty
        fun.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [inspect.Parameter(name, kinds[kind], default=None if given else empty) for name, kind, given in parameters]
        )
    return fun
