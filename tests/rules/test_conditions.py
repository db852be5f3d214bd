"""Each condition of a safe fix, with a program in which it alone fails: the fix is unsafe then, and says so."""

from __future__ import annotations

import inspect
from dataclasses import replace
from pathlib import Path

import pytest

from pytreelint.engine.run import check
from pytreelint.engine.settings import Settings
from pytreelint.knowledge.repairs import UNTAKEN
from pytreelint.knowledge.transform import Target
from pytreelint.knowledge.transforms import TRANSFORMS
from pytreelint.rules.finding import Fix
from tests.fixtures.oracle import PYTHON
from tests.knowledge.building import load

_BY_KEYWORD = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
HEAD = "import dataclasses\n\nimport equinox as eqx\nimport jax\nimport jax.numpy as jnp\nimport optax\n\n"
MODEL = """\
class Model(eqx.Module):
    weight: jax.Array
    kind: str
    more: object = None


"""
JIT = """\
@jax.jit
def total(batch):
    return {returned}


print(total({{'x': jnp.ones(3), 'label': 'first'{more}}}))
"""
DEFAULTS = """\
@jax.jit
def total(x, how="sum"):
    return x.sum() if how == "sum" else x.mean()


x = jnp.ones(3)
{use}
print(total(x, "mean"))
"""
SAFE = {
    "called": DEFAULTS.format(use="print(total(x), jax.vmap(total)(x), jax.grad(total)(x), total.__name__)"),
    "mapped over in a scan": DEFAULTS.format(use="print(jax.lax.map(total, x))"),
    "by another name": DEFAULTS.format(use="other = total\nprint(other(x))"),
    "by a partial": DEFAULTS.format(use="import functools\nother = functools.partial(total, x)\nprint(other('mean'))"),
    "by a function that nobody calls": DEFAULTS.format(use="def f():\n    def inner(y):\n        return total(y)"),
    "a local of that name": DEFAULTS.format(use="def f():\n    total = 1\n    return total"),
    "returned and called": "def make():\n    @jax.jit\n    def total(x, how):\n        return x.sum()\n\n"
    "    return total\n\n\nstep = make()\nprint(step(jnp.ones(2), 'a'))\n",
    "frozen": "@dataclasses.dataclass(frozen=True)\nclass Config:\n    rate: float\n\n\n"
    + MODEL
    + "print(jax.jit(lambda m: m.weight.sum())(Model(jnp.ones(3), 'a', Config(0.1))))\n",
    "gradient of floats": MODEL
    + "print(jax.grad(lambda m: m.weight.sum(), allow_int=True)(Model(jnp.ones(3), 'a')))\n",
    "plain": JIT.format(returned="jnp.sum(batch['x'])", more=""),
    "returned number": JIT.format(returned="3", more=""),
    "traced number": JIT.format(returned="jnp.sum(batch['x'])", more=", 'n': 2.0"),
    "flag": MODEL + "print(jax.jit(lambda m: m.weight.sum())(Model(jnp.ones(3), 'a', True)))\n",
    "gradient": MODEL + "print(jax.grad(lambda m: m.weight.sum())(Model(jnp.ones(3), 'a')))\n",
    "optimizer": MODEL + "model = Model(jnp.ones(3), 'a')\nstate = optax.sgd(0.1, 0.9).init(model)\n",
    "static model": MODEL
    + "print(jax.jit(lambda m, x: x * m.weight, static_argnums=0)(Model(jnp.ones(3), 'a'), 2.0))\n",
    "no twin": MODEL.replace(
        "object = None", "object = None\n\n    def __call__(self, x):\n        return x * self.weight"
    )
    + "print(jax.closure_convert(Model(jnp.ones(3), 'a'), jnp.ones(3))[0](jnp.ones(3)))\n",
    "list": "f = jax.jit(lambda x, n: x, static_argnums=1)\nn = [1, 2]\nprint(f(jnp.ones(2), n))\n",
    "tree map": MODEL + "model = Model(jnp.ones(3), 'a')\nmodel = jax.tree.map(lambda p: p * 0.5, model)\n",
    "renamed": "print(jax.tree_map(lambda x: x, [1]))\n",
}
UNSAFE = {
    "needs one number": "import functools\nimport numpy as np\n\n"
    "@functools.partial(jax.jit, static_argnums=1)\ndef rows(x, which):\n"
    "    return jnp.take(x, np.array(which)).sum()\n\n\nprint(rows(jnp.arange(3), jnp.array([0, 2])))\n",
    "returns a Python number": MODEL + "print(jax.jit(lambda m: 3)(Model(jnp.ones(3), 'a', True)))\n",
    "a Python number, which would stay one": MODEL + "print(jax.jit(lambda m: m)(Model(jnp.ones(3), 'a', True)))\n",
    "may return a Python number": "from other import opaque\n"
    + MODEL
    + "print(jax.jit(lambda m: opaque(m.weight))(Model(jnp.ones(3), 'a', True)))\n",
    "a Python number is among its arguments, and would not be differentiated": MODEL
    + "print(jax.grad(lambda m: m.weight.sum())(Model(jnp.ones(3), 'a', 2.0)))\n",
    "a Python number is among its arguments, and would be static": MODEL
    + "print(jax.jit(lambda m, n: m.weight.sum())(Model(jnp.ones(3), 'a', True), 2.0))\n",
    "traces its function more often": MODEL
    + "print(jax.checkpoint(lambda m: m.weight.sum())(Model(jnp.ones(3), 'a')))\n",
    "some leaves of the tree are not known": "from other import opaque\n"
    + MODEL
    + "model = Model(jnp.ones(3), 'a', opaque())\nstate = optax.sgd(0.1, 0.9).init(model)\n",
    "a number among the leaves would be left out": MODEL
    + "model = Model(jnp.ones(3), 'a', 2.0)\nmodel = jax.tree.map(lambda p: p * 0.5, model)\n",
    "a number among the leaves would be left out: in another call": MODEL
    + "def twice(model):\n    return jax.tree.map(lambda p: p * 0.5, model)\n\n\n"
    + "model = twice(Model(jnp.ones(3), 'a'))\nnumbers = twice({'rate': 2.0})\n",
    "else than one array": MODEL
    + "model = Model(jnp.ones(3), 'a')\nmodel = jax.tree.map(lambda p: p * 0.5 if p.ndim == 1 else None, model)\n",
    "else than one array: sizes": MODEL
    + "model = Model(jnp.ones(3), 'a')\nmodel = jax.tree.map(lambda p: p.shape, model)\n",
    "another operation": MODEL + "model = Model(jnp.ones(3), 'a')\n"
    "sums = jax.tree.map(lambda p: p.sum(), model)\nprint(jax.tree.leaves(sums))\n",
    "handed on as a value": DEFAULTS.format(use="print(jax.tree.map(lambda f: f(x), {'one': total}))"),
    "handed on as a value: exported": DEFAULTS.format(use="print(jax.export.export(total)(x))"),
    "handed on as a value: in a Module": DEFAULTS.format(use="model = Model(x, 'a', total)"),
    "handed on as a value: returned": DEFAULTS.format(use="def get():\n    return [total]"),
    "handed on as a value: given to a function": DEFAULTS.format(use="print(list(map(total, [1.0, 2.0])))"),
    "handed on as a value: kept": DEFAULTS.format(use="table = {}\ntable['total'] = total"),
    "handed on as a value: alias": DEFAULTS.format(use="other = total\nprint(callable(other))"),
    "handed on as a value: chosen": DEFAULTS.format(use="other = total if x.size else jnp.sum"),
    "handed on as a value: set": DEFAULTS.format(use="setattr(jax, 'total', total)"),
    "an attribute of `Holder`": DEFAULTS.format(use="class Holder:\n    total = total"),
    "`_cache_size` is used": DEFAULTS.format(use="print(total._cache_size())"),
    "`lower` is used": DEFAULTS.format(use="print(total.lower(x))"),
    "`note` is used": DEFAULTS.format(use="total.note = 1"),
    "`globals()`": DEFAULTS.format(use="print(globals()['total'](2.0))"),
    "`eval()`": DEFAULTS.format(use="print(eval('total')(2.0))"),
    "`sys.modules`": DEFAULTS.format(use="import sys\nprint(getattr(sys.modules['a'], 'total')(2.0))"),
    "another decorator": "def count(f):\n    return lambda *a: f(*a)\n\n\n"
    "@count\n@jax.jit\ndef total(x, how):\n    return x.sum()\n\n\nprint(total(jnp.ones(2), 'sum'))\n",
    "was not followed": DEFAULTS.format(use="def unseen():\n    return lambda y: total(y)"),
    "attributes may be assigned later": "class Config:\n    def __init__(self, rate):\n        self.rate = rate\n\n\n"
    + MODEL
    + "print(jax.jit(lambda m: m.weight.sum())(Model(jnp.ones(3), 'a', Config(0.1))))\n",
    "no hash, or change": "import threading\n"
    + MODEL
    + "print(jax.jit(lambda m: m.weight.sum())(Model(jnp.ones(3), 'a', jax.devices()[0])))\n",
    "a Python number may be among its arguments": "from other import opaque\n"
    + MODEL
    + "print(jax.grad(lambda m: m.weight.sum())(Model(jnp.ones(3), 'a', opaque())))\n",
    "returns a Python number, which": MODEL
    + "print(jax.jit(lambda m: (m.weight, m.more))(Model(jnp.ones(3), 'a', True)))\n",
    "is caught here": MODEL
    + "def run(m):\n    try:\n        return jax.jit(lambda m: m.weight)(m)\n    except Exception:\n        return 1\n"
    + "print(run(Model(jnp.ones(3), 'a')))\n",
    "is caught here: a list": "f = jax.jit(lambda x, n: x * len(n), static_argnums=1)\n\n\ndef run(n):\n    try:\n"
    "        return f(jnp.ones(2), [1, 2])\n    except Exception:\n        return 1\n\n\nprint(run(1))\n",
    "array of integers among": MODEL
    + "model = Model(jnp.ones(3), 'a', jnp.arange(2))\nprint(optax.apply_updates(model, model))\n",
    "attributes may be assigned later: the function itself": "@dataclasses.dataclass\nclass Net:\n    rate: float\n\n"
    "    def __call__(self, x):\n        return x * self.rate\n\n\nprint(jax.jit(Net(2.0))(jnp.ones(2)))\n",
    "attributes may be assigned later: an iterator": MODEL
    + "print(jax.jit(lambda m: m.weight)(Model(jnp.ones(3), 'a', range(3))))\n",
    "float0": MODEL
    + "print(jax.grad(lambda m: m.weight.sum(), allow_int=True)(Model(jnp.ones(3), 'a', jnp.arange(2))))\n",
    "assigns its fields": "@dataclasses.dataclass\nclass Options:\n    rate: float\n\n\n"
    "f = jax.jit(lambda x, o: x * o.rate, static_argnums=1)\nprint(f(jnp.ones(2), Options(0.1)))\n",
    "is traced now": "@jax.tree_util.register_pytree_node_class\nclass Box:\n"
    "    def __init__(self, x, y):\n        self.x, self.y = x, y\n\n"
    "    def tree_flatten(self):\n        return (self.x,), (self.y,)\n\n"
    "    @classmethod\n    def tree_unflatten(cls, aux, children):\n        return cls(*children, *aux)\n\n\n"
    "print(jax.tree.leaves(Box(jnp.ones(2), jnp.ones(3))))\n",
    "is traced now: what looked": MODEL + "f = jax.jit(lambda m, x: x, static_argnums=0)\n"
    "f(Model(jnp.ones(3), 'a'), jnp.ones(3))\n"
    "def more(m):\n    return f(m, jnp.ones(3))\n",
    "mean something else": "print(jnp.in1d(jnp.arange(3), jnp.arange(2)))\n",
    "one function from now on": "class Net(eqx.Module):\n    act: object\n\n\n"
    "@eqx.filter_jit\ndef run(net, x):\n    return net.act(x)\n\n\n"
    "for _ in range(3):\n    run(Net(lambda x: x + 1), jnp.ones(2))\n",
    "decays weights": "class Grid(eqx.Module):\n    points: jax.Array = eqx.field(static=True)\n\n\n"
    "print(Grid(jnp.ones(3)))\n",
    "attributes that are assigned later": "class Agent:\n    @jax.jit\n    def act(self, x):\n        return x\n\n\n"
    "print(Agent().act(jnp.ones(2)))\n",
    "is a PyTree from now on": "@dataclasses.dataclass\nclass Batch:\n    x: jax.Array\n\n\n"
    "print(jax.jit(lambda batch: batch.x)(Batch(jnp.ones(2))))\n",
}


