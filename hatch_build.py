"""The build hook of wheels: with `PYTREELINT_COMPILE=1` the model is compiled (docs/compiled.md), else nothing is done.

An editable install is never compiled, and nothing is written beside the sources.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NEEDS = ["mypy>=2.4,<3", "setuptools>=65"]


class CompilingHook(BuildHookInterface):
    """Adds the compiled modules to a wheel."""

    def dependencies(self) -> list[str]:
        """Returns what the build needs besides hatchling."""
        return NEEDS if _is_wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles a copy of the model, and has its libraries put beside the sources in the wheel."""
        if version == "editable" or not _is_wanted():
            return
        sys.path.insert(0, self.root)
        from tools.compiling.build import compiled

        self._libraries = tempfile.TemporaryDirectory()
        folder = Path(self._libraries.name)
        built = compiled(Path(self.root), folder)
        build_data["force_include"] |= {str(folder / path): path.as_posix() for path in built}
        build_data["pure_python"], build_data["infer_tag"] = False, True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Removes the libraries that the wheel now holds."""
        if hasattr(self, "_libraries"):
            self._libraries.cleanup()


def _is_wanted() -> bool:
    return os.environ.get("PYTREELINT_COMPILE", "0") not in ("", "0")
