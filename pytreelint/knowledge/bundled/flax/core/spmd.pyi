# What pytreelint knows of flax.core.spmd (flax 0.12.8); see tools/generate_bundles.py.

from flax.core import meta as meta
from flax.typing import LogicalRules
from flax.typing import Sharding
import typing
from pytreelint.bundled import many, of, one

def get_pspec(sharding, sharding_rules=None):
    return one(of('object'), None)

def map_sharding(f, sharding):
    return one(of('object'), of('unknown'), None)

def get_mesh(sharding):
    return one(None, of('unknown'))

def apply_rules(sharding, sharding_rules):
    return one(of('object'), of('unknown'), None)

def shard_value(value, out_sharding, sharding_rules, mesh):
    return one(value, of('unknown'))

def set_logical_axis_rules(rules: list[tuple[str, str | tuple[str, ...] | None]]):
    return None

def get_logical_axis_rules():
    return many('list', rest=(of('str'), one(of('str'), many('tuple', rest=of('str')), None)))

def logical_axis_rules(rules: list[tuple[str, str | tuple[str, ...] | None]]):
    return many('iterator', rest=None)

def composite_rules(rule1, rule2):
    return one((), rule1, rule2, many('tuple', rest=(of('unknown'), of('unknown'))))

def from_sharding_rules(sharding: tuple[str | tuple[str, ...] | None, ...], sharding_rules: list[tuple[str, str | tuple[str, ...] | None]]):
    return many('tuple', rest=one(of('str'), many('tuple', rest=of('str')), None))
