# What pytreelint knows of optax.schedules (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import StatefulSchedule
from optax.schedules._inject import InjectHyperparamsState
from optax.schedules._inject import InjectStatefulHyperparamsState
from optax.schedules._inject import WrappedSchedule
from optax.schedules._inject import inject_hyperparams
from optax.schedules._inject import inject_stateful_hyperparams
from optax.schedules._join import join_schedules
from optax.schedules._schedule import constant_schedule
from optax.schedules._schedule import cosine_decay_schedule
from optax.schedules._schedule import cosine_onecycle_schedule
from optax.schedules._schedule import exponential_decay
from optax.schedules._schedule import linear_onecycle_schedule
from optax.schedules._schedule import linear_schedule
from optax.schedules._schedule import piecewise_constant_schedule
from optax.schedules._schedule import piecewise_interpolate_schedule
from optax.schedules._schedule import polynomial_schedule
from optax.schedules._schedule import sgdr_schedule
from optax.schedules._schedule import warmup_constant_schedule
from optax.schedules._schedule import warmup_cosine_decay_schedule
from optax.schedules._schedule import warmup_exponential_decay_schedule
