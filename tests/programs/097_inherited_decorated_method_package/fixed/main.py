import jax.numpy as jnp
from kernels import SigKernel

kernel = SigKernel(refinement=2)
print(kernel.gram(jnp.ones((3, 2)), jnp.ones((4, 2))).shape)
