"""The job files that tell changes apart, as fio itself reads them: one setting from each to the next, A's to B's."""

import shlex
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.app.compare.job_command import is_writing
from tests.app.compare.conftest import Sender, randread, runs
from tests.app.compare.test_compare import KERNEL_6_1, KERNEL_6_12, NEWER_BIOS_TOO, compare

pytestmark = pytest.mark.anyio


def read_by_fio(text: str, folder: Path) -> dict[str, dict[str, str]]:
    """Each job's options as fio prints them of the file, which it must take."""
    path = folder / "job.fio"
    path.write_text(text)
    parsed = subprocess.run(
        ["fio", "--parse-only", str(path)], capture_output=True, text=True, check=False, cwd=folder
    )
    assert parsed.returncode == 0, parsed.stderr
    shown = subprocess.run(
        ["fio", "--showcmd", str(path)], capture_output=True, text=True, check=True, cwd=folder
    )
    read: dict[str, dict[str, str]] = {}
    name = ""
    for word in shlex.split(shown.stdout)[1:]:
        key, _, value = word.removeprefix("--").partition("=")
        if key == "name":
            name = value
            read[name] = {}
        else:
            read[name][key] = value
    return read


def files(found: dict[str, Any]) -> list[str]:
    return [step["job_file"] for step in found["separation"]["steps"] if step["job_file"] is not None]


@pytest.mark.nightly
async def test_three_options_are_four_files_from_one_side_to_the_other(
    client: AsyncClient, send: Sender, tmp_path: Path
) -> None:
    base = await send(randread(1000, ioengine="io_uring", cpus_allowed_policy="split"))
    changed = {"cpus_allowed": "0-7", "zero_buffers": "1", "registerfiles": "1"}
    new = await send(randread(800, ioengine="io_uring", cpus_allowed_policy="split", **changed))
    found = await compare(client, runs(base), runs(new))
    assert found["answer"]["kind"] == "confounded"
    told = found["separation"]
    assert [step["kind"] for step in told["steps"]] == ["start", "job", "job", "job"]
    assert (told["reason"], told["runs"], told["workloads_left_out"]) == (None, 3, 0)
    names = [step["file_name"] for step in told["steps"]]
    assert names[0] == "1-base.fio"
    assert len(set(names)) == 4
    assert told["rounds"] == [names, names[::-1], names]

    read = [read_by_fio(text, tmp_path)["job"] for text in files(found)]
    for before, after in pairwise(read):
        assert len(before.items() ^ after.items()) == 1
    assert read[-1].items() - read[0].items() == changed.items()
    assert read[0]["filename"] == read[-1]["filename"] == "/dev/md0"


@pytest.mark.nightly
async def test_what_no_job_file_sets_is_a_step_by_hand(
    client: AsyncClient, send: Sender, tmp_path: Path
) -> None:
    base = await send(randread(1000), hardware=KERNEL_6_1)
    new = await send(randread(800, zero_buffers="1"), hardware=NEWER_BIOS_TOO)
    found = await compare(client, runs(base), runs(new))
    steps = found["separation"]["steps"]
    assert [step["kind"] for step in steps] == ["start", "job", "hand", "hand"]
    assert {step["title"] for step in steps[2:]} == {"Kernel 6.1.0 → 6.12.0", "BIOS version 1.0 → 2.0"} or {
        step["title"].split(" ")[0] for step in steps[2:]
    } == {"Kernel", "BIOS"}
    for step in steps[2:]:
        assert step["job_file"] is None
        assert step["file_name"] == steps[1]["file_name"]
        assert "by hand" in step["text"]
    assert len(read_by_fio(files(found)[0], tmp_path)) == 1


async def test_one_change_asks_for_no_files_and_several_of_the_machine_for_one(
    client: AsyncClient, send: Sender
) -> None:
    base = await send(randread(1000), hardware=KERNEL_6_1)
    one, more = (
        await send(randread(800), hardware=KERNEL_6_12),
        await send(randread(800), hardware=NEWER_BIOS_TOO),
    )
    assert (await compare(client, runs(base), runs(one)))["separation"] is None
    separation = (await compare(client, runs(base), runs(more)))["separation"]
    assert [step["kind"] for step in separation["steps"]] == ["start", "hand", "hand"]
    assert separation["rounds"] == []


