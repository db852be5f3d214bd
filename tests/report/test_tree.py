"""The inferred PyTree on paper."""

from __future__ import annotations

import json

from pytreelint.model.queries.tree import TreeNode
from pytreelint.model.text.place import Place
from pytreelint.report.segments import plain
from pytreelint.report.tree import tree, tree_json

AT = Place("/elsewhere/net.py", 8, 5, 8, 20)
NET = TreeNode(
    "Net",
    "node",
    "equinox.Module",
    Place("/elsewhere/net.py", 6, 1, 9, 1),
    "",
    (
        TreeNode(
            "layers",
            "container",
            "list",
            AT,
            "assigned",
            (TreeNode("[0]", "array", "float array", AT, "jnp.ones"), TreeNode("[1]", "scalar", "float", AT)),
        ),
        TreeNode("act", "opaque", "function", None, "default"),
        TreeNode("size", "static", "int", AT, "marked static"),
    ),
)


def test_columns_places_and_tally() -> None:
    assert plain(tree(NET)).splitlines() == [
        "Net        node         equinox.Module  /elsewhere/net.py:6",
        "├─ layers  node         list            assigned, /elsewhere/net.py:8",
        "│  ├─ [0]  array leaf   float array     jnp.ones, /elsewhere/net.py:8",
        "│  └─ [1]  scalar leaf  float           /elsewhere/net.py:8",
        "├─ act     opaque leaf  function        default",
        "└─ size    static       int             marked static, /elsewhere/net.py:8",
        "",
        "1 array leaf, 1 opaque leaf, 1 scalar leaf, 1 static",
    ]


def test_a_class_without_leaves() -> None:
    assert plain(tree(TreeNode("Empty", "node", "Module"))).splitlines()[-1] == "no leaves"


def test_json_has_everything() -> None:
    root = json.loads(tree_json(NET))
    assert root["children"][1] == {
        "label": "act",
        "kind": "opaque",
        "type": "function",
        "filename": None,
        "location": None,
        "why": "default",
        "children": [],
    }
    assert root["children"][2]["location"] == {"row": 8, "column": 5}
