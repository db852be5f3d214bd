"""The benchmarks of the runtime: both ways train alike, and bounds are judged."""

from __future__ import annotations

from pathlib import Path

from benchmarks import runtime_dispatch, runtime_gpu
from benchmarks.runtime_calls import compared, least
from benchmarks.runtime_dispatch import Bound
from benchmarks.runtime_training import train


def test_both_ways_train_alike() -> None:
    raw, ours = (train(way, runtime_gpu.SIZES["tiny"], 4) for way in runtime_gpu.WAYS)
    assert raw["loss"] == ours["loss"] and 0 < raw["loss"] < 5
    assert ours["seconds"] > 0 and ours["peak_bytes"] > 2**20
    ratios = runtime_gpu.compare(
        {"jax.jit": {"seconds": 2.0, "peak_bytes": 4}, "filter_jit": {"seconds": 1.0, "peak_bytes": 4}}
    )
    assert ratios == {"seconds": 0.5, "peak_bytes": 1.0}


def test_results_are_kept_with_versions(tmp_path: Path) -> None:
    table = {"first": {"p": 1.0}}
    bound = Bound("first", "p", 1.0, at_most=2.0)
    text = runtime_dispatch.store(tmp_path, table, [bound], 5).read_text(encoding="utf-8")
    assert '"jax"' in text and '"kept": true' in text
    rows = {way: {"seconds": 1.0, "peak_bytes": 1, "loss": 1.0} for way in runtime_gpu.WAYS}
    text = runtime_gpu.store(tmp_path, "tiny", rows, runtime_gpu.compare(rows)).read_text(encoding="utf-8")
    assert '"platform": "cpu"' in text and '"layers": 2' in text


def test_bounds_are_judged() -> None:
    assert Bound("row", "p", 1.0, at_most=1.0).kept and not Bound("row", "p", 1.1, at_most=1.0).kept
    assert Bound("row", "p", 3.0, at_least=2.9).kept and not Bound("row", "p", 2.8, at_least=2.9).kept
    assert str(Bound("row", "p", 2.8, at_least=2.9)).endswith("at least 2.90: BROKEN")


def test_medians() -> None:
    assert runtime_dispatch.middle([{"a": {"x": 1.0}}, {"a": {"x": 5.0}}, {"a": {"x": 2.0}}]) == {"a": {"x": 2.0}}


def test_each_row_has_its_bounds() -> None:
    row = {"b": 10.0, "equinox": 30.0, "p": 12.0}
    few, many = (runtime_dispatch.bounds({name: compared(row)}) for name in ("methods, 12", "methods, 1000"))
    assert [(bound.column, bound.at_most, bound.at_least, bound.kept) for bound in (*few, *many)] == [
        ("p - b", 10.0, None, True),
        ("equinox / p", None, 2.0, True),
        ("p / b", 1.15, None, False),
        ("equinox / p", None, 2.0, True),
    ]


def test_every_thunk_is_timed() -> None:
    times = least({"short": lambda: None, "long": lambda: sum(range(20000))})
    assert times["long"] > 10 * times["short"]
