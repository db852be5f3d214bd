"""Environments are told from their layout."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from pytreelint.model.installed.environment import Environment, NoEnvironmentError, find_environment


def venv(folder: Path, *distributions: str, version: str = "3.11", extra: str = "") -> Path:
    packages = folder / "lib" / f"python{version}" / "site-packages"
    for name in distributions:
        (packages / name).mkdir(parents=True)
    packages.mkdir(parents=True, exist_ok=True)
    (folder / "bin").mkdir()
    (folder / "bin" / "python").touch()
    (folder / "pyvenv.cfg").write_text(f"home = /nowhere/bin\nversion = {version}.7\n{extra}")
    return packages


def found(root: Path, python: str | None = None, variables: Mapping[str, str] | None = None) -> Environment:
    return find_environment(str(root), python, variables or {})


def test_the_order_of_choice(tmp_path: Path) -> None:
    own = found(tmp_path)
    assert own.origin == "own"
    beside = venv(tmp_path / ".venv")
    assert (found(tmp_path).origin, found(tmp_path).paths) == (".venv", (str(beside),))
    active = venv(tmp_path / "active")
    variables = {"VIRTUAL_ENV": str(tmp_path / "active")}
    assert (found(tmp_path, None, variables).origin, found(tmp_path, None, variables).paths) == (
        "VIRTUAL_ENV",
        (str(active),),
    )
    named = venv(tmp_path / "named")
    assert found(tmp_path, str(tmp_path / "named"), variables).paths == (str(named),)
    assert found(tmp_path, str(tmp_path / "named"), variables).origin == "--python"


ORDER = ("VIRTUAL_ENV", "UV_PROJECT_ENVIRONMENT", ".venv", "venv", "env", "CONDA_PREFIX")


def test_each_choice_comes_before_the_next(tmp_path: Path) -> None:
    variables: dict[str, str] = {}
    for origin in ORDER[::-1]:
        venv(tmp_path / origin)
        variables |= {} if origin.islower() else {origin: str(tmp_path / origin)}
        environment = found(tmp_path, None, variables)
        assert (environment.origin, environment.prefix) == (origin, str(tmp_path / origin))


@pytest.mark.parametrize("link", [False, True])
def test_the_environment_that_we_run_from_says_nothing(tmp_path: Path, link: bool) -> None:
    ours = tmp_path / "ours"
    ours.symlink_to(sys.prefix, target_is_directory=True)
    variables = {"VIRTUAL_ENV": str(ours) if link else sys.prefix}
    assert found(tmp_path, None, variables).origin == "own"
    venv(tmp_path / ".venv")
    assert found(tmp_path, None, variables).origin == ".venv"


def test_the_project_may_be_where_we_run_from(tmp_path: Path) -> None:
    (tmp_path / ".venv").symlink_to(sys.prefix, target_is_directory=True)
    environment = found(tmp_path, None, {"VIRTUAL_ENV": sys.prefix})
    assert environment.origin == ".venv"
    assert "pytest" in environment.versions(["pytest"])


@pytest.mark.parametrize("name", [".venv", "venv", "env"])
def test_a_folder_of_that_name_is_no_environment(tmp_path: Path, name: str) -> None:
    (tmp_path / name / "lib" / "python3.11" / "site-packages").mkdir(parents=True)
    assert found(tmp_path).origin == "own"


def test_uvs_variable_is_relative_to_the_project(tmp_path: Path) -> None:
    packages = venv(tmp_path / "build" / "env")
    assert found(tmp_path, None, {"UV_PROJECT_ENVIRONMENT": "build/env"}).paths == (str(packages),)


def test_condas_base_is_nobodys_choice(tmp_path: Path) -> None:
    packages = venv(tmp_path / "conda")
    (tmp_path / "conda" / "pyvenv.cfg").unlink()
    variables = {"CONDA_PREFIX": str(tmp_path / "conda")}
    assert found(tmp_path, None, {**variables, "CONDA_DEFAULT_ENV": "work"}).paths == (str(packages),)
    assert found(tmp_path, None, {**variables, "CONDA_DEFAULT_ENV": "base"}).origin == "own"
    assert found(tmp_path, None, {"CONDA_PREFIX": str(tmp_path / "gone")}).origin == "own"


def test_own_packages_hold_what_runs_the_tests(tmp_path: Path) -> None:
    assert "pytest" in found(tmp_path).versions(["pytest"])


def test_a_stale_virtual_env_is_passed_by(tmp_path: Path) -> None:
    assert found(tmp_path, None, {"VIRTUAL_ENV": str(tmp_path / "gone")}).origin == "own"


@pytest.mark.parametrize("name", ["", "bin/python", "lib/python3.11/site-packages"])
def test_python_may_be_an_interpreter_a_folder_or_packages(tmp_path: Path, name: str) -> None:
    packages = venv(tmp_path / "v")
    assert found(tmp_path, str(tmp_path / "v" / name)).paths == (str(packages),)


def test_an_interpreter_that_is_a_link_belongs_to_its_own_folder(tmp_path: Path) -> None:
    base = tmp_path / "base"
    (base / "bin").mkdir(parents=True)
    (base / "bin" / "python3.11").touch()
    packages = venv(tmp_path / "v")
    (tmp_path / "v" / "bin" / "python").unlink()
    (tmp_path / "v" / "bin" / "python").symlink_to(base / "bin" / "python3.11")
    assert found(tmp_path, str(tmp_path / "v" / "bin" / "python")).paths == (str(packages),)


def test_an_interpreter_names_its_version(tmp_path: Path) -> None:
    for version in ("3.11", "3.12"):
        (tmp_path / "lib" / f"python{version}" / "site-packages").mkdir(parents=True)
    (tmp_path / "bin").mkdir()
    for name in ("python3.11", "python3.12"):
        (tmp_path / "bin" / name).touch()
    (tmp_path / "bin" / "python").symlink_to("python3.11")
    assert "python3.11" in found(tmp_path, str(tmp_path / "bin" / "python")).paths[0]
    assert "python3.12" in found(tmp_path, str(tmp_path / "bin" / "python3.12")).paths[0]
    assert "python3.12" in found(tmp_path, str(tmp_path)).paths[0]


@pytest.mark.parametrize("layout", ["Lib/site-packages", "lib/python3/dist-packages", "lib64/python3.11/site-packages"])
def test_other_layouts(tmp_path: Path, layout: str) -> None:
    (tmp_path / layout).mkdir(parents=True)
    assert found(tmp_path, str(tmp_path)).paths == (str(tmp_path / layout),)


def test_lib64_that_links_to_lib_counts_once(tmp_path: Path) -> None:
    packages = venv(tmp_path / "v")
    (tmp_path / "v" / "lib64").symlink_to("lib")
    assert found(tmp_path, str(tmp_path / "v")).paths == (str(packages),)


def test_a_path_without_packages_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoEnvironmentError, match="no site-packages found for"):
        found(tmp_path, str(tmp_path / "nothing"))


def test_system_packages_follow_where_included(tmp_path: Path) -> None:
    system = tmp_path / "usr" / "lib" / "python3.11" / "site-packages"
    system.mkdir(parents=True)
    extra = f"home = {tmp_path}/usr/bin\ninclude-system-site-packages = "
    packages = venv(tmp_path / "v", extra=extra + "true\n")
    assert found(tmp_path, str(tmp_path / "v")).paths == (str(packages), str(system))
    venv(tmp_path / "w", extra=extra + "false\n")
    assert str(system) not in found(tmp_path, str(tmp_path / "w")).paths


def test_path_lines_of_pth_files_count_and_import_lines_do_not(tmp_path: Path) -> None:
    packages = venv(tmp_path / "v")
    (tmp_path / "editable").mkdir()
    marker = tmp_path / "executed"
    lines = f"# text\nimport pathlib; pathlib.Path({str(marker)!r}).touch()\n\n{tmp_path}/editable\n{tmp_path}/gone\n"
    (packages / "__editable__.pth").write_text(lines)
    assert found(tmp_path, str(tmp_path / "v")).paths == (str(packages), str(tmp_path / "editable"))
    assert not marker.exists()


def test_versions_are_read_from_names(tmp_path: Path) -> None:
    venv(tmp_path / "v", "jax-0.10.2.dist-info", "jax_dataclasses-1.6.dist-info", "old-1.0-py3.11.egg-info", "jax")
    environment = found(tmp_path, str(tmp_path / "v"))
    assert environment.versions(["jax", "jax-dataclasses", "Old", "flax"]) == {
        "jax": "0.10.2",
        "jax-dataclasses": "1.6",
        "Old": "1.0",
    }


def test_digest_follows_versions(tmp_path: Path) -> None:
    packages = venv(tmp_path / "v", "jax-0.10.2.dist-info")
    before = found(tmp_path, str(tmp_path / "v")).digest
    assert found(tmp_path, str(tmp_path / "v")).digest == before
    (packages / "jax-0.10.2.dist-info").rename(packages / "jax-0.12.0.dist-info")
    assert found(tmp_path, str(tmp_path / "v")).digest != before
