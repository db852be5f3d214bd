"""What `pytreelint fix` does once its options are read: plan, show or write, verify, and say what is left."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Literal

import click

from pytreelint.cli.asking import Asking
from pytreelint.cli.main import FAILED
from pytreelint.cli.narrowing import narrowing
from pytreelint.cli.output import put_bytes, put_patch, say, say_failure, show
from pytreelint.cli.outputs import in_cells, offered
from pytreelint.cli.paths import present, read_stdin, stdin_path
from pytreelint.cli.settings import decided, settings_for, with_baseline
from pytreelint.engine.cache_folder import CacheRefusedError
from pytreelint.engine.configurations import everywhere
from pytreelint.engine.fixing import Accept, Plan, plan
from pytreelint.engine.run import Report, Stdin, check
from pytreelint.engine.target import uses
from pytreelint.engine.writing import NotWrittenError, encoded, write
from pytreelint.knowledge.record import record, replace
from pytreelint.knowledge.repairs import LEAVES
from pytreelint.model.installed.environment import NoEnvironmentError
from pytreelint.model.text.reading import largest
from pytreelint.model.text.source import Source, Unreadable
from pytreelint.report.segments import line
from pytreelint.report.summary import count

if TYPE_CHECKING:
    from pytreelint.cli.chosen import Chosen
    from pytreelint.engine.settings import Settings
    from pytreelint.knowledge.transform import Target
    from pytreelint.rules.finding import Finding

_ABOUT_TARGETS = "This project uses Equinox: `--target auto` uses its transforms if they can express all safe fixes."


@record(frozen=True, slots=True)
class Request:
    """The options of `pytreelint fix`, under their own names."""

    paths: tuple[str, ...]
    select: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    config: Chosen | None = None
    python: str | None = None
    diff: bool = False
    check: bool = False
    unsafe_fixes: bool = False
    interactive: bool = False
    target: Target | None = None
    verify: str | None = None
    verify_timeout: float | None = None
    explain_fix: bool = False
    add_dependency: bool = False
    stdin_filename: str | None = None
    allow_empty: bool = False
    no_cache: bool = False
    cache_dir: str | None = None
    quiet: bool = False

    @property
    def dry(self) -> bool:
        """Whether nothing may be written."""
        return self.diff or self.check


def run(request: Request) -> int:
    """Fix, report, and give the exit code."""
    named = stdin_path(request.paths, request.stdin_filename, "fixed")
    if named is not None:
        return _on_stdin(request, named)
    paths, troubles = present(request.paths or (".",))
    settings = _settings(request, paths)
    if not request.dry:
        _recover(settings)
    report = _checked(request, settings, paths) if paths else Report()
    if not report.files and not troubles and not request.allow_empty:
        troubles.append("no Python files found (--allow-empty makes this no error)")
    for note in () if request.quiet else report.notes:
        say(f"note: {note}")
    code = _fix(request, settings, paths, report)
    for trouble in troubles:
        say(f"Error: {trouble}")
    for error in report.errors:
        say_failure("internal error, please report it:", error)
    return FAILED if troubles or report.errors else code


def _recover(settings: Settings) -> None:
    """Put back what a run with --verify left when it was killed."""
    from pytreelint.cli.journal import recover

    found = recover(settings)
    for path in found.restored:
        say(f"put back: {os.path.relpath(path)}: a run that verified its fixes was killed")
    for path in found.changed:
        say(f"not put back: {os.path.relpath(path)}: a run that verified its fixes was killed, and it changed since")


def _settings(request: Request, paths: list[str]) -> Settings:
    settings = settings_for(
        paths,
        config=request.config,
        python=request.python,
        select=request.select,
        extend_select=request.extend_select,
        ignore=request.ignore,
        cache_dir=request.cache_dir,
    )
    settings = with_baseline(settings)
    named = request.target
    if named is not None:
        settings = everywhere(settings, lambda own: replace(own, target=named, target_is_named=True))
    return decided(settings, not request.no_cache) if paths else settings


def _checked(request: Request, settings: Settings, paths: list[str]) -> Report:
    try:
        return check(paths, settings, cache=not request.no_cache)
    except (NoEnvironmentError, CacheRefusedError) as error:
        raise click.ClickException(str(error)) from None


def _accept(request: Request, settings: Settings) -> Accept:
    def accept(finding: Finding) -> bool:
        assert finding.fix is not None
        return settings.of(finding.place.path).may_fix(finding.code, finding.fix.applicability, request.unsafe_fixes)

    return accept


def _fix(request: Request, settings: Settings, paths: list[str], report: Report) -> int:
    narrow = narrowing(settings)
    accept = _accept(request, settings)
    if request.interactive:
        accept = Asking(accept)
    planned = plan(paths, settings, accept, report, {})
    if request.explain_fix:
        _explain(planned, settings)
    if request.dry:
        return _shown(request, planned, report)
    if request.verify is not None and planned.fixed:
        from pytreelint.cli.command import Command
        from pytreelint.cli.verifying import verified

        before = {path: fixed.source for path, fixed in planned.fixed.items()}
        command = Command(request.verify, request.verify_timeout)
        planned = verified(command, settings, planned, lambda only: plan(paths, settings, only, report, before), accept)
        done = set(planned.fixed) - set(planned.withheld)
    else:
        done = _written(planned)
    if settings.target != "equinox" and done:
        from pytreelint.cli.dependency import mind

        mind(settings.root, [planned.fixed[path].text for path in done], add=request.add_dependency)
    left = _checked(request, settings, paths) if done else report
    left = narrow(left).report
    code = _print_summary(
        request, settings, planned, left, sum(len(planned.fixed[path].findings) for path in done), len(done)
    )
    if (
        not (request.quiet or settings.target_is_named)
        and _wrote_runtime(planned, done)
        and uses(settings, report.files)
    ):
        show([line(_ABOUT_TARGETS)])
    return code


def _written(planned: Plan) -> set[str]:
    """Write what can be written; what cannot is withheld."""
    done = set()
    for path, fixed in planned.fixed.items():
        try:
            write(fixed.source, fixed.text)
            done.add(path)
        except NotWrittenError as error:
            planned.withheld[path] = str(error)
    return done


def _shown(request: Request, planned: Plan, report: Report) -> int:
    if request.diff:
        for path in sorted(planned.fixed):
            fixed = planned.fixed[path]
            put_patch(difference(fixed.source, fixed.text), fixed.source.encoding)
    else:
        for path in sorted(planned.fixed):
            found = count(len(planned.fixed[path].findings), "finding")
            show([line(f"would fix {found} in {os.path.relpath(path)}")])
    _tell_withheld(planned)
    return int(bool(planned.fixed))


def difference(source: Source, text: str) -> Iterator[bytes]:
    """What a new text changes in a file, as a unified diff."""
    from pytreelint.report.patch import patch

    before, after = encoded(source, source.text), encoded(source, text)
    heading = source.notebook.heading if source.notebook is not None else lambda row: ""
    return patch(os.path.relpath(source.path), before, after, heading)


def _explain(planned: Plan, settings: Settings) -> None:
    """The conditions of every fix that there is, applied or not."""
    applied = {finding.key: finding for fixed in planned.fixed.values() for finding in fixed.findings}
    offered = {finding.key: finding for finding in planned.before.findings if finding.fix is not None}
    for finding in sorted({**offered, **applied}.values(), key=lambda finding: finding.key):
        fix = finding.fix
        assert fix is not None
        place = in_cells([finding], settings)[0].place
        show([line(f"{os.path.relpath(place.path)}:{place.row}: {finding.code} {fix.message}")])
        show([line(f"    {fix.applicability}{'' if finding.key in applied else ', not applied'}")])
        show(line(f"    {'holds' if c.holds else 'fails'}: {c.text}") for c in fix.conditions)


def _tell_withheld(planned: Plan) -> None:
    for path, reason in sorted(planned.withheld.items()):
        say(f"not fixed: {os.path.relpath(path)}: {reason}")


def _wrote_runtime(planned: Plan, done: Collection[str]) -> bool:
    """Whether files import the runtime that did not before."""
    home = LEAVES["runtime"]
    return any(home in planned.fixed[path].text and home not in planned.fixed[path].source.text for path in done)


def _print_summary(request: Request, settings: Settings, planned: Plan, left: Report, fixed: int, files: int) -> int:
    from pytreelint.report.concise import concise

    _tell_withheld(planned)
    show(concise(offered(in_cells(left.findings, settings), settings), os.getcwd()))
    if not request.quiet:
        done = f"Fixed {count(fixed, 'finding')} in {count(files, 'file')}"
        show([line(f"{done}; {len(left.findings)} left.{_more(left)}")])
    return int(bool(left.findings))


def _more(left: Report) -> str:
    """What --unsafe-fixes would add."""
    kinds: list[Literal["safe", "unsafe", "display"]] = [f.fix.applicability for f in left.findings if f.fix]
    hidden = kinds.count("unsafe")
    return f" {count(hidden, 'more fix').replace('fixs', 'fixes')} with --unsafe-fixes." if hidden else ""


def _on_stdin(request: Request, path: str) -> int:
    """Standard input to standard output, changed or not."""
    settings = _settings(request, [path])
    stdin = read_stdin(path, settings)
    data = stdin.data
    if len(data) > largest(path, settings.max_file_size):
        raise click.ClickException("standard input is larger than max-file-size; nothing is written")
    report = check([], settings, cache=False, stdin=stdin)
    try:
        source = Source.from_bytes(path, data)
    except Unreadable as error:
        put_bytes(data)
        say(f"not fixed: {error}")
        return FAILED
    planned = plan([path], settings, _accept(request, settings), report, {path: source})
    fixed = planned.fixed.get(path)
    after = data if fixed is None else encoded(source, fixed.text)
    if request.diff and fixed is not None:
        put_patch(difference(source, fixed.text), source.encoding)
    elif not request.dry:
        put_bytes(after)
    _tell_withheld(planned)
    if request.dry:
        return int(fixed is not None)
    left = check([path], settings, cache=False, unsaved={path: Source.from_bytes(path, after)})
    return int(bool(narrowing(settings, Stdin(path, after))(left).report.findings))
