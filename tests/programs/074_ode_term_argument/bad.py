import jax
import jax.numpy as jnp
from diffrax import diffeqsolve, Dopri5, ODETerm, SaveAt


def f(t, y, args):
    return -y


def ivp(term, t1, y0):
    sol = diffeqsolve(term, Dopri5(), t0=0, t1=t1, dt0=0.1, y0=y0, saveat=SaveAt(t1=True))
    return sol.ys


ivp_jit = jax.jit(ivp)  # expect: PTL201
print(ivp_jit(ODETerm(f), 1.0, jnp.ones(2)).round(2))
