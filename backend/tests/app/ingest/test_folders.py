"""Folders of results: bench-fio, cbt, kdevops and plain ones become batches with their file names and logs."""

import os
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from uuid import UUID, uuid4

import pytest
from httpx2 import AsyncClient
from typer.testing import CliRunner

from fioboard.app.ingest.folder_plan import (
    LOGS_TOO_LARGE,
    MAX_LOGS,
    NO_OUTPUT,
    SAME_AS_JSON,
    TOO_LARGE,
    TOO_MANY_LOGS,
    FolderFile,
    plan_folder,
)
from fioboard.app.system.reparse.service import read_again
from fioboard.cli.program import app
from fioboard.core.database import Database
from tests.factories.fio_output import direction, job, output

pytestmark = pytest.mark.anyio
LOG = b"1, 2000, 0, 4096\n2, 2100, 0, 4096\n"

# What each tool leaves, and what is to be sent of it: output, logs, title; then the batches' names.
LAYOUTS = {
    "bench-fio": (
        [
            "nvme0n1/4k/randread-8-1.json",
            "nvme0n1/4k/randread-16-1.json",
            "nvme0n1/4k/randread-iodepth-16-numjobs-1_bw.1.log",
            "nvme0n1/4k/randread-iodepth-16-numjobs-1_clat.1.log",
            "nvme0n1/randrw75/64k/randrw-1-1.json",
            "nvme0n1/4k/IOPS_2021.png",
            "nvme1n1/4k/read-1-1.json",
        ],
        [
            ("nvme0n1/4k/randread-8-1.json", 0, "4k/randread-8-1"),
            ("nvme0n1/4k/randread-16-1.json", 2, "4k/randread-16-1"),
            ("nvme0n1/randrw75/64k/randrw-1-1.json", 0, "randrw75/64k/randrw-1-1"),
            ("nvme1n1/4k/read-1-1.json", 0, "4k/read-1-1"),
        ],
        ["bench-fio nvme0n1"] * 3 + [None],
        {"nvme0n1/4k/IOPS_2021.png": NO_OUTPUT},
    ),
    "cbt": (
        [
            *(
                f"00000000/id-1f0c/op_size-00004096/concurrent_procs-001/iodepth-016/randread/{name}"
                for name in ("output.0", "json_output.0", "output.0_iops.1.log", "output.1.node2")
            ),
            "00000000/id-1f0c/op_size-00004096/concurrent_procs-001/iodepth-016/randread/output.1_bw.1.log.node2",
            "00000000/id-1f0c/benchmark_config.yaml",
            "00000000/id-1f0c/op_size-00004096/concurrent_procs-001/iodepth-016/randread/historic_ops.out",
        ],
        [
            (
                "00000000/id-1f0c/op_size-00004096/concurrent_procs-001/iodepth-016/randread/json_output.0",
                1,
                "op_size-00004096/concurrent_procs-001/iodepth-016/randread/json_output.0",
            ),
            (
                "00000000/id-1f0c/op_size-00004096/concurrent_procs-001/iodepth-016/randread/output.1.node2",
                1,
                "op_size-00004096/concurrent_procs-001/iodepth-016/randread/output.1.node2",
            ),
        ],
        ["cbt id-1f0c"] * 2,
        {
            "00000000/id-1f0c/benchmark_config.yaml": NO_OUTPUT,
            "00000000/id-1f0c/op_size-00004096/concurrent_procs-001/iodepth-016/randread/historic_ops.out": NO_OUTPUT,
            "00000000/id-1f0c/op_size-00004096/concurrent_procs-001/iodepth-016/randread/output.0": SAME_AS_JSON,
        },
    ),
    "kdevops": (
        [
            "results_randread_bs4k_iodepth1_jobs1.json",
            "results_randread_bs4k_iodepth1_jobs1.txt",
            "bw_randread_bs4k_iodepth1_jobs1_bw.1.log",
            "lat_randread_bs4k_iodepth1_jobs1_clat.1.log",
            "jobs/randread_bs4k_iodepth1_jobs1.ini",
        ],
        [
            ("results_randread_bs4k_iodepth1_jobs1.json", 2, "results_randread_bs4k_iodepth1_jobs1"),
            ("results_randread_bs4k_iodepth1_jobs1.txt", 0, "results_randread_bs4k_iodepth1_jobs1"),
        ],
        ["kdevops lab"] * 2,
        {"jobs/randread_bs4k_iodepth1_jobs1.ini": NO_OUTPUT},
    ),
    "plain": (
        ["a.json", "a_bw.log", "b.out", "alone_lat.1.log", "deeper/c.txt"],
        [
            ("a.json", 1, "a"),
            ("b.out", 0, "b"),
            ("alone_lat.1.log", 0, "alone_lat.1"),
            ("deeper/c.txt", 0, "c"),
        ],
        ["lab", "lab", None, None],
        {},
    ),
}


