"""What an annotation says: the names of types in the standard library and in the libraries of the field.

Use::

    ANNOTATIONS.get("jaxtyping.Float")      # -> "array:any:inexact", whatever stands in its brackets
    ANNOTATIONS.get("typing.Optional")      # -> "optional": read the brackets
    ANNOTATIONS.get("jax.numpy.asarray")    # -> "array:jax:?": a function, but people mean "array"

The words are those of `results.py` for what an instance is, and for what takes brackets: "optional", "union",
"literal", "wrapper" (look at the first item), "class-variable", "container:KIND". A name that says nothing certain
(`Any`) is not in the table.

"array-like" is an array or a number, "tree" any structure whose leaves are what the brackets say, "array-tree" one of
arrays, "iterable" what can be gone through. "new-type" and "type-variable" make names of types when they are called.

A `Callable` may be a Module with arrays; "function" is what the word says, not what every instance is.
"""

from __future__ import annotations

_JAXTYPING = {
    "array:any:inexact": "Float Float16 Float32 Float64 BFloat16 Inexact Complex Complex64 Complex128 "
    "Float8e4m3b11fnuz Float8e4m3fn Float8e4m3fnuz Float8e5m2 Float8e5m2fnuz",
    "array:any:integer": "Int Int2 Int4 Int8 Int16 Int32 Int64 UInt UInt2 UInt4 UInt8 UInt16 UInt32 UInt64 Integer",
    "array:any:bool": "Bool",
    "array:any:?": "Shaped Num Real",
    "array:jax:?": "Array Scalar",
    "key": "Key PRNGKeyArray",
    "array-like": "ArrayLike ScalarLike",
    "tree": "PyTree PyTreeDef",  # many write the type of a structure where they mean a tree
}
# In a project, many mean a PyTree by it; libraries mean its structure.
# And some write `state: type` for an instance of a class that is chosen, or made, later; `Type[State]` for one of it.
AMBIGUOUS = frozenset(
    {
        *(f"{module}.PyTreeDef" for module in ("jaxtyping", "jax.tree_util", "jaxlib.xla_extension")),
        *("builtins.type", "typing.Type", "typing_extensions.Type"),
    }
)
# What only a constructor is given, and hands to `__post_init__`: no field (Python 3.11).
INIT_VAR = "dataclasses.InitVar"
# `Float[Array, "n"]` is an array; `Float` alone is written for numbers, too.
DTYPES_ALONE = frozenset(
    f"jaxtyping.{name}"
    for word in ("array:any:inexact", "array:any:integer", "array:any:bool", "array:any:?")
    for name in _JAXTYPING[word].split()
)

# SciPy's sparse matrices and arrays.
SPARSE = " ".join(
    f"{kind}_{what}" for kind in ["bsr", "coo", "csc", "csr", "dia", "dok", "lil"] for what in ("array", "matrix")
)

