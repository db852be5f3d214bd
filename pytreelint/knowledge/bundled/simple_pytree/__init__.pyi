# What pytreelint knows of simple_pytree (simple_pytree 0.2.2); see tools/generate_bundles.py.

from simple_pytree.dataclass import dataclass
from simple_pytree.pytree import PytreeMeta
