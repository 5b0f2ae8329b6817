"""Bottleneck per side stands beside the result, and says what a difference is worth at least."""

from typing import Any

import pytest
from httpx2 import AsyncClient

from tests.app.compare.conftest import Sender, randread, runs
from tests.app.compare.test_cases import about, sequential
from tests.app.compare.test_compare import compare

pytestmark = pytest.mark.anyio
BUSY = {"usr_cpu": 20.0, "sys_cpu": 79.0}
LINK, CPU = "slowest PCIe link", "CPU time of the jobs"
WORTH = "This is a lower bound of the gain: new reached that limit."


async def several(send: Sender, *rates: float, **more: Any) -> str:
    """Runs of the EPYC user's array at these GB/s."""
    machine = about("epyc-nps4")
    return runs(*[await send(sequential(rate) | more, **machine) for rate in rates])


async def test_a_side_at_the_cpu_against_one_at_the_link(client: AsyncClient, send: Sender) -> None:
    slow = await several(send, 14.0, 14.1, 14.2, **BUSY)
    fast = await several(send, 28.3, 28.4, 28.5)
    found = await compare(client, slow, fast)
    assert found["limits"] == f"Bottleneck of base: {CPU}. Bottleneck of new: {LINK}. {WORTH}"
    back = (await compare(client, fast, slow))["limits"]
    assert back.startswith(
        f"Bottleneck of base: {LINK}. Bottleneck of new: {CPU}. This is a lower bound of the loss"
    )


async def test_one_limit_on_both_sides_and_none(client: AsyncClient, send: Sender) -> None:
    one, other = await several(send, 28.3, 28.4, 28.5), await several(send, 28.35, 28.45, 28.55)
    assert (await compare(client, one, other))["limits"] == f"Same bottleneck on both sides: {LINK}."
    low = await several(send, 7.0, 8.1, 9.0)
    assert (await compare(client, low, one))["limits"] == (
        f"Bottleneck of base: unknown. Bottleneck of new: {LINK}. {WORTH}"
    )
    slower = await several(send, 5.0, 5.1, 5.2)
    assert (await compare(client, low, slower))["limits"] is None


async def test_nothing_follows_where_the_runs_of_a_side_disagree_or_nothing_is_shown(
    client: AsyncClient, send: Sender
) -> None:
    mixed = await several(send, 7.0, 8.0, 28.4)
    at_link = await several(send, 28.3, 28.4, 28.5)
    limits = (await compare(client, mixed, at_link))["limits"]
    assert limits == f"Bottleneck of base: unknown. Bottleneck of new: {LINK}."


async def test_a_doubt_of_one_side_alone_is_a_difference_of_its_own(
    client: AsyncClient, send: Sender
) -> None:
    plain = runs(*[await send(randread(1000, iodepth="1", ioengine="psync")) for _ in range(2)])
    ignored = runs(*[await send(randread(1000, ioengine="psync")) for _ in range(2)])
    found = await compare(client, plain, ignored, ignore="iodepth")
    assert found["attribution"]["kind"] == "cannot_tell"
    assert found["attribution"]["doubts"] == ["queue depth ignored by the engine (2 of 2 runs of new)"]


@pytest.mark.parametrize(("size", "rates"), [("20g", (182_000, 165_000)), ("4g", (36_500, 33_100))])
async def test_a_regression_does_not_make_its_own_base_doubtful(
    client: AsyncClient, send: Sender, size: str, rates: tuple[int, int]
) -> None:
    """Nightly random reads of 60 s met the range 2.08 times before and 1.89 times after."""
    sides = []
    for rate in rates:
        ids = []
        for noise in (0.997, 1.0, 1.003):
            one = randread(rate * noise, size=size, runtime="60", time_based="1")
            one["read"] |= {"io_bytes": int(rate * noise * 60 * 4096), "runtime": 60_000}
            ids.append(await send(one))
        sides.append(runs(*ids))
    found = await compare(client, *sides)
    assert (found["answer"]["kind"], found["attribution"]["doubts"]) == ("worse", [])
