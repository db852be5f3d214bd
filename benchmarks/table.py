"""The table of `check_speed.py`: rows with their bounds, for the reader and to be kept."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from benchmarks.measure import Cost
from pytreelint import __version__


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the table, and the bounds that the project has set itself."""

    name: str
    cost: Cost
    seconds_at_most: float | None = None
    megabytes_at_most: float | None = None

    @property
    def kept(self) -> bool:
        """Whether the bounds hold."""
        in_time = self.seconds_at_most is None or self.cost.seconds <= self.seconds_at_most
        memory = self.cost.megabytes or 0.0
        return in_time and (self.megabytes_at_most is None or memory <= self.megabytes_at_most)

    def __str__(self) -> str:
        memory = "" if self.cost.megabytes is None else f"{self.cost.megabytes:7.0f} MB"
        bounds = [f"{self.seconds_at_most:.2f} s"] if self.seconds_at_most else []
        bounds += [f"{self.megabytes_at_most:.0f} MB"] if self.megabytes_at_most else []
        verdict = f"  at most {', '.join(bounds)}: {'kept' if self.kept else 'BROKEN'}" if bounds else ""
        return f"{self.name:42}{self.cost.seconds:8.3f} s{self.cost.processor:9.3f} s CPU{memory}{verdict}"


def store(
    folder: Path, lines: Sequence[Line], peers: dict[str, str], phases: Mapping[str, Sequence[str]], load: float
) -> Path:
    """Keep the table with what it depends on.

    Args:
        phases: where the time went, by row, as the program says it.
        load: processes that wanted a processor before the first was measured; others than ours make a busy machine.
    """
    now = datetime.now(UTC)
    folder.mkdir(parents=True, exist_ok=True)
    table = {
        "date": now.isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
        "load_before": round(load, 2),
        "versions": {"pytreelint": __version__, "libcst": version("libcst"), **peers},
        "rows": [{**asdict(line), "kept": line.kept} for line in lines],
        "phases": {name: list(said) for name, said in phases.items()},
    }
    path = folder / f"check_speed-{now:%Y%m%d-%H%M}.json"
    path.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    return path
