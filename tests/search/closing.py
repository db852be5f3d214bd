"""A JAX whose raw transforms close over the leaves that they reject: it shows what a rejected program was meant to do.

`install` puts these transforms in JAX's place. Each takes a leaf that JAX rejects out of the arguments, keeps it beside
them, and puts it back inside: written without the runtime and without Equinox, so that it can judge both.
"""

from __future__ import annotations

import copy
import functools
import inspect
import types
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

_PLAIN = (str, bytes, type(None), type, np.dtype)
_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, functools.partial)
_changes = 0
_functions_stay = False


def changed() -> None:
    """Says that what functions and objects read is another from now on."""
    global _changes
    _changes += 1


class Box:
    """A value as a constant of a trace: the same one while nothing changed, or an equal one.

    JAX goes by identity: to it a function that reads a global stays the same when that changes.
    """

    def __init__(self, value: Any, static: bool = False) -> None:
        self.value = value
        self._changes = _changes
        self._stays = _functions_stay and (static or isinstance(value, _FUNCTIONS) or _unchangeable(value))
        self._copy = copy.deepcopy(value) if isinstance(value, (list, dict, set)) else value

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Box):
            return False
        if isinstance(self._copy, (*_PLAIN, list, dict, set, frozenset, tuple)):
            return type(self._copy) is type(other._copy) and bool(self._copy == other._copy)
        return self.value is other.value and (self._stays or self._changes == other._changes)


def _unchangeable(value: Any) -> bool:
    """Whether an object has no attributes, or none that can be assigned: what changes is what its functions read."""
    parameters = getattr(value, "__dataclass_params__", None)
    frozen = parameters is not None and parameters.frozen
    return frozen or getattr(value, "__dict__", None) == {}


class Hidden:
    """A node without children around a leaf that no transform takes."""

    def __init__(self, box: Box) -> None:
        self.box = box


jax.tree_util.register_pytree_node(Hidden, lambda node: ((), node.box), lambda box, _: Hidden(box))


def opaque(leaf: Any) -> bool:
    """Whether JAX rejects a leaf."""
    if isinstance(leaf, (jax.Array, jax.ShapeDtypeStruct)):
        return False
    try:
        jax.typeof(leaf)
    except TypeError:
        return True
    return False


def undifferentiable(leaf: Any) -> bool:
    """Whether `grad` rejects a leaf."""
    return opaque(leaf) or not jnp.issubdtype(jnp.result_type(leaf), jnp.inexact)


def hide(tree: Any, hidden: Callable[[Any], bool] = opaque) -> Any:
    """The tree with nodes for its opaque leaves."""
    return jax.tree_util.tree_map(lambda leaf: Hidden(Box(leaf)) if hidden(leaf) else leaf, tree)


def show(tree: Any, gradient: bool = False) -> Any:
    """The tree with its opaque leaves back in their places; with None there if it is a gradient."""

    def shown(leaf: Any) -> Any:
        return leaf if not isinstance(leaf, Hidden) else None if gradient else leaf.box.value

    return jax.tree_util.tree_map(shown, tree, is_leaf=lambda leaf: isinstance(leaf, Hidden))


