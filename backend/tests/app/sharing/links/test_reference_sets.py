"""A shared run beside the reference sets that its sender chose: those, and nothing of any other."""

import copy
from typing import Any

import pytest
from fastapi import FastAPI
from httpx2 import AsyncClient

from fioboard.app.reference_sets.imports import revoke
from tests.app.reference_sets.test_reference_set_run import take_set
from tests.app.reference_sets.test_stated_figures import NO_LINK
from tests.factories.reference_sets import MODEL, send_drive_run
from tests.factories.shares import SHARES, of_run, share

pytestmark = pytest.mark.anyio
SETS = "/api/v1/reference-sets"
OTHERS = ("Secret Lab", "Another reviewer", "999k")


async def _take_sets(client: AsyncClient, app: FastAPI) -> dict[str, str]:
    """Take two labs' sets and two pasted tables; ids by their makers."""
    await take_set(app, name="Lab 7")
    await take_set(app, name="Secret Lab", labs=3, drives=13)
    for by, value in (("A reviewer", 400_000), ("Another reviewer", 999_000)):
        figure = {"metric": "iops", "value": value, "claim": "up to", "rw": "randread", "bs_bytes": 4096,
                  "queue_depth": 32}  # fmt: skip
        table = {"by": by, "model": MODEL, "source": {"title": "Review"}, "rating": [figure]}
        assert (await client.post(SETS, json=table)).status_code == 201
    return {one["maker_name"]: one["id"] for one in (await client.get(SETS)).json()["items"]}


async def _read(client: AsyncClient, body: dict[str, Any]) -> tuple[dict[str, Any], str]:
    link = await share(client, body)
    answer = await client.get(link.path)
    assert answer.status_code == 200
    document: dict[str, Any] = answer.json()["document"]
    return document["runs"][0], answer.text


async def test_only_the_chosen_sets_go_out(client: AsyncClient, app: FastAPI) -> None:
    run = await send_drive_run(client, 320_000)
    sets = await _take_sets(client, app)
    shown, text = await _read(client, of_run(run))
    assert shown["reference_sets"] == []
    assert not any(word in text for word in (*OTHERS, "Lab 7", "A reviewer"))

    shown, text = await _read(client, of_run(run, reference_sets=[sets["Lab 7"], sets["A reviewer"]]))
    [measured, stated] = shown["reference_sets"]
    assert (measured["position"], measured["measured"], measured["unit"]) == (0, 320_000, "IOPS")
    [placed] = measured["sets"]
    assert (placed["lab"], placed["drives"], placed["firmware"]) == ("Lab 7", 41, "5B2Q")
    assert (placed["place"], placed["percentile"]) == ("20th percentile of 41 drives", 20.0)
    [figure] = stated["sets"]
    assert (figure["by"], figure["stated"], figure["place"], figure["drives"]) == (
        *("A reviewer", "up to 400k IOPS", "80 % of the most", None),
    )
    assert not any(word in text for word in OTHERS)
    assert "jupiter" not in text and "S1" not in str(shown["reference_sets"])


@pytest.mark.quick(1)
@pytest.mark.parametrize("hidden", ["drive.model", "drive.firmware", "path", "job_options", "rated"])
async def test_with_what_decides_hidden_no_set_tells_it(
    client: AsyncClient, app: FastAPI, hidden: str
) -> None:
    run = await send_drive_run(client, 320_000)
    sets = await _take_sets(client, app)
    shown, text = await _read(client, of_run(run, reference_sets=[sets["Lab 7"]], hide=[hidden]))
    assert shown["reference_sets"] == [] and "Lab 7" not in text


async def test_a_set_that_is_not_in_use_or_names_nobody_is_refused(client: AsyncClient, app: FastAPI) -> None:
    run = await send_drive_run(client, 320_000)
    sets = await _take_sets(client, app)
    await take_set(app, name=None)
    listed = (await client.get(SETS)).json()["items"]
    [nameless] = [one["id"] for one in listed if one["maker_name"] is None]
    await client.patch(f"{SETS}/{sets['A reviewer']}", json={"is_on": False})
    [key] = [one["fingerprint"] for one in listed if one["maker_name"] == "Lab 7"]
    async with app.state.database.driver() as driver:
        await revoke(driver, key, "anna")
    for chosen, said in (
        ([nameless], "names no publisher"),
        ([sets["A reviewer"]], "not in use"),
        ([sets["Lab 7"]], "not in use"),
        (["00000000-0000-7000-8000-000000000000"], "not in use"),
        (["none"], "reference_sets"),
        ([sets["Secret Lab"]] * 4, "reference_sets"),
    ):
        answer = await client.post(SHARES, json=of_run(run, reference_sets=chosen))
        assert answer.status_code == 422 and said in answer.text, (chosen, answer.text)
    compared = {"kind": "compare", "spec": {"address": f"base=run%3D{run}&new=run%3D{run}"}}
    answer = await client.post(SHARES, json=compared | {"reference_sets": [sets["Secret Lab"]]})
    assert answer.status_code == 422


async def test_a_verdict_that_rests_on_a_set_leaves_it_behind(client: AsyncClient, app: FastAPI) -> None:
    run = await send_drive_run(client, 80_000, **copy.deepcopy(NO_LINK))
    sets = await _take_sets(client, app)
    verdict = (await client.get(f"/api/v1/runs/{run}")).json()["answer"]["verdict"]
    assert verdict["compared_with"] == "reference_set"
    _, text = await _read(client, of_run(run))
    assert not any(word in text for word in (*OTHERS, "Lab 7", "A reviewer"))
    shown, text = await _read(client, of_run(run, reference_sets=[sets["A reviewer"]]))
    assert [figure["by"] for one in shown["reference_sets"] for figure in one["sets"]] == ["A reviewer"]
    assert not any(word in text for word in OTHERS)
