"""The pages, lists and comparisons of a batch over several drives: unlike drives are never repeats of one another."""

from uuid import UUID, uuid4

import pytest
from httpx2 import AsyncClient

from fioboard.app.runs.history import pool
from fioboard.core.database import Database
from fioboard.engine.answers.batch import BatchOut, BatchResultOut
from fioboard.engine.answers.compare import CompareOut
from fioboard.engine.answers.pool import PoolsOut
from tests.app.hosts.machines.test_inventories import ask
from tests.app.ingest.test_uploads import send
from tests.app.runs.history.test_pool import build_uploads, plant, state_target
from tests.factories.fio_output import direction, job, output
from tests.factories.upload import body, manifest
from tests.factories.upload import inventory as small_inventory

pytestmark = pytest.mark.anyio
ALONE = {"sda": 250e6, "sdb": 240e6, "sdc": 120e6}
TOGETHER = {name: rate * 0.9 for name, rate in ALONE.items()}


async def send_step(
    client: AsyncClient, batch: str, step: int, rates: dict[str, float], *, day: int = 20, **options: str
) -> str:
    """Send a step that reads these drives at the same time, as `suite drives` does."""
    more = {"rw": "read", "bs": "128k", "iodepth": "32", "ioengine": "libaio", "direct": "1", **options}
    jobs = [
        job(
            name,
            read=direction(bw_bytes=round(rate), iops=round(rate / 131072), runtime_ms=10_000),
            **{"job options": {"name": name, "filename": f"/dev/{name}", **more}},
        )
        for name, rate in rates.items()
    ]
    files = {"fio.json": output(*jobs)}
    argv = ["fio", *(word for name in rates for word in (f"--name={name}", f"--filename=/dev/{name}"))]
    about = manifest(
        files,
        targets=[state_target(name) for name in rates],
        argv=argv,
        batch={"id": batch, "name": "drives", "step": step, "steps": 9, "workload": "-".join(rates)},
        started_at=f"2026-11-{day}T10:{step:02d}:00Z",
        ended_at=f"2026-11-{day}T10:{step:02d}:10Z",
    )
    inventory = {**small_inventory(), "disks": {name: {"model": f"Disk {name}"} for name in ALONE}}
    answer = await send(client, body(files, about, inventory))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def send_pool(client: AsyncClient, *, day: int = 20, factor: float = 1.0) -> str:
    """Send each drive alone, then all together."""
    batch = str(uuid4())
    for step, (name, rate) in enumerate(ALONE.items(), 1):
        await send_step(client, batch, step, {name: rate * factor}, day=day)
    await send_step(client, batch, 4, {name: rate * factor for name, rate in TOGETHER.items()}, day=day)
    return batch


async def test_each_drive_alone_and_each_together_is_a_row_of_its_own(client: AsyncClient) -> None:
    batch = await send_pool(client)
    page: BatchOut = await ask(client, f"/batches/{batch}", BatchOut)
    assert {repeats["n"] for repeats in page["repeats"]} == {1}
    together = "/dev/sda, /dev/sdb, /dev/sdc together"
    assert [(one["setting"], one["bw_mean_bytes_per_s"]) for one in page["repeats"]] == [
        *((f"/dev/{name}", rate) for name, rate in ALONE.items()),
        *((f"/dev/{name} · {together}", rate) for name, rate in TOGETHER.items()),
    ]
    # The sentence of its answer names what each figure is of.
    assert page["answer"] is not None
    assert page["answer"]["verdict"]["sentence"] == (
        "250 MB/s sequential read on /dev/sda · 240 MB/s sequential read on /dev/sdb · "
        "120 MB/s sequential read on /dev/sdc."
    )
    [row] = (await client.get("/api/v1/runs?fold=batch&limit=5")).json()["items"]
    assert (row["fold"]["repeats_min"], row["fold"]["repeats_max"]) == (1, 1)
    assert [span["workloads"] for span in row["fold"]["spans"]] == [1]
    result: BatchResultOut = await ask(client, f"/batches/{batch}/result?host=host-0001", BatchResultOut)
    names = [line.partition("  ")[0] for line in result["lines"][1:]]
    words = "sequential read 128 KiB, QD 32, 1 job"
    assert names == [f"{words}, /dev/{name}{more}" for more in ("", " (3 together)") for name in ALONE]


