"""The pytest plugin: the fixture `pytreelint`, the functions of `pytreelint.testing` with the project's own rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pytreelint.rules.finding import Finding


class Linter:
    """What tests ask of rules.

    Attributes:
        rules: the folders of rules of the configuration at or above the test's folder.
    """

    def __init__(self, rules: Sequence[str]) -> None:
        """With the rules of these folders."""
        self.rules = tuple(rules)

    def find(self, text: str, **given: Any) -> list[Finding]:
        """`pytreelint.testing.find`."""
        from pytreelint.testing import find

        return find(text, **{"rules": self.rules, **given})

    def assert_findings(self, text: str, **given: Any) -> list[Finding]:
        """`pytreelint.testing.assert_findings`."""
        from pytreelint.testing import assert_findings

        return assert_findings(text, **{"rules": self.rules, **given})

    def assert_fixed(self, before: str, after: str, **given: Any) -> None:
        """`pytreelint.testing.assert_fixed`."""
        from pytreelint.testing import assert_fixed

        assert_fixed(before, after, **{"rules": self.rules, **given})

    def assert_raises(self, text: str, exception: str, match: str = "", **given: Any) -> None:
        """`pytreelint.testing.assert_raises`."""
        from pytreelint.testing import assert_raises

        assert_raises(text, exception, match, **given)

    def assert_runs(self, text: str, **given: Any) -> None:
        """`pytreelint.testing.assert_runs`."""
        from pytreelint.testing import assert_runs

        assert_runs(text, **given)


@pytest.fixture
def pytreelint(request: pytest.FixtureRequest) -> Linter:
    """Checks programs with the rules that the nearest configuration names."""
    from pytreelint.engine.config import load

    return Linter(load([str(request.path)]).rules)
