import jax.numpy as jnp

from kernels.base import Kernel


class SigKernel(Kernel):
    refinement: int
    static_kernel: str = "rbf"

    def evaluate(self, x, y):
        d2 = jnp.sum((x - y) ** 2)
        return jnp.exp(-d2) if self.static_kernel == "rbf" else x @ y
