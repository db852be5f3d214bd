"""A tree as a table. Name: `tree_summary`."""

from __future__ import annotations

import math
from typing import Any

from jax.tree_util import keystr, tree_flatten_with_path

from pytreelint.runtime.trees.cycles import refusing_cycles
from pytreelint.runtime.trees.eval_shape import is_shaped
from pytreelint.runtime.trees.leaves import LeafTest, is_array

_HEADER = ("leaf", "shape", "dtype", "bytes", "")
_WIDEST = 40


@refusing_cycles
def tree_summary(tree: Any, dynamic: LeafTest = is_array) -> str:
    """The leaves of a tree as a table, to be printed: path, shape, dtype, bytes, traced or static; with totals.

    Args:
        tree: Any PyTree; `jax.ShapeDtypeStruct` counts as the array that it stands for.
        dynamic: Which leaves a transform would trace.

    Returns:
        One line for each leaf between a header and the totals.

    Examples:
        >>> print(tree_summary({"w": np.ones((2, 3), "float32"), "act": "relu"}))
        leaf     shape   dtype    bytes
        ['act']          str             static 'relu'
        ['w']    (2, 3)  float32     24  traced
        total    6 in 1 array       24  1 traced, 1 static
    """
    leaves = tree_flatten_with_path(tree)[0]
    rows = [_row(keystr(path) or "(itself)", leaf, dynamic) for path, leaf in leaves]
    arrays = [leaf for _, leaf in leaves if is_shaped(leaf)]
    traced = sum(row[4] == "traced" for row in rows)
    count, size = sum(map(_size, arrays)), sum(map(_bytes, arrays))
    held = f"{count:,} in {len(arrays)} array{'s' * (len(arrays) != 1)}"
    total = ("total", held, "", f"{size:,}", f"{traced} traced, {len(rows) - traced} static")
    return _aligned([_HEADER, *rows], total)


def _row(path: str, leaf: Any, dynamic: LeafTest) -> tuple[str, str, str, str, str]:
    traced = dynamic(leaf) or (is_shaped(leaf) and not is_array(leaf))
    if is_shaped(leaf):
        kind = "traced" if traced else "static"
        return path, str(tuple(leaf.shape)), str(leaf.dtype), f"{_bytes(leaf):,}", kind
    value = repr(leaf)
    shown = value if len(value) <= _WIDEST else value[: _WIDEST - 3] + "..."
    return path, "", type(leaf).__name__, "", "traced" if traced else f"static {shown}"


def _aligned(rows: list[tuple[str, str, str, str, str]], total: tuple[str, str, str, str, str]) -> str:
    """Columns of one width; the total's second cell runs on into the third."""
    widths = [max(len(row[i]) for row in rows) for i in range(4)]
    widths[0], widths[3] = max(widths[0], len(total[0])), max(widths[3], len(total[3]))
    lines = []
    for a, b, c, d, e in rows:
        cells = f"{a:<{widths[0]}}  {b:<{widths[1]}}  {c:<{widths[2]}}  {d:>{widths[3]}}  {e}"
        lines.append(cells.rstrip())
    a, b, _, d, e = total
    lines.append(f"{a:<{widths[0]}}  {b:<{widths[1] + 2 + widths[2]}}  {d:>{widths[3]}}  {e}")
    return "\n".join(lines)


def _size(array: Any) -> int:
    return math.prod(array.shape)


def _bytes(array: Any) -> int:
    return _size(array) * int(array.dtype.itemsize)
