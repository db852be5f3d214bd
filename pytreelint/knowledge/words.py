"""English words in names, by which is guessed where nothing better is at hand: each makes a finding less likely."""

from __future__ import annotations

RUN_ONCE = frozenset(
    [
        "main",
        "run",
        "train",
        "fit",
        "test",
        "tests",
        "bench",
        "benchmark",
        "profile",
        "demo",
        "example",
        "script",
        "experiment",
        "init",
        "initial",
        "initialize",
        "initialise",
        "setup",
        "build",
        "make",
        "create",
        "compile",
        "lower",
        "export",
        "load",
        "save",
        "reset",
        "start",
        "warmup",
        "calibrate",
        "plot",
        "visualize",
        "visualise",
        "show",
        "fixture",
    ]
)
"""In the names of functions that run once: programs, tests, what prepares, what shows."""

UNITS = frozenset(["batch", "batches", "epoch", "iteration", "iter", "minibatch", "round", "step", "sweep"])
"""For a part of a program, of which there are many: `train_epoch` is no program."""

TRIALS = frozenset(["test", "tests", "bench", "benchmark", "profile"])
"""In the names of functions whose loops go over cases, sizes and repetitions."""

TRIAL_FILE = r"(?:test|bench|benchmark)s?_.*|.*_(?:test|bench|benchmark)s?|tests|conftest"
"""The names, without their end, of files of such functions; a regular expression."""

EXAMPLES = frozenset(["example", "examples", "demo", "demos", "tutorial", "tutorials", "notebooks", "docs"])
"""The names of folders of examples."""

CATCHING = ("raises", "assertRaises", "warns", "assertWarns", "suppress")
"""With what the names of context managers begin in which an error is expected: of pytest, unittest, contextlib."""

SWALLOWING = frozenset(["suppress", "raises", "assertRaises", "assertRaisesRegex"])
"""The last parts of the names of context managers and functions after which a program goes on, whatever was raised."""