def fixes(text: str, folder: Path, target: Target = "runtime") -> list[Fix]:
    (folder / "program.py").write_text(HEAD + text)
    settings = replace(Settings(root=str(folder), python=PYTHON, respect_gitignore=False), target=target)
    report = check([str(folder)], settings, cache=False, jobs=1)
    return [finding.fix for finding in report.findings if finding.fix is not None]


@pytest.mark.parametrize("name", SAFE)
def test_all_conditions_hold(name: str, tmp_path: Path) -> None:
    (fix,) = fixes(SAFE[name], tmp_path)
    assert fix.applicability == "safe"
    assert fix.conditions
    assert all(condition.holds for condition in fix.conditions)


REBOUND = (
    "class State(eqx.Module):\n    weight: jax.Array\n    name: str\n\n\n"
    "@jax.jit\ndef step(s, x):\n    return State(s.weight + x, s.name)\n\n\n"
    "s = State(jnp.ones(3), 's')\nfor _ in range(3):\n    s = step(s, jnp.ones(3))\n"
)


def test_a_state_that_a_loop_binds_anew(tmp_path: Path) -> None:
    assert {fix.applicability for fix in fixes(REBOUND, tmp_path)} == {"safe"}


@pytest.mark.parametrize("words", UNSAFE)
def test_one_condition_alone_makes_a_fix_unsafe(words: str, tmp_path: Path) -> None:
    (fix,) = fixes(UNSAFE[words], tmp_path)
    failed = [condition.text for condition in fix.conditions if not condition.holds]
    assert fix.applicability == "unsafe"
    assert len(failed) == 1
    assert words.partition(":")[0] in failed[0]