async def test_batches_of_the_same_drives_are_compared_drive_by_drive(client: AsyncClient) -> None:
    before, now = await send_pool(client), await send_pool(client, day=21, factor=0.5)
    page: BatchOut = await ask(client, f"/batches/{now}", BatchOut)
    assert page["previous"] is not None and str(page["previous"]["id"]) == before
    against = page["previous"]["against"]
    assert (against["only_before"], against["only_now"]) == ([], [])
    rates = [*ALONE.values(), *TOGETHER.values()]
    assert [(step["before"], step["now"]) for step in against["steps"]] == [(one, one / 2) for one in rates]
    assert len({step["workload"] for step in against["steps"]}) == len(rates)
    assert (against["changed"], against["difference"]) == ([], "No recorded factor differs.")
    query = f"/compare?base=batch%3D{before}&new=batch%3D{now}"
    compared: CompareOut = await ask(client, query, CompareOut)
    sides = [row["metrics"]["bw_bytes_per_s"]["base"] for row in compared["workloads"]]
    assert [side["n"] for side in sides] == [1] * len(rates), [
        row["workload"] for row in compared["workloads"]
    ]


async def test_places_of_a_disk_are_told_apart(client: AsyncClient) -> None:
    batch = str(uuid4())
    for step, (place, rate) in enumerate((("0%", 250e6), ("49%", 200e6), ("98%", 120e6)), 1):
        await send_step(client, batch, step, {"sda": rate}, offset=place)
    page: BatchOut = await ask(client, f"/batches/{batch}", BatchOut)
    words = "sequential read 128 KiB, QD 32, libaio"
    assert [one["workload"] for one in page["repeats"]] == [
        f"{words}, offset={place}" for place in ("0", "49%", "98%")
    ]
    result: BatchResultOut = await ask(client, f"/batches/{batch}/result?host=host-0001", BatchResultOut)
    assert [line.partition("  ")[0] for line in result["lines"][1:]] == [
        f"sequential read 128 KiB, QD 32, 1 job, offset={place}" for place in ("0", "49%", "98%")
    ]


async def test_workloads_that_are_not_judged_are_named(client: AsyncClient) -> None:
    batch = await send_pool(client)
    await send_step(client, batch, 5, {"sda": 90e6}, bs="4k", rw="randread")
    [found] = (await ask(client, f"/batches/{batch}/drives", PoolsOut))["items"]
    assert found["workload"] == "sequential read 128 KiB, QD 32, 1 job"
    assert found["left_out"] == ["random read 4 KiB, QD 32, 1 job"]
    assert found["text"][-1] == (
        "Only sequential read 128 KiB, QD 32, 1 job is judged here, not: random read 4 KiB, QD 32, 1 job."
    )


async def test_a_run_that_the_limit_of_rows_cuts_is_left_out(
    client: AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    layout, batch = plant(4, "none"), str(uuid4())
    for made in build_uploads(layout, 4, batch):
        assert (await send(client, made)).status_code == 201
    async with database.driver() as driver:
        [whole] = (await pool.load_pools(driver, UUID(batch)))["items"]
        largest = max(len(level["drives"]) for level in whole["levels"])
        rows = len(whole["bays"]) + sum(len(level["drives"]) for level in whole["levels"])
        for limit in range(rows - largest + 1, rows + 1):
            monkeypatch.setattr(pool, "MAX_RESULTS", limit)
            for cut in (await pool.load_pools(driver, UUID(batch)))["items"]:
                # A sum over some of a set's drives would be too small: each set that is there is whole.
                known = {tuple(level["drives"]): level["together_bytes_per_s"] for level in whole["levels"]}
                for level in cut["levels"]:
                    assert known[tuple(level["drives"])] == level["together_bytes_per_s"]
                assert not any(level["is_lost"] for level in cut["levels"])
                assert len(cut["levels"]) + len(cut["bays"]) < len(whole["levels"]) + len(whole["bays"])
