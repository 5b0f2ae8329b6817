"""A change in one sentence."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from fioboard.engine.watch.words import ChangeFacts, evidence, sentence, title

TOLD = ChangeFacts(
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
HEAD = "Bandwidth "


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            {},
            "fell by 14 % (95 % CI −16 to −12 %) for read bs=1M on saturn on 17 Mar 2026 (28 runs before, 12 after). "
            "Also changed: kernel.",
        ),
        ({"ratio": 1.25, "low": 1.2, "high": 1.3}, "rose by 25 % (95 % CI +20 to +30 %) for read"),
        ({"ratio": 0.969, "low": 0.96, "high": 0.978}, "fell by 3.1 % (95 % CI −4.0 to −2.2 %) for read"),
        ({"ratio": 0.969, "low": 0.93, "high": 1.01}, "fell by 3.1 % (95 % CI −7.0 to +1.0 %) for read"),
        ({"ratio": 2.5, "low": 2.4, "high": 2.6}, "rose by 150 % (95 % CI +140 to +160 %) for read"),
        ({"low": None, "high": None}, "fell by 14 % for read bs=1M on saturn on 17 Mar 2026"),
        ({"suspects": ["A", "B", "C", "D", "E"]}, "Also changed: A, B, C and 2 more."),
        ({"follow_count": 3}, "Also changed: kernel, with 3 consequences."),
        ({"follow_count": 1, "suspects": ["A", "B"]}, "changed: A, B, with 1 consequence."),
        ({"one_sided": ["cable"]}, "changed: kernel. Recorded on one side only: cable."),
        ({"suspects": []}, "No recorded configuration change (not recorded: 3 settings)."),
        ({"suspects": [], "unknown_count": 0}, "No recorded configuration change."),
        (
            {"suspects": [], "unlikely_count": 1},
            "Only settings that differ between most runs changed (not recorded: 3 settings",
        ),
    ],
)
def test_sentence(change, expected):
    told = sentence(replace(TOLD, **change))
    assert told.startswith(HEAD)
    assert expected in told


def test_title_and_evidence_are_the_sentence_in_two():
    assert title(TOLD) == "Bandwidth −14 % since 17 Mar 2026: read bs=1M"
    assert evidence(TOLD) == "95 % CI −16 to −12 %; 28 runs before, 12 after. Also changed: kernel."
    valued = replace(TOLD, from_to=["kernel 6.1.0 → 6.12.6"])
    assert evidence(valued).endswith("Also changed: kernel 6.1.0 → 6.12.6.")
    assert "6.12.6" not in sentence(valued)  # said in messages and shares, where settings may be hidden
    assert evidence(replace(TOLD, low=None)) == "28 runs before, 12 after. Also changed: kernel."
