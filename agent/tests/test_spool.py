"""spool.py: a result is on the disk before anything else happens to it, and leaves it only when confirmed."""

import json
import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from kept_run import STARTED, keep_run

from fioboard_agent.delivery.payload import Annotations, Draft, Host, upload_digest
from fioboard_agent.delivery.spool import Spool
from fioboard_agent.errors import SetupError
from fioboard_agent.safety import marker
from fioboard_agent.safety.private_folder import get_folder_name

KEY = "0d4f7c1e-3a53-4d0c-9a7e-2f6f8f1f5c11"


def draft(key=KEY):
    return Draft(key, Host("12345678", "h"), STARTED, ("fio",), Annotations())


def test_complete_entry_has_a_manifest_of_its_files(spool):
    entry = keep_run(spool, b'{"jobs": [1]}')
    manifest = entry.manifest()
    assert {file["name"]: file["kind"] for file in manifest["files"]} == {
        "fio.json": "fio_output",
        "job.fio": "job_file",
        "bw_bw.1.log": "fio_log",
        "messages.txt": "stderr",
    }
    assert manifest["upload_key"] == entry.key
    assert manifest["started_at"] == "2026-11-21T13:00:00.123Z"
    assert manifest["interrupted"] is False
    assert next(file["bytes"] for file in manifest["files"] if file["name"] == "fio.json") == 13


def test_digest_is_that_of_the_contract():
    """printf '11  a\\n22  b\\n' | sha256sum"""
    files = [{"name": "b", "sha256": "22"}, {"name": "a", "sha256": "11"}]
    assert upload_digest(files) == "416ccbb108242872963558d2b2800ec8cc6d6c2b62ec0ce35f6a0ae486adbfaa"


def test_everything_is_private(spool, folders):
    keep_run(spool)
    for path in [folders.state, *folders.state.rglob("*")]:
        if path.is_dir():
            assert stat.S_IMODE(path.stat().st_mode) == 0o700, path


def test_entries_come_oldest_first(spool):
    keys = [keep_run(spool, minutes=minutes).key for minutes in (5, 1, 3)]
    assert [entry.key for entry in spool.waiting()] == [keys[1], keys[2], keys[0]]


def test_running_entry_is_neither_sent_nor_recovered(spool, folders):
    entry = spool.create_entry(draft(), {}, KEY)
    assert list(spool.waiting()) == []
    assert Spool(folders).recover() == []
    entry.disown()
    assert [recovered.key for recovered in Spool(folders).recover()] == [KEY]


def test_files_are_on_the_disk_before_the_manifest_and_the_manifest_before_its_name(spool, monkeypatch):
    synced = []
    sync = os.fsync

    def note_and_sync(descriptor):
        synced.append(Path(f"/proc/self/fd/{descriptor}").readlink())
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", note_and_sync)
    entry = keep_run(spool)
    files = ["bw_bw.1.log", "fio.json", "job.fio", "messages.txt"]
    last = [*(entry.files / name for name in files), entry.files, entry.folder / "manifest.json.new", entry.folder]
    assert synced[-len(last) :] == last


def test_recovered_entry_keeps_what_fio_wrote_and_says_interrupted(spool):
    entry = spool.create_entry(draft(), {"schema": 1}, KEY)
    (entry.files / "fio.json").write_bytes(b'{"jobs": [')
    entry.disown()
    (recovered,) = spool.recover()
    manifest = recovered.manifest()
    assert manifest["interrupted"] is True
    assert (manifest["exit_code"], manifest["ended_at"]) == (None, None)
    assert [(file["name"], file["bytes"]) for file in manifest["files"]] == [("fio.json", 10)]
    assert spool.recover() == []


def test_recovery_stops_the_fio_that_outlived_its_agent(spool, monkeypatch):
    entry = spool.create_entry(draft(), {}, KEY)
    fio = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], start_new_session=True)
    entry.record_fio(fio.pid)
    entry.disown()
    monkeypatch.setattr("fioboard_agent.delivery.spool.STOP_GRACE_S", 0.3)
    spool.recover()
    assert fio.wait(5) == -9


