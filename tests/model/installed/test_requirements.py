"""A package that has nothing to do with arrays is not followed; one that may have is."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.model.installed.environment import find_environment
from pytreelint.model.project.layout import Layout


def _installed(folder: Path, name: str, requires: str = "", source: str = "") -> None:
    """A package and its metadata in a folder of packages."""
    (folder / name).mkdir(parents=True)
    (folder / name / "__init__.py").write_text(source)
    metadata = folder / f"{name}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\n{requires}\n")


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    packages = tmp_path / "env" / "lib" / "python3.11" / "site-packages"
    _installed(packages, "jax")
    _installed(packages, "printer", "Requires-Dist: colours>=2")
    _installed(packages, "colours")
    _installed(packages, "layers", "Requires-Dist: Nets.Core (>=1)")
    _installed(packages, "nets_core", 'Requires-Dist: jax>=0.4 ; extra == "cpu"')
    _installed(packages, "orbax", "Requires-Dist: jax")
    _installed(packages, "lab", source="try:\n    import jax.numpy as jnp\nexcept ImportError:\n    jnp = None\n")
    for name in ("yaml", "nets"):  # as `PyYAML` brings `yaml`
        (packages / name).mkdir()
        (packages / name / "__init__.py").write_text("")
    (packages / "colours-1.0.dist-info" / "top_level.txt").write_text("colours\nyaml\n")
    (packages / "nets_core-1.0.dist-info" / "top_level.txt").write_text("nets\n")
    (packages / "loose").mkdir()
    (packages / "loose" / "__init__.py").write_text("")
    project = tmp_path / "project"
    project.mkdir()
    (project / "own.py").write_text("")
    return Layout(str(project), environment=find_environment(str(project), str(tmp_path / "env")))


@pytest.mark.parametrize("package", ["printer", "colours", "yaml", "orbax", "os", "matplotlib"])
def test_not_followed(layout: Layout, package: str) -> None:
    assert layout.is_table(package)


@pytest.mark.parametrize("package", ["layers", "nets_core", "nets", "lab", "loose", "own", "not_installed"])
def test_followed(layout: Layout, package: str) -> None:
    assert not layout.is_table(package)
