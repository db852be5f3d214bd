"""However a transform is spelled, the same call is seen: which argument meets it, by what name, in which role."""

from __future__ import annotations

import pytest

from pytreelint.knowledge.transforms import TRANSFORMS
from pytreelint.model.transforms.traces import marked
from pytreelint.model.values.marks import Trace
from pytreelint.model.values.sites import DecoratedMethod, TransformMade
from pytreelint.model.values.value import Array, Object
from tests.model.snippets import Snippet, evaluated, roles, show

F = "def f(x, mode, n=1): return x\n"

SPELLINGS = {
    "jax.jit(f)(array, 1)": "x=jax:inexact traced, mode=1 traced",
    "g = jax.jit(f)\ng(array, mode=1)": "x=jax:inexact traced, mode=1 traced",
    "g = functools.partial(jax.jit, static_argnums=1)(f)\ng(array, 'a')": "x=jax:inexact traced, mode='a' static",
    "from jax import jit as j\nj(f)(array, 1)": "x=jax:inexact traced, mode=1 traced",
    "import jax as J\nJ.jit(f)(array, 1)": "x=jax:inexact traced, mode=1 traced",
    "j = jax.jit\nj(f)(array, 1)": "x=jax:inexact traced, mode=1 traced",
    "def make(): return jax.jit(f)\nmake()(array, 1)": "x=jax:inexact traced, mode=1 traced",
    "jax.jit(functools.partial(f, array))(1)": "mode=1 traced",
    "jax.jit(lambda a: a)(array)": "a=jax:inexact traced",
    "jax.jit(missing_name)(array)": "argument 1=jax:inexact traced",
    "jax.jit(f).lower(array, 1)": "x=jax:inexact traced, mode=1 traced",
    "args = (array, 1)\njax.jit(f)(*args)": "x=jax:inexact traced, mode=1 traced",
    "jax.jit(f)(**{'x': array, 'mode': 1})": "x=jax:inexact traced, mode=1 traced",
    "class C:\n def m(self, y): return y\njax.jit(C().m)(array)": "y=jax:inexact traced",
    "class C:\n def __call__(self, y): return y\njax.jit(C())(array)": "y=jax:inexact traced",
    "def outer():\n @jax.jit\n def inner(y): return y\n return inner(array)": "y=jax:inexact traced",
}

STATIC = {
    "jax.jit(f, static_argnums=1)(array, 'a')": "x=jax:inexact traced, mode='a' static",
    "jax.jit(f, static_argnums=(0, 1))(1, 'a', 2)": "x=1 static, mode='a' static, n=2 traced",
    "jax.jit(f, static_argnums=-1)(array, 'a')": "x=jax:inexact traced, mode='a' static",
    "jax.jit(f, static_argnums=-1)(array, 'a', 2)": "x=jax:inexact traced, mode='a' traced, n=2 static",
    "jax.jit(f, static_argnames='mode')(array, 'a')": "x=jax:inexact traced, mode='a' static",
    "jax.jit(f, static_argnames=['mode', 'n'])(array, mode='a', n=2)": (
        "x=jax:inexact traced, mode='a' static, n=2 static"
    ),
    "jax.jit(f, static_argnums=1)(array, mode='a')": "x=jax:inexact traced, mode='a' static",
    "jax.jit(f, static_argnums=unknown())(array, 'a')": "x=jax:inexact index, mode='a' index",
    "names = ('mode',)\njax.jit(f, static_argnames=names)(array, 'a')": "x=jax:inexact traced, mode='a' static",
}

OTHERS = {
    "jax.grad(f)(array, 'a')": "x=jax:inexact traced, mode='a' unmapped",
    "jax.grad(f, argnums=1)('a', array)": "x='a' unmapped, mode=jax:inexact traced",
    "jax.value_and_grad(f, argnums=(0, 1))(array, array)": "x=jax:inexact traced, mode=jax:inexact traced",
    "jax.vmap(f)(array, 'a')": "x=jax:inexact traced, mode='a' traced",
    "jax.vmap(f, in_axes=(0, None))(array, 'a')": "x=jax:inexact traced, mode='a' unmapped",
    "jax.vmap(f, (0, None))(array, 'a')": "x=jax:inexact traced, mode='a' unmapped",
    "jax.vmap(f, in_axes=(0, unknown()))(array, 'a')": "x=jax:inexact traced, mode='a' index",
    "jax.vmap(f, in_axes=(0, {'a': None}))(array, {'a': 1})": "x=jax:inexact traced, mode={'a': 1} index",
    "jax.vmap(f, in_axes=unknown())(array, 'a')": "x=jax:inexact index, mode='a' index",
    "jax.lax.scan(lambda c, x: (c, x), 'c', array)": "init='c' carry, xs=jax:inexact xs",
    "jax.lax.scan(lambda c, x: (c, x), init=0, xs=array)": "init=0 carry, xs=jax:inexact xs",
    "jax.lax.fori_loop(0, 3, lambda i, c: c, array)": "lower=0 index, upper=3 index, init_val=jax:inexact carry",
    "jax.lax.while_loop(lambda c: True, lambda c: c, array)": "init_val=jax:inexact carry",
    "jax.lax.cond(True, f, f, array, 1)": "pred=True index, operand=jax:inexact operand, operand=1 operand",
}

