"""Abstract methods, branches for type checkers and stand-ins for a failed import are not taken for what runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import DYNAMIC, constant
from tests.model.snippets import Project, Snippet, evaluated, show

HEAD = "import abc\nimport typing\nfrom abc import abstractmethod as abstract\nfrom typing import Protocol, overload\n"
# A method or attribute of `Base`, of which only a subclass says what it does -> what its call gives in `Base`.
STUBS = {
    "op = staticmethod(abc.abstractmethod(lambda _: ...))": "?",
    "op = abc.abstractmethod(lambda _: 'a')": "?",
    "op = staticmethod(lambda _: ...)": "?",
    "@abstract\n    def op(self, x): return 'a'": "?",
    "@abc.abstractmethod\n    def op(self, x) -> Array: return 'a'": "jax",
    "@staticmethod\n    @abstract\n    def op(x): return 'a'": "?",
    "@classmethod\n    @abstract\n    def op(cls, x): return 'a'": "?",
    "def op(self, x): ...": "?",
    "def op(self, x): 'Says what it does.'": "?",
    "def op(self, x): pass": "?",
    "def op(self, x) -> Array: ...": "jax",
    "def op(self, x): raise ValueError": "?",
    "def op(self, x):\n        '''Text.'''\n        raise ValueError('op')": "?",
    "def op(self, x): return 'a'": "'a'",
    "op = staticmethod(lambda _: 'a')": "'a'",
}


@pytest.mark.parametrize("member", STUBS)
def test_what_a_base_leaves_open_is_open(member: str) -> None:
    text = f"class Base(eqx.Module):\n    {member}\ndef f(base: Base):\n    return base.op(array)\nx = f(unknown())\n"
    assert evaluated(HEAD + text) == STUBS[member]


def test_an_abstract_property_is_open() -> None:
    text = "class Base(eqx.Module):\n    @property\n    @abc.abstractmethod\n    def op(self): return 'a'\n"
    assert evaluated(f"{HEAD}{text}def f(base: Base):\n    return base.op\nx = f(unknown())\n") == "?"


def test_the_body_of_an_abstract_method_runs_through_super() -> None:
    text = "class Base(eqx.Module):\n    @abstract\n    def op(self, x): return 'a'\n"
    text += "class Sub(Base):\n    def op(self, x): return super().op(x)\nx = Sub().op(1)\n"
    assert evaluated(HEAD + text) == "'a'"


def test_the_subclass_says_it() -> None:
    text = "class Base(eqx.Module):\n    @abstract\n    def op(self, x): ...\n"
    text += "class Sub(Base):\n    def op(self, x): return 'b'\nx = Sub().op(1)\n"
    assert evaluated(HEAD + text) == "'b'"


def test_the_body_of_an_abstract_method_is_judged() -> None:
    text = (
        "class Base(eqx.Module):\n    @abstract\n    def op(self, x):\n        return jax.jit(lambda f: f)(function)\n"
    )
    assert len(Snippet(HEAD + text.replace("self, x", "self, x=1")).calls()) == 1


def test_a_function_of_a_module_that_passes_gives_none() -> None:
    assert evaluated("def f(): pass\nx = f()") == "None"
    assert evaluated("def f(): ...\nx = f()") == "?"


# What only type checkers see, in one way or another; `f` is the project's `real.f` else.
CHECKED = {
    "if typing.TYPE_CHECKING:\n    def f(): return 1\nelse:\n    from real import f": "2",
    "if not typing.TYPE_CHECKING:\n    from real import f\nelse:\n    def f(): return 1": "2",
    "from typing import TYPE_CHECKING as TC\nif TC:\n    def f(): return 1\nelse:\n    from real import f": "2",
    "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    def f(): return 1\nelse:\n    from real import f": "2",
    "if False:\n    def f(): return 1\nelse:\n    from real import f": "2",
    "if typing.TYPE_CHECKING and typing:\n    def f(): return 1\nelse:\n    from real import f": "2",
    "if typing.TYPE_CHECKING:\n    def f(): return 1\nelse:\n    def f(): return 2": "2",
    "if typing.TYPE_CHECKING:\n    def f(): return 1\nelse:\n    from gone import f": "?",
    "try:\n    from real import f\nexcept ImportError:\n    def f(): return 1": "2",
    "try:\n    from gone import f\nexcept ImportError:\n    def f(): return 1": "?",
    "try:\n    from gone import f\nexcept ImportError:\n    from real import f": "2",
    "try:\n    from gone import f\nexcept ImportError:\n    f = lambda: 1": "?",
    "from real import f\ndef f(): return 1": "1",
}


@pytest.mark.parametrize("code", CHECKED)
@pytest.mark.parametrize("asking", ["here", "there"])
def test_what_runs_counts(code: str, asking: str, tmp_path: Path) -> None:
    here = f"import typing\n{code}\nx = f()\n"
    project = Project(tmp_path, {"real.py": "def f(): return 2\n", "here.py": here, "there.py": "from here import x\n"})
    assert show(project.value(f"{asking}.py", "x")) == CHECKED[code]


def test_what_only_type_checkers_see_of_a_class_is_not_there() -> None:
    text = "class A(eqx.Module):\n    w: int\n    if typing.TYPE_CHECKING:\n"
    text += "        def __init__(self, w: str): ...\n        v: str\n"
    assert evaluated(f"import typing\n{text}x = A(1)\n") == "A(w=1)"


def test_a_decorator_that_is_not_at_hand_may_register_a_dataclass() -> None:
    text = "from gone import struct\n@dataclass\n@struct\nclass A:\n    w: int\n"
    assert Snippet(text).cls("A").pytree == "unknown"
    assert Snippet(text.replace("@struct\n", "")).cls("A").pytree == "no"


def test_nonlocal_names_of_a_frame_without_a_parent() -> None:
    snippet = Snippet("")
    frame = Frame(snippet.module, {}, outer={"called"})
    frame.bind("called", constant(True))
    frame.change("called", constant(False))
    assert show(frame.find("called") or DYNAMIC) == "False"
