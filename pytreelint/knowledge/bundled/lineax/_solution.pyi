# What pytreelint knows of lineax._solution (lineax 0.1.1); see tools/generate_bundles.py.

import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import of

class RESULTS(equinox.Enumeration, of('unknown')):
    successful = ''
    max_steps_reached = of('str')
    singular = of('str')
    breakdown = of('str')
    stagnation = of('str')
    conlim = of('str')
    nonfinite_input = of('str')

class Solution(equinox.Module):
    value: jaxtyping.PyTree[jax.Array]
    result: typing.Any
    stats: dict[typing.Any, typing.Any]
    state: typing.Any
