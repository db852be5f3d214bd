"""A training step of a transformer: `filter_jit` with donation beside jax.jit on parts made by hand.

    python -m benchmarks.runtime_gpu [--size tiny|small|large] [--steps N] [--results FOLDER]

Runs on whatever device JAX finds; the size is "tiny" on a CPU. Each way runs in a process of its own, because peak
memory is of the process, in turns. Printed and kept in `results/`: seconds of a step (median), peak memory, the loss.
`filter_jit` may take 1.01 times the time of jax.jit, and the same memory; a CPU tells only what the whole process
takes, which is never the same twice, so that 5% are allowed there.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import statistics
import subprocess
import sys
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pytreelint import __version__

HERE = Path(__file__).resolve().parent
WAYS = ("jax.jit", "filter_jit")
MOST = {"seconds": 1.01, "peak_bytes": 1.001}
OF_PROCESS = 1.05


@dataclass(frozen=True, slots=True)
class Size:
    """A transformer and its batch."""

    layers: int
    width: int
    heads: int
    tokens: int
    batch: int
    words: int
    steps: int


SIZES = {
    "tiny": Size(2, 32, 2, 16, 4, 64, 20),
    "small": Size(8, 512, 8, 512, 16, 8192, 50),
    "large": Size(24, 1024, 16, 1024, 16, 32768, 30),
}


def main() -> int:
    """Measure both ways, print, store; 1 if a bound is broken."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--size", choices=SIZES)
    parser.add_argument("--steps", type=int, help="how many are timed (default: as the size has it)")
    parser.add_argument("--turns", type=int, default=3, help="processes for each way")
    parser.add_argument("--results", type=Path, default=HERE / "results")
    parser.add_argument("--way", choices=WAYS, help="one process: print its figures as JSON")
    options = parser.parse_args()
    if options.way:
        from benchmarks.runtime_training import train

        print(json.dumps(train(options.way, SIZES[options.size], options.steps or SIZES[options.size].steps)))
        return 0
    on_cpu = device()["platform"] == "cpu"
    size = options.size or ("tiny" if on_cpu else "large")
    most = {**MOST, "peak_bytes": OF_PROCESS} if on_cpu else MOST
    runs: dict[str, list[dict[str, Any]]] = {way: [] for way in WAYS}
    for _ in range(options.turns):
        for way in WAYS:
            runs[way].append(one_process(way, size, options.steps))
    rows = {way: middle(found) for way, found in runs.items()}
    ratios = compare(rows)
    for way, row in rows.items():
        print(f"{way:12}{row['seconds'] * 1e3:10.3f} ms a step{row['peak_bytes'] / 2**20:12.1f} MiB{row['loss']:12.6f}")
    for name, ratio in ratios.items():
        print(f"{name}: {ratio:.4f} of jax.jit, at most {most[name]}: {'kept' if ratio <= most[name] else 'BROKEN'}")
    print(f"kept as {store(options.results, size, rows, ratios)}")
    same = math.isclose(rows["jax.jit"]["loss"], rows["filter_jit"]["loss"], rel_tol=1e-3)
    return int(not same or any(ratio > most[name] for name, ratio in ratios.items()))


def one_process(way: str, size: str, steps: int | None) -> dict[str, Any]:
    """The figures of a fresh process, which takes device memory as it needs it."""
    command = [sys.executable, "-m", "benchmarks.runtime_gpu", "--way", way, "--size", size]
    command += [] if steps is None else ["--steps", str(steps)]
    environment = {**os.environ, "XLA_PYTHON_CLIENT_PREALLOCATE": "false"}
    ended = subprocess.run(command, cwd=HERE.parent, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(ended.stdout.splitlines()[-1])
    return found


def device() -> dict[str, str]:
    """What JAX runs on; asked in a process of its own, which gives the device back."""
    code = "import jax; d = jax.devices()[0]; print(d.platform); print(d.device_kind)"
    ended = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True)
    found, kind = ended.stdout.splitlines()[-2:]
    return {"platform": found, "kind": kind}


def middle(found: list[dict[str, Any]]) -> dict[str, Any]:
    """The median of each figure."""
    return {name: statistics.median(run[name] for run in found) for name in found[0]}


def compare(rows: dict[str, dict[str, Any]]) -> dict[str, float]:
    """Our figures over those of jax.jit."""
    raw, ours = rows["jax.jit"], rows["filter_jit"]
    return {name: ours[name] / raw[name] for name in MOST if raw[name]}


def store(folder: Path, size: str, rows: dict[str, dict[str, Any]], ratios: dict[str, float]) -> Path:
    """Keep the figures with what they depend on."""
    now = datetime.now(UTC)
    folder.mkdir(parents=True, exist_ok=True)
    kept = {
        "date": now.isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "device": device(),
        "versions": {"pytreelint": __version__, **{name: version(name) for name in ("jax", "jaxlib")}},
        "size": {"name": size, **asdict(SIZES[size])},
        "rows": rows,
        "filter_jit / jax.jit": ratios,
    }
    path = folder / f"runtime_gpu-{now:%Y%m%d-%H%M}.json"
    path.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    return path


if __name__ == "__main__":
    sys.exit(main())
