"""What a person reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.model.place import Place, Step
from pytreelint.report.full import full
from pytreelint.report.texts import Texts
from tests.report.making import finding, place_of, plain

NET = """import equinox as eqx


class Smooth(eqx.Module):
    kernel: jax.Array = eqx.field(static=True)
"""
TRAIN = """from net import Smooth

smooth = Smooth(
    jnp.ones(3),
)
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "net.py").write_text(NET, encoding="utf-8")
    (tmp_path / "train.py").write_text(TRAIN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_source_evidence_and_help(project: Path) -> None:
    field = place_of(project / "net.py", "kernel: jax.Array = eqx.field(static=True)")
    call = Step(place_of(project / "train.py", "jnp.ones(3)"), "`jnp.ones(3)` is an array")
    one = finding(field, call, help="kernel: jax.Array")
    assert plain(full([one], Texts(), 100)) == (
        "PTL101 static-array error: `kernel` is an array\n"
        " --> net.py:5:5\n"
        "  |\n"
        "4 | class Smooth(eqx.Module):\n"
        "5 |     kernel: jax.Array = eqx.field(static=True)\n"
        "  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "  |\n"
        " ::: train.py:4:5\n"
        "  |\n"
        "4 |     jnp.ones(3),\n"
        "  |     ----------- 1: `jnp.ones(3)` is an array\n"
        "  |\n"
        "help: kernel: jax.Array\n"
        "\n"
    )


def test_a_span_over_lines_is_marked_on_each(project: Path) -> None:
    call = finding(place_of(project / "train.py", "Smooth(\n    jnp.ones(3),\n)"))
    assert plain(full([call], Texts(), 100)).splitlines()[3:] == [
        "1 | from net import Smooth",
        "3 | smooth = Smooth(",
        "  |          ^^^^^^^",
        "4 |     jnp.ones(3),",
        "  |     ^^^^^^^^^^^^",
        "5 | )",
        "  | ^",
        "",
    ]


def test_a_long_span_is_abridged(tmp_path: Path) -> None:
    path = tmp_path / "long.py"
    path.write_text("call(\n" + "    1,\n" * 50 + ")\n", encoding="utf-8")
    shown = plain(full([finding(Place(str(path), 1, 1, 52, 2))], Texts(), 100)).splitlines()
    assert len(shown) < 16
    assert "   ..." in shown
    assert "52 | )" in shown


def test_a_long_label_goes_below_its_mark(project: Path) -> None:
    call = place_of(project / "train.py", "jnp.ones(3)")
    words = "an array " * 20
    shown = plain(full([finding(call, Step(call, words.strip()))], Texts(), 80))
    assert max(len(row) for row in shown.splitlines()) <= 80
    assert shown.count("an array") == 21
    assert "  | 1: an array" in shown


def test_help_of_several_lines_is_aligned(project: Path) -> None:
    one = finding(place_of(project / "net.py", "kernel"), help="first\nsecond")
    assert "help: first\n      second\n" in plain(full([one], Texts(), 100))


def test_a_vanished_file_leaves_the_message(tmp_path: Path) -> None:
    gone = Place(str(tmp_path / "gone.py"), 3, 1, 3, 2)
    shown = plain(full([finding(gone, Step(gone, "here"))], Texts(), 100))
    assert "`kernel` is an array" in shown
    assert "= 1: here" in shown


def test_given_contents_are_shown_for_stdin(tmp_path: Path) -> None:
    path = str(tmp_path / "unsaved.py")
    shown = plain(full([finding(Place(path, 1, 1, 1, 2))], Texts({path: b"x = 1\n"}), 100))
    assert "1 | x = 1" in shown


def test_undecodable_bytes_are_shown_as_far_as_they_are_text(tmp_path: Path) -> None:
    path = tmp_path / "latin.py"
    path.write_bytes(b'name = "caf\xe9"\n')
    shown = plain(full([finding(Place(str(path), 1, 12, 1, 13))], Texts(), 100))
    assert 'name = "caf\ufffd"' in shown
    assert "  |            ^" in shown


def test_row_and_column_beyond_the_file_do_no_harm(project: Path) -> None:
    shown = plain(full([finding(Place(str(project / "net.py"), 5, 400, 5, 402))], Texts(), 100))
    assert shown.splitlines()[-2].endswith(" ^")
