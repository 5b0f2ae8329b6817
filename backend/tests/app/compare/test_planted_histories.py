"""Planted histories through the API: the planted cause is named, and never a false one.

FIOBOARD_PLANTED_HISTORIES draws more of them: `make rehearse-causes` 500.
"""

import os
import random
from collections import Counter
from datetime import timedelta
from typing import Any

import orjson
import pytest
from httpx2 import AsyncClient

from fioboard.app.watch.changes import work as watch_work
from fioboard.core.database import Database
from tests.app.compare.conftest import runs
from tests.app.compare.planted import KINDS, Run, Setting, draw_history, find_faults
from tests.app.compare.test_compare import compare
from tests.factories.nights import FIRST, steady
from tests.factories.upload import body, manifest

pytestmark = pytest.mark.anyio

HISTORIES = int(os.environ.get("FIOBOARD_PLANTED_HISTORIES", "12"))
SEED = int(os.environ.get("FIOBOARD_PLANTED_SEED", "38"))


async def upload(client: AsyncClient, run: Run, host: str, **fields: str) -> str:
    """Send one run, with further fields of the manifest; return its id."""
    files = {"fio.json": orjson.dumps(run.document())}
    about = manifest(
        files,
        host={"id": f"host-{host}", "name": host},
        labels=run.labels,
        argv=[*run.setting.launcher, "fio", "--output-format=json", "job.fio"],
        **run.said(),
        **fields,
    )
    content, headers = body(files, about, run.hardware())
    answer = await client.post("/api/v1/uploads", content=content, headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


@pytest.mark.nightly
async def test_the_planted_cause_is_named_and_no_false_one(client: AsyncClient) -> None:
    draw = random.Random(SEED)
    counts: Counter[str] = Counter()
    wrong: list[Any] = []
    for number in range(HISTORIES):
        history = draw_history(draw)
        base = {await upload(client, run, f"host{number}"): run for run in history.base}
        new = {await upload(client, run, f"host{number}"): run for run in history.new}
        answer = await compare(client, runs(*base), runs(*new), metric=["iops"])
        faults = find_faults(history, answer, base | new)
        counts[history.kind] += 1
        if faults:
            wrong.append((number, history.kind, history.causes, faults))
    print(f"{HISTORIES} histories, {len(wrong)} wrong:", {kind: counts[kind] for kind in KINDS})
    assert not wrong, "\n".join(map(str, wrong))


@pytest.mark.nightly
async def test_a_regression_among_disturbed_runs_is_no_change_of_the_watch(
    client: AsyncClient, database: Database
) -> None:
    for host, is_disturbed in (("quiet", False), ("disturbed", True)):
        for night, iops in enumerate([*steady(50_000, 12), *steady(40_000, 8)]):
            run = Run(Setting(target="/dev/nvme0n1"), iops, is_disturbed=is_disturbed and night >= 12)
            at = (FIRST + timedelta(days=night)).isoformat().replace("+00:00", "Z")
            await upload(client, run, host, started_at=at)
    await watch_work.work(database)
    changes = (await client.get("/api/v1/changes")).json()["items"]
    assert {(one["host"]["name"], one["is_worse"]) for one in changes} == {("quiet", True)}
