# What pytreelint knows of diffrax._custom_types (diffrax 0.7.2); see tools/generate_bundles.py.

import equinox
import typing

class AbstractBrownianIncrement(equinox.Module):
    pass

class AbstractSpaceTimeLevyArea(AbstractBrownianIncrement):
    pass

class AbstractSpaceTimeTimeLevyArea(AbstractSpaceTimeLevyArea):
    pass

class BrownianIncrement(AbstractBrownianIncrement):
    dt: typing.Any
    W: typing.Any

class SpaceTimeLevyArea(AbstractSpaceTimeLevyArea):
    dt: typing.Any
    W: typing.Any
    H: typing.Any

class SpaceTimeTimeLevyArea(AbstractSpaceTimeTimeLevyArea):
    dt: typing.Any
    W: typing.Any
    H: typing.Any
    K: typing.Any
