"""Callables as PyTrees: what a transform is given as its function, with the arrays that it holds as leaves.

`as_tree(fun)` turns bound methods and `functools.partial` into nodes; everything else is a PyTree already or a leaf.
`names(fun)` is how a wrapper of it is called. `Wrapper` is the base of the filtered transforms.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Hashable, Sequence
from contextvars import ContextVar
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, Protocol, TypeVar, overload

import jax
from jax.tree_util import all_leaves, register_pytree_node

from pytreelint.runtime.keys.identity import Same
from pytreelint.runtime.trees.cycles import named_arguments, refuse_cycles
from pytreelint.runtime.trees.old_objects import explain_call

P = ParamSpec("P")
Q = ParamSpec("Q")
R = TypeVar("R")

_NAMES = ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__")


class Method:
    """A bound method whose `self` is a PyTree: equal for equal functions, the arrays of `self` are its leaves."""

    __slots__ = ("function", "instance")

    def __init__(self, function: Callable[..., Any], instance: Any) -> None:
        self.function = function
        self.instance = instance

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        return self.function(self.instance, *args, **kwargs)

    @property
    def __wrapped__(self) -> Any:
        return types.MethodType(self.function, self.instance)

    def static_parts(self) -> tuple[Any, ...]:
        """What it is compared by where a static function holds it."""
        return (self.function, self.instance)


class Partial:
    """`functools.partial` as a node: the function (a node or a leaf), its arguments and keyword arguments."""

    __slots__ = ("args", "func", "keywords")

    def __init__(self, func: Callable[..., Any], args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        self.func = func
        self.args = args
        self.keywords = keywords

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        return self.func(*self.args, *args, **{**self.keywords, **kwargs})

    @property
    def __wrapped__(self) -> Any:
        return functools.partial(self.func, *self.args, **self.keywords)

    def static_parts(self) -> tuple[Any, ...]:
        """As that of `Method`."""
        return (self.func, self.args, *self.keywords.items())


register_pytree_node(Method, lambda x: ((x.function, x.instance), None), lambda _, parts: Method(*parts))
register_pytree_node(Partial, lambda x: ((x.func, x.args, x.keywords), None), lambda _, parts: Partial(*parts))


def as_tree(fun: Any) -> Any:
    """The callable as a PyTree that holds its arrays as leaves; itself, if it is one or holds none that can be seen.

    Args:
        fun: A function, class, Module, bound method, `functools.partial`, or one of the filtered transforms.

    Returns:
        A callable that acts alike.
    """
    if type(fun) in (functools.partial, jax.tree_util.Partial):
        return Partial(as_tree(fun.func), fun.args, dict(fun.keywords))
    if isinstance(fun, types.MethodType) and not all_leaves((fun.__self__,)):
        return Method(fun.__func__, fun.__self__)
    return fun


def names(fun: Any) -> dict[str, Any]:
    """`__name__`, `__module__` and so on for what wraps `fun`; the name of its class for a callable object."""
    found = {name: getattr(fun, name) for name in _NAMES if hasattr(fun, name)}
    if "__name__" not in found:
        inner = fun.func if isinstance(fun, functools.partial) else getattr(fun, "__wrapped__", type(fun))
        found = {**names(inner), **found}
    return found


# Set inside of a function that is called through `share_through`: shares a transform that is called there.
SHARES: ContextVar[Callable[[Any], Callable[..., Any]] | None] = ContextVar("shares", default=None)


def _sharing_where_asked(call: Callable[..., Any]) -> Callable[..., Any]:
    """The `__call__` of a transform; it goes through `share_through` if what calls it did.

    An error is told which argument is old.
    """

    @functools.wraps(call)
    def shared_call(self: Any, /, *args: Any, **kwargs: Any) -> Any:
        share = SHARES.get()
        if share is not None and not getattr(self.fun, "keeps_sharing", False):
            return share(self)(*args, **kwargs)
        refuse_cycles((args, kwargs), lambda: named_arguments(self.__wrapped__, args, kwargs))
        try:
            return call(self, *args, **kwargs)
        except Exception as error:
            explain_call(error, self.__wrapped__, (args, kwargs))
            raise

    return shared_call


class Wrapper(Generic[P, R]):
    """A function under a transform. Callable; in a class a method; a PyTree of its function and static options.

    A subclass defines `__call__`; `options` is whatever else it needs, hashable, and is part of the structure.

    Attributes:
        fun: The function as a PyTree (`as_tree`).
        options: Hashable.
        compiles: Whether the function is traced to be compiled.
        keeps_sharing: Whether it is a part of `share_through` itself.
        shared_by: What `share_through` makes of it, if it is not the same as for all.
    """

    __name__: str
    __qualname__: str
    fun: Any
    options: Any
    compiles: ClassVar[bool] = False
    keeps_sharing: ClassVar[bool] = False
    shared_by: ClassVar[Any] = None

    def __init__(self, fun: Callable[P, R], options: Any = ()) -> None:
        if not callable(fun):
            raise TypeError(f"a transform needs a callable, not {fun!r} of type `{type(fun).__name__}`")
        self.fun = as_tree(fun)
        self.options = options
        self.__dict__.update(names(fun))

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        register_pytree_node(cls, cls._flatten, cls._unflatten)
        if "__call__" in cls.__dict__ and not (cls.compiles or cls.keeps_sharing):
            cls.__call__ = _sharing_where_asked(cls.__call__)  # type: ignore[method-assign]

    def __call__(self, /, *args: P.args, **kwargs: P.kwargs) -> R:
        raise TypeError(f"{type(self).__name__} cannot be called")

    @overload
    def __get__(self, instance: None, owner: type | None = None) -> Wrapper[P, R]: ...
    @overload
    def __get__(self: Wrapper[Concatenate[Any, Q], R], instance: object, owner: type | None = None) -> Bound[Q, R]: ...
    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        """Itself in the class; a method in an instance."""
        return self if instance is None else Bound(self, instance)

    def sharing_roles(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Sequence[Hashable] | None:
        """For `share_through`: what is done with each leaf of a call; None where the same is done with all."""
        return None

    def ties_output(self) -> bool:
        """For `share_through`: whether what is one object in the function's output may be passed out once."""
        return False

    @property
    def __wrapped__(self) -> Any:
        return self.fun.__wrapped__ if isinstance(self.fun, (Method, Partial)) else self.fun

    def static_parts(self) -> tuple[Any, ...]:
        """As that of `Method`; what was compiled stays as it is, so that it counts by identity too."""
        return (self.fun, self.options, *([Same(self)] if self.compiles else []))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.__wrapped__!r}>"

    def _flatten(self) -> tuple[tuple[Any], Any]:
        # One object for all calls: it is compared at each of them, and is equal to itself at once.
        aux = self.__dict__.get("_aux")
        if aux is None:
            shown = tuple((name, self.__dict__.get(name)) for name in _SHOWN)
            aux = self.__dict__["_aux"] = (self.options, shown)
        return (self.fun,), aux

    @classmethod
    def _unflatten(cls, aux: Any, children: tuple[Any, ...]) -> Any:
        new = cls.__new__(cls)
        (new.fun,), (new.options, shown) = children, aux
        new.__dict__.update((name, value) for name, value in shown if value is not None)
        new.__dict__["_aux"] = aux
        annotations = getattr(_function(new.fun), "__annotations__", None)
        if annotations is not None:
            new.__dict__.update(__annotations__=annotations)
        return new


