# What pytreelint knows of optax.second_order (optax 0.2.8); see tools/generate_bundles.py.

from optax.second_order._deprecated import fisher_diag
from optax.second_order._deprecated import hessian_diag
from optax.second_order._deprecated import hvp
