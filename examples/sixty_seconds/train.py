import jax
import jax.numpy as jnp

from net import Classifier


def loss(model, x, y):
    return jnp.mean((jax.vmap(model)(x) - y) ** 2)


def main():
    model = Classifier(jax.random.key(0))
    evaluate = jax.jit(loss)
    print(f"loss {evaluate(model, jnp.ones((8, 4)), jnp.zeros((8, 3))):.3f}")


if __name__ == "__main__":
    main()
