"""Which parameter each argument of a call is, so that `f(1, 2)` and `f(1, y=2)` are one trace."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from jax.tree_util import keystr, tree_flatten_with_path

from pytreelint.runtime.jit.options import Options
from pytreelint.runtime.trees.callables import Method, Partial, names

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a call.

    Attributes:
        source: Its place in the call as it was made: positional ones first, then keywords in the order of their names.
        name: What messages call it.
        static: It was named as static.
        donated: Its arrays are donated.
        named: It was named as donated, not reached by a mode.
    """

    source: int
    name: str
    static: bool
    donated: bool
    named: bool


@dataclass(frozen=True, slots=True)
class Binding:
    """A call's arguments in their normal order: positional ones, then keywords in the order of their names."""

    positional: tuple[Argument, ...]
    keywords: tuple[tuple[str, Argument], ...]

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """All of them."""
        return self.positional + tuple(argument for _, argument in self.keywords)

    def apply(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The same call in normal order."""
        given = [*args, *(kwargs[name] for name in sorted(kwargs))]
        return tuple(given[a.source] for a in self.positional), {k: given[a.source] for k, a in self.keywords}


class Binder:
    """The parameters of a function, and what the options say of them."""

    def __init__(self, fun: Callable[..., Any], options: Options) -> None:
        self._called = names(fun).get("__name__", "function")
        self.real = _signature(fun, follow_wrapped=False)
        shown = _signature(fun, follow_wrapped=True)
        self.parameters = [] if shown is None else [p.name for p in shown.parameters.values() if p.kind in _POSITIONAL]
        self.options = options
        self.static = self._resolve("static", options.static_argnums, options.static_argnames, shown)
        self.donated = self._resolve("donate", options.donate_argnums, options.donate_argnames, shown)
        if both := self.static & self.donated:
            raise ValueError(f"static and donated arguments cannot intersect, but {_listed(both)} is both")
        self._known: dict[tuple[int, tuple[str, ...]], Binding] = {}

    def bind(self, n_args: int, names: Iterable[str]) -> Binding:
        """The arguments of a call with so many positional arguments and these keywords."""
        key = (n_args, tuple(sorted(names)))
        if key not in self._known:
            self._known[key] = self._bind(*key)
        return self._known[key]

    def _bind(self, n_args: int, names: tuple[str, ...]) -> Binding:
        args: tuple[int, ...] = tuple(range(n_args))
        kwargs = {name: n_args + i for i, name in enumerate(names)}
        if self.real is not None:
            try:
                bound = self.real.bind(*args, **kwargs)
            except TypeError as error:
                raise TypeError(f"{self._called}() {error}") from None
            args, kwargs = bound.args, bound.kwargs
        positional = tuple(self._argument(source, i, self._name(i)) for i, source in enumerate(args))
        keywords = tuple((name, self._argument(kwargs[name], None, name)) for name in sorted(kwargs))
        return Binding(positional, keywords)

    def _name(self, position: int) -> str | None:
        return self.parameters[position] if position < len(self.parameters) else None

    def _argument(self, source: int, position: int | None, name: str | None) -> Argument:
        said = {position, name} - {None}
        static, named = bool(self.static & said), bool(self.donated & said)
        by_mode = self.options.donates_by_mode and (position != 0 or self.options.first_donated)
        shown = name if name is not None else f"argument {position}"
        return Argument(source, shown, static, named or (by_mode and not static), named)

    def _resolve(
        self, what: str, numbers: tuple[int, ...], names: tuple[str, ...], signature: inspect.Signature | None
    ) -> frozenset[int | str]:
        """Positions and names, each completed by the other where the signature tells."""
        said: set[int | str] = set(names)
        kinds = {p.kind for p in signature.parameters.values()} if signature else set(_VARIADIC)
        count = len(self.parameters)
        for number in numbers:
            if inspect.Parameter.VAR_POSITIONAL not in kinds and not -count <= number < count:
                raise ValueError(f"`{what}_argnums` has {number}, but there are only {count} positional arguments")
            position = number + count if number < 0 else number
            said |= {position, self._name(position) or position}
        for name in names:
            if name in self.parameters:
                said.add(self.parameters.index(name))
            elif inspect.Parameter.VAR_KEYWORD not in kinds and not (signature and name in signature.parameters):
                raise ValueError(f"`{what}_argnames` has {name!r}, but there is no argument of that name")
        return frozenset(said)


def labels(call: tuple[tuple[Any, ...], dict[str, Any]], binding: Binding, dotted: bool = False) -> list[str]:
    """What messages call each leaf of a call in normal order: `model['w']`, `x`; what callables are told: `model.w`."""
    found = []
    for (part, argument, *rest), _ in tree_flatten_with_path(call)[0]:
        name = argument.key if part.idx else binding.positional[argument.idx].name
        below = keystr(tuple(rest), simple=dotted, separator="." if dotted else "")
        found.append(f"{name}.{below}" if dotted and rest else name + below)
    return found


def _signature(fun: Callable[..., Any], follow_wrapped: bool) -> inspect.Signature | None:
    if isinstance(fun, (Method, Partial)):
        fun = fun.__wrapped__
    try:
        return inspect.signature(fun, follow_wrapped=follow_wrapped)
    except (TypeError, ValueError):
        return None


def _listed(said: Iterable[int | str]) -> str:
    return ", ".join(sorted(repr(x) for x in said if isinstance(x, str)) or sorted(map(str, said)))
