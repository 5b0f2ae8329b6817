"""The second interval of a comparison goes with its link: the figures of the page, frozen."""

import csv
import io
from typing import Any
from urllib.parse import quote

import orjson
import pytest
from httpx2 import AsyncClient

from fioboard.app.compare.resampling import OF_SHARE, Bound
from fioboard.app.sharing.redaction.comparison import HIDDEN_RECORDINGS
from fioboard.app.sharing.redaction.tables import NO_BOOTSTRAP
from fioboard.core.compression import compress
from fioboard.core.database import Database
from fioboard.engine.answers.shared import SharedOut
from tests.app.compare.conftest import Sender, randread, runs
from tests.factories.shares import SHARES, Link, share
from tests.shapes import shape_of

pytestmark = pytest.mark.anyio
BASE, NEW = (1000, 1010, 990, 1002), (1300, 1310, 1295, 1301)
Sides = tuple[str, str]


@pytest.fixture
async def sides(send: Sender) -> Sides:
    base, new = [runs(*[await send(randread(v)) for v in side]) for side in (BASE, NEW)]
    return base, new


def wanted(sides: Sides, **fields: Any) -> dict[str, Any]:
    base, new = (quote(side) for side in sides)
    return {"kind": "compare", "spec": {"address": f"base={base}&new={new}"}} | fields


async def document(stranger: AsyncClient, link: Link) -> dict[str, Any]:
    answer = await stranger.get(link.path)
    assert answer.status_code == 200, answer.text
    shape_of(SharedOut).validate_python(answer.json())
    found: dict[str, Any] = answer.json()["document"]
    return found


async def figures(stranger: AsyncClient, link: Link) -> dict[str, Any]:
    (row,) = (await document(stranger, link))["compare"]["workloads"]
    return {name: cell["bootstrap"] for name, cell in row["metrics"].items()}


async def lines(stranger: AsyncClient, link: Link) -> dict[str, str]:
    """What the CSV says of the bootstrap of IOPS."""
    table = csv.DictReader(io.StringIO((await stranger.get(link.paths["csv"])).text))
    return {
        line["of"].removeprefix("bootstrap_"): line["value"]
        for line in table
        if line["metric"] == "iops" and line["of"].startswith("bootstrap_")
    }


async def test_a_link_shows_the_figures_of_the_page(
    client: AsyncClient, stranger: AsyncClient, sides: Sides
) -> None:
    base, new = sides
    link = await share(client, wanted(sides))
    shown = await figures(stranger, link)
    (row,) = (await client.get("/api/v1/compare", params={"base": base, "new": new})).json()["workloads"]
    opened = {"base": base, "new": new, "workload": row["key"], "metric": list(shown)}
    (page,) = (await client.get("/api/v1/compare/bootstrap", params=opened)).json()["parts"]
    assert orjson.dumps(shown, option=orjson.OPT_SORT_KEYS) == orjson.dumps(page, option=orjson.OPT_SORT_KEYS)
    mine = shown["iops"]
    low, high = mine["ci95"]
    assert 1.2 < low < mine["ratio"] < high < 1.4
    preview = (await client.post(f"{SHARES}/preview", json=wanted(sides))).json()["document"]
    assert preview["compare"]["workloads"][0]["metrics"]["iops"]["bootstrap"] == mine
    assert any("Bootstrap intervals" in sentence for sentence in preview["method"])


async def test_both_downloads_have_it(client: AsyncClient, stranger: AsyncClient, sides: Sides) -> None:
    link = await share(client, wanted(sides))
    mine = (await figures(stranger, link))["iops"]
    told = await lines(stranger, link)
    names = ("ratio", "ci95_low", "ci95_high", "resamples", "seed", "holds_percent")
    values = (mine["ratio"], *mine["ci95"], *(mine[name] for name in names[3:]))
    assert tuple(float(told[name]) for name in names) == values
    assert (told["levels"], told["reason"]) == ("run", "")
    file = (await stranger.get(link.paths["json"])).json()
    assert file["compare"]["workloads"][0]["metrics"]["iops"]["bootstrap"] == mine


@pytest.mark.nightly
async def test_what_is_too_much_to_draw_is_said_and_not_drawn(
    client: AsyncClient, stranger: AsyncClient, sides: Sides, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fioboard.app.sharing.links.gathering.OF_SHARE", Bound(8, OF_SHARE.reason))
    link = await share(client, wanted(sides))
    mine = (await figures(stranger, link))["iops"]
    assert (mine["ratio"], mine["ci95"], mine["reason"]) == (None, None, OF_SHARE.reason)
    told = await lines(stranger, link)
    assert (told["ci95_low"], told["reason"]) == ("", OF_SHARE.reason)
    method = (await document(stranger, link))["method"]
    assert not any("Bootstrap" in sentence for sentence in method)


@pytest.mark.nightly
async def test_recordings_that_are_hidden_decide_no_interval_that_is_shown(
    client: AsyncClient,
    stranger: AsyncClient,
    send: Sender,
) -> None:
    swing = "".join(f"{(i + 1) * 1000}, {700 + 600 * (i % 2)}, 0, 0, 0\n" for i in range(40)).encode()
    base, new = [
        runs(*[await send(randread(v), logs={"x_iops.1.log": swing}) for v in side]) for side in (BASE, NEW)
    ]
    open_link = await share(client, wanted((base, new)))
    whole = (await figures(stranger, open_link))["iops"]
    assert (whole["levels"], whole["runs_with_blocks"]) == (["run", "block"], 8)
    assert whole["ci95"] is not None
    link = await share(client, wanted((base, new), hide=["time_series"]))
    mine = await figures(stranger, link)
    iops = mine["iops"]
    assert (iops["ratio"], iops["ci95"]) == (whole["ratio"], None)
    assert (iops["levels"], iops["runs_with_blocks"], iops["reason"]) == (["run"], 0, HIDDEN_RECORDINGS)
    assert mine["bw_bytes_per_s"]["ci95"] is not None  # of another metric nothing was recorded


@pytest.mark.nightly
async def test_links_made_before_stay_readable_and_say_so(
    client: AsyncClient, stranger: AsyncClient, sides: Sides, database: Database
) -> None:
    link = await share(client, wanted(sides))
    old = await document(stranger, link)
    for cell in old["compare"]["workloads"][0]["metrics"].values():
        cell["bootstrap"] = None
    async with database.driver() as driver:
        await driver.execute(
            "update share_document set body_zstd = $1 where share_id = $2::text::uuid",
            compress(orjson.dumps(old)),
            link.id,
        )
    assert await document(stranger, link) == old
    assert await lines(stranger, link) == {"reason": NO_BOOTSTRAP}
