"""What `results` and `annotations` say about public names holds under the installed jax and numpy."""

from __future__ import annotations

import sys
import types
import typing
from typing import Any

import jax
import jax.numpy as jnp
import jax.scipy.stats
import numpy as np
import pytest

from pytreelint.knowledge.annotations import ANNOTATIONS
from pytreelint.knowledge.known import knows
from pytreelint.knowledge.results import Spec, _table, exists, lookup, parse
from pytreelint.knowledge.results_by_hand import results_by_hand
from tests.knowledge.building import installed, load

MODULES = sorted(_table())


def kind_of(name: str) -> str:
    """The kind that the tables know."""
    fact = lookup(name)
    return fact.kind if fact else ""


def _kind(value: Any) -> str:
    if isinstance(value, types.ModuleType):
        return "module"
    if typing.get_origin(value) is not None:
        return "value"
    if type(value).__name__ == "_ScalarMeta":
        return "dtype"
    if isinstance(value, type):
        return "dtype" if issubclass(value, np.generic) else "class"
    return "function" if callable(value) else "value"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("module", MODULES)
def test_kinds(module: str) -> None:
    wrong = []
    for name in _table()[module]:
        dotted = f"{module}.{name}"
        if dotted in results_by_hand() or not installed(dotted):
            continue
        kind = kind_of(dotted)
        if kind != _kind(load(dotted)) and not (kind == "dtype" and isinstance(load(dotted), np.dtype)):
            wrong.append((dotted, kind))
    assert wrong == []


FLOATS, INTEGERS, KEY = jnp.ones((2, 2)), jnp.arange(3), jax.random.key(0)
CALLS: list[tuple[str, tuple[Any, ...]]] = [
    ("jax.numpy.zeros", (3,)),
    ("jax.numpy.array", ([1.0, 2.0],)),
    ("jax.numpy.linspace", (0, 1, 3)),
    ("jax.numpy.argmax", (FLOATS,)),
    ("jax.numpy.isnan", (FLOATS,)),
    ("jax.numpy.meshgrid", (INTEGERS, INTEGERS)),
    ("jax.numpy.shape", (FLOATS,)),
    ("jax.numpy.divmod", (FLOATS, FLOATS)),
    ("jax.numpy.unstack", (FLOATS,)),
    ("jax.numpy.float32", (3,)),
    ("jax.numpy.int32", (3,)),
    ("jax.numpy.linalg.svd", (FLOATS,)),
    ("jax.numpy.linalg.norm", (FLOATS,)),
    ("jax.numpy.linalg.eigh", (FLOATS,)),
    ("jax.numpy.fft.fft", (FLOATS,)),
    ("jax.random.key", (0,)),
    ("jax.random.fold_in", (KEY, 1)),
    ("jax.random.normal", (KEY, (3,))),
    ("jax.random.randint", (KEY, (3,), 0, 4)),
    ("jax.random.bernoulli", (KEY,)),
    ("jax.nn.relu", (FLOATS,)),
    ("jax.nn.one_hot", (INTEGERS, 3)),
    ("jax.nn.initializers.glorot_normal", ()),
    ("jax.nn.initializers.zeros", (KEY, (3,))),
    ("jax.lax.top_k", (FLOATS, 1)),
    ("jax.lax.rsqrt", (FLOATS,)),
    ("jax.lax.iota", (jnp.int32, 3)),
    ("jax.lax.dynamic_slice", (INTEGERS, (0,), (1,))),
    ("jax.flatten_util.ravel_pytree", ({"a": FLOATS},)),
    ("jax.scipy.special.logsumexp", (FLOATS,)),
    ("jax.scipy.stats.norm.logpdf", (FLOATS,)),
    ("jax.device_count", ()),
    ("jax.devices", ()),
    ("jax.ShapeDtypeStruct", ((3,), jnp.float32)),
    ("numpy.zeros", (3,)),
    ("numpy.array", ([1, 2],)),
    ("numpy.sqrt", (2.0,)),
    ("numpy.sqrt", (np.ones(3),)),
    ("numpy.sum", (np.ones(3),)),
    ("numpy.mean", (np.ones(3),)),
    ("numpy.float32", (3,)),
    ("numpy.dtype", ("float32",)),
    ("numpy.linalg.norm", (np.ones(3),)),
    ("numpy.random.normal", ()),
    ("numpy.random.rand", (3,)),
    ("numpy.meshgrid", (np.ones(3), np.ones(3))),
    ("math.sqrt", (2.0,)),
    ("math.floor", (2.0,)),
]


def matches(spec: Spec, value: Any) -> bool:
    """Whether a value is what a spec says."""
    scalars = {"int": int, "float": float, "bool": bool, "complex": complex, "str": str}
    match spec.head:
        case "array":
            flavours: dict[str, Any] = {"jax": jax.Array, "numpy": np.ndarray, "numpy-scalar": np.generic}
            return isinstance(value, flavours[spec.details[0]]) and _is_dtype(spec.details[1], value)
        case "elementwise" | "reduction":
            return isinstance(value, np.ndarray | np.generic) and _is_dtype(spec.details[1], value)
        case "drawn":
            return isinstance(value, np.ndarray | float | int)
        case "key":
            return bool(jnp.issubdtype(value.dtype, jax.dtypes.prng_key))
        case "tuple" | "list":
            items = spec.items * len(value) if spec.many else spec.items
            return len(items) == len(value) and all(matches(i, v) for i, v in zip(items, value, strict=True))
        case "function":
            return callable(value)
        case "dtype":
            return isinstance(value, np.dtype)
        case "shape-struct":
            return isinstance(value, jax.ShapeDtypeStruct)
        case "object":
            return value is not None
    return type(value) is scalars[spec.head]


