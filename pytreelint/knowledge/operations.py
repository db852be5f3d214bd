"""Functions whose result follows from their arguments: what each does, in one word. The model knows the words.

Use::

    OPERATIONS.get("functools.partial")    # -> "partial"
"""

from __future__ import annotations

from pytreelint.knowledge.operators import BINARY, COMPARING, UNARY, function_of
from pytreelint.knowledge.own import with_runtime

_OPERATIONS: dict[str, str] = {
    "functools.partial": "partial",
    "jax.tree_util.Partial": "tree-partial",
    "functools.singledispatch": "dispatched",
    "functools.singledispatchmethod": "dispatched-method",
    "functools.singledispatch.register": "registering",
    "dataclasses.fields": "fields",
    "dataclasses.asdict": "as-dict",
    "dataclasses.astuple": "as-tuple",
    "flax.nnx.split": "graph-split",
    "flax.nnx.state": "graph-state",
    "flax.nnx.merge": "graph-merge",
    "flax.nnx.update": "graph-update",
    "dataclasses.replace": "replace",
    "copy.replace": "replace",
    "copy.copy": "copied",
    "copy.deepcopy": "copied",
    "equinox._doc_utils.doc_repr": "same",
    "typing.cast": "second",
    "tyro.cli": "instance-of",
    "tyro.from_yaml": "instance-of",
    "pyrallis.parse": "instance-of",
    "draccus.parse": "instance-of",
    "simple_parsing.parse": "instance-of",
    "equinox.tree_at": "tree-at",
    "equinox.partition": "partition",
    "equinox.filter": "filter",
    "equinox.combine": "combine",
    "equinox.is_array": "is-array",
    "equinox.is_inexact_array": "is-inexact-array",
    "equinox.apply_updates": "same",
    "equinox.error_if": "same",
    "equinox.branched_error_if": "same",
    "equinox.tree_equal": "unknown",
    "optax.apply_updates": "updates-added",
    "equinox.tree_inference": "inference",
    "equinox.nn.inference_mode": "inference",
    "equinox.filter_shard": "same",
    "equinox.tree_deserialise_leaves": "read-like",
    "equinox.nn.make_with_state": "with-state",
    "equinox.nn.make_with_state()": "model-and-state",
    "equinox.debug.announce_transform": "same",
    "jax.lax.axis_index": "axis-number",
    "jax.device_put": "arrays-of",
    "jax.device_put_replicated": "arrays-of",
    "jax.device_put_sharded": "arrays-of-element",
    "jax.device_get": "host-arrays-of",
    "flax.jax_utils.replicate": "arrays-of",
    "flax.jax_utils.unreplicate": "arrays-of",
    "jax.block_until_ready": "same",
    "jax.lax.stop_gradient": "arrays-of",
    "jax.lax.with_sharding_constraint": "same",
    "jax.lax.pmean": "same",
    "jax.lax.psum": "same",
    "jax.lax.pmax": "same",
    "jax.tree.map": "tree-map",
    "jax.tree.map_with_path": "tree-map-path",
    "jax.tree.leaves": "tree-leaves",
    "jax.tree.flatten": "tree-flatten",
    "jax.tree.structure": "tree-structure",
    "jax.tree.unflatten": "tree-unflatten",
    "jax.tree_util.PyTreeDef.unflatten": "treedef-unflatten",
    "jax.tree.transpose": "tree-transpose",
    "jax.tree.reduce": "tree-reduce",
    "jax.flatten_util.ravel_pytree": "tree-ravel",
    "jax.flatten_util.ravel_pytree.unravel": "unraveled",
    "builtins.super": "super",
    "builtins.tuple": "tuple",
    "builtins.list": "list",
    "builtins.dict": "dict",
    "builtins.dict.fromkeys": "from-keys",
    "builtins.set": "set",
    "builtins.frozenset": "frozenset",
    "builtins.len": "length",
    "builtins.int": "as-int",
    "builtins.round": "round",
    "builtins.hash": "int",
    "builtins.id": "int",
    "builtins.float": "as-float",
    "builtins.complex": "as-complex",
    "builtins.bool": "as-bool",
    "builtins.all": "all",
    "builtins.any": "any",
    "builtins.isinstance": "isinstance",
    "jax.core.is_concrete": "is-concrete",
    "jax.core.trace_state_clean": "outside-of-traces",
    "jax._src.core.trace_state_clean": "outside-of-traces",
    "jax._src.core.trace_ctx.is_top_level": "outside-of-traces",
    "builtins.issubclass": "bool",
    "builtins.callable": "callable",
    "builtins.hasattr": "hasattr",
    "builtins.str": "as-text",
    "builtins.repr": "str",
    "builtins.format": "str",
    "builtins.range": "range",
    "builtins.enumerate": "enumerate",
    "builtins.zip": "zip",
    "builtins.reversed": "reversed",
    "builtins.sorted": "sorted",
    "builtins.map": "map",
    "builtins.filter": "filter-builtin",
    "builtins.next": "element",
    "builtins.iter": "iter",
    "builtins.staticmethod": "same",
    "builtins.abs": "absolute",
    "builtins.max": "any-of",
    "builtins.min": "any-of",
    "builtins.sum": "sum",
    "builtins.getattr": "getattr",
    "builtins.setattr": "setattr",
    "builtins.delattr": "delattr",
    "builtins.type": "type",
    "builtins.print": "none",
    "builtins.open": "unknown",
    "builtins.vars": "vars",
    "builtins.globals": "globals",
    "importlib.import_module": "imported",
    "builtins.object": "sentinel",
    "object.__setattr__": "object-setattr",
    "builtins.object.__setattr__": "object-setattr",
    "object.__init__": "none",
    "object.__init_subclass__": "none",
    "object.__post_init__": "none",
    "object.__new__": "object-new",
    "builtins.object.__new__": "object-new",
    "collections.OrderedDict": "dict",
    "collections.defaultdict": "default-dict",
    "itertools.count": "counter",
    "collections.namedtuple": "namedtuple",
    "types.SimpleNamespace": "namespace",
    "argparse.Namespace": "namespace",
    "typing.NamedTuple": "namedtuple",
    "math.prod": "number",
    "tqdm.trange": "range",
    "tqdm.auto.trange": "range",
    "tqdm.notebook.trange": "range",
    "functools.reduce": "reduce",
    "itertools.repeat": "repeat",
    "itertools.chain": "chain",
    "itertools.chain.from_iterable": "chain-rows",
    "itertools.product": "product",
    "itertools.combinations": "combinations",
    "itertools.combinations_with_replacement": "combinations",
    "itertools.permutations": "combinations",
    "itertools.islice": "some-of",
    "itertools.cycle": "some-of",
    "itertools.takewhile": "some-of-second",
    "itertools.dropwhile": "some-of-second",
    "itertools.filterfalse": "some-of-second",
    "itertools.compress": "some-of",
    "itertools.pairwise": "pairwise",
    "itertools.starmap": "starmap",
    "operator.index": "int",
    "haiku.transform": "pure-pair",
    "haiku.transform_with_state": "pure-pair-with-state",
    "haiku.without_apply_rng": "without-key",
    "haiku.without_state": "without-state",
    "pytreelint.pairs.keyed": "keyed",
    **{function_of(name): f"operator-{name}" for name in (*BINARY, *UNARY, *COMPARING)},
    "operator.itemgetter": "item-getter",
    "operator.attrgetter": "attribute-getter",
    "operator.methodcaller": "method-caller",
    # The words of bundled stubs, see `bundles`.
    "pytreelint.bundled.of": "bundled-of",
    "pytreelint.bundled.made": "bundled-made",
    "pytreelint.bundled.some": "bundled-some",
    "pytreelint.bundled.put": "bundled-put",
    "pytreelint.bundled.many": "bundled-many",
    "pytreelint.bundled.one": "bundled-one",
    "pytreelint.bundled.each": "bundled-each",
    "pytreelint.bundled.drawn": "bundled-drawn",
    "pytreelint.runtime.move": "same",
    "pytreelint.runtime.share_through": "same",
}
OPERATIONS = with_runtime(_OPERATIONS)

