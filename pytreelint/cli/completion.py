"""`pytreelint completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from pytreelint.cli.output import put


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the completion script of a shell.

    \b
    bash:  eval "$(pytreelint completion bash)"                                  in ~/.bashrc
    zsh:   eval "$(pytreelint completion zsh)"                                   in ~/.zshrc
    fish:  pytreelint completion fish > ~/.config/fish/completions/pytreelint.fish
    """
    completion = get_completion_class(shell)
    assert completion is not None
    root = ctx.find_root()
    put(completion(root.command, {}, "pytreelint", "_PYTREELINT_COMPLETE").source() + "\n")
