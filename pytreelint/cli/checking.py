"""What `pytreelint check` does once its options are read: run the engine, print its report, decide on the exit code."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from pytreelint.cli.errors import misuse, refusal
from pytreelint.cli.main import FAILED, STARTED
from pytreelint.cli.narrowing import narrowing
from pytreelint.cli.output import say, say_failure
from pytreelint.cli.outputs import Checked, notebooks, outputs, written
from pytreelint.cli.paths import present, read_stdin, stdin_path
from pytreelint.cli.progress import Bar
from pytreelint.cli.settings import decided, settings_for, with_baseline
from pytreelint.engine.cache_folder import CacheRefusedError
from pytreelint.engine.run import Report, Stdin, check
from pytreelint.knowledge.record import record, replace
from pytreelint.model.installed.environment import NoEnvironmentError
from pytreelint.report.terminal import wants_color, write

if TYPE_CHECKING:
    from pytreelint.cli.chosen import Chosen, Format
    from pytreelint.engine.settings import Settings
    from pytreelint.rules.finding import Finding, Severity

RANKS: dict[Severity, int] = {"advice": 0, "warning": 1, "error": 2}


@record(frozen=True, slots=True)
class Request:
    """The options of `pytreelint check`, under their own names."""

    paths: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    config: Chosen | None = None
    python: str | None = None
    output_format: Format | None = None
    output_file: str | None = None
    output: tuple[str, ...] = ()
    statistics: bool = False
    since: str | None = None
    baseline: str | None = None
    no_baseline: bool = False
    ignore_suppressions: bool = False
    add_suppressions: str | None = None
    stdin_filename: str | None = None
    fail_on: Severity | None = None
    exit_zero: bool = False
    allow_empty: bool = False
    no_cache: bool = False
    cache_dir: str | None = None
    jobs: int | None = None
    coverage: bool = False
    timing: bool = False
    quiet: bool = False


def run(request: Request) -> int:
    """Check, print, and give the exit code. What is wrong with one path does not keep the others from being checked."""
    wanted = outputs(request.output_format, request.output_file, request.output, request.statistics)
    named = stdin_path(request.paths, request.stdin_filename, "checked")
    if request.add_suppressions is not None:
        from pytreelint.cli.suppressing import refuse_reason

        refuse_reason(request.add_suppressions)
        if named is not None or request.ignore_suppressions:
            raise misuse("--add-suppressions goes neither with `-` nor with --ignore-suppressions")
    paths, troubles = present(request.paths or (".",)) if named is None else ([], [])
    if named is not None and request.since is not None:
        raise misuse("--since does not go with `-` (standard input): git knows files")
    settings = _settings(request, paths if named is None else [named])
    stdin = None if named is None else read_stdin(named, settings)
    narrow = narrowing(settings, stdin, request.since)
    report = _checked(request, settings, paths, stdin) if stdin or paths else Report()
    narrowed = narrow(report)
    report = narrowed.report
    if request.add_suppressions is not None:
        from pytreelint.cli.suppressing import added

        report = added(report, settings, request.add_suppressions)
    checked = Checked(report, settings, stdin, request.quiet, narrowed.accepted)
    since = time.perf_counter()
    troubles += written(wanted, checked)
    report = replace(report, seconds={**report.seconds, "report": time.perf_counter() - since})
    if not report.files and not troubles and not request.allow_empty:
        troubles.append("no Python files found (--allow-empty makes this no error)")
    _print_asides(request, settings, report, troubles)
    if troubles or report.errors:
        return FAILED
    return 0 if request.exit_zero else int(_fails(report.findings, settings))


def _settings(request: Request, paths: list[str]) -> Settings:
    settings = settings_for(
        paths,
        config=request.config,
        python=request.python,
        select=request.select,
        extend_select=request.extend_select,
        ignore=request.ignore,
        fail_on=request.fail_on,
        cache_dir=request.cache_dir,
        ignore_suppressions=request.ignore_suppressions,
    )
    settings = with_baseline(settings, request.baseline, wanted=not request.no_baseline)
    return decided(settings, not request.no_cache) if paths else settings


def _checked(request: Request, settings: Settings, paths: list[str], stdin: Stdin | None) -> Report:
    try:
        with Bar(wanted=not request.quiet) as bar:
            return check(paths, settings, cache=not request.no_cache, jobs=request.jobs, stdin=stdin, progress=bar)
    except (NoEnvironmentError, CacheRefusedError) as error:
        raise refusal(str(error)) from None


def _fails(findings: Iterable[Finding], settings: Settings) -> bool:
    return any(RANKS[f.severity] >= RANKS[settings.of(f.place.path).fail_on] for f in findings)


def _print_asides(request: Request, settings: Settings, report: Report, troubles: list[str]) -> None:
    """Everything that is no finding, on stderr, so that the report can be piped."""
    for note in () if request.quiet else report.notes:
        say(f"note: {note}")
    if request.coverage or request.timing:
        from pytreelint.report.counts import coverage, ran_out, timing

        told = (
            [*coverage(report.sites), *ran_out(report.ran_out, notebooks(settings).row, settings.root)]
            if request.coverage
            else []
        )
        asked = [
            *told,
            *(timing(report.seconds, time.perf_counter() - STARTED, report.elsewhere) if request.timing else ()),
        ]
        with suppress(OSError):
            write(asked, sys.stderr, color=wants_color(sys.stderr))
    for trouble in troubles:
        say(f"Error: {trouble}")
    for error in report.errors:
        say_failure("internal error, please report it:", error)
