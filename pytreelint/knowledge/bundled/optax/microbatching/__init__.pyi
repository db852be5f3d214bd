# What pytreelint knows of optax.microbatching (optax 0.2.8); see tools/generate_bundles.py.

from optax.microbatching._microbatching import AccumulationType as AccumulationType_
from optax.microbatching._microbatching import Accumulator as Accumulator_
from optax.microbatching._microbatching import micro_grad as micro_grad_
from optax.microbatching._microbatching import micro_vmap as micro_vmap_
from optax.microbatching._microbatching import microbatch as microbatch_
from optax.microbatching._microbatching import reshape_batch_axis as reshape_batch_axis_

Accumulator = Accumulator_

AccumulationType = AccumulationType_

microbatch = microbatch_

micro_grad = micro_grad_

micro_vmap = micro_vmap_

reshape_batch_axis = reshape_batch_axis_