MEETINGS = SPELLINGS | STATIC | OTHERS


@pytest.mark.parametrize(("text", "expected"), MEETINGS.items(), ids=list(MEETINGS))
def test_a_transform_meets_its_arguments(text: str, expected: str) -> None:
    calls = Snippet(f"{F}{text}\n").calls()
    assert [roles(call.operands) for call in calls] == [expected]


DECORATORS = {
    "@jax.jit\ndef g(x): return x\n": ["x=? traced"],
    "@jax.jit\ndef g(x: str): return x\n": ["x=<str> traced"],
    "@functools.partial(jax.jit, static_argnames='x')\ndef g(x: list): return x\n": ["x=[*?] static"],
    "@jax.jit\n@functools.wraps(unknown)\ndef g(x: str): return x\n": ["x=<str> traced"],
    "@functools.wraps(unknown)\n@jax.jit\ndef g(x: str): return x\n": ["x=<str> traced"],
    "my = functools.partial(jax.jit, static_argnums=0)\n@my\ndef g(x: str): return x\n": ["x=<str> static"],
    "def my(f): return jax.jit(f)\n@my\ndef g(x: str): return x\n": ["x=<str> traced"],
}


@pytest.mark.parametrize(("text", "expected"), DECORATORS.items(), ids=list(DECORATORS))
def test_a_decorated_function_meets_what_its_annotations_say(text: str, expected: list[str]) -> None:
    calls = Snippet(text).calls()
    assert [roles(call.operands) for call in calls] == expected
    assert all(operand.annotated for call in calls for operand in call.operands)


def test_equinox_filters_by_itself() -> None:
    assert Snippet(f"{F}eqx.filter_jit(f)(array, 'a')\neqx.filter_grad(f)(array, 'a')\n").calls() == []


METHODS = {
    "@jax.jit\n def m(self, y): return y": [("m", "C~(a=int)", False)],
    "@functools.partial(jax.jit, static_argnums=0)\n def m(self, y): return y": [("m", "C~(a=int)", True)],
    "@functools.partial(jax.jit, static_argnames='self')\n def m(self, y): return y": [("m", "C~(a=int)", True)],
    "@staticmethod\n @jax.jit\n def m(y): return y": [],
    "@classmethod\n @jax.jit\n def m(cls, y): return y": [("m", "class C", False)],
    "@eqx.filter_jit\n def m(self, y): return y": [],
}


@pytest.mark.parametrize(("text", "expected"), METHODS.items(), ids=list(METHODS))
def test_self_of_a_decorated_method_is_a_site_of_its_own(text: str, expected: list[tuple[str, str, bool]]) -> None:
    snippet = Snippet(f"class C:\n def __init__(self, a: int): self.a = a\n {text}\n")
    sites = dict.fromkeys(s for s in snippet.sites() if isinstance(s, DecoratedMethod))
    assert [(s.method, show(s.instance), s.static) for s in sites] == expected


def test_a_call_on_an_instance_says_more_than_the_class() -> None:
    snippet = Snippet("class C:\n def __init__(self, a): self.a = a\n @jax.jit\n def m(self, y): return y\nC(1).m(2)\n")
    found = [show(s.instance) for s in snippet.sites() if isinstance(s, DecoratedMethod)]
    assert "C(a=1)" in found
    assert roles(snippet.calls()[0].operands) == "y=2 traced"


