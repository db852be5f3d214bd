"""No safe fix changes a result, a number of traces or a gradient's structure: executed under JAX, before and after."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import jax
import numpy as np
import pytest

from pytreelint.engine.fixing import plan
from pytreelint.engine.run import check
from pytreelint.engine.settings import Settings
from pytreelint.knowledge.transform import Target
from tests.fixtures.oracle import PYTHON
from tests.rules.effects import LEAVES, LIBRARIES, Effect, effects, pairs

LEAST = 50


def safely_fixed(cases: Sequence[Effect], root: Path, target: Target) -> dict[Effect, str]:
    """The programs that safe fixes change, as they leave them."""
    paths = {str(root / f"program_{index}.py"): case for index, case in enumerate(cases)}
    for path, case in paths.items():
        Path(path).write_text(case.text(reference=False))
    settings = replace(Settings(root=str(root), python=PYTHON, respect_gitignore=False), target=target)
    report = check([str(root)], settings, cache=False, jobs=1)
    planned = plan([str(root)], settings, lambda f: f.fix is not None and f.fix.applicability == "safe", report, {})
    assert planned.withheld == {}
    return {paths[path]: fixed.text for path, fixed in planned.fixed.items()}


def outcome(text: str) -> tuple[int, list[tuple[str, str, list[Any]]]]:
    """How often a program traces, and the arrays and numbers in its result, each with its path and type."""
    names: dict[str, Any] = {"__name__": "program"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(text, "<program>", "exec", dont_inherit=True), names)
        leaves = jax.tree_util.tree_leaves_with_path(names["result"])
    found: list[tuple[str, str, list[Any]]] = []
    for path, leaf in leaves:
        if isinstance(leaf, jax.ShapeDtypeStruct):
            found.append((jax.tree_util.keystr(path), f"{leaf.dtype}{leaf.shape}", []))
        elif isinstance(leaf, jax.Array | np.ndarray | np.generic | bool | int | float):
            kind = f"{leaf.aval}" if isinstance(leaf, jax.Array) else type(leaf).__name__
            found.append((jax.tree_util.keystr(path), kind, np.round(np.asarray(leaf), 4).tolist()))
    return names["traces"], found


def agree(cases: Sequence[Effect], root: Path, target: Target) -> set[tuple[str, str]]:
    """Run all that is fixed safely beside its reference; the pairs of transform and keyword that were compared."""
    fixed = safely_fixed(cases, root, target)
    for case, text in fixed.items():
        assert outcome(text) == outcome(case.text(reference=True)), f"{case.id}\n{text}"
    return {(case.transform, case.keyword) for case in fixed}


def some() -> list[Effect]:
    """One program for each pair of transform and keyword, going round libraries and leaves."""
    libraries, leaves = list(LIBRARIES), list(LEAVES)
    return [
        Effect(libraries[i % len(libraries)], transform, keyword, leaves[i % len(leaves)])
        for i, (transform, keyword) in enumerate(pairs())
    ]


def test_safe_fixes_keep_what_a_program_does(tmp_path: Path) -> None:
    assert len(agree(some(), tmp_path, "runtime")) >= LEAST


@pytest.mark.long
@pytest.mark.parametrize(("target", "least"), [("runtime", LEAST), ("equinox", 20)])
def test_safe_fixes_keep_what_every_program_does(tmp_path: Path, target: Target, least: int) -> None:
    assert len(agree(list(effects()), tmp_path, target)) >= least
