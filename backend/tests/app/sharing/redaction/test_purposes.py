"""For what a shared run is fast enough: said of what the share shows, and not where that is less than what decides."""

from typing import Any, cast

import orjson

from fioboard.app.sharing.redaction.freeze import freeze
from fioboard.app.sharing.redaction.redactor import Wish
from tests.factories.run_detail import latency, result, run_detail, sources, with_finding

OPTIONS = {"rw": "write", "bs": "2300", "ioengine": "sync", "fdatasync": "1", "filename": "/srv/CANARY/etcd"}
SYNCS = latency(2e6) | {
    "max": 9_000_000,
    "percentiles": {"50": 1_900_000, "99": 6_000_000, "99.9": 8_000_000},
}


def share(
    options: dict[str, str] = OPTIONS, hide: tuple[str, ...] = (), **parts: Any
) -> dict[str, Any] | None:
    """The answer of a share of a run of etcd's job."""
    write = result(
        "CANARY",
        **{
            "direction": "write",
            "rw": "write",
            "bs_bytes": 2300,
            "iodepth": 1,
            "numjobs": 1,
            "ioengine": "sync",
        },
        **{"direct": False, "sync_lat_ns": SYNCS},
    )
    run = run_detail("epyc-nps4", **{"results": [write], "job_options": [options], **parts})
    [shown] = freeze(sources(run), Wish(hide=hide)).document["runs"]
    return cast(dict[str, Any] | None, shown["purposes"])


def test_a_shared_run_answers_by_the_built_in_purposes_and_names_nothing() -> None:
    answer = share()
    assert answer is not None
    [purpose] = [one for one in answer["items"] if one["id"] == "etcd"]
    [etcd] = [one for one in purpose["requirements"] if one["id"] == "etcd-wal-p99"]
    assert (purpose["verdict"], etcd["measured"], etcd["job_name"]) == ("meets", 6_000_000, "write 2300 QD1")
    assert etcd["run_id"] is None
    assert answer["sentence"].startswith("Meets the stated requirements for etcd")
    assert b"CANARY" not in orjson.dumps(answer)


def test_no_purpose_is_said_where_the_share_shows_less_than_what_decides() -> None:
    assert share(hide=("temperatures", "times", "rated")) is not None
    assert share(hide=("job_options",)) is None
    assert share(hide=("path",)) is None
    # A value without a listed form is left out, and this one says that the job was slowed down.
    assert share(OPTIONS | {"rate_iops": "0x10"}) is None
    assert share(OPTIONS | {"unlisted": "1"}) is not None
    # The warning cannot be said again, so it is left out; without it the answer would be another one.
    answer = run_detail("epyc-nps4")["answer"]
    assert share(answer=with_finding(answer, "compressible", "CANARY", "warning")) is None


def test_a_share_of_several_runs_has_no_purposes() -> None:
    run = run_detail("epyc-nps4")
    [shown] = freeze(sources(run, kind="series"), Wish()).document["runs"]
    assert "purposes" not in shown
