"""Which changes and events a filter means: told by hand of runs that were made for it."""

from collections.abc import Sequence

import pytest
from httpx2 import AsyncClient

from fioboard.app.watch.changes.work import work as watch
from fioboard.app.watch.events.work import work as look
from fioboard.core.database import Database
from fioboard.engine.filters import parse_query
from fioboard.store.queries.changes import Wanted, list_changes
from fioboard.store.queries.events import Wanted as WantedEvents
from fioboard.store.queries.events import list_events
from fioboard.store.queries.filtering import select
from tests.factories.drives import measured
from tests.factories.fio_output import direction, job
from tests.factories.nights import steady, upload_night

pytestmark = pytest.mark.anyio

# Reads of 4k fall from 100,000 to 80,000 IOPS with another kernel, writes of 64k beside them stay.
CHANGES: Sequence[tuple[str, bool]] = (
    ("", True),
    ("host=jupiter", True),
    ("host=saturn&host=jupiter", True),
    ("host=!jupiter", False),
    ("host=saturn", False),
    # Of the first run after it, not of the last before.
    ("kernel=6.8.0", True),
    ("kernel=6.1.0", False),
    ("label.fan=off", True),
    ("label.fan=on", False),
    ("label.fan=!off", False),
    ("started_at=2026-03-13", True),
    ("started_at=..2026-03-12", False),
    ("tag=late", True),
    ("tag=early", False),
    ("q=midnight", True),
    ("q=noon", False),
    # Of the result that changed, not of its neighbour in the same run.
    ("rw=randread", True),
    ("rw=randwrite", False),
    ("bs=4k", True),
    ("bs=64k", False),
    ("rw=randread&bs=64k", False),
    ("direction=read", True),
    ("direction=write", False),
    ("iops=70k..90k", True),
    ("iops=1k..3k", False),
    ("clat_p99_ns=..1s", True),
    ("kernel=6.8.0&rw=randread&tag=late&iops=70k..90k", True),
    ("kernel=6.8.0&rw=randwrite", False),
)
# A link is below on the host io, which runs sequential reads of 2m; nothing is wrong with jupiter and saturn.
EVENTS: Sequence[tuple[str, bool]] = (
    ("", True),
    ("host=io", True),
    ("host=!io", False),
    ("host=jupiter", False),
    ("rw=read", True),
    ("rw=randread", False),
    ("rw=read&bs=4k", False),
    ("bs=2m", True),
    ("started_at=2026-11-20", True),
    ("started_at=2026-03-01..2026-03-20", False),
    ("label.fan=off", False),
    ("label.fan=", True),
)


@pytest.fixture
async def seen(client: AsyncClient, database: Database) -> None:
    write = job(
        "writer",
        read=direction(iops=0, runtime_ms=0),
        write=direction(iops=2_000, bs_bytes=65_536),
        **{
            "job options": {
                "name": "writer",
                "rw": "randwrite",
                "bs": "64k",
                "iodepth": "1",
                "ioengine": "psync",
            }
        },
    )
    for night, iops in enumerate((*steady(100_000, 12), *steady(80_000, 12))):
        is_late = night >= 12
        await upload_night(
            client,
            night,
            iops,
            "6.8.0" if is_late else "6.1.0",
            beside=[write],
            labels={"fan": "off" if is_late else "on"},
            tags=["late" if is_late else "early"],
            title="midnight" if is_late else "noon",
        )
    await upload_night(client, 0, 100_000, host="saturn")
    await measured(client, 10, "io", lanes=2)
    assert await watch(database)
    assert await look(database)


async def test_what_a_filter_means(seen: None, database: Database) -> None:
    async with database.driver() as driver:
        changed = {row["id"] for row in await list_changes(driver, Wanted(), 100)}
        (event,) = await list_events(driver, WantedEvents(), 100)
        assert changed
        for query, is_meant in CHANGES:
            selection = await select(driver, parse_query(query))
            rows = await list_changes(driver, Wanted(selection=selection), 100)
            assert {row["id"] for row in rows} == (changed if is_meant else set()), query
        for query, is_meant in EVENTS:
            selection = await select(driver, parse_query(query))
            rows = await list_events(driver, WantedEvents(selection=selection), 100)
            assert [row["id"] for row in rows] == ([event["id"]] if is_meant else []), query
