"""A run that goes on, for editors: what did not change between two checks is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pytreelint.engine.part import Part
from pytreelint.engine.run import Report, Run
from pytreelint.knowledge.record import replace
from pytreelint.model.text.listing import Listing

if TYPE_CHECKING:
    from pytreelint.engine.packing import Outcome
    from pytreelint.engine.settings import Settings
    from pytreelint.model.project.layout import Layout
    from pytreelint.model.project.program import Program
    from pytreelint.model.text.source import Source


class Live:
    """The checks of one configuration. Nothing is written, no cache is read.

    What is read from disk is taken to stay as it is until `forget`.
    """

    def __init__(self, settings: Settings) -> None:
        """Nothing is read yet."""
        self.settings = settings
        self._part: Part | None = None
        self._digests: dict[str, str] = {}

    def forget(self) -> None:
        """Files on disk have changed."""
        self._part = None

    def check(self, paths: Sequence[str], unsaved: Mapping[str, Source]) -> Report:
        """The report on some of the unsaved files, as `engine.run.check` gives it.

        Raises:
            NoEnvironmentError: `settings.python` leads to no packages.
        """
        part = self._ready(unsaved)
        run = Run(self.settings, cache=False, unsaved=unsaved)
        run.parts.append(part)
        outcomes: dict[str, Outcome] = {path: part.examiner.judge(unsaved[path]) for path in paths}
        part.digests.update({path: unsaved[path].digest for path in paths})
        return run.report(outcomes)

    def program(self, unsaved: Mapping[str, Source]) -> tuple[Program, Layout]:
        """The modules as they are now."""
        part = self._ready(unsaved)
        return part.examiner.reader().program, part.layout

    def _ready(self, unsaved: Mapping[str, Source]) -> Part:
        if self._part is None:
            self._part = Part(replace(self.settings, nearest=None), False, None, unsaved, Listing())
            self._digests = {}
        digests = {path: source.digest for path, source in unsaved.items()}
        changed = [path for path in {*digests, *self._digests} if digests.get(path) != self._digests.get(path)]
        self._part.examiner.renew(unsaved, changed)
        self._part.sources = dict(unsaved)
        self._digests = digests
        return self._part
