"""What an agent may read to confirm a finding: GET /runs/{id}/confirmation."""

from typing import Any
from uuid import UUID

import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from tests.conftest import token_for
from tests.factories.fio_output import direction, job, output
from tests.factories.imports import OPTIONS, put
from tests.factories.upload import body, inventory, manifest
from tests.loops import check_each

pytestmark = pytest.mark.anyio
FINDING = "depth-ignored"
JOB = b"[job]\nfilename=/mnt/x\niodepth=32\n"
DISK = {"model": "Example", "serial": "S1", "wwid": None}
TARGET = {
    "path": "/mnt/x",
    "kind": "file",
    "filesystem": {"type": "ext4", "size_bytes": 4096},
    "members": ["nvme0n1"],
}


def result(**options: str) -> bytes:
    return output(job("job", read=direction(iops=1000), **{"job options": OPTIONS | options}))


async def uploaded(client: AsyncClient, fio: bytes, **fields: Any) -> str:
    files = {"fio.json": fio, "job.fio": JOB}
    about = manifest(files, **fields)
    about["files"][1]["kind"] = "job_file"
    data, headers = body(files, about, inventory(disks={"nvme0n1": DISK}))
    answer = await client.post("/api/v1/uploads", content=data, headers=headers)
    assert answer.status_code == 201, answer.text
    run: str = answer.json()["id"]
    return run


async def asked(client: AsyncClient, run_id: str, host: str = "host-0001", **more: Any) -> Any:
    return await client.get(f"/api/v1/runs/{run_id}/confirmation", params={"host": host, **more})


async def test_agent_gets_job_target_and_experiment(client: AsyncClient) -> None:
    run_id = await uploaded(client, result(iodepth="32"), targets=[TARGET])
    plan = (await asked(client, run_id, finding=FINDING)).json()
    assert (plan["run_id"], plan["finding"], plan["expects"]) == (run_id, FINDING, "rate_changes")
    assert plan["url"].endswith(f"/runs/{run_id}")
    assert plan["experiment"]["options"] == ["ioengine=io_uring"]
    assert (plan["argv"], plan["job_file"]) == (["fio", "--output-format=json+", "job.fio"], JOB.decode())
    assert plan["targets"] == [
        {
            "path": "/mnt/x",
            "filesystem": "ext4",
            "filesystem_bytes": 4096,
            "drives": [{"name": "nvme0n1", "serial": "S1", "wwid": None}],
        }
    ]
    assert plan["tried"] == []
    assert (plan["duration_s"], plan["written_bytes"]) == (20.0, 0)


async def test_agent_is_told_how_much_the_run_wrote(client: AsyncClient) -> None:
    written = output(
        job("job", read=direction(iops=1000), write=direction(io_bytes=3 << 30), **{"job options": OPTIONS})
    )
    run_id = await uploaded(client, written, targets=[TARGET])
    findings = (await client.get(f"/api/v1/runs/{run_id}/answer")).json()["findings"]
    plan = (await asked(client, run_id, finding=findings[0]["id"])).json()
    assert plan["written_bytes"] == 3 << 30


async def test_finding_of_the_verdict_is_taken_when_none_is_named(client: AsyncClient) -> None:
    run_id = await uploaded(client, result(iodepth="32"))
    answer = (await client.get(f"/api/v1/runs/{run_id}/answer")).json()
    plan = (await asked(client, run_id)).json()
    named = [one for one in answer["findings"] if one["experiment"] and one["experiment"]["options"]]
    assert plan["finding"] in {answer["verdict"]["id"], *(one["id"] for one in named[:1])}
    assert plan["experiment"]["options"] != []


async def test_run_without_targets_or_drives_says_so_by_an_empty_list(client: AsyncClient) -> None:
    run_id = await uploaded(client, result(iodepth="32"), targets="odd", argv=None)
    plan = (await asked(client, run_id, finding=FINDING)).json()
    assert (plan["targets"], plan["argv"]) == ([], None)


async def test_only_its_own_host_may_ask(client: AsyncClient, database: Database) -> None:
    mine = await uploaded(client, result(iodepth="32"))
    other = await uploaded(client, result(iodepth="32"), host={"id": "host-0002", "name": "saturn"})
    imported = await put(client, result(iodepth="32"), host="mars")
    for run_id, host in ((mine, "host-0002"), (imported, "host-0001")):
        refused = await asked(client, run_id, host)
        assert (refused.status_code, refused.json()["error"]) == (404, "RunNotFound")
    token = await token_for(database, "upload")
    bound = {"authorization": f"Bearer {token}"}
    run = (await client.get(f"/api/v1/runs/{mine}")).json()
    async with database.driver() as driver:
        await driver.execute(
            "update api_token set host_id = $1 where scope = 'upload'", UUID(run["host"]["id"])
        )
    for run_id, host, status in (
        (mine, "host-0001", 200),
        (other, "host-0002", 404),
        (mine, "host-0002", 404),
    ):
        address = f"/api/v1/runs/{run_id}/confirmation"
        answer = await client.get(address, params={"host": host}, headers=bound)
        assert answer.status_code == status, answer.text
    # The token reads nothing else.
    assert (await client.get(f"/api/v1/runs/{mine}", headers=bound)).status_code == 403


@pytest.fixture
async def run_id(client: AsyncClient) -> str:
    """A stored run of a queue depth of 32."""
    return await uploaded(client, result(iodepth="32"))


@check_each(
    "more, status, error",
    [
        ({"finding": "no-such-rule"}, 404, "FindingNotFound"),
        ({"finding": "x" * 65}, 422, "Invalid"),
        ({"host": "../etc/passwd"}, 404, "RunNotFound"),
        ({"host": "x" * 65}, 422, "Invalid"),
        ({"surplus": "1"}, 422, "UnknownKey"),
    ],
)
async def test_bad_questions(
    client: AsyncClient, run_id: str, more: dict[str, str], status: int, error: str
) -> None:
    answer = await asked(client, run_id, **more)
    assert (answer.status_code, answer.json()["error"]) == (status, error)


async def test_deleted_run_is_not_there(client: AsyncClient) -> None:
    run_id = await uploaded(client, result(iodepth="32"))
    assert (await client.delete(f"/api/v1/runs/{run_id}")).status_code == 204
    assert (await asked(client, run_id)).status_code == 404


async def test_twice_the_jobs_make_more_files_in_the_same_folder(client: AsyncClient) -> None:
    run_id = await uploaded(client, result(iodepth="32"), target="/mnt/job.0.0")
    for side, target in (("base", "/mnt/job.0.0"), ("changed", "/mnt/job.0.0:/mnt/job.1.0")):
        labels = {"confirm_run": run_id, "confirm_finding": FINDING, "confirm_side": side}
        for _ in range(3):
            await uploaded(client, result(iodepth="32"), target=target, labels=labels)
    [tried] = (await asked(client, run_id, finding=FINDING)).json()["tried"]
    assert tried["outcome"] == "not_shown"
    labels = {"confirm_run": run_id, "confirm_finding": FINDING, "confirm_side": "changed"}
    await uploaded(client, result(iodepth="32"), target="/dev/sda", labels=labels)
    [tried] = (await asked(client, run_id, finding=FINDING)).json()["tried"]
    assert tried["outcome"] == "not_alike"
