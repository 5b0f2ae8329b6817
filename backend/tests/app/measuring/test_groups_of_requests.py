"""Requests of several hosts: they start together or not at all, and what they measured is added up."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import numpy as np
import pytest
from httpx2 import AsyncClient

from fioboard.app.measuring.work import run_due
from fioboard.core.database import Database
from tests.app.measuring.conftest import OFFERS, URL, Agent, add, agent_of, get, running
from tests.conftest import token_for
from tests.factories.fio_output import direction, job, latency, output
from tests.factories.nights import upload_night
from tests.factories.upload import body, inventory, manifest

pytestmark = pytest.mark.anyio
GROUPS = "/api/v1/request-groups"
# fio's end in the outputs of the factory, Unix ms.
END_MS = 1_790_000_000_123
SECONDS = 20


@pytest.fixture
async def pair(app: Any, client: AsyncClient, database: Database) -> AsyncIterator[list[Agent]]:
    """Agents of two hosts that poll and can start together."""
    for name in ("jupiter", "saturn"):
        await upload_night(client, 0, 100_000, host=name)
    hosts = {row["name"]: row["id"] for row in (await client.get("/api/v1/hosts")).json()["items"]}
    async with (
        agent_of(app, database, hosts["jupiter"]) as one,
        agent_of(app, database, hosts["saturn"]) as two,
    ):
        for agent in (one, two):
            await agent.poll()
        yield [one, two]


async def add_group(client: AsyncClient, pair: list[Agent], **more: Any) -> list[dict[str, Any]]:
    """The requests of a group, by host name."""
    wanted = {"kind": "job", "name": "nightly", "target": "/srv/bench"} | more
    answer = await client.post(URL, json=wanted | {"hosts": [{"host_id": one.host_id} for one in pair]})
    assert answer.status_code == 201, answer.text
    group = (await client.get(f"{GROUPS}/{answer.json()['group_id']}")).json()
    return [one["request"] for one in group["hosts"]]


async def get_group(client: AsyncClient, made: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = (await client.get(f"{GROUPS}/{made['group_id']}")).json()
    return found


async def start(pair: list[Agent], made: list[dict[str, Any]], ahead_us: tuple[int, int] = (0, 0)) -> int:
    """Both take their request, wait and start; the second is 40 ms late. Returns the start, Unix µs."""
    for agent, one in zip(pair, made, strict=True):
        assert (await agent.poll())["request"]["id"] == one["id"]
    first, second = [running(one["id"], is_ready=True) for one in made]
    assert (await pair[0].poll(running=first))["start"] is None
    start = (await pair[1].poll(running=second))["start"]
    assert start["request_id"] == made[1]["id"]
    answer = await pair[0].poll(running=first)
    assert answer["start"] == {"request_id": made[0]["id"], "at_us": start["at_us"]}
    assert 2e6 < start["at_us"] - answer["clock"]["answered_at_us"] <= 4e6
    assert answer["clock"]["received_at_us"] <= answer["clock"]["answered_at_us"]
    for agent, one, late_us, ahead in zip(pair, made, (1_000, 41_000), ahead_us, strict=True):
        said = {"at_us": start["at_us"] + late_us, "clock_ahead_us": ahead, "clock_uncertainty_us": 900}
        assert (await agent.poll(running=running(one["id"], start=said)))["start"] is None
    return int(start["at_us"])


def build_log(values: list[float]) -> bytes:
    """A log of fio of one value a second, in direction 0, as averaged logs have it."""
    return "".join(f"{1000 * (i + 1)}, {value:.0f}, 0, 0, 0\n" for i, value in enumerate(values)).encode()


async def upload(
    client: AsyncClient, host: str, key: str, kib: list[float], ends_after_ms: int = 0, bs: str = "4k"
) -> str:
    """A run with a log of its bandwidth, KiB/s a second, that ends so long after the factory's time."""
    bins = {201: 900, 3_120: 90, 12_480: 10}
    read = direction(iops=1000, runtime_ms=1000 * len(kib))
    options = {"name": "job", "rw": "randread", "bs": bs, "iodepth": "1", "ioengine": "psync", "direct": "1"}
    read["clat_ns"] = latency(300, 1000, bins)
    parts = {"timestamp_ms": END_MS + ends_after_ms}
    files = {
        "fio.json": output(job(read=read, **{"job options": options}), **parts),
        "fioboard_bw.1.log": build_log(kib),
        "fioboard_iops.1.log": build_log([one / 4 for one in kib]),
    }
    about = manifest(files, host={"id": f"host-{host}", "name": host}, upload_key=key)
    for file in about["files"]:
        file["kind"] = "fio_log" if file["name"].endswith(".log") else "fio_output"
    content, headers = body(files, about, inventory(host={"hostname": host}))
    answer = await client.post("/api/v1/uploads", content=content, headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def test_two_hosts_start_together_and_are_added_up_over_the_common_window(
    client: AsyncClient, pair: list[Agent]
) -> None:
    made = await add_group(client, pair)
    # The second host's clock is 7 s ahead of the service's.
    await start(pair, made, (0, 7_000_000))
    group = await get_group(client, made[0])
    assert (group["state"], group["totals"], group["window_reason"]) == ("running", [], None)
    assert group["start_skew_ms"] == pytest.approx(40.0)
    assert group["start_skew_uncertainty_ms"] == pytest.approx(1.8)
    rng = np.random.default_rng(1)
    kib = [[float(one) for one in rng.integers(50_000, 90_000, SECONDS)] for _ in pair]
    # By the service's clock the second host measured 2 s later than the first.
    run_ids = [
        await upload(client, "jupiter", made[0]["id"], kib[0]),
        await upload(client, "saturn", made[1]["id"], kib[1], ends_after_ms=9_000),
    ]
    for agent, one in zip(pair, made, strict=True):
        await agent.report(one["id"], "done")
    group = await get_group(client, made[0])
    assert [one["left_out"] for one in group["hosts"]] == [None, None]
    assert (group["state"], group["total_hosts"], group["window_reason"]) == ("ended", 2, None)
    assert [one["run_id"] for one in group["hosts"]] == run_ids
    assert [one["left_out"] for one in group["hosts"]] == [None, None]
    [total] = group["totals"]
    assert total["rates"]["reason"] is None
    # Seconds 3 to 20 of the first, 1 to 18 of the second.
    together = np.array(kib[0][2:]) + np.array(kib[1][:-2])
    assert total["rates"]["bw_bytes_per_s"] == pytest.approx(together.mean() * 1024, rel=1e-3)
    assert total["rates"]["iops"] == pytest.approx(together.mean() / 4, rel=1e-3)
    means = [np.mean(kib[0][2:]), np.mean(kib[1][:-2])]
    assert [one["results"][0]["rates"]["bw_bytes_per_s"] for one in group["hosts"]] == pytest.approx(
        [mean * 1024 for mean in means], rel=1e-3
    )
    slowest = group["hosts"][int(np.argmin(means))]["request"]["host"]["id"]
    assert total["slowest_host_id"] == slowest
    # The bins of each hold 10 % of its time outside the window.
    assert total["latency"]["n"] is None and "10 % of its time outside" in total["latency"]["reason"]
    assert [one["results"][0]["latency"]["n"] for one in group["hosts"]] == [1000, 1000]


async def test_bins_are_merged_and_different_jobs_are_not(client: AsyncClient, pair: list[Agent]) -> None:
    for bs, said in (("4k", None), ("8k", "The hosts ran different jobs: jupiter random read 4 KiB")):
        made = await add_group(client, pair)
        await start(pair, made)
        await upload(client, "jupiter", made[0]["id"], [80_000] * SECONDS)
        await upload(client, "saturn", made[1]["id"], [80_000] * SECONDS, bs=bs)
        for agent, one in zip(pair, made, strict=True):
            await agent.report(one["id"], "done")
        [total] = (await get_group(client, made[0]))["totals"]
        if said is None:
            assert total["latency"]["n"] == 2000
            # 1,800 of 2,000 are in the first bin, 1,980 in the first two.
            assert total["latency"]["percentiles"] == {"50": 201, "95": 3_120, "99": 3_120, "99.9": 12_480}
            assert total["rates"]["bw_bytes_per_s"] == pytest.approx(160_000 * 1024, rel=1e-3)
        else:
            assert total["rates"]["reason"].startswith(said)
            assert (total["rates"]["bw_bytes_per_s"], total["latency"]["percentiles"]) == (None, {})
        assert total["slowest_host_id"] is None


async def test_one_that_fails_is_named_and_the_rest_is_kept(client: AsyncClient, pair: list[Agent]) -> None:
    made = await add_group(client, pair)
    await start(pair, made)
    await pair[1].report(made[1]["id"], "failed", "fio failed in 1 of 1 runs.")
    await upload(client, "jupiter", made[0]["id"], [80_000] * SECONDS)
    await pair[0].report(made[0]["id"], "done")
    group = await get_group(client, made[0])
    assert (group["state"], group["total_hosts"]) == ("ended", 1)
    assert group["window_reason"] == "Only jupiter measured to its end: there is nothing to add up."
    assert [one["left_out"] for one in group["hosts"]] == [None, "It failed: fio failed in 1 of 1 runs."]
    assert group["hosts"][0]["results"][0]["latency"]["n"] == 1000
    assert group["totals"][0]["rates"]["bw_bytes_per_s"] is None


async def test_a_host_that_refuses_ends_the_others_before_the_start(
    client: AsyncClient, pair: list[Agent]
) -> None:
    made = await add_group(client, pair)
    await pair[0].poll()
    await pair[0].poll(running=running(made[0]["id"], is_ready=True))
    assert (await pair[1].poll())["request"]["is_together"] is True
    await pair[1].report(made[1]["id"], "refused", "Job 'nightly' is not in this host's serve.toml.")
    answer = await pair[0].poll(running=running(made[0]["id"], is_ready=True))
    assert (answer["cancel"], answer["start"]) == ([made[0]["id"]], None)
    await pair[0].report(made[0]["id"], "cancelled", "It was cancelled.")
    group = await get_group(client, made[0])
    assert [one["request"]["state"] for one in group["hosts"]] == ["cancelled", "refused"]
    assert group["hosts"][0]["request"]["reason"] == (
        "Not started: saturn refused (Job 'nightly' is not in this host's serve.toml); the hosts of this request "
        "start together or not at all."
    )
    assert (group["state"], group["start_at"], group["totals"]) == ("ended", None, [])


async def test_a_host_that_is_away_or_busy_holds_up_no_other(
    client: AsyncClient, pair: list[Agent], database: Database
) -> None:
    made = await add_group(client, pair)
    async with database.driver() as driver:
        await driver.execute(
            "update serving_host set seen_at = now() - interval '2 min' where host_id = $1", pair[1].host_id
        )
    assert (await pair[0].poll())["request"] is None
    other = await add(client, pair[0].host_id)
    assert (await pair[0].poll())["request"]["id"] == other["id"]
    # Now the first is busy: the second gets nothing until it is free.
    assert (await pair[1].poll())["request"] is None
    assert (await pair[0].report(other["id"], "done"))["id"] == made[0]["id"]
    # It waits for the second, which never takes its request: ten minutes, and both end.
    await pair[0].poll(running=running(made[0]["id"], is_ready=True))
    async with database.driver() as driver:
        await driver.execute("update request_group set begun_at = now() - interval '11 min'")
    await run_due(database)
    answer = await pair[0].poll(running=running(made[0]["id"], is_ready=True))
    assert answer["cancel"] == [made[0]["id"]]
    assert (await get(client, made[1]))["state"] == "cancelled"
    assert (await get(client, made[1]))["reason"] == "Not started: saturn was not ready within 600 s."
    assert (await pair[1].poll())["request"] is None


async def test_a_host_that_waited_and_is_gone_holds_back_the_start(
    client: AsyncClient, pair: list[Agent], database: Database
) -> None:
    made = await add_group(client, pair)
    for agent in pair:
        await agent.poll()
    first, second = [running(one["id"], is_ready=True) for one in made]
    await pair[0].poll(running=first)
    async with database.driver() as driver:
        await driver.execute("update request set seen_at = now() - interval '11 s'")
    assert (await pair[1].poll(running=second))["start"] is None
    assert (await pair[0].poll(running=first))["start"] is not None
    assert (await pair[1].poll(running=second))["start"] is not None


async def test_expired_and_cancelled_as_a_whole(
    client: AsyncClient, pair: list[Agent], database: Database
) -> None:
    made = await add_group(client, pair)
    async with database.driver() as driver:
        await driver.execute("update request set expires_at = now() where id = $1", made[1]["id"])
    await run_due(database)
    assert [(await get(client, one))["state"] for one in made] == ["cancelled", "expired"]
    assert "saturn expired (Nobody started it in time" in (await get(client, made[0]))["reason"]
    for address in ("requests", "request-groups"):
        made = await add_group(client, pair)
        await start(pair, made)
        key = "id" if address == "requests" else "group_id"
        assert (await client.delete(f"/api/v1/{address}/{made[0][key]}")).status_code == 200
        for agent, one in zip(pair, made, strict=True):
            assert (await agent.poll(running=running(one["id"])))["cancel"] == [one["id"]]
            await agent.report(one["id"], "cancelled", "It was cancelled.")
        assert [(await get(client, one))["state"] for one in made] == ["cancelled", "cancelled"]


async def test_bad_groups_are_refused_and_viewers_start_none(
    client: AsyncClient, pair: list[Agent], database: Database
) -> None:
    ids = [{"host_id": one.host_id} for one in pair]
    wanted = {"kind": "job", "name": "nightly", "target": "/srv/bench", "hosts": ids}
    for change, said in (
        ({"hosts": ids[:1]}, "at least 2"),
        ({"hosts": [ids[0], ids[0]]}, "A host is listed twice."),
        ({"hosts": [ids[0], {"host_id": str(uuid4())}]}, "There is no such host"),
        ({"hosts": ids, "host_id": ids[0]["host_id"]}, "name one host as host_id, or several as hosts"),
        ({"hosts": None}, "name one host as host_id, or several as hosts"),
        ({"kind": "suite", "name": "quick"}, "steps of a suite start on their own"),
        ({"hosts": [ids[0], ids[1] | {"filename": "/dev/sda"}]}, "filename"),
        ({"hosts": [ids[0], ids[1] | {"target": "a\nb"}]}, "match"),
    ):
        answer = await client.post(URL, json=wanted | change)
        assert answer.status_code in {404, 422}, change
        assert said in answer.text, answer.text
    old = {key: value for key, value in OFFERS.items() if key != "starts_together"}
    await pair[1].poll(offers=old)
    answer = await client.post(URL, json=wanted)
    assert "The agent on saturn is too old to start together" in answer.json()["detail"]
    assert (await client.get(URL)).json()["items"] == []
    assert (await client.get(f"{GROUPS}/{uuid4()}")).json()["error"] == "GroupNotFound"
    await pair[1].poll()
    made = await add_group(client, pair)
    headers = {"authorization": f"Bearer {await token_for(database, 'read')}"}
    assert (await client.get(f"{GROUPS}/{made[0]['group_id']}", headers=headers)).status_code == 200
    for method, url in (("POST", URL), ("DELETE", f"{GROUPS}/{made[0]['group_id']}")):
        assert (await client.request(method, url, json=wanted, headers=headers)).status_code == 403
    # Each host is asked for its own target, and of its own start.
    made = await add_group(client, pair, target="/srv/other")
    assert {one["target"] for one in made} == {"/srv/other"}
    audited = (await client.get("/api/v1/audit")).json()["items"]
    assert sum(one["action"] == "request.create" for one in audited) == 4
