"""From runs to figures: what counts as found, missed, false, and on neither side."""

from laboratory.agent import Run
from laboratory.page import Missed, Pass, section
from laboratory.proofs import worked
from laboratory.record import record
from laboratory.score import Trial, judged
from laboratory.situation import Situation
from msgspec import json

from tests.lab.observations import observed

CAP = Situation(name="cap", rules=frozenset({"rate-capped"}), job="", proof=worked, also=frozenset({"wbt"}))
CONTROL = Situation(name="control", job="", proof=worked)


def trial(situation: Situation, *found: str, notes: frozenset[str] = frozenset(), **seen: object) -> Trial:
    return judged(situation, 0, Run(observed(**seen), dict.fromkeys(found, "text"), {}), notes)


def test_what_was_induced_holds_and_all_else_is_false() -> None:
    told = trial(CAP, "rate-capped", "wbt", "split-io")
    assert (told.holds, told.false, told.is_found) == ({"rate-capped", "wbt"}, {"split-io"}, True)
    assert not trial(CAP, "wbt").is_found


def test_what_is_true_of_the_machine_counts_on_neither_side() -> None:
    assert trial(CONTROL, "too-short", fio_s=4).false == frozenset()
    assert trial(CONTROL, "too-short", fio_s=5).false == {"too-short"}
    assert trial(CONTROL, "mitigations", notes=frozenset({"mitigations"})).false == frozenset()


def test_a_pass_counts_what_came_about() -> None:
    found = trial(CAP, "rate-capped")
    missed = judged(
        CAP, 1, Run(observed(), {}, {"rate-capped": "the options", "split-io": "counters"}), frozenset()
    )
    absent = trial(CAP, "rate-capped", "split-io", read_ios=0)
    failed = Trial(situation=CAP, repeat=4, claim=None, why_failed="fio ended")
    told = record([found, missed, absent, failed, trial(CONTROL, "split-io"), trial(CONTROL)], "here", 90)
    rows = {row.rule: (row.induced, row.found, row.discarded, row.held, row.false) for row in told.rules}
    assert rows == {"rate-capped": (2, 1, 2, 1, 0), "split-io": (0, 0, 0, 0, 1)}
    assert told.missed == [Missed("cap", "rate-capped: not known: the options", 1)]
    assert [one.figure for one in told.discarded] == ["0 I/Os in 2.0 s", "fio ended"]
    assert (told.controls, told.controls_clean, told.controls_discarded) == (2, 1, 0)
    assert (told.minutes, told.repeats) == (1.5, 5)


def test_the_page_says_it_all() -> None:
    told = record([trial(CAP, "rate-capped"), trial(CONTROL, "split-io")], "here", 90)
    assert json.decode(told.to_json(), type=Pass) == told
    page = section(told)
    assert "| `rate-capped` | 1 | 1 | 100 % | 0 | 1 | 0 | 100 % |" in page
    assert "| **all** | 1 | 1 | 100 % | 0 | 1 | 1 | 50 % |" in page
    assert "| cap | `rate-capped` | 1 | 1 | 1000 I/Os in 2.0 s |" in page
    assert "- `split-io` in “control”: text" in page
    # Nothing was made for it there.
    assert "`at-link-limit`" in page
