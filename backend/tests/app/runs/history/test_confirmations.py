"""What was tried of a run's findings: GET /runs/{id}/neighbours, `confirmations`."""

from typing import Any

import pytest
from httpx2 import AsyncClient

from tests.factories.fio_output import direction, job, output
from tests.factories.imports import OPTIONS, put

pytestmark = pytest.mark.anyio
FINDING = "depth-ignored"


def body(iops: int, **options: str) -> bytes:
    return output(job("job", read=direction(iops=iops), **{"job options": OPTIONS | options}))


async def tried(client: AsyncClient, run_id: str) -> list[dict[str, Any]]:
    answer = await client.get(f"/api/v1/runs/{run_id}/neighbours")
    assert answer.status_code == 200
    found: list[dict[str, Any]] = answer.json()["confirmations"]
    return found


async def put_trial(
    client: AsyncClient, asked: str, side: str, iops: int, finding: str = FINDING, host: str = "jupiter"
) -> str:
    options = {"ioengine": "io_uring"} if side == "changed" else {}
    labels = {"label.confirm_run": asked, "label.confirm_finding": finding, "label.confirm_side": side}
    return await put(client, body(iops, iodepth="32", **options), host=host, **labels)


async def put_asked(client: AsyncClient, iops: int = 1000) -> str:
    return await put(client, body(iops, iodepth="32"))


async def test_runs_with_the_change_are_held_against_runs_without(client: AsyncClient) -> None:
    asked = await put_asked(client)
    assert await tried(client, asked) == []
    for side, iops in (("base", 1010), ("changed", 8000), ("changed", 8100), ("base", 990)):
        await put_trial(client, asked, side, iops)
    [two_each] = await tried(client, asked)
    assert (two_each["outcome"], two_each["ratio_low"]) == ("not_shown", None)
    for side, iops in (("base", 1005), ("changed", 7950)):
        await put_trial(client, asked, side, iops)
    [shown] = await tried(client, asked)
    assert (shown["finding"], shown["outcome"], shown["measure"]) == (FINDING, "confirmed", "bw_bytes_per_s")
    assert shown["base"] == [4096.0 * iops for iops in (1010, 990, 1005)]
    assert shown["changed"] == [4096.0 * iops for iops in (8000, 8100, 7950)]
    assert 7 < shown["ratio_low"] < shown["ratio"] < shown["ratio_high"] < 9


async def test_other_runs_and_nonsense_are_not_counted(client: AsyncClient) -> None:
    asked, other = await put_asked(client), await put_asked(client, 1100)
    deleted = await put_trial(client, asked, "base", 900)
    assert (await client.delete(f"/api/v1/runs/{deleted}")).status_code == 204
    await put_trial(client, asked, "base", 901, finding="no-such-rule")
    await put_trial(client, asked, "sideways", 902)
    await put_trial(client, "nobody", "base", 903)
    assert await tried(client, asked) == []
    await put_trial(client, other, "base", 904)
    assert await tried(client, asked) == []
    assert [one["outcome"] for one in await tried(client, other)] == ["waiting"]


async def test_runs_of_another_host_prove_nothing_here(client: AsyncClient) -> None:
    asked = await put_asked(client)
    for iops in (1000, 1010, 990):
        await put_trial(client, asked, "base", iops, host="saturn")
        await put_trial(client, asked, "changed", 8 * iops, host="saturn")
    [shown] = await tried(client, asked)
    assert shown["outcome"] == "not_alike"
