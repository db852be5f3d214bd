"""What a tree operation loses of an instance: said by the model, and by JAX when the class runs."""

from __future__ import annotations

import jax
import pytest

from pytreelint.model.types.rebuilt import rebuilt
from pytreelint.model.values.lost import Lost
from pytreelint.model.values.value import Object
from tests.model.snippets import PRELUDE, Snippet

METHODS = """
@jax.tree_util.register_pytree_node_class
class C:
    mode = "fast"
    def __init__(self, a, scale=None):
        self.a = a
        self.scale = scale
        self.training = True
    def tree_flatten(self):
        return {children}, {aux}
    @classmethod
    def tree_unflatten(cls, aux, children):
        {build}
"""
FUNCTIONS = """
class C:
    def __init__(self, a):
        self.a = a
jax.tree_util.register_pytree_node(C, lambda c: ((c.a,), None), {build})
"""
REGISTERED = """
@jax.tree_util.register_dataclass
@dataclass
class C:
    a: Array
    mode = "fast"
    def __post_init__(self):
        {after}
"""
LISTED = """
@dataclass
class C:
    a: Array
    b: float = dataclasses.field(init=False)
    def __post_init__(self):
        {after}
jax.tree_util.register_dataclass(C, {data}, meta_fields=[])
"""
WRITTEN = """
class C:
    def __init__(self, a):
        self.a = a
        self.more(a)
    def more(self, a):
        {more}
jax.tree_util.register_dataclass(C, data_fields=("a",), meta_fields=())
"""
PLAIN = METHODS.format(children="(self.a,)", aux="None", build="return cls(*children)")
# a class, what is assigned to an instance -> the names that are lost, and how
KEEPING = METHODS.format(
    children="(self.a,)", aux="vars(self)", build="new = object.__new__(cls); vars(new).update(aux); return new"
)
LOST = {
    (PLAIN, "x.extra = 1"): {"extra": "missing"},
    (PLAIN, "x.training = False"): {"training": "anew"},
    (PLAIN, "x.scale = 2.0"): {},
    (PLAIN.replace("self.a,)", "self.a, self.scale)"), "x.scale = 2.0"): {},
    (PLAIN.replace("self.a = a", "self.__dict__.update(a=a)"), "x.extra = 1"): {},
    (KEEPING, "x.extra = 1"): {},
    (PLAIN.replace("return cls(*children)", "return missing_name(children)"), "x.extra = 1"): {},
    (PLAIN + "    def __getattr__(self, name): return 3\n", "x.extra = 1"): {},
    (FUNCTIONS.format(build="lambda _, children: C(*children)"), "x.extra = 1"): {"extra": "missing"},
    (FUNCTIONS.format(build="missing_name"), "x.extra = 1"): {},
    (REGISTERED.format(after="pass"), "x.extra = 1"): {"extra": "missing"},
    (REGISTERED.format(after="pass"), "x.mode = 'slow'"): {"mode": "anew"},
    (REGISTERED.format(after="self.extra = 0"), "x.extra = 1"): {"extra": "anew"},
    (REGISTERED.format(after="self.more()\n    def more(self):\n        self.extra = self.a"), "x.extra = 1"): {},
    (LISTED.format(data=["a"], after="pass"), "x.extra = 1"): {"extra": "missing"},
    (LISTED.format(data=["a"], after="pass"), "x.b = 1.0"): {"b": "missing"},
    (LISTED.format(data=["a"], after="self.b = 0.5"), "x.b = 1.0"): {"b": "anew"},
    (LISTED.format(data=["a"], after="self.b = self.a"), "x.b = 1.0"): {},
    (LISTED.replace("(init=False)", "(default=0.5)").format(data=["a", "b"], after="pass"), "x.b = 1.0"): {},
    (LISTED.format(data="list(C.missing_name)", after="pass"), "x.b = 1.0"): {},
    (WRITTEN.format(more="pass"), "x.extra = 1"): {"extra": "missing"},
    (WRITTEN.format(more="self.extra = len(a)"), "x.extra = 1"): {},
}
SILENT = ("missing_name", "vars(self)", "__dict__")  # where the model does not know
RUNS = {case for case in LOST if not any(word in case[0] for word in SILENT)}


@pytest.mark.parametrize(("case", "expected"), LOST.items(), ids=[f"{i}" for i in range(len(LOST))])
def test_what_is_lost(case: tuple[str, str], expected: dict[str, str]) -> None:
    snippet = Snippet(f"{case[0]}x = C(array)\n{case[1]}\n")
    value = snippet.value("x")
    assert isinstance(value, Object)
    after = rebuilt(snippet.ev, value)
    assert isinstance(after, Object)
    found = {name: held for name, held in after.fields if isinstance(held, Lost)}
    assert {name: "missing" if held.gone else "anew" for name, held in found.items()} == expected


@pytest.mark.parametrize("case", sorted(RUNS))
def test_jax_loses_it(case: tuple[str, str]) -> None:
    names: dict[str, object] = {}
    exec(f"{PRELUDE}{case[0]}x = C(array)\n{case[1]}\n", names)
    before = vars(names["x"])
    after = jax.tree.map(lambda leaf: leaf, names["x"])
    for name, how in LOST[case].items():
        assert hasattr(after, name) is (how == "anew")
        if name in case[1] and how == "anew":
            assert getattr(after, name) != before[name]
    for name in set(before) - set(LOST[case]) - {"a", "scale"}:
        assert hasattr(after, name)
