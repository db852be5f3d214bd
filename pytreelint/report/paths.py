"""How paths are shown to people."""

from __future__ import annotations

import os
from functools import cache


@cache
def shown(path: str, root: str | None = None) -> str:
    """A path as one can paste it: relative to the working directory within it or within the project, else absolute.

    Arguments:
        root: the project's folder; its files are named with `../` from a folder inside it.
    """
    here = os.getcwd()
    if _within(path, here) or (root is not None and _within(path, root) and _within(here, root)):
        return os.path.relpath(path, here)
    return path


def _within(path: str, folder: str) -> bool:
    return path.startswith(folder.rstrip(os.sep) + os.sep) or path == folder
