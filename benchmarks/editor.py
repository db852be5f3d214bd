"""How long an editor waits: `python -m benchmarks.editor [--edits 200] [--lines 1000] [--keep]`.

A project of 50 modules of 1,000 lines is opened through the protocol, one module is changed again and again, a key at
a time, never twice to the same text, and each time the diagnostics of that version are waited for. Prints the median,
the 95th percentile and the memory of the server after each tenth of the edits; `--keep` puts them into `results/`.
`--edits 10000 --lines 100` shows whether memory stays flat. Exits 1 where it grows by more than a tenth.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import platform
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import PAGE, resident_pages
from tests.server.editor import editing

HERE = Path(__file__).resolve().parent
MODULES = 50
MOST_GROWTH = 1.1  # of memory, between the first tenth of the edits and the last
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


@dataclass(frozen=True, slots=True)
class Waits:
    """What a session cost.

    Attributes:
        seconds: from each edit to its diagnostics.
        megabytes: of the server's memory, after each tenth of the edits.
    """

    seconds: list[float]
    megabytes: list[float]

    @property
    def growth(self) -> float:
        """The memory at the end, as a share of that after the first tenth."""
        return self.megabytes[-1] / self.megabytes[0]

    def summary(self) -> dict[str, object]:
        """What is printed and kept."""
        ordered = sorted(self.seconds)
        return {
            "median_ms": round(statistics.median(ordered) * 1000, 1),
            "slow_ms": round(ordered[int(len(ordered) * 0.95)] * 1000, 1),
            "megabytes": [round(each, 1) for each in self.megabytes],
        }


def module(number: int, lines: int) -> str:
    """One module, which imports another one."""
    text = HEAD.format(other=f"m{(number + 1) % MODULES}")
    count = 0
    while text.count("\n") < lines - 20:
        text += BLOCK.format(n=count)
        count += 1
    return text + "\n\nLayer = Layer0\n"


def edited(text: str, number: int) -> str:
    """The text after one of the edits: a number, a name or a comment is another one."""
    match number % 3:
        case 0:
            return text.replace("x)) + 0", f"x)) + {number}")
        case 1:
            return text.replace("act: object", f"act{number}: object", 1)
    return text + f"# {number}\n"


async def measure(root: Path, edits: int, lines: int) -> Waits:
    """Edit the first module, and wait each time."""
    waits = Waits([], [])
    text = module(0, lines)
    async with editing(root) as editor:
        uri = editor.open("m0.py")
        await editor.diagnostics(uri)
        process = editor.client._server
        for number in range(edits):
            since = time.perf_counter()
            editor.change(uri, edited(text, number))
            await editor.diagnostics(uri)
            waits.seconds.append(time.perf_counter() - since)
            if (number + 1) % max(edits // 10, 1) == 0:
                waits.megabytes.append(resident_pages(process.pid) * PAGE / 1e6)
    return waits


def main() -> int:
    """Measure, print, and keep."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--lines", type=int, default=1_000, help="of each module")
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(MODULES):
            Path(folder, f"m{number}.py").write_text(module(number, given.lines))
        Path(folder, "pytreelint.toml").write_text("")
        waits = asyncio.run(measure(Path(folder), given.edits, given.lines))
    said = {"edits": given.edits, "modules": MODULES, "lines": given.lines, **waits.summary()}
    said["python"] = platform.python_version()
    print(json.dumps(said, indent=2))
    if given.keep:
        name = f"editor-{time.strftime('%Y%m%d-%H%M', time.gmtime())}.json"
        (HERE / "results" / name).write_text(json.dumps(said, indent=2) + "\n", encoding="utf-8")
    return int(waits.growth > MOST_GROWTH)


if __name__ == "__main__":
    sys.exit(main())
