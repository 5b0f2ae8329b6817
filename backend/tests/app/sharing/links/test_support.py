"""What support asks for in a link: out unless its sender ticks it; the questions that its recipient asked come first."""

from typing import Any

import pytest
from httpx2 import AsyncClient

from tests.factories.shares import SHARES, of_run, share
from tests.factories.support import kernel_log, smart_page
from tests.factories.upload import body

pytestmark = pytest.mark.anyio


@pytest.fixture
async def run_id(client: AsyncClient) -> str:
    content, headers = body()
    run_id = str((await client.post("/api/v1/uploads", content=content, headers=headers)).json()["id"])
    for document in (kernel_log(), smart_page()):
        answer = await client.post(f"/api/v1/runs/{run_id}/attachments", json=document)
        assert answer.status_code == 201, answer.text
    return run_id


async def shared(client: AsyncClient, stranger: AsyncClient, run_id: str, **wish: Any) -> Any:
    link = await share(client, of_run(run_id, **wish))
    return (await stranger.get(link.path)).json()["document"]


async def test_link_has_none_of_it_unless_it_was_ticked(
    client: AsyncClient, stranger: AsyncClient, run_id: str
) -> None:
    document = await shared(client, stranger, run_id)
    assert document["runs"][0]["support"] is None
    preview = (await client.post(f"{SHARES}/preview", json=of_run(run_id))).json()
    left = {one["field"]: one["count"] for one in preview["left_out"]}
    assert (left["kernel.log"], left["drive.health"]) == (5, 1)


async def test_ticked_lines_and_counters_are_shown_and_the_rest_is_counted(
    client: AsyncClient, stranger: AsyncClient, run_id: str
) -> None:
    document = await shared(client, stranger, run_id, reveal=["kernel.log", "drive.health"])
    support = document["runs"][0]["support"]
    log = support["kernel_log"]
    # The line of a file system holds its UUID.
    assert (len(log["lines"]), log["lines_hidden"], log["line_count"]) == (4, 1, 5)
    assert "0c5e8c0a" not in str(document) and "S64GNX0R999999" not in str(document)
    assert {one["key"]: one["value"] for one in support["smart_pages"][0]["figures"]}["unsafe_shutdowns"] == 5


async def test_owner_is_answered_from_the_log(client: AsyncClient, run_id: str) -> None:
    items = (await client.get(f"/api/v1/runs/{run_id}/questions")).json()["items"]
    answer = next(one for one in items if one["key"] == "errors")
    assert answer["answer"] == "yes"
    assert answer["value"].startswith("1 PCIe error in the kernel log during the run")
    assert "nvme nvme0: I/O 12 QID 3 timeout, reset controller" in answer["evidence"]


async def test_questions_that_were_asked_are_kept_in_the_copy(
    client: AsyncClient, stranger: AsyncClient, run_id: str
) -> None:
    document = await shared(client, stranger, run_id, questions=["errors", "bios-version", "errors"])
    keys = [one["key"] for one in document["questions"]]
    assert document["asked"] == [key for key in keys if key in {"errors", "bios-version"}]
    assert (await shared(client, stranger, run_id))["asked"] == []


async def test_question_that_there_is_not_is_refused_by_name(client: AsyncClient, run_id: str) -> None:
    answer = await client.post(SHARES, json=of_run(run_id, questions=["errors", "colour"]))
    assert (answer.status_code, answer.json()["error"]) == (422, "Invalid")
    assert answer.json()["problems"][0]["where"] == "/body/questions/1"
