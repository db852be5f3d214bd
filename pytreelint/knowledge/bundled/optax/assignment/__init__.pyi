# What pytreelint knows of optax.assignment (optax 0.2.8); see tools/generate_bundles.py.

from optax.assignment._hungarian_algorithm import base_hungarian_algorithm
from optax.assignment._hungarian_algorithm import hungarian_algorithm
