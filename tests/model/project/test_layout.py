"""Module names from paths and back, as the import system sees them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytreelint.model.installed.environment import Environment
from pytreelint.model.project.layout import Layout


def tree(root: Path, *files: str) -> None:
    for name in files:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def layout(root: Path, *installed: str) -> Layout:
    paths = tuple(str(root / path) for path in installed)
    return Layout(str(root), environment=Environment("own", "/", paths, ()))


def where(layout: Layout, module: str) -> tuple[str, str] | None:
    found = layout.find(module)
    return (os.path.relpath(found.path, layout.project_root), found.origin) if found else None


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("train.py", "train"),
        ("pkg/__init__.py", "pkg"),
        ("pkg/net.py", "pkg.net"),
        ("src/lib/net.py", "lib.net"),
        ("src/lib/__init__.py", "lib"),
        ("scripts/train.py", "scripts.train"),
        ("scripts/v1.2/train.py", "scripts.v1%2E2.train"),
        ("pkg/__main__.py", "pkg.__main__"),
        ("stubs.pyi", "stubs"),
        ("/elsewhere/a.py", "%2F.elsewhere.a"),
    ],
)
def test_module_names(tmp_path: Path, path: str, name: str) -> None:
    assert layout(tmp_path).module_name(str(tmp_path / path)) == name


def test_src_that_is_a_package_is_no_root(tmp_path: Path) -> None:
    tree(tmp_path, "src/__init__.py", "src/net.py")
    assert layout(tmp_path).module_name(str(tmp_path / "src" / "net.py")) == "src.net"


@pytest.mark.parametrize(
    "path", ["pkg/net.py", "src/lib/net.py", "scripts/train.py", "scripts/v1.2/train.py", "pkg/__init__.py"]
)
def test_a_name_leads_back_to_its_file(tmp_path: Path, path: str) -> None:
    tree(tmp_path, path)
    made = layout(tmp_path)
    assert where(made, made.module_name(str(tmp_path / path))) == (path, "project")


def test_a_file_outside_of_all_roots_is_found_by_its_name(tmp_path: Path) -> None:
    tree(tmp_path, "other/net.py", "project/train.py")
    made = layout(tmp_path / "project")
    found = made.find(made.module_name(str(tmp_path / "other" / "net.py")))
    assert found is not None
    assert found.path == str(tmp_path / "other" / "net.py")


def test_project_before_installed(tmp_path: Path) -> None:
    tree(
        tmp_path,
        "net.py",
        "site-packages/net.py",
        "site-packages/other.py",
        "site-packages/pkg/__init__.py",
        "site-packages/pkg/sub.py",
    )
    made = layout(tmp_path, "site-packages")
    assert where(made, "net") == ("net.py", "project")
    assert where(made, "other") == ("site-packages/other.py", "installed")
    assert where(made, "pkg") == ("site-packages/pkg/__init__.py", "installed")
    assert where(made, "pkg.sub") == ("site-packages/pkg/sub.py", "installed")
    assert made.find("pkg.gone") is None
    assert made.find("gone") is None
    assert made.find("other.sub") is None
    assert made.find("") is None
    assert made.find("pkg..sub") is None


def test_a_package_is_preferred_to_a_module_of_its_name(tmp_path: Path) -> None:
    tree(tmp_path, "net.py", "net/__init__.py")
    assert where(layout(tmp_path), "net") == ("net/__init__.py", "project")


def test_stubs_come_before_installed_source_and_after_the_project(tmp_path: Path) -> None:
    tree(
        tmp_path,
        "site-packages/a/__init__.py",
        "site-packages/a-stubs/__init__.pyi",
        "site-packages/a/only.py",
        "typings/b.pyi",
        "site-packages/b.py",
    )
    tree(tmp_path, "c.py", "site-packages/c-stubs/__init__.pyi")
    made = layout(tmp_path, "site-packages")
    assert where(made, "a") == ("site-packages/a-stubs/__init__.pyi", "stub")
    assert where(made, "a.only") == ("site-packages/a/only.py", "installed")
    assert where(made, "b") == ("typings/b.pyi", "stub")
    assert where(made, "c") == ("c.py", "project")


def test_source_says_more_than_the_stub_beside_it(tmp_path: Path) -> None:
    tree(
        tmp_path,
        "site-packages/a.py",
        "site-packages/a.pyi",
        "site-packages/fast.pyi",
        "site-packages/fast.cpython-311-x86_64-linux-gnu.so",
        "site-packages/c.so",
    )
    made = layout(tmp_path, "site-packages")
    assert where(made, "a") == ("site-packages/a.py", "installed")
    assert where(made, "fast") == ("site-packages/fast.pyi", "stub")
    assert made.find("c") is None


def test_namespace_packages_are_the_sum_of_their_folders(tmp_path: Path) -> None:
    tree(tmp_path, "ns/a.py", "site-packages/ns/b.py", "site-packages/ns/deep/c.py")
    made = layout(tmp_path, "site-packages")
    assert where(made, "ns.a") == ("ns/a.py", "project")
    assert where(made, "ns.b") == ("site-packages/ns/b.py", "installed")
    assert where(made, "ns.deep.c") == ("site-packages/ns/deep/c.py", "installed")
    found = made.find("ns")
    assert found is not None
    assert found.is_namespace
    assert found.is_package


def test_a_regular_package_hides_folders_of_its_name(tmp_path: Path) -> None:
    tree(tmp_path, "jaxlike/notes.txt", "jaxlike/example.py", "site-packages/jaxlike/__init__.py")
    made = layout(tmp_path, "site-packages")
    assert where(made, "jaxlike") == ("site-packages/jaxlike/__init__.py", "installed")
    assert made.find("jaxlike.example") is None


def test_names_are_compared_as_the_disk_spells_them(tmp_path: Path) -> None:
    tree(tmp_path, "Net.py")
    assert layout(tmp_path).find("net") is None


def test_an_editable_install_of_the_project_names_a_root(tmp_path: Path) -> None:
    tree(tmp_path, "python/lib/__init__.py")
    made = layout(tmp_path, "python")
    assert made.module_name(str(tmp_path / "python" / "lib" / "net.py")) == "lib.net"
    assert where(made, "lib") == ("python/lib/__init__.py", "project")


def test_folders_are_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree(tmp_path, "pkg/__init__.py", "pkg/a.py", "pkg/b.py")
    made = layout(tmp_path)
    read: list[str] = []
    scan = os.scandir

    def counted(path: str) -> Iterator[os.DirEntry[str]]:
        read.append(path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", counted)
    for name in ("pkg.a", "pkg.b", "pkg.c", "pkg.a", "gone", "pkg"):
        made.find(name)
    assert sorted(read) == sorted(set(read))


def absolute(layout: Layout, path: str, module: str) -> str:
    return layout.absolute(os.path.dirname(os.path.join(layout.project_root, path)), module)


def test_a_script_imports_its_neighbours(tmp_path: Path) -> None:
    tree(
        tmp_path,
        "examples/train.py",
        "examples/net.py",
        "examples/parts/__init__.py",
        "site-packages/net.py",
        "site-packages/far.py",
    )
    made = layout(tmp_path, "site-packages")
    assert absolute(made, "examples/train.py", "net") == "examples.net"
    assert absolute(made, "examples/train.py", "parts.layers") == "examples.parts.layers"
    assert absolute(made, "examples/train.py", "far") == "far"
    assert absolute(made, "examples/train.py", "gone.x") == "gone.x"
    assert where(made, "examples.net") == ("examples/net.py", "project")


def test_a_package_below_the_root_imports_itself(tmp_path: Path) -> None:
    tree(tmp_path, "python/lib/__init__.py", "python/lib/net.py", "python/lib/json.py", "python/lib/torch.py")
    made = layout(tmp_path)
    assert absolute(made, "python/lib/net.py", "lib.other") == "python.lib.other"
    assert absolute(made, "python/lib/net.py", "net") == "python.lib.net"  # as a script
    assert absolute(made, "python/lib/net.py", "torch") == "torch"
    assert absolute(made, "python/lib/net.py", "json") == "json"


def test_neighbours_never_shadow_the_standard_library_or_folders_the_installed(tmp_path: Path) -> None:
    tree(
        tmp_path,
        "examples/types.py",
        "examples/jaxlike/train.py",
        "examples/run.py",
        "site-packages/jaxlike/__init__.py",
    )
    made = layout(tmp_path, "site-packages")
    assert absolute(made, "examples/run.py", "types") == "types"
    assert absolute(made, "examples/run.py", "jaxlike") == "jaxlike"


def test_a_module_run_from_a_folder_above(tmp_path: Path) -> None:
    tree(tmp_path, "project/exp/train.py", "project/exp/model.py", "project/exp/deep/x.py")
    made = layout(tmp_path)
    assert absolute(made, "project/exp/train.py", "exp.model") == "project.exp.model"
    assert absolute(made, "project/exp/deep/x.py", "model") == "project.exp.model"
    assert where(made, "project.exp.model") == ("project/exp/model.py", "project")
    assert absolute(made, "train.py", "exp") == "exp"


def test_projects_that_are_checked_together(tmp_path: Path) -> None:
    tree(
        tmp_path,
        "one/src/lib/__init__.py",
        "one/scripts/train.py",
        "two/lib/models/net.py",
        "two/exp/run.py",
        "lib/lib/net.py",
        "lib/lib/use.py",
        "three/python/lib/__init__.py",
        "three/tests/test_lib.py",
    )
    made = layout(tmp_path)
    assert absolute(made, "one/scripts/train.py", "lib.net") == "one.src.lib.net"
    assert absolute(made, "two/exp/run.py", "lib.models.net") == "two.lib.models.net"
    assert absolute(made, "lib/lib/use.py", "lib.net") == "lib.lib.net"
    assert absolute(made, "three/tests/test_lib.py", "lib") == "three.python.lib"


def test_a_folder_may_have_the_name_of_a_standard_module(tmp_path: Path) -> None:
    tree(tmp_path, "code/models/net.py", "code/train.py", "types.py")
    made = layout(tmp_path)
    name = absolute(made, "code/train.py", "models.net")
    assert where(made, name) == ("code/models/net.py", "project")
    assert not made.is_table(name.partition(".")[0])
    assert absolute(made, "code/train.py", "code") == "code" and made.is_table("code")
    own = made.module_name(str(tmp_path / "types.py"))
    assert where(made, own) == ("types.py", "project") and own != "types"


def test_digest_follows_roots_and_environment(tmp_path: Path) -> None:
    assert layout(tmp_path).digest == layout(tmp_path).digest
    assert layout(tmp_path).digest != layout(tmp_path, "site-packages").digest
    assert layout(tmp_path).digest != Layout(str(tmp_path), ("lib",)).digest
