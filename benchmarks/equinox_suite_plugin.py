"""A pytest plugin that puts our transforms in the place of Equinox's, in all of its modules; for `equinox_suite.py`."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from typing import Any


def pytest_configure(config: Any) -> None:
    """Replace them before tests are imported, which import names from Equinox."""
    import equinox

    import pytreelint.runtime as runtime

    for module in pkgutil.walk_packages(equinox.__path__, "equinox."):
        importlib.import_module(module.name)
    modules = [module for name, module in sys.modules.items() if name.split(".")[0] == "equinox"]
    for name in replaced(runtime, equinox):
        for module in modules:
            if name in vars(module):
                setattr(module, name, getattr(runtime, name))


def replaced(runtime: Any, equinox: Any) -> list[str]:
    """The names of the transforms that both have."""
    return sorted(name for name in runtime.__all__ if name.startswith("filter_") and hasattr(equinox, name))
