"""How far `pytreelint tree` agrees with what JAX flattens: a verdict per leaf and per static field of `truth.json`.

    python -m tests.tree.oracle                      the disagreements, and the share of agreement
    python -m tests.tree.oracle --all diffrax.SaveAt every verdict on the named classes

The table comes from built instances, the belief from classes alone. So a field that may be `None` agrees with an
instance in which it is; a number and an array agree where the class admits either (both are leaves that raw transforms
trace); and what an instance alone decides may be `unknown`, which is counted and never wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pytreelint.cli.settings import layout_for, settings_for
from pytreelint.model.queries.tree import describe
from pytreelint.report.tree import tree_json

TABLE = Path(__file__).with_name("truth.json")
Agreement = Literal["agree", "unknown", "wrong"]
Node = dict[str, Any]
INNER = {"node", "container"}
NUMERIC = {"array", "scalar"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """One leaf or static field of an instance, and what the linter believes about it."""

    class_name: str
    path: str
    truth: str
    belief: str
    agreement: Agreement

    def __str__(self) -> str:
        return f"{self.agreement:8}{self.class_name}  {self.path}: JAX says {self.truth}, tree says {self.belief}"


def main(arguments: list[str] | None = None) -> int:
    """Print where they disagree, and how often; 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("classes", nargs="*", help="only these (default: all of the table)")
    parser.add_argument("--all", action="store_true", help="print agreement, too")
    parser.add_argument("--python", default=sys.executable, help="whose installed packages are read")
    options = parser.parse_args(arguments)
    table = read_table()
    names = options.classes or sorted(table)
    verdicts = list(judge_all({name: table[name] for name in names}, options.python))
    for verdict in verdicts:
        if options.all or verdict.agreement != "agree":
            print(verdict)
    print(summary(verdicts))
    return int(any(verdict.agreement == "wrong" for verdict in verdicts))


def read_table() -> dict[str, Node]:
    """The truth by class name."""
    classes: dict[str, Node] = json.loads(TABLE.read_text(encoding="utf-8"))["classes"]
    return classes


def judge_all(table: dict[str, Node], python: str) -> Iterator[Verdict]:
    """The verdicts on every class of the table, as `python`'s environment has them."""
    settings = settings_for([], config=None, python=python)
    layout = layout_for(settings)
    for name, truth in table.items():
        try:
            belief = json.loads(tree_json(describe(name, settings, layout)))
        except LookupError as error:
            belief = {"kind": "unknown", "why": str(error)}
        yield from compare(name, "", truth, belief)


def compare(name: str, path: str, truth: Node, belief: Node | None) -> Iterator[Verdict]:
    """Follow the truth down to its leaves and static fields; each gives one verdict."""
    if "children" in truth and (belief is None or belief["kind"] in INNER):
        for label, child in truth["children"].items():
            yield from compare(name, join(path, label), child, child_of(belief, label, truth))
        return
    kinds = {leaf["kind"] for leaf in leaves_of(truth)} if "children" in truth else {truth["kind"]}
    believed = "no such field" if belief is None else str(belief["kind"])
    shown = "/".join(sorted(kinds)) or "a node without leaves"
    yield Verdict(name, path or "itself", shown, believed, agreement(kinds, believed))


def agreement(kinds: set[str], believed: str) -> Agreement:
    """Whether a belief about a whole subtree is true of each leaf in it."""
    if believed == "unknown":
        return "unknown"
    if believed == "static":
        return "agree" if kinds == {"static"} else "wrong"
    if "static" in kinds:
        return "wrong"
    real = kinds - {"none"}
    if believed in NUMERIC:
        return "agree" if real <= NUMERIC else "wrong"
    if believed == "no such field":
        return "agree" if not real else "wrong"
    return "agree" if real <= {believed} else "wrong"


def leaves_of(node: Node) -> Iterator[Node]:
    """The leaves below a node; static fields are none."""
    if "children" not in node:
        if node["kind"] not in ("static", "none"):
            yield node
        return
    for child in node["children"].values():
        yield from leaves_of(child)


def child_of(belief: Node | None, label: str, truth: Node) -> Node | None:
    """The believed child of that name; an item of a container is any item where the class cannot tell them apart.

    None if the belief leaves no room for such a child; an instance of a subclass may have fields of its own.
    """
    if belief is None:
        return None
    children: list[Node] = belief["children"]
    for child in children:
        if child["label"].removeprefix(".") == label:
            return child
    items = [child for child in children if label.startswith("[") and child["label"].startswith("[")]
    if items:
        return items[0]
    open_container = belief["kind"] == "container" and not children
    return {"kind": "unknown"} if open_container or is_subclass(truth, belief) else None


def is_subclass(truth: Node, belief: Node) -> bool:
    """Whether an annotation promised another class than the instance has; then only what it promises can be wrong."""
    promised = str(belief.get("type", "")).rpartition(".")[2]
    return belief["kind"] == "node" and bool(promised) and promised != truth["type"].rpartition(".")[2]


def join(path: str, label: str) -> str:
    """The path as JAX prints it, without the leading dot."""
    return path + label if label.startswith("[") or not path else f"{path}.{label}"


def summary(verdicts: Iterable[Verdict]) -> str:
    """Shares of leaves and static fields, and of classes."""
    verdicts = list(verdicts)
    counts = Counter(verdict.agreement for verdict in verdicts)
    wrong = {verdict.class_name for verdict in verdicts if verdict.agreement == "wrong"}
    unknown = {verdict.class_name for verdict in verdicts if verdict.agreement == "unknown"} - wrong
    total = len({verdict.class_name for verdict in verdicts})
    return (
        f"leaves and static fields: {counts['agree']} agree, {counts['unknown']} unknown, {counts['wrong']} wrong\n"
        f"classes: {total - len(wrong) - len(unknown)} agree, {len(unknown)} in part unknown, {len(wrong)} wrong"
    )


if __name__ == "__main__":
    sys.exit(main())
