# What pytreelint knows of optimistix._solution (optimistix 0.1.0); see tools/generate_bundles.py.

from lineax._solution import RESULTS as RESULTS_
import equinox
import typing
from pytreelint.bundled import of

class RESULTS(RESULTS_):
    successful = ''
    nonlinear_max_steps_reached = of('str')
    nonlinear_divergence = 'Nonlinear solve diverged.'
    nonfinite = of('str')

class Solution(equinox.Module, typing.Generic):
    value: typing.Any
    result: typing.Any
    aux: typing.Any
    stats: dict[typing.Any, typing.Any]
    state: typing.Any
