"""Findings in notebooks for programs that know files: rows of the JSON, with the cell in words."""

from __future__ import annotations

from pytreelint.knowledge.record import replace
from pytreelint.model.text.notebook.placing import Notebooks, split_cell
from pytreelint.model.text.place import Place, Step
from pytreelint.rules.finding import Finding


def in_file(finding: Finding, notebooks: Notebooks) -> Finding:
    """The finding in the text of its file. A fix of a notebook is none there: its edits are of the cells."""
    if notebooks.of(finding.place.path) is None:
        return finding
    steps = tuple(
        Step(notebooks.in_file(s.place), _message_in_file(s.message, s.place, notebooks)) for s in finding.related
    )
    message = _message_in_file(finding.message, finding.place, notebooks)
    return replace(finding, place=notebooks.in_file(finding.place), message=message, related=steps, fix=None)


def _message_in_file(message: str, place: Place, notebooks: Notebooks) -> str:
    path, row = notebooks.row(place.path, place.row)
    number = split_cell(path)[1]
    return message if number is None else f"{message} (cell {number}, line {row})"
