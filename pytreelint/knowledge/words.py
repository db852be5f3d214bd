"""English words in names of functions and folders, which decide where nothing better is known."""

from __future__ import annotations

from collections.abc import Iterable

from pytreelint.knowledge.record import record, replace

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

TRIALS = frozenset(["assert", "test", "tests", "bench", "benchmark", "benchmarks", "profile", "timeit", "timing"])
"""In the names of functions whose loops go over cases, sizes and repetitions."""

RUNNING = frozenset(["run", "main"])
"""With what the names of functions begin that do what the rest of the name says."""

TRIAL_FILE = r"(?:test|bench|benchmark)s?_.*|.*_(?:test|bench|benchmark)s?|(?:bench|benchmark)s?|tests|conftest"
"""The names, without their end, of files of such functions; a regular expression."""

EVALUATIONS = frozenset(["eval", "evaluate", "evaluation", "test", "val", "valid", "validate", "validation"])
"""In the names of what is asked for a figure of merit: the same noise each time makes figures comparable."""

FORGETTING = ("clear_caches", "clear_cache")
"""Functions and methods of JAX and Equinox after which a program is compiled anew."""

SHOWING = frozenset(["animate", "plot", "plots", "show", "visualise", "visualize"])
"""In the names of functions that make pictures, for which the noise of something else does as well."""

EQUALITIES = frozenset(
    f"{home}.{name}"
    for home in ("jax.numpy", "numpy")
    for name in ("array_equal", "array_equiv", "allclose", "isclose")
)
"""Functions that ask whether arrays are equal."""

OPPOSITES = (("p", "n"), ("pos", "neg"), ("positive", "negative"), ("plus", "minus"))
"""In the names of two results of which one is taken from the other."""

LEFT_TO_SUBCLASSES = ("abstract", "base", "interface", "mixin")
"""In the names of classes that others derive from, in other packages too."""

COPIES = frozenset(
    ["anchor", "copy", "ema", "initial", "momentum", "old", "reference", "shadow", "slow", "target", "teacher"]
)
"""In the names of what begins as a copy of something else, and is to be equal to it: networks that follow others."""

EXAMPLES = frozenset(["example", "examples", "demo", "demos", "tutorial", "tutorials", "notebooks", "docs"])
"""The names of folders of examples."""


@record(frozen=True, slots=True)
class Words:
    """Words in names that say what functions and folders are for; a project adds its own.

    Attributes:
        run_once: in the names of functions that run once.
        units: in the names of functions for a part of a program, of which there are many.
        trials: in the names of tests and benchmarks.
        examples: names of folders of examples.
    """

    run_once: frozenset[str] = RUN_ONCE
    units: frozenset[str] = UNITS
    trials: frozenset[str] = TRIALS
    examples: frozenset[str] = EXAMPLES

    def extended(self, more: Iterable[tuple[str, tuple[str, ...]]]) -> Words:
        """Returns these words and those of a project, given as pairs of an attribute and words."""
        return replace(self, **{kind: getattr(self, kind) | frozenset(words) for kind, words in more})


CATCHING = ("raises", "assertRaises", "warns", "assertWarns", "suppress")
"""With what the names of context managers begin in which an error is expected: of pytest, unittest, contextlib."""

FINITE = frozenset(["isfinite", "isinf", "isnan"])
"""What functions are called, in whatever library, that ask whether a result has become no number."""

SWALLOWING = frozenset(["suppress", "raises", "assertRaises", "assertRaisesRegex"])
"""The last parts of the names of context managers and functions after which a program goes on, whatever was raised."""

LOOKING = frozenset(
    [
        "Path",
        "abspath",
        "all",
        "any",
        "basename",
        "dirname",
        "endswith",
        "exists",
        "expanduser",
        "get",
        "getenv",
        "int",
        "is_dir",
        "is_file",
        "isdir",
        "isfile",
        "items",
        "join",
        "keys",
        "len",
        "lower",
        "lstrip",
        "rstrip",
        "split",
        "splitlines",
        "startswith",
        "str",
        "strip",
        "suffix",
        "upper",
        "values",
    ]
)
"""The last parts of the names of functions of Python's own that look at what they are given, texts and containers, and
at files: whatever a test by them decides, it hangs on nothing else."""
