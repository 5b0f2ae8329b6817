"""Requests of several hosts: they start together or not at all, and what they measured is added up."""

from typing import Any
from uuid import UUID, uuid4

import numpy as np
import pytest
from httpx2 import AsyncClient

from fioboard.app.measuring.work import run_due
from fioboard.core.database import Database
from fioboard.store.queries.request_groups import list_unready
from tests.app.measuring.conftest import OFFERS, POLL, URL, Agent, add, get, running
from tests.conftest import token_for
from tests.factories.fio_output import direction, job, latency, output
from tests.factories.upload import body, inventory, manifest

pytestmark = pytest.mark.anyio
GROUPS = "/api/v1/request-groups"
# fio's end in the outputs of the factory, Unix ms.
END_MS = 1_790_000_000_123
SECONDS = 20


async def add_group(client: AsyncClient, pair: list[Agent], **more: Any) -> list[dict[str, Any]]:
    """The requests of a group, by host name."""
    wanted = {"kind": "job", "name": "nightly", "target": "/srv/bench"} | more
    answer = await client.post(URL, json=wanted | {"hosts": [{"host_id": one.host_id} for one in pair]})
    assert answer.status_code == 201, answer.text
    group = (await client.get(f"{GROUPS}/{answer.json()['group_id']}")).json()
    return [one["request"] for one in group["hosts"]]


async def get_group(client: AsyncClient, made: dict[str, Any]) -> dict[str, Any]:
    """The group of a job, with its one step."""
    found: dict[str, Any] = (await client.get(f"{GROUPS}/{made['group_id']}")).json()
    [step] = found["steps"]
    assert (step["step"], found["next_step"]) == (1, None)
    return found | {key: step[key] for key in set(step) - {"state", "hosts"}} | {"parts": step["hosts"]}


