"""Today: its sentence word for word over facts that were made up, and the answer over uploads with planted faults."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from httpx2 import AsyncClient

from fioboard.app.watch.changes.work import work as watch
from fioboard.app.watch.events.work import work as look
from fioboard.app.watch.today.answer import Facts, Moved, Unreliable, Wrong, build_answer
from fioboard.core.database import Database
from fioboard.engine.answers.today import TodayOut
from fioboard.engine.words.events import EventKind
from tests.app.hosts.machines.test_inventories import ask, stored
from tests.app.watch.events.test_events import measured
from tests.factories.imports import put
from tests.factories.measured_machine import fio_output
from tests.factories.nights import FIRST, steady, upload_night, upload_nights

SINCE = datetime(2026, 11, 24, 17, 40, tzinfo=UTC)
FELL = Moved(
    change_id="c1", headline="IOPS fell by 14 % (95 % CI −16 to −12 %) for randread on saturn", is_worse=True
)
ROSE = Moved(
    change_id="c2",
    headline="Bandwidth rose by 210 % (95 % CI +190 to +230 %) for read on epyc",
    is_worse=False,
)


def wrong(
    kind: EventKind, host: str = "node-b", name: str | None = "nvme6n1", detail: str = "x2 of x4"
) -> Wrong:
    return Wrong(kind=kind, host=host, host_id=f"id-{host}", name=name, detail=detail)


def facts(
    *, bad: tuple[Wrong, ...] = (), moved: tuple[Moved, ...] = (), runs: int = 9, steady: int = 4
) -> Facts:
    return Facts(since=SINCE, wrong=bad, moved=moved, runs=runs, steady=steady)


def test_the_worst_first_then_the_best_news() -> None:
    missing = tuple(wrong("overdue", "node-c", name) for name in ("randread bs=4k", "write bs=128k"))
    answer = build_answer(facts(bad=(*missing, wrong("link")), moved=(FELL, ROSE)))
    assert answer["kind"] == "worse"
    assert answer["sentence"] == (
        "One link on node-b is degraded and two expected runs on node-c are missing. "
        "Bandwidth rose by 210 % (95 % CI +190 to +230 %) for read on epyc."
    )
    assert answer["text"] == [
        "IOPS fell by 14 % (95 % CI −16 to −12 %) for randread on saturn.",
        "9 new runs; no change in 4 monitored tests.",
    ]
    assert answer["next"] == {
        "title": "Check nvme6n1 on node-b",
        "text": "x2 of x4",
        "host_id": "id-node-b",
        "change_id": None,
        "batch_id": None,
        "run_id": None,
    }


def test_a_step_for_the_worse_leads_where_nothing_is_broken() -> None:
    answer = build_answer(facts(moved=(FELL,)))
    assert (answer["kind"], answer["sentence"]) == (
        "worse",
        "IOPS fell by 14 % (95 % CI −16 to −12 %) for randread on saturn.",
    )
    assert (answer["next"]["title"], answer["next"]["change_id"]) == ("Review the largest regression", "c1")


def test_only_better() -> None:
    answer = build_answer(facts(moved=(ROSE,), runs=1, steady=0))
    assert (answer["kind"], answer["sentence"]) == (
        "better",
        "Bandwidth rose by 210 % (95 % CI +190 to +230 %) for read on epyc.",
    )
    assert answer["text"] == []
    assert answer["next"]["title"] == "Nothing to do"


def test_nothing_changed() -> None:
    answer = build_answer(facts(runs=0, steady=0))
    assert (answer["kind"], answer["sentence"]) == ("quiet", "No performance changes since 24 Nov 17:40 UTC.")
    assert answer["text"] == ["No new runs."]


DOUBTED = Unreliable(
    host="vm",
    n=2,
    of=4,
    reason="Noisy host: other processes used 76 % of the CPU.",
    batch_id="b1",
    run_id="r1",
)


def test_unreliable_runs_of_the_last_batch_are_something_to_do() -> None:
    answer = build_answer(replace(facts(), unreliable=DOUBTED))
    assert (answer["kind"], answer["sentence"]) == (
        "unreliable",
        "2 of 4 runs of the last batch on vm are unreliable.",
    )
    step = answer["next"]
    assert (step["title"], step["text"]) == ("Measure vm again", DOUBTED.reason)
    assert (step["batch_id"], step["run_id"]) == ("b1", None)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"n": 4}, "All 4 runs of the last batch on vm are unreliable."),
        ({"n": 1}, "1 of 4 runs of the last batch on vm is unreliable."),
        ({"n": 1, "of": 1, "batch_id": None}, "The last run on vm is unreliable."),
    ],
)
def test_unreliable_runs_in_words(changed: dict[str, Any], sentence: str) -> None:
    answer = build_answer(replace(facts(), unreliable=replace(DOUBTED, **changed)))
    assert answer["sentence"] == sentence
    assert (answer["next"]["batch_id"] is None) == (answer["next"]["run_id"] == "r1")


def test_a_regression_comes_before_unreliable_runs() -> None:
    answer = build_answer(replace(facts(moved=(FELL,)), unreliable=DOUBTED))
    assert answer["next"]["change_id"] == "c1"
    assert "2 of 4 runs of the last batch on vm are unreliable." in answer["text"]


@pytest.mark.anyio
async def test_the_last_runs_are_named_while_they_are_unreliable(client: AsyncClient) -> None:
    run = await stored(client, "workstation-slot3", content=fio_output(1_562_200_000, "randwrite", "64k"))
    today = await ask(client, "/today", TodayOut)
    assert (today["answer"]["kind"], today["answer"]["next"]["run_id"]) == ("unreliable", run["id"])
    assert today["runs"][0]["unreliable_runs"] == 1


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        ((wrong("warning"),), "One drive on node-b reports a critical warning."),
        ((wrong("array"), wrong("array")), "Host node-b has a degraded array."),
        ((wrong("array"), wrong("array", "a")), "Two hosts have a degraded array."),
        ((wrong("link"), wrong("link", "a")), "Two links on two hosts are degraded."),
        (tuple(wrong("hot") for _ in range(12)), "12 drives on node-b are hot."),
        ((wrong("waiting"),), "Host node-b has pending uploads."),
        (
            (wrong("hot"), wrong("missing"), wrong("refused")),
            "One drive on node-b is missing and host node-b had uploads rejected.",
        ),
    ],
)
def test_what_is_wrong_in_words(bad: tuple[Wrong, ...], sentence: str) -> None:
    assert build_answer(facts(bad=bad))["sentence"] == sentence


def test_what_the_sentence_has_no_room_for_stands_below() -> None:
    answer = build_answer(facts(bad=(wrong("hot"), wrong("missing"), wrong("refused"))))
    assert answer["text"][0] == "One drive on node-b is hot."


@pytest.mark.anyio
async def test_the_answer_over_uploads_with_planted_faults(client: AsyncClient, database: Database) -> None:
    await measured(client, 10)
    await measured(client, 11, lanes=2)
    await look(database)
    days = (datetime.now(UTC) - FIRST).days + 1
    found = await ask(client, f"/today?days={min(days, 90)}", TodayOut)
    assert found["answer"]["sentence"].startswith("One link on jupiter is degraded.")
    assert (found["counts"]["links"], found["counts"]["degraded_links"]) == (1, 1)
    [event] = found["events"]
    assert (event["kind"], event["host"]["name"], event["agent_at"]) == ("link", "jupiter", None)
    assert [run["host"]["name"] for run in found["runs"]] == ["jupiter", "jupiter"]
    assert found["answer"]["next"]["host_id"] == event["host"]["id"]


async def _recent(client: AsyncClient, figures: list[int], host: str) -> None:
    """A run a night; the last is 30 to 54 hours old, whatever hour it is."""
    last = (datetime.now(UTC) - timedelta(hours=30) - FIRST).days
    for place, iops in enumerate(figures):
        await upload_night(client, last - len(figures) + 1 + place, iops, host=host)


@pytest.mark.anyio
async def test_steps_and_series_without_one(client: AsyncClient, database: Database) -> None:
    """Planted: saturn falls by 20 % ten nights ago, mars is steady; a step of long ago is not told."""
    await _recent(client, steady(100_000, 15) + steady(80_000, 10), "saturn")
    await _recent(client, steady(50_000, 12), "mars")
    await upload_nights(client, steady(100_000, 10) + steady(150_000, 10), host="venus")
    while await watch(database):
        pass
    found = await ask(client, "/today?days=20", TodayOut)
    [step] = found["changes"]
    assert (step["host"]["name"], step["is_worse"], step["n_before"], step["n_after"]) == (
        "saturn",
        True,
        15,
        10,
    )
    assert step["ratio"] == pytest.approx(0.8, abs=0.01)
    assert found["answer"]["sentence"].startswith(
        "IOPS fell by 20.0 % (95 % CI −20.2 to −19.8 %) for random read 4 KiB, QD 1"
    )
    counts: dict[str, Any] = found["counts"]
    assert (counts["worse"], counts["better"], counts["steady"]) == (1, 0, 1)
    quiet = await ask(client, "/today?days=3", TodayOut)
    assert quiet["changes"] == [] and quiet["answer"]["kind"] == "worse"
    assert quiet["answer"]["sentence"].startswith("IOPS fell by 20.0 % (95 % CI ")
    assert quiet["answer"]["sentence"].endswith(" on saturn: still open.")
    assert not any("earlier" in text for text in quiet["answer"]["text"])
    assert quiet["counts"]["steady"] == 2


async def _let_latency_rise_too(database: Database) -> None:
    """Every regression gets a twin in p99 of the same test at the same run."""
    async with database.driver() as driver:
        await driver.execute(
            """
            insert into change
            select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'series_id', p.id))).*
            from change c join watch_series w on w.id = c.series_id
            join watch_series p using (digest, host_id, workload_id, direction)
            where c.is_worse and w.metric = 'iops' and p.metric = 'clat_p99_ns'
            """
        )


@pytest.mark.anyio
async def test_every_page_counts_the_same_open_issues(client: AsyncClient, database: Database) -> None:
    """Planted: saturn falls in rate and latency at once and mars rises; a link of jupiter is degraded."""
    await _recent(client, steady(100_000, 15) + steady(80_000, 10), "saturn")
    await _recent(client, steady(50_000, 15) + steady(60_000, 10), "mars")
    await measured(client, 10)
    await measured(client, 11, lanes=2)
    await look(database)
    while await watch(database):
        pass
    await _let_latency_rise_too(database)
    hosts = (await client.get("/api/v1/hosts")).json()["items"]
    told = {one["name"]: (one["open_regressions"], one["open_events"]) for one in hosts}
    assert told == {"saturn": (1, 0), "mars": (0, 0), "jupiter": (0, 1)}
    for days in (1, 20):
        counts = (await client.get(f"/api/v1/today?days={days}")).json()["counts"]
        assert counts["open_regressions"] == 1, days
    assert (await client.get("/api/v1/fleet")).json()["open_regressions"] == 1
    [saturn] = [one for one in hosts if one["name"] == "saturn"]
    page = (await client.get(f"/api/v1/hosts/{saturn['id']}")).json()
    assert page["answer"]["kind"] == "worse"
    assert "IOPS −20.0 % since " in page["answer"]["sentence"]
    listed = (await client.get("/api/v1/changes?host=saturn")).json()
    changes = listed["items"]
    assert [(one["changes"], one["tests"]) for one in listed["states"]] == [(2, 1)]
    noted = {"ids": [change["id"] for change in changes], "state": "expected", "cause": "a slower cable"}
    assert (await client.patch("/api/v1/changes", json=noted)).status_code == 200
    assert (await client.get("/api/v1/fleet")).json()["open_regressions"] == 0
    assert (await client.get("/api/v1/today?days=20")).json()["counts"]["open_regressions"] == 0


# As hdparm -tT prints it: the first line is the speed of memory.
HDPARM = b"""/dev/sda:
 Timing cached reads:   21064 MB in  2.00 seconds = 10534.94 MB/sec
 Timing buffered disk reads: 1620 MB in  3.00 seconds = 539.82 MB/sec
