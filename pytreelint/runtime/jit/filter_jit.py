"""`filter_jit`: `jax.jit` for every PyTree, with what both `jax.jit` and Equinox can be told."""

from __future__ import annotations

import functools
import types
import weakref
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar, Unpack, overload

from jax.tree_util import all_leaves, tree_leaves

from pytreelint.runtime.jit import donation
from pytreelint.runtime.jit.core import Core
from pytreelint.runtime.jit.options import JitOptions, Options, make_options
from pytreelint.runtime.jit.plan import Plan
from pytreelint.runtime.jit.program import ChangedError
from pytreelint.runtime.jit.retraces import Recorder
from pytreelint.runtime.jit.roots import code_of, root_of, subject
from pytreelint.runtime.jit.shared_calls import SharedJitted
from pytreelint.runtime.jit.stages import Compiled, Lowered, Site, Traced
from pytreelint.runtime.jit.trusting import UncheckedError
from pytreelint.runtime.keys.identity import Same
from pytreelint.runtime.keys.weak import Beside, referring
from pytreelint.runtime.sharing.share import share_through
from pytreelint.runtime.trees.callables import SHARES, Bound, Wrapper, names
from pytreelint.runtime.trees.described import described
from pytreelint.runtime.trees.skeleton import Packed

P = ParamSpec("P")
Q = ParamSpec("Q")
R = TypeVar("R")

_MADE: weakref.WeakKeyDictionary[types.CodeType, int] = weakref.WeakKeyDictionary()
_SHOWN = ("__name__", "__qualname__", "__module__")
_CORES: Beside[dict[Any, Core]] = Beside(lambda _: {})


class ObjectRecord:
    """What is kept beside a callable PyTree, whose programs are shared by its class.

    Attributes:
        recorder: Counts its own traces.
        core: Its own programs, since its `clear_cache`.
    """

    __slots__ = ("core", "recorder")

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.core: Core | None = None


_OBJECT_RECORDS: Beside[dict[Any, ObjectRecord]] = Beside(lambda _: {})