_TYPES: dict[str, dict[str, str]] = {
    "jaxtyping": _JAXTYPING,
    "jax": {
        "array:jax:?": "Array",
        "shape-struct": "ShapeDtypeStruct",
        "object": "Device",
    },
    # Functions, used as annotations by many: read them as what they make.
    # A dtype in place of a type means an array of it, or a number.
    "jax.numpy": {
        "array:jax:?": "ndarray array asarray zeros ones DeviceArray",
        "dtype": "dtype",
        "array-like": "bfloat16 bool bool_ complex64 complex128 float16 float32 float64 int8 int16 int32 int64 uint8 "
        "uint16 uint32 uint64",
    },
    "jax.random": {"key": "PRNGKey key PRNGKeyArray KeyArray"},
    "jax.sharding": {"object": "Mesh NamedSharding PartitionSpec Sharding PositionalSharding SingleDeviceSharding"},
    "jax.tree_util": {"tree": "PyTreeDef"},
    "jax.nn.initializers": {"function": "Initializer"},
    "jax.core": {"array:jax:?": "Tracer", "object": "Jaxpr ClosedJaxpr"},
    "jax.interpreters.xla": {"array:jax:?": "DeviceArray"},
    "numpy": {
        "array:numpy:?": "ndarray array asarray matrix",
        "array:numpy-scalar:inexact": "float16 float32 float64 complex64 complex128 floating inexact longdouble",
        "array:numpy-scalar:integer": "int8 int16 int32 int64 uint8 uint16 uint32 uint64 integer",
        "array:numpy-scalar:bool": "bool_",
        "array:numpy-scalar:?": "generic number",
        "dtype": "dtype",
        "function": "ufunc",
        "object:numpy.random.Generator": "random.Generator",
    },
    # Without a hash, and compared item by item, as NumPy's arrays.
    "scipy.sparse": {"array:sparse:?": SPARSE},
    "numpy.typing": {"array:numpy:?": "NDArray", "dtype": "DTypeLike"},
    "jax.typing": {"dtype": "DTypeLike", "array-like": "ArrayLike"},
    "chex": {
        "array:any:?": "Array",
        "array:jax:?": "ArrayDevice ArrayBatched ArraySharded",
        "array:numpy:?": "ArrayNumpy",
        "key": "PRNGKey",
        "array-like": "Numeric",
        "array-tree": "ArrayTree ArrayDeviceTree ArrayNumpyTree",
        "container:tuple": "Shape",
        "dtype": "ArrayDType",
        "object": "Device",
    },
    # No fields: the subclass declares them.
    "equinox": {"class-variable": "AbstractVar AbstractClassVar"},
    "pandas": {"object": "DataFrame Series"},
    "optax": {"function": "TransformInitFn TransformUpdateFn TransformUpdateExtraArgsFn Schedule"},
    "flax.typing": {"dtype": "Dtype", "array:any:?": "Array", "key": "PRNGKey", "function": "Initializer"},
    "jaxlib.xla_extension": {"array:jax:?": "ArrayImpl DeviceArray", "tree": "PyTreeDef"},
    "flax.nnx": {"array:jax:?:variable": "Param Variable BatchStat Cache Intermediate", "function": "Initializer"},
    "flax.linen.initializers": {"function": "Initializer"},
    "builtins": {
        "int": "int",
        "float": "float",
        "complex": "complex",
        "bool": "bool",
        "str": "str",
        "bytes": "bytes",
        "object": "slice range memoryview bytearray",
        "class": "type",
        "container:tuple": "tuple",
        "container:list": "list",
        "container:dict": "dict",
        "container:set": "set",
        "container:frozenset": "frozenset",
        "none": "None",
    },
    "typing": {
        "function": "Callable",
        "optional": "Optional",
        "union": "Union",
        "literal": "Literal",
        "wrapper": "Annotated Final InitVar Required NotRequired ReadOnly Unpack",
        "class-variable": "ClassVar",
        "new-type": "NewType",
        "type-variable": "TypeVar",
        "class": "Type",
        "container:tuple": "Tuple",
        "container:list": "List Sequence MutableSequence",
        "container:dict": "Dict Mapping MutableMapping OrderedDict DefaultDict",
        "container:set": "Set MutableSet",
        "container:frozenset": "FrozenSet",
        "str": "Text LiteralString AnyStr",
        "object": "Pattern IO TextIO BinaryIO",
        "iterable": "Iterable Collection",
    },
    "collections.abc": {
        "function": "Callable",
        "container:list": "Sequence MutableSequence",
        "container:dict": "Mapping MutableMapping",
        "container:set": "Set MutableSet",
        "iterable": "Iterable Collection",
    },
    "collections": {"container:dict": "OrderedDict defaultdict Counter", "object": "deque"},
    "dataclasses": {"wrapper": "InitVar"},
    "types": {"function": "FunctionType MethodType LambdaType BuiltinFunctionType", "module": "ModuleType"},
    "functools": {"function": "partial"},
    "pathlib": {"object": "Path PurePath PosixPath"},
    "os": {"object": "PathLike"},
    "datetime": {"object": "datetime date timedelta"},
    "logging": {"object": "Logger"},
    "enum": {"object": "Enum IntEnum StrEnum Flag"},
    "fractions": {"object": "Fraction"},
}

ANNOTATIONS: dict[str, str] = {
    f"{module}.{name}": word
    for module, words in _TYPES.items()
    for word, names in words.items()
    for name in names.split()
}
# typing_extensions holds what typing holds.
ANNOTATIONS |= {
    name.replace("typing.", "typing_extensions.", 1): word
    for name, word in ANNOTATIONS.items()
    if name.startswith("typing.")
}
# What a class that derives from these describes: any object that has its methods.
PROTOCOLS = frozenset({"typing.Protocol", "typing_extensions.Protocol"})
# Read as lists, sets and dicts above; an instance may be a tuple, a frozenset or a mapping that can't be changed.
MAY_BE_IMMUTABLE = frozenset(
    f"{module}.{name}"
    for module in ("typing", "typing_extensions", "collections.abc")
    for name in ("Sequence", "Mapping", *(("Set",) if module == "collections.abc" else ()))
)
