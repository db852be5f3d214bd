"""How each library declares PyTrees and static fields: the makers of PyTree classes, and the markers of their fields.

Use::

    name = canonical("equinox._module._module.Module")    # -> "equinox.Module"
    maker = MAKERS.get(name)                              # a base, a decorator or a registering call
    marker = MARKERS.get("equinox.field")                 # what is called (or subscripted) to declare one field
    verdict(maker, marker, {"static": True})              # -> "static" | "child" | "unknown"

A class is a PyTree when one of its bases or decorators is a maker, or a registering call names it. Names count only
once resolved: look up `canonical(dotted)`, never the text of the program.

A field function of one library often works in a class of another, because all it does is write `Field.metadata`:
`equinox.field(static=True)` makes a field of a `register_dataclass` class static as well. Hence a maker says which
metadata keys it reads, a marker which one it writes, and `verdict` joins them.

Every entry is executed against the library by `tests/knowledge/test_makers.py`.
"""

from __future__ import annotations

from pytreelint.knowledge.declarations import Maker, Marker, Verdict, verdict
from pytreelint.knowledge.makers import ENTRIES as _MAKERS
from pytreelint.knowledge.markers import ENTRIES as _MARKERS
from pytreelint.knowledge.names import canonical

__all__ = ["DEPRECATED", "MAKERS", "MARKERS", "Maker", "Marker", "Verdict", "canonical", "verdict"]

MAKERS: dict[str, Maker] = {maker.name: maker for maker in _MAKERS}
MARKERS: dict[str, Marker] = {marker.name: marker for marker in _MARKERS}

DEPRECATED = frozenset(marker.name for marker in _MARKERS if marker.deprecated)
