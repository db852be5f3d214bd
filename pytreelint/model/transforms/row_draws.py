"""Keys from outside of a map that draw the same for each row of a batch, where a gradient is taken of what comes of it.

    def loss(model, batch, key):
        return jnp.mean(jax.vmap(lambda x: model(x, key=key))(batch))

Elsewhere one key for all rows may be meant: settings are compared with the same noise, or one crop is for all channels.
So it may where the rows are those of what is differentiated, as the members of an ensemble.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.objects import ROW_MAPS
from pytreelint.model.algebra.draws import repeated
from pytreelint.model.types.leaves import arrays
from pytreelint.model.values import marks
from pytreelint.model.values.identity import now
from pytreelint.model.values.states import facts
from pytreelint.model.values.value import Container, Object

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.sites import Operand
    from pytreelint.model.values.value import Transformed, Value


def judged(
    ev: Interpreter, wrapper: Transformed, operands: tuple[Operand, ...], frame: Frame, run: Callable[[], Value]
) -> Value:
    """Runs the function of a transform: what a map draws from a key that is no row of anything, it draws for each."""
    if wrapper.transform.name not in ROW_MAPS or not _is_differentiated(frame):
        return run()
    before, start = facts(frame), now()
    result = run()
    given = [each.value for each in operands if each.role != "unmapped"]
    if given and not any(_has_gradient(ev, each) for each in given):
        repeated(ev, before, frame, start, given, by_row=True)
    return result


def _is_differentiated(frame: Frame) -> bool:
    return any(trace.kind == "gradient" for trace in frame.tracing)


def _has_gradient(ev: Interpreter, value: Value) -> bool:
    """Whether a gradient may be taken by something in a value: of an unknown one that is not certain."""
    held = [leaf.value for leaf in arrays(ev, value)] if isinstance(value, (Object, Container)) else [value]
    return any(trace.kind == "gradient" for each in held for trace in marks.of(each))
