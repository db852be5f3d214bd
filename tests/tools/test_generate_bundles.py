"""Stubs of a small library, written by running the model over its source."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pytreelint.model.driver.evaluator import Evaluator
from pytreelint.model.installed.environment import Environment
from pytreelint.model.project.layout import Layout
from pytreelint.model.project.program import Program
from pytreelint.model.queries.evidence import describe
from pytreelint.model.text.source import Source
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import Container, Object, Value

LIBRARY = '''
import functools
import equinox as eqx
import jax
import jax.numpy as jnp
import optax

def _norm(x):
    return jnp.sum(x) / 2

class Layer(eqx.Module):
    """Its words are not copied."""
    weight: jax.Array
    bias: jax.Array | None
    size: int = eqx.field(static=True)
    act: callable = jax.nn.relu

    def __init__(self, size, use_bias=True, act=None, *, key):
        shape = (size, size)  # nor are these
        self.weight = jax.random.normal(key, shape)
        self.bias = jnp.zeros(size) if use_bias else None
        self.size = size
        if act is not None:
            self.act = act
        else:
            self.act = jnp.tanh

    def __call__(self, x):
        hidden = self.weight @ x
        return self.act(hidden)

    def with_size(self, size):
        return Layer(size, key=jax.random.key(0))

class Stack(eqx.Module):
    layers: tuple
    norm: callable = _norm

    def __init__(self, *layers):
        self.layers = tuple(layers)

def noise(x, scale=None, *, key):
    if scale is None:
        return x + jax.random.normal(key, x.shape)
    return x * scale

def factory(size, flag=False):
    if flag:
        return Stack()
    return None

def wrap(f):
    def wrapped(*args):
        return f(*args)
    return wrapped

def named(f):
    @functools.wraps(f)
    def wrapped(*args):
        return f(*args)
    return wrapped

@named
def wave(x):
    return jnp.sin(x)

ripple = wave

def shape_of(tree):
    return jax.tree.structure(tree)

class Trainer(eqx.Module):
    tx: optax.GradientTransformation = eqx.field(static=True)
'''
STUB = """# What pytreelint knows of tiny (tiny 1.2.3); see tools/generate_bundles.py.

from optax._src.base import GradientTransformation
import equinox
import jax
import typing
from pytreelint.bundled import drawn, made, of, one

def _norm(x):
    return of('array:jax:inexact')

class Layer(equinox.Module):
    weight: jax.Array
    bias: jax.Array | None
    size: int = equinox.field(static=True)
    act: typing.Any = jax.nn.relu
    def __init__(self, size, use_bias=True, act=None, *, key):
        drawn(key)
        self.weight = of('array:jax:inexact')
        self.bias = (of('array:jax:inexact') if use_bias else None)
        self.size = size
        self.act = (jax.numpy.tanh if act is None else act)
    def __call__(self, x):
        return one(of('unknown'), of('array:jax:inexact'))
    def with_size(self, size):
        return made(Layer, weight=of('array:jax:inexact'), bias=of('array:jax:inexact'), size=size, act=jax.numpy.tanh)

class Stack(equinox.Module):
    layers: tuple[typing.Any, ...]
    norm: typing.Any = _norm
    def __init__(self, *layers):
        self.layers = tuple(layers)

def noise(x, scale=None, *, key):
    drawn(key if scale is None else None)
    return (of('array:jax:?') if scale is None else one(of('array:jax:?'), of('unknown')))

def factory(size, flag=False):
    return (made(Stack, layers=()) if flag else None)

def wrap(f):
    return (lambda *args: of('unknown'))

def named(f):
    return (lambda *args: of('unknown'))

def wave(*args):
    return of('array:jax:inexact')

ripple = wave

def shape_of(tree):
    return of('object:jax.tree_util.PyTreeDef')

class Trainer(equinox.Module):
    tx: GradientTransformation = equinox.field(static=True)
"""
PROGRAM = """
import jax
from tiny import Layer, Stack

layer = Layer(3, use_bias=False, act=jax.nn.gelu, key=jax.random.key(0))
stack = Stack(layer, layer.with_size(2))
"""
GENERATE = """
import sys
from pathlib import Path
from tools.bundles import symbols
from tools.bundles.modules import Stubs
symbols.install()
stubs = Stubs(("tiny",), sys.argv[1], sys.argv[2])
stubs.write(Path(sys.argv[3]))
"""


@pytest.fixture(scope="module")
def stub(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The stub's file. Symbols change the model of their process, so it is another one."""
    folder = tmp_path_factory.mktemp("tiny")
    packages = folder / "site-packages"
    (packages / "tiny").mkdir(parents=True)
    (packages / "tiny-1.2.3.dist-info").mkdir()
    (packages / "tiny" / "__init__.py").write_text(LIBRARY)
    (folder / "outside").mkdir()
    command = [sys.executable, "-c", GENERATE, str(packages), str(folder / "outside"), str(folder / "stubs")]
    subprocess.run(command, check=True, cwd=Path(__file__).parents[2])
    return folder / "stubs" / "tiny" / "__init__.pyi"


def test_a_stub_says_what_is_true_and_nothing_of_how(stub: Path) -> None:
    assert stub.read_text() == STUB


def test_a_program_is_understood_by_the_stub_as_by_the_source(stub: Path, tmp_path: Path) -> None:
    """The stub stands in a folder of packages of its own."""
    (tmp_path / "main.py").write_text(PROGRAM)
    seen = []
    for packages in (stub.parents[2] / "site-packages", stub.parents[1]):
        ev = Evaluator(
            Program(Layout(str(tmp_path), (".",), Environment("own", "", (str(packages),), ())), Source.read)
        )
        module = ev.program.add(Source.read(str(tmp_path / "main.py")))
        frame = Frame(module, {}, top=True)
        ev.body(module.tree.body, frame)
        assert frame.env is not None
        seen.append([fields(frame.env["layer"]), fields(frame.env["stack"])])
    assert seen[0] == seen[1]
    assert seen[0][0] == ["weight: an array", "bias: None", "size: 3", "act: `jax.nn.gelu`"]


def fields(value: Value) -> list[str]:
    assert isinstance(value, Object)
    parts = []
    for name, item in value.fields:
        parts.append(f"{name}: {describe(item)}")
        if isinstance(item, Container):
            parts += [part for inner in item.items for part in fields(inner)]
    return parts
