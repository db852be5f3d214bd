import jax

from .state import TrainState


@jax.jit
def train_step(state: TrainState, batch: jax.Array) -> TrainState:
    def loss(params):
        return state.loss_fn(state.apply_fn(params, batch)).mean()

    grads = jax.grad(loss)(state.params)
    return state.apply_gradients(grads=grads)


def fit(state, batch, epochs):
    state, _ = jax.lax.scan(lambda s, _: (train_step(s, batch), None), state, length=epochs)
    return state
