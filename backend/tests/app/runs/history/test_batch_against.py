"""A batch against the one before it, and the runs that are never pooled in one step."""

from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.app.runs.history.repeat_command import NO_SUITE, NOT_WHOLE, Step, read_options, repeat_batch
from fioboard.engine.answers.batch import BatchOut
from tests.app.hosts.machines.test_inventories import ask
from tests.app.ingest.test_uploads import send
from tests.factories.fio_output import direction, job, output
from tests.factories.measured_machine import upload

FIRST, SECOND, OTHER = (f"0d4f7c1e-3a53-4d0c-9a7e-2f6f8f1f5c{n}1" for n in (1, 2, 3))


async def step(client: AsyncClient, batch: str, number: int, depth: int, iops: int, **more: Any) -> str:
    """One step of a sweep over the depth, on day 1, 2 or 3 by its batch."""
    waited = direction(iops=iops, clat_mean_ns=depth * 10**9 // iops)
    options = {"rw": "randread", "bs": "4k", "iodepth": str(depth), "ioengine": "libaio", "direct": "1"}
    content = output(job("job", read=waited, **{"job options": options | {"runtime": "30"}}))
    day = {FIRST: 18, SECOND: 19, OTHER: 17}[batch]
    moments = {
        name: f"2026-11-{day}T10:{number:02d}:{second:02d}Z"
        for name, second in (("started_at", 0), ("ended_at", 30))
    }
    about = {"id": batch, "name": more.pop("name", "sweep"), "step": number, "steps": 9}
    machine = more.pop("machine", "epyc-nps4")
    sent = await send(client, upload(machine, content=content, batch=about, **moments, **more))
    assert sent.status_code == 201, sent.text
    found: str = sent.json()["id"]
    return found


@pytest.mark.anyio
async def test_matched_steps_are_judged_and_unmatched_are_named(client: AsyncClient) -> None:
    for number, (depth, iops) in enumerate(
        [(1, 10_000), (1, 10_400), (1, 9_900), (2, 20_000), (4, 30_000)], 1
    ):
        await step(client, FIRST, number, depth, iops)
    for number, (depth, iops) in enumerate(
        [(1, 12_000), (1, 12_100), (1, 11_900), (2, 21_000), (8, 33_000)], 1
    ):
        await step(client, SECOND, number, depth, iops)
    found: dict[str, Any] = await ask(client, f"/batches/{SECOND}", BatchOut)
    previous = found["previous"]
    assert (previous["id"], previous["name"], len(previous["repeats"])) == (FIRST, "sweep", 3)
    against = previous["against"]
    assert [
        (s["before"], s["before_n"], s["now"], s["now_n"], s["unit"], s["verdict"]) for s in against["steps"]
    ] == [
        (10_100, 3, 12_000, 3, "IOPS", "better"),
        (20_000, 1, 21_000, 1, "IOPS", "not_enough_runs"),
    ]
    assert against["steps"][1]["ratio_ci95"] is None
    assert against["only_before"] == ["random read 4 KiB, QD 4, libaio"]
    assert against["only_now"] == ["random read 4 KiB, QD 8, libaio"]
    assert (against["changed"], against["difference"]) == ([], "No recorded factor differs.")
    assert (await ask(client, f"/batches/{FIRST}", BatchOut))["previous"] is None


@pytest.mark.anyio
async def test_the_batch_of_the_same_name_stands_before_a_nearer_one(client: AsyncClient) -> None:
    await step(client, OTHER, 1, 1, 10_000)
    await step(client, FIRST, 1, 1, 10_000, name="another")
    await step(client, SECOND, 1, 1, 10_000)
    assert (await ask(client, f"/batches/{SECOND}", BatchOut))["previous"]["id"] == OTHER


@pytest.mark.anyio
async def test_what_a_batch_measured_in_two_settings_is_no_mean_and_has_no_partner(
    client: AsyncClient,
) -> None:
    await step(client, FIRST, 1, 1, 10_000)
    await step(client, SECOND, 1, 1, 10_000, labels={"fan": "on"})
    await step(client, SECOND, 2, 1, 20_000, labels={"fan": "off"})
    found: dict[str, Any] = await ask(client, f"/batches/{SECOND}", BatchOut)
    assert [(r["setting"], r["n"], r["iops_mean"]) for r in found["repeats"]] == [
        ("fan=on", 1, 10_000),
        ("fan=off", 1, 20_000),
    ]
    against = found["previous"]["against"]
    assert (against["steps"], against["only_now"]) == ([], ["random read 4 KiB, QD 1, libaio"])
    assert "fan" in against["difference"]


def stated(depth: int, folder: str = "") -> list[str]:
    """fio's arguments of a step of the agent's sweep."""
    own = f"--filename=/mnt/x/{folder}fioboard-{FIRST[:13]}.dat"
    return ["fio", "--output=fio.json", f"--name=qd{depth}", own, "--rw=randread", "--bs=4k", f"--iodepth={depth}",
            "--size=4294967296", "--runtime=30", "--time_based=1"]  # fmt: skip


@pytest.mark.anyio
async def test_a_sweep_of_the_agents_has_its_command(client: AsyncClient) -> None:
    for number, depth in enumerate((1, 2, 4), 1):
        await step(client, FIRST, number, depth, depth * 1000, argv=stated(depth))
    found: dict[str, Any] = await ask(client, f"/batches/{FIRST}", BatchOut)
    grid = "--rw randread --bs 4k --iodepth 1,2,4 --numjobs 1"
    assert found["command"] == f"fioboard-agent suite sweep --target /mnt/x {grid} --size 4096m --runtime 30"
    assert found["command_remark"] is None
    steps = [
        Step(batch={"id": FIRST, "name": "sweep"}, options=read_options(stated(depth))) for depth in (1, 2)
    ]
    private = Step(
        batch={"id": FIRST, "name": "sweep"}, options=read_options(stated(1, f"fioboard-{FIRST[:13]}/"))
    )
    assert private.target == steps[0].target == "/mnt/x"
    narrower = repeat_batch(
        steps, ["precondition-fill"], grid=["--rw randread", "--iodepth 1,2", "--repeat 3"]
    )
    assert narrower.text == (
        "fioboard-agent suite sweep --target /mnt/x --rw randread --iodepth 1,2 --repeat 3"
        " --size 4096m --runtime 30 --precondition fill"
    )
    purpose = {"id": FIRST, "name": "purpose-etcd", "repeat": 3}
    lengths = ("30", "60")
    of_purpose = [
        Step(batch=purpose, options={**read_options(stated(1)), "runtime": seconds}) for seconds in lengths
    ]
    assert repeat_batch(of_purpose, []).text == (
        "fioboard-agent suite purpose etcd --target /mnt/x --size 4096m --repeat 3"
    )
    run_id = found["runs"][0]["id"]
    alone = (await client.get(f"/api/v1/runs/{run_id}/neighbours")).json()["command"]
    assert alone == found["command"].replace("1,2,4", "1")
    await step(client, SECOND, 1, 1, 1000, name="nightly", argv=stated(1))
    other = await ask(client, f"/batches/{SECOND}", BatchOut)
    assert (other["command"], other["command_remark"]) == (None, NO_SUITE)


@pytest.mark.anyio
async def test_a_sweep_with_points_missing_has_no_single_command(client: AsyncClient) -> None:
    for number, (depth, rw) in enumerate(((1, "randread"), (2, "randread"), (1, "randwrite")), 1):
        argv = [word.replace("randread", rw) for word in stated(depth)]
        await step(client, FIRST, number, depth, depth * 1000, argv=argv)
    found: dict[str, Any] = await ask(client, f"/batches/{FIRST}", BatchOut)
    assert (found["command"], found["command_remark"]) == (None, NOT_WHOLE)


def test_a_batch_without_a_suite_says_where_the_commands_of_its_runs_are() -> None:
    remark = repeat_batch([], []).remark
    assert remark is not None and remark.endswith("The page of each run has the command for that run.")
