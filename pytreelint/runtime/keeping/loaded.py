"""A program of `jax.export` that was loaded, whose derivatives were saved up to an order."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from jax import export


class Loaded(export.Exported):  # type: ignore[misc]
    """A loaded program that says of a missing derivative how to save it."""

    def vjp(self) -> export.Exported:
        """The program of the derivative, if it was saved.

        Raises:
            ValueError: It was not.
        """
        if not self.has_vjp():
            raise ValueError(
                "the program was saved without this derivative: save it with `serialize(vjp_order=1)`, or as many as "
                "there are derivatives in reverse mode"
            )
        return loaded(super().vjp())


def loaded(program: export.Exported) -> Loaded:
    """What `jax.export.deserialize` gives, as `Loaded`."""
    values: dict[str, Any] = {field.name: getattr(program, field.name) for field in fields(program)}
    return Loaded(**values)