# Which leaves a filter function keeps, for `partition` and `filter`.
_FILTERS: dict[str, str] = {
    "equinox.is_array": "arrays",
    "equinox.is_inexact_array": "inexact",
    "equinox.is_array_like": "array-like",
    "equinox.is_inexact_array_like": "inexact-like",
}
FILTERS = with_runtime(_FILTERS)
ARRAY_FILTERS = ("arrays", "inexact")  # those that keep nothing but arrays
ARRAY_TESTS = frozenset(name.rpartition(".")[2] for name, word in FILTERS.items() if word in ARRAY_FILTERS)

# What `make_with_state` gives, the class of the state that its model is taken out of, and where that is in a model.
WITH_STATE = "equinox.nn.make_with_state()"
STATE = ("equinox.nn", "State")
STATE_INDEX = ("equinox.nn.StateIndex", "init")
# What keeps an array from being trained at the place where it is read.
FREEZE = "jax.lax.stop_gradient"
# Where a transform has no filtered twin at hand: its argument, split by hand.
PARTITION = "import equinox as eqx; arrays, rest = eqx.partition(tree, eqx.is_array)"

TREE_MAP = "jax.tree.map"
TREE_FILTER, TREE_PARTITION = "equinox.filter", "equinox.partition"
TREE_LEAVES = "jax.tree.leaves"
TREE_REDUCE = "jax.tree.reduce"
# The structure of a tree, what makes a tree of it, the method that does the same, the second result of `ravel_pytree`.
STRUCTURE = "jax.tree_util.PyTreeDef"
UNFLATTEN, UNFLATTEN_METHOD = "jax.tree.unflatten", "unflatten"
UNRAVEL = "jax.flatten_util.ravel_pytree.unravel"
_NUMBERS = frozenset(f"builtins.{name}" for name in ("int", "float", "complex", "bool"))


def holds_number(base: str) -> bool:
    """Whether JAX may take an instance of a subclass for a number or an array: `class Celsius(float)`."""
    return base in _NUMBERS or base.partition(".")[0] in ("numpy", "jax", "jaxlib")


# What `isinstance` is asked with for arrays, and the flavour that it means.
# What cannot be a base, though it reads like a class of arrays; a function raises where the class is defined.
ARRAY_BASES: dict[str, str] = {
    "jax.Array": "class",
    "jax.numpy.array": "function",
    "jax.numpy.asarray": "function",
}
ARRAY_CLASSES: dict[str, str] = {"jax.Array": "jax", "jax.numpy.ndarray": "jax", "numpy.ndarray": "numpy"}

# The nodes that `flax.nnx.split` gives.
STRUCTURES, STATES = "flax.nnx.GraphDef", "flax.nnx.State"
MERGE = "flax.nnx.merge"  # which builds a graph of them
