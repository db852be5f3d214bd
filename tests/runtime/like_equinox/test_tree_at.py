"""tree_at: the same programs with Equinox's functions and with ours."""

from __future__ import annotations

import collections
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import pytest

from tests.runtime.like_equinox.comparing import Program, Programs, cases, difference

programs = Programs()


class Pair(NamedTuple):
    a: Any
    b: Any


class Layer(eqx.Module):
    w: Any
    b: Any = None
    size: int = eqx.field(static=True, default=3)


@programs
def tree_at_leaf(api: Any) -> Any:
    tree = [1, [2, {"a": 3, "b": 4}]]
    return api.tree_at(lambda t: t[1][1]["a"], tree, 5), tree


@programs
def tree_at_subtree(api: Any) -> Any:
    return api.tree_at(lambda t: t[1], [1, (2, 3)], "new"), api.tree_at(lambda t: t[1], [1, 2], [3, {"a": 4}])


@programs
def tree_at_whole(api: Any) -> Any:
    return (
        api.tree_at(lambda t: t, [1, 2], 3),
        api.tree_at(lambda t: t, 1, 3),
        api.tree_at(lambda t: t, 1, replace=None),
    )


@programs
def tree_at_several(api: Any) -> Any:
    tree = {"a": 1, "b": [2, 3]}
    return (
        api.tree_at(lambda t: (t["a"], t["b"][0]), tree, (10, 20)),
        api.tree_at(lambda t: [t["a"], t["b"]], tree, [10, 20]),
        api.tree_at(lambda t: (t["a"],), tree, (10,)),
        api.tree_at(lambda t: tuple(t["b"]), tree, replace=(7, 8)),
        api.tree_at(lambda t: t["b"], tree, (7, 8)),
    )


@programs
def tree_at_nothing(api: Any) -> Any:
    return api.tree_at(lambda t: (), [1, 2], ()), api.tree_at(lambda t: [], [1, 2], replace_fn=lambda x: x)


@programs
def tree_at_replace_fn(api: Any) -> Any:
    return (
        api.tree_at(lambda t: t[0], [1, 2], replace_fn=lambda x: x + 1),
        api.tree_at(lambda t: (t[0], t[1]), [1, [2, 3]], replace_fn=lambda x: [x]),
        api.tree_at(lambda t: t[1], [1, [2, 3]], replace_fn=lambda x: [y * 2 for y in x]),
        api.tree_at(lambda m: m.w, Layer(jnp.ones(2)), replace_fn=lambda x: x * 2),
    )


@programs
def tree_at_replace_fn_by_position(api: Any) -> Any:
    return api.tree_at(lambda t: t[0], [1, 2], 3, lambda x: x)


@programs
def tree_at_without_replacement(api: Any) -> Any:
    return api.tree_at(lambda t: t[0], [1, 2])


@programs
def tree_at_none(api: Any) -> Any:
    none = {"is_leaf": lambda x: x is None}
    return (
        api.tree_at(lambda t: t[0], [None, 1], 5, **none),
        api.tree_at(lambda t: (t[0], t[2]), [None, 1, None], (5, 6), **none),
        api.tree_at(lambda m: m.b, Layer(1), 4, **none),
        api.tree_at(lambda t: t[1], [None, 1, None], None),
        api.tree_at(lambda t: t[1], [None, 1, None], replace_fn=lambda x: None),
        api.tree_at(lambda t: t[0], [None, None], replace_fn=lambda x: x is None, **none),
    )


@programs
def tree_at_none_without_is_leaf(api: Any) -> Any:
    return api.tree_at(lambda t: t[0], [None, None, 1], 5)


@programs
def tree_at_a_single_none_without_is_leaf(api: Any) -> Any:
    return api.tree_at(lambda t: t[0], [None, 1], 5)


@programs
def tree_at_looks_at_values(api: Any) -> Any:
    return api.tree_at(lambda t: tuple(x for x in t if type(x) is int), [1, "a", 3], (5, 6))


@programs
def tree_at_computes(api: Any) -> Any:
    return api.tree_at(lambda t: t[0] + 1, [1, 2], 5)


