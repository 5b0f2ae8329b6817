"""A line over depth or jobs says from where more stops paying; a depth that was not in flight says nothing."""

import pytest
from httpx2 import AsyncClient

from tests.factories.fio_output import direction, job, output
from tests.factories.imports import OPTIONS, put

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("rates", "more", "knee"),
    [
        ({1: 10, 2: 20, 4: 39, 8: 60, 16: 61, 32: 60}, {"ioengine": "libaio"}, 8),
        ({1: 10, 2: 20, 4: 40}, {"ioengine": "libaio"}, None),
        # It waits for each I/O: no depth was measured.
        ({1: 10, 2: 10, 4: 10}, {"ioengine": "psync"}, None),
    ],
)
async def test_a_line_over_the_depth_says_where_more_stops_paying(
    client: AsyncClient, rates: dict[int, int], more: dict[str, str], knee: float | None
) -> None:
    for depth, iops in rates.items():
        options = OPTIONS | more | {"iodepth": str(depth)}
        await put(client, output(job("j", read=direction(iops=1000 * iops), **{"job options": options})))
    answer = await client.get("/api/v1/series", params={"x": "iodepth", "metric": "iops"})
    [line] = answer.json()["series"]
    assert line["saturates_at"] == knee
    latency = await client.get("/api/v1/series", params={"x": "iodepth", "metric": "clat_p99_ns"})
    assert latency.json()["series"][0]["saturates_at"] is None
