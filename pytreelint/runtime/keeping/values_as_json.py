"""Static values as JSON: plain ones by value, functions, classes and constants of modules by name.

Nothing is executed to read them and nothing is imported: a name is looked up in `names`, else in modules that are
loaded already.
"""

from __future__ import annotations

import enum
import hashlib
import math
import sys
import types
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from jax.tree_util import PyTreeDef, default_registry, tree_structure

from pytreelint.runtime.trees.skeleton import Skeleton

_BUILTINS: tuple[type, ...] = (dict, list, tuple, type(None))


@dataclass(frozen=True, slots=True)
class Echo:
    """Stands in an output for a static leaf that came in.

    Attributes:
        position: That of the leaf in the call.
    """

    position: int


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """A function that no module holds, such as a lambda: it is compared by its code, and not made anew.

    Attributes:
        name: `module:qualname`.
        digest: Of its code.
    """

    name: str
    digest: str

    def fits(self, x: Any) -> bool:
        """Whether a function has that code."""
        return fingerprint(x) == self


class UnknownNameError(LookupError):
    """A name of a stored file that is not known here."""


class Writer:
    """Turns values into JSON.

    Args:
        names: Objects to be stored under names of one's own, which a `Reader` is given again.
    """

    def __init__(self, names: Mapping[str, Any]) -> None:
        self._own = {id(value): name for name, value in names.items()}

    def value(self, x: Any) -> Any:
        """A static value.

        Raises:
            TypeError: It is neither plain nor found under its name in its module.
        """
        if id(x) in self._own:
            return {"own": self._own[id(x)]}
        if x is None or type(x) in (bool, int, str):
            return x
        match x:
            case float() if type(x) is float:
                return {"float": x.hex() if math.isfinite(x) else repr(x)}
            case complex() if type(x) is complex:
                return {"complex": [self.value(x.real), self.value(x.imag)]}
            case bytes() if type(x) is bytes:
                return {"bytes": x.hex()}
            case Echo():
                return {"echo": x.position}
            case Skeleton():
                return {"skeleton": self.skeleton(x)}
            case np.dtype():
                return {"dtype": x.name}
            case enum.Enum():
                return {"enum": [name_of(type(x)), x.name]}
            case tuple() | list() | frozenset() | set() if type(x) in (tuple, list, frozenset, set):
                return {type(x).__name__: [self.value(part) for part in x]}
            case dict() if type(x) is dict:
                return {"dict": [[self.value(key), self.value(part)] for key, part in x.items()]}
        return {"name": name_of(x)}

    def treedef(self, treedef: Any) -> Any:
        """The structure of a tree; classes by name, their static parts as values."""
        data = treedef.node_data()
        if data is None:
            return "leaf"
        kind, aux = data
        known = kind.__name__ if kind in _BUILTINS else self.value(kind)
        return [known, self.value(aux), [self.treedef(child) for child in treedef.children()]]

    def compared(self, x: Any) -> Any:
        """A static value that the reader compares with others, and does not give out."""
        try:
            return self.value(x)
        except TypeError:
            found = fingerprint(x)
            if found is None:
                raise
            return {"code": [found.name, found.digest]}

    def skeleton(self, skeleton: Skeleton, compared: bool = False) -> Any:
        """A tree without its arrays.

        Args:
            skeleton: The tree.
            compared: The static leaves are compared only.

        Raises:
            TypeError: As `value`; the message names the leaf, or the class whose static part it is.
        """
        paths, statics = skeleton.paths() if skeleton.statics else {}, []
        for position, leaf in skeleton.statics:
            try:
                statics.append([position, self.compared(leaf) if compared else self.value(leaf)])
            except TypeError as error:
                raise TypeError(f"static leaf{paths[position]}: {error}") from None
        return {"structure": self.treedef(skeleton.treedef), "statics": statics}


