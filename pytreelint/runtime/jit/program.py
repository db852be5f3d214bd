"""One `jax.jit` for each set of static values: its arguments are the arrays alone, flat."""

from __future__ import annotations

import inspect
import keyword
import re
from collections.abc import Callable, Sequence
from functools import partial
from types import MethodType
from typing import Any

import jax
from jax.tree_util import keystr, tree_flatten, tree_flatten_with_path, tree_map

from pytreelint.runtime.jit.binding import Binding, labels
from pytreelint.runtime.jit.checked_runs import Checks, run_checked, tracing, wait_for_checks
from pytreelint.runtime.jit.escapes import refuse_escapes
from pytreelint.runtime.jit.functions import Function, echoing
from pytreelint.runtime.jit.options import Options
from pytreelint.runtime.jit.retraces import Recorder
from pytreelint.runtime.jit.trusting import check
from pytreelint.runtime.jit.used_up import UsedUp, used_up
from pytreelint.runtime.sharding.shardings import note_misfits, spread
from pytreelint.runtime.trees.leaves import LeafTest, is_array
from pytreelint.runtime.trees.skeleton import Packed, Skeleton, pack

FUNCTION: Any = type("Function", (), {"__repr__": lambda _: "a static function"})()
ROOT: Any = type("Root", (), {"__repr__": lambda _: "the function itself"})()


# So many traces of a program are remembered, for `inspect`.
_MOST_TRACES = 64


def is_root(leaf: Any, root: Any) -> bool:
    """Whether a leaf is the function that the memory belongs to; a method is another object at each access."""
    return leaf is root or (type(leaf) is MethodType and type(root) is MethodType and bool(leaf == root))


class ChangedError(Exception):
    """A program was to be traced for functions that no longer read what they did when they were first seen."""

    def __init__(self, body: Body) -> None:
        super().__init__("a function reads something else than when it was first seen")
        self.body = body


