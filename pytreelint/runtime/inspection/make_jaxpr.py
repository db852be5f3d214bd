"""The jaxpr of a function. Name: `filter_make_jaxpr`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, NamedTuple, ParamSpec

import jax

from pytreelint.runtime.trees.callables import Wrapper
from pytreelint.runtime.trees.eval_shape import is_shaped
from pytreelint.runtime.trees.skeleton import Skeleton, Static, packed, split

P = ParamSpec("P")


class Tracing(NamedTuple):
    """The options of `filter_make_jaxpr`."""

    static_argnums: tuple[int, ...]
    axis_env: tuple[tuple[Hashable, int], ...] | None


class MakeJaxpr(Wrapper[P, tuple[Any, Any, Any]]):
    """What `filter_make_jaxpr` gives."""

    options: Tracing

    def __call__(self, /, *args: P.args, **kwargs: P.kwargs) -> tuple[Any, Any, Any]:
        """Trace for these arguments."""
        numbers = {i % len(args) for i in self.options.static_argnums if -len(args) <= i < len(args)}
        given = tuple(Static(x) if i in numbers else x for i, x in enumerate(args))
        arrays, skeleton = split((given, kwargs), is_shaped)

        def flat(*arrays: Any) -> Any:
            inner, inner_kwargs = skeleton.join(arrays)
            inner = (x.value if i in numbers else x for i, x in enumerate(inner))
            out, form = split(self.fun(*inner, **inner_kwargs), lenient=True)
            return packed(out, form)

        jaxpr, out = jax.make_jaxpr(flat, axis_env=self.options.axis_env, return_shape=True)(*arrays)
        leaves: list[Any] = [None] * len(out.arrays)
        nothing = Skeleton(out.skeleton.treedef, tuple((i, None) for i, _ in out.skeleton.statics))
        return jaxpr, nothing.join(out.arrays), out.skeleton.join(leaves)


def filter_make_jaxpr(
    fun: Callable[..., Any],
    *,
    static_argnums: int | Iterable[int] = (),
    axis_env: Iterable[tuple[Hashable, int]] | None = None,
) -> Callable[..., tuple[Any, Any, Any]]:
    """`jax.make_jaxpr` for any PyTrees.

    Args:
        fun: The function; Modules, methods and partials too. Arrays that it holds are constants of the jaxpr.
        static_argnums: Positional arguments whose leaves are all passed as they are.
        axis_env: Names and sizes of mapped axes that the function may use.

    Returns:
        A function of the same arguments, arrays or `jax.ShapeDtypeStruct` among their leaves. It returns the jaxpr (as
        `jax.make_jaxpr` gives it), the output with a `jax.ShapeDtypeStruct` for each array and None elsewhere, and the
        output's other leaves with None for each array.

    Examples:
        >>> jaxpr, shapes, rest = filter_make_jaxpr(lambda x, n: (x * 2, n))(jnp.ones(3), "name")
        >>> shapes, rest
        ((ShapeDtypeStruct(shape=(3,), dtype=float32), None), (None, 'name'))
    """
    numbers = tuple(static_argnums) if isinstance(static_argnums, Iterable) else (static_argnums,)
    return MakeJaxpr(fun, Tracing(numbers, None if axis_env is None else tuple(axis_env)))
