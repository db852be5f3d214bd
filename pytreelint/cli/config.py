"""`pytreelint config`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

import click

from pytreelint.cli.options import reading_options, rule_options
from pytreelint.cli.output import show
from pytreelint.knowledge.record import replace
from pytreelint.report.paths import shown
from pytreelint.report.segments import Line, Segment, line

if TYPE_CHECKING:
    from pytreelint.engine.settings import Settings
    from pytreelint.model.installed.environment import Environment


@click.command("config")
@click.argument("paths", nargs=-1, type=click.Path())
@rule_options
@reading_options
@click.option("--show-settings", is_flag=True, help="Every setting, and the rules that are on.")
@click.option("--show-files", is_flag=True, help="The files that would be checked, and nothing else.")
def command(paths: tuple[str, ...], show_settings: bool, show_files: bool, **given: Any) -> None:
    """Show what a check of PATHS would use: configuration, environment, library versions, and on demand the rest."""
    from pytreelint.cli.settings import settings_for

    settings = settings_for(paths or (".",), **given)
    if show_files:
        _files(paths or (".",), settings)
        return
    show(_environment(settings))
    if show_settings:
        show(_settings(settings))


def _files(paths: tuple[str, ...], settings: Settings) -> None:
    from pytreelint.engine.discovery import MissingPathError, discover

    try:
        found = discover(paths, settings)
    except MissingPathError as error:
        raise click.UsageError(str(error)) from None
    show(line(path) for path in found)


def _environment(settings: Settings) -> Iterator[Line]:
    from pytreelint.cli.settings import environment_for
    from pytreelint.knowledge import bundles
    from pytreelint.knowledge.libraries import MAKERS
    from pytreelint.knowledge.transforms import TRANSFORMS

    environment = environment_for(settings)
    yield _row("configuration", settings.config or "none (defaults)")
    yield _row("project", settings.root)
    yield _row("environment", f"{environment.prefix} ({environment.origin})")
    for path in environment.paths:
        yield _row("packages", path)
    yield _row("jax in force", _jax(settings, environment))
    versions = environment.versions({name.partition(".")[0] for name in (*MAKERS, *TRANSFORMS)})
    bundled = {name: f"{version} (bundled)" for name, version in bundles.versions().items()}
    for name, version in sorted((bundled | versions).items()):
        yield _row(name, version)


def _jax(settings: Settings, environment: Environment) -> str:
    """The newest version that the rules' claims must hold for, and what says so."""
    from pytreelint.model.project.layout import Layout

    if settings.jax_version is not None:
        return f"{settings.jax_version} (jax-version)"
    layout = Layout(settings.root, settings.src, environment)
    said, newest = layout.pinned(settings.root, "jax")
    if said:
        return f"{newest.words} (the project's metadata)" if newest is not None else "any (the project's metadata)"
    newest = layout.newest(settings.root, "jax")
    return f"{newest.words} (installed)" if newest is not None else "any: no jax is pinned or installed"


def _settings(settings: Settings) -> Iterator[Line]:
    from pytreelint.cli.settings import with_baseline
    from pytreelint.engine.cache_folder import cache_folder

    origins = dict(settings.origins)
    settings = replace(with_baseline(settings), cache_dir=cache_folder(settings))
    for name, value in _values(settings):
        origin = origins.get(name.partition(".")[0].replace("-", "_"))
        said = f"  ({shown(origin) if origin.startswith(os.sep) else origin})" if origin else ""
        yield _row(name, f"{value}{said}")
    yield _row("rules that are on", ", ".join(sorted(settings.enabled())))


def _values(settings: Any, prefix: str = "") -> Iterator[tuple[str, str]]:
    for field in (each for each in fields(settings) if each.compare and each.name != "target_is_named"):
        value = getattr(settings, field.name)
        name = prefix + field.name.replace("_", "-")
        if is_dataclass(value):
            yield from _values(value, f"{name}.")
        else:
            yield name, _told(value)


def _told(value: Any) -> str:
    """A value as people read it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _row(name: str, value: str) -> Line:
    return line(Segment(f"{name:<28}", "label"), value)