async def take(pair: list[Agent], made: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Both take their request, and are told when to start."""
    assert {str(one["together"]) for one in made} == {
        str({"host_count": 2, "host_names": ["jupiter", "saturn"]})
    }
    offered = [(await agent.poll())["request"] for agent in pair]
    assert [one["id"] for one in offered] == [one["id"] for one in made]
    return offered


async def start(pair: list[Agent], made: list[dict[str, Any]], ahead_us: tuple[int, int] = (0, 0)) -> int:
    """Both take their request and start it."""
    await take(pair, made)
    return await start_step(pair, made, 1, ahead_us)


async def start_step(
    pair: list[Agent], made: list[dict[str, Any]], step: int, ahead_us: tuple[int, int] = (0, 0)
) -> int:
    """Both wait for a step and start it; the second is 40 ms late. Returns the start, Unix µs."""
    first, second = [running(one["id"], step=step, is_ready=True) for one in made]
    assert (await pair[0].poll(running=first))["start"] is None
    start = (await pair[1].poll(running=second))["start"]
    assert start["request_id"] == made[1]["id"]
    answer = await pair[0].poll(running=first)
    assert answer["start"] == {"request_id": made[0]["id"], "step": step, "at_us": start["at_us"]}
    assert 2e6 < start["at_us"] - answer["clock"]["answered_at_us"] <= 4e6
    assert answer["clock"]["received_at_us"] <= answer["clock"]["answered_at_us"]
    # The first host's agent is older: it names no step.
    named: tuple[dict[str, int], ...] = ({}, {"step": step})
    for agent, one, late_us, ahead, which in zip(pair, made, (1_000, 41_000), ahead_us, named, strict=True):
        said = which | {
            "at_us": start["at_us"] + late_us,
            "clock_ahead_us": ahead,
            "clock_uncertainty_us": 900,
        }
        assert (await agent.poll(running=running(one["id"], step=step, start=said)))["start"] is None
    return int(start["at_us"])


def build_log(values: list[float]) -> bytes:
    """A log of fio of one value a second, in direction 0, as averaged logs have it."""
    return "".join(f"{1000 * (i + 1)}, {value:.0f}, 0, 0, 0\n" for i, value in enumerate(values)).encode()


async def upload(
    client: AsyncClient,
    host: str,
    key: str,
    kib: list[float],
    ends_after_ms: int = 0,
    bs: str = "4k",
    **more: Any,
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
    about = manifest(files, host={"id": f"host-{host}", "name": host}, upload_key=key, **more)
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
    assert [one["left_out"] for one in group["parts"]] == [None, None]
    assert (group["state"], group["total_hosts"], group["window_reason"]) == ("ended", 2, None)
    assert [one["run_id"] for one in group["parts"]] == run_ids
    assert [one["left_out"] for one in group["parts"]] == [None, None]
    [total] = group["totals"]
    assert total["rates"]["reason"] is None
    # Seconds 3 to 20 of the first, 1 to 18 of the second.
    together = np.array(kib[0][2:]) + np.array(kib[1][:-2])
    assert total["rates"]["bw_bytes_per_s"] == pytest.approx(together.mean() * 1024, rel=1e-3)
    assert total["rates"]["iops"] == pytest.approx(together.mean() / 4, rel=1e-3)
    means = [np.mean(kib[0][2:]), np.mean(kib[1][:-2])]
    assert [one["results"][0]["rates"]["bw_bytes_per_s"] for one in group["parts"]] == pytest.approx(
        [mean * 1024 for mean in means], rel=1e-3
    )
    slowest = group["hosts"][int(np.argmin(means))]["request"]["host"]["id"]
    assert total["slowest_host_id"] == slowest
    # The bins of each hold 10 % of its time outside the window.
    assert total["latency"]["n"] is None and "10 % of its time outside" in total["latency"]["reason"]
    assert [one["results"][0]["latency"]["n"] for one in group["parts"]] == [1000, 1000]


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
    assert [one["left_out"] for one in group["parts"]] == [None, "It failed: fio failed in 1 of 1 runs."]
    assert group["parts"][0]["results"][0]["latency"]["n"] == 1000
    assert group["parts"][0]["results"][0]["rates"]["bw_bytes_per_s"] == pytest.approx(
        80_000 * 1024, rel=1e-3
    )
    assert group["totals"][0]["rates"]["bw_bytes_per_s"] is None
    # What it had measured arrives after that.
    await upload(client, "saturn", made[1]["id"], [80_000] * SECONDS, interrupted=True)
    group = await get_group(client, made[0])
    assert group["parts"][1]["left_out"] == "Its run is interrupted: fio failed in 1 of 1 runs."
    assert group["total_hosts"] == 1


async def test_one_that_falls_silent_ends_the_group_and_counts_once_it_is_back(
    client: AsyncClient, pair: list[Agent], database: Database
) -> None:
    made = await add_group(client, pair)
    await start(pair, made)
    await upload(client, "jupiter", made[0]["id"], [80_000] * SECONDS)
    await pair[0].report(made[0]["id"], "done")

    async def wait(minutes: int) -> dict[str, Any]:
        async with database.driver() as driver:
            for table in ("request", "serving_host"):
                await driver.execute(
                    f"update {table} set seen_at = now() - make_interval(mins => $2) where host_id = $1",
                    *(UUID(pair[1].host_id), minutes),
                )
        await run_due(database)
        return await get_group(client, made[0])

    assert (await wait(9))["state"] == "running"
    group = await wait(11)
    assert (group["state"], group["total_hosts"]) == ("ended", 1)
    assert group["window_reason"] == "Only jupiter measured to its end: there is nothing to add up."
    assert group["parts"][1]["left_out"].startswith("It failed: The host did not return within 10 min")
    assert group["parts"][0]["results"][0]["latency"]["n"] == 1000
    # Its network was away: it runs again, and what it uploads is added.
    await pair[1].poll(running=running(made[1]["id"]))
    assert (await get_group(client, made[0]))["state"] == "running"
    await upload(client, "saturn", made[1]["id"], [80_000] * SECONDS)
    await pair[1].report(made[1]["id"], "done")
    group = await wait(11)
    assert (group["state"], group["total_hosts"]) == ("ended", 2)
    assert [one["request"]["reason"] for one in group["hosts"]] == [None, None]
    assert group["totals"][0]["rates"]["bw_bytes_per_s"] == pytest.approx(160_000 * 1024, rel=1e-3)


async def upload_step(client: AsyncClient, host: str, made: dict[str, Any], step: int, kib: float) -> str:
    """A step of a suite of three."""
    batch = {"id": made["id"], "name": "quick", "step": step, "steps": 3, "workload": f"w{step}", "repeat": 1}
    return await upload(client, host, str(uuid4()), [kib] * SECONDS, batch=batch)


async def test_each_step_of_a_suite_starts_together_and_goes_on_without_a_host_that_fails(
    client: AsyncClient, pair: list[Agent], database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await add_group(client, pair, kind="suite", name="quick", parameters={"repeats": 2})
    # The order of the steps is the same on both.
    seeds = {one["seed"] for one in await take(pair, made)}
    assert len(seeds) == 1 and 0 <= seeds.pop() < 2**31
    starts = [await start_step(pair, made, 1)]
    await upload_step(client, "jupiter", made[0], 1, 50_000)
    first = running(made[0]["id"], step=2, is_ready=True)
    # The first is ready before the second has measured: it waits.
    assert (await pair[0].poll(running=first))["start"] is None
    [step, waiting] = (await client.get(f"{GROUPS}/{made[0]['group_id']}")).json()["steps"]
    assert (step["state"], step["workload"], step["totals"]) == ("running", "w1", [])
    assert (waiting["state"], waiting["workload"]) == ("waiting", "randread 4k QD 32")
    assert [one["ready_at"] is None for one in waiting["hosts"]] == [False, True]
    await upload_step(client, "saturn", made[1], 1, 40_000)
    starts.append(await start_step(pair, made, 2))
    assert starts[1] - starts[0] > 0
    await upload_step(client, "jupiter", made[0], 2, 50_000)
    await pair[1].report(made[1]["id"], "failed", "The drive is gone.")
    # Nobody waits for the one that failed.
    alone = await pair[0].poll(running=running(made[0]["id"], step=3, is_ready=True))
    assert (alone["cancel"], alone["start"]["at_us"] > starts[1]) == ([], True)
    began = {"at_us": alone["start"]["at_us"], "clock_ahead_us": 0, "clock_uncertainty_us": 900}
    await pair[0].poll(running=running(made[0]["id"], step=3, start=began))
    await upload_step(client, "jupiter", made[0], 3, 50_000)
    await pair[0].report(made[0]["id"], "done")
    group = (await client.get(f"{GROUPS}/{made[0]['group_id']}")).json()
    assert (group["state"], [one["state"] for one in group["steps"]]) == ("ended", ["ended"] * 3)
    assert [one["request"]["state"] for one in group["hosts"]] == ["done", "failed"]
    [total] = group["steps"][0]["totals"]
    assert total["rates"]["bw_bytes_per_s"] == pytest.approx(90_000 * 1024, rel=1e-3)
    assert total["slowest_host_id"] == pair[1].host_id
    for step in group["steps"][:2]:
        assert step["start_skew_ms"] == pytest.approx(40.0)
    for step in group["steps"][1:]:
        assert [one["left_out"] for one in step["hosts"]] == [None, "It failed: The drive is gone."]
        assert step["window_reason"].startswith("Only jupiter measured to its end")
    # Of many hosts, an answer has few steps.
    monkeypatch.setattr("fioboard.app.runs.history.host_group.MAX_GROUP_PARTS", 5)
    for from_step, said in ((1, ([1, 2], None, 3)), (3, ([3], 1, None)), (9, ([], 2, None))):
        part = (await client.get(f"{GROUPS}/{made[0]['group_id']}", params={"from_step": from_step})).json()
        listed = [one["step"] for one in part["steps"]]
        assert (listed, part["previous_step"], part["next_step"]) == said


async def test_a_start_is_of_the_step_that_it_names_whatever_its_time(
    client: AsyncClient, pair: list[Agent]
) -> None:
    made = await add_group(client, pair, kind="suite", name="quick")
    await start(pair, made)
    first, second = [running(one["id"], step=2, is_ready=True) for one in made]
    await pair[0].poll(running=first)
    begun_us = (await pair[1].poll(running=second))["start"]["at_us"]

    async def list_started() -> list[float | None]:
        group = (await client.get(f"{GROUPS}/{made[0]['group_id']}")).json()
        return [step["hosts"][0]["started_after_ms"] for step in group["steps"]]

    assert await list_started() == [1.0, None]
    clock = {"clock_ahead_us": 0, "clock_uncertainty_us": 900}
    for said, started in (
        # What it says again of the step before is no start of this one, and changes nothing.
        ({"step": 1, "at_us": begun_us + 5_000}, None),
        # A step that it was not ready for has none.
        ({"step": 3, "at_us": begun_us + 5_000}, None),
        # A clock that was set meanwhile: by its time it would be of no step.
        ({"step": 2, "at_us": begun_us - 60_000_000}, -60_000.0),
    ):
        await pair[0].poll(running=running(made[0]["id"], step=2, start=said | clock))
        assert await list_started() == [1.0, started], said
    for step in (0, 101, "2", 1.5):
        said = running(made[0]["id"], start={"step": step, "at_us": begun_us} | clock)
        answer = await pair[0].client.post(
            POLL, json={"agent_version": "1", "offers": OFFERS, "running": said}
        )
        assert answer.status_code == 422, step


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    "gone",
    [
        "update request set seen_at = now() - interval '61 s' where id = $1",
        "update request_start set ready_at = now() - interval '11 min' where request_id <> $1 and step = 2",
    ],
)
async def test_a_later_step_waits_for_a_host_a_minute_without_a_word_or_ten_with_one(
    client: AsyncClient, pair: list[Agent], database: Database, gone: str
) -> None:
    made = await add_group(client, pair, kind="suite", name="quick")
    await start(pair, made)
    first, second = [running(one["id"], step=2, is_ready=True) for one in made]
    assert (await pair[0].poll(running=first))["start"] is None
    async with database.driver() as driver:
        await driver.execute(gone, UUID(made[1]["id"]))
    begun = (await pair[0].poll(running=first))["start"]
    assert begun is not None
    # It learns of the start that it missed, with which its agent ends it.
    late = (await pair[1].poll(running=second))["start"]
    assert (late["at_us"], late["request_id"]) == (begun["at_us"], made[1]["id"])


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


@pytest.mark.nightly
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
    # The first dies before it has stopped: it does not run for ever.
    async with database.driver() as driver:
        await driver.execute("update request set seen_at = now() - interval '11 min'")
    await run_due(database)
    assert (await get(client, made[0]))["state"] == "cancelled"
    assert (await get(client, made[0]))["reason"] == "Not started: saturn was not ready within 600 s."


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
    # Killed and started again, it prepares anew, and the second waits for that.
    for said in (
        {"running": running(made[0]["id"])},
        {"reports": [{"request_id": made[0]["id"], "state": "running"}]},
    ):
        await pair[0].poll(**said)
        assert (await pair[1].poll(running=second))["start"] is None
        async with database.driver() as driver:
            assert await list_unready(driver, UUID(made[0]["group_id"])) == ["jupiter"]
            await driver.execute("update request set seen_at = now() - interval '11 s'")
            assert await list_unready(driver, UUID(made[0]["group_id"])) == ["jupiter", "saturn"]
        assert (await pair[1].poll(running=second))["start"] is None
    assert (await pair[0].poll(running=first))["start"] is not None
    assert (await pair[1].poll(running=second))["start"] is not None


@pytest.mark.nightly
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
        ({"kind": "suite", "name": "four-corners"}, "Suite 'four-corners' is not in serve.toml on jupiter."),
        ({"kind": "suite", "name": "saturate"}, "leave out `saturate` and `until`"),
        (
            {"kind": "suite", "name": "quick", "parameters": {"until": "5%"}},
            "leave out `saturate` and `until`",
        ),
        ({"kind": "suite", "name": "quick", "parameters": {"repeats": 26}}, "repeated at most 25 times"),
        (
            {"kind": "suite", "name": "sweep", "parameters": {"bs": "4k,8k,16k,32k,64k", "repeats": 21}},
            "at most 100 steps",
        ),
        ({"kind": "suite", "name": "quick", "hosts": ids[:1]}, "at least 2"),
        ({"name": "weekly"}, "Job 'weekly' is not in serve.toml on jupiter."),
        ({"hosts": [ids[0], ids[1] | {"target": "/mnt"}]}, "Target '/mnt' is not in serve.toml on saturn."),
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
    other = {"targets": [*OFFERS["targets"], {"name": "/srv/other", "kind": "folder", "may_write": True}]}
    await pair[1].poll(offers=OFFERS | other | {"may_repeat": False})
    repeat = wanted | {"kind": "repeat", "name": None, "run_id": str(uuid4())}
    assert "does not allow repeating runs" in (await client.post(URL, json=repeat)).text
    own = [ids[0], ids[1] | {"target": "/srv/other"}]
    answer = await client.post(URL, json=wanted | {"kind": "suite", "name": "quick", "hosts": own})
    group = (await client.get(f"{GROUPS}/{answer.json()['group_id']}")).json()
    assert [one["request"]["target"] for one in group["hosts"]] == ["/srv/bench", "/srv/other"]
    audited = (await client.get("/api/v1/audit")).json()["items"]
    assert sum(one["action"] == "request.create" for one in audited) == 4
