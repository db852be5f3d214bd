"""The inferred PyTree of `pytreelint tree`, for people and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from pytreelint.knowledge.bundles import label
from pytreelint.model.queries.tree import Kind, TreeNode
from pytreelint.model.text.place import Place
from pytreelint.report.paths import shown
from pytreelint.report.segments import EMPTY, Line, Segment, Style, line

WORDS: dict[Kind, str] = {
    "node": "node",
    "container": "node",
    "array": "array leaf",
    "opaque": "opaque leaf",
    "scalar": "scalar leaf",
    "static": "static",
    "unknown": "unknown",
}
STYLES: dict[Kind, Style] = {
    "node": "strong",
    "container": "strong",
    "array": "good",
    "opaque": "error",
    "scalar": "label",
    "static": "dim",
    "unknown": "warning",
}
_NO_PLURAL = ("static", "unknown")


def tree(
    root: TreeNode, project: str | None = None, in_cell: Callable[[Place], Place] = lambda place: place
) -> Iterator[Line]:
    """The tree with its columns aligned: field, kind, type, and the place that says so; then a tally.

    Arguments:
        in_cell: a place as people see it: that of a notebook is in a cell.
    """
    rows = list(_rows(root, "", ""))
    widths = [max((len(part) for part in column), default=0) for column in zip(*(row[:3] for row in rows), strict=True)]
    for name, kind, words, node in rows:
        yield line(
            Segment(name.ljust(widths[0])),
            "  ",
            Segment(kind.ljust(widths[1]), STYLES[node.kind]),
            "  ",
            words.ljust(widths[2]),
            Segment(_origin(node, project, in_cell), "dim"),
        )
    yield EMPTY
    yield line(_tally(root))


def tree_json(root: TreeNode) -> str:
    """The nested objects, with a line end."""
    from json import dumps

    return dumps(_object(root), indent=2) + "\n"


def _rows(node: TreeNode, lead: str, branch: str) -> Iterator[tuple[str, str, str, TreeNode]]:
    yield lead + branch + node.label, WORDS[node.kind], node.type, node
    lead += {"": "", "├─ ": "│  ", "└─ ": "   "}[branch]
    for child in node.children:
        yield from _rows(child, lead, "└─ " if child is node.children[-1] else "├─ ")


def _origin(node: TreeNode, project: str | None, in_cell: Callable[[Place], Place]) -> str:
    why = f"  {node.why}" if node.why else ""
    where = ""
    if node.place is not None:
        place = in_cell(node.place)
        where = label(place.path) or f"{shown(place.path, project)}:{place.row}"
    return f"{why}{', ' if why else '  '}{where}" if where else why


def _tally(root: TreeNode) -> str:
    tally = Counter(WORDS[node.kind] for node in _ends(root))
    parts = [
        f"{tally[word]} {word if word in _NO_PLURAL or tally[word] == 1 else word[:-4] + 'leaves'}"
        for word in dict.fromkeys(WORDS.values())
        if word != "node" and tally[word]
    ]
    return ", ".join(parts) or "no leaves"


def _ends(node: TreeNode) -> Iterator[TreeNode]:
    if not node.children:
        yield node
    for child in node.children:
        yield from _ends(child)


def _object(node: TreeNode) -> dict[str, Any]:
    place = node.place
    return {
        "label": node.label,
        "kind": node.kind,
        "type": node.type,
        "filename": None if place is None else place.path,
        "location": None if place is None else {"row": place.row, "column": place.column},
        "why": node.why,
        "children": [_object(child) for child in node.children],
    }
