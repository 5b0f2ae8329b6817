"""The answer of a run with what the runs around it tell: the published sweeps through the real ingest."""

from typing import Any
from uuid import UUID

import pytest
from httpx2 import AsyncClient

from fioboard.app.ingest import demo
from fioboard.app.runs.history import history
from fioboard.core.database import Database
from fioboard.engine.answers.answer import AnswerOut
from fioboard.store.queries import nearby_results
from tests.app.hosts.machines.test_inventories import stored
from tests.factories.fio_output import job, output
from tests.factories.imports import put
from tests.factories.machine import machine
from tests.factories.measured_machine import fio_output
from tests.shapes import shape_of

pytestmark = pytest.mark.anyio
RUNS = "/api/v1/runs"

# Case 003: nvmecontrol perftest, threads and IO/s.
PERFTEST = "".join(
    f"Threads: {threads:2} Size:   4096  READ Time:  30 IO/s: {iops:7} MB/s: {iops * 4096 >> 20:4}\n"
    for threads, iops in {1: 22_565, 2: 43_968, 4: 78_263, 8: 122_422, 16: 128_345, 32: 126_968, 48: 125_945,
                          64: 125_385, 96: 94_188}.items()
)  # fmt: skip


async def perftest(client: AsyncClient, host: str = "freebsd") -> dict[int, str]:
    """The sweep as nine runs; their ids by threads."""
    answer = await client.post(f"/api/v1/import?host={host}", content=PERFTEST)
    assert answer.status_code == 201, answer.text
    threads = [int(line.split()[1]) for line in PERFTEST.splitlines()]
    return dict(zip(threads, [run["id"] for run in answer.json()["runs"]], strict=True))


async def answer_of(client: AsyncClient, run_id: str) -> AnswerOut:
    got = await client.get(f"{RUNS}/{run_id}/answer")
    assert got.status_code == 200, got.text
    found: AnswerOut = shape_of(AnswerOut).validate_python(got.json())
    return found


async def test_the_knee_of_a_sweep_is_the_verdict_of_its_runs(client: AsyncClient) -> None:
    sweep = await perftest(client)
    verdicts = {threads: (await answer_of(client, run_id))["verdict"] for threads, run_id in sweep.items()}
    assert {threads: verdict["id"] for threads, verdict in verdicts.items()} == {
        1: "latency-bound", 2: "latency-bound", 4: None, 8: None, 16: "saturated-depth", 32: "saturated-depth",
        48: "saturated-depth", 64: "saturated-depth", 96: "depth-collapse",
    }  # fmt: skip
    assert verdicts[16]["kind"] == "limit"
    assert verdicts[16]["sentence"] == (
        "4 KiB reads saturate at QD 16: QD 32 gave 1 % less, and mean latency rose 102 %."
    )
    assert verdicts[96]["experiments"][0]["options"] == ["numjobs=16"]


async def test_the_page_says_the_same_and_nothing_of_it_is_stored(
    client: AsyncClient, database: Database
) -> None:
    run_id = (await perftest(client))[16]
    answer = await answer_of(client, run_id)
    assert (await client.get(f"{RUNS}/{run_id}")).json()["answer"] == answer
    checks = answer["checks"]
    assert {"saturated-depth", "few-repeats"} <= set(checks["found"])
    assert {"latency-bound", "depth-collapse"} <= set(checks["fine"])
    assert checks["titles"].keys() == {*checks["fine"], *(one["id"] for one in checks["unknown"])}
    async with database.driver() as driver:
        stored = await driver.fetchval(
            "select answer::text || finding_ids::text from run where id = $1", run_id
        )
    assert "saturated-depth" not in stored


async def test_runs_of_another_host_and_deleted_ones_tell_nothing(client: AsyncClient) -> None:
    sweep = await perftest(client)
    await perftest(client, "other")
    for threads, run_id in sweep.items():
        if threads > 16:
            await client.delete(f"{RUNS}/{run_id}")
    assert (await answer_of(client, sweep[16]))["verdict"]["id"] is None