RESULTS = {
    "jax.jit(lambda a: (a, 1))(array)": "(jax:inexact, jax:integer)",
    "jax.jit(lambda a: a)(1.0)": "jax:inexact",
    "jax.jit(lambda a: a)('a')": "?",
    "jax.grad(lambda a: a)({'k': 1.0})": "{'k': jax:inexact}",
    "jax.grad(lambda a, b: a, argnums=(0, 1))(1.0, array)": "(jax:inexact, jax:inexact)",
    "jax.value_and_grad(lambda a: (a, 's'), has_aux=True)(1.0)": "((jax:inexact, 's'), jax:inexact)",
    "jax.lax.scan(lambda c, x: (c, x + 1), 0, array)": "(jax:integer, jax:inexact)",
    "jax.lax.cond(unknown(), lambda a: a, lambda a: a, array)": "jax:inexact",
    "jax.vmap(lambda a: a)(np.zeros(3))": "jax:inexact",
    "jax.vjp(lambda a: a, array)": "(jax:inexact, Partial(<function>, jax))",
    "jax.eval_shape(lambda a: a, array)": "shape-struct:inexact",
    "jax.jit(lambda a, b: (b if a == 'a' else a), static_argnums=0)('a', array)": "jax:inexact",
    "jax.jit(lambda a: a, static_argnums=0)('a')": "?",  # raises
    "eqx.filter_jit(lambda a: a)('a')": "'a'",
    "eqx.filter_grad(lambda a: 1.0)((array, 'a'))": "(jax:inexact, None)",
    "jax.jit(jax.grad(lambda a: a))(array)": "jax:inexact",
}


@pytest.mark.parametrize(("text", "expected"), RESULTS.items(), ids=list(RESULTS))
def test_what_a_transformed_function_gives(text: str, expected: str) -> None:
    assert evaluated(f"x = {text}\n") == expected


DOUBTFUL = [
    "try:\n    jax.jit(f)('a', 1)\nexcept TypeError:\n    pass\n",
    "import pytest\nwith pytest.raises(TypeError):\n    jax.jit(f)('a', 1)\n",
    "import contextlib\nwith contextlib.suppress(TypeError):\n    jax.jit(f)('a', 1)\n",
    "(jax.jit(f) if unknown() else f)('a', 1)\n",
    "if False:\n    jax.jit(f)('a', 1)\n",
    "def g():\n    return 1\n    jax.jit(f)('a', 1)\ng()\n",
    "def g(v):\n    match v:\n        case str(): return 1\n        case _: return jax.jit(f)(v, 1)\ng('a')\n",
    "def g(h):\n    if callable(h):\n        return h\n    return jax.jit(f)(h, 1)\ng(f)\n",
]


@pytest.mark.parametrize("text", DOUBTFUL)
def test_what_is_not_certain_to_be_reached_is_no_site(text: str) -> None:
    opaque = [c for c in Snippet(F + text).calls() if any(show(o.value) in ("'a'", "def f") for o in c.operands)]
    assert opaque == []


def test_the_function_that_a_transform_is_given_is_a_site() -> None:
    found = [s for s in Snippet(f"{F}g = jax.jit(f)\n").sites() if isinstance(s, TransformMade)]
    assert [(s.transform.name, show(s.function)) for s in found] == [("jax.jit", "def f")]


def test_a_field_that_a_loop_may_give_as_a_child_is_no_array_of_numpy_in_a_trace() -> None:
    """Which fields are children, the flattening says by name; of this one it is not known."""
    text = """
def split(instance, static):
    children, aux = [], []
    for name in names():
        (aux if name in static else children).append(getattr(instance, name))
    return tuple(children), tuple(aux)

@jax.tree_util.register_pytree_node_class
class Modes:
    def __init__(self, table):
        self.table = table
    def tree_flatten(self):
        return FLATTENED
    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children, *(aux or ()))

modes = Modes(np.ones(3))
"""
    for flattening, flavour in (
        ("split(self, ('size',))", "any"),
        ("((self.table,), None)", "jax"),
        ("((), (self.table,))", "numpy"),
    ):
        snippet = Snippet("import numpy as np\n" + text.replace("FLATTENED", flattening))
        snippet.run()
        modes, jit = snippet.value("modes"), TRANSFORMS["jax.jit"]
        trace = Trace(snippet.module, snippet.module.tree, jit, "staging", snippet.module, snippet.module.tree)
        table = marked(snippet.ev, modes, trace, raw=True)
        assert isinstance(table, Object) and isinstance(held := table.get("table"), Array)
        assert held.flavour == flavour


@pytest.mark.parametrize("name", sorted(TRANSFORMS))
@pytest.mark.parametrize("options", ["", ", in_axes=(None, 0)", ", 0", ", **unknown()"])
def test_each_transform_of_the_table_is_applied_and_called(name: str, options: str) -> None:
    library = name.partition(".")[0]
    snippet = Snippet(f"import {name.rpartition('.')[0]}\nimport {library}\n{F}g = {name}(f{options})\ny = g(array, 1)")
    assert snippet.value("y") is not None
