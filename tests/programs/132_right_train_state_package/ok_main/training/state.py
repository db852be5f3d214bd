from typing import Any, Callable

import flax.linen as nn
import jax
import optax
from flax import struct
from flax.training.train_state import TrainState as Base


class TrainState(Base):
    key: jax.Array
    batch_stats: Any
    loss_fn: Callable = struct.field(pytree_node=False)
    name: str = struct.field(pytree_node=False, default="run")


def create_state(key, x):
    model = nn.Dense(1)
    return TrainState.create(
        apply_fn=model.apply,
        params=model.init(key, x),
        tx=optax.chain(optax.clip(1.0), optax.adam(1e-3)),
        key=key,
        batch_stats={},
        loss_fn=optax.l2_loss,
    )