@pytest.mark.nightly
async def test_the_plateau_of_a_raid_stays_unexplained_and_names_its_knee(
    client: AsyncClient, database: Database
) -> None:
    await demo.load(database)
    page = (await client.get(RUNS, params={"tag": "gpu-server"})).json()["items"]
    [widest] = [run["id"] for run in page if run["title"].startswith("4 drives")]
    answer = await answer_of(client, widest)
    assert answer["verdict"]["kind"] == "unexplained"
    assert len(answer["verdict"]["experiments"]) == 3
    assert answer["verdict"]["text"][-1] == (
        "From 3 to 4 drives, 32 MB sequential reads gained only 150 MB/s, 5 % of one drive: probably a shared component limits "
        "them to about 9.47 GB/s."
    )
    assert "width-knee" in answer["checks"]["found"]


async def test_only_so_many_runs_are_looked_at(client: AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    sweep = await perftest(client)
    monkeypatch.setattr(history, "MAX_BEFORE", 1)
    monkeypatch.setattr(history, "MAX_AFTER", 0)
    found: list[Any] = (await answer_of(client, sweep[16]))["checks"]["found"]
    assert "saturated-depth" not in found and "few-repeats" in found


async def test_a_share_says_nothing_of_runs_that_are_not_in_it(client: AsyncClient) -> None:
    run_id = (await perftest(client))[16]
    made = await client.post(
        "/api/v1/shares", json={"kind": "run", "spec": {"run_id": run_id}, "reveal": [], "hide": []}
    )
    assert made.status_code == 201, made.text
    shared = (await client.get("/api/v1/shared/" + made.json()["url"].rsplit("/", 1)[1])).text
    assert (
        "stop gaining" not in shared
        and "saturated-depth" not in shared
        and "repeatability unknown" not in shared
    )


async def test_a_file_is_held_against_the_raw_run_of_its_drives(client: AsyncClient) -> None:
    [raw] = machine("epyc-nps4")["targets"]
    graph = {"root": "x", "nodes": {
        "x": {"kind": "file", "name": "x", "children": ["fs"]},
        "fs": {"kind": "filesystem", "name": "md0", "children": ["md0"]},
        **raw["graph"]["nodes"],
    }}  # fmt: skip
    file = {**raw, "path": "/mnt/x", "kind": "file", "filesystem": {"type": "xfs"}, "graph": graph}
    await stored(client, "epyc-nps4", content=fio_output(14_100_000_000))
    run = await stored(client, "epyc-nps4", content=fio_output(5_600_000_000), targets=[file])
    texts = [finding["text"] for finding in run["answer"]["findings"] if finding["id"] == "fs-layer"]
    assert texts == [
        "Through xfs the drives give 40 % of the raw rate: 5.60 GB/s of 14.1 GB/s, 2 MiB sequential reads."
    ]


async def stored_flags(database: Database) -> list[tuple[str, bool]]:
    async with database.driver() as driver:
        rows = await driver.fetch("select job_name, is_alone from result order by run_id, position")
    return [(row["job_name"], row["is_alone"]) for row in rows]


async def test_what_ran_alone_is_known_when_it_is_stored(client: AsyncClient, database: Database) -> None:
    together = output(job("one"), job("other"), job("later", groupid=1))
    await put(client, together)
    assert await stored_flags(database) == [("one", False), ("other", False), ("later", True)]
    async with database.driver() as driver:
        run_id = await driver.fetchval("select id from run")
        rows = await nearby_results.list_nearby(driver, run_id, before=9, after=9, looked_at=100, limit=100)
        assert [row["run_id"] for row in rows] == [run_id]
        assert len(rows) == 1


async def test_only_the_nearest_runs_are_looked_at_when_they_hold_many_results(
    client: AsyncClient, database: Database
) -> None:
    ids = [
        await put(
            client,
            output(*(job(f"{n} {i}", groupid=i) for i in range(10))),
            started_at=f"2026-11-20T1{n}:00:00Z",
        )
        for n in range(4)
    ]
    async with database.driver() as driver:
        for looked_at, runs in ((1, 1), (10, 1), (11, 2), (1_000, 4)):
            rows = await nearby_results.list_nearby(
                driver, UUID(ids[1]), before=9, after=9, looked_at=looked_at, limit=1_000
            )
            assert len({row["run_id"] for row in rows}) == runs, looked_at
            assert str(rows[0]["run_id"]) == ids[1]
