"""The comparison of Equinox's tests reports what differs and is not listed, and what is listed and does not differ."""

from __future__ import annotations

from pathlib import Path

import equinox
import pytest

from benchmarks import equinox_suite
from benchmarks.equinox_suite_plugin import replaced
from pytreelint import runtime

REPORT = """<testsuites><testsuite>
<testcase classname="tests.test_a" name="test_one" />
<testcase classname="tests.test_a" name="test_two[x-1]"><failure /></testcase>
<testcase classname="tests.inner.test_b" name="test_three"><error /></testcase>
<testcase classname="tests.test_a" name="test_four"><skipped /></testcase>
</testsuite></testsuites>"""


def test_outcomes_are_read(tmp_path: Path) -> None:
    (tmp_path / "report.xml").write_text(REPORT, encoding="utf-8")
    found = equinox_suite.read(tmp_path / "report.xml")
    assert found == {
        "test_a.py::test_one": True,
        "test_a.py::test_two[x-1]": False,
        "inner/test_b.py::test_three": False,
    }


def test_what_is_not_as_listed_is_said() -> None:
    theirs = {"same": True, "newly": True, "wanted": True, "mended": True, "broken": False, "gone": True}
    ours = {"same": True, "newly": False, "wanted": False, "mended": True, "broken": False}
    listed = {"wanted": "a reason", "mended": "another", "not run": "a third"}
    assert equinox_suite.compare(theirs, ours, listed) == [
        "differs, and is not listed: gone",
        "differs, and is not listed: newly",
        "listed, and does not differ: mended",
    ]


def test_the_list_names_tests_and_reasons() -> None:
    listed = equinox_suite.listed()
    assert len(listed) > 5
    assert all(
        name.startswith("test_") and ".py::test_" in name and len(reason) > 20 for name, reason in listed.items()
    )


def test_all_transforms_are_replaced() -> None:
    names = replaced(runtime, equinox)
    assert {"filter_jit", "filter_grad", "filter_vmap", "filter_pmap", "filter_custom_vjp"} <= set(names)
    assert all(hasattr(equinox, name) for name in names)


def test_another_version_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "0.0.1"\n', encoding="utf-8")
    assert equinox_suite.main([str(tmp_path)]) == 2
    assert "0.0.1" in capsys.readouterr().err
