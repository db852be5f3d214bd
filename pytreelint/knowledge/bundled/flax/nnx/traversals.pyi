# What pytreelint knows of flax.nnx.traversals (flax 0.12.8); see tools/generate_bundles.py.

from flax import struct as struct
import flax
import typing
from pytreelint.bundled import made, many, of, one

@flax.struct.dataclass
class _EmptyNode:
    pass

empty_node = made(_EmptyNode)

def flatten_mapping(xs: dict[typing.Any, typing.Any], /, *, keep_empty_nodes: bool=False, is_leaf=None, sep: None | str=None):
    return (one(many('dict', rest=xs), {}, many('dict', rest=made(_EmptyNode)), many('dict', rest=of('unknown'))) if keep_empty_nodes else one(many('dict', rest=xs), {}, many('dict', rest=of('unknown'))))

def flatten_to_sequence(xs: dict[typing.Any, typing.Any], /, *, is_leaf=None):
    return many('list', rest=(many('tuple', rest=of('unknown')), (one(xs, of('unknown')) if is_leaf is None else one(xs, many('dict', rest=of('unknown')), of('unknown')))))

def unflatten_mapping(xs, /, *, sep: str | None=None):
    return one({}, many('dict', rest=of('unknown')), many('dict', rest={}))