async def test_jobs_of_one_run_stay_in_one_file(client: AsyncClient, send: Sender, tmp_path: Path) -> None:
    def two(**more: str) -> list[dict[str, Any]]:
        return [randread(1000, "small", **more), randread(500, "large", bs="64k", stonewall="", **more)]

    base = await send(*two())
    new = await send(*two(zero_buffers="1", thread="1"))
    found = await compare(client, runs(base), runs(new))
    read = [read_by_fio(text, tmp_path) for text in files(found)]
    assert [sorted(jobs) for jobs in read] == [["large", "small"]] * 3
    assert all("stonewall" in jobs["large"] for jobs in read)


@pytest.mark.nightly
async def test_the_files_of_a_job_that_fio_would_take_for_all(
    client: AsyncClient, send: Sender, tmp_path: Path
) -> None:
    base, new = (
        await send(randread(1000, "globals")),
        await send(randread(800, "globals", zero_buffers="1", thread="1")),
    )
    found = await compare(client, runs(base), runs(new))
    assert [list(read_by_fio(text, tmp_path)) for text in files(found)] == [["job-globals"]] * 3


HOSTILE = ["/tmp/a#b", "/tmp/a;b", "/tmp/$HOME", "/tmp/x\nexec_prerun=touch /tmp/owned", "/tmp/a b"]


@pytest.mark.nightly
@pytest.mark.parametrize(
    "target",
    [HOSTILE[3], *(pytest.param(one, marks=pytest.mark.nightly) for one in HOSTILE if "\n" not in one)],
)
async def test_an_upload_cannot_write_a_line_of_its_own(
    client: AsyncClient, send: Sender, tmp_path: Path, target: str
) -> None:
    hostile = {"filename": target, "exec_prerun": "touch /tmp/owned"}
    base = await send(randread(1000, "global", **hostile))
    new = await send(randread(800, "global", zero_buffers="1", thread="1", **hostile))
    found = await compare(client, runs(base), runs(new))
    for text in files(found):
        assert "exec_prerun" not in text
        [options] = read_by_fio(text, tmp_path).values()
        assert options["filename"] == "TARGET"
        assert options["rw"] == "randread"
    assert "The files leave out exec_prerun" in found["separation"]["remarks"]


async def test_a_value_that_may_name_a_file_is_set_by_hand(client: AsyncClient, send: Sender) -> None:
    base = await send(randread(1000))
    new = await send(
        randread(800, zero_buffers="1", ioengine="libaio", exec_prerun="/bin/true", buffer_pattern="'/x'")
    )
    found = await compare(client, runs(base), runs(new))
    assert all("/bin/true" not in text for text in files(found))
    assert any(step["kind"] == "hand" for step in found["separation"]["steps"])


@pytest.mark.parametrize(("others", "is_written"), [([], False), ([("randwrite", "write")], True)])
async def test_files_of_which_any_job_writes_say_so(
    client: AsyncClient, send: Sender, others: list[tuple[str, str]], *, is_written: bool
) -> None:
    def jobs(iops: float, **more: str) -> list[dict[str, Any]]:
        read = randread(iops, "first", **more)
        wrote = [randread(iops, "second", rw=rw, **more) for rw, _ in others]
        return [
            read,
            *(one | {way: one["read"], "read": {}} for one, (_, way) in zip(wrote, others, strict=True)),
        ]

    base = await send(*jobs(1000, ioengine="io_uring"))
    new = await send(*jobs(800, ioengine="io_uring", zero_buffers="1", registerfiles="1"))
    told = (await compare(client, runs(base), runs(new)))["separation"]
    assert (told["reason"], len(told["steps"]) > 1) == (None, True)
    assert ("overwrite their target" in told["remarks"]) is is_written


@pytest.mark.parametrize(
    ("rw", "is_written"),
    [
        ("read", False),
        ("randread:8", False),
        ("write", True),
        ("randrw", True),
        ("trim", True),
        (None, False),
    ],
)
def test_what_overwrites_is_told_by_its_pattern(rw: str | None, *, is_written: bool) -> None:
    assert is_writing(rw) is is_written
