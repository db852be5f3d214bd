"""What keeps one object in two places of a tree one object, through transforms and updates."""

from __future__ import annotations

# Last parts of names whose mention in a file says that it takes care of its shared weights.
KEEPS_SHARED = frozenset({"Shared", "share_through"})
# The option of transforms that does so.
SHARE = "share"