def _is_dtype(dtype: str, value: Any) -> bool:
    kinds: dict[str, Any] = {"inexact": jnp.inexact, "integer": jnp.integer, "bool": jnp.bool_}
    return dtype.startswith(("?", "@")) or bool(jnp.issubdtype(np.asarray(value).dtype, kinds[dtype]))


@pytest.mark.parametrize(("name", "arguments"), CALLS, ids=lambda value: value if isinstance(value, str) else "")
def test_results(name: str, arguments: tuple[Any, ...]) -> None:
    fact = lookup(name)
    assert fact is not None and matches(fact.spec, load(name)(*arguments))


DTYPES = [
    ("jax.numpy.add", (FLOATS, FLOATS), (INTEGERS, INTEGERS)),
    ("jax.numpy.sum", (FLOATS,), (INTEGERS,)),
    ("jax.numpy.reshape", (FLOATS, (-1,)), (INTEGERS, (-1,))),
    ("jax.numpy.concatenate", ([FLOATS, FLOATS],), ([INTEGERS, INTEGERS],)),
]


@pytest.mark.parametrize(
    ("name", "floats", "integers"), DTYPES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_dtypes_that_follow_the_arguments(name: str, floats: tuple[Any, ...], integers: tuple[Any, ...]) -> None:
    fact = lookup(name)
    assert fact is not None and fact.spec.details[1] in ("@0", "@*")
    assert jnp.issubdtype(load(name)(*floats).dtype, jnp.inexact)
    assert jnp.issubdtype(load(name)(*integers).dtype, jnp.integer)


DRAWN = [name for name, what in results_by_hand().items() if what.startswith("function drawn")]


@pytest.mark.parametrize("name", [name for name in DRAWN if name.startswith("numpy.random.RandomState")])
def test_samples_are_arrays_when_a_size_is_given(name: str) -> None:
    method = getattr(np.random.RandomState(0), name.rpartition(".")[2], None)
    fact = lookup(name)
    assert fact is not None
    if method is None:  # the new generators' own: `integers`
        assert hasattr(np.random.default_rng(0), name.rpartition(".")[2])
        return
    position = int(fact.spec.details[1])
    for parameters in ((1, 2, 3), (0.1, 0.5, 0.7), (3, 0.5, 1)):
        try:
            sample, number = method(*parameters[:position], 4), method(*parameters[:position])
        except (ValueError, TypeError):
            continue
        assert isinstance(sample, np.ndarray) and not isinstance(number, np.ndarray)
        return
    pytest.fail("no parameters fit")


def test_specs_are_parsed() -> None:
    assert parse("array:jax:inexact") == Spec("array", ("jax", "inexact"))
    assert parse("list(array:jax:?*)") == Spec("list", (), (Spec("array", ("jax", "?")),), many=True)
    nested = parse("tuple(list(tuple(int)*), object)")
    assert (
        nested.items[0].many and nested.items[0].items[0].items == (Spec("int"),) and nested.items[1] == Spec("object")
    )
    assert not parse("tuple(array:jax:@*)").many


def test_what_is_not_known_is_said_so() -> None:
    assert not exists("jax.numpy.no_such_name") and lookup("jax.numpy.no_such_name") is None
    assert kind_of("mine.relu") == ""
    assert exists("jax.numpy.asarray") and knows("chex.Array") and not knows("chex.no_such_name")


def test_functions_are_known_as_values() -> None:
    for name in ("jax.nn.relu", "jax.numpy.tanh", "numpy.sin", "jax.nn.initializers.glorot_normal", "math.sin"):
        assert kind_of(name) == "function"
    assert kind_of("jax.numpy.float32") == "dtype" and kind_of("jax.numpy.pi") == "value"
    assert kind_of("jax.Array") == "class" and kind_of("jax.lax") == "module"


LEGACY = {
    "jax.random.KeyArray",
    "jax.random.PRNGKeyArray",
    "jax.numpy.DeviceArray",
    "jaxlib.xla_extension.ArrayImpl",
    "jaxlib.xla_extension.DeviceArray",
    "jaxlib.xla_extension.PyTreeDef",
    "jax.interpreters.xla.DeviceArray",
    "jax.sharding.PositionalSharding",
}
IGNORED = ("builtins.None", "typing.ReadOnly", "typing_extensions.", "typing.InitVar", "typing.MutableSet", "jax.core.")


@pytest.mark.filterwarnings("ignore")
def test_annotations_exist() -> None:
    names = [n for n in ANNOTATIONS if n not in LEGACY and not n.startswith(IGNORED) and installed(n.split(".")[0])]
    missing = [name for name in names if not installed(name)]
    assert missing == []


def test_function_names_used_as_annotations_mean_arrays() -> None:
    for name in ("jax.numpy.array", "jax.numpy.asarray", "numpy.array", "jax.numpy.ndarray"):
        assert ANNOTATIONS[name].startswith("array:")


def test_no_class_that_jax_flattens_is_told_to_be_an_opaque_object() -> None:
    from jax._src.tree_util import _registry  # there is no public way to ask for a class

    wrong = []
    for cls in _registry:
        module = cls.__module__.replace("._src", "")
        public = [
            name for name in (module, module.rpartition(".")[0]) if getattr(_module(name), cls.__name__, None) is cls
        ]
        facts = [lookup(f"{name}.{cls.__name__}") for name in public]
        wrong += [cls for fact in facts if fact is not None and fact.spec.head == "object"]
    assert not wrong


def _module(name: str) -> object:
    return sys.modules.get(name)
