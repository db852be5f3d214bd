"""The command that a user verifies fixes with: run, waited for, and ended with all that it started."""

from __future__ import annotations

import os
import signal
import subprocess

from pytreelint.cli.interrupting import undisturbed
from pytreelint.cli.output import say
from pytreelint.knowledge.record import record

_GRACE = 5.0  # seconds that a command has to end when it is told to


@record(frozen=True, slots=True)
class Command:
    """A shell command, and the seconds that it may take."""

    text: str
    timeout: float | None = None

    def problem(self) -> str | None:
        """Runs the command; returns why it failed, None if it succeeded."""
        say(f"verifying: {self.text}")
        process = subprocess.Popen(
            self.text, shell=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True
        )
        try:
            code = process.wait(self.timeout)
        except subprocess.TimeoutExpired:
            _end(process)
            return f"took longer than {self.timeout:g} s"
        except BaseException:
            with undisturbed():
                _end(process)
            raise
        if code == 0:
            return None
        return "cannot be run" if code in (126, 127) else f"fails (exit code {code})"


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a command and all that it started."""
    for number in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        try:
            if hasattr(os, "killpg"):
                os.killpg(process.pid, number)
            else:
                process.kill()
            process.wait(_GRACE)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue
