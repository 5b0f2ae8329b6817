"""GET /spec-jobs: what `fioboard-agent suite datasheet` runs."""

from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.engine.hardware.datasheets.built_in import built_in_cards
from tests.conftest import token_for
from tests.loops import check_each

pytestmark = pytest.mark.anyio
URL = "/api/v1/spec-jobs"
P3700 = {"model": "INTEL SSDPEDMD400G4", "capacity_bytes": 400_088_457_216}


async def asked(client: AsyncClient, **query: object) -> Any:
    answer = await client.get(URL, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_every_figure_of_the_card_is_a_job_or_left_out_with_its_reason(client: AsyncClient) -> None:
    found = await asked(client, **P3700)
    card = built_in_cards()[found["card_id"]]
    assert card.capacity_bytes == 400 * 10**9
    assert len(found["jobs"]) + len(found["left_out"]) == len(card.rating)
    for job in found["jobs"]:
        rating = card.rating[job["figure"] - 1]
        assert (job["rated"], job["unit"], job["claim"]) == (rating.value, rating.unit, rating.claim)
        assert f"[{job['name']}]" in job["job_file"]
        assert "filename=TARGET" in job["job_file"]
        assert job["is_destructive"] == ("OVERWRITES" in job["job_file"])
    assert len({job["name"] for job in found["jobs"]}) == len(found["jobs"])


async def test_jobs_of_a_card_are_those_of_its_drive(client: AsyncClient) -> None:
    of_drive = await asked(client, **P3700)
    assert (await client.get(f"/api/v1/specs/{of_drive['card_id']}/jobs")).json() == of_drive
    for card_id in ("no-such-card", "x" * 81):
        missing = await client.get(f"/api/v1/specs/{card_id}/jobs")
        assert (missing.status_code, missing.json()["error"]) == (404, "NotFound")


async def test_drive_without_a_card_has_no_jobs(client: AsyncClient) -> None:
    assert await asked(client, model="NO SUCH DRIVE") == {
        "card_id": None,
        "title": None,
        "jobs": [],
        "left_out": [],
    }


async def test_capacity_that_is_unknown_or_another_has_figures_of_the_series_at_most(
    client: AsyncClient,
) -> None:
    unknown = await asked(client, model=P3700["model"])
    other = await asked(client, **P3700 | {"capacity_bytes": 8_000_000_000_000})
    for found in (unknown, other):
        assert found["card_id"] is None or built_in_cards()[found["card_id"]].capacity_bytes is None


async def test_card_of_a_person_goes_before_that_of_the_release(client: AsyncClient) -> None:
    toml = """
        schema = 1
        id = "mine"
        title = "Mine"
        class = "data-centre"
        capacity_bytes = 400_000_000_000
        [[match]]
        model = "INTEL SSDPEDMD400G4"
        capacity_bytes = 400_000_000_000
        basis = "named"
        [[rating]]
        metric = "iops"
        value = 450_000
        claim = "up to"
        rw = "randread"
        bs_bytes = 4096
        queue_depth = 32
        workers = 4
    """
    assert (await client.post("/api/v1/specs", json={"toml": toml})).status_code == 201
    found = await asked(client, **P3700)
    [job] = found["jobs"]
    assert (found["card_id"], job["iodepth"], job["numjobs"], job["assumed"]) == ("mine", 32, 4, ["size"])


@check_each(
    "query",
    [
        {},
        {"model": ""},
        {"model": "x" * 201},
        {"model": "x", "capacity_bytes": "0"},
        {"model": "x", "interface": "USB"},
    ],
)
async def test_bad_questions(client: AsyncClient, query: dict[str, str]) -> None:
    answer = await client.get(URL, params=query)
    assert (answer.status_code, answer.json()["error"]) == (422, "Invalid")


async def test_agents_may_ask_and_strangers_may_not(client: AsyncClient, database: Database) -> None:
    for scope, status in (("upload", 200), ("read", 403)):
        token = await token_for(database, scope)
        answer = await client.get(URL, params=P3700, headers={"authorization": f"Bearer {token}"})
        assert answer.status_code == status
    nobody = await client.get(URL, params=P3700, headers={"authorization": ""})
    assert nobody.status_code == 401
