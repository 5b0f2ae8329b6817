"""Figures that sources state: pasted, shipped with the product, exchanged; beside a run, never among its cells."""

import copy
from typing import Any
from uuid import uuid4

import pytest
from fastapi import FastAPI
from httpx2 import AsyncClient

from fioboard.app.reference_sets import starter
from fioboard.app.reference_sets.export import export_set
from fioboard.app.reference_sets.imports import import_set, revoke
from fioboard.app.reference_sets.starter import take_starter_set
from fioboard.core.driver import Driver
from fioboard.engine.reference_sets.document import Maker, ReferenceSetRefused, read_body, write_body
from fioboard.engine.reference_sets.signature import verify
from tests.app.reference_sets.test_reference_set_export import EVER
from tests.app.reference_sets.test_reference_set_run import take_set
from tests.conftest import token_for
from tests.engine.reference_sets.test_document import KEY, stated, write
from tests.factories.reference_sets import MODEL, send_drive_run

pytestmark = pytest.mark.anyio
API = "/api/v1/reference-sets"
NO_LINK: dict[str, Any] = {
    "parts": {"pci": {}},
    "disk": {"pci": None, "transport": "sata", "controllers": [], "rotational": False},
}
PASTED: dict[str, Any] = {
    "by": "A reviewer",
    "model": MODEL,
    "title": "Example 1T",
    "source": {"title": "Review of the Example 1T", "address": "https://example.com/review", "licence": "CC-BY-4.0"},
    "rating": [
        {"metric": "iops", "value": 100_000, "claim": "up to", "rw": "randread", "bs_bytes": 4096, "queue_depth": 32},
        {"metric": "bw_bytes_per_s", "value": 5.6e8, "claim": "rated", "rw": "read"},
    ],
}  # fmt: skip


async def _take_starter(app: FastAPI) -> None:
    async with app.state.database.driver() as driver, driver.transaction():
        assert await take_starter_set(driver)
        assert not await take_starter_set(driver)


async def _read_verdict(client: AsyncClient, run: str) -> dict[str, Any]:
    verdict: dict[str, Any] = (await client.get(f"/api/v1/runs/{run}")).json()["answer"]["verdict"]
    return verdict


async def test_a_pasted_table_is_a_set_beside_the_run_and_the_model(
    client: AsyncClient, app: FastAPI
) -> None:
    run = await send_drive_run(client, 80_000, **copy.deepcopy(NO_LINK))
    before = await _read_verdict(client, run)
    made = await client.post(API, json=PASTED)
    assert made.status_code == 201, made.text
    known = made.json()
    assert (known["origin"], known["stated"], known["cells"], known["fingerprint"], known["state"]) == (
        *("pasted", 2, 0, None, "counts"),
    )
    answer = (await client.get(f"{API}/placements?run={run}")).json()
    assert answer["items"] == []
    [placed] = answer["stated"]
    assert (placed["test"], placed["stated"], placed["place"], placed["by"], placed["is_comparable"]) == (
        *("4 KiB random reads, QD 32", "up to 100k IOPS", "80 % of the most", "A reviewer", True),
    )
    assert placed["source"]["licence"] == "CC-BY-4.0"
    verdict = await _read_verdict(client, run)
    assert (before["compared_with"], verdict["compared_with"]) == ("class", "reference_set")
    assert verdict["sentence"] == (
        "4 KiB random reads: 80.0k IOPS, 80 % of the most for Example 1T: up to 100k IOPS (stated by A reviewer, not "
        "measured here)."
    )
    models = (await client.get("/api/v1/models")).json()["items"]
    [model] = [one["id"] for one in models if one["model"] == MODEL]
    of_model = (await client.get(f"/api/v1/models/{model}/reference-sets")).json()
    assert (of_model["items"], [one["stated"] for one in of_model["stated"]]) == (
        [],
        ["up to 100k IOPS", "560 MB/s"],
    )
    assert "depth not stated" in of_model["stated"][1]["conditions"]

    # Measured cells come before what is stated, and neither is in the other.
    await take_set(
        app, link="sata", figures={"iops": {"quantiles": [60_000.0 + 1_000 * n for n in range(21)]}}
    )
    answer = (await client.get(f"{API}/placements?run={run}")).json()
    assert [one["lab"] for one in answer["items"][0]["sets"]] == ["Lab 7"]
    assert [one["by"] for one in answer["stated"]] == ["A reviewer"]
    verdict = await _read_verdict(client, run)
    assert "41 drives" in verdict["sentence"] and "not measured" in verdict["text"][-1]

    assert (await client.post(API, json=PASTED)).status_code == 409
    off = await client.patch(f"{API}/{known['id']}", json={"is_on": False})
    assert (off.status_code, off.json()["state"]) == (200, "off")
    assert (await client.get(f"{API}/placements?run={run}")).json()["stated"] == []
    assert (await client.get(f"{API}/{known['id']}/stated")).json()["left_out"] == 0
    reader = {"Authorization": f"Bearer {await token_for(app.state.database, 'read')}"}
    assert (await client.post(API, json=PASTED, headers=reader)).status_code == 403
    writer = {"Authorization": f"Bearer {await token_for(app.state.database, 'write')}"}
    assert (
        await client.patch(f"{API}/{known['id']}", json={"is_on": True}, headers=writer)
    ).status_code == 403


