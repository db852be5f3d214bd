# What pytreelint knows of diffrax._misc (diffrax 0.7.2); see tools/generate_bundles.py.

import typing
from pytreelint.bundled import of

def adjoint_rms_seminorm(x: tuple[typing.Any, typing.Any, typing.Any, typing.Any]):
    return of('array:jax:?')
