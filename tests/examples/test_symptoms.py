"""Each bug of `examples/classifier` shows its symptom under JAX; the repaired twin trains and warns of nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
ORACLE = os.environ.get("PYTREELINT_ORACLE", sys.executable)

# One process: importing the libraries takes longer than the symptoms. Each line is `code: what was raised or warned`.
PROBE = """
import warnings

import equinox as eqx
import jax


def report(code, action):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            action()
        except Exception as error:
            print(f"{code}: {type(error).__name__}: " + " ".join(str(error).split()))
        for warning in caught:
            print(f"{code}: {warning.category.__name__}: {warning.message}")


def import_layers():
    import classifier.layers


report("PTL801", import_layers)

from classifier import data, evaluate, layers, metrics, net, settings, train


def two_equal(build, function):
    for _ in range(2):
        function(build())


warnings.simplefilter("ignore")
points = data.spirals(0, 3, 96)
build = lambda: net.Classifier(points.points, 3, key=jax.random.key(0))
model = build()
state = train.make_optimiser().init(eqx.filter(model, eqx.is_inexact_array))

report("PTL101", lambda: two_equal(lambda: layers.FourierFeatures(4), eqx.filter_jit(lambda features: 0)))
report("PTL105", lambda: two_equal(build, eqx.filter_jit(lambda model: 0)))
report("PTL106", lambda: two_equal(lambda: data.spirals(0, 3, 96), jax.jit(lambda batch: batch.points)))
report("PTL102", lambda: metrics.rank_accuracy(points.points, points.labels, ranks=settings.RANKS))
report("PTL201", lambda: evaluate.accuracy(model, points))
report("PTL203", lambda: train.parallel_loss(model, data.batches_of(points, len(points))))
report("PTL204", lambda: train.train_epoch(model, state, data.batches_of(points, 48)))
report("PTL206", lambda: model.probabilities(points.points[0]))
report("PTL207", lambda: model(points.points[0]))
report("PTL208", lambda: evaluate.confusion(model, points))
"""

SYMPTOMS = {
    "PTL101": "Exception raised while checking equality of metadata fields of pytree",
    "PTL102": "Non-hashable static arguments are not supported",
    "PTL105": "Exception raised while checking equality of metadata fields of pytree",
    "PTL106": "Exception raised while checking equality of metadata fields of pytree",
    "PTL201": "Error interpreting argument to <function accuracy",
    "PTL203": "of type <class 'function'>",
    "PTL204": "of type '<class 'function'>' is not a valid JAX type",
    "PTL206": "Error interpreting argument to <function Classifier.probabilities",
    "PTL207": "TypeError: unhashable type",
    "PTL208": "Non-hashable static arguments are not supported",
    "PTL801": "`equinox.static_field` is deprecated",
}


@pytest.fixture(scope="module")
def symptoms() -> list[str]:
    """What happened, a line per exception or warning."""
    return run_program("-c", PROBE).stdout.splitlines()


@pytest.mark.parametrize("code", sorted(SYMPTOMS))
def test_each_bug_shows_its_symptom(code: str, symptoms: list[str]) -> None:
    said = [line for line in symptoms if line.startswith(f"{code}: ")]
    assert any(SYMPTOMS[code] in line for line in said), said


def test_the_buggy_project_dies_before_it_has_trained() -> None:
    run = run_program("-m", "classifier.train")
    assert run.returncode == 1
    assert "epoch" not in run.stdout


@pytest.mark.long
def test_the_repaired_project_trains_without_a_warning() -> None:
    run = run_program("-W", "error", "-m", "classifier_fixed.train")
    assert run.returncode == 0, run.stderr
    assert "among the best 1: 0.9" in run.stdout


def run_program(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run an interpreter that has jax in `examples/`, on the CPU, leaving no byte code behind."""
    environment = {
        **os.environ,
        "JAX_PLATFORMS": "cpu",
        "JAX_DISABLE_MOST_OPTIMIZATIONS": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.run(
        [ORACLE, *arguments], cwd=EXAMPLES, env=environment, capture_output=True, text=True, check=False
    )
