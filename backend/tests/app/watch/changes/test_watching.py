"""Watching in the background: runs come, go, are relabelled and read anew, and the changes follow them."""

from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.app.system.reparse.work import work as read_all_again
from fioboard.app.watch.changes import work as watch_work
from fioboard.app.watch.changes.work import work
from fioboard.core.database import Database
from tests.factories.fio_output import direction, job
from tests.factories.nights import steady, upload_night, upload_nights

pytestmark = pytest.mark.anyio

BEFORE = 16
AFTER = 12
FIGURES = [*steady(100_000, BEFORE), *steady(86_000, AFTER)]
KERNELS = ["6.1.0"] * BEFORE + ["6.8.0"] * AFTER


async def listed(client: AsyncClient, **wanted: Any) -> list[dict[str, Any]]:
    answer = await client.get("/api/v1/changes", params=wanted)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["items"])


async def watched(client: AsyncClient, database: Database) -> list[dict[str, Any]]:
    await work(database)
    return await listed(client)


async def test_step_of_fourteen_percent_is_told_with_the_kernel_that_changed(
    client: AsyncClient, database: Database
) -> None:
    runs = await upload_nights(client, FIGURES, KERNELS)
    (change,) = await watched(client, database)
    assert change["metric"] == "iops"
    assert (change["before_run"]["id"], change["after_run"]["id"]) == (runs[BEFORE - 1], runs[BEFORE])
    assert change["ratio"] == pytest.approx(0.86, rel=0.005)
    assert change["ratio_low"] < 0.86 < change["ratio_high"]
    assert (change["n_before"], change["n_after"], change["is_worse"]) == (BEFORE, AFTER, True)
    assert change["before"] == pytest.approx(100_000, rel=0.005)
    first = change["suspects"][0]
    assert (first["key"], first["before"], first["after"]) == ("kernel", "6.1.0", "6.8.0")
    assert change["sentence"].startswith(
        "IOPS fell by 14.0 % (95 % CI −14.3 to −13.7 %) for random read 4 KiB, QD 1"
    )
    assert " on jupiter on 17 Mar 2026 (" in change["sentence"]
    assert "Also changed: kernel" in change["sentence"]
    assert change["state"] == "new"


async def test_slower_syncs_of_direct_writes_are_a_change_of_their_own(
    client: AsyncClient, database: Database
) -> None:
    options = {"rw": "write", "bs": "4k", "ioengine": "sync", "direct": "1", "fdatasync": "1"}
    for night, p99_ns in enumerate([*steady(3_000_000, BEFORE), *steady(6_000_000, AFTER)]):
        latency = {"min": 1_000, "max": 9_000_000, "mean": 400_000.0, "stddev": 1.0, "N": 4_000}
        syncs = {"total_ios": 4_000, "lat_ns": {**latency, "percentile": {"99.000000": p99_ns}}}
        write = direction(iops=400, clat_mean_ns=80_000)
        wal = job(
            "wal", read=direction(iops=0, runtime_ms=0), write=write, sync=syncs, **{"job options": options}
        )
        await upload_night(client, night, 100_000, beside=(wal,))
    (change,) = await watched(client, database)
    assert (change["metric"], change["is_worse"], change["direction"]) == ("sync_lat_p99_ns", True, "write")
    assert change["ratio"] == pytest.approx(2, rel=0.01)


async def test_where_nothing_recorded_changed_no_suspect_is_named(
    client: AsyncClient, database: Database
) -> None:
    await upload_nights(client, FIGURES)
    (change,) = await watched(client, database)
    assert change["suspects"] == []
    assert change["unknown"]
    assert "No recorded configuration change (" in change["sentence"]


async def test_steady_runs_and_few_runs_give_no_change(client: AsyncClient, database: Database) -> None:
    await upload_nights(client, steady(100_000, 20))
    await upload_nights(client, [100_000, 100_000, 86_000, 86_000], host="saturn")
    assert await watched(client, database) == []


@pytest.mark.nightly
async def test_hosts_with_one_job_are_apart(client: AsyncClient, database: Database) -> None:
    await upload_nights(client, FIGURES)
    await upload_nights(client, steady(50_000, len(FIGURES)), host="saturn")
    (change,) = await watched(client, database)
    assert change["host"]["name"] == "jupiter"
    assert await listed(client, host="saturn") == []


async def test_only_what_came_is_watched_anew(client: AsyncClient, database: Database) -> None:
    await upload_nights(client, FIGURES[:-1], KERNELS[:-1])
    assert await work(database) > 0
    assert await work(database) == 0
    (before,) = await listed(client)
    await upload_night(client, len(FIGURES) - 1, FIGURES[-1], KERNELS[-1])
    assert await work(database) == 1
    (after,) = await listed(client)
    assert (after["id"], after["n_after"]) == (before["id"], before["n_after"] + 1)


