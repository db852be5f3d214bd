import dataclasses
import enum

import jax


class Phase(enum.Enum):
    WARMUP = enum.auto()


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class State:
    phase: Phase = dataclasses.field(metadata=dict(static=True))
    count: int


@jax.jit
def advance(state: State) -> State:
    return dataclasses.replace(state, count=state.count + 1)


print(advance(State(phase=Phase.WARMUP, count=1)).phase)
