"""One program of the search, and what all of them begin with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tests.search.cover import Cell

IMPORTS = """\
import dataclasses
import enum
import fractions
import functools
import pathlib
import sys
import types
from typing import Callable, NamedTuple

"""
JAX = "import jax\nimport jax.numpy as jnp\nimport numpy as np\n"


@dataclass(frozen=True, slots=True)
class Program:
    """A program with its coordinates."""

    family: str
    cell: tuple[tuple[str, str], ...]
    text: str

    @property
    def name(self) -> str:
        """The family and the values of its dimensions."""
        return f"{self.family}: " + " / ".join(value for _, value in self.cell)


def program(family: str, cell: Cell, libraries: Iterable[str], parts: Iterable[str]) -> Program:
    """A program of its parts.

    Args:
        libraries: import statements beside JAX's.
        parts: blocks of statements of the module.
    """
    used = "".join(f"{line}\n" for line in dict.fromkeys(libraries) if line)
    body = "\n\n".join(part.strip("\n") + "\n" for part in parts if part.strip())
    head = "".join(line for line in IMPORTS.splitlines(True) if _needed(line, body + used))
    return Program(family, tuple(cell.items()), f"{head}{chr(10) if head else ''}{JAX}{used}\n{body}")


def _needed(line: str, text: str) -> bool:
    """Whether a line of imports is used."""
    if line.startswith("from typing"):
        return "Callable" in text or "NamedTuple" in text
    name = line.removeprefix("import ").strip()
    return bool(name) and f"{name}." in text