async def test_run_that_comes_during_a_look_waits_for_the_next_one(
    client: AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await upload_nights(client, FIGURES[:-1], KERNELS[:-1])
    put, looks = watch_work.queries.put_series, 0

    async def put_while_a_run_comes(*values: Any) -> None:
        nonlocal looks
        looks += 1
        await put(*values)
        if looks == 1:
            await upload_night(client, len(FIGURES) - 1, FIGURES[-1], KERNELS[-1])

    monkeypatch.setattr(watch_work.queries, "put_series", put_while_a_run_comes)
    assert await work(database) == looks == 1
    monkeypatch.setattr(watch_work.queries, "put_series", put)
    (before,) = await listed(client)
    assert await work(database) == 1
    (after,) = await listed(client)
    assert (after["id"], after["n_after"]) == (before["id"], before["n_after"] + 1)


async def test_late_run_moves_the_change_and_what_people_noted_stays(
    client: AsyncClient, database: Database
) -> None:
    kept = [n for n in range(len(FIGURES)) if n != BEFORE]
    for night in kept:
        await upload_night(client, night, FIGURES[night], KERNELS[night])
    (change,) = await watched(client, database)
    noted = {"ids": [change["id"]], "state": "acknowledged", "note": "new kernel?"}
    assert (await client.patch("/api/v1/changes", json=noted)).json() == {"changes": 1}
    late = await upload_night(client, BEFORE, FIGURES[BEFORE], KERNELS[BEFORE])
    (moved,) = await watched(client, database)
    assert moved["after_run"]["id"] == late != change["after_run"]["id"]
    assert (moved["id"], moved["state"], moved["note"]) == (change["id"], "acknowledged", "new kernel?")
    assert moved["state_by"]


@pytest.mark.nightly
async def test_deleted_runs_take_their_change_along_and_bring_it_back(
    client: AsyncClient, database: Database
) -> None:
    runs = await upload_nights(client, FIGURES, KERNELS)
    (change,) = await watched(client, database)
    for run in runs[BEFORE:]:
        await client.delete(f"/api/v1/runs/{run}")
    assert await watched(client, database) == []
    for run in runs[BEFORE:]:
        await client.post(f"/api/v1/runs/{run}/restore")
    (again,) = await watched(client, database)
    assert again["after_run"] == change["after_run"]


@pytest.mark.nightly
async def test_change_that_people_looked_at_says_since_when_it_is_gone(
    client: AsyncClient, database: Database
) -> None:
    runs = await upload_nights(client, FIGURES, KERNELS)
    (change,) = await watched(client, database)
    await client.patch("/api/v1/changes", json={"ids": [change["id"]], "state": "acknowledged"})
    for run in runs[BEFORE + 2 :]:
        await client.delete(f"/api/v1/runs/{run}")
    assert await watched(client, database) == []
    (gone,) = await listed(client, gone=True)
    assert gone["id"] == change["id"]
    assert gone["gone_at"] is not None


@pytest.mark.nightly
async def test_label_of_a_run_is_a_suspect(client: AsyncClient, database: Database) -> None:
    runs = await upload_nights(client, FIGURES)
    for run in runs[:BEFORE]:
        assert (await client.patch(f"/api/v1/runs/{run}", json={"labels": {"fan": "on"}})).status_code == 200
    for run in runs[BEFORE:]:
        assert (await client.patch(f"/api/v1/runs/{run}", json={"labels": {"fan": "off"}})).status_code == 200
    (change,) = await watched(client, database)
    assert [(s["key"], s["title"], s["before"], s["after"]) for s in change["suspects"]] == [
        ("label.fan", "fan", "on", "off")
    ]


async def test_reparse_has_its_runs_watched_anew(client: AsyncClient, database: Database) -> None:
    await upload_nights(client, FIGURES, KERNELS)
    async with database.driver() as driver:
        await driver.execute("update result set iops = 1000")
    assert await watched(client, database) == []
    await client.post("/api/v1/reparse", json={"everything": True})
    await read_all_again(database)
    assert len(await watched(client, database)) == 1


async def test_killed_in_the_middle_it_is_watched_the_next_time(
    client: AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await upload_nights(client, FIGURES, KERNELS)
    put = watch_work.queries.put_changes

    async def dies(*_: Any) -> None:
        raise OSError("the machine is off")

    monkeypatch.setattr(watch_work.queries, "put_changes", dies)
    monkeypatch.setattr(watch_work.log, "exception", lambda *_, **__: None)
    await work(database)
    assert await listed(client) == []
    monkeypatch.setattr(watch_work.queries, "put_changes", put)
    await upload_night(client, len(FIGURES), FIGURES[-1], KERNELS[-1])
    assert len(await watched(client, database)) == 1


async def test_two_workers_are_never_at_it_together(client: AsyncClient, database: Database) -> None:
    await upload_nights(client, FIGURES, KERNELS)
    async with database.driver() as driver:
        assert await watch_work.queries.take_work(driver)
        assert await work(database) == 0
        await watch_work.queries.release_work(driver)
    assert await work(database) > 0


async def test_rules_that_changed_have_all_watched_anew(
    client: AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await upload_nights(client, FIGURES, KERNELS)
    (before,) = await watched(client, database)
    monkeypatch.setattr(watch_work, "SERIES_VERSION", 99)
    (after,) = await watched(client, database)
    assert (after["id"], after["detected_at"]) == (before["id"], before["detected_at"])
