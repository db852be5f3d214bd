"""Snippets of source as the model sees them: values in one line of text each, sites, modules of a small project."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pytreelint.model.driver.entries import sites_of
from pytreelint.model.driver.evaluator import Evaluator
from pytreelint.model.installed.environment import Environment, find_environment
from pytreelint.model.project.layout import Layout
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.project.program import Program
from pytreelint.model.text.source import Source
from pytreelint.model.values.classes import ClassInfo, FieldSpec
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.sites import Operand, Site, TransformCall
from pytreelint.model.values.value import (
    Array,
    Bound,
    ClassValue,
    Constant,
    Container,
    Function,
    Library,
    ModuleValue,
    Object,
    Opaque,
    Partial,
    Scalar,
    Transformed,
    Union,
    Value,
)

PRELUDE = """\
import dataclasses
import functools
import itertools
import operator
from dataclasses import dataclass, field
import jax
import jax.numpy as jnp
import numpy as np
import equinox as eqx
from jax import Array
def unknown(*args): return missing_name(args)
array = jnp.zeros(3)
function = lambda x: x
"""


class Snippet:
    """One module of source text, and what the model makes of it."""

    def __init__(self, text: str, prelude: str = PRELUDE) -> None:
        self.program = Program(Layout("/nowhere"), _no_file)
        self.ev = Evaluator(self.program)
        self.module = self.program.add(Source.from_bytes("/nowhere/snippet.py", (prelude + text).encode()))

    def run(self) -> Frame:
        """The module's statements, executed in order."""
        frame = Frame(self.module, {}, top=True)
        self.ev.body(self.module.tree.body, frame)
        return frame

    def value(self, name: str) -> Value:
        """What a module-level name holds once the module was executed."""
        found = (self.run().env or {}).get(name)
        assert found is not None, f"`{name}` is not bound"
        return found

    def cls(self, name: str) -> ClassInfo:
        """A class of the module."""
        value = self.ev.name(self.module, name)
        assert isinstance(value, ClassValue)
        return value.cls

    def sites(self) -> list[Site]:
        """What judging the module passes."""
        return sites_of(self.ev, self.module)

    def calls(self) -> list[TransformCall]:
        """The transforms that met their arguments, each once."""
        return list(dict.fromkeys(s for s in self.sites() if isinstance(s, TransformCall)))


def _no_file(path: str) -> Source:
    raise AssertionError(f"{path} was read")


class Project:
    """Files in a folder, beside a fake environment of installed packages."""

    def __init__(self, folder: Path, files: Mapping[str, str], installed: Mapping[str, str] | None = None) -> None:
        self.root = folder / "project"
        self.packages = folder / "venv" / "lib" / "python3.11" / "site-packages"
        for base, texts in ((self.root, files), (self.packages, installed or {})):
            base.mkdir(parents=True, exist_ok=True)
            for name, text in texts.items():
                (base / name).parent.mkdir(parents=True, exist_ok=True)
                (base / name).write_text(text)
        self.program = Program(self._layout(), Source.read)
        self.ev = Evaluator(self.program)

    def _layout(self) -> Layout:
        environment: Environment = find_environment(str(self.root), str(self.packages), {})
        return Layout(str(self.root), (".",), environment)

    def module(self, file: str) -> ModuleInfo:
        """The module of one of the project's files."""
        return self.program.add(Source.read(str(self.root / file)))

    def value(self, file: str, name: str) -> Value:
        """What a module-level name of a file means."""
        return self.ev.name(self.module(file), name)

    def cls(self, file: str, name: str) -> ClassInfo:
        """A class by a name in a file."""
        value = self.value(file, name)
        assert isinstance(value, ClassValue), show(value)
        return value.cls


def show(value: Value) -> str:
    """A value in short: `?` is unknown, `jax:inexact` an array, `C(act=f)` an instance, `C~(...)` an inexact one."""
    match value:
        case Constant():
            return repr(value.value)
        case Array():
            return value.flavour if value.dtype == "?" else f"{value.flavour}:{value.dtype}"
        case Scalar():
            return value.kind
        case Opaque():
            return f"<{value.kind}>"
        case Library() | ModuleValue():
            return value.name
        case Container():
            return _container(value)
        case Object():
            inner = ", ".join(f"{name}={show(held)}" for name, held in value.fields)
            return f"{value.cls.name}{'' if value.exact else '~'}({inner})"
        case ClassValue():
            return f"class {value.cls.name}"
        case Function():
            return "lambda" if value.name == "<lambda>" else f"def {value.name}"
        case Bound():
            return f"{show(value.function)} of {show(value.instance)}"
        case Partial():
            given = [show(value.function), *map(show, value.args), *(f"{k}={show(v)}" for k, v in value.keywords)]
            return f"{'Partial' if value.tree else 'partial'}({', '.join(given)})"
        case Transformed():
            return f"{value.transform.name.rpartition('.')[2]}({show(value.function)})"
        case Union():
            return (" & " if value.each else " | ").join(show(option) for option in value.options)
        case FieldSpec():
            return f"field({', '.join(f'{k}={show(v)}' for k, v in value.keywords)})"
    return "?"


def _container(value: Container) -> str:
    items = [show(item) for item in value.items]
    if value.kind == "dict":
        items = [f"{key!r}: {item}" for key, item in zip(value.keys, items, strict=True)]
    if value.rest is not None:
        items.append(("**" if value.kind == "dict" else "*") + show(value.rest))
    shape = {"list": "[%s]", "tuple": "(%s)", "dict": "{%s}"}.get(value.kind, f"{value.kind}{{%s}}")
    return shape % ", ".join(items)


def evaluated(text: str, name: str = "x") -> str:
    """What a name holds after a snippet."""
    return show(Snippet(text).value(name))


def roles(operands: tuple[Operand, ...]) -> str:
    """Operands in short: `x=jax traced, mode='a' static`."""
    return ", ".join(f"{o.label}={show(o.value)} {o.role}" for o in operands)
