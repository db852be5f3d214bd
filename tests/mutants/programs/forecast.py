"""Forecasts with an ensemble of filters in Equinox's style; right as it stands."""

import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr


class Filter(eqx.Module):
    weights: jax.Array
    lag: int
    name: str

    def __init__(self, lag, name, key):
        self.weights = jr.normal(key, (lag,)) / lag
        self.lag = lag
        self.name = name

    def __call__(self, window):
        return jnp.dot(self.weights, window[-self.lag :])


@eqx.filter_jit
def forecast(model, series, steps):
    for _ in range(steps):
        series = jnp.append(series, model(series))
    return series[-steps:]


@eqx.filter_vmap(in_axes=(eqx.if_array(0), None))
def each(model, window):
    return model(window)


def main():
    key, members_key, noise_key = jr.split(jr.key(0), 3)
    series = jnp.sin(jnp.arange(8.0)) + 0.01 * jr.normal(noise_key, (8,))
    print(forecast(Filter(3, "short", key), series, 2).shape)
    make = eqx.filter_vmap(lambda k: Filter(4, "long", k))
    print(each(make(jr.split(members_key, 5)), series).shape)


if __name__ == "__main__":
    main()
