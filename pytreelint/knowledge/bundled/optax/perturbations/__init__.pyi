# What pytreelint knows of optax.perturbations (optax 0.2.8); see tools/generate_bundles.py.

from optax.perturbations._make_pert import Gumbel
from optax.perturbations._make_pert import Normal
from optax.perturbations._make_pert import make_perturbed_fun
