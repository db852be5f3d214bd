"""Counts of sites and seconds."""

from __future__ import annotations

from importlib import import_module

from pytreelint.model.text.place import RanOut
from pytreelint.model.values.sites import Site
from pytreelint.report.counts import coverage, ran_out, timing
from pytreelint.report.segments import plain
from pytreelint.report.words import LEGEND, PLACES


def test_coverage_by_kind_and_by_reason() -> None:
    sites = {
        ("TransformCall", "clean"): 1200,
        ("TransformCall", "unknown:dynamic call"): 2,
        ("field", "found"): 1,
        ("field", "open"): 3,
        ("field", "unknown:fuel"): 1,
        ("call", "unknown:dynamic call"): 1,
    }
    assert plain(coverage(sites)).splitlines() == [
        "coverage: 1,208 places where JAX meets PyTrees, 99.7% of them understood",
        "what                 places  right  found  open  not known",
        "call                 1       0      0      0     1",
        "calls of transforms  1,202   1,200  0      0     2",
        "field                5       0      1      3     1",
        "all                  1,208   1,200  1      3     4",
        LEGEND,
        "not known, as it hangs on:",
        "      3    0.2%  what a call gives that is not followed",
        "      1    0.1%  a function that is too large to be followed to its end",
    ]


def test_no_sites() -> None:
    assert plain(coverage({})) == "coverage: no place where JAX meets PyTrees\n"


def test_timing_names_each_phase() -> None:
    assert plain(timing({"discover": 0.25, "judge": 0.5}, 1.0, {"judge": 0.9, "read": 0.0})).splitlines() == [
        "timing: 1.000 s",
        "    0.250 s   25.0%  find the files",
        "    0.500 s   50.0%  judge what is new",
        "    0.250 s   25.0%  start and rest",
        "meanwhile, other processes together: judge 0.900 s",
    ]


def test_timing_of_nothing() -> None:
    assert plain(timing({"discover": 0.0}, 0.0, {})).startswith("timing: 0.000 s")


def test_what_ran_out_by_what_began_it() -> None:
    spent = [RanOut("/p/a.py", 3, "main", called=False), RanOut("/p/b.py", 7, "helper", called=True)]
    assert plain(ran_out(spent)).splitlines() == [
        "too large to be followed to the end:",
        "  /p/a.py:3  main",
        "calls of these are not followed to the end:",
        "  /p/b.py:7  helper",
    ]
    assert plain(ran_out([])) == ""


def test_every_kind_of_site_has_a_name() -> None:
    assert {kind.__name__ for kind in _kinds(Site)} <= PLACES.keys()


def _kinds(kind: type[Site]) -> set[type[Site]]:
    """The kinds of sites that the evaluator, which is imported whole, knows."""
    import_module("pytreelint.model.driver.entries")
    return {kind for below in kind.__subclasses__() for kind in (below, *_kinds(below))}
