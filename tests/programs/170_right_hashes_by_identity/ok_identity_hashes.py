import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
from flax import nnx
from jax import lax


class Cell(eqx.Module):
    w: jax.Array

    def __call__(self, carry, x):
        return carry, x * self.w

    def run(self, xs):
        return lax.scan(self.__call__, jnp.zeros(()), xs)[1]


@flax.struct.dataclass
class Filter:
    gain: jax.Array

    def update(self, carry, x):
        return carry + self.gain * x, carry


class Simulator:
    def __init__(self, gain):
        self.gain = gain

    def update(self, carry, x):
        return carry + self.gain * x, carry

    def keep_going(self, carry):
        return carry < 10

    def body(self, carry):
        return carry + 1


class Net(nnx.Module):
    def __init__(self, rngs):
        self.linear = nnx.Linear(2, 2, rngs=rngs)

    def apply(self, x):
        return self.linear(x)


xs = jnp.ones(3)
print(Cell(jnp.array(2.0)).run(xs))
print(lax.scan(Filter(jnp.array(2.0)).update, jnp.zeros(()), xs)[0])
sim = Simulator(jnp.array(2.0))
print(lax.scan(sim.update, jnp.zeros(()), xs)[0], lax.while_loop(sim.keep_going, sim.body, 0))
print(jax.jit(Net(nnx.Rngs(0)).apply)(jnp.ones(2)).shape)
