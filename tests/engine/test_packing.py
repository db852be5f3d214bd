"""Outcomes survive the way through marshal."""

from __future__ import annotations

import marshal

from pytreelint.engine.comments import Comment, Named
from pytreelint.engine.judge import Judgement
from pytreelint.engine.packing import failed, judged, pack, unpack, unreadable
from pytreelint.model.text.place import Place, Step
from pytreelint.model.text.source import Unreadable
from pytreelint.rules.finding import Edit, Finding, Fix

HERE = Place("/p/é.py", 1, 2, 3, 4)
FINDING = Finding(
    "PTL101",
    "static-array",
    "warning",
    "an array",
    HERE,
    (Step(HERE, "declared"), Step(Place("/q.py", 5, 6, 7, 8), "given")),
    "do this",
    Fix("unsafe", "write that", (Edit(HERE, "x = 1\n"), Edit(HERE, ""))),
)
PLAIN = Finding("PTL102", "other", "advice", "told", HERE)
COMMENTS = (
    Comment("ignore", 1, 2, 3, (1, 4), (Named("PTL101", 5, 6),)),
    Comment("noqa", 7, 8, 9, (7, 7), None),
    Comment("ignore", 7, 8, 9, (7, 7), ()),
)


def test_a_judgement_comes_back_whole() -> None:
    sites = (("A", "clean"), ("B", "unknown:fuel"), ("A", "clean"))
    before = judged(Judgement((FINDING, PLAIN), sites, (("m", "n"),)), COMMENTS)
    after = unpack(marshal.loads(marshal.dumps(pack(before))))
    assert after.findings == (FINDING, PLAIN)
    assert after.sites == {("A", "clean"): 2, ("B", "unknown:fuel"): 1}
    assert after.comments == COMMENTS
    assert after.status == "judged"


def test_not_read_is_not_the_same_as_without_comments() -> None:
    assert unpack(pack(judged(Judgement(), None))).comments is None
    assert unpack(pack(judged(Judgement(), ()))).comments == ()


def test_faults_come_back_whole() -> None:
    (finding,) = unpack(pack(unreadable(Unreadable("/a.py", 3, 4, "is broken", "mend it")))).findings
    assert (finding.code, finding.place, finding.message, finding.help) == (
        "PTL901",
        Place("/a.py", 3, 4, 3, 4),
        "is broken",
        "mend it",
    )
    assert unpack(pack(failed("a traceback"))).error == "a traceback"
