# What pytreelint knows of flax.linen.batch_apply (flax 0.12.8); see tools/generate_bundles.py.

from pytreelint.bundled import of, one

def ndim_at_least(x, num_dims):
    return of('unknown')

def arbitrary_mergeable_leaf(min_num_dims, args, kwargs):
    return one(of('unknown'), None)

def merge_leading_dims(x, num_dims):
    return one(x, of('unknown'))

def split_leading_dim(x, to_dim):
    return of('unknown')

class BatchApply:
    def __init__(self, f, num_dims=2):
        self._f = f
        self.num_dims = num_dims
    def __call__(self, *args, **kwargs):
        return of('unknown')