@programs
def tree_at_computes_from_arrays(api: Any) -> Any:
    return api.tree_at(lambda t: t[0] * 2, [jnp.ones(2), 2], 5)


@programs
def tree_at_something_else(api: Any) -> Any:
    return api.tree_at(lambda t: 4, [1, 2], 5)


@programs
def tree_at_a_new_list_of_old_parts(api: Any) -> Any:
    return api.tree_at(lambda t: [t[0], "x"], [1, 2], [5, 6])


@programs
def tree_at_twice_the_same(api: Any) -> Any:
    return api.tree_at(lambda t: (t[0], t[0]), [1, 2], (5, 6))


@programs
def tree_at_nested_picks(api: Any) -> Any:
    return api.tree_at(lambda t: (t[0], t[0][0]), [[1], 2], (5, 6))


@programs
def tree_at_too_few(api: Any) -> Any:
    return api.tree_at(lambda t: (t[0], t[1]), [1, 2], (5,))


@programs
def tree_at_a_single_replacement_for_two(api: Any) -> Any:
    return api.tree_at(lambda t: (t[0], t[1]), [1, 2], 5)


@programs
def tree_at_missing_attribute(api: Any) -> Any:
    return api.tree_at(lambda t: t.missing, [1, 2], 5)


@programs
def tree_at_aliases(api: Any) -> Any:
    shared = (1, 2)
    empty: Any = ()
    return (
        api.tree_at(lambda t: t[1], [shared, shared], "new"),
        api.tree_at(lambda t: t[1][0], [shared] * 3, "new"),
        api.tree_at(lambda t: t[0], [empty, empty], "new"),
        api.tree_at(lambda t: t[0], [[], []], "new"),
        api.tree_at(lambda t: t[1], [256, 256, 256], 0),
        api.tree_at(lambda t: t[0], [{}, {}], (1, ())),
    )


@programs
def tree_at_named_tuples_and_more(api: Any) -> Any:
    ordered = collections.OrderedDict(b=1, a=2)
    return (
        api.tree_at(lambda t: t.b, Pair(1, 2), 5),
        api.tree_at(lambda t: t[0], Pair(1, 2), 5),
        api.tree_at(lambda t: t["a"], ordered, 5),
        api.tree_at(lambda t: t["x"], collections.defaultdict(int, x=1), 5),
        api.tree_at(lambda t: t.args[0], jax.tree_util.Partial(max, 1), 5),
        api.tree_at(lambda t: (t.a, t.b), Pair(1, (2, 3)), Pair(5, 6)),
    )


@programs
def tree_at_with_a_dictionary_of_picks(api: Any) -> Any:
    return api.tree_at(lambda t: {"a": t[0]}, [1, 2], {"a": 5})


@programs
def tree_at_a_generator_of_picks(api: Any) -> Any:
    return api.tree_at(lambda t: (x for x in t), [1, 2], (5, 6))


@programs
def tree_at_where_is_leaf_on_subtrees(api: Any) -> Any:
    def is_pair(x: Any) -> bool:
        return isinstance(x, Pair)

    return api.tree_at(lambda t: t[0], [Pair(1, 2), 3], replace_fn=lambda p: p.a + p.b, is_leaf=is_pair)


@programs
def tree_at_skips_init(api: Any) -> Any:
    class Checked(eqx.Module):
        x: int

        def __check_init__(self) -> None:
            assert isinstance(self.x, int)

    return api.tree_at(lambda t: t.x, Checked(1), "anything").x


@programs
def tree_at_under_jit(api: Any) -> Any:
    return jax.jit(lambda t, x: api.tree_at(lambda t: t["w"], t, x))({"w": jnp.ones(2), "v": 1.0}, jnp.zeros(3))


@programs
def tree_at_abstract_values(api: Any) -> Any:
    return api.tree_at(lambda t: t[0], [jax.ShapeDtypeStruct((2,), "float32"), object], 1)


@pytest.mark.parametrize("program", cases(programs))
def test_as_equinox(program: Program) -> None:
    assert difference(program) == ""
