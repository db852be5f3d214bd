"""How paths are shown to people."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache


@cache
def shown(path: str, root: str | None = None) -> str:
    """A path as one can paste it: relative to the working directory, absolute where that is shorter.

    Arguments:
        root: the project's folder; its files are named with `../` from a folder inside it.
    """
    here = os.getcwd()
    if _within(path, here) or (root is not None and _within(path, root) and _within(here, root)):
        return os.path.relpath(path, here)
    try:
        return min(os.path.relpath(path, here), path, key=len)
    except ValueError:  # another drive
        return path


def repository(root: str, environ: Mapping[str, str] = os.environ) -> str:
    """The folder that programs which read reports take paths to be relative to: a checkout, else the project.

    Arguments:
        root: the project's folder.
    """
    for name in ("GITHUB_WORKSPACE", "CI_PROJECT_DIR"):
        folder = os.path.realpath(environ.get(name) or os.devnull)
        if os.path.isdir(folder) and _within(os.path.realpath(root), folder):
            return folder
    folder = root
    while os.path.dirname(folder) != folder:
        if os.path.exists(os.path.join(folder, ".git")):
            return folder
        folder = os.path.dirname(folder)
    return root


def inside(path: str, folder: str) -> str | None:
    """A path relative to a folder that holds it, with slashes on every system; None where it lies elsewhere."""
    for one in (path, os.path.realpath(path)):
        if one != folder and _within(one, folder):
            return os.path.relpath(one, folder).replace(os.sep, "/")
    return None


def _within(path: str, folder: str) -> bool:
    return path.startswith(folder.rstrip(os.sep) + os.sep) or path == folder