def test_recovery_spares_a_stranger_who_got_the_number_of_the_old_fio(spool):
    entry = spool.create_entry(draft(), {}, KEY)
    entry.record_fio(os.getpid())
    document = json.loads((entry.folder / "draft.json").read_text())
    document["fio"]["process_started"] = "1"
    (entry.folder / "draft.json").write_text(json.dumps(document))
    entry.disown()
    started = time.monotonic()
    spool.recover()
    assert time.monotonic() - started < 2


def test_recovery_removes_the_test_file_of_the_dead_run_and_no_other(spool, bench):
    test_file, other = bench / marker.test_file_name(KEY), bench / "precious"
    in_folder = bench / get_folder_name(KEY) / test_file.name
    in_folder.parent.mkdir()
    for path in (test_file, in_folder, other):
        path.write_text("x")
    entry = spool.create_entry(draft(), {}, KEY, tuple(map(str, (test_file, in_folder, other))))
    entry.disown()
    spool.recover()
    assert sorted(path.name for path in bench.iterdir()) == ["precious"]


def test_recovery_keeps_nothing_of_a_run_that_only_wrote_test_files(spool, bench):
    """Such a run was made by no request, and measured nothing: an agent killed in it delivers none."""
    path = bench / marker.test_file_name(KEY)
    path.write_text("x")
    entry = spool.create_entry(draft(), {}, KEY, (str(path),), is_layout=True)
    (entry.files / "fio.json").write_text("")
    entry.disown()
    assert spool.recover() == []
    assert not path.exists()
    assert list(spool.waiting()) == list(spool.unfinished()) == []


def test_entry_half_removed_or_half_made_when_the_agent_died_is_no_result(spool, folders):
    (folders.spool / f".new-{KEY}" / "files").mkdir(parents=True)
    (folders.spool / f".removed-{KEY}").mkdir()
    assert spool.recover() == []
    assert list(folders.spool.iterdir()) == []


def test_entry_that_another_process_is_making_is_left_alone(spool, folders):
    unborn = folders.spool / f".new-{KEY}"
    unborn.mkdir()
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import fcntl, sys, time; f = open(sys.argv[1], 'w'); fcntl.flock(f, fcntl.LOCK_EX); print(flush=True);"
            "time.sleep(60)",
            str(unborn / "owner"),
        ],
        stdout=subprocess.PIPE,
    )
    try:
        holder.stdout.readline()
        spool.recover()
        assert unborn.exists()
    finally:
        holder.kill()
        holder.communicate()


def test_refused_entry_keeps_its_answer_and_can_be_offered_again(spool):
    entry = keep_run(spool)
    spool.reject(entry, {"status": 422, "error": "BadManifest"})
    assert list(spool.waiting()) == []
    (rejected,) = spool.rejected()
    assert rejected.answer()["error"] == "BadManifest"
    spool.requeue(rejected)
    assert [again.key for again in spool.waiting()] == [entry.key]


def test_nearly_full_disk_stops_new_benchmarks(spool):
    spool.require_room()
    with pytest.raises(SetupError, match="could be lost"):
        spool.require_room(keep_free_bytes=1 << 60)


def test_full_disk_is_said_when_an_entry_cannot_be_made(tmp_path, folders, monkeypatch):
    """A real full disk: a small memory file system filled to the last byte."""
    small = tmp_path / "small"
    small.mkdir()
    if (
        os.geteuid()
        or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "x", str(small)], check=False).returncode
    ):
        pytest.skip("mounting a small tmpfs needs root")
    try:
        monkeypatch.setenv("FIOBOARD_AGENT_STATE", str(small / "state"))
        spool = Spool(type(folders).from_environment())
        kept = keep_run(spool)
        subprocess.run(["dd", "if=/dev/zero", f"of={small / 'filler'}", "bs=4k"], check=False, capture_output=True)
        with pytest.raises(SetupError, match="No space"):
            spool.create_entry(draft(), {"inventory": "x" * 100_000}, KEY)
        assert [entry.key for entry in spool.waiting()] == [kept.key]
        assert not list((small / "state" / "spool").glob(".new-*"))
    finally:
        subprocess.run(["umount", str(small)], check=True)
