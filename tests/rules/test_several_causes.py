"""Several causes below one decorator, or in one `return`, are several findings; one cause is one."""

from pytreelint.testing import assert_findings

DEMANDS = """\
import jax
import jax.numpy as jnp


@jax.jit{mark}
def step(x, y, n):
    {body}
    return y
"""
TREE = """\
import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Net:
    def __init__(self, w, scale, shift):
        self.w, self.scale, self.shift = w, scale, shift

    def tree_flatten(self):
        return (self.w,), (self.scale, self.shift){mark}

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children, *aux)


print(jax.tree.leaves(Net(jnp.ones(2), {scale}, {shift})))
"""


def test_two_values_that_are_needed() -> None:
    body = "y = float(x.sum()) * y\n    y = y + len(range(n))"
    assert_findings(DEMANDS.format(mark="  # expect: PTL209, PTL209", body=body))


def test_one_value_that_is_needed_twice() -> None:
    body = "y = float(x.sum()) * y\n    y = y * int(jnp.max(x))"
    assert_findings(DEMANDS.format(mark="  # expect: PTL209", body=body))


def test_one_test_of_two_calls() -> None:
    body = "y = y + (1 if x.sum() > 0 else 2)"
    text = DEMANDS.format(mark="  # expect: PTL209", body=body)
    assert_findings(text + "\n\nstep(jnp.ones(2), 1.0, 2)\nstep(jnp.ones(3), 2.0, 3)\n")


def test_two_arrays_in_aux_data() -> None:
    mark = "  # expect: PTL106, PTL106"
    assert_findings(TREE.format(mark=mark, scale="jnp.ones(3)", shift="jnp.ones(4)"))


def test_one_array_in_aux_data() -> None:
    assert_findings(TREE.format(mark="  # expect: PTL106", scale="2.0", shift="jnp.ones(4)"))
