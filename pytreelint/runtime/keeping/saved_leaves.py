"""A checkpoint as a file: an `.npz` archive with a member for each leaf, by name, and one that says what they are."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np
from jax.tree_util import keystr, tree_flatten_with_path

from pytreelint.runtime.keeping.placing import as_numpy

# No leaf has this name: a path never begins with a slash.
_ABOUT = "/about"
_VERSION = 1
# How a file of one array begins.
_NUMPY = b"\x93NUMPY"
_NUMBERS = (bool, int, float, complex)


@dataclass(frozen=True, slots=True)
class About:
    """What the archive says of a leaf.

    Attributes:
        kind: "array", the `type` of a number, or "key".
        dtype: That of the array, by its name where NumPy's format does not have it; of a key, JAX's.
        shape: That of the array; of a key array, without the words of the key.
    """

    kind: str
    dtype: str
    shape: tuple[int, ...]

    def __str__(self) -> str:
        if self.kind in ("array", "key"):
            dtype = self.dtype if self.kind == "key" else np.dtype(self.dtype).name
            return f"{dtype}[{','.join(map(str, self.shape))}]"
        return f"a number of type `{self.kind}`"


def is_saved(x: Any) -> bool:
    """Whether a leaf goes into a checkpoint, or comes from one: arrays, shapes and numbers."""
    return isinstance(x, (jax.Array, jax.ShapeDtypeStruct, np.ndarray, np.generic, *_NUMBERS))


def about(x: Any) -> About:
    """What a leaf is."""
    if isinstance(x, _NUMBERS) and not isinstance(x, np.generic):
        return About(next(kind for kind in _NUMBERS if isinstance(x, kind)).__name__, "", ())
    if jax.numpy.issubdtype(x.dtype, jax.dtypes.prng_key):
        return About("key", str(x.dtype), tuple(x.shape))
    dtype = np.dtype(x.dtype).newbyteorder("=")
    return About("array", dtype.str if has_format(dtype) else dtype.name, tuple(x.shape))


def has_format(dtype: np.dtype[Any]) -> bool:
    """Whether NumPy's file format gives back the dtype: not bfloat16, float8, int4."""
    try:
        return bool(np.lib.format.descr_to_dtype(np.lib.format.dtype_to_descr(dtype)) == dtype)
    except (TypeError, ValueError):
        return False


def named_leaves(tree: Any) -> dict[str, Any]:
    """The leaves by name: attributes, keys and indices from the root, joined by dots.

    Raises:
        ValueError: Two leaves have one name, as in `{"a.b": x, "a": {"b": y}}`.
    """
    found: dict[str, Any] = {}
    for path, leaf in tree_flatten_with_path(tree)[0]:
        name = keystr(path, simple=True, separator=".")
        if name in found:
            raise ValueError(f"two leaves of the tree have the name `{name}`; rename a key of a dict")
        found[name] = leaf
    return found


def write(file: Any, leaves: Mapping[str, Any], metadata: Any) -> None:
    """Write an archive.

    Raises:
        TypeError: `metadata` is not JSON, or a leaf is a tracer.
        ValueError: A leaf is spread over several processes. The messages name it.
    """
    head = {
        "version": _VERSION,
        "leaves": {name: [a.kind, a.dtype, list(a.shape)] for name, a in ((n, about(x)) for n, x in leaves.items())},
        "metadata": metadata,
    }
    try:
        text = json.dumps(head)
    except TypeError as error:
        raise TypeError(
            f"`metadata` must be what JSON has, such as numbers, strings, lists and dicts: {error}"
        ) from None
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED, allowZip64=True) as archive:
        archive.writestr(_ABOUT, text)
        for name, leaf in leaves.items():
            try:
                array = _plain(leaf)
            except (TypeError, ValueError) as error:
                raise type(error)(f"leaf `{name}`: {error}") from None
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                np.lib.format.write_array(member, array, allow_pickle=False)


class Archive:
    """A checkpoint that is open for reading.

    Attributes:
        leaves: What the leaves are, by name.
        metadata: What was saved beside them.

    Raises:
        ValueError: The file is no checkpoint.
    """

    def __init__(self, file: Any) -> None:
        try:
            self._zip = zipfile.ZipFile(file)
            head = json.loads(self._zip.read(_ABOUT))
        except (zipfile.BadZipFile, KeyError):
            raise ValueError(f"the file was not made by `save_checkpoint`{_hint(file)}") from None
        if head["version"] != _VERSION:
            raise ValueError(f"the checkpoint is of version {head['version']}, and this package reads {_VERSION}")
        self.leaves = {name: About(kind, dtype, tuple(shape)) for name, (kind, dtype, shape) in head["leaves"].items()}
        self.metadata = head["metadata"]

    def read(self, name: str) -> Any:
        """The leaf of a name, in the host's memory: an array, a number, or the words of a key."""
        said = self.leaves[name]
        with self._zip.open(f"{name}.npy") as member:
            # One copy in memory, and its checksum is looked at when the end is reached.
            found = np.lib.format.read_array(member, allow_pickle=False)
        if said.kind == "array":
            return found.view(np.dtype(said.dtype)) if found.dtype != np.dtype(said.dtype) else found
        if said.kind == "key":
            return found
        return int(str(found)) if said.kind == "int" else {kind.__name__: kind for kind in _NUMBERS}[said.kind](found)

    def __iter__(self) -> Iterator[str]:
        return iter(self.leaves)


def _hint(file: Any) -> str:
    file.seek(0)
    of_leaves = file.read(len(_NUMPY)) == _NUMPY
    return ", but perhaps by `tree_serialise_leaves`: use `tree_deserialise_leaves`" if of_leaves else ""


def _plain(x: Any) -> np.ndarray[Any, Any]:
    """A leaf as an array of a dtype that NumPy's format has."""
    said = about(x)
    if said.kind == "key":
        return as_numpy(jax.random.key_data(x))
    if said.kind == "int":
        digits: np.ndarray[Any, Any] = np.asarray(str(x))  # of any size
        return digits
    array = as_numpy(x) if said.kind == "array" else np.asarray(x)
    if has_format(array.dtype):
        native: np.ndarray[Any, Any] = array.astype(array.dtype.newbyteorder("="), copy=False)
        return native
    raw: np.ndarray[Any, Any] = np.ascontiguousarray(array).reshape(array.shape).view(f"u{array.dtype.itemsize}")
    return raw
