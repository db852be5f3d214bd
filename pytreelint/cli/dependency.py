"""The dependency that rewritten code has: pytreelint's runtime, named in the project's metadata."""

from __future__ import annotations

import os
from collections.abc import Iterable

import click

RUNTIME = "pytreelint[runtime]"
_MODULE = "pytreelint.runtime"


def mind(root: str, texts: Iterable[str], *, add: bool) -> None:
    """Say that the runtime is missing from the project's metadata, or add it, where one of the texts imports it."""
    file = os.path.join(root, "pyproject.toml")
    if not any(_MODULE in text for text in texts) or not os.path.isfile(file):
        return
    import tomlkit

    with open(file, encoding="utf-8", newline="") as handle:
        document = tomlkit.parse(handle.read())
    project = document.get("project")
    if project is None or any(_is_runtime(str(each)) for each in project.get("dependencies", ())):
        return
    if not add:
        click.echo(f"note: the fixed code needs `{RUNTIME}`: add it to {file}, or use --add-dependency", err=True)
        return
    project.setdefault("dependencies", tomlkit.array()).append(RUNTIME)
    with open(file, "w", encoding="utf-8", newline="") as handle:
        handle.write(tomlkit.dumps(document))
    click.echo(f"note: added `{RUNTIME}` to {file}", err=True)


def _is_runtime(requirement: str) -> bool:
    name = requirement.replace(" ", "").lower()
    return name.startswith("pytreelint[") and "runtime" in name.partition("]")[0]