def plan(paths: Sequence[str], size: int = 100, limit: int = 10_000):
    return plan_folder("jupiter", "lab", [FolderFile(path, size) for path in paths], limit)


def test_layouts_of_tools_are_batches() -> None:
    for name, (paths, runs, batches, left_out) in LAYOUTS.items():
        planned = plan(paths)
        assert sorted((run.output, len(run.logs), run.title) for run in planned.runs) == sorted(runs), name
        assert sorted(str(run.batch and run.batch["name"]) for run in planned.runs) == sorted(
            map(str, batches)
        ), name
        assert {one.path: one.reason for one in planned.left_out} == left_out, name
        assert planned == plan(paths[::-1]), name


def test_logs_that_do_not_fit_are_left_out_with_their_reason() -> None:
    logs = [f"a_bw.{number}.log" for number in range(MAX_LOGS + 1)]
    assert {one.reason for one in plan(["a.json", *logs]).left_out} == {TOO_MANY_LOGS}
    assert {one.reason for one in plan(["a.json", logs[0]], limit=150).left_out} == {LOGS_TOO_LARGE}
    assert [one.reason for one in plan(["a.json", logs[0]], limit=50).left_out] == [TOO_LARGE] * 2
    assert plan(["a.json", "b.json"]).runs[0].batch != plan(["a.json", "b.json"], size=101).runs[0].batch


def test_time_of_a_plan_grows_with_its_files_alone() -> None:
    # 2,000 texts of cbt without their JSON took 4,000,000 comparisons of paths.
    compared = 0

    class Counted(PurePosixPath):
        def __eq__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return super().__eq__(other)

        __hash__ = PurePosixPath.__hash__

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fioboard.app.ingest.folder_plan.PurePosixPath", Counted)
        plan([f"output.{number}" for number in range(2_000)])
    assert compared < 40_000


async def test_output_comes_with_logs_and_its_place_in_a_batch(
    client: AsyncClient, database: Database
) -> None:
    batch = str(uuid4())
    place = {"batch": batch, "batch_name": "bench-fio nvme0n1", "steps": "2"}
    for step, iops in enumerate((1_000, 2_000), 1):
        files = [
            ("output", ("a.json", output(job("a", read=direction(iops=iops))))),
            ("log", ("a_iops.1.log", LOG)),
            ("log", ("a_bw.1.log", b"no log")),
        ]
        query = {"host": "jupiter", "name": "a.json", "title": f"4k/a-{step}", "step": str(step), **place}
        answer = await client.post("/api/v1/import", params=query, files=files)
        assert answer.status_code == 201, answer.text
        assert [one["where"] for one in answer.json()["warnings"]] == ["a_bw.1.log"]
        again = await client.post("/api/v1/import", params=query, files=files[:1])
        assert (again.status_code, again.json()["runs"][0]["status"]) == (200, "duplicate")
    run_id = answer.json()["runs"][0]["id"]
    found = (await client.get(f"/api/v1/batches/{batch}")).json()
    assert (found["name"], found["run_count"], found["steps"]) == ("bench-fio nvme0n1", 2, 2)
    assert sorted(run["title"] for run in found["runs"]) == ["4k/a-1", "4k/a-2"]
    run = (await client.get(f"/api/v1/runs/{run_id}")).json()
    assert [(file["name"], file["kind"]) for file in run["documents"]] == [
        ("a.json", "fio_output"),
        ("a_iops.1.log", "fio_log"),
        ("a_bw.1.log", "fio_log"),
    ]
    async with database.driver() as driver:
        [series] = await driver.fetch("select source, metric from time_series where run_id = $1", run_id)
        assert tuple(series.values()) == ("fio_log", "iops")
        upload_id = await driver.fetchval("select upload_id from run where id = $1", run_id)
        change = await read_again(driver, database.objects, upload_id, dry_run=False)
        assert change.refused is None
        assert await driver.fetchval("select count(*) from time_series where run_id = $1", run_id) == 1
        assert await driver.fetchval("select batch_id from run where id = $1", run_id) == UUID(batch)