@pytest.mark.quick(5)
@pytest.mark.parametrize(
    ("change", "status", "said"),
    [
        ({"rating": []}, 422, "rating"),
        ({"rating": [{"metric": "iops"}]}, 422, "Figure 1: value"),
        ({"rating": [{"metric": "iops", "value": -1, "rw": "read"}]}, 422, "Figure 1: value"),
        ({"rating": [{"metric": "iops", "value": 1e300, "rw": "read"}]}, 422, "Figure 1: value"),
        ({"rating": [{"metric": "watts", "value": 1, "rw": "read"}]}, 422, "Figure 1: metric"),
        ({"rating": [{"metric": "iops", "value": 1, "rw": "read", "drives": 3}]}, 422, "Figure 1: drives"),
        ({"rating": [{"metric": "slc_cache_bytes", "value": 1}]}, 422, "None of these figures"),
        ({"rating": PASTED["rating"] * 40}, 422, "rating"),
        ({"model": ""}, 422, "model"),
        ({"model": "a\u0000b"}, 422, "cannot be a reference set|model"),
        ({"by": "a\x1b[0m"}, 422, "cannot be a reference set"),
        ({"source": {"title": "x", "address": "javascript:alert(1)"}}, 422, "address"),
        ({"source": {"title": "x", "dated": "soon"}}, 422, "cannot be a reference set"),
        ({"source": {}}, 422, "title"),
        ({"capacity_bytes": 0}, 422, "capacity_bytes"),
        ({"drives": 9}, 422, "drives"),
    ],
)
async def test_a_table_that_makes_no_sense_is_refused_by_name(
    client: AsyncClient, change: dict[str, Any], status: int, said: str
) -> None:
    answer = await client.post(API, json=PASTED | change)
    assert answer.status_code == status, answer.text
    assert any(one in answer.text for one in said.split("|")), answer.text
    assert (await client.get(API)).json()["items"] == []


async def test_the_products_own_set_is_the_last_that_a_figure_is_compared_with(
    client: AsyncClient, app: FastAPI
) -> None:
    # Far from what any SATA SSD is said to give: the figure looks like no class, and the drive's transport tells.
    run = await send_drive_run(client, 20_000, **copy.deepcopy(NO_LINK))
    before = await _read_verdict(client, run)
    await _take_starter(app)
    [product] = (await client.get(API)).json()["items"]
    assert (product["origin"], product["state"], product["fingerprint"]) == ("product", "counts", None)
    answer = (await client.get(f"{API}/placements?run={run}")).json()
    placed = [one for one in answer["stated"] if one["is_comparable"]]
    assert [(one["title"], one["stated"], one["of"]) for one in placed] == [
        ("SATA SSD", "72.0k–98.0k IOPS, typically 75.0k IOPS", "class")
    ]
    verdict = await _read_verdict(client, run)
    said = "4 KiB random reads: 20.0k IOPS, 72.2 % below the lowest for SATA SSD: 72.0k–98.0k IOPS, typically 75.0k IOPS"
    shown = verdict["sentence"] if before["compared_with"] is None else verdict["text"][-1]
    assert shown.startswith(said) and "not measured" in shown
    # A run of the same host comes before it, and so does a pinned reference, a set, a rating or a link.
    later = await send_drive_run(
        client,
        20_500,
        started_at="2026-11-21T10:00:00Z",
        ended_at="2026-11-21T10:01:00Z",
        **copy.deepcopy(NO_LINK),
    )
    assert (await _read_verdict(client, later))["compared_with"] == "history"
    linked = await send_drive_run(client, 320_000, serial="S2", host="saturn")
    assert (await _read_verdict(client, linked))["compared_with"] == "limit"

    assert (await client.patch(f"{API}/{product['id']}", json={"is_on": False})).json()["state"] == "off"
    assert "not measured" not in str(await _read_verdict(client, run))
    assert (await client.get(f"{API}/placements?run={run}")).json()["stated"] == []


