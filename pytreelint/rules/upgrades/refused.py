"""What PTL802 and PTL805 have in common."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from pytreelint.knowledge.refused import Refusal, refusal
from pytreelint.model.evidence import place_of
from pytreelint.model.sites import Site, TransformOptions
from pytreelint.model.values import Constant
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.evaluator import Evaluator


class RefusedArguments(Rule):
    """A base: the subclass is named by the table's entry."""

    sites = ("TransformOptions",)

    def check(self, site: Site, model: Evaluator) -> Iterator[Finding]:
        """The version of the library that the project may meet refuses one of the keyword arguments."""
        assert isinstance(site, TransformOptions)
        name = site.transform.name
        given = {
            keyword: refusal(name, keyword, value.value if isinstance(value, Constant) else None)
            for keyword, value in site.keywords
        }
        refused = {keyword: why for keyword, why in given.items() if why is not None}
        library = name.partition(".")[0]
        mine = {
            keyword: why
            for keyword, why in refused.items()
            if why.rule == self.code and model.program.reaches(site.module, library, why.since)
        }
        if not mine:
            return
        words = " and ".join(f"`{keyword}`" for keyword in mine)
        warns = all(why.warns for why in mine.values())
        found = self.finding(
            place_of(site.module, site.node),
            f"`{name}` {'warns of' if warns else 'refuses'} {words}{_when(mine)}",
            (),
            _help(site.node, refused),
        )
        yield replace(found, severity="warning") if warns else found


def _when(refused: dict[str, Refusal]) -> str:
    why = next(iter(refused.values()))
    return f" since version {why.since}" if why.rule == "PTL802" else ""


def _help(node: ast.AST, refused: dict[str, Refusal]) -> str | None:
    """The call with today's keywords, and what to do about the others."""
    advice = "; ".join(dict.fromkeys(why.advice for why in refused.values() if why.advice))
    if not isinstance(node, ast.Call) or not {k.arg for k in node.keywords} & refused.keys():
        return f"# {advice}" if advice else None
    call = copy.deepcopy(node)
    kept: list[ast.keyword] = []
    for keyword in call.keywords:
        why = refused.get(keyword.arg or "")
        new = why.instead.partition("=")[0] if why is not None else keyword.arg
        if why is not None and new and all(new != other.arg for other in kept):
            value = why.instead.partition("=")[2]
            kept.append(ast.keyword(new, ast.Constant(value.strip("'")) if value else keyword.value))
        elif why is None:
            kept.append(keyword)
    call.keywords = kept
    bare = call.func if not call.args and not kept else call
    return ast.unparse(bare) + (f"  # {advice}" if advice else "")