_SHOWN = ("__module__", "__name__", "__qualname__", "__doc__")


def _function(fun: Any) -> Any:
    """What is called in the end by a method or a partial."""
    while isinstance(fun, (Method, Partial)):
        fun = fun.function if isinstance(fun, Method) else fun.func
    return fun


class Bound(Generic[P, R]):
    """A wrapper as a method of an instance: a PyTree of both."""

    __slots__ = ("__weakref__", "_instance", "_wrapper")

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        _register(cls)

    def __init__(self, wrapper: Any, instance: Any) -> None:
        self._wrapper = wrapper
        self._instance = instance

    def __call__(self, /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call the wrapper with the instance as its first argument."""
        return self._wrapper(self._instance, *args, **kwargs)  # type: ignore[no-any-return]

    @property
    def __wrapped__(self) -> Any:
        return functools.partial(self._wrapper.__wrapped__, self._instance)

    def static_parts(self) -> tuple[Any, ...]:
        """As that of `Method`."""
        return (self._wrapper, self._instance)

    def __getattr__(self, name: str) -> Any:
        if name in Bound.__slots__:
            raise AttributeError(name)
        return getattr(self._wrapper, name)


class Keeping(Protocol):
    """A decorator that keeps the parameters and the result."""

    def __call__(self, fun: Callable[P, R], /) -> Wrapper[P, R]: ...


def _register(kind: type[Bound[..., Any]]) -> None:
    register_pytree_node(kind, lambda x: ((x._wrapper, x._instance), None), lambda _, parts: kind(*parts))


_register(Bound)