def inside(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function on hidden leaves; the same for the same function where these stay, for JAX remembers by identity."""
    return _same_inside(function) if _functions_stay and isinstance(function, _FUNCTIONS) else _inside(function)


def _inside(function: Callable[..., Any]) -> Callable[..., Any]:
    def run(*args: Any, **kwargs: Any) -> Any:
        args, kwargs = show(_open(args)), show(_open(kwargs))
        return hide(function(*args, **kwargs))

    try:
        return functools.wraps(function)(run)
    except (AttributeError, TypeError):
        return run


_same_inside = functools.lru_cache(_inside)


def _open(given: Any) -> Any:
    if isinstance(given, Mapping):
        return {key: value.value if isinstance(value, Box) else value for key, value in given.items()}
    return tuple(value.value if isinstance(value, Box) else value for value in given)


class Closed:
    """What a raw transform gives for a function, on all arguments."""

    def __init__(self, raw: Callable[..., Any], function: Any, more: tuple[Any, ...], options: dict[str, Any]) -> None:
        self._raw = raw(inside(function), *more, **options)
        self._static = set(_static(function, options))
        name = raw.__name__
        argnums = more[0] if more else options.get("argnums", 0)
        differentiates = name in _GRADIENTS
        self._argnums = ((argnums,) if isinstance(argnums, int) else tuple(argnums)) if differentiates else ()
        self._gives = name
        self._aux = bool(options.get("has_aux", more[1] if len(more) > 1 and differentiates else False))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        given = tuple(self._given(i, i, value) for i, value in enumerate(args))
        named = {name: self._given(None, name, value) for name, value in kwargs.items()}
        return self._shown(self._raw(*given, **named))

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["_raw"], name)

    def _given(self, position: int | None, label: int | str, value: Any) -> Any:
        if label in self._static:
            return Box(value, static=True)
        return hide(value, undifferentiable if position in self._argnums else opaque)

    def _shown(self, result: Any) -> Any:
        if self._gives == "value_and_grad":
            return show(result[0]), show(result[1], gradient=True)
        if self._argnums and self._aux:
            return show(result[0], gradient=True), show(result[1])
        if self._argnums:
            return show(result, gradient=True)
        return show(result)


def _static(function: Any, options: Mapping[str, Any]) -> Iterable[int | str]:
    """Positions and names of the arguments that are constants."""
    nums = options.get("static_argnums", options.get("static_broadcasted_argnums", ()))
    names = options.get("static_argnames", ())
    nums = (nums,) if isinstance(nums, int) else tuple(nums or ())
    names = (names,) if isinstance(names, str) else tuple(names or ())
    try:
        parameters = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        parameters = []
    for number in nums:
        yield number if number >= 0 else number + len(parameters)
        if -len(parameters) <= number < len(parameters):
            yield parameters[number]
    for name in names:
        yield name
        if name in parameters:
            yield parameters.index(name)


def wrapping(raw: Callable[..., Any]) -> Callable[..., Any]:
    """A transform that takes a function and gives one."""

    @functools.wraps(raw)
    def transform(*args: Any, **options: Any) -> Any:
        if not args:
            functions = [key for key in ("fun", "f") if key in options]
            if not functions:
                return functools.partial(transform, **options)
            args = (options.pop(functions[0]),)
        return Closed(raw, args[0], args[1:], options)

    return transform


def applying(raw: Callable[..., Any]) -> Callable[..., Any]:
    """A transform that calls functions: all that is callable at the top, or in a list there, is one of them."""

    @functools.wraps(raw)
    def transform(*args: Any, **options: Any) -> Any:
        functions = {"scan": 1, "while_loop": 2, "cond": 3, "fori_loop": 3}.get(raw.__name__, 1)

        def given(position: int, value: Any) -> Any:
            if raw.__name__ == "switch" and position == 1:
                return [inside(each) for each in value]
            return inside(value) if callable(value) and position < functions else hide(value)

        result = raw(*(given(i, value) for i, value in enumerate(args)), **{k: _option(v) for k, v in options.items()})
        if raw.__name__ == "vjp":
            primal, pull, *aux = result
            return (show(primal), lambda ct: show(pull(hide(ct)), gradient=True), *show(aux))
        if raw.__name__ == "linearize":
            return show(result[0]), lambda *tangents: show(result[1](*hide(tangents)))
        if raw.__name__ == "closure_convert":
            return lambda *rest: show(result[0](*hide(rest))), result[1]
        return show(result)

    return transform


def _option(value: Any) -> Any:
    return inside(value) if callable(value) else value if isinstance(value, (bool, int, str)) else hide(value)


def mapping(raw: Callable[..., Any]) -> Callable[..., Any]:
    """`tree.map` that leaves alone what its function cannot take."""

    @functools.wraps(raw)
    def transform(function: Callable[..., Any], tree: Any, *rest: Any, **options: Any) -> Any:
        def one(leaf: Any, *others: Any) -> Any:
            return leaf if opaque(leaf) and not callable(getattr(leaf, "lower", None)) else function(leaf, *others)

        try:
            return raw(function, tree, *rest, **options)
        except (TypeError, AttributeError):
            return raw(one, tree, *rest, **options)

    return transform


def optimizing(raw: Callable[..., Any]) -> Callable[..., Any]:
    """An optimizer's factory, or a function of trees, that leaves alone what is no number and no array."""

    @functools.wraps(raw)
    def transform(*trees: Any, **options: Any) -> Any:
        result = raw(*map(hide, trees), **options)
        if hasattr(result, "init"):
            return type(result)(
                lambda params: show(result.init(hide(params)), gradient=True),
                lambda *given: show(result.update(*map(hide, given)), gradient=True),
            )
        return show(result)

    return transform


_GRADIENTS = ["grad", "value_and_grad", "jacrev", "jacfwd", "jacobian", "hessian"]
_WRAPS = ["jit", "checkpoint", "remat", "make_jaxpr", "vmap", "pmap", *_GRADIENTS]
_APPLIES = ["eval_shape", "vjp", "linearize", "closure_convert"]
_LAX = ["scan", "while_loop", "fori_loop", "cond", "switch", "map", "associative_scan"]


def install(*, functions_stay: bool) -> None:
    """Put the closing transforms in JAX's place, for this process.

    Args:
        functions_stay: whether a function object is one constant, whatever it reads.
    """
    global _functions_stay
    _functions_stay = functions_stay
    for name in _WRAPS:
        setattr(jax, name, wrapping(getattr(jax, name)))
    for name in _APPLIES:
        setattr(jax, name, applying(getattr(jax, name)))
    for name in _LAX:
        setattr(jax.lax, name, applying(getattr(jax.lax, name)))
    for name in ("adam", "sgd", "apply_updates", "global_norm"):
        setattr(optax, name, optimizing(getattr(optax, name)))
    jax.tree.map = mapping(jax.tree.map)
    jax.tree_util.tree_map = jax.tree.map
