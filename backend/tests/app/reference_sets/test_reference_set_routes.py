"""Reference sets by the API: the list, who may revoke, and where runs and drives stand."""

import pytest
from fastapi import FastAPI
from httpx2 import AsyncClient

from fioboard.engine.reference_sets.document import LEVELS
from tests.app.reference_sets.test_reference_set_run import take_set
from tests.conftest import token_for
from tests.factories.reference_sets import MODEL, send_drive_run

pytestmark = pytest.mark.anyio
API = "/api/v1/reference-sets"
OPTIONS = "ioengine=libaio direct=1 norandommap=1 randrepeat=0 time_based=1"


async def test_runs_and_drives_stand_beside_each_set(
    client: AsyncClient, browser: AsyncClient, app: FastAPI
) -> None:
    run = await send_drive_run(client, 320_000)
    await send_drive_run(client, 322_000, serial="S2", host="saturn")
    doubted = await send_drive_run(client, 320_000, serial="S3", host="uranus", runtime_ms=1_000)
    far = {"iops": {"quantiles": [600_000.0 + 1_000 * level for level in LEVELS]}}
    pair = {"drives": 2, "labs": 1, "runs": 2, "firmware": None, "first": None, "last": None, "cpu": []}
    first = await take_set(app, name="Lab 7")
    await take_set(app, name="Lab 8", drives=12, labs=1, figures=far)
    await take_set(app, name=None, **pair, figures={"iops": {"range": [310_000.0, 330_000.0]}})

    [placed] = (await client.get(f"{API}/placements?run={run}&run={run}&run={doubted}")).json()["items"]
    assert (placed["test"], placed["unit"], placed["measured"]) == (
        "random read 4 KiB, QD 32, 1 job",
        "IOPS",
        320_000,
    )
    assert placed["conditions"] == ["Gen4 x4", "raw", "45 s to 450 s", "512-byte blocks", OPTIONS]
    seven, eight, third = placed["sets"]
    assert (seven["lab"], seven["drives"], seven["labs"], seven["percentile"]) == ("Lab 7", 41, 9, 20.0)
    assert seven["place"] == "20th percentile of 41 drives"
    assert (eight["lab"], eight["percentile"], eight["is_beyond_spread"]) == ("Lab 8", None, True)
    assert eight["place"] == "below the lowest (600k IOPS) of 12 drives"
    # Two drives: their range, no name but the key's, no place among them.
    assert (third["quantiles"], third["percentile"], third["firmware"]) == (None, None, None)
    assert (third["low"], third["high"], third["is_beyond_spread"]) == (310_000, 330_000, False)
    assert third["lab"].startswith("key ")

    models = (await client.get("/api/v1/models")).json()["items"]
    [model] = [one["id"] for one in models if one["model"] == MODEL]
    answer = (await client.get(f"/api/v1/models/{model}/reference-sets")).json()
    [test] = answer["items"]
    assert ([one["lab"] for one in test["sets"][:2]], test["own"], test["own_runs"]) == (
        *(["Lab 7", "Lab 8"], [320_000.0, 322_000.0], 2),
    )
    assert (await client.get("/api/v1/models/none/reference-sets")).status_code == 404

    listed = (await client.get(API)).json()["items"]
    assert [(one["maker_name"], one["state"], one["cells"]) for one in listed] == [
        *((None, "counts", 1), ("Lab 8", "counts", 1), ("Lab 7", "counts", 1)),
    ]
    assert listed[-1]["fingerprint"] == first
    # An agent's token of write rights is no admin.
    writer = {"Authorization": f"Bearer {await token_for(app.state.database, 'write')}"}
    assert (await client.delete(f"{API}/keys/{first}", headers=writer)).status_code == 403
    assert (await browser.delete(f"{API}/keys/{first}")).status_code == 204
    assert (await browser.delete(f"{API}/keys/{first}")).status_code == 404
    [placed] = (await client.get(f"{API}/placements?run={run}")).json()["items"]
    assert [one["lab"] for one in placed["sets"]] == ["Lab 8", third["lab"]]
    assert (await browser.get("/api/v1/audit")).json()["items"][0]["action"] == "reference_set.revoke"