@pytest.mark.parametrize(
    ("program", "target"),
    [
        (
            "@dataclasses.dataclass\nclass Config:\n    rate: float\n\n\n"
            + MODEL
            + "print(jax.jit(lambda m: m.weight.sum())(Model(jnp.ones(3), 'a', Config(0.1))))\n",
            "runtime",
        ),
        (MODEL + "print(jax.jit(lambda m: m.weight.sum())(Model(jnp.ones(3), 'a', {1, 2})))\n", "runtime"),
        ("print(jax.vmap(lambda x, *, kind: 2 * x)(jnp.ones(3), kind='a'))\n", "equinox"),
        (MODEL + "print(jax.jacfwd(lambda m: (m.weight, m), has_aux=True)(Model(jnp.ones(3), 'a')))\n", "equinox"),
        ("f = jax.jit(lambda x, kind: 2 * x, donate_argnames='x')\nprint(f(jnp.ones(3), 'a'))\n", "equinox"),
        (MODEL + "print(jax.make_jaxpr(lambda m: m.weight, return_shape=True)(Model(jnp.ones(3), 'a')))\n", "runtime"),
    ],
)
def test_what_would_still_raise_has_no_fix(program: str, target: Target, tmp_path: Path) -> None:
    assert fixes(program, tmp_path, target) == []


