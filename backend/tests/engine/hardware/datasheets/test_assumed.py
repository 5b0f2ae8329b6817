"""Conditions that a person filled in although the datasheet does not print them."""

from dataclasses import replace

import pytest

from fioboard.core.toml_card import CardRefused
from fioboard.engine.hardware.datasheets.card import Card
from fioboard.engine.hardware.datasheets.conditions import RunConditions
from fioboard.engine.hardware.datasheets.job import SpecJob, list_jobs, usual
from fioboard.engine.hardware.datasheets.read import check_card, read_card
from fioboard.engine.hardware.datasheets.verdict import Verdict, compare
from fioboard.engine.hardware.datasheets.write import card_toml

RUN = RunConditions(
    rw="randread",
    bs_bytes=4096,
    outstanding=128.0,
    workers=1,
    span_share=1.0,
    is_incompressible=True,
    direct=True,
    is_raw=True,
)


def card(**more: object) -> Card:
    rating = {
        "metric": "iops",
        "value": 450_000.0,
        "claim": "up to",
        "source": "ds",
        "rw": "randread",
        "bs_bytes": 4096,
        "queue_depth": 128,
        **more,
    }
    source = {
        "key": "ds",
        "title": "ACME 9000",
        "address": "https://example.org/9000.pdf",
        "kind": "maker",
        "read_at": "2026-11-23",
    }
    return check_card(
        {
            "schema": 1,
            "id": "acme-9000",
            "title": "ACME 9000",
            "class": "data-centre",
            "rating": [rating],
            "source": [source],
        }
    )


@pytest.mark.parametrize(
    ("assumed", "outstanding", "verdict", "may_judge"),
    [
        ([], 128.0, "comparable", True),
        (["queue_depth"], 128.0, "conditions_unknown", False),
        # What was not printed can be missed as little as met.
        (["queue_depth"], 16.0, "conditions_unknown", False),
        (["bs_bytes"], 128.0, "conditions_unknown", False),
        ([], 16.0, "at_least", False),
    ],
)
def test_what_was_assumed_is_never_comparable(
    assumed: list[str], outstanding: float, verdict: Verdict, *, may_judge: bool
) -> None:
    one = card(assumed=assumed)
    told = compare(one, one.rating[0], replace(RUN, outstanding=outstanding), 400_000, origin="person")
    assert told is not None
    assert (told.verdict, told.may_judge) == (verdict, may_judge)
    assert [c.rated for c in told.differs if "(assumed)" in (c.rated or "")] == [
        {"queue_depth": "128 (assumed)", "bs_bytes": "4096 (assumed)"}[name] for name in assumed
    ]


def test_what_differs_beside_it_still_differs() -> None:
    one = card(assumed=["queue_depth"])
    told = compare(one, one.rating[0], replace(RUN, rw="read"), 400_000, origin="person")
    assert told is not None
    assert told.verdict == "not_comparable"


def test_the_job_says_what_it_assumes() -> None:
    [job] = list_jobs(card(assumed=["queue_depth"]))
    assert isinstance(job, SpecJob)
    assert "iodepth" in job.assumed
    assert "bs" not in job.assumed


def test_what_is_usual_is_what_the_job_takes() -> None:
    [job] = list_jobs(card(bs_bytes=None, queue_depth=None, value=100_000.0))
    assert isinstance(job, SpecJob)
    taken = usual("data-centre", "iops", "randread")
    assert (job.bs_bytes, job.iodepth * job.numjobs) == (taken.bs_bytes, taken.queue_depth)


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"assumed": ["span"]}, "span is assumed, and has no value"),
        ({"assumed": ["rw"]}, "rating.0.assumed.0"),
        ({"assumed": "span"}, "rating.0.assumed"),
    ],
)
def test_only_a_condition_with_a_value_is_assumed(more: dict[str, object], fault: str) -> None:
    with pytest.raises(CardRefused, match=fault.replace(".", r"\.")):
        card(**more)


def test_a_file_that_is_written_is_the_same_card() -> None:
    one = card(assumed=["queue_depth"])
    assert read_card(card_toml(one).encode()) == one
