"""From options to the engine's settings; what is wrong with them becomes a usage error."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pytreelint.cli.chosen import Chosen
from pytreelint.cli.errors import refusal
from pytreelint.engine.config import default, in_folder, load, load_file, with_pairs
from pytreelint.engine.configurations import Configurations, everywhere
from pytreelint.engine.settings import BASELINE
from pytreelint.engine.table import ConfigError, check_selectors
from pytreelint.knowledge.record import replace

if TYPE_CHECKING:
    from pytreelint.engine.settings import Settings
    from pytreelint.model.installed.environment import Environment
    from pytreelint.model.project.layout import Layout
    from pytreelint.rules.finding import Severity


def settings_for(
    paths: Sequence[str],
    *,
    config: Chosen | None = None,
    python: str | None = None,
    select: tuple[str, ...] = (),
    extend_select: tuple[str, ...] = (),
    ignore: tuple[str, ...] = (),
    fail_on: Severity | None = None,
    cache_dir: str | None = None,
    ignore_suppressions: bool = False,
) -> Settings:
    """The settings for these paths, the options' words over the configuration's."""
    chosen = config or Chosen()
    try:
        settings = _configured(paths, chosen)  # first: it may bring rules
        for option, given in (("--select", select), ("--extend-select", extend_select), ("--ignore", ignore)):
            if given:  # asked only then: it loads every rule
                check_selectors(given, option)
    except ConfigError as error:
        raise refusal(str(error)) from None

    def over(settings: Settings) -> Settings:
        options = {"select": select, "extend_select": extend_select, "ignore": ignore, "python": python}
        options |= {"fail_on": fail_on, "cache_dir": cache_dir}
        told = {name: f"--{name.replace('_', '-')}" for name, value in options.items() if value}
        settings = settings.overridden(select, ignore)
        return replace(
            settings,
            origins=tuple({**dict(settings.origins), **told}.items()),
            extend_select=(*settings.extend_select, *extend_select),
            python=python or settings.python,
            fail_on=fail_on or settings.fail_on,
            ignore_suppressions=ignore_suppressions,
            cache_dir=os.path.abspath(os.path.expanduser(cache_dir)) if cache_dir else settings.cache_dir,
        )

    if chosen.file is None and not chosen.isolated:
        settings = replace(settings, nearest=Configurations(settings, lambda folder: _nearer(folder, chosen)))
    return everywhere(settings, over)


def _nearer(folder: str, chosen: Chosen) -> Settings | None:
    """The settings of a folder's own configuration, for what lies in it."""
    try:
        settings = in_folder(folder)
        return with_pairs(settings, chosen.pairs, os.getcwd()) if settings is not None and chosen.pairs else settings
    except ConfigError as error:
        raise refusal(str(error)) from None


def _configured(paths: Sequence[str], chosen: Chosen) -> Settings:
    if chosen.isolated:
        settings = default(paths)
    else:
        settings = load_file(chosen.file) if chosen.file else load(paths)
    return with_pairs(settings, chosen.pairs, os.getcwd()) if chosen.pairs else settings


def load_own_rules() -> None:
    """Load the rules that the configuration of the working directory names."""
    try:
        load(["."])
    except ConfigError as error:
        raise refusal(str(error)) from None


def with_baseline(settings: Settings, named: str | None = None, *, wanted: bool = True) -> Settings:
    """The settings with the baseline decided: the named one, else the configured one, else the usual file."""
    if not wanted:
        return everywhere(settings, lambda own: replace(own, baseline=None))
    if named is not None:
        return everywhere(settings, lambda own: replace(own, baseline=os.path.abspath(named)))

    def decide(own: Settings) -> Settings:
        usual = os.path.join(own.root, BASELINE)
        return replace(own, baseline=usual) if own.baseline is None and os.path.lexists(usual) else own

    return everywhere(settings, decide)


def decided(settings: Settings, cache: bool) -> Settings:
    """The settings with `target = "auto"` decided for the whole project."""
    return everywhere(settings, lambda own: _decided(own, cache))


def _decided(settings: Settings, cache: bool) -> Settings:
    if settings.target != "auto":
        return settings
    from pytreelint.engine.cache_folder import CacheRefusedError
    from pytreelint.engine.target import settled
    from pytreelint.model.installed.environment import NoEnvironmentError

    try:
        return settled(settings, cache=cache)
    except (NoEnvironmentError, CacheRefusedError) as error:
        raise refusal(str(error)) from None


def environment_for(settings: Settings) -> Environment:
    """The installed packages that these settings lead to."""
    from pytreelint.model.installed.environment import NoEnvironmentError, find_environment

    try:
        return find_environment(settings.root, settings.python)
    except NoEnvironmentError as error:
        raise refusal(str(error)) from None


def layout_for(settings: Settings) -> Layout:
    """The modules of the project and its environment."""
    from pytreelint.model.project.layout import Layout

    return Layout(settings.root, settings.src, environment_for(settings))
