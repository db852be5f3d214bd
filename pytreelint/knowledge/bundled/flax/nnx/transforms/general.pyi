# What pytreelint knows of flax.nnx.transforms.general (flax 0.12.8); see tools/generate_bundles.py.

from flax.nnx import extract as extract
from flax.nnx import graphlib as graphlib
from flax.typing import MISSING
from flax.typing import Missing
import functools
from pytreelint.bundled import made, of, one

A = of('object')

F = of('object')

def split_inputs(f=made(Missing), *, ctxtag: str='split_merge_inputs'):
    return one((functools.partial(split_inputs, ctxtag='split_merge_inputs') if ctxtag == 'split_merge_inputs' else functools.partial(split_inputs, ctxtag=ctxtag)), (lambda *args, **kwargs: of('unknown')))

def merge_inputs(f=made(Missing), *, ctxtag: str='split_merge_inputs'):
    return one((functools.partial(merge_inputs, ctxtag='split_merge_inputs') if ctxtag == 'split_merge_inputs' else functools.partial(merge_inputs, ctxtag=ctxtag)), (lambda *pure_args: (of('unknown'), of('unknown'))))
