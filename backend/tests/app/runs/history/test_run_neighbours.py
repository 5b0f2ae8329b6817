"""GET /runs/{id}/neighbours: before, after, repeats, and a job file that fio itself understands."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.app.runs.history.repeat_command import (
    EXPANDED,
    NO_JOB_FILE,
    NOT_KEPT,
    NOT_PLAIN,
    ON_WINDOWS,
    PREPARED,
    TOO_LONG,
    UNKNOWN,
    WITHOUT_AGENT,
    repeat_run,
)
from fioboard.app.runs.history.reproduce import write_job_file
from tests.app.runs.history.test_confirmation_plan import result, uploaded
from tests.app.runs.history.test_list import seed
from tests.factories.fio_output import job, output
from tests.factories.imports import jobs, put

pytestmark = pytest.mark.anyio
BY_AGENT = {"agent": {"name": "fioboard-agent"}}


async def test_before_after_and_repeats(client: AsyncClient) -> None:
    ids = await seed(client, 3)
    other = await put(client, jobs({"bs": "64k"}), started_at="2026-11-01T01:30:00Z")
    await put(client, jobs({}), host="saturn", started_at="2026-11-01T01:10:00Z")
    found = (await client.get(f"/api/v1/runs/{ids[1]}/neighbours")).json()
    assert (found["previous"]["id"], found["next"]["id"]) == (ids[0], other)
    assert [repeat["id"] for repeat in found["repeats"]] == ids[::-1]
    assert [repeat["iops"] for repeat in found["repeats"]] == [102, 101, 100]
    assert found["spread"] == pytest.approx(
        {"n": 3, "iops_min": 100, "iops_max": 102, "iops_cv_ratio": 1 / 101}
    )
    last = (await client.get(f"/api/v1/runs/{ids[2]}/neighbours")).json()
    assert (last["next"], last["previous"]["id"]) == (None, other)
    assert (await client.get(f"/api/v1/runs/{other}/neighbours")).json()["spread"] is None
    assert (
        await client.get(f"/api/v1/runs/{'0' * 8}-0000-7000-8000-000000000000/neighbours")
    ).status_code == 404


async def test_the_job_file_runs_with_fio_itself(client: AsyncClient, tmp_path: Path) -> None:
    options = {"rw": "randread", "bs": "4k", "size": "1m", "ioengine": "psync", "thread": ""}
    body = output(
        job("first job", **{"job options": options}), **{"global options": {"bs": "4k", "loops": "1"}}
    )
    run_id = await put(client, body)
    text = (await client.get(f"/api/v1/runs/{run_id}/neighbours")).json()["job_file"]
    assert text.startswith("[global]\nbs=4k\nloops=1\n\n[first job]\n")
    assert text.count("bs=4k") == 1
    path = tmp_path / "again.fio"
    path.write_text(text)
    fio = shutil.which("fio")
    assert fio is not None
    ran = subprocess.run(  # noqa: ASYNC221 -- a moment, and nothing else waits
        [fio, "--parse-only", str(path)], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert ran.returncode == 0, ran.stderr


async def test_run_of_an_agent_has_the_agents_command(client: AsyncClient) -> None:
    run_id = await uploaded(client, result(iodepth="32"), confirmations=[{"path": "/dev/nvme1n1"}])
    found = (await client.get(f"/api/v1/runs/{run_id}/neighbours")).json()
    assert found["command"] == "fioboard-agent run -- --name=job --filename=/mnt/x --iodepth=32"
    assert (found["command_program"], found["command_remark"]) == (
        "agent",
        "It overwrites /dev/nvme1n1: the agent starts it only with --confirm-destroy and the drive's serial number.",
    )


async def test_imported_run_has_fios_own_command_and_says_so(client: AsyncClient) -> None:
    run_id = await put(client, jobs({"bs": "4k"}))
    found = (await client.get(f"/api/v1/runs/{run_id}/neighbours")).json()
    assert (found["command"], found["command_remark"]) == (None, UNKNOWN)


@pytest.mark.parametrize(
    ("manifest", "argv", "text", "program", "remark"),
    [
        ({}, None, None, None, UNKNOWN),
        ({}, ["fio", "--name=a b"], "fio '--name=a b'", "fio", WITHOUT_AGENT),
        ({}, ["fio --name=x"], "fio --name=x", "fio", WITHOUT_AGENT),
        ({}, ["fio.exe", "--ioengine=windowsaio"], "fio.exe --ioengine=windowsaio", "fio", f"{WITHOUT_AGENT} {ON_WINDOWS}"),
        (BY_AGENT, ["fio", "--output=fio.json", "job.fio"], None, None, NO_JOB_FILE),
        (BY_AGENT, ["fio", "--name=a", "--http_s3_key=[removed]"], None, None, NOT_KEPT),
        (BY_AGENT, ["fio", "--name=a\x1b[2J"], None, None, NOT_PLAIN),
        (BY_AGENT, ["fio", "--name=a", f"--description={'x' * 20_000}"], None, None, TOO_LONG),
        (BY_AGENT, ["fio", "--name=a", "--size=$mb_memory"], "fioboard-agent run -- --name=a '--size=$mb_memory'", "agent", EXPANDED),
        (BY_AGENT | {"batch": {"name": "sweep", "role": "precondition"}}, ["fio", "--name=a"], None, None, PREPARED),
        (BY_AGENT | {"batch": 7}, ["fio", "--name=a", "--readonly"], "fioboard-agent run -- --name=a", "agent", None),
    ],
)  # fmt: skip
def test_why_there_is_no_command_or_what_to_know_of_it(
    manifest: dict[str, Any],
    argv: list[str] | None,
    text: str | None,
    program: str | None,
    remark: str | None,
) -> None:
    again = repeat_run(manifest, argv, None)
    assert (again.text, again.program, again.remark) == (text, program, remark)


def test_an_option_cannot_smuggle_in_another() -> None:
    row = {"job_name": "a]\n[b", "job_group": 0, "job_options": '{"bs": "4k\\nexec_prerun=rm"}'}
    assert write_job_file({}, [row]) == "[a] [b]\nbs=4k exec_prerun=rm\n"
    assert write_job_file({}, [row | {"job_options": "{}"}]) is None


def test_jobs_that_ran_one_after_the_other_do_so_again() -> None:
    row: Any = {"job_name": "a", "job_group": 0, "job_options": '{"rw":"read"}'}
    together, later = row | {"job_name": "b"}, row | {"job_name": "c", "job_group": 1}
    grouped = row | {"job_name": "d", "job_group": 2, "job_options": '{"new_group":"1"}'}
    text = write_job_file({}, [row, together, later, grouped])
    assert text == "[a]\nrw=read\n\n[b]\nrw=read\n\n[c]\nrw=read\nstonewall\n\n[d]\nnew_group=1\n"
