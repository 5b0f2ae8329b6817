"""Vendor support checklist, for those who may see everything."""

from typing import Any
from uuid import uuid4

import pytest
from httpx2 import AsyncClient

from fioboard.app.sharing.questions.answers import QUESTIONS
from fioboard.engine.answers.shared import QuestionList
from tests.app.hosts.machines.test_inventories import ask
from tests.app.ingest.test_uploads import send
from tests.factories.fio_output import output
from tests.factories.machine import machine
from tests.factories.measured_machine import upload

pytestmark = pytest.mark.anyio


async def epyc(client: AsyncClient) -> dict[str, Any]:
    hardware = machine("epyc-nps4")["inventory"]
    hardware["os"] = {**(hardware.get("os") or {}), "name": "Debian GNU/Linux"}
    for number, disk in enumerate(hardware["disks"].values()):
        disk |= {"model": "Example SSD", "firmware": f"FW{number // 2}"}
    answer = await send(client, upload("epyc-nps4", hardware=hardware))
    found: dict[str, Any] = (await client.get(f"/api/v1/runs/{answer.json()['id']}")).json()
    return found


def by_key(answer: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {one["key"]: one for one in answer["items"]}


async def test_a_run_is_answered_for_with_its_own_names(client: AsyncClient) -> None:
    run = await epyc(client)
    answer = await ask(client, f"/runs/{run['id']}/questions", QuestionList)
    told = by_key(answer)
    assert answer["run_id"] == run["id"] and len(told) == len(answer["items"]) == len(QUESTIONS)
    # A share calls drives by labels; their owner reads the kernel's names.
    assert "nvme0n1: Example SSD, firmware FW0" in told["drive-firmware"]["evidence"]
    assert "M10" in told["bios-version"]["value"]
    assert told["slot-width"]["answer"] != "unknown"
    # A host's 56 runs were measured under two kernels: one of them speaks for itself alone.
    assert told["system"]["text"] == "Recorded with this run; other runs of the host may differ."


async def test_every_unknown_says_how_it_would_be_known(client: AsyncClient) -> None:
    run = await epyc(client)
    unknown = [
        one
        for one in (await ask(client, f"/runs/{run['id']}/questions", QuestionList))["items"]
        if one["answer"] == "unknown"
    ]
    assert unknown
    for one in unknown:
        assert one["command"] or "Look for " in one["text"], one


@pytest.mark.parametrize("place", ["runs", "hosts"])
async def test_owner_of_a_bare_import_has_a_command_for_every_unknown(
    client: AsyncClient, place: str
) -> None:
    answer = await client.post("/api/v1/import", params={"host": "bare"}, content=output())
    run = (await client.get(f"/api/v1/runs/{answer.json()['runs'][0]['id']}")).json()
    of = run["id"] if place == "runs" else run["host"]["id"]
    told = by_key(await ask(client, f"/{place}/{of}/questions", QuestionList))
    unknown = [one for one in told.values() if one["answer"] == "unknown"]
    assert len(unknown) > 8
    assert [one["key"] for one in unknown if one["command"] is None] == []
    assert told["errors"]["command"].startswith("fioboard-agent run --support ")
    assert "Look for " in told["slot-width"]["text"]


async def test_a_host_is_answered_for_by_its_newest_run_with_an_inventory(client: AsyncClient) -> None:
    run = await epyc(client)
    host = run["host"]
    later = {"host": host["name"], "started_at": "2026-11-24T00:00:00Z"}
    await client.post("/api/v1/import", params=later, content=output())
    answer = await ask(client, f"/hosts/{host['id']}/questions", QuestionList)
    assert answer["run_id"] == run["id"]


async def test_an_imported_host_has_questions_too(client: AsyncClient) -> None:
    await client.post("/api/v1/import", params={"host": "imported"}, content=output())
    [host] = (await client.get("/api/v1/hosts")).json()["items"]
    told = by_key(await ask(client, f"/hosts/{host['id']}/questions", QuestionList))
    assert told["command"]["answer"] == "value"
    assert told["bios-version"]["answer"] == "unknown"


async def test_a_host_without_runs_and_bad_addresses(client: AsyncClient) -> None:
    run = await epyc(client)
    await client.delete(f"/api/v1/runs/{run['id']}")
    assert (await client.get(f"/api/v1/hosts/{run['host']['id']}/questions")).json() == {
        "run_id": None,
        "items": [],
    }
    for path, status, error in (
        (f"/runs/{run['id']}/questions", 404, "RunNotFound"),
        (f"/runs/{uuid4()}/questions", 404, "RunNotFound"),
        (f"/hosts/{uuid4()}/questions", 404, "HostNotFound"),
        (f"/hosts/{run['host']['id']}/questions?all=1", 422, "UnknownKey"),
    ):
        answer = await client.get(f"/api/v1{path}")
        assert (answer.status_code, answer.json()["error"]) == (status, error), path
