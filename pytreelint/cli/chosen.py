"""What options say, as values: which configuration, which format."""

from __future__ import annotations

from typing import Literal, get_args

from pytreelint.knowledge.record import record

Format = Literal["full", "concise", "json", "jsonl", "sarif", "github", "gitlab"]
FORMATS: tuple[Format, ...] = get_args(Format)


@record(frozen=True, slots=True)
class Chosen:
    """What `--config` and `--isolated` say.

    Attributes:
        file: instead of the nearest configuration.
        pairs: `KEY=VALUE`, over what the file says.
        isolated: whether no file is read.
    """

    file: str | None = None
    pairs: tuple[str, ...] = ()
    isolated: bool = False
