"""A run beside the reference sets of other labs: on its page, in the order of what figures are compared with."""

from hashlib import sha256
from typing import Any

import orjson
import pytest
from fastapi import FastAPI
from httpx2 import AsyncClient

from fioboard.app.reference_sets.imports import import_set, revoke
from fioboard.engine.reference_sets.document import LEVELS
from fioboard.engine.reference_sets.signature import verify
from tests.engine.reference_sets.test_document import cell, write
from tests.factories.reference_sets import TYPED, send_drive_run

pytestmark = pytest.mark.anyio


async def take_set(app: FastAPI, *, name: str | None = "Lab 7", **parts: Any) -> str:
    """Take a lab's set of 41 drives in 9 labs that ran the same test as `send_drive_run`; return its key."""
    async with app.state.database.driver() as driver, driver.transaction():
        options = orjson.loads(await driver.fetchval("select options::text from workload"))
        drives = {"quantiles": [300_000.0 + 1_000 * level for level in LEVELS]}
        known = {"labs": 9, "drives": 41, "runs": 82, "workload": options, "figures": {"iops": drives}}
        file = write(
            cell(**(known | parts)), header={"maker": {"name": name}}, key=sha256(str(name).encode()).digest()
        )
        key = verify(file).fingerprint
        await import_set(driver, file, "anna", key)
    return key


async def _read(client: AsyncClient, run_id: str) -> dict[str, Any]:
    answer = await client.get(f"/api/v1/runs/{run_id}")
    assert answer.status_code == 200, answer.text
    verdict: dict[str, Any] = answer.json()["answer"]["verdict"]
    return verdict


SAID = "320k IOPS, 20th percentile of 41 drives in 9 labs at {link} (reference set of Lab 7)."


async def test_a_known_link_comes_first_and_the_set_behind_it(client: AsyncClient, app: FastAPI) -> None:
    run = await send_drive_run(client, 320_000)
    before = await _read(client, run)
    key = await take_set(app)
    verdict = await _read(client, run)
    assert (verdict["compared_with"], verdict["sentence"]) == ("limit", before["sentence"])
    assert verdict["text"] == [*before["text"], "4 KiB random reads: " + SAID.format(link="Gen4 x4")]
    async with app.state.database.driver() as driver:
        await revoke(driver, key, "anna")
    assert await _read(client, run) == before


async def test_without_a_link_it_comes_after_runs_and_before_classes(
    client: AsyncClient, app: FastAPI
) -> None:
    about: dict[str, Any] = {
        "parts": {"pci": {}},
        "disk": {"pci": None, "transport": "sata", "controllers": []},
    }
    run = await send_drive_run(client, 80_000, **about)
    before = await _read(client, run)
    assert before["compared_with"] not in {"limit", "rating", "history"}
    await take_set(
        app, link="sata", figures={"iops": {"quantiles": [60_000.0 + 1_000 * one for one in LEVELS]}}
    )
    verdict = await _read(client, run)
    assert verdict["compared_with"] == "reference_set"
    assert "80.0k IOPS, 20th percentile of 41 drives in 9 labs at sata" in verdict["sentence"]
    assert verdict["text"][0] == before["sentence"]
    later = await send_drive_run(
        client, 80_500, started_at="2026-11-21T10:00:00Z", ended_at="2026-11-21T10:01:00Z", **about
    )
    verdict = await _read(client, later)
    assert verdict["compared_with"] == "history"
    assert "percentile of 41 drives" in verdict["text"][-1]


async def test_another_drive_or_test_is_not_placed(client: AsyncClient, app: FastAPI) -> None:
    run = await send_drive_run(client, 320_000)
    before = await _read(client, run)
    await send_drive_run(client, 320_000, serial="S2", host="saturn")
    for other in (
        {"model": "EXAMPLE 1TB"}, {"capacity_bytes": 2 * 10**12}, {"link": "Gen3 x4"}, {"layout": "raid0 x2"},
        {"file_system": "xfs"}, {"state": "preconditioned"}, {"runtime_class": "long"}, {"direction": "write"},
        {"workload": {"rw": "randread"}}, {"setting": {}},
        {"setting": {"target.layers": "disk", "drive.lba_bytes": 4096, "job.size": "100%"}},
        {"setting": {"target.layers": "disk", "drive.lba_bytes": 512, "job.size": 2**30}},
    ):  # fmt: skip
        await take_set(app, **other)
        assert await _read(client, run) == before, other
    unreliable = await send_drive_run(
        client, 320_000, runtime_ms=1_000, serial="S3", host="uranus", typed=TYPED
    )
    await take_set(app)
    assert (await _read(client, run)) != before
    verdict = await _read(client, unreliable)
    assert not any("percentile" in text for text in (verdict["sentence"], *verdict["text"]))
