"""GET /batches/{id}: the runs of a sweep in order of their step, with the spread of each workload's repeats."""

from typing import Any
from uuid import uuid4

import orjson
import pytest
from httpx2 import AsyncClient

from fioboard.engine.answers.batch import BatchOut, BatchResultOut
from fioboard.engine.answers.run import RunDetail
from tests.app.hosts.machines.test_inventories import ask
from tests.app.ingest.test_uploads import send
from tests.factories.fio_output import direction, job, latency, output
from tests.factories.measured_machine import fio_output, upload

BATCH = "0d4f7c1e-3a53-4d0c-9a7e-2f6f8f1f5c11"


async def step(
    client: AsyncClient, number: int, bw: int, rw: str = "read", steps: int = 5, content: bytes | None = None
) -> str:
    batch = {"id": BATCH, "name": "sweep", "step": number, "steps": steps}
    started, ended = (f"2026-11-20T10:{m:02d}:00Z" for m in (number, number + 1))
    content = content or fio_output(bw, rw)
    answer = await send(
        client, upload("epyc-nps4", content=content, batch=batch, started_at=started, ended_at=ended)
    )
    assert answer.status_code == 201, answer.text
    found: str = answer.json()["id"]
    return found


@pytest.mark.anyio
async def test_batch_lists_its_runs_by_step_and_its_repeats(client: AsyncClient) -> None:
    ids: dict[int, str] = {}
    for number, (bw, rw) in {
        3: (3_000, "read"),
        1: (1_000, "read"),
        2: (5, "write"),
        4: (2_000, "read"),
    }.items():
        ids[number] = await step(client, number, bw * 2**21, rw)
    found: dict[str, Any] = await ask(client, f"/batches/{BATCH}", BatchOut)
    assert (found["name"], found["steps"], found["run_count"]) == ("sweep", 5, 4)
    assert (found["started_at"], found["ended_at"]) == (
        "2026-11-20T10:01:00+00:00",
        "2026-11-20T10:05:00+00:00",
    )
    assert [run["id"] for run in found["runs"]] == [ids[n] for n in (1, 2, 3, 4)]
    assert [host["name"] for host in found["hosts"]] == ["epyc-nps4"]
    reads, writes = found["repeats"]
    assert reads["workload"] == "sequential read 2 MiB, QD 16, libaio"
    assert (reads["n"], reads["iops_mean"], reads["iops_min"], reads["iops_max"]) == (3, 2000, 1000, 3000)
    half = 4.3026527 * 1000 / 3**0.5  # t(0.975, 2)
    assert reads["iops_ci95"] == pytest.approx([2000 - half, 2000 + half])
    assert (writes["direction"], writes["n"], writes["iops_ci95"]) == ("write", 1, None)


@pytest.mark.anyio
async def test_deleted_runs_are_left_out_and_an_empty_batch_is_none(client: AsyncClient) -> None:
    first, second = await step(client, 1, 2**30), await step(client, 2, 2**30)
    await client.delete(f"/api/v1/runs/{first}")
    found = await ask(client, f"/batches/{BATCH}", BatchOut)
    assert [run["id"] for run in found["runs"]] == [second]
    await client.delete(f"/api/v1/runs/{second}")
    for path, status, error in (
        (f"/api/v1/batches/{BATCH}", 404, "BatchNotFound"),
        (f"/api/v1/batches/{uuid4()}", 404, "BatchNotFound"),
        ("/api/v1/batches/seven", 404, "BatchNotFound"),
        (f"/api/v1/batches/{BATCH}?colour=red", 422, "UnknownKey"),
    ):
        answer = await client.get(path)
        assert (answer.status_code, answer.json()["error"]) == (status, error), path


@pytest.mark.anyio
async def test_runs_on_another_target_or_with_other_labels_are_no_repeats(client: AsyncClient) -> None:
    """One workload on two drives was one mean of both."""
    for number, (bw, more) in enumerate(
        (
            (1_000, {}),
            (1_002, {}),
            (3_000, {"target": "/dev/md9", "targets": []}),
            (2_000, {"labels": {"fan": "off"}}),
        ),
        start=1,
    ):
        batch = {"id": BATCH, "name": "sweep", "step": number, "steps": 4}
        content = fio_output(bw * 2**21, "read")
        answer = await send(client, upload("epyc-nps4", content=content, batch=batch, **more))
        assert answer.status_code == 201, answer.text
    found: dict[str, Any] = await ask(client, f"/batches/{BATCH}", BatchOut)
    assert [(r["n"], r["iops_mean"]) for r in found["repeats"]] == [(2, 1001), (1, 3000), (1, 2000)]
    settings = [r["setting"] for r in found["repeats"]]
    assert "/dev/md9" in settings[1] and "fan=off" in settings[2]
    assert len(set(settings)) == 3
    place = (await client.get(f"/api/v1/runs/{found['runs'][0]['id']}/batch")).json()
    assert [step["step"] for step in place["repeat_runs"]] == [1, 2]


