"""The errors that click shows, made without importing it before there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click


def refusal(message: str) -> click.ClickException:
    """An error that ends the command."""
    import click

    return click.ClickException(message)


def misuse(message: str) -> click.UsageError:
    """An error in how the command is called: the usage is shown with it."""
    import click

    return click.UsageError(message)
