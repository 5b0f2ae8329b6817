"""Two hosts that start together, of which one's agent is killed (kill -9) and started again: before the common start it
joins the other anew; after it, its part ends with a reason, and all that was measured to its end counts once."""

import os
import signal
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.crash.serving import ServingHost
from tests.crash.test_kill_nine import ask
from tests.crash.test_requests import CONTRADICTIONS, Person
from tests.crash.victim import Victim

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(
        os.geteuid() != 0, reason="an owner's list belongs to root, and so does a host's name"
    ),
]
# Far less than the ten minutes after which the service gives up what it no longer hears of.
WAIT_S = 90
STOPPED = "The agent was stopped after the common start, and does not rejoin the other hosts. The results so far are kept."


def ask_both(victim: Victim, hosts: list[ServingHost], **wanted: Any) -> None:
    """Ask for something on both hosts, once both poll."""
    await_rows(victim, "select from serving_host having count(*) = 2")
    ids = {row["name"]: str(row["id"]) for row in ask(victim, "select id, name from host")}
    together = [{"host_id": ids[one.name], "target": str(one.bench)} for one in hosts]
    Person(victim).ask_for(hosts=together, target=str(hosts[0].bench), **wanted)


def await_state(holds: Callable[[], object]) -> None:
    give_up_at = time.monotonic() + WAIT_S
    while not holds():
        assert time.monotonic() < give_up_at
        time.sleep(0.05)


def await_rows(victim: Victim, statement: str) -> None:
    await_state(lambda: ask(victim, statement))


def await_end(victim: Victim, hosts: list[ServingHost]) -> dict[str, tuple[str, str | None]]:
    """State and reason by host, once both have ended and all results have arrived."""
    await_state(
        lambda: (
            not ask(victim, CONTRADICTIONS["a request that did not end"])
            and not any(host.list_spool() for host in hosts)
        )
    )
    for name, statement in CONTRADICTIONS.items():
        if "schedule" not in name:
            assert ask(victim, statement) == [], name
    rows = ask(victim, "select h.name, r.state, r.reason from request r join host h on h.id = r.host_id")
    return {row["name"]: (row["state"], row["reason"]) for row in rows}


def list_runs(victim: Victim) -> list[tuple[str, str]]:
    """Host and outcome of each stored run."""
    return sorted(
        (row["name"], row["outcome"])
        for row in ask(victim, "select h.name, n.outcome from run n join host h on h.id = n.host_id")
    )


def count_starts(victim: Victim, hosts: list[ServingHost]) -> list[int]:
    """How often each host started fio for its request, test files aside."""
    ids = {
        row["name"]: str(row["id"])
        for row in ask(victim, "select h.name, r.id from request r join host h on h.id = r.host_id")
    }
    return [one.count_fio_starts(ids[one.name]) for one in hosts]


def test_killed_before_the_start_it_joins_anew(victim: Victim, hosts: list[ServingHost]) -> None:
    saturn, jupiter = hosts
    await_rows(victim, "select from serving_host having count(*) = 2")
    # The other has an offer that it does not look at yet.
    jupiter.signal_serve(signal.SIGSTOP)
    ask_both(victim, hosts)
    for _ in range(2):
        await_rows(victim, "select from request_start having count(*) = 1")
        assert saturn.kill("all")
        # It says that it prepares anew: it is not taken to be ready.
        await_rows(victim, "select from request_start having count(*) = 0")
    jupiter.signal_serve(signal.SIGCONT)
    assert await_end(victim, hosts) == {"saturn": ("done", None), "jupiter": ("done", None)}
    assert list_runs(victim) == [("jupiter", "complete"), ("saturn", "complete")]
    [row] = ask(
        victim,
        """
        select count(*), extract(epoch from max(fio_started_at - start_at)) as late_s,
            count(distinct start_at) as starts
        from request_start
        """,
    )
    assert (row["count"], row["starts"]) == (2, 1)
    assert row["late_s"] < 1
    assert count_starts(victim, hosts) == [1, 1]


def test_killed_during_its_run_it_ends_with_the_reason_and_the_other_counts(
    victim: Victim, hosts: list[ServingHost]
) -> None:
    saturn, _ = hosts
    ask_both(victim, hosts, parameters={"runtime": 8})
    await_rows(
        victim,
        "select from live_sample s join request r on r.id = s.request_id join host h on h.id = r.host_id "
        "where h.name = 'saturn'",
    )
    assert saturn.kill("all")
    assert await_end(victim, hosts) == {"saturn": ("failed", STOPPED), "jupiter": ("done", None)}
    assert list_runs(victim) == [("jupiter", "complete"), ("saturn", "interrupted")]
    assert count_starts(victim, hosts) == [1, 1]


@pytest.mark.parametrize("kind", ["all", "serve", "child"])
def test_killed_before_its_upload_a_finished_run_counts_once(
    victim: Victim, hosts: list[ServingHost], kind: str
) -> None:
    saturn, _ = hosts
    ask_both(victim, hosts, parameters={"runtime": 3})
    await_rows(victim, "select from request_start where fio_started_at is not null having count(*) = 2")
    saturn.cable.pull()
    await_state(lambda: list(saturn.state.glob("spool/*/manifest.json")))
    # Two seconds after its result was complete it still cannot be sent.
    await_state(lambda: '"end": {' in next(saturn.state.glob("serve/*-*.json")).read_text())
    assert saturn.kill(kind)
    saturn.cable.plug()
    assert await_end(victim, hosts) == {"saturn": ("done", None), "jupiter": ("done", None)}
    assert list_runs(victim) == [("jupiter", "complete"), ("saturn", "complete")]
    assert count_starts(victim, hosts) == [1, 1]


def test_killed_during_a_suite_it_leaves_the_rest_to_the_other(
    victim: Victim, hosts: list[ServingHost]
) -> None:
    saturn, _ = hosts
    ask_both(victim, hosts, kind="suite", name="quick", parameters={"runtime": 3, "repeats": 1})
    await_rows(
        victim, "select from request_start where step = 2 and fio_started_at is not null having count(*) = 2"
    )
    assert saturn.kill("all")
    assert await_end(victim, hosts) == {"saturn": ("failed", STOPPED), "jupiter": ("done", None)}
    assert list_runs(victim) == [
        *[("jupiter", "complete")] * 4,
        ("saturn", "complete"),
        ("saturn", "interrupted"),
    ]
    # Neither its batch nor its test file is left behind.
    assert not list(saturn.state.glob("batches/*.json"))
    assert not [path for path in saturn.bench.iterdir() if path.name.startswith("fioboard-")]