"""


@pytest.mark.anyio
async def test_the_speed_of_memory_is_no_drives(client: AsyncClient) -> None:
    await put(client, HDPARM, host="nas")
    [run] = (await ask(client, "/today", TodayOut))["runs"]
    assert (run["value"], run["unit"]) == (pytest.approx(539.82 * 2**20, rel=1e-6), "bytes/s")


@pytest.mark.anyio
async def test_a_batch_is_one_entry_with_its_run_of_most_iops(client: AsyncClient) -> None:
    alone = await upload_night(client, 1, 700)
    batch = {"id": str(uuid4()), "name": "Second sweep", "steps": 3}
    runs = [
        await upload_night(client, 2, iops, batch=batch | {"step": step})
        for step, iops in enumerate((1000, 3000, 2000), start=1)
    ]
    found = (await ask(client, "/today", TodayOut))["runs"]
    started_at = found[0]["at"]
    assert [(run["id"], run["batch"], run["value"], run["needs_start"]) for run in found] == [
        (
            runs[1],
            {"id": batch["id"], "name": "Second sweep", "runs": 3, "started_at": started_at},
            3000,
            False,
        ),
        (alone, None, 700, False),
    ]
    await upload_night(client, 3, 900, batch=batch | {"id": str(uuid4()), "step": 1})
    found = (await ask(client, "/today", TodayOut))["runs"]
    assert [run["needs_start"] for run in found] == [True, True, False]


@pytest.mark.anyio
async def test_an_import_of_an_old_result_is_a_new_run(client: AsyncClient) -> None:
    await put(client, HDPARM, host="nas", started_at="2019-05-04T10:00:00Z")
    found = await ask(client, "/today", TodayOut)
    assert (found["counts"]["runs"], len(found["runs"])) == (1, 1)
    assert found["answer"]["text"] == []


@pytest.mark.anyio
async def test_an_empty_service_and_bad_input(client: AsyncClient) -> None:
    found = await ask(client, "/today", TodayOut)
    assert found["answer"]["sentence"].startswith("No performance changes since ")
    assert found["runs"] == found["events"] == found["changes"] == []
    for query in ("days=0", "days=91", "days=x", "hours=3"):
        assert (await client.get(f"/api/v1/today?{query}")).status_code == 422, query
