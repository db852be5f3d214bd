"""`pytreelint tree`."""

from __future__ import annotations

import click

from pytreelint.cli.chosen import Chosen
from pytreelint.cli.options import reading_options
from pytreelint.cli.output import put, show


@click.command("tree")
@click.argument("target", metavar="TARGET")
@reading_options
@click.option("--json", "as_json", is_flag=True, help="Nested objects.")
def command(target: str, config: Chosen, python: str | None, as_json: bool) -> None:
    """Print the PyTree that is inferred for a class.

    TARGET is path.py::Class (a notebook's too) or package.module.Class. Each field is an array leaf, an opaque leaf
    (raw transforms reject it), a scalar leaf, static, a nested node, or unknown; beside it stands the place that says
    so.
    """
    from pytreelint.cli.outputs import notebooks
    from pytreelint.cli.settings import layout_for, settings_for
    from pytreelint.model.project.suggesting import suggestions
    from pytreelint.model.queries.tree import describe
    from pytreelint.model.text.deep_calls import DeepCalls
    from pytreelint.model.text.unreadable import Unreadable
    from pytreelint.report.tree import tree, tree_json

    file, separator, _ = target.partition("::")
    settings = settings_for([file] if separator else [], config=config, python=python)
    layout = layout_for(settings)
    try:
        with DeepCalls():
            root = describe(target, settings, layout)
    except RecursionError:
        raise click.UsageError(f"{file}: is nested too deeply") from None
    except (LookupError, Unreadable) as error:
        said = str(error.args[0]) if isinstance(error, LookupError) else str(error)
        near = suggestions(layout, target) if isinstance(error, LookupError) and "did you mean" not in said else []
        hint = f"; did you mean {', '.join(f'`{each}`' for each in near)}?" if near else ""
        raise click.UsageError(f"{said}{hint}") from None
    if as_json:
        put(tree_json(root))
    else:
        show(tree(root, settings.root, notebooks(settings).in_cell))
