"""Programs of every combination of rule, library, spelling and place; `OUT` says what can't be combined, and why."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

# A class with an array `w` and a leaf `act`, `Model(w, act)`, as each library declares it; `{base}` is its base.
LIBRARIES: dict[str, tuple[str, str]] = {
    "equinox": ("import equinox as eqx", "class {name}(eqx.Module):\n    w: jax.Array\n    act: object"),
    "flax.struct": (
        "from flax import struct",
        "@struct.dataclass\nclass {name}:\n    w: jax.Array\n    act: object",
    ),
    "register_dataclass": (
        "import dataclasses",
        "@jax.tree_util.register_dataclass\n@dataclasses.dataclass\nclass {name}:\n    w: jax.Array\n    act: object",
    ),
    "register_class": (
        "from jax.tree_util import register_pytree_node_class",
        (
            "@register_pytree_node_class\nclass {name}:\n    def __init__(self, w, act):\n"
            "        self.w, self.act = w, act\n    def tree_flatten(self):\n        return (self.w, self.act), None\n"
            "    @classmethod\n    def tree_unflatten(cls, aux, children):\n        return cls(*children)"
        ),
    ),
    "jax_dataclasses": (
        "import jax_dataclasses as jdc",
        "@jdc.pytree_dataclass\nclass {name}:\n    w: jax.Array\n    act: object",
    ),
    "simple_pytree": (
        "import simple_pytree",
        "class {name}(simple_pytree.Pytree):\n    def __init__(self, w, act):\n        self.w, self.act = w, act",
    ),
    "chex": ("import chex", "@chex.dataclass\nclass {name}:\n    w: jax.Array\n    act: object"),
    "NamedTuple": ("import typing", "class {name}(typing.NamedTuple):\n    w: jax.Array\n    act: object"),
    "zodiax": ("import zodiax", "class {name}(zodiax.Base):\n    w: jax.Array\n    act: object"),
}
# Classes that are no PyTrees, for PTL212.
PLAIN: dict[str, tuple[str, str]] = {
    "plain": ("", "class {name}:\n    def __init__(self, w, act):\n        self.w, self.act = w, act"),
    "dataclass": ("import dataclasses", "@dataclasses.dataclass\nclass {name}:\n    w: jax.Array\n    act: object"),
    "attrs": ("import attrs", "@attrs.define\nclass {name}:\n    w: jax.Array\n    act: object"),
}


@dataclass(frozen=True)
class Bug:
    """What a rule is about: `f` under a transform, and the call that meets it.

    Attributes:
        module, name: where the transform or operation is, and what it is called.
        function: the definition of `f`; `call`: the arguments of what is called.
    """

    module: str
    name: str
    function: str
    call: str


BUGS: dict[str, Bug] = {
    "PTL201": Bug("jax", "jit", "def f(model, x):\n    return model.w * x", "model, x"),
    "PTL202": Bug("jax", "grad", "def f(model, x):\n    return (model.w * x).sum()", "model, x"),
    "PTL203": Bug("jax", "vmap", "def f(model, x):\n    return model.w * x", "model, x"),
    "PTL205": Bug("jax", "jit", "def f(w):\n    return Model(w, ACT)", "x"),
    "PTL210": Bug("optax", "adam", "", "1e-3"),
    "PTL211": Bug("jax.tree_util", "tree_map", "def f(leaf):\n    return leaf * 2.0", "f, model"),
    "PTL212": Bug("jax", "jit", "def f(model, x):\n    return model.w * x", "model, x"),
}
MARK = "  # expect"
# How `{t}` (with its argument `{a}`) is written and used; `{c}` are the arguments of what it makes.
TRANSFORMED: dict[str, str] = {
    "direct": "run = {m}.{t}(f){mark}\nrun({c})",
    "alias": "shorter = {m}.{t}\nrun = shorter(f){mark}\nrun({c})",
    "from-import": "from {m} import {t}\nrun = {t}(f){mark}\nrun({c})",
    "module-alias": "import {m} as library\nrun = library.{t}(f){mark}\nrun({c})",
    "partial": "make = functools.partial({m}.{t})\nrun = make(f){mark}\nrun({c})",
    "decorator": "@{m}.{t}{mark}\n{f}\nf({c})",
    "factory": "def make(g):\n    return {m}.{t}(g){mark}\nrun = make(f)\nrun({c})",
    "method": "class Runner:\n    def __init__(self):\n        self.run = {m}.{t}(f){mark}\n"
    "    def go(self, *args):\n        return self.run(*args)\nRunner().go({c})",
    "nested": "def outer(*args):\n    return {m}.{t}(lambda *inner: f(*inner))(*args){mark}\nouter({c})",
    "loop": "run = None\nfor step in range(2):\n    run = run or {m}.{t}(f){mark}\n    run({c})",
    "dict": "table = dict(run={m}.{t}(f)){mark}\ntable['run']({c})",
}
OPTIMIZED: dict[str, str] = {
    "direct": "optim = {m}.{t}({c})\noptim.init(model){mark}",
    "alias": "shorter = {m}.{t}\nshorter({c}).init(model){mark}",
    "from-import": "from {m} import {t}\n{t}({c}).init(params=model){mark}",
    "module-alias": "import {m} as library\nlibrary.{t}({c}).init(model){mark}",
    "partial": "make = functools.partial({m}.{t}, b1=0.8)\nmake({c}).init(model){mark}",
    "factory": "def make(rate):\n    return {m}.chain({m}.clip(1.0), {m}.{t}(rate))\nmake({c}).init(model){mark}",
    "method": "class Runner:\n    def __init__(self, model):\n        self.model, self.optim = model, {m}.{t}({c})\n"
    "    def go(self):\n        return self.optim.init(self.model){mark}\nRunner(model).go()",
    "nested": "optim = {m}.MultiSteps({m}.apply_if_finite({m}.{t}({c}), 3), 2)\noptim.init(model){mark}",
    "tuple": "optim = {m}.{t}({c})\noptim.init((model, model)){mark}",
}
MAPPED: dict[str, str] = {
    "direct": "{m}.{t}({c}){mark}",
    "alias": "shorter = {m}.{t}\nshorter({c}){mark}",
    "from-import": "from {m} import {t}\n{t}({c}){mark}",
    "module-alias": "import {m} as library\nlibrary.{t}({c}){mark}",
    "partial": "double = functools.partial({m}.{t}, f)\ndouble(model){mark}",
    "factory": "def over(tree):\n    return {m}.{t}(f, tree){mark}\nover(model)",
    "method": "class Runner:\n    def __init__(self, model):\n        self.model = model\n"
    "    def go(self):\n        return {m}.{t}(f, self.model){mark}\nRunner(model).go()",
    "nested": "{m}.{t}(lambda leaf: f(leaf + 1.0), [model, model]){mark}",
    "lambda": "{m}.{t}(lambda leaf: leaf - 0.1 * leaf, model){mark}",
}
PLACES = ("one file", "two files", "inherited")
OUT: dict[tuple[str, str], str] = {
    ("inherited", "NamedTuple"): "a subclass of a NamedTuple is a tuple of another kind",
    ("inherited", "register_class"): "registration is not inherited",
    ("inherited", "register_dataclass"): "registration is not inherited",
    ("inherited", "plain"): "fixtures have it: PTL212_unregistered_pytree/inherited_other_file",
}


@dataclass(frozen=True)
class Cell:
    """One combination."""

    code: str
    library: str
    spelling: str
    place: str

    @property
    def id(self) -> str:
        return "-".join((self.code, self.library, self.spelling, self.place)).replace(" ", "_").replace(".", "_")


def cells() -> list[Cell]:
    """All that can be combined."""
    found = []
    for code, place in product(BUGS, PLACES):
        libraries = PLAIN if code == "PTL212" else LIBRARIES
        for library, spelling in product(libraries, spellings(code)):
            if not {(place, library), (code, library)} & OUT.keys():
                found.append(Cell(code, library, spelling, place))
    return found


def spellings(code: str) -> dict[str, str]:
    """The spellings of a rule's transform or operation."""
    return {"PTL210": OPTIMIZED, "PTL211": MAPPED}.get(code, TRANSFORMED)


