import jax
import jax.numpy as jnp
from diffrax import diffeqsolve, Dopri5, ODETerm, SaveAt


def f(t, y, args):
    return -args * y


term = ODETerm(f)
solver = Dopri5()


@jax.jit
def ivp(t1, y0, args):
    return diffeqsolve(term, solver, t0=0, t1=t1, dt0=0.1, y0=y0, args=args, saveat=SaveAt(t1=True)).ys


print(ivp(1.0, jnp.ones(2), {"rate": 1.0}["rate"]).round(2))
