"""A rehearsal that cannot fail is none: each way to lose or double an upload is planted, and must be named."""

import hashlib
import json
from dataclasses import replace

from scale.ledger import Sent, StoredFile, StoredRun, compare, read
from scale.planted import planted

A, B = hashlib.sha256(b"a").hexdigest(), hashlib.sha256(b"b").hexdigest()
SENT = [Sent("one", {"fio.json": A}, 10.0, 5.0), Sent("two", {"fio.json": B}, 20.0, 6.0)]
FILES = [StoredFile("one", "fio.json", A, A), StoredFile("two", "fio.json", B, B)]
RUNS = [StoredRun("one", 10.0), StoredRun("two", 20.0)]


def test_everything_is_there_once() -> None:
    assert compare(SENT, FILES, RUNS).is_clean


def test_a_lost_run_a_lost_file_and_lost_bytes() -> None:
    assert compare(SENT, FILES, RUNS[1:]).lost == {"one": "no run"}
    assert compare(SENT, FILES[1:], RUNS).lost == {"one": "fio.json is missing"}
    for kept, reason in ((None, "nothing"), (B, "other bytes")):
        changed = [replace(FILES[0], kept_sha256=kept), FILES[1]]
        assert compare(SENT, changed, RUNS).lost == {"one": f"fio.json: the store has {reason}"}
    changed = [replace(FILES[0], sha256=hashlib.sha256(b"c").hexdigest()), FILES[1]]
    assert compare(SENT, changed, RUNS).lost == {"one": "fio.json has another digest"}


def test_another_figure_than_was_sent() -> None:
    assert compare(SENT, FILES, [StoredRun("one", 11.0), RUNS[1]]).lost == {
        "one": "the figure is 11.0, 10.0 was sent"
    }


def test_a_double_under_the_same_key_under_another_and_of_nobody() -> None:
    assert compare(SENT, FILES, [*RUNS, RUNS[0]]).doubled == {"one": "2 runs"}
    assert compare(SENT, [*FILES, FILES[0]], RUNS).doubled == {"one": "2 times fio.json"}
    again = compare(SENT, [*FILES, StoredFile("three", "fio.json", A, A)], [*RUNS, StoredRun("three", 10.0)])
    assert set(again.doubled) == {"three"}
    # A key that was never acknowledged may be there, but not twice.
    unanswered = [replace(SENT[0], acknowledged_at=None), SENT[1]]
    assert compare(unanswered, FILES, [*RUNS, RUNS[0]]).doubled == {"one": "2 runs"}


def test_what_nobody_was_promised_may_be_missing() -> None:
    unanswered = [replace(SENT[0], acknowledged_at=None), SENT[1]]
    for files, runs in ((FILES, RUNS), (FILES[1:], RUNS[1:])):
        compared = compare(unanswered, files, runs)
        assert compared.is_clean
        assert compared.unacknowledged == {"one"}


def test_a_ledger_keeps_the_first_acknowledgement() -> None:
    lines = [
        {"key": "one", "files": {"fio.json": A}, "iops": 10.0},
        {"key": "two", "files": {"fio.json": B}, "iops": None},
        {"key": "one", "acknowledged_at": 5.0},
        {"key": "one", "acknowledged_at": 7.0},
    ]
    assert read(map(json.dumps, lines)) == [SENT[0], Sent("two", {"fio.json": B}, None, None)]


def test_planted_outputs_have_nothing_in_common() -> None:
    one, again, next_one, of_another = planted(3, 1), planted(3, 1), planted(3, 2), planted(4, 1)
    assert one == again
    for other in (next_one, of_another):
        assert (one.job, one.iops) != (other.job, other.iops)
        assert one.content != other.content
    assert json.loads(one.content)["jobs"][0]["read"]["iops"] == one.iops
