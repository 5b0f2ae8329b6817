"""safety/files.py, marker.py and the decision in clearance.py for files: only files of the agent's own are written."""

import os
from pathlib import Path

import pytest

from fioboard_agent.errors import RefusedError, UsageError
from fioboard_agent.host.paths import Roots
from fioboard_agent.jobs.arguments import parse_arguments
from fioboard_agent.jobs.local_policy import Switches
from fioboard_agent.safety import files, marker
from fioboard_agent.safety.clearance import Permissions, require_harmless_jobs

RUN = "0d4f7c1e-3a53-4d0c-9a7e-2f6f8f1f5c11"
ROOMY = Permissions(keep_free_bytes=0)


def check(folder, *arguments, permissions=ROOMY):
    return require_harmless_jobs(parse_arguments(["--name=a", *arguments]), folder, permissions, Roots())


@pytest.fixture(params=["attribute", "note"])
def marking(request, monkeypatch):
    """Both ways of marking: extended attributes, and the note beside the file where there are none."""
    if request.param == "note":
        monkeypatch.delattr(os, "setxattr")
        monkeypatch.delattr(os, "getxattr")


def test_existing_file_is_never_overwritten(bench):
    file = bench / "data"
    file.write_text("precious")
    for rw in ("write", "randrw", "trim"):
        with pytest.raises(RefusedError, match="not created by this agent"):
            check(bench, f"--rw={rw}", "--filename=data", "--size=4k")
    assert file.read_text() == "precious"


def test_file_behind_a_link_is_never_overwritten(bench):
    (bench / "data").write_text("precious")
    (bench / "link").symlink_to("data")
    with pytest.raises(RefusedError):
        check(bench, "--rw=write", "--filename=link", "--size=4k")


@pytest.mark.usefixtures("marking")
def test_own_file_may_be_written_again(bench):
    marker.create_marked(bench / "own", RUN)
    assert marker.find_maker(bench / "own") == RUN
    assert not check(bench, "--rw=write", "--filename=own", "--size=4k").read_only


@pytest.mark.usefixtures("marking")
def test_file_put_in_the_place_of_ours_is_not_ours(bench):
    own = bench / "own"
    marker.create_marked(own, RUN)
    other = bench / "other"
    other.write_text("precious")
    other.replace(own)
    assert marker.find_maker(own) is None
    assert not marker.remove_marked(own, RUN)
    assert own.read_text() == "precious"


@pytest.mark.usefixtures("marking")
def test_only_the_run_that_made_a_file_removes_it(bench):
    marker.create_marked(bench / "own", RUN)
    assert not marker.remove_marked(bench / "own", "another-run")
    assert marker.remove_marked(bench / "own", RUN)
    assert list(bench.iterdir()) == []


@pytest.mark.usefixtures("marking")
def test_file_that_fio_made_anew_is_marked_again(bench):
    own = bench / "own"
    marker.create_marked(own, RUN)
    own.unlink()
    own.write_text("laid out by fio")
    marker.restore_mark(own, RUN)
    assert marker.find_maker(own) == RUN


def test_link_put_in_the_place_of_ours_is_not_marked(bench):
    (bench / "precious").write_text("x")
    (bench / "own").symlink_to("precious")
    marker.restore_mark(bench / "own", RUN)
    assert marker.find_maker(bench / "precious") is None


def test_file_with_the_runs_random_name_is_removed_even_unmarked(bench):
    path = bench / marker.test_file_name(RUN)
    path.write_text("fio was killed")
    assert marker.remove_marked(path, RUN)


def test_creating_refuses_what_appeared_in_between(bench):
    clearance = check(bench, "--rw=write", "--filename=new", "--size=4k")
    (bench / "new").write_text("precious")
    with pytest.raises(RefusedError, match="cannot be created"):
        clearance.create_files(RUN)
    assert (bench / "new").read_text() == "precious"


def test_file_with_another_name_is_not_written(bench):
    marker.create_marked(bench / "own", RUN)
    os.link(bench / "own", bench / "second")
    with pytest.raises(RefusedError, match="hard links"):
        check(bench, "--rw=write", "--filename=own", "--size=4k")


@pytest.mark.parametrize("rw", ["read", "write"])
def test_missing_folder_is_refused_because_fio_would_create_it(bench, rw):
    with pytest.raises(RefusedError, match="does not exist"):
        check(bench, f"--rw={rw}", f"--filename={bench}/typo/file", "--size=4k")


@pytest.mark.parametrize("rw", ["read", "write", "trim"])
@pytest.mark.parametrize("path", ["/dev/nvme99n1", "/dev/sdzz9", "/dev/mapper/nothing", "/proc/x", "/sys/x"])
def test_mistyped_device_is_refused(bench, rw, path):
    with pytest.raises(RefusedError, match="Check the device name"):
        check(bench, f"--rw={rw}", f"--filename={path}", "--size=4k")
    assert not Path(path).exists()


def test_regular_file_in_dev_is_refused_for_reading_too(bench):
    file = Path("/dev/fioboard-test-regular-file")
    if not os.access("/dev", os.W_OK):
        pytest.skip("needs root to put a file into /dev")
    file.write_text("a former mistake")
    try:
        with pytest.raises(RefusedError, match="not a block device"):
            check(bench, "--rw=read", f"--filename={file}")
    finally:
        file.unlink()


