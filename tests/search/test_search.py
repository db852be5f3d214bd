"""Search for safe fixes that change what a program did, or that leave it raising without a word.

`make test` tries a few programs, `make test-all` some thousands. `PYTREELINT_SEARCH_SEED=1` gives other ones, for which
no failure is known; `PYTREELINT_SEARCH_PROGRAMS=2000` more of each family.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.fixtures.oracle import Oracle
from tests.search.families import FAMILIES, first, share
from tests.search.judging import Failure, Fixed, search
from tests.search.program import Program

KNOWN = Path(__file__).with_name("known.toml")  # reason -> programs, with the target
PROGRAMS = int(os.environ.get("PYTREELINT_SEARCH_PROGRAMS", "500"))  # of each family
SHARED = 100  # of which `make test` takes some
EACH, LEAST = 6, 9  # of each family, changed in all
# How many programs safe fixes change at least, so that no promise is kept by fixing nothing.
CHANGED = {"fields": 200, "defaults": 80, "statics": 50, "treemaps": 80, "outputs": 150, "methods": 90}


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    session = Oracle()
    yield session
    session.close()


def known(programs: Sequence[Program]) -> set[str]:
    """The failures that are known of these programs."""
    names = {program.name for program in programs}
    listed = [name for each in tomllib.loads(KNOWN.read_text("utf-8")).values() for name in each]
    assert len(listed) == len(set(listed))
    return {name for name in listed if name.partition(": ")[2] in names}


def new_and_gone(programs: Sequence[Program], failures: Sequence[Failure]) -> tuple[list[str], set[str]]:
    """Failures that are not listed, whole, and those that are listed and are none."""
    found = {failure.name: failure for failure in failures}
    listed = known(programs)
    return [str(found[name]) for name in found if name not in listed], listed - found.keys()


def judge(programs: Sequence[Program], oracle: Oracle, folder: Path) -> list[Fixed]:
    """The programs that were changed; fails for one that a fix harmed."""
    done, failures = search(programs, oracle, folder)
    new, gone = new_and_gone(programs, failures)
    assert not new, "\n\n".join(new)
    assert not gone
    return done


def test_safe_fixes_keep_what_some_programs_do(oracle: Oracle, tmp_path: Path) -> None:
    assert len(judge(share(EACH, SHARED), oracle, tmp_path)) >= LEAST


@pytest.mark.long
@pytest.mark.parametrize("family", FAMILIES)
def test_safe_fixes_keep_what_programs_do(family: str, oracle: Oracle, tmp_path: Path) -> None:
    assert len(judge(first(family, PROGRAMS), oracle, tmp_path)) >= CHANGED[family]


@pytest.mark.long
def test_what_is_known_exists() -> None:
    programs = [program for family in FAMILIES for program in first(family, PROGRAMS)]
    listed = [name for each in tomllib.loads(KNOWN.read_text("utf-8")).values() for name in each]
    assert known(programs) == set(listed)
