"""What the help line of an upgrade says: today's name, as this file would write it."""

from __future__ import annotations

import ast

from pytreelint.model.project.modules import Import
from pytreelint.model.values.sites import Outdated


def replacement(site: Outdated) -> str:
    """Code that does without the old name, else advice."""
    upgrade = site.upgrade
    if not upgrade.instead:
        return f"# {upgrade.says or f'do without it, or require `{upgrade.library}<{upgrade.since}`'}"
    if site.statement is not None and isinstance(site.node, ast.alias):
        return _import(site.node, upgrade.name, upgrade.instead, site.statement)
    spelled = spelling(site, upgrade.instead)
    known = spelled != upgrade.instead or site.root == (upgrade.instead.split(".")[0],) * 2
    return spelled if known else f"{spelled}  # `import {upgrade.instead.split('.')[0]}`"


def _import(alias: ast.alias, old: str, new: str, statement: ast.Import | ast.ImportFrom) -> str:
    """The import statement with the new name, bound to the same local one."""
    whole = alias.name if isinstance(statement, ast.Import) else f"{statement.module}.{alias.name}"
    target = new + whole[len(old) :]
    module, _, name = target.rpartition(".")
    if isinstance(statement, ast.Import):
        return f"import {target}" + (f" as {alias.asname}" if alias.asname else "")
    local = alias.asname or alias.name
    return f"from {module} import {name}" + (f" as {local}" if local != name else "")


def spelling(site: Outdated, name: str) -> str:
    """A dotted name by the shortest way that the file's imports offer."""
    known = [(site.root[1], site.root[0])] if site.root is not None else []
    for local, bindings in site.module.bindings.items():
        for binding in bindings:
            if isinstance(binding, Import):
                known.append((".".join(p for p in (binding.module, binding.attribute) if p), local))
    fitting = [(dotted, local) for dotted, local in known if name == dotted or name.startswith(f"{dotted}.")]
    if not fitting:
        return name
    dotted, local = max(fitting, key=lambda pair: (len(pair[0]), -len(pair[1])))
    return local + name[len(dotted) :]
