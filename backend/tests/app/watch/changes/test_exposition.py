"""What Prometheus reads of watched series, read by its own parser."""

from datetime import timedelta

import pytest
from httpx2 import AsyncClient
from prometheus_client.parser import text_string_to_metric_families

from fioboard.app.system.health import metrics_routes
from fioboard.app.watch.changes.work import work
from fioboard.app.watch.events.work import work as look
from fioboard.core import config
from fioboard.core.database import Database
from fioboard.core.times import now
from tests.factories.drives import measured
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


async def all_metrics(client: AsyncClient) -> dict[tuple[str, str], float]:
    answer = await client.get("/metrics")
    assert answer.status_code == 200, answer.text
    return {
        (sample.name, sample.labels.get("kind", sample.labels.get("metric", ""))): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
        if sample.name.startswith(("fioboard_series", "fioboard_open", "process_open"))
    }


@pytest.mark.nightly
async def test_metrics_has_series_and_open_events_where_a_setting_asks_for_them(
    client: AsyncClient, database: Database, configured: config.Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.factories.nights.FIRST", now() - timedelta(days=30))
    figures = [*steady(100_000, 12), *steady(80_000, 12)]
    await upload_nights(client, figures)
    await measured(client, 10, "io", lanes=2, moment_percentage_used=91)
    await work(database)
    await look(database)
    assert set(await all_metrics(client)) == {("process_open_fds", "")}, "nobody asked for it"
    monkeypatch.setenv("FIOBOARD_METRICS_SERIES", "true")
    config.settings.cache_clear()
    told = await all_metrics(client)
    assert told["fioboard_series_latest", "iops"] == figures[-1]
    kinds = {kind: value for (name, kind), value in told.items() if name == "fioboard_open_events"}
    assert {kind for kind, value in kinds.items() if value} == {"link", "worn"}
    assert kinds["hot"] == 0
    (event,) = (await client.get("/api/v1/events?kind=link")).json()["items"]
    await client.patch("/api/v1/events", json={"ids": [event["id"]], "state": "fixed"})
    assert (await all_metrics(client))["fioboard_open_events", "link"] == 1, "kept for a minute"
    monkeypatch.setattr(metrics_routes, "monotonic", lambda: float("inf"))
    assert (await all_metrics(client))["fioboard_open_events", "link"] == 0
