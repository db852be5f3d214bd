"""Classes: how they became PyTrees, their fields, which of these are static, how an instance hashes."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.model.values.classes import ClassInfo
from tests.model.snippets import Project, Snippet

IMPORTS = """
import flax.struct
import chex
import jax_dataclasses as jdc
import simple_pytree
import pydantic
from flax import nnx
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar
import abc
import enum
T = TypeVar("T")
def flatten(c): return (c.a,), (c.b,)
def unflatten(aux, children): return None
"""

# Source of class C -> (is it a PyTree, how an instance hashes, its fields; `!` static, `?` unknown)
CLASSES = {
    "class C(eqx.Module):\n a: Array\n b: int = eqx.field(static=True)": ("yes", "fields", "a b!"),
    "class C(eqx.Module):\n a: Array\n b: int = eqx.field(static=False)": ("yes", "fields", "a b"),
    "class C(eqx.Module):\n a: Array = eqx.static_field()": ("yes", "fields", "a!"),
    "class C(eqx.Module):\n a: Array\n b: int = field(metadata=dict(static=True))": ("yes", "fields", "a b!"),
    "class C(eqx.Module, Generic[T]):\n a: T\n k: ClassVar[int] = 1": ("yes", "fields", "a"),
    "class C(eqx.Module, strict=True):\n a: Array": ("yes", "fields", "a"),
    "class C(eqx.Module):\n a: 'Array'\n a = None": ("yes", "fields", "a"),
    "class B(eqx.Module):\n a: Array\nclass C(B):\n b: int\n a: int = eqx.field(static=True)": (
        "yes",
        "fields",
        "a! b",
    ),
    "@dataclass\nclass C:\n a: Array": ("no", "unhashable", "a"),
    "@dataclass(frozen=True)\nclass C:\n a: Array": ("no", "fields", "a"),
    "@dataclass(eq=False)\nclass C:\n a: Array": ("no", "identity", "a"),
    "@dataclasses.dataclass(unsafe_hash=True)\nclass C:\n a: Array": ("no", "fields", "a"),
    "class C:\n def __init__(self): self.a = 1": ("no", "identity", ""),
    "class C:\n def __eq__(self, other): return True": ("no", "own", ""),
    "@flax.struct.dataclass\nclass C:\n a: Array\n b: str = flax.struct.field(pytree_node=False)": (
        "yes",
        "fields",
        "a b!",
    ),
    "class C(flax.struct.PyTreeNode):\n a: Array\n b: str = flax.struct.field(False)": ("yes", "fields", "a b!"),
    "@chex.dataclass\nclass C:\n a: Array\n b: int = field(metadata={'static': True})": ("yes", "unhashable", "a b"),
    "@jdc.pytree_dataclass\nclass C:\n a: Array\n b: jdc.Static[int]": ("yes", "fields", "a b!"),
    "@jdc.pytree_dataclass\nclass C:\n a: Array\n b: int = field(init=False)": ("yes", "fields", "a b?"),
    "class C(simple_pytree.Pytree):\n a: int = simple_pytree.static_field()": ("yes", "identity", "a!"),
    "class C(nnx.Module):\n a: nnx.Static[int]\n b: nnx.Data[int]": ("yes", "identity", "a! b"),
    "class C(nnx.Module, pytree=False):\n a: int": ("no", "identity", "a"),
    "class C(nnx.Module, experimental_pytree=True):\n a: int": ("unknown", "own", "a?"),
    "class B(nnx.Module, experimental_pytree=True):\n a: int\nclass C(B):\n b: int": ("unknown", "own", "a? b?"),
    "class C(pydantic.BaseModel):\n a: int": ("no", "unhashable", "a"),
    "class C(pydantic.BaseModel, frozen=True):\n a: int": ("no", "fields", "a"),
    "class C(pydantic.BaseModel):\n model_config = pydantic.ConfigDict(frozen=True)\n a: int": ("no", "fields", "a"),
    "class C(pydantic.BaseModel):\n model_config: dict = {'frozen': True}\n a: int": ("no", "fields", "a"),
    "class B(pydantic.BaseModel, frozen=True):\n a: int\nclass C(B):\n b: int": ("no", "fields", "a b"),
    "class C(NamedTuple):\n a: Array\n b: str": ("yes", "fields", "a b"),
    "@jax.tree_util.register_dataclass\n@dataclass\nclass C:\n a: Array\n b: int = field(metadata=dict(static=True))": (
        "yes",
        "unhashable",
        "a b!",
    ),
    "@functools.partial(jax.tree_util.register_dataclass, data_fields=['a'], meta_fields=['b'])\n@dataclass\n"
    "class C:\n a: Array\n b: int": ("yes", "unhashable", "a? b?"),
    "@dataclass\nclass C:\n a: Array\njax.tree_util.register_dataclass(C, ['a'], [])": ("yes", "unhashable", "a?"),
    "@jax.tree_util.register_pytree_node_class\nclass C:\n def tree_flatten(self): return (), None": (
        "yes",
        "identity",
        "",
    ),
    "class C: pass\njax.tree_util.register_pytree_node(C, flatten, unflatten)": ("yes", "identity", ""),
    "class C: pass\njax.tree_util.register_pytree_node(nodetype=C, flatten_func=flatten, unflatten_func=unflatten)": (
        "yes",
        "identity",
        "",
    ),
    "@jax.tree_util.register_static\nclass C: pass": ("yes", "identity", ""),
    "class C(missing_name): pass": ("unknown", "own", ""),
    "@missing_name\nclass C: pass": ("unknown", "own", ""),
    "class C(abc.ABC, Protocol): pass": ("no", "identity", ""),
    "class C(enum.Enum):\n A = 1": ("no", "identity", ""),
    "@functools.total_ordering\nclass C: pass": ("unknown", "own", ""),
    "class C(dict): pass": ("no", "identity", ""),
}


def kind(cls: ClassInfo) -> tuple[str, str, str]:
    fields = cls.fields().values()
    return cls.pytree, cls.hash, " ".join(f.name + {True: "!", None: "?", False: ""}[f.static] for f in fields)


@pytest.mark.parametrize(("text", "expected"), CLASSES.items(), ids=list(CLASSES))
def test_class(text: str, expected: tuple[str, str, str]) -> None:
    assert kind(Snippet(f"{IMPORTS}{text}\n").cls("C")) == expected


def test_names_are_looked_up_in_the_order_of_python() -> None:
    snippet = Snippet(
        "class A:\n def f(self): pass\nclass B(A): pass\nclass D(A):\n def f(self): pass\nclass C(B, D): pass\n"
    )
    cls = snippet.cls("C")
    assert [c.name for c in cls.mro] == ["C", "B", "D", "A"]
    found = cls.method("f")
    assert found is not None
    assert found[0].name == "D"
    behind = cls.method("f", after=found[0])
    assert behind is not None
    assert behind[0].name == "A"
    assert cls.method("g") is None


def test_a_hierarchy_that_python_refuses_is_still_ordered() -> None:
    cls = Snippet("class A: pass\nclass B(A): pass\nclass C(A, B): pass\n").cls("C")
    assert {c.name for c in cls.mro} == {"A", "B", "C"}


def test_a_class_that_derives_from_itself_ends() -> None:
    cls = Snippet("class C(C): pass\n").cls("C")
    assert cls.is_open


def test_bases_registrations_and_fields_across_modules(tmp_path: Path) -> None:
    project = Project(
        tmp_path,
        {
            "pkg/__init__.py": "",
            "pkg/base.py": "import equinox as eqx\nclass Base(eqx.Module):\n a: int = eqx.field(static=True)\n",
            "pkg/model.py": "from .base import Base as Parent\nclass Model(Parent):\n b: float\n",
            "pkg/plain.py": "class Plain:\n pass\n",
            "pkg/register.py": "import jax\nfrom .plain import Plain\n"
            "jax.tree_util.register_pytree_node(Plain, lambda p: ((), None), lambda a, c: Plain())\n",
        },
    )
    model = project.cls("pkg/model.py", "Model")
    assert kind(model) == ("yes", "fields", "a! b")
    assert [c.qualified for c in model.mro] == ["pkg.model.Model", "pkg.base.Base"]
    assert list(model.libraries()) == ["equinox.Module"]
    plain = project.cls("pkg/plain.py", "Plain")
    assert plain.pytree == "yes"
    assert plain.maker is not None
    assert plain.maker.name == "jax.tree_util.register_pytree_node"


REGISTERED_SOMEHOW = {
    "class C: pass": False,
    "class C(metaclass=type): pass": True,
    "class B:\n def __init_subclass__(cls): pass\nclass C(B): pass": True,
    "class C:\n def tree_flatten(self): pass": True,
    "class C: pass\ndef register_all(): others(C)": True,
    "class C: pass\ndef register_c(cls):\n TABLE[cls.__name__] = cls\n return cls\nregister_c(C)": False,
    "class C: pass\ndef register_c(cls):\n return others(cls)\nregister_c(C)": True,
    "class C: pass\ndef register_c(cls):\n getattr(cls, 'register_pytree')()\nregister_c(C)": True,
    "class C: pass\nfrom steps import register_step\n@register_step\ndef f(): pass": False,
    "class C: pass\nfrom steps import register_step\n@register_step\ndef f(): pass\nregister_step(C)": True,
    "class C: pass\n@register_model('c')\ndef f(): pass": False,
    "class C: pass\n@register_model('c')\nclass D: pass": False,
    "class C: pass\nclass D: pass\njax.tree_util.register_static(D)": False,
    "class C: pass\nclass D: pass\nfor each in (C, D): jax.tree_util.register_static(each)": True,
    "class C: pass\nclass D: pass\nfrom jax.tree_util import register_static as mark\nmark(D)": True,
    "class C: pass\ndef register(f): return f\ndef register_step(f): return f\n@register_step\ndef f(): pass": False,
    "class C: pass\nfrom steps import register_step as mark\n@mark\ndef f(): pass": True,
}


@pytest.mark.parametrize(("text", "expected"), REGISTERED_SOMEHOW.items(), ids=list(REGISTERED_SOMEHOW))
def test_a_class_may_be_registered_in_ways_that_are_not_seen(text: str, expected: bool) -> None:
    assert Snippet(text + "\n").cls("C").registered_somewhere is expected


def test_members_in_branches_and_nested_classes_belong_to_the_class() -> None:
    cls = Snippet("class C:\n class D: pass\n if unknown():\n  def f(self): pass\n else:\n  g = 1\n").cls("C")
    assert set(cls.methods) == {"f"}
    assert set(cls.assigned) == {"g"}
    assert set(cls.nested) == {"D"}


def test_what_a_field_says_beside_static() -> None:
    cls = Snippet(
        "@dataclass(frozen=True)\nclass C:\n a: int = field(hash=False)\n b: int = field(init=False, compare=False)\n"
        " c: int = field(kw_only=True, default=1)\n d: int = 2\n"
    ).cls("C")
    fields = cls.fields()
    assert [f.hashed for f in fields.values()] == [False, False, True, True]
    assert [f.init for f in fields.values()] == [True, False, True, True]
    assert [f.kw_only for f in fields.values()] == [False, False, True, False]
    assert [f.default is not None for f in fields.values()] == [False, False, False, True]
