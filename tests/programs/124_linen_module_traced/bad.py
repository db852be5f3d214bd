import flax.linen as nn
import jax
import jax.numpy as jnp


class Critic(nn.Module):
    features: int

    def setup(self):
        self.body = nn.Dense(self.features)
        self.head = nn.Dense(1)

    def __call__(self, x):
        return self.head(self.encode(x))

    def encode(self, x):
        return nn.relu(self.body(x))


@jax.jit  # expect: PTL212
def update(model, params, x):
    return model.apply(params, x, method=model.encode)


critic = Critic(8)
params = critic.init(jax.random.PRNGKey(0), jnp.ones(3))
print(update(critic, params, jnp.ones(3)).shape)
