"""A watched series: of which run and host it is, its levels, and all that changed meanwhile."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from httpx2 import AsyncClient

from fioboard.app.watch.changes.work import work
from fioboard.core.database import Database
from fioboard.store.queries import watched
from tests.factories.nights import steady, upload_nights
from tests.loops import check_each
from tests.store.queries.test_row_types import require_type

pytestmark = pytest.mark.anyio

URL = "/api/v1/watched-series"
FIGURES = [*steady(100_000, 12), *steady(80_000, 12)]
# One change at the step, one where the figure stayed.
KERNELS = ["6.1.0"] * 6 + ["6.1.9"] * 6 + ["6.8.0"] * 12


@pytest.fixture
async def runs(client: AsyncClient, database: Database) -> list[str]:
    """Nights of jupiter with a step, and steady ones of saturn; ids of those of jupiter."""
    ids = await upload_nights(client, FIGURES, KERNELS)
    await upload_nights(client, steady(50_000, 12), host="saturn")
    await work(database)
    return ids


async def asked(client: AsyncClient, **wanted: Any) -> list[dict[str, Any]]:
    answer = await client.get(URL, params=wanted)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["items"])


async def test_series_of_a_host_and_of_a_run(client: AsyncClient, runs: list[str]) -> None:
    everything = await asked(client)
    assert {one["host"]["name"] for one in everything} == {"jupiter", "saturn"}
    of_run = await asked(client, run=runs[3])
    assert of_run == await asked(client, host="jupiter")
    (iops,) = [one for one in of_run if one["metric"] == "iops"]
    assert (iops["run_count"], iops["changes"], iops["open_changes"]) == (24, 1, 1)
    assert iops["last_value"] == pytest.approx(FIGURES[-1], rel=0.001)
    assert await asked(client, run=str(uuid4())) == []
    assert await asked(client, host="mars") == []


async def test_pages_follow_each_other(client: AsyncClient, runs: list[str]) -> None:
    everything = await asked(client)
    first = (await client.get(URL, params={"limit": 1})).json()
    rest = (await client.get(URL, params={"cursor": first["next_cursor"]})).json()
    assert [*first["items"], *rest["items"]] == everything
    assert rest["next_cursor"] is None


async def test_one_with_levels_and_everything_that_changed(client: AsyncClient, runs: list[str]) -> None:
    (head,) = [one for one in await asked(client, host="jupiter") if one["metric"] == "iops"]
    series = (await client.get(f"{URL}/{head['id']}")).json()
    assert series["series"] == head
    assert [point["run_id"] for point in series["points"]] == runs
    # The planted figures themselves: the median of each twelve.
    assert [(level["n"], round(level["value"])) for level in series["levels"]] == [
        (12, round(sum(sorted(FIGURES[:12])[5:7]) / 2)),
        (12, round(sum(sorted(FIGURES[12:])[5:7]) / 2)),
    ]
    assert [level["first_run"]["id"] for level in series["levels"]] == [runs[0], runs[12]]
    (change,) = series["changes"]
    assert change["after_run"]["id"] == runs[12]
    (kernel,) = [fact for fact in series["facts"] if fact["key"] == "kernel"]
    assert [(span["value"], span["first_run"]["id"], span["n"]) for span in kernel["spans"]] == [
        ("6.1.0", runs[0], 6),
        ("6.1.9", runs[6], 6),
        ("6.8.0", runs[12], 12),
    ]
    assert series["waiting"] == 0


async def test_the_page_of_a_change_has_the_same_levels(client: AsyncClient, runs: list[str]) -> None:
    (change,) = (await client.get("/api/v1/changes")).json()["items"]
    detail = (await client.get(f"/api/v1/changes/{change['id']}")).json()
    series = (await client.get(f"{URL}/{change['series_id']}")).json()
    assert detail["levels"] == series["levels"]
    assert [level["value"] for level in series["levels"]] == [change["before"], change["after"]]


@check_each(
    "path, status, error",
    [
        (f"/{UUID(int=9)}", 404, "SeriesNotFound"),
        ("/x", 404, "SeriesNotFound"),
        (f"?cursor={UUID(int=9)}", 422, "BadCursor"),
        ("?run=x", 422, "Invalid"),
        ("?limit=0", 422, "Invalid"),
    ],
)
async def test_what_is_asked_wrongly(client: AsyncClient, path: str, status: int, error: str) -> None:
    answer = await client.get(f"{URL}{path}")
    assert (answer.status_code, answer.json()["error"]) == (status, error)


async def test_rows_are_of_their_types(client: AsyncClient, runs: list[str], database: Database) -> None:
    async with database.driver() as driver:
        rows = await watched.list_series(driver, None, UUID(runs[0]), 5, None)
        require_type(watched.SeriesHeadRow, rows)
        require_type(watched.SeriesHeadRow, [await watched.find_series(driver, rows[0]["id"])])
