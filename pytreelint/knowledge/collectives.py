"""Operations over the devices of a mesh: which names they have, and what sums gradients over devices by itself.

Executed on eight devices by the fixtures of PTL404.
"""

from __future__ import annotations

# Transforms that sum the gradient of what all devices share, unless the option is False.
SUMS_GRADIENTS = {"jax.shard_map": "check_vma"}
IN_SPECS = "in_specs"
PARTITION = frozenset({"jax.sharding.PartitionSpec", "jax.P"})
REDUCTIONS = frozenset({"jax.lax.psum", "jax.lax.pmean"})
# What makes of values of the devices one that all share; and what gives each device a value of its own.
SHARING = REDUCTIONS | {"jax.lax.pmax", "jax.lax.pmin"}
OWNING = frozenset({"jax.lax.pcast", "jax.lax.pvary", "jax.lax.pbroadcast"})
# Collectives, and where they take the names of axes: by position, or as `axis_name`.
AXIS_NAME = "axis_name"
_REDUCING = "psum pmean pmax pmin all_gather all_to_all ppermute psum_scatter"
AXES_OF = {**{f"jax.lax.{name}": 1 for name in _REDUCING.split()}, "jax.lax.axis_index": 0, "jax.lax.axis_size": 0}
# Layers of libraries that run one over an axis that they were given, as a file names them.
LAYERS = ("BatchNorm",)
# Transforms that bind an axis by name, or those of a mesh: the option that says which, and its position (-1: none).
MESH = "mesh"
# What makes a mesh, and where it is told the names of its axes.
MESHES = {"jax.sharding.Mesh": 1, "jax.make_mesh": 1}
AXIS_NAMES = "axis_names"
BINDS_AXES = {
    "jax.vmap": (3, AXIS_NAME),
    "jax.pmap": (1, AXIS_NAME),
    "equinox.filter_vmap": (-1, AXIS_NAME),
    "equinox.filter_pmap": (-1, AXIS_NAME),
    "pytreelint.runtime.filter_vmap": (-1, AXIS_NAME),
    "pytreelint.runtime.filter_pmap": (-1, AXIS_NAME),
    "jax.shard_map": (-1, MESH),
    "jax.make_jaxpr": (-1, "axis_env"),  # pairs of a name and a size
}
# Those that map over all devices: nobody has another map around them.
OVER_DEVICES = frozenset({"jax.pmap", "equinox.filter_pmap", "pytreelint.runtime.filter_pmap"})
# And those that map over the devices of a mesh: a map around them that names an axis stands in the same file.
OVER_MESHES = frozenset(name for name, (_, option) in BINDS_AXES.items() if option == MESH)
# Whatever has to do with the values of other devices.
OF_DEVICES = frozenset(AXES_OF) | OWNING
