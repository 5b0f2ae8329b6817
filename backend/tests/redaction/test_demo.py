"""The five users' cases: ordinary documents freeze without a false alarm, and keep what support needs."""

from urllib.parse import quote

import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.features.ingest.demo import load
from fioboard.redaction import Wish, freeze
from fioboard.schemas.shared import SharedDocument
from tests.redaction.gather import ask, of_comparison, of_run, of_series

pytestmark = pytest.mark.anyio


async def test_every_run_of_the_demo_freezes(client: AsyncClient, database: Database) -> None:
    await load(database)
    items = (await ask(client, "/runs?limit=200"))["items"]
    assert len(items) > 10
    for item in items:
        frozen = freeze(await of_run(client, item["id"]), Wish())
        SharedDocument.model_validate(frozen.document)
        shown = str(frozen.document)
        assert item["title"] not in shown and item["host"]["name"] not in shown


async def nps(client: AsyncClient) -> str:
    """The EPYC's runs under NPS1 against those under NPS4."""
    items = (await ask(client, "/runs?limit=200"))["items"]
    sides = [[i["id"] for i in items if i["title"].startswith(start)] for start in ("NPS1", "NPS4, any")]
    assert all(sides)
    return "&".join(
        f"{name}={quote('&'.join(f'run={i}' for i in ids))}"
        for name, ids in zip(("base", "new"), sides, strict=True)
    )


async def test_a_comparison_of_the_demo_freezes(client: AsyncClient, database: Database) -> None:
    await load(database)
    frozen = freeze(await of_comparison(client, await nps(client)), Wish())
    SharedDocument.model_validate(frozen.document)
    for q in frozen.document["questions"]:
        print(q)


@pytest.mark.parametrize(
    "address",
    [
        "x=bios.nps&metric=bw_bytes_per_s&by=numa.local",
        "x=label.cpus&metric=bw_bytes_per_s",
        "x=host&metric=iops&by=drive.model",
        "x=started_at&metric=iops",
        "x=raid.width&metric=bw_bytes_per_s",
    ],
)
async def test_series_of_the_demo_freeze(client: AsyncClient, database: Database, address: str) -> None:
    await load(database)
    frozen = freeze(await of_series(client, address), Wish())
    SharedDocument.model_validate(frozen.document)
    s = frozen.document["series"]
    print(
        frozen.document["title"],
        s["x"],
        s["by"],
        [(line["key"], [p["x"] for p in line["points"]]) for line in s["series"]],
    )
