"""Counts of sites and seconds."""

from __future__ import annotations

from pytreelint.model.place import RanOut
from pytreelint.report.counts import coverage, ran_out, timing
from pytreelint.report.segments import plain


def test_coverage_by_kind_and_by_reason() -> None:
    sites = {
        ("transform", "clean"): 1200,
        ("transform", "unknown:dynamic call"): 2,
        ("field", "found"): 1,
        ("field", "open"): 3,
        ("field", "unknown:fuel"): 1,
        ("call", "unknown:dynamic call"): 1,
    }
    assert plain(coverage(sites)).splitlines() == [
        "coverage: 1,208 sites",
        "kind       sites  clean  found  open  unknown",
        "call       1      0      0      0     1",
        "field      5      0      1      3     1",
        "transform  1,202  1,200  0      0     2",
        "all        1,208  1,200  1      3     4",
        "unknown, by reason:",
        "      3    0.2%  dynamic call",
        "      1    0.1%  fuel",
    ]


def test_no_sites() -> None:
    assert plain(coverage({})) == "coverage: no sites\n"


def test_timing_names_each_phase() -> None:
    assert plain(timing({"discover": 0.25, "judge": 0.75})).splitlines() == [
        "timing: 1.000 s",
        "    0.250 s   25.0%  discover",
        "    0.750 s   75.0%  judge",
    ]


def test_timing_of_nothing() -> None:
    assert plain(timing({"discover": 0.0})).startswith("timing: 0.000 s")


def test_what_ran_out_by_what_began_it() -> None:
    spent = [RanOut("/p/a.py", 3, "main", called=False), RanOut("/p/b.py", 7, "helper", called=True)]
    assert plain(ran_out(spent)).splitlines() == [
        "not evaluated to the end:",
        "  /p/a.py:3  main",
        "calls not followed to the end:",
        "  /p/b.py:7  helper",
    ]
    assert plain(ran_out([])) == ""
