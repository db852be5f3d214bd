"""Functions whose captured arrays are leaves. Name: `filter_closure_convert`.

So is the jaxpr, or the function where nothing was captured: as static data two conversions of one function would differ
in structure, and could not be the results of two branches.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
from jax.tree_util import GetAttrKey, register_pytree_with_keys

from pytreelint.runtime.trees.callables import names
from pytreelint.runtime.trees.leaves import is_array
from pytreelint.runtime.trees.selection import call_paths
from pytreelint.runtime.trees.skeleton import Skeleton, pack, split, unpack
from pytreelint.runtime.trees.structures import structures_differ


class _Signature(NamedTuple):
    """What a converted function is called, was traced with, and gives; hashable."""

    name: str
    inputs: Skeleton
    structs: tuple[jax.ShapeDtypeStruct, ...]
    outputs: Any
    out_structs: tuple[jax.ShapeDtypeStruct, ...]


class ClosureConverted:
    """A function of fixed shapes; a PyTree whose array leaves are those that the function had captured.

    Attributes:
        consts: The captured arrays.
        jaxpr: The function of `(*consts, *arrays)`, a leaf; None if it captured nothing. Then it is a leaf itself, and
            is called as it is.
        in_struct: `(args, kwargs)`, with a `ShapeDtypeStruct` for each array.
        out_struct: The output, likewise.
    """

    __slots__ = ("_fun", "_signature", "consts", "jaxpr")

    def __init__(self, fun: Any, jaxpr: Any, consts: list[Any], signature: _Signature) -> None:
        self._fun = fun
        self.jaxpr = jaxpr
        self.consts = consts
        self._signature = signature

    @property
    def in_struct(self) -> Any:
        return self._signature.inputs.join(self._signature.structs)

    @property
    def out_struct(self) -> Any:
        return _joined(self._signature.outputs, self._signature.out_structs)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        arrays, skeleton = split((args, kwargs), lenient=True)
        _check(self._signature, arrays, skeleton)
        if self.jaxpr is None:
            return self._fun(*args, **kwargs)
        return _joined(self._signature.outputs, jax.core.eval_jaxpr(self.jaxpr, self.consts, *arrays))

    def holding(self, consts: list[Any]) -> ClosureConverted:
        """The same function with other values for what it captured."""
        return ClosureConverted(self._fun, self.jaxpr, consts, self._signature)

    def __repr__(self) -> str:
        return f"<closure-converted {self._signature.name}>"


_KEYS = tuple(map(GetAttrKey, ("fun", "jaxpr", "consts")))
register_pytree_with_keys(
    ClosureConverted,
    lambda x: (tuple(zip(_KEYS, (x._fun, x.jaxpr, x.consts), strict=True)), x._signature),
    lambda signature, parts: ClosureConverted(parts[0], parts[1], parts[2], signature),
    lambda x: ((x._fun, x.jaxpr, x.consts), x._signature),
)


def _joined(outputs: Any, arrays: Any) -> Any:
    return unpack(jax.tree.unflatten(outputs, arrays))


def _check(signature: _Signature, arrays: list[Any], skeleton: Skeleton) -> None:
    """A ValueError that names the first argument that is not as in the example."""
    dynamic, static = (
        f"Closure-converted function called with different {x} arguments: " for x in ("dynamic", "static")
    )
    if structures_differ(skeleton.treedef, signature.inputs.treedef):
        raise ValueError(
            f"{dynamic}(args, kwargs) has the structure {skeleton.treedef}, not {signature.inputs.treedef}"
        )
    places = call_paths(skeleton.treedef)
    given, wanted = dict(skeleton.statics), dict(signature.inputs.statics)
    for index in sorted(given.keys() ^ wanted.keys()):
        kind = "an array" if index in wanted else "not an array"
        raise ValueError(f"{dynamic}{places[index]} is {kind}, and was not in the example")
    if skeleton != signature.inputs:
        index = next(i for i in given if split(given[i], _never, True)[1] != split(wanted[i], _never, True)[1])
        raise ValueError(f"{static}{places[index]} is {given[index]!r}, not {wanted[index]!r}")
    named = [name for i, name in enumerate(places) if i not in given]
    for name, array, struct in zip(named, arrays, signature.structs, strict=True):
        if array.shape != struct.shape or array.dtype != struct.dtype:
            now, then = f"{array.dtype}{list(array.shape)}", f"{struct.dtype}{list(struct.shape)}"
            raise ValueError(f"{dynamic}{name} is {now}, not {then}")


def _never(_: object) -> bool:
    return False


def _is_struct(x: object) -> bool:
    return is_array(x) or isinstance(x, jax.ShapeDtypeStruct)


def _struct(x: Any) -> jax.ShapeDtypeStruct:
    """The shape, dtype and weak type of an array: a number of the example that promotes weakly does so in the trace."""
    return jax.ShapeDtypeStruct(x.shape, x.dtype, weak_type=getattr(x, "weak_type", False))


def filter_closure_convert(fun: Callable[..., Any], /, *args: Any, **kwargs: Any) -> ClosureConverted:
    """`fun` with all arrays that it captured, traced ones too, as leaves; for boundaries that allow no closures.

    Args:
        fun: A function, Module, or any callable. Traced once, with abstract arrays.
        *args: Examples of the arguments, any PyTrees; arrays or `jax.ShapeDtypeStruct`. Other leaves are constants.
        **kwargs: Examples of the keyword arguments.

    Returns:
        A callable PyTree that takes arguments of the same structure, shapes, dtypes and static leaves.

    Raises:
        ValueError: When called: an argument is not as in the example; the message names it.

    Examples:
        >>> z = jnp.arange(2.0)
        >>> converted = filter_closure_convert(lambda x, name: {name: x + z}, jnp.ones(2), "y")
        >>> converted.consts[0].tolist(), converted(jnp.ones(2), "y")["y"].tolist()
        ([0.0, 1.0], [1.0, 2.0])
    """
    return convert(fun, args, kwargs, _struct)


def convert(fun: Callable[..., Any], args: Any, kwargs: Any, struct: Callable[[Any], Any]) -> ClosureConverted:
    """`filter_closure_convert` with abstract values of one's own choice for the arrays of the example."""
    examples, skeleton = split((args, kwargs), _is_struct, lenient=True)
    structs = tuple(map(struct, examples))

    def on_arrays(*arrays: Any) -> Any:
        args, kwargs = skeleton.join(arrays)
        return pack(fun(*args, **kwargs))

    jaxpr, out = jax.make_jaxpr(on_arrays, return_shape=True)(*structs)
    leaves, outputs = jax.tree.flatten(out)
    signature = _Signature(str(names(fun)["__name__"]), skeleton, structs, outputs, tuple(map(_struct, leaves)))
    if isinstance(fun, types.FunctionType) and fun.__closure__ is None and not jaxpr.consts:
        return ClosureConverted(fun, None, [], signature)
    return ClosureConverted(None, jaxpr.jaxpr, list(jaxpr.consts), signature)