@pytest.mark.parametrize("name", sorted(TRANSFORMS))
def test_twins_take_the_keywords_of_raw_transforms(name: str) -> None:
    """Or a table says that they do not."""
    transform = TRANSFORMS[name]
    twin = transform.twins.get("runtime")
    if twin is None or name.partition(".")[0] != "jax":
        assert True
        return
    raw, own = inspect.signature(load(name)).parameters, inspect.signature(load(twin)).parameters
    spread = any(each.kind is each.VAR_KEYWORD for each in own.values())
    missing = {each for each in raw if each not in own and raw[each].kind in _BY_KEYWORD}
    assert spread or missing <= UNTAKEN.get(twin, frozenset())


def test_an_argument_of_a_method_is_the_one_that_is_written(tmp_path: Path) -> None:
    text = (
        "from functools import partial\n\n\nclass Pipeline:\n    @partial(jax.jit, static_argnums=(0, 2))\n"
        "    def run(self, x, axes, other):\n        return x.sum(axes)\n\n\n"
        "axes = [0]\nprint(Pipeline().run(jnp.ones(2), axes, jnp.ones(3)))\n"
    )
    (fix,) = fixes(text, tmp_path)
    (edit,) = fix.edits
    line = (HEAD + text).splitlines()[edit.place.row - 1]
    assert (line[edit.place.column - 1 : edit.place.end_column - 1], edit.content) == ("axes", "tuple(axes)")