@pytest.mark.anyio
async def test_a_batch_says_the_knee_of_its_sweep(client: AsyncClient) -> None:
    """Depths 1 to 8 of one job: the third gains nothing more."""
    for number, (depth, iops) in enumerate({1: 10_000, 2: 19_900, 4: 30_000, 8: 30_100}.items()):
        waited = direction(iops=iops, clat_mean_ns=depth * 10**9 // iops)
        options = {"rw": "randread", "bs": "4k", "iodepth": str(depth), "ioengine": "libaio", "direct": "1"}
        content = output(job("job", read=waited, **{"job options": options}))
        batch = {"id": BATCH, "name": "sweep", "step": number + 1, "steps": 4}
        sent = await send(client, upload("epyc-nps4", content=content, batch=batch))
        assert sent.status_code == 201, sent.text
    found = await ask(client, f"/batches/{BATCH}", BatchOut)
    verdict = found["answer"]["verdict"]
    assert (verdict["kind"], verdict["id"]) == ("limit", "saturated-depth")
    assert verdict["sentence"] == "4 KiB random reads saturate at QD 4: 30.0k IOPS, p99 199 µs."
    assert verdict["text"][0] == (
        "QD 8 gave as much, mean latency rose 99 %, and p99 went from 199 µs to 396 µs."
    )
    assert {one["id"] for one in found["answer"]["findings"]} >= {"not-pinned"}


@pytest.mark.anyio
async def test_a_search_says_the_highest_rate_under_its_limit(client: AsyncClient) -> None:
    goal = {"metric": "clat_p99_ns", "limit": 250_000.0, "iodepth": "1,2,4,8", "numjobs": "1"}
    for number, (depth, iops) in enumerate(((1, 10_000), (8, 30_100), (4, 30_000), (4, 30_200), (4, 30_400))):
        waited = direction(iops=iops, clat_mean_ns=depth * 10**9 // iops)
        options = {"rw": "randread", "bs": "4k", "iodepth": str(depth), "ioengine": "libaio", "direct": "1"}
        content = output(job("job", read=waited, **{"job options": options}))
        batch = {"id": BATCH, "name": "saturate", "step": number + 1, "steps": number + 1, "search": goal}
        sent = await send(client, upload("epyc-nps4", content=content, batch=batch))
        assert sent.status_code == 201, sent.text
    answer = (await ask(client, f"/batches/{BATCH}", BatchOut))["answer"]
    assert answer["verdict"]["sentence"] == (
        "4 KiB random reads: 30.2k IOPS under p99 250 µs at QD 4, 1 job (95 % interval 29.7k–30.7k IOPS, 3 runs)."
    )
    assert answer["goal"] == {"metric": "clat_p99_ns", "limit": 250_000.0}
    assert (answer["knee"]["in_flight"], len(answer["knee"]["run_ids"])) == (4, 3)
    assert answer["figures"][0]["p99_limit_ns"] == 250_000.0
    again = (await client.post("/api/v1/shares", json={"kind": "batch", "spec": {"batch_id": BATCH}})).json()
    shared = (await client.get(f"/api/v1/shared/{again['url'].rpartition('/')[2]}")).json()
    assert shared["document"]["batch"]["answer"]["verdict"]["sentence"] == answer["verdict"]["sentence"]
    assert shared["document"]["batch"]["answer"]["goal"] == answer["goal"]


@pytest.mark.anyio
async def test_a_sweep_of_further_options_names_them_and_begins_with_its_limit(client: AsyncClient) -> None:
    for number, (depth, direct) in enumerate([(depth, direct) for depth in (1, 2) for direct in (0, 1)]):
        waited = direction(iops=10_000 * depth, clat_mean_ns=depth * 10**5)
        options = {"rw": "randread", "bs": "4k", "iodepth": str(depth), "ioengine": "libaio"}
        options |= {"direct": str(direct), "rwmixread": str(50 + 20 * direct)}
        content = output(job("job", read=waited, **{"job options": options}))
        more = {"vary": ["rwmixread", "direct"], "search": {"metric": "clat_p99_ns", "limit": 150_000}}
        batch = {"id": BATCH, "name": "sweep", "step": number + 1, "steps": 4, **more}
        assert (await send(client, upload("epyc-nps4", content=content, batch=batch))).status_code == 201
    found = await ask(client, f"/batches/{BATCH}", BatchOut)
    # 50 is fio's own default, which a workload does not name.
    assert [(one["key"], one["values"]) for one in found["swept"]] == [
        ("iodepth", [1, 2]),
        ("rwmixread", [50, 70]),
        ("direct", [0, 1]),
    ]
    assert [one["varied"] for one in found["repeats"]] == [
        {"rwmixread": mix, "direct": direct} for _ in (1, 2) for mix, direct in (("50", "0"), ("70", "1"))
    ]
    assert found["repeats"][1]["workload"].endswith("libaio, rwmixread=70, direct=1")
    assert (found["answer"]["p99_limit_ns"], found["answer"]["goal"]) == (150_000.0, None)
    assert found["answer"]["figures"][0]["p99_limit_ns"] == 150_000.0
    again = (await client.post("/api/v1/shares", json={"kind": "batch", "spec": {"batch_id": BATCH}})).json()
    shared = (await client.get(f"/api/v1/shared/{again['url'].rpartition('/')[2]}")).json()["document"][
        "batch"
    ]
    assert [one["varied"] for one in shared["repeats"]] == [one["varied"] for one in found["repeats"]]
    assert shared["swept"] == found["swept"]
    assert shared["answer"]["figures"] == found["answer"]["figures"]


@pytest.mark.anyio
async def test_the_result_for_a_terminal_is_the_sentence_of_the_page_and_a_line_per_workload(
    client: AsyncClient,
) -> None:
    await step(client, 1, 1_130 * 10**6)
    await step(client, 2, 1_080 * 10**6, rw="write")
    page: dict[str, Any] = await ask(client, f"/batches/{BATCH}", BatchOut)
    found = await ask(client, f"/batches/{BATCH}/result?host=test-host-epyc-nps4", BatchResultOut)
    assert found["sentence"] == page["answer"]["verdict"]["sentence"]
    assert found["sentence"].endswith("1.13 GB/s sequential read · 1.08 GB/s sequential write.")
    assert found["url"].endswith(f"/batches/{BATCH}")
    head, read, write = found["lines"]
    assert head.split() == ["Workload", "IOPS", "MB/s", "p50", "p99", "Verdict"]
    assert read.startswith("sequential read 2 MiB, QD 16, 1 job ")
    assert "1,130" in read
    assert "1,080" in write
    synced = orjson.loads(fio_output(40 * 10**6, "write"))
    synced["jobs"][0]["sync"] = {"lat_ns": latency(5_000_000, 1000)}
    await step(client, 3, 0, content=orjson.dumps(synced))
    found = await ask(client, f"/batches/{BATCH}/result?host=test-host-epyc-nps4", BatchResultOut)
    assert found["lines"][0].split()[-3:] == ["Sync", "p99", "Verdict"]
    assert ["7.45 ms" in line for line in found["lines"]] == [False, False, False, True]
    other = await client.get(f"/api/v1/batches/{BATCH}/result?host=test-host-other")
    assert (other.status_code, other.json()["error"]) == (404, "BatchNotFound")


@pytest.mark.anyio
async def test_title_of_a_suite_is_the_batchs_and_stays_a_persons(client: AsyncClient) -> None:
    """F6: `suite --title X` named each run X, and the batch `sweep`."""

    async def titled(number: int, title: str, of_batch: object) -> str:
        batch = {"id": BATCH, "name": "sweep", "step": number, "steps": 3, "title": of_batch}
        sent = await send(client, upload("epyc-nps4", batch=batch, title=title))
        assert sent.status_code == 201, sent.text
        found: str = sent.json()["id"]
        return found

    first = await titled(1, "Before the update", "Before the update")
    assert (await ask(client, f"/runs/{first}", RunDetail))["title"] is None
    assert (await ask(client, f"/batches/{BATCH}", BatchOut))["name"] == "Before the update"
    changed = await client.patch(f"/api/v1/batches/{BATCH}", json={"title": "Mine"})
    assert changed.status_code == 200, changed.text
    second = await titled(2, "Before the update", "Before the update")
    own = await titled(3, "One of them", 7)
    assert [(await ask(client, f"/runs/{run}", RunDetail))["title"] for run in (second, own)] == [
        None,
        "One of them",
    ]
    assert (await ask(client, f"/batches/{BATCH}", BatchOut))["name"] == "Mine"
