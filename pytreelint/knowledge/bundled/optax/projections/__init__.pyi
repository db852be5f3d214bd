# What pytreelint knows of optax.projections (optax 0.2.8); see tools/generate_bundles.py.

from optax.projections._projections import projection_box
from optax.projections._projections import projection_halfspace
from optax.projections._projections import projection_hypercube
from optax.projections._projections import projection_hyperplane
from optax.projections._projections import projection_l1_ball
from optax.projections._projections import projection_l1_sphere
from optax.projections._projections import projection_l2_ball
from optax.projections._projections import projection_l2_sphere
from optax.projections._projections import projection_linf_ball
from optax.projections._projections import projection_non_negative
from optax.projections._projections import projection_simplex
from optax.projections._projections import projection_vector
