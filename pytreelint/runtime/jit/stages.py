"""What `filter_jit(f).trace(...)`, `.lower(...)` and `.compile(...)` give: JAX's stages, with the user's trees."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any

from jax.tree_util import tree_flatten, tree_structure

from pytreelint.runtime.jit import donation
from pytreelint.runtime.jit.binding import Binder, Binding, labels
from pytreelint.runtime.jit.checked_runs import Checks, lowering, run_checked
from pytreelint.runtime.jit.checks import failed_check
from pytreelint.runtime.jit.donation import muted
from pytreelint.runtime.jit.plan import Family
from pytreelint.runtime.trees.selection import paths
from pytreelint.runtime.trees.skeleton import Packed, Skeleton, unpack
from pytreelint.runtime.trees.static_key import static_key
from pytreelint.runtime.trees.structures import call_difference, structures_differ


@dataclass(frozen=True, slots=True)
class Site:
    """The call that a stage is of, without its arrays.

    Attributes:
        binder: Finds the normal order of further calls.
        family: The structure.
        statics: Position in normal order and value of the static leaves.
        head: The function, if its arrays are passed along.
        first: The instance, if it is of a method.
        mutes: Whether the warning about unused donations is held back.
        checks: The checks of the function.
    """

    binder: Binder
    family: Family
    statics: tuple[tuple[int, Any], ...]
    head: tuple[Any, ...]
    first: tuple[Any, ...]
    mutes: bool
    checks: Checks


class Stage:
    """A stage of JAX's for one call. What is not here is asked of it: `as_text`, `cost_analysis`, `jaxpr` ...

    Attributes:
        stage: JAX's own object; its arguments are the arrays alone, flat.
        site: The call.
    """

    def __init__(self, stage: Any, site: Site) -> None:
        self.stage = stage
        self.site = site

    def __getattr__(self, name: str) -> Any:
        if name in _HOOKS:
            self.refuse_head()
        elif name.startswith("_") or name in ("stage", "site"):
            raise AttributeError(name)
        return getattr(self.stage, name)

    @property
    def args_info(self) -> Any:
        """`(args, kwargs)` with JAX's description (`shape`, `dtype`, `donated`) of each array, None elsewhere."""
        return self._of_arguments(self.stage.args_info)

    @property
    def out_info(self) -> Any:
        """The output with `jax.ShapeDtypeStruct` in place of arrays."""
        return unpack(self.stage.out_info)

    @property
    def in_avals(self) -> Any:
        """`(args, kwargs)` with the abstract value of each array in its place, None elsewhere."""
        return self._of_arguments(self.stage.in_avals)

    @property
    def in_tree(self) -> Any:
        """The structure of `(args, kwargs)`, with None for leaves that are no arrays."""
        return tree_structure(self.args_info)

    @property
    def out_tree(self) -> Any:
        """The structure of the output, with None for leaves that are no arrays."""
        return tree_structure(_arrays_only(self.stage.out_info))

    @property
    def _no_kwargs(self) -> bool:
        return not self.args_info[1]

    def _of_arguments(self, info: Any) -> Any:
        """What JAX says of each array, in the user's arguments."""
        statics = tuple((position, None) for position, _ in self.site.statics)
        return Skeleton(self.site.family.treedef, statics).join(info[0])[-2:]

    def refuse_head(self) -> None:
        """Raise a TypeError if the function holds arrays: a stage outside of the process is called without them."""
        n_fun = self.site.family.treedef.children()[0].num_leaves if self.site.head else 0
        if n_fun > sum(position < n_fun for position, _ in self.site.statics):
            raise TypeError(
                "what jax.export and serialize_executable make is called with the arguments alone, but this function "
                "holds arrays itself: pass it as an argument, `filter_jit(lambda fun, *args: fun(*args))`"
            )


# What jax.export and serialize_executable look at in JAX's stages, beside the trees.
_HOOKS = ("_lowering", "_executable", "_params", "_in_types", "_out_types")


def _arrays_only(out: Any) -> Any:
    """What is given out, with None in place of static leaves."""
    if type(out) is not Packed:
        return out
    return Skeleton(out.skeleton.treedef, tuple((i, None) for i, _ in out.skeleton.statics)).join(out.arrays)


class Traced(Stage):
    """After tracing: `jaxpr`, `out_info`, and on to `lower()`."""

    def of_method(self, instance: Any) -> Traced:
        """The same stage of that instance's method."""
        return Traced(self.stage, replace(self.site, first=(instance,)))

    def lower(self, **options: Any) -> Lowered:
        """Lower to StableHLO.

        Args:
            **options: Those of `jax.stages.Traced.lower`.
        """
        with muted() if self.site.mutes else nullcontext(), lowering(self.site.checks):
            return Lowered(self.stage.lower(**options), self.site)


class Lowered(Stage):
    """After lowering: `as_text()`, and on to `compile()`."""

    def compile(self, *args: Any, **options: Any) -> Compiled:
        """Compile.

        Args:
            *args: Those of `jax.stages.Lowered.compile`, such as `compiler_options`.
            **options: The same.
        """
        return Compiled(self.stage.compile(*args, **options), self.site)


class Compiled(Stage):
    """A compiled program, called as the function is; the static arguments must be those that it was compiled with."""

    @property
    def input_shardings(self) -> Any:
        """`(args, kwargs)` with the sharding of each array in its place, None elsewhere."""
        return self._of_arguments(self.stage.input_shardings)

    @property
    def output_shardings(self) -> Any:
        """The output with the sharding of each array in its place, None elsewhere."""
        return _arrays_only(self.stage.output_shardings)

    @property
    def input_formats(self) -> Any:
        """As `input_shardings`, with the formats (layout and sharding)."""
        return self._of_arguments(self.stage.input_formats)

    @property
    def output_formats(self) -> Any:
        """As `output_shardings`, with the formats."""
        return _arrays_only(self.stage.output_formats)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Run it.

        Raises:
            TypeError: The structure or a static value is another than at compilation.
        """
        site = self.site
        args = site.first + args
        binding = site.binder.bind(len(args), kwargs)
        call = (*site.head, *binding.apply(args, kwargs))
        leaves, treedef = tree_flatten(call)
        if structures_differ(treedef, site.family.treedef):
            raise TypeError(f"compiled for a call of {call_difference(site.family.treedef, treedef)}")
        for position, value in site.statics:
            if static_key(leaves[position], lenient=True) != static_key(value, lenient=True):
                name = _names(site, call, binding)[position]
                raise TypeError(
                    f"compiled with the static value {value!r} for `{name}`, called with {leaves[position]!r}"
                )
        static = {position for position, _ in site.statics}
        arrays = [leaf for i, leaf in enumerate(leaves) if i not in static]
        try:
            checked = bool(site.checks.inside)
            return unpack(run_checked(site.checks, self.stage, arrays) if checked else self.stage(*arrays))
        except (RuntimeError, ValueError) as error:
            if failed := failed_check(error):
                raise failed from None
            donation.explain(
                error, arrays, lambda: [name for i, name in enumerate(_names(site, call, binding)) if i not in static]
            )
            raise


def _names(site: Site, call: tuple[Any, ...], binding: Binding) -> list[str]:
    """What messages call the leaves of a call."""
    return [f"function{path}" for path in paths(tree_structure(site.head))] + labels(call[-2:], binding)
