"""Results of a host without a network: written by the real agent, stored here exactly once, damaged files refused."""

import io
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from fioboard_agent.delivery.carrying import write_file
from fioboard_agent.delivery.payload import Annotations, Draft, Host
from fioboard_agent.delivery.spool import Entry, Spool
from fioboard_agent.fio.outcome import FioOutcome
from fioboard_agent.host.paths import Folders
from httpx2 import AsyncClient
from typer.testing import CliRunner

from fioboard.cli.program import app
from fioboard.core.database import Database
from tests.factories.fio_output import direction, job, output

pytestmark = pytest.mark.anyio
FOREIGN = Path(__file__).parents[2] / "data" / "foreign"
URL = "/api/v1/import?host=elsewhere"
CAVE = Host("b7d2f1d0-8d39-4c11-9f5a-3f1d6c8f0a01", "cave")


def keep(
    spool: Spool, iops: float, minutes: int, argv: tuple[str, ...] = ("fio", "job.fio"), text: str = ""
) -> Entry:
    """A run that waits on the host, with its result and inventory."""
    started = datetime(2026, 11, 21, 13, minutes, tzinfo=UTC)
    draft = Draft(str(uuid4()), CAVE, started, argv, Annotations())
    entry = spool.create_entry(draft, {"schema": 1, "host": {"hostname": "cave"}}, draft.upload_key)
    if text:
        (entry.files / "fio.txt").write_text(text)
    else:
        (entry.files / "fio.json").write_bytes(output(job("a", read=direction(iops=iops))))
    entry.finish(FioOutcome(started, started + timedelta(seconds=20), 0, None, False))
    entry.disown()
    return entry


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folders = Folders(tmp_path / "state", tmp_path / "config.json", tmp_path / "lock")
    spool = Spool(folders)
    entries = [keep(spool, iops, n) for n, iops in enumerate((1_000, 2_000, 3_000))]
    path = tmp_path / "results.fioboard"
    write_file(path, entries)
    return path


async def test_each_run_is_stored_once_under_its_own_host(client: AsyncClient, content: bytes) -> None:
    first = await client.post(URL, content=content)
    assert first.status_code == 201, first.text
    assert [run["status"] for run in first.json()["runs"]] == ["created"] * 3
    again = await client.post(URL, content=content)
    assert again.status_code == 200
    assert [run["id"] for run in again.json()["runs"]] == [run["id"] for run in first.json()["runs"]]
    listed = (await client.get("/api/v1/runs?sort=iops")).json()["items"]
    assert [run["results"][0]["iops"] for run in listed] == [1_000, 2_000, 3_000]
    assert {run["factors"]["host"] for run in listed} == {"cave"}
    # When it was carried says nothing of the host's clock.
    detail = (await client.get(f"/api/v1/runs/{listed[0]['id']}")).json()
    assert detail["started_at"] == "2026-11-21T13:00:00+00:00"


async def test_a_run_of_gdsio_is_one_of_the_tool_and_can_be_repeated(
    client: AsyncClient, tmp_path: Path
) -> None:
    words = "-f /mnt/nv/t10g -d 0 -w 4 -s 10485760K -i 256K -x 0 -I 2 -T 20"
    made = (FOREIGN / "gdsio_made.txt").read_text().splitlines()[1]
    spool = Spool(Folders(tmp_path / "state", tmp_path / "config.json", tmp_path / "lock"))
    entry = keep(spool, 0, 0, ("gdsio", *words.split()), f"$ gdsio {words}\n{made}\n")
    write_file(tmp_path / "results.fioboard", [entry])
    answer = await client.post(URL, content=(tmp_path / "results.fioboard").read_bytes())
    assert answer.status_code == 201, answer.text
    run = (await client.get(f"/api/v1/runs/{answer.json()['runs'][0]['id']}")).json()
    [result] = run["results"]
    assert (run["outcome"], result["iops"]) == ("complete", pytest.approx(512_000 / 19.998771))
    assert (result["rw"], result["bs_bytes"], result["numjobs"]) == ("randread", 1 << 18, 4)
    again = (await client.get(f"/api/v1/runs/{run['id']}/neighbours")).json()
    assert (again["command"], again["job_file"]) == (
        "fioboard-agent gdsio --target /mnt/nv/t10g --gpu 0 --threads 4 --size 10485760K --bs 256K"
        " --transfer gpud --rw randread --runtime 20",
        None,
    )
    assert (await client.get(f"/api/v1/runs/{run['id']}/job")).json()["job_file"] is None


@pytest.fixture
def content(stick: Path) -> bytes:
    return stick.read_bytes()