class Jitted(Wrapper[P, R]):
    """What `filter_jit` gives. Callable as the function is; a PyTree of the function; a method in a class body."""

    options: Options
    compiles = True
    shared_by = SharedJitted
    _core: Core | None = None
    _head: Any = None
    _object_record: ObjectRecord | None = None

    def __call__(self, /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call the compiled program, compiling it if there is none yet."""
        core = self._core or self._find_core()
        call = (args, kwargs) if self._head is None else (self._head, args, kwargs)
        plan = core.last
        if plan is not None:
            flatten_up_to, types, take, held = plan.fast
            try:
                leaves: Any = flatten_up_to(call)
            except (TypeError, ValueError):
                plan = None
            else:
                if types is not None and [*map(type, leaves)] != types:
                    plan = None
                else:
                    arrays = leaves if take is None else take(leaves, held)
                    if arrays is None:
                        plan, arrays = core.switch(plan, leaves, call)
        if plan is None:
            plan, arrays = core.guess(call) if SHARES.get() is None else (None, None)
            if plan is None:
                return self._slowly(core, call)
        return self._run(core, plan, plan.quick, arrays, call)

    def _slowly(self, core: Core, call: Any) -> R:
        """What a call gives of which nothing is known."""
        share = SHARES.get()
        if share is not None and not getattr(self.fun, "keeps_sharing", False):
            *_, args, kwargs = call
            return share(self)(*args, **kwargs)  # type: ignore[no-any-return]
        plan, arrays = core.find(call)
        return self._run(core, plan, plan.run, arrays, call)

    def _run(
        self, core: Core, plan: Plan, run: Any, arrays: Any, call: Any, tied: Callable[[Any], Any] | None = None
    ) -> R:
        """What a plan gives.

        Args:
            core: That of this function.
            plan: The plan of the call.
            run: Calls its program with `arrays`.
            arrays: The arguments of the program.
            call: The call, for messages.
            tied: Gives the call that `call` stands for, where arrays of it are passed once.
        """
        body = plan.program.body
        try:
            if body.follows:
                run, arrays = body.watching(run), (arrays,)
            out: Any = run(*arrays) if not core.is_watched else self._watched(core, run, arrays)
            if body.follows:
                body.follow(out, call[-2], call[-1])
        except (RuntimeError, ValueError) as error:
            core.explain(error, call if tied is None else tied(call), plan)
            raise
        except ChangedError as changed:
            core.change(changed, plan)
            *_, args, kwargs = call if tied is None else tied(call)
            return self(*args, **kwargs)
        except UncheckedError:
            return self._slowly(core, call)
        if type(out) is Packed:
            skeleton = out.skeleton if not out.skeleton.echoes else plan.echoed(out.skeleton)
            out = skeleton.join(out.arrays)
        return out  # type: ignore[no-any-return]

    def trace(self, /, *args: Any, **kwargs: Any) -> Traced:
        """Trace for these arguments; `jax.ShapeDtypeStruct` may stand for arrays.

        Returns:
            JAX's `Traced`, with `jaxpr`, `out_info` and `lower()`.
        """
        core, head = self._core_and_head()
        call = (*head, args, kwargs)
        plan, traced = self._staged("trace", call)
        leaves = tree_leaves(call)
        statics, body = tuple((position, leaves[raw]) for position, raw in plan.family.statics), plan.program.body
        return Traced(traced, Site(core.binder, plan.family, statics, head, (), core.mutes, body.checks))

    def lower(self, /, *args: Any, **kwargs: Any) -> Lowered:
        """Trace and lower for these arguments.

        Returns:
            JAX's `Lowered`, with `as_text()`, `args_info`, `out_info` and `compile()`.
        """
        return self.trace(*args, **kwargs).lower()

    def compile(self, /, *args: Any, **kwargs: Any) -> Compiled:
        """Trace, lower and compile for these arguments.

        Returns:
            JAX's `Compiled`, to be called as the function is.
        """
        return self.lower(*args, **kwargs).compile()

    def eval_shape(self, /, *args: Any, **kwargs: Any) -> Any:
        """The output with `jax.ShapeDtypeStruct` in place of arrays."""
        head = self._core_and_head()[1]
        plan, out = self._staged("eval_shape", (*head, args, kwargs))
        if type(out) is not Packed:
            return out
        return (plan.echoed(out.skeleton) if out.skeleton.echoes else out.skeleton).join(out.arrays)

    def _staged(self, what: str, call: tuple[Any, ...]) -> tuple[Plan, Any]:
        """The plan of a call, and what that method of its program gives."""
        core = self._core_and_head()[0]
        plan, arrays = core.find(call, abstract=True)
        try:
            program = getattr(plan.run, what)
            return plan, program(*arrays) if not core.is_watched else self._watched(core, program, arrays)
        except ChangedError as changed:
            core.change(changed, plan)
        return self._staged(what, call)

    def clear_cache(self) -> None:
        """Forget all traces and compiled programs of this function under these options."""
        core = self._core or self._find_core()
        if self._object_record is None:
            core.clear()
        else:
            # Other objects of its class may go on with what they share.
            self._core = self._object_record.core = _new_core(self.fun, self.options)
            self._core.is_watched = True

    @property
    def trace_count(self) -> int:
        """How often the function was traced under these options; of callable PyTrees, this object."""
        return self._recorder.count

    @property
    def retraces(self) -> tuple[str, ...]:
        """With `explain_retrace`: for each further trace, what made it necessary."""
        return tuple(self._recorder.reasons)

    @property
    def _recorder(self) -> Recorder:
        core = self._core or self._find_core()
        return core.recorder if self._object_record is None else self._object_record.recorder

    def _watched(self, core: Core, program: Any, arrays: Any) -> Any:
        """Call, with what has to be done around a call."""
        if core.mutes:
            donation.begin()
        before = core.recorder.redirect(self._object_record.recorder) if self._object_record is not None else None
        try:
            return program(*arrays)
        finally:
            if self._object_record is not None:
                core.recorder.redirect(before)
            if core.mutes:
                donation.end()

    def __getstate__(self) -> dict[str, Any]:
        """What is copied: not the programs."""
        own = ("_core", "_head", "_object_record")
        return {name: value for name, value in self.__dict__.items() if name not in own}

    def ties_output(self) -> bool:
        """Shared outputs are passed out once, unless they have shardings of their own."""
        return self.options.out_shardings is None

    @overload
    def __get__(self, instance: None, owner: type | None = None) -> Jitted[P, R]: ...
    @overload
    def __get__(
        self: Jitted[Concatenate[Any, Q], R], instance: object, owner: type | None = None
    ) -> BoundJitted[Q, R]: ...
    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        """Itself in the class; a method in an instance."""
        return self if instance is None else BoundJitted(self, instance)

    def _core_and_head(self) -> tuple[Core, tuple[Any, ...]]:
        core = self._core or self._find_core()
        return core, () if self._head is None else (self._head,)

    def _find_core(self) -> Core:
        self._head = None if all_leaves((self.fun,)) else self.fun
        root, around = root_of(self.fun)
        core = _core_of(self.fun, self.options, root, around)
        if root is type(self.fun):
            core.is_watched = True
            self._object_record = _OBJECT_RECORDS.of(subject(self.fun)).setdefault(
                (core, self.options), ObjectRecord(core.recorder.anew())
            )
            core = self._object_record.core or core
        self._core = core
        return core


class BoundJitted(Bound[P, R]):
    """A compiled method of an instance, which is its first argument: in `lower` and so on, too."""

    __slots__ = ()

    def trace(self, /, *args: Any, **kwargs: Any) -> Traced:
        """As `Jitted.trace`."""
        traced: Traced = self._wrapper.trace(self._instance, *args, **kwargs)
        return traced.of_method(self._instance)

    def lower(self, /, *args: Any, **kwargs: Any) -> Lowered:
        """As `Jitted.lower`."""
        return self.trace(*args, **kwargs).lower()

    def compile(self, /, *args: Any, **kwargs: Any) -> Compiled:
        """As `Jitted.compile`."""
        return self.lower(*args, **kwargs).compile()

    def eval_shape(self, /, *args: Any, **kwargs: Any) -> Any:
        """As `Jitted.eval_shape`."""
        return self._wrapper.eval_shape(self._instance, *args, **kwargs)


def _core_of(fun: Any, options: Options, root: Any, around: tuple[Any, ...]) -> Core:
    """The core is kept beside the function; that of a method beside the instance."""
    is_method = isinstance(root, types.MethodType)
    cores = _CORES.of(root.__self__ if is_method else root)
    key = (options, around, Same(root.__func__) if is_method else None)
    core = cores.get(key)
    if core is None:
        siblings = 1
        if isinstance(root, types.FunctionType) and not cores:
            siblings = _MADE[root.__code__] = _MADE.get(root.__code__, 0) + 1
        core = cores.setdefault(key, _new_core(fun, options, siblings))
    return core


def _new_core(fun: Any, options: Options, siblings: int = 1) -> Core:
    shown = {name: value for name, value in names(fun).items() if name in _SHOWN}
    if (code := code_of(fun)) is not None and "__name__" in shown:
        # Where JAX's errors say that the function is; the program must not hold the function itself.
        shown["__wrapped__"] = types.SimpleNamespace(__code__=code, __name__=shown["__name__"])
    return Core(referring(root_of(fun)[0]), fun, shown, options, siblings)


@overload
def filter_jit(fun: Callable[P, R], **options: Unpack[JitOptions]) -> Jitted[P, R]: ...
@overload
def filter_jit(**options: Unpack[JitOptions]) -> Callable[[Callable[P, R]], Jitted[P, R]]: ...
def filter_jit(fun: Callable[..., Any] | None = None, **options: Unpack[JitOptions]) -> Any:
    """`jax.jit` for every PyTree: arrays are traced, all other leaves are static.

    A call returns at once, as with `jax.jit`. One trace serves all calls whose arrays have the same shapes and dtypes
    and whose static leaves are equal in type and value. Functions are equal if they have the same code and read the
    same; one that reads what can change unseen (a list, a plain object) is equal to itself only.

    Args:
        fun: What to compile: a function, method, Module, partial or other transform; the arrays it holds are traced.
            Without it, a decorator.
        donate: "none"; "all" donates every array and mutes JAX's warning about buffers that it cannot use, "warn" lets
            it speak; "all-except-first" and "warn-except-first" leave the first argument; a callable
            `donate(name, leaf)` answers for each array, such as `model.layers.0.weight`.
        donate_argnums, donate_argnames: The arguments whose arrays are donated.
        static_argnums, static_argnames: Arguments whose leaves are all static.
        in_shardings: A prefix of the arguments that are not static, or one by parameter name; None says nothing, and a
            callable `entry(name, leaf)` answers for each array. `out_shardings` is the same for the output.
        dynamic: Which leaves are traced; with `is_array_like` Python numbers are, as in `jax.jit`.
        explain_retrace: Log which leaf made a further trace necessary; `retraces` has the texts.
        share: Arrays and nodes that are one object outside are passed once and are one object inside; see
            `share_through`.
        keep_unused, device, backend, inline, compiler_options: As in `jax.jit`.

    Returns:
        Callable, with `trace`, `lower`, `compile`, `eval_shape`, `clear_cache`, `trace_count`, `retraces`

    Raises:
        TypeError: `fun` cannot be called; an option is unknown; at a call, a static leaf has no hash.
        ValueError: Options contradict each other; at a call, an argument named as donated has no array.

    Examples:
        >>> @filter_jit
        ... def scale(tree, factor):
        ...     return {**tree, "w": tree["w"] * factor}
        >>> scale({"w": jnp.ones(2), "name": "layer"}, 3)
        {'name': 'layer', 'w': Array([3., 3.], dtype=float32)}
    """
    if options.pop("share", False):
        return share_through(filter_jit)(fun, **options) if fun is not None else share_through(filter_jit)(**options)
    checked = make_options(options)
    if fun is None:
        return functools.partial(filter_jit, **options)
    if not callable(fun):
        raise TypeError(f"filter_jit needs a callable, not {described(fun)}")
    return Jitted(fun, checked)