NUMBER = (
    MODEL
    + """\
traces = 0


@jax.jit
def scaled(model, k):
    global traces
    traces += 1
    return (model.weight.astype(jnp.float16) * k).sum()


for k in (2.0, 3.0):
    print(scaled(Model(jnp.ones(3), 'a'), {given}))
print(traces)
"""
)


def test_equinox_is_given_arrays_for_numbers(tmp_path: Path) -> None:
    (fix,) = fixes(NUMBER.replace("{given}", "k"), tmp_path, "equinox")
    assert fix.applicability == "safe"
    assert "".join(edit.content for edit in fix.edits[1:3]) == "jnp.asarray()"
    (fix,) = fixes(NUMBER.replace("{given}", "k={'k': k}['k']"), tmp_path, "equinox")
    assert fix.applicability == "safe"
    (fix,) = fixes(NUMBER.replace("{given}", "*[k]"), tmp_path, "equinox")
    assert fix.applicability == "unsafe"


def test_a_fix_is_safe_only_if_it_is_for_the_calls_of_all_files(tmp_path: Path) -> None:
    shared = HEAD + MODEL + "@jax.grad\ndef slope(model):\n    return model.weight.sum()\n"
    call = "import jax.numpy as jnp\nfrom shared import Model, slope\n\nprint(slope(Model(jnp.ones(3), 'a'{more})))\n"
    (tmp_path / "shared.py").write_text(shared)
    (tmp_path / "first.py").write_text(call.format(more=""))
    settings = Settings(root=str(tmp_path), python=PYTHON, respect_gitignore=False)
    (finding,) = check([str(tmp_path)], settings, cache=False, jobs=1).findings
    assert finding.fix is not None
    assert finding.fix.applicability == "safe"
    (tmp_path / "second.py").write_text(call.format(more=", 2.0"))
    (finding,) = check([str(tmp_path)], settings, cache=False, jobs=1).findings
    assert finding.fix is not None
    assert finding.fix.applicability == "unsafe"


def test_a_method_of_which_no_call_stands_in_the_file_is_fixed(tmp_path: Path) -> None:
    text = MODEL.rstrip() + "\n\n    @jax.jit\n    def total(self, x):\n        return self.weight.sum() + x\n\n\n"
    call = "def run(x):\n    return Model(jnp.ones(3), 'a').total(x)\n\n\n"
    assert len(fixes(text + call + "try:\n    run(jnp.ones(3))\nexcept ValueError:\n    pass\n", tmp_path)) == 1


def test_an_error_is_caught_around_the_function_that_meets_it(tmp_path: Path) -> None:
    text = (
        MODEL + "@jax.jit\ndef total(model):\n    return model.weight.sum()\n\n\n"
        "def run(model):\n    return total(model)\n\n\nrun(Model(jnp.ones(3), 'a'))\n"
    )
    (fix,) = fixes(text, tmp_path)
    assert fix.applicability == "safe"
    call = "try:\n    run(Model(jnp.ones(3), 'b'))\nexcept TypeError:\n    pass\n"
    (fix,) = fixes(text + call, tmp_path)
    assert fix.applicability == "unsafe"


def test_a_static_tree_that_hashes_by_identity_has_no_twin(tmp_path: Path) -> None:
    text = (
        "from simple_pytree import Pytree\n\n\nclass Model(Pytree):\n    def __init__(self, weight):\n"
        "        self.weight = weight\n\n\nf = jax.jit(lambda m, x: (x, 'a'), static_argnums=0)\n"
        "f(Model(jnp.ones(3)), 2.0)\n"
    )
    assert [fix.applicability for fix in fixes(text, tmp_path)] == ["unsafe"]  # traced instead, not static
