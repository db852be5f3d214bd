# What pytreelint knows of equinox.nn._embedding (equinox 0.13.8); see tools/generate_bundles.py.

from equinox._misc import default_floating_dtype
import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import drawn, of

class Embedding(equinox.Module):
    num_embeddings: int = equinox.field(static=True)
    embedding_size: int = equinox.field(static=True)
    weight: jax.Array
    def __init__(self, num_embeddings: int | None=None, embedding_size: int | None=None, weight: jaxtyping.Float[jax.Array, '...'] | None=None, dtype=None, *, key: jax.random.PRNGKey | None=None):
        drawn(key if weight is None else None)
        self.weight = (of('array:jax:?') if weight is None else weight)
        self.num_embeddings = (of('int') if num_embeddings is None else num_embeddings)
        self.embedding_size = (of('int') if embedding_size is None else embedding_size)
    def __call__(self, x: jaxtyping.Int[jax.Array, '...'] | float, *, key: jax.random.PRNGKey | None=None):
        return of('array:any:?', declared=True)

class RotaryPositionalEmbedding(equinox.Module):
    embedding_size: int = equinox.field(static=True)
    theta: float = equinox.field(static=True, default=10000.0)
    dtype: typing.Any = equinox.field(static=True, default_factory=default_floating_dtype)
    def __check_init__(self):
        return None
    @staticmethod
    def rotate_half(x: jaxtyping.Float[jax.Array, '...']):
        return of('array:jax:?')
    @staticmethod
    def precompute_freqs_cis(embedding_size: int, end: int, theta: float, dtype):
        return (of('array:jax:?'), of('array:jax:?'))
    def __call__(self, x: jaxtyping.Float[jax.Array, '...'], *, key: jax.random.PRNGKey | None=None):
        return of('array:jax:?')
