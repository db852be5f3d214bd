"""The oracle's own judgement, on made-up trees."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tree.oracle import compare, summary

ARRAY = {"kind": "array"}
LINEAR = {
    "kind": "node",
    "type": "nn.Linear",
    "children": {"weight": ARRAY, "bias": {"kind": "none"}, "size": {"kind": "static"}},
}


def believed(kind: str, label: str = "", *children: dict[str, Any]) -> dict[str, Any]:
    """A node as `tree --json` prints it."""
    return {"label": label, "kind": kind, "children": list(children)}


def agreements(truth: dict[str, Any], belief: dict[str, Any]) -> list[tuple[str, str]]:
    return [(verdict.path, verdict.agreement) for verdict in compare("Net", "", truth, belief)]


def test_every_leaf_and_static_field_has_a_verdict() -> None:
    belief = believed("node", "", *(believed(kind, label) for label, kind in (("weight", "array"), ("size", "array"))))
    assert agreements(LINEAR, belief) == [("weight", "agree"), ("bias", "agree"), ("size", "wrong")]


@pytest.mark.parametrize(
    ("truth", "belief", "agreement"),
    [
        ("array", "scalar", "agree"),
        ("none", "array", "agree"),
        ("none", "static", "wrong"),
        ("static", "static", "agree"),
        ("static", "unknown", "unknown"),
        ("static", "opaque", "wrong"),
        ("opaque", "array", "wrong"),
        ("opaque", "node", "wrong"),
        ("array", "static", "wrong"),
    ],
)
def test_a_belief_about_a_leaf(truth: str, belief: str, agreement: str) -> None:
    assert agreements({"kind": truth}, believed(belief)) == [("itself", agreement)]


def test_a_field_that_tree_does_not_know_is_wrong_unless_it_holds_nothing() -> None:
    assert agreements(LINEAR, believed("node")) == [("weight", "wrong"), ("bias", "agree"), ("size", "wrong")]


def test_an_instance_of_a_subclass_may_have_fields_of_its_own() -> None:
    belief = {**believed("node", "", believed("opaque", "weight")), "type": "Layer"}
    assert agreements(LINEAR, belief) == [("weight", "wrong"), ("bias", "unknown"), ("size", "unknown")]


def test_items_of_a_container_are_told_by_any_item() -> None:
    truth = {"kind": "container", "type": "tuple", "children": {"[0]": ARRAY, "[1]": {"kind": "opaque"}}}
    belief = believed("container", "", believed("array", "[...]"))
    assert agreements(truth, belief) == [("[0]", "agree"), ("[1]", "wrong")]


def test_a_static_subtree_is_wrong_about_its_leaves() -> None:
    assert agreements(LINEAR, believed("static")) == [("itself", "wrong")]


def test_the_summary_counts_classes() -> None:
    verdicts = [*compare("A", "", ARRAY, believed("array")), *compare("B", "", ARRAY, believed("unknown"))]
    assert summary(verdicts).splitlines()[1] == "classes: 1 agree, 1 in part unknown, 0 wrong"
