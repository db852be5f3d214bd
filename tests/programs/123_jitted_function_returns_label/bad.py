import dataclasses
import enum

import jax


class Phase(enum.Enum):
    WARMUP = enum.auto()
    SAMPLE = enum.auto()


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class State:
    phase: Phase = dataclasses.field(metadata=dict(static=True))
    count: int


def current(state: State) -> Phase:
    return state.phase


jitted = jax.jit(current)  # expect: PTL205
print(jitted(State(phase=Phase.WARMUP, count=1)))
