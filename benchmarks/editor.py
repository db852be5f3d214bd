"""How long an editor waits: `python -m benchmarks.editor [--edits 200]`.

A project of 50 modules of 1,000 lines is opened through the protocol, one module is changed again and again, a key at
a time, and each time the diagnostics of that version are waited for. Prints the median, the 95th percentile and the
memory of the server at the beginning and at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from tests.server.editor import editing

MODULES, LINES = 50, 1_000
HEAD = """\
import equinox as eqx
import jax
import jax.numpy as jnp

from {other} import Layer as Other

"""
BLOCK = """
class Layer{n}(eqx.Module):
    weight: jax.Array
    act: object = eqx.field(static=True)

    def __call__(self, x):
        return self.act(self.weight @ x)


@jax.jit
def apply{n}(layer, x):
    return jnp.sum(layer(x)) + {n}


print(apply{n}(Layer{n}(jnp.ones((3, 3)), jax.nn.relu), jnp.ones(3)))

"""


def module(number: int) -> str:
    """One module, which imports another one."""
    text = HEAD.format(other=f"m{(number + 1) % MODULES}")
    count = 0
    while text.count("\n") < LINES - 20:
        text += BLOCK.format(n=count)
        count += 1
    return text + "\n\nLayer = Layer0\n"


async def measure(root: Path, edits: int) -> tuple[list[float], list[int]]:
    """Seconds for each edit, and kilobytes of the server's memory."""
    seconds, memory = [], []
    text = module(0)
    async with editing(root) as editor:
        uri = editor.open("m0.py")
        await editor.diagnostics(uri)
        process = editor.client._server
        for number in range(edits):
            since = time.perf_counter()
            editor.change(uri, text.replace("x)) + 7", f"x)) + {'7' * (number % 9 + 1)}"))
            await editor.diagnostics(uri)
            seconds.append(time.perf_counter() - since)
            if number in (edits // 10, edits - 1):
                memory.append(resident(process.pid))
    return seconds, memory


def resident(process: int) -> int:
    """Kilobytes of memory that a process holds."""
    rows = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(row.split()[1]) for row in rows if row.startswith("VmRSS"))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--edits", type=int, default=200)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(MODULES):
            Path(folder, f"m{number}.py").write_text(module(number))
        Path(folder, "pytreelint.toml").write_text("")
        seconds, memory = asyncio.run(measure(Path(folder), given.edits))
    ordered = sorted(seconds)
    print(f"{MODULES * LINES:,} lines, {given.edits} edits")
    print(f"median {statistics.median(seconds) * 1000:.0f} ms, 95% {ordered[int(len(ordered) * 0.95)] * 1000:.0f} ms")
    print(f"memory {memory[0] / 1024:.0f} MB after a tenth of them, {memory[-1] / 1024:.0f} MB at the end")


if __name__ == "__main__":
    main()
