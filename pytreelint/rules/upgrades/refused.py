"""What PTL802 and PTL805 have in common."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.knowledge.refused import Refusal, refusal
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.queries.concrete import text_of
from pytreelint.model.queries.evidence import place_of
from pytreelint.model.syntax.standing import standing
from pytreelint.model.values.sites import TransformOptions
from pytreelint.model.values.value import Constant
from pytreelint.rules.arguments import comments_in, without
from pytreelint.rules.finding import Condition, Edit, Finding, Fix
from pytreelint.rules.fixing import fix_of
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class RefusedArguments(Rule[TransformOptions]):
    """A base: the subclass is named by the table's entry."""

    def check(self, site: TransformOptions, model: Model) -> Iterator[Finding]:
        """The version of the library that the project may meet refuses one of the keyword arguments."""
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
            _fix(site, refused),
        )
        yield replace(found, severity="warning") if warns else found


def _when(refused: dict[str, Refusal]) -> str:
    why = next(iter(refused.values()))
    return f" since version {why.since}" if why.rule == "PTL802" else ""


def _fix(site: TransformOptions, refused: dict[str, Refusal]) -> Fix | None:
    """Today's keywords in place of the refused ones, and without those that say what is so anyway."""
    call, module = site.node, site.module
    given = [k for k in call.keywords if k.arg in refused] if isinstance(call, ast.Call) else []
    if not isinstance(call, ast.Call) or len(given) != len(refused) or any(k.arg is None for k in call.keywords):
        return None
    edits: list[Edit] = []
    gone: list[ast.keyword] = []
    conditions: list[Condition] = []
    new_names = [refused[k.arg or ""].instead.partition("=")[0] for k in given]
    for keyword, name in zip(given, new_names, strict=True):
        why = refused[keyword.arg or ""]
        if name and new_names.count(name) == 1:
            word = why.instead.partition("=")[2].strip("'")
            value = f'"{word}"' if word else text_of(module, keyword.value)
            edits.append(Edit(module.source.place(keyword), f"{name}={value}"))
            conditions.append(Condition(f"`{keyword.arg}` is `{name}` today", bool(why.warns)))
        elif why.idle:
            gone.append(keyword)
            conditions.append(Condition(f"left out, `{keyword.arg}` may have said more than what is so anyway", False))
        else:
            return None
    edits += _alone(module, call, gone) or without(module, call, gone)
    return fix_of(module.source, "Use today's keywords", edits, (), conditions)


def _alone(module: ModuleInfo, call: ast.Call, gone: list[ast.keyword]) -> list[Edit]:
    """`@partial(filter_jit, static_argnums=1)` as `@filter_jit`: without options, partial explains nothing."""
    inner = call.args[0] if len(call.args) == 1 and gone and len(call.keywords) == len(gone) else None
    held = standing(module.tree).get(call)
    decorates = held is not None and held.field == "decorator_list"
    if (
        not isinstance(inner, (ast.Name, ast.Attribute))
        or not decorates
        or comments_in(module, module.source.place(call))
    ):
        return []
    return [Edit(module.source.place(call), text_of(module, inner))]


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
