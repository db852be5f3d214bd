"""Trees as text. Names: `tree_pformat`, `tree_pprint`."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import jax
from jax.tree_util import DictKey, FlattenedIndexKey, GetAttrKey, SequenceKey, tree_structure
from jax.tree_util import treedef_is_leaf as is_leaf_def

from pytreelint.runtime.trees.cycles import one_level, refuse_cycles
from pytreelint.runtime.trees.deleted import is_deleted
from pytreelint.runtime.trees.leaves import LeafTest, is_array

_SHORT = {"float": "f", "bfloat": "bf", "complex": "c", "int": "i", "uint": "u"}


def tree_pformat(
    pytree: Any,
    *,
    width: int = 80,
    indent: int = 2,
    short_arrays: bool = True,
    struct_as_array: bool = False,
    truncate_leaf: Callable[[Any], bool] = lambda _: False,
    dynamic: LeafTest = is_array,
) -> str:
    """A tree as text: arrays by dtype and shape, what is static or deleted (donated to a call) marked.

    Args:
        pytree: Any PyTree.
        width: The longest line, if that is possible.
        indent: Spaces for each level.
        short_arrays: `f32[3,2]` instead of the values.
        struct_as_array: The same for `jax.ShapeDtypeStruct`.
        truncate_leaf: A test of nodes and leaves of which only the class is shown.
        dynamic: Which leaves a transform would trace. All other leaves are marked, and so are the fields of classes
            that are no children: they belong to the structure.

    Returns:
        The text.

    Raises:
        ValueError: A node is inside of itself.

    Examples:
        >>> print(tree_pformat({"w": jnp.ones((3, 2)), "act": jnp.tanh, "sizes": (3, 2)}))
        {'act': static tanh, 'sizes': (static 3, static 2), 'w': f32[3,2]}
        >>> tree_pformat([jnp.ones(2)], width=6).splitlines()
        ['[', '  f32[2]', ']']
    """

    def leaf(x: Any) -> str:
        if is_deleted(x):
            return f"deleted {_array(x)}"
        if short_arrays and (isinstance(x, jax.Array) or (struct_as_array and isinstance(x, jax.ShapeDtypeStruct))):
            return _array(x)
        return _shown(x) if dynamic(x) or isinstance(x, jax.ShapeDtypeStruct) else f"static {_shown(x)}"

    def lines(x: Any, room: int, around: frozenset[int] = frozenset()) -> str:
        if truncate_leaf(x):
            return f"{type(x).__name__}(...)"
        if id(x) in around:
            refuse_cycles(pytree)
        parts, treedef = one_level(x)
        if x is None or (is_leaf_def(treedef) and len(parts) == 1):
            return "None" if x is None else leaf(x)
        opening, closing = _brackets(x)
        children = [_label(path[0]) + lines(child, room - indent, around | {id(x)}) for path, child in parts]
        children += [f"{name}=static {_shown(value)}" for name, value in _static_fields(x, parts)]
        one_line = f"{opening}{', '.join(children)}{',' * (type(x) is tuple and len(children) == 1)}{closing}"
        if len(one_line) <= room and "\n" not in one_line:
            return one_line
        return _indented(opening, children, closing, indent)

    return lines(pytree, width)


def _indented(opening: str, children: list[str], closing: str, indent: int) -> str:
    space = "\n" + " " * indent
    return opening + space + f",{space}".join(child.replace("\n", space) for child in children) + "\n" + closing


def tree_pprint(pytree: Any, **options: Any) -> None:
    """Print `tree_pformat` of a tree.

    Args:
        pytree: Any PyTree.
        **options: Those of `tree_pformat`.

    Returns:
        Nothing.

    Examples:
        >>> tree_pprint([jnp.ones(2, "bfloat16"), None, "relu"])
        [bf16[2], None, static 'relu']
    """
    print(tree_pformat(pytree, **options))


def _array(x: Any) -> str:
    name = str(x.dtype)
    letters = name.rstrip("0123456789")
    short = _SHORT.get(letters, letters) + name[len(letters) :]
    weak = "weak_" if getattr(x, "weak_type", False) else ""
    return f"{weak}{short}[{','.join(map(str, x.shape))}]"


def _shown(x: Any) -> str:
    """A name where there is one, else the value in one line."""
    name = getattr(x, "__name__", None)
    text = name if isinstance(name, str) and callable(x) else repr(x)
    return " ".join(text.split())


def _brackets(x: Any) -> tuple[str, str]:
    plain: dict[type, tuple[str, str]] = {dict: ("{", "}"), list: ("[", "]"), tuple: ("(", ")")}
    return plain.get(type(x), (f"{type(x).__name__}(", ")"))


def _label(key: Any) -> str:
    match key:
        case GetAttrKey(name=name):
            return f"{name}="
        case DictKey(key=name):
            return f"{name!r}: "
        case SequenceKey() | FlattenedIndexKey():
            return ""
    return f"{key}="


def _static_fields(x: Any, parts: list[Any]) -> list[tuple[str, Any]]:
    """The fields of a dataclass that are part of the structure."""
    if not dataclasses.is_dataclass(x) or tree_structure(x) == tree_structure(0):
        return []
    children = {getattr(path[0], "name", None) for path, _ in parts}
    names = [field.name for field in dataclasses.fields(x) if field.repr and field.name not in children]
    return [(name, getattr(x, name)) for name in names if hasattr(x, name)]
