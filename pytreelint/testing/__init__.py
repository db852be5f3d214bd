"""For tests of rules: what they find, what their fixes make of a program, and what the program does when it runs.

    from pytreelint.testing import assert_findings, assert_fixed, assert_raises, assert_runs

The programs of tests are run (by `assert_raises` and `assert_runs`, in a process of their own); those that
pytreelint checks never are.
"""

from __future__ import annotations

from pytreelint.testing.checks import assert_findings, assert_fixed, find, fix
from pytreelint.testing.symptoms import assert_raises, assert_runs

__all__ = ["assert_findings", "assert_fixed", "assert_raises", "assert_runs", "find", "fix"]