class Reader:
    """Turns JSON that a `Writer` made into values again.

    Args:
        names: Objects by name: those that the writer was given, and any that would be looked up in a module.
    """

    def __init__(self, names: Mapping[str, Any]) -> None:
        self._names = names

    def value(self, x: Any) -> Any:
        """A static value.

        Raises:
            UnknownNameError: A name is not known.
            ValueError: It is not what a writer makes.
        """
        if not isinstance(x, dict):
            return x
        ((kind, content),) = x.items()
        match kind:
            case "own" | "name":
                return self.named(content)
            case "code":
                return Fingerprint(*content)
            case "skeleton":
                return self.skeleton(content)
            case "echo":
                return Echo(content)
            case "float":
                return float.fromhex(content)
            case "complex":
                return complex(*map(self.value, content))
            case "bytes":
                return bytes.fromhex(content)
            case "dtype":
                return np.dtype(content)
            case "enum":
                return self.named(content[0])[content[1]]
            case "tuple":
                return tuple(map(self.value, content))
            case "list":
                return list(map(self.value, content))
            case "set":
                return set(map(self.value, content))
            case "frozenset":
                return frozenset(map(self.value, content))
            case "dict":
                return {self.value(key): self.value(part) for key, part in content}
        raise ValueError(f"a value of the unknown kind {kind!r}")

    def named(self, name: str) -> Any:
        """What a name stands for."""
        if name in self._names:
            return self._names[name]
        module, _, path = name.partition(":")
        found = sys.modules.get(module, _NOTHING)
        for part in path.split("."):
            found = getattr(found, part, _NOTHING)
        if found is _NOTHING:
            raise UnknownNameError(
                f"`{name}` is not known: import its module before, or give the object as `names={{{name!r}: ...}}`"
            )
        return found

    def treedef(self, x: Any) -> Any:
        """The structure of a tree."""
        if x == "leaf":
            return tree_structure(0)
        known, aux, children = x
        kind = {kind.__name__: kind for kind in _BUILTINS}[known] if isinstance(known, str) else self.value(known)
        return PyTreeDef.from_node_data_and_children(
            default_registry, (kind, self.value(aux)), [self.treedef(child) for child in children]
        )

    def skeleton(self, x: Any) -> Skeleton:
        """A tree without its arrays."""
        statics = tuple((position, self.value(leaf)) for position, leaf in x["statics"])
        return Skeleton(self.treedef(x["structure"]), statics, lenient=True)


_NOTHING: Any = type("Nothing", (), {"__getattr__": lambda self, _: self})()


def fingerprint(x: Any) -> Fingerprint | None:
    """That of a function that holds nothing: no closure, no defaults; None for all others."""
    if not isinstance(x, types.FunctionType) or x.__closure__ or x.__defaults__ or x.__kwdefaults__:
        return None
    digest = hashlib.sha256(repr(_code(x.__code__)).encode()).hexdigest()
    return Fingerprint(f"{x.__module__}:{x.__qualname__}", digest)


def _code(code: types.CodeType) -> tuple[Any, ...]:
    """What a function does, without the lines where it stands."""
    consts = tuple(_code(x) if isinstance(x, types.CodeType) else (type(x).__name__, x) for x in code.co_consts)
    return sys.version_info[:2], code.co_code, consts, code.co_names, code.co_varnames, code.co_flags


def name_of(x: Any) -> str:
    """`module:path` of what a module holds under that path.

    Raises:
        TypeError: No module holds it.
    """
    module = getattr(x, "__module__", None)
    path = getattr(x, "__qualname__", None) or getattr(x, "__name__", None)
    if isinstance(module, str) and isinstance(path, str):
        found = sys.modules.get(module)
        for part in path.split("."):
            found = getattr(found, part, None)
        if found is x:
            return f"{module}:{path}"
    # A constant: a sentinel of its class's module, say.
    home = type(x).__module__
    for name, held in vars(sys.modules.get(home, object)).items():
        if held is x and name.isidentifier():
            return f"{home}:{name}"
    raise TypeError(
        f"{x!r} of type `{type(x).__name__}` can be stored neither by value (numbers, strings, bytes, dtypes, enums, "
        "containers of them) nor by name (functions, classes and constants of a module); define it at the top of a "
        'module, or give it a name: `names={"...": it}`'
    )
