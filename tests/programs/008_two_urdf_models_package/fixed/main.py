import jax
from robot.parsers import build_model


@jax.jit
def reset_base(model, position):
    return position + model.offset


first = build_model("stickBot")
print(reset_base(first, 1.0))
second = build_model("stickBot")
print(reset_base(second, 2.0))
