"""The command line: one file per click command, each thin."""

from pytreelint.cli.main import main

__all__ = ["main"]
