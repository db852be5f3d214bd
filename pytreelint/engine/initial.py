"""What `pytreelint init` writes into a project's files, as texts: each is as it was, and something more."""

from __future__ import annotations

import re
from typing import Any

from pytreelint.model.text.toml import parse_toml

OURS = "PTL"
_TABLE = '[tool.pytreelint]\ntarget = "{target}"\n'
_TOP = re.compile(r"^([A-Za-z_][\w-]*)\s*:", re.MULTILINE)
_ITEM = re.compile(r"^([ ]*)-[ ]+repo[ ]*:", re.MULTILINE)
_EMPTY = re.compile(r"^(repos[ ]*:)[ ]*\[[ ]*\][ ]*(?=\r?$)", re.MULTILINE)
_HOOK = """\
- repo: local
  hooks:
    - id: pytreelint
      name: pytreelint
      entry: pytreelint check
      language: python
      additional_dependencies: ["pytreelint=={version}"]
      types_or: [python, jupyter]
      require_serial: true
"""


def own_text(target: str) -> str:
    """The text of a new pytreelint.toml."""
    return _TABLE.format(target=target).partition("\n")[2]


def with_table(text: str, target: str) -> str | None:
    """A pyproject.toml with `[tool.pytreelint]` at its end; None where that cannot stand there."""
    new = _joined(text, _TABLE.format(target=target))
    try:
        expected = parse_toml(text)
        tool = expected.setdefault("tool", {})
        if not isinstance(tool, dict) or "pytreelint" in tool:
            return None
        tool["pytreelint"] = {"target": target}
        return new if parse_toml(new) == expected else None
    except ValueError:
        return None


def with_external(text: str, *, own: bool) -> str | None:
    """ruff's configuration with our codes among `lint.external`: its check for unused `noqa` takes them out otherwise.

    Arguments:
        own: whether the file is ruff's own (ruff.toml), not pyproject.toml.

    Returns:
        None where ruff is not configured, knows the codes, or the file cannot be changed.
    """
    try:
        given = parse_toml(text)
    except ValueError:
        return None
    ruff = given if own else _get(given, "tool", "ruff")
    listed = _get(ruff, "lint", "external")
    known = listed if isinstance(listed, list) else _get(ruff, "external")
    if not isinstance(ruff, dict) or (isinstance(known, list) and any(OURS.startswith(str(each)) for each in known)):
        return None
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document: Any = tomlkit.parse(text)
        table = document if own else document["tool"]["ruff"]
        if "lint" not in table:
            table["lint"] = tomlkit.table()
        if isinstance(listed, list):
            table["lint"]["external"].append(OURS)
        else:
            # Where the older place has a list, this one would hide it.
            table["lint"]["external"] = [*(known if isinstance(known, list) else ()), OURS]
        new = tomlkit.dumps(document)
        after = parse_toml(new)
    except (ValueError, KeyError, TypeError, AttributeError, TOMLKitError):
        return None
    return new if OURS in (_get(after if own else _get(after, "tool", "ruff"), "lint", "external") or ()) else None


def with_hook(text: str, version: str) -> str | None:
    """A .pre-commit-config.yaml with our hook at its end; None where it has one, or is not shaped as usual."""
    if "pytreelint" in text or "\t" in text:
        return None
    keys = _TOP.findall(text)
    items = _ITEM.findall(text)
    if not items:
        text, n = _EMPTY.subn(r"\1", text)
        items = [""] * n
    if not keys or keys[-1] != "repos" or keys.count("repos") != 1 or len(set(items)) != 1:
        return None
    if re.search(r"^\.\.\.|^---", text.partition("repos")[2], re.MULTILINE):
        return None
    return _joined(text, hook(version, items[0]), blank=False)


def hook(version: str, indent: str = "") -> str:
    """The entry for .pre-commit-config.yaml."""
    return "".join(indent + row + "\n" for row in _HOOK.format(version=version).splitlines())


def _joined(text: str, more: str, *, blank: bool = True) -> str:
    """A text with more lines at its end, with its own line ends."""
    end = "\r\n" if "\r\n" in text else "\n"
    lead = "" if not text or text.endswith("\n") else end
    return text + lead + (end if blank and text.strip() else "") + more.replace("\n", end)


def _get(table: Any, *keys: str) -> Any:
    for key in keys:
        table = table.get(key) if isinstance(table, dict) else None
    return table