def program(cell: Cell, wrong: bool) -> dict[str, str]:
    """The files of a cell by name; `main.py` is run, and has the mark where something is wrong."""
    bug = BUGS[cell.code]
    classes = PLAIN if cell.code == "PTL212" and wrong else LIBRARIES
    imported, text = classes[cell.library if cell.library in classes else "register_dataclass"]
    head = f"import functools\nimport jax\nimport jax.numpy as jnp\nimport optax\n{imported}\n"
    act = "jnp.tanh" if wrong and cell.code != "PTL212" else "None"
    keyword = "w={}, act={}" if cell.library == "chex" else "{}, {}"
    function = bug.function.replace("Model(w, ACT)", f"Model({keyword.format('w', act)})")
    use = spellings(cell.code)[cell.spelling].format(
        m=bug.module, t=bug.name, c=bug.call, f=function, mark=MARK if wrong else ""
    )
    files = {}
    if cell.place == "one file":
        declared = text.format(name="Model")
    elif cell.place == "two files":
        files["models.py"] = f"{head}{text.format(name='Model')}\n"
        declared = "from models import Model"
    else:
        files["models.py"] = f"{head}{text.format(name='Base')}\n"
        decorators = "".join(f"{line}\n" for line in text.splitlines() if line.startswith("@"))
        declared = f"from models import Base\n{decorators}class Model(Base):\n    pass"
    defined = "" if cell.spelling == "decorator" else function
    made = f"x = jnp.ones(3)\nmodel = Model({keyword.format('jnp.ones(3)', act)})"
    files["main.py"] = f"{head}{declared}\n{defined}\n{made}\n{use}\n"
    return files


def marked(files: dict[str, str]) -> list[int]:
    """The rows of the marks."""
    return [row for row, line in enumerate(files["main.py"].splitlines(), 1) if line.endswith(MARK)]
