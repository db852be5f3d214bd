"""Whether code belongs to an installed library, whose globals are taken for constants and are not read."""

from __future__ import annotations

import functools
import os
import sys
import sysconfig
import types
from pathlib import Path
from typing import Any

# Folders of installed packages, wherever they are.
_PACKAGES = (f"{os.sep}site-packages{os.sep}", f"{os.sep}dist-packages{os.sep}")


def _folders() -> tuple[str, ...]:
    """Python's own library, and this package, which may be installed in place."""
    found = {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"), str(Path(__file__).resolve().parents[2])}
    return tuple(sorted(path + os.sep for folder in found for path in (folder, os.path.realpath(folder))))


_FOLDERS = _folders()


@functools.lru_cache(maxsize=4096)
def _is_installed(path: str) -> bool:
    return any(part in path for part in _PACKAGES) or path.startswith(_FOLDERS)


def is_library_function(function: types.FunctionType) -> bool:
    """Whether a function is of an installed library."""
    return is_library_code(function.__code__, function.__globals__)


def is_library_code(code: types.CodeType, known: dict[str, Any]) -> bool:
    """Whether code with these globals is of an installed library; generated code counts as that of their module."""
    path = code.co_filename
    if path.startswith("<"):
        return path.startswith("<frozen ") or is_library_name(known.get("__name__"))
    return _is_installed(path)


def is_library_name(name: Any) -> bool:
    """Whether a module of that name is one of an installed library, or built in."""
    module = sys.modules.get(name) if isinstance(name, str) and name != "__main__" else None
    return module is not None and is_library_module(module)


def is_library_module(module: types.ModuleType) -> bool:
    """Whether a module is one of an installed library, or built in."""
    names = vars(module)
    path = names.get("__file__")
    if isinstance(path, str):
        return _is_installed(path)
    spec = names.get("__spec__")
    if getattr(spec, "origin", None) in ("built-in", "frozen"):
        return True
    folders = getattr(spec, "submodule_search_locations", None) or ()
    return bool(folders) and all(_is_installed(folder + os.sep) for folder in folders)


def is_library_class(kind: type) -> bool:
    """Whether a class was defined by an installed library, or is built in."""
    return is_library_name(kind.__module__)