class Body:
    """What is traced: joins the arrays to a call of the function. Holds the function weakly, so that it can be freed.

    Attributes:
        root: Gives the function that the programs belong to; it stands in `skeleton` as `ROOT`.
        skeleton: The call in normal order, `(args, kwargs)`, or `(fun, args, kwargs)` where the function is a PyTree.
        functions: The static functions of the present call. They stand in `skeleton` as `FUNCTION`: those of one key
            take turns, and each is traced itself.
        is_closed: Whether it must not be traced again.
        checks: The `error_if`s in it.
        has_scalars: Whether an array without axes was traced: what Python's numbers could be taken for.
        used_up: The objects of a call that the function uses up, in each trace; None before the first.
        follows: Whether something has to be done around each call because of these; until it is known, too.
        array_names: What messages call the arrays.
        in_shardings: For each array its sharding, or something else; none if none were given.
        out_shardings: Shardings, leaves and names of an output.
        static_names: The same for the static leaves, by position.
        traces: For each trace the shapes and dtypes of the arrays.
        on_change: Called with the body if its functions changed what they read while they were traced.
    """

    functions: tuple[Function, ...] = ()
    is_closed = False
    has_scalars = False
    used_up: tuple[UsedUp, ...] | None = None
    follows = True
    in_shardings: tuple[Any, ...] = ()
    out_shardings: tuple[list[Any], list[Any], list[str]] = ([], [], [])

    def __init__(
        self,
        root: Callable[[], Any],
        skeleton: Skeleton,
        binding: Binding,
        recorder: Recorder,
        dynamic: LeafTest,
        on_change: Callable[[Body], None],
    ) -> None:
        self.root = root
        self.skeleton = skeleton
        self.binding = binding
        self.recorder = recorder
        self.dynamic = dynamic
        self.on_change = on_change
        self.checks = Checks()
        self.array_names: Sequence[str] = ()
        self.static_names: dict[int, str] = {}
        self.traces: dict[tuple[jax.ShapeDtypeStruct, ...], None] = {}

    @property
    def has_checks(self) -> bool:
        """Whether an `error_if` was met."""
        return bool(self.checks.inside)

    def run(self, arrays: Sequence[Any]) -> Any:
        """Call the function, inside a trace.

        Raises:
            ChangedError: The program is not to be traced for the present functions.
            UncheckedError: A leaf of the present call is no array.
        """
        check(self)
        root, functions = self.root(), self.functions
        if self.is_closed or not all(function.is_current for function in functions):
            raise ChangedError(self)
        present = {function.position: function.value for function in functions}
        statics = tuple((i, root if value is ROOT else present.get(i, value)) for i, value in self.skeleton.statics)
        fun, args, kwargs = (root, *Skeleton(self.skeleton.treedef, statics).join(arrays))[-3:]
        if self.recorder.explain:
            call = (args, kwargs)
            self.recorder.note(labels(call, self.binding), tree_flatten(call)[0])
        else:
            self.recorder.note(None, ())
        self.has_scalars = self.has_scalars or not all(x.shape for x in arrays)
        self._note_trace(arrays)
        with tracing(self.checks):
            out = pack(fun(*args, **kwargs), self._is_traced)
        if type(out) is Packed:
            refuse_escapes(out, [value for _, value in statics], arrays)
        found = used_up(args, kwargs, self.binding)
        self.used_up = found if self.used_up is None else tuple(place for place in self.used_up if place in found)
        self.follows = True  # until it is compiled, when all checks are known
        if not all(function.is_current for function in functions):
            self.on_change(self)
        return echoing(out, functions, present)

    def watching(self, program: Callable[..., Any]) -> Callable[[Sequence[Any]], Any]:
        """A program, to be called with all arrays at once, with what has to be done around a call."""
        return partial(run_checked, self.checks, program)

    def follow(self, out: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """What is to be done after a call, given as it was made."""
        if self.has_checks:
            wait_for_checks(out, self.checks)
        for place in self.used_up or ():
            place.apply(args, kwargs, self.recorder.name)
        self.follows = self.has_checks or bool(self.used_up)

    def explain(self, error: Exception, arrays: Sequence[Any]) -> None:
        """Add to an error of a call with these arrays which shardings do not fit."""
        if self.in_shardings:
            note_misfits(error, "in_shardings", self.in_shardings, arrays, self.array_names)
        note_misfits(error, "out_shardings", *self.out_shardings)

    def _note_trace(self, arrays: Sequence[Any]) -> None:
        structs = [jax.ShapeDtypeStruct(x.shape, x.dtype, weak_type=getattr(x, "weak_type", False)) for x in arrays]
        self.traces[tuple(structs)] = None
        if len(self.traces) > _MOST_TRACES:
            del self.traces[next(iter(self.traces))]

    def _is_traced(self, leaf: Any) -> bool:
        return is_array(leaf) or self.dynamic(leaf)


def make_program(
    body: Body, names: dict[str, Any], options: Options, donated: Sequence[bool], leaves: Sequence[str], call: Any
) -> Any:
    """The jitted function of the arrays.

    Args:
        body: What to trace.
        names: How the function is called in profiles and logs.
        options: Those of `filter_jit`.
        donated: For each array, whether it is donated.
        leaves: For each array, what it is called.
        call: The call in normal order with what it was made with, for the prefixes of shardings.
    """

    def flat(*arrays: Any) -> Any:
        return body.run(arrays)

    for name, value in names.items():
        setattr(flat, name, value)
    flat.__signature__ = signature(leaves)  # type: ignore[attr-defined]
    raw = options.raw.join(()) if options.raw is not None else {}
    raw["donate_argnums"] = tuple(i for i, is_donated in enumerate(donated) if is_donated)
    if options.in_shardings is not None:
        raw["in_shardings"] = body.in_shardings = _in_shardings(options.in_shardings.join(()), call, body)
    if options.out_shardings is not None:
        raw["out_shardings"] = _out_shardings(options.out_shardings.join(()), flat, call, body)
    return jax.jit(flat, **raw)


def signature(leaves: Sequence[str]) -> inspect.Signature:
    """Parameters named after the leaves, so that JAX's errors about tracers and its listings name them.

    Args:
        leaves: Names such as `model['layers'][0].w`; that one becomes `model_layers_0_w`.
    """
    names: dict[str, None] = {}
    for leaf in leaves:
        name = re.sub(r"\W+", "_", leaf).strip("_") or "leaf"
        name = name if name.isidentifier() and not keyword.iskeyword(name) else f"leaf_{name}"
        names[name if name not in names else f"{name}_{len(names)}_"] = None
    kind = inspect.Parameter.POSITIONAL_ONLY
    return inspect.Signature([inspect.Parameter(name, kind) for name in names])


def _in_shardings(prefix: Any, call: Any, body: Body) -> tuple[Any, ...]:
    """One entry for each array. The prefix is for the arguments that are not static, as in `jax.jit`."""
    *fun, args, kwargs = call
    given = [*zip(body.binding.positional, args, strict=True)]
    given += [(argument, kwargs[name]) for name, argument in body.binding.keywords]
    taken = [(argument, x) for argument, x in given if not argument.static]
    entries = iter(_by_argument(prefix, taken, bool(kwargs)))
    flat: list[Any] = [None for _ in tree_flatten(fun)[0]]
    for argument, x in given:
        flat += [None if argument.static else next(entries) for _ in tree_flatten(x)[0]]
    static = {i for i, _ in body.skeleton.statics}
    return tuple(entry for i, entry in enumerate(flat) if i not in static)


def _by_argument(prefix: Any, taken: list[tuple[Any, Any]], has_keywords: bool) -> list[Any]:
    """The entry of each leaf of the arguments that are not static.

    Args:
        prefix: One entry for all, one for each, or a dictionary by parameter name.
        taken: Each argument and its value.
        has_keywords: Whether some are passed by keyword.

    Raises:
        ValueError: It does not fit the arguments.
    """
    names = [f"{a.name}.{path}" if path else a.name for a, x in taken for path in _dotted(x)]
    values = tuple(x for _, x in taken)
    if isinstance(prefix, dict):
        if unknown := prefix.keys() - {argument.name for argument, _ in taken}:
            raise ValueError(f"these names in `in_shardings` did not correspond to any argument: {sorted(unknown)}")
        prefix = tuple(prefix.get(argument.name) for argument, _ in taken)
    elif has_keywords and isinstance(prefix, (tuple, list)):
        raise ValueError("`in_shardings` by position is for positional arguments; give a dictionary by parameter name")
    elif isinstance(prefix, (tuple, list)) and len(prefix) != len(taken):
        raise ValueError(f"`in_shardings` has {len(prefix)} entries for {len(taken)} arguments that are not static")
    return spread(tuple(prefix) if type(prefix) is list else prefix, values, "in_shardings", names)


def _dotted(x: Any) -> list[str]:
    return [keystr(path, simple=True, separator=".") for path, _ in tree_flatten_with_path(x)[0]]


def _out_shardings(prefix: Any, flat: Callable[..., Any], call: Any, body: Body) -> Any:
    """The prefix, for what is really given out. Traced here once; `jax.jit` finds the trace again."""
    static = {i for i, _ in body.skeleton.statics}
    arrays = [x for i, x in enumerate(tree_flatten(call)[0]) if i not in static]
    out = jax.jit(flat).eval_shape(*arrays)
    tree, passed_over = out, set()
    if type(out) is Packed:
        tree, passed_over = out.skeleton.join(out.arrays), {i for i, _ in out.skeleton.statics}
    every = spread(prefix, tree, "out_shardings")
    body.out_shardings = every, tree_flatten(tree)[0], [f"out.{name}" if name else "out" for name in _dotted(tree)]
    rest = iter([entry for i, entry in enumerate(every) if i not in passed_over])
    return tree_map(lambda _: next(rest), out)
