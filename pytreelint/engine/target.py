"""What `target = "auto"` comes to: Equinox's transforms or the runtime's, decided once for all files of a project."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from pytreelint.engine.fixing import plan
from pytreelint.engine.run import Report, check
from pytreelint.knowledge.record import replace
from pytreelint.knowledge.repairs import LEAVES
from pytreelint.model.installed.pins import Pins
from pytreelint.model.text.listing import Listing
from pytreelint.model.text.source import Source, Unreadable

if TYPE_CHECKING:
    from pytreelint.engine.settings import Settings
    from pytreelint.knowledge.transform import Target

Key = tuple[str, str, str]

_LIBRARY: Target = "equinox"


def settled(settings: Settings, *, cache: bool = True) -> Settings:
    """The settings with `auto` decided: Equinox if the project uses it and it can express every safe fix.

    Which paths and rules this run is about changes nothing. A project whose files import the runtime stays with it.
    """
    if settings.target != "auto":
        return settings
    whole = replace(settings, nearest=None, select=(), extend_select=(), ignore=(), target=_LIBRARY)
    report = check([settings.root], whole, cache=cache)
    if not uses(settings, report.files) or any(
        _imports(text, LEAVES["runtime"]) for text in _texts(report.files, settings)
    ):
        return replace(settings, target="runtime")
    if not report.findings:
        return replace(settings, target=_LIBRARY)
    runtime = replace(whole, target="runtime")
    missing = _fixed(runtime, check([settings.root], runtime, cache=cache)) - _fixed(whole, report)
    return replace(settings, target="runtime" if missing else _LIBRARY)


def uses(settings: Settings, files: Iterable[str]) -> bool:
    """Whether a project uses Equinox: its metadata or one of its files say so."""
    said, _ = Pins(settings.root, Listing()).newest(settings.root, LEAVES[_LIBRARY])
    return said or any(_imports(text, LEAVES[_LIBRARY]) for text in _texts(files, settings))


def _fixed(settings: Settings, report: Report) -> set[Key]:
    """What the safe fixes of a whole project repair."""
    planned = plan([settings.root], settings, lambda f: f.fix is not None and f.fix.applicability == "safe", report, {})
    return {(f.place.path, f.code, f.message) for fixed in planned.fixed.values() for f in fixed.findings}


def _texts(files: Iterable[str], settings: Settings) -> Iterator[str]:
    for file in files:
        with suppress(Unreadable):
            yield Source.read(file, settings.max_file_size).text


def _imports(text: str, module: str) -> bool:
    return re.search(rf"^[ \t]*(?:import|from)[ \t]+{re.escape(module)}\b", text, re.MULTILINE) is not None