def repack(stick: Path, change: str) -> bytes:
    """The file with its second upload changed."""
    made = io.BytesIO()
    with zipfile.ZipFile(stick) as packed, zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as other:
        for n, name in enumerate(packed.namelist()):
            content = packed.read(name)
            if n == 2 and change == "other bytes":
                at = content.index(b"fio.json") + 400
                content = content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]
            if n == 2 and change == "cut":
                content = content[: len(content) // 2]
            if n == 2 and change == "something else":
                content = b"hello"
            other.writestr(name, content)
    return made.getvalue()


@pytest.mark.parametrize("change", ["other bytes", "cut", "something else"])
async def test_bad_upload_is_named_and_the_others_are_stored(
    client: AsyncClient, stick: Path, change: str
) -> None:
    answer = await client.post(URL, content=repack(stick, change))
    assert answer.status_code == 201, answer.text
    assert len(answer.json()["runs"]) == 2
    [warning] = [one for one in answer.json()["warnings"] if one["error"] == "RefusedUpload"]
    assert warning["detail"]


@pytest.mark.parametrize("change", ["cut", "compressed", "foreign"])
async def test_damaged_file_changes_nothing(
    client: AsyncClient, stick: Path, content: bytes, change: str
) -> None:
    if change == "cut":
        content = content[:-100]
    else:
        made = io.BytesIO()
        with zipfile.ZipFile(stick) as packed, zipfile.ZipFile(made, "w") as other:
            for name in packed.namelist():
                named = name if change == "compressed" else name.replace("uploads/", "others/")
                how = zipfile.ZIP_DEFLATED if change == "compressed" else zipfile.ZIP_STORED
                other.writestr(named, packed.read(name), how if "/" in name else zipfile.ZIP_STORED)
        content = made.getvalue()
    answer = await client.post(URL, content=content)
    assert answer.status_code == 422, answer.text
    assert (await client.get("/api/v1/runs")).json()["total"] == 0


async def test_flipped_bits_refuse_the_uploads_that_they_are_in(
    client: AsyncClient, stick: Path, content: bytes
) -> None:
    with zipfile.ZipFile(stick) as packed:
        second = packed.infolist()[2]
        central, start = packed.start_dir, second.header_offset
    at_end = len(content) - 22 + 16
    for place, bit, expected in (
        (start + 400, 1, (201, 2)),  # in what it holds: zipfile finds another checksum
        (start + 30, 1, (200, 2)),  # in its name
        (central + 5, 0x80, (201, 3)),  # of the mark, which nothing depends on
        (
            at_end + 3,
            0x40,
            (200, 0),
        ),  # where the list of entries begins: each upload is sought before the file
    ):
        changed = bytearray(content)
        changed[place] ^= bit
        answer = await client.post(URL, content=bytes(changed))
        assert (answer.status_code, len(answer.json().get("runs", []))) == expected, (place, answer.text)


async def test_entries_that_share_their_bytes_are_refused(client: AsyncClient, content: bytes) -> None:
    made = io.BytesIO(content)
    with zipfile.ZipFile(made, "a") as packed:
        packed.infolist().extend(packed.infolist()[1:] * 9)
        packed._didModify = True
    answer = await client.post(URL, content=made.getvalue())
    assert answer.status_code == 422, answer.text


async def test_token_of_one_host_carries_no_results_of_another(
    client: AsyncClient, database: Database, content: bytes
) -> None:
    await client.post("/api/v1/import?host=mine", content=output(job("a", read=direction(iops=5))))
    async with database.driver() as driver:
        host_id = await driver.fetchval("select id from host")
        await driver.execute("update api_token set scope = 'upload', host_id = $1", host_id)
    answer = await client.post("/api/v1/import?host=mine", content=content)
    assert answer.json()["runs"] == []
    assert [one["error"] for one in answer.json()["warnings"]] == ["RefusedUpload"] * 3


@pytest.mark.usefixtures("emptied")
def test_command_stores_each_run_once(stick: Path) -> None:
    runner = CliRunner()
    first = runner.invoke(app, ["import", str(stick)])
    assert first.exit_code == 0, first.output
    assert "1 created (3 runs)" in first.output
    again = runner.invoke(app, ["import", str(stick)])
    assert "1 duplicate" in again.output
    stick.write_bytes(repack(stick, "cut"))
    assert runner.invoke(app, ["import", str(stick)]).exit_code == 1


async def test_preview_shows_the_runs_of_the_file_and_stores_nothing(
    client: AsyncClient, content: bytes
) -> None:
    """The page of imports shows it as any other file that is dropped there."""
    answer = await client.post("/api/v1/import/preview", content=content)
    assert answer.status_code == 200, answer.text
    preview = answer.json()
    assert preview["kind"] == "fioboard_uploads"
    assert [run["results"][0]["iops"] for run in preview["runs"]] == [1_000, 2_000, 3_000]
    assert {run["title"] for run in preview["runs"]} == {"cave"}
    assert "Runs of cave" in preview["warnings"][0]["detail"]
    assert (await client.get("/api/v1/runs")).json()["items"] == []
    damaged = await client.post("/api/v1/import/preview", content=content[:-200])
    assert (damaged.status_code, "damaged" in damaged.text) == (422, True)
