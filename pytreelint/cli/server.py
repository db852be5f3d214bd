"""`pytreelint server`."""

from __future__ import annotations

import click


@click.command("server")
@click.option("--stdio", is_flag=True, hidden=True, help="The only way there is; some editors say so.")
def command(stdio: bool) -> None:
    """Speak to an editor: the Language Server Protocol on standard input and output.

    Needs `pip install 'pytreelint[lsp]'`. Settings for editors: docs/editors.md.
    """
    try:
        import lsprotocol  # noqa: F401
        import pygls  # noqa: F401
    except ImportError:
        raise click.ClickException("the server needs pygls: pip install 'pytreelint[lsp]'") from None
    import gc
    import os
    import sys
    from contextlib import redirect_stdout

    from pytreelint.server.server import Server

    gc.enable()  # it lives as long as the editor
    with os.fdopen(os.dup(1), "wb") as out, redirect_stdout(sys.stderr):  # what anybody prints is no message
        Server().pygls.start_io(sys.stdin.buffer, out)
