"""What Prometheus reads of watched series, read by its own parser."""

import pytest
from httpx2 import AsyncClient
from prometheus_client.parser import text_string_to_metric_families

from fioboard.core.database import Database
from fioboard.features.changes.work import work
from tests.factories.nights import FIRST, steady, upload_nights

pytestmark = pytest.mark.anyio

URL = "/api/v1/watched-series/metrics"


async def samples(client: AsyncClient, days: int) -> dict[tuple[str, str], float]:
    answer = await client.get(URL, params={"days": days})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/plain; version=")
    return {
        (sample.name, sample.labels["metric"]): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
        if sample.labels["host"] == "jupiter"
    }


async def test_it_has_the_newest_figure_and_what_is_open(client: AsyncClient, database: Database) -> None:
    figures = [*steady(100_000, 12), *steady(80_000, 12)]
    await upload_nights(client, figures)
    assert await samples(client, 3_650) == {}, "nothing is watched yet"
    await work(database)
    told = await samples(client, 3_650)
    assert told["fioboard_series_latest", "iops"] == figures[-1]
    assert told["fioboard_series_runs", "iops"] == 24
    assert told["fioboard_series_open_changes", "iops"] == 1
    newest = FIRST.timestamp() + 23 * 86_400
    assert told["fioboard_series_latest_run_timestamp_seconds", "iops"] == newest
    assert await samples(client, 1) == {}, "its newest run is of March"


async def test_only_those_who_may_read(client: AsyncClient, stranger: AsyncClient) -> None:
    assert (await stranger.get(URL)).status_code == 401
    for days in ("0", "3651", "x"):
        assert (await client.get(URL, params={"days": days})).status_code == 422