def test_character_device_is_not_written(bench):
    with pytest.raises(RefusedError):
        check(bench, "--rw=write", "--filename=/dev/zero", "--size=4k")


def test_memory_file_system_is_an_honest_target():
    stated = Permissions(keep_free_bytes=0, in_shared_folder=True)
    clearance = check(
        Path("/dev/shm"), "--rw=write", "--filename=fioboard-test-never-created", "--size=4k", permissions=stated
    )
    assert [file.path.name for file in clearance.new_files] == ["fioboard-test-never-created"]


def test_folder_as_a_file_name_is_an_error(bench):
    with pytest.raises(UsageError, match="directory="):
        check(bench, "--rw=read", f"--filename={bench}")


@pytest.mark.parametrize("size", [[], ["--size=100%"], ["--size=4k", "--offset=10%"]])
def test_new_file_of_unknown_size_is_refused(bench, size):
    with pytest.raises(RefusedError, match="plain size"):
        check(bench, "--rw=write", *size)


def test_new_file_must_leave_room(bench):
    with pytest.raises(RefusedError, match="must stay free"):
        check(bench, "--rw=write", "--size=900t")
    with pytest.raises(RefusedError, match="must stay free"):
        check(bench, "--rw=write", "--size=4k", permissions=Permissions(keep_free_bytes=1 << 60))


def test_room_is_counted_over_all_files_of_a_file_system(bench, monkeypatch):
    usage = type("Usage", (), {"total": 100 << 30, "free": 20 << 30})
    monkeypatch.setattr(files.shutil, "disk_usage", lambda _: usage)
    check(bench, "--rw=write", "--size=9g", permissions=Permissions())
    with pytest.raises(RefusedError, match="must stay free"):
        check(bench, "--rw=write", "--size=9g", "--numjobs=2", permissions=Permissions())


def test_reading_an_existing_file_is_read_only(bench):
    (bench / "data").write_bytes(b"x" * 8192)
    clearance = check(bench, "--rw=randread", "--filename=data")
    assert clearance.read_only
    assert clearance.new_files == []


def test_reading_a_missing_file_lays_it_out_and_so_is_not_read_only(bench):
    clearance = check(bench, "--rw=randread", "--size=64k")
    assert not clearance.read_only
    assert [file.path.name for file in clearance.new_files] == ["a.0.0"]


@pytest.mark.parametrize("option", ["--unlink=1", "--unlink", "--unlink_each_loop=1"])
def test_reading_job_that_deletes_its_file_is_refused(bench, option):
    (bench / "data").write_bytes(b"x" * 8192)
    with pytest.raises(RefusedError, match="unlink would delete"):
        check(bench, "--rw=read", "--filename=data", option)
    assert (bench / "data").exists()


def test_foreign_file_is_not_enlarged_by_a_reading_job_beside_a_writing_one(bench):
    (bench / "data").write_bytes(b"x" * 8192)
    jobs = ["--name=r", "--rw=read", f"--filename={bench}/data", "--name=w", "--rw=write", "--size=64k"]
    with pytest.raises(RefusedError, match="could enlarge"):
        require_harmless_jobs(parse_arguments(jobs), bench, ROOMY, Roots())
    jobs.insert(3, "--size=8k")
    require_harmless_jobs(parse_arguments(jobs), bench, ROOMY, Roots())


def test_programs_are_refused_before_any_target_is_looked_at(bench):
    with pytest.raises(RefusedError, match="allow-exec"):
        check(bench, "--exec_prerun=touch x", "--filename=/dev/nvme99n1")
    permissions = Permissions(switches=Switches(allow_exec=True), keep_free_bytes=0)
    check(bench, "--exec_prerun=touch x", "--size=4k", permissions=permissions)


@pytest.mark.usefixtures("marking")
def test_a_file_of_our_own_that_a_killed_run_left_short_is_laid_out_again(bench):
    marker.create_marked(bench / "own", RUN)
    with check(bench, "--rw=read", "--filename=own", "--size=4k") as clearance:
        assert not clearance.read_only
        # As fio does: the empty file makes way for a new one, and the mark goes with it.
        (bench / "own").unlink()
        (bench / "own").write_bytes(bytes(4096))
        clearance.settle_files("another run")
    assert marker.find_maker(bench / "own") == RUN
    with check(bench, "--rw=read", "--filename=own", "--size=4k") as clearance:
        assert clearance.read_only
    (bench / "own").write_bytes(b"")
    with pytest.raises(RefusedError, match="fio would first make"):
        check(bench, "--readonly", "--rw=read", "--filename=own", "--size=4k")
    os.link(bench / "own", bench / "other")
    with pytest.raises(RefusedError, match="hard links"):
        check(bench, "--rw=read", "--filename=own", "--size=4k")
    (bench / "foreign").write_bytes(b"")
    with check(bench, "--rw=read", "--filename=foreign", "--size=4k") as clearance:
        assert clearance.read_only
