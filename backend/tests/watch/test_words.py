"""A change in one sentence."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from fioboard.watch.words import Told, sentence

TOLD = Told(
    metric="Bandwidth",
    workload="read bs=1M",
    host="saturn",
    ratio=0.86,
    low=0.842,
    high=0.879,
    n_before=28,
    n_after=12,
    at=datetime(2026, 3, 17, 2, tzinfo=UTC),
    suspects=["Kernel"],
    unlikely_count=0,
    unknown_count=3,
)
HEAD = "Bandwidth of read bs=1M on saturn "


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            {},
            "fell by 14 % (12 to 16 %) on 2026-03-17, by 28 runs before and 12 after. Changed at that time: Kernel.",
        ),
        ({"ratio": 1.25, "low": 1.2, "high": 1.3}, "rose by 25 % (20 to 30 %) on"),
        ({"ratio": 0.969, "low": 0.96, "high": 0.978}, "fell by 3.1 % (2.2 to 4.0 %) on"),
        ({"ratio": 0.969, "low": 0.93, "high": 1.01}, "fell by 3.1 % (1.0 to −7.0 %) on"),
        ({"ratio": 2.5, "low": 2.4, "high": 2.6}, "rose by 150 % (140 to 160 %) on"),
        ({"low": None, "high": None}, "fell by 14 % on 2026-03-17"),
        ({"suspects": ["A", "B", "C", "D", "E"]}, "Changed at that time: A, B, C and 2 more."),
        ({"follow_count": 3}, "Changed at that time: Kernel, and 3 facts that follow from it."),
        ({"follow_count": 1, "suspects": ["A", "B"]}, "time: A, B, and 1 fact that follows from them."),
        ({"one_sided": ["cable"]}, "at that time: Kernel. The records cannot tell whether cable changed."),
        ({"suspects": []}, "Nothing that is recorded changed then; of 3 facts that is not known."),
        ({"suspects": [], "unknown_count": 0}, "Nothing that is recorded changed then."),
        ({"suspects": [], "unlikely_count": 1}, "Only what changes all the time changed then; of 3 facts"),
    ],
)
def test_sentence(change, expected):
    told = sentence(replace(TOLD, **change))
    assert told.startswith(HEAD)
    assert expected in told