async def test_what_is_no_import_of_a_folder_is_refused(client: AsyncClient) -> None:
    url = "/api/v1/import?host=jupiter"
    good = ("output", ("a.json", output()))
    several = (
        "output",
        ("a.json", output(job("a"), timestamp_ms=1) + b"\n" + output(job("b"), timestamp_ms=9**9)),
    )
    for query, files, status, words in (
        ("", [good, good], 400, "exactly one part"),
        ("", [("log", ("a.log", LOG))], 400, "exactly one part"),
        ("", [good, ("inventory", ("x", b"{}"))], 400, "exactly one part"),
        ("", [several, ("log", ("a_bw.log", LOG))], 422, "Logs belong to one run"),
        ("&step=1", [good], 422, "batch: is required with step"),
        (f"&batch={uuid4()}&batch_name=x&step=0&steps=2", [good], 422, "step:"),
        ("&batch=x&batch_name=x&step=1&steps=2", [good], 422, "batch:"),
    ):
        answer = await client.post(url + query, files=files)
        assert (answer.status_code, words in answer.text) == (status, True), (words, answer.text)
    for body in (
        {"host": "a", "name": "b", "files": [{"path": "", "size_bytes": 1}]},
        {"host": "a", "files": []},
        *(
            {"host": "a", "name": "b", "files": [{"path": path, "size_bytes": 1}]}
            for path in ("..", "a/../b", "/etc/passwd", "./a", "a//b", "a/")
        ),
    ):
        assert (await client.post("/api/v1/import/plan", json=body)).status_code == 422


@pytest.mark.usefixtures("emptied")
def test_command_line_imports_a_folder_once(tmp_path: Path) -> None:
    folder = tmp_path / "nvme0n1" / "4k"
    folder.mkdir(parents=True)
    for depth in (1, 8):
        (folder / f"randread-{depth}-1.json").write_bytes(
            output(job("a", read=direction(iops=1_000 * depth)))
        )
    (folder / "randread-iodepth-8-numjobs-1_iops.1.log").write_bytes(LOG)
    (folder / "plot.png").write_bytes(b"x")
    given = ["import", str(tmp_path), "--host", "jupiter"]
    first = CliRunner().invoke(app, given, env={"COLUMNS": "200"})
    assert first.exit_code == 0, first.output
    assert "2 files: 2 created (2 runs), 0 duplicates, 0 refused" in first.output
    assert f"1 file left out, {NO_OUTPUT}: {folder / 'plot.png'}" in first.output
    assert "0 created (0 runs), 2 duplicates" in CliRunner().invoke(app, given).output


@pytest.mark.usefixtures("emptied")
def test_command_line_takes_odd_names_and_leaves_links_out(tmp_path: Path) -> None:
    folder = tmp_path / "lab"
    folder.mkdir()
    secret = tmp_path / "secret.json"
    secret.write_bytes(output(job("secret")))
    names = ["a[/b].json", "a\nb\x1b[31m.json", os.fsdecode(b"\xff.json")]
    (folder / "a[").mkdir()
    for number, name in enumerate(names):
        (folder / name).write_bytes(output(job("a", read=direction(iops=1_000 + number))))
    (folder / "linked.json").symlink_to(secret)
    os.mkfifo(folder / "pipe.json")
    done = CliRunner().invoke(app, ["import", str(folder), "--host", "jupiter"], env={"COLUMNS": "300"})
    assert done.exit_code == 0, done.output
    assert "2 files: 2 created (2 runs), 0 duplicates, 0 refused" in done.output
    assert f"2 files left out, a link, pipe or device: {folder}/linked.json" in done.output
    assert "1 file left out, its name is not UTF-8" in done.output
    assert "a[/b].json" in done.output
    assert "\x1b" not in done.output