async def test_an_update_brings_a_new_set_and_leaves_it_turned_off(
    client: AsyncClient, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _take_starter(app)
    [product] = (await client.get(API)).json()["items"]
    await client.patch(f"{API}/{product['id']}", json={"is_on": False})
    newer = write_body({"made": "2027-Q1", "cells": 0, "stated": 0, "maker": {"name": "fioboard"}}, [])
    monkeypatch.setattr(starter, "load_starter", lambda: newer)
    async with app.state.database.driver() as driver, driver.transaction():
        assert await take_starter_set(driver)
    [replaced] = (await client.get(API)).json()["items"]
    assert (replaced["made"], replaced["state"], replaced["stated"]) == ("2027-Q1", "off", 0)


async def test_a_volume_is_compared_with_the_caps_of_its_provider(client: AsyncClient, app: FastAPI) -> None:
    await _take_starter(app)
    run = await send_drive_run(
        client,
        2_995,
        disk={"model": "Amazon Elastic Block Store", "transport": "pcie", "firmware": "1.0"},
        parts={"system": {"vendor": "Amazon EC2", "product": "m5.large"}},
    )
    placed = (await client.get(f"{API}/placements?run={run}")).json()["stated"]
    by_title = {(one["title"], one["claim"], one["by"]): one["place"] for one in placed}
    assert by_title["AWS EBS gp3", "maximum per volume", "AWS"] == "18.7 % of the most"
    assert by_title["AWS EBS gp3", "baseline included", "AWS"] == "99.8 % of the figure"
    assert {one["of"] for one in placed} == {"volume"}


async def test_pasted_figures_leave_only_when_they_are_asked_for(client: AsyncClient, app: FastAPI) -> None:
    await send_drive_run(client, 320_000)
    await client.post(API, json=PASTED)

    async def export(driver: Driver, *models: str, with_stated: bool) -> bytes:
        return (await export_set(driver, models, EVER, Maker(), KEY, with_stated=with_stated)).file

    async with app.state.database.driver() as driver, driver.transaction():
        plain = read_body(verify(await export(driver, "*", with_stated=False)).body)
        file = await export(driver, "EXAMPLE*", with_stated=True)
        content = read_body(verify(file).body)
        assert (plain.stated, len(content.cells), len(content.stated)) == ([], 1, 2)
        with pytest.raises(ReferenceSetRefused):
            await export(driver, "OTHER*", with_stated=True)
    other = write(stated=[stated(key=MODEL, by="Example Inc.")])
    async with app.state.database.driver() as driver, driver.transaction():
        key = verify(other).fingerprint
        assert (await import_set(driver, other, "anna", key)).is_new
    listed = (await client.get(API)).json()["items"]
    assert [(one["origin"], one["cells"], one["stated"]) for one in listed] == [
        ("signed", 0, 1),
        ("pasted", 0, 2),
    ]
    # A set of a lab ends with its key, and in no other way.
    assert (await client.patch(f"{API}/{listed[0]['id']}", json={"is_on": False})).status_code == 409
    assert (await client.patch(f"{API}/{uuid4()}", json={"is_on": False})).status_code == 404
    models = (await client.get("/api/v1/models")).json()["items"]
    path = f"/api/v1/models/{models[0]['id']}/reference-sets"
    assert (await client.get(path)).json()["stated"][0]["by"] == "Example Inc."
    async with app.state.database.driver() as driver:
        await revoke(driver, key, "anna")
    assert {one["by"] for one in (await client.get(path)).json()["stated"]} == {"A reviewer"}
