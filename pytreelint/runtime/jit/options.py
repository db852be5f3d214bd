"""What `filter_jit` is told besides the function, checked and hashable."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal, TypeAlias, TypedDict, get_args

from pytreelint.runtime.sharding.shardings import is_asked
from pytreelint.runtime.trees.leaves import LeafTest, is_array
from pytreelint.runtime.trees.skeleton import Skeleton, split

ByLeaf: TypeAlias = Callable[[str, Any], bool]
Donate: TypeAlias = Literal["none", "all", "all-except-first", "warn", "warn-except-first"]


@dataclass(frozen=True, slots=True)
class Options:
    """The arguments of `filter_jit`. Trees are kept as skeletons, which are hashable."""

    donate: Donate | ByLeaf = "none"
    donate_argnums: tuple[int, ...] = ()
    donate_argnames: tuple[str, ...] = ()
    static_argnums: tuple[int, ...] = ()
    static_argnames: tuple[str, ...] = ()
    in_shardings: Skeleton | None = None
    out_shardings: Skeleton | None = None
    dynamic: LeafTest = is_array
    explain_retrace: bool = False
    raw: Skeleton | None = None

    @property
    def mutes(self) -> bool:
        """Whether JAX's warning about donated buffers that it cannot use is held back."""
        return self.donate in ("all", "all-except-first")

    @property
    def donates_by_mode(self) -> bool:
        """Whether arguments are donated as wholes, whatever they are."""
        return isinstance(self.donate, str) and self.donate != "none"

    @property
    def by_leaf(self) -> bool:
        """Whether callables answer for each leaf: they may look at shapes, on which programs do not depend else."""
        asked = [x for tree in (self.in_shardings, self.out_shardings) if tree is not None for _, x in tree.statics]
        return callable(self.donate) or any(map(is_asked, asked))

    @property
    def first_donated(self) -> bool:
        """Whether the mode donates the first argument."""
        return self.donate in ("all", "warn")

    @property
    def names_donations(self) -> bool:
        """Whether arguments are donated by position or name."""
        return bool(self.donate_argnums or self.donate_argnames)


class JitOptions(TypedDict, total=False):
    """The keyword arguments of `filter_jit`, which tells what they mean."""

    donate: Donate | ByLeaf
    donate_argnums: int | Iterable[int] | None
    donate_argnames: str | Iterable[str] | None
    static_argnums: int | Iterable[int] | None
    static_argnames: str | Iterable[str] | None
    in_shardings: Any
    out_shardings: Any
    dynamic: LeafTest
    explain_retrace: bool
    share: bool
    keep_unused: bool
    device: Any
    backend: str | None
    inline: bool
    compiler_options: dict[str, Any] | None


_RAW = ("keep_unused", "device", "backend", "inline", "compiler_options")


def make_options(given: JitOptions) -> Options:
    """Normalise and check.

    Raises:
        ValueError: An unknown mode of donation, or a mode together with arguments to be donated.
        TypeError: An unknown option; `dynamic` cannot be called, a position is no integer, a name no string.
    """
    if unknown := given.keys() - JitOptions.__annotations__.keys():
        alike = [like for name in sorted(unknown) for like in get_close_matches(name, JitOptions.__annotations__, n=1)]
        meant = f"; is `{'`, `'.join(alike)}` meant?" if alike else ""
        raise TypeError(f"filter_jit has no option {', '.join(sorted(unknown))}{meant}")
    raw = {name: value for name, value in given.items() if name in _RAW and value is not None}
    options = Options(
        donate=given.get("donate", "none"),
        donate_argnums=_positions(given.get("donate_argnums")),
        donate_argnames=_names(given.get("donate_argnames")),
        static_argnums=_positions(given.get("static_argnums")),
        static_argnames=_names(given.get("static_argnames")),
        in_shardings=_kept(given["in_shardings"]) if "in_shardings" in given else None,
        out_shardings=_kept(given["out_shardings"]) if "out_shardings" in given else None,
        dynamic=given.get("dynamic", is_array),
        explain_retrace=given.get("explain_retrace", False),
        raw=_kept(raw) if raw else None,
    )
    if not callable(options.donate) and options.donate not in get_args(Donate):
        raise ValueError(f"`donate` must be one of {', '.join(map(repr, get_args(Donate)))}, not {options.donate!r}")
    if options.donate != "none" and options.names_donations:
        raise ValueError(f"give `donate={options.donate!r}` or `donate_argnums` / `donate_argnames`, not both")
    if not callable(options.dynamic):
        raise TypeError(f"`dynamic` must be a test of a leaf, such as `is_array`, not {options.dynamic!r}")
    return options


def _positions(given: int | Iterable[int] | None) -> tuple[int, ...]:
    if given is None:
        return ()
    return tuple(operator.index(i) for i in (given if isinstance(given, Iterable) else (given,)))


def _names(given: str | Iterable[str] | None) -> tuple[str, ...]:
    names = (
        ()
        if given is None
        else tuple(given)
        if isinstance(given, Iterable) and not isinstance(given, str)
        else (given,)
    )
    if wrong := [name for name in names if not isinstance(name, str)]:
        raise TypeError(f"an argument's name must be a string, not {wrong[0]!r}")
    return names


def _kept(tree: Any) -> Skeleton:
    return split(tree, lambda _: False, lenient=True)[1]
