# What pytreelint knows of lineax._solution (lineax 0.1.1); see tools/generate_bundles.py.

from equinox._enum import Enumeration
import equinox
import typing
from pytreelint.bundled import of

class RESULTS(Enumeration):
    successful = ''
    max_steps_reached = of('str')
    singular = of('str')
    breakdown = of('str')
    stagnation = of('str')
    conlim = of('str')
    nonfinite_input = of('str')

class Solution(equinox.Module):
    value: typing.Any
    result: RESULTS
    stats: dict[typing.Any, typing.Any]
    state: typing.Any
