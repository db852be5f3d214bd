"""The second half of the demo: `classifier/` fails under JAX, `fix` rewrites a copy of it, and the copy trains.

The copy runs on eight devices, which XLA makes out of this machine's processor. Needs jax, equinox and optax.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
DEVICES = 8
FIX = ("fix", "--unsafe-fixes", "classifier")
TRAIN = ("-m", "classifier.train")
# Where the tests have an interpreter with jax beside their own.
PYTHON = os.environ.get("PYTREELINT_ORACLE", sys.executable)


def repair(command: Sequence[str]) -> str | None:
    """Show that the program fails, repair a copy, show that this trains.

    Args:
        command: runs pytreelint.

    Returns:
        What went otherwise than it should; None where all went well.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(HERE / "classifier", copy / "classifier", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(HERE / "pytreelint.toml", copy)
        print(f"\nThe program under JAX, as it is, on {DEVICES} devices:\n\n$ python", *TRAIN, flush=True)
        failed = train(copy)
        errors = [line for line in failed.stderr.splitlines() if line.startswith("TypeError: ")]
        print(*errors, sep="\n")
        if failed.returncode == 0 or not any("function" in error for error in errors):
            return "the program with the bugs does not fail as it should"
        print("\nA copy of it is rewritten:\n\n$ pytreelint", *FIX, "--diff", flush=True)
        subprocess.run([*command, *FIX, "--diff"], cwd=copy, check=False)
        print("\n$ pytreelint", *FIX, flush=True)
        if subprocess.run([*command, *FIX], cwd=copy, check=False).returncode not in (0, 1):
            return "`fix` ended with an error"
        print("\nThe rewritten program:\n\n$ python", *TRAIN, flush=True)
        trained = train(copy)
        print(trained.stdout, end="", flush=True)
        if trained.returncode != 0:
            return f"the rewritten program fails:\n{trained.stderr}"
        if f"on {DEVICES} devices" not in trained.stdout:
            return f"the rewritten program does not train on {DEVICES} devices"
    return None


def train(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the program in a folder, on the processor's eight parts."""
    flags = f"{os.environ.get('XLA_FLAGS', '')} --xla_force_host_platform_device_count={DEVICES}"
    environment = {**os.environ, "JAX_PLATFORMS": "cpu", "XLA_FLAGS": flags}
    return subprocess.run([PYTHON, *TRAIN], cwd=folder, env=environment, capture_output=True, text=True, check=False)
