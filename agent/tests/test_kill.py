"""kill -9 of the agent at the two worst moments: while fio runs, and while the upload is under way."""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time

import pytest
import service_double as double
from fio_watch import fio_is_measuring, fio_of

from fioboard_agent.cli import main
from fioboard_agent.delivery.spool import Spool


@pytest.fixture
def configured(in_served_bench, service):
    return service


def agent(*arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "fioboard_agent", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def wait_until(condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


def test_agent_killed_during_fio_loses_nothing(configured, folders, bench):
    job = ["--name=a", "--rw=randread", "--size=1m", "--time_based", "--runtime=60"]
    running = agent("run", "--keep-free", "1m", "--", *job)
    wait_until(lambda: fio_is_measuring(folders))
    running.send_signal(signal.SIGKILL)
    running.communicate()
    wait_until(lambda: not fio_of(folders))
    assert main(["push"]) == 0
    (run,) = configured.runs.values()
    assert run["manifest"]["interrupted"] is True
    assert run["manifest"]["exit_code"] is None
    text = run["files"]["fio.json"].decode()
    document = json.loads(text[text.index("{") :])
    assert document["jobs"][0]["read"]["io_bytes"] > 0
    assert list(folders.spool.iterdir()) == []


@pytest.mark.nightly
def test_suite_killed_during_fio_leaves_no_test_file(configured, folders, bench):
    running = agent("suite", "quick", "--target", str(bench), "--runtime", "30", "--size", "16m", "--keep-free", "1m")
    wait_until(lambda: fio_is_measuring(folders, in_batch=True))
    running.send_signal(signal.SIGKILL)
    running.communicate()
    assert [path.name.startswith("fioboard-") for path in bench.iterdir()] == [True]
    assert main(["push"]) == 0
    assert list(bench.iterdir()) == []
    assert [run["manifest"]["interrupted"] for run in configured.runs.values()] == [True]


@pytest.mark.parametrize("moment", ["before the answer", "after it is stored"])
@pytest.mark.nightly
def test_agent_killed_during_the_upload_sends_it_again_and_it_is_there_once(configured, folders, bench, moment):
    reached, killed = threading.Event(), threading.Event()

    def hold(handler):
        if moment == "after it is stored":
            handler.store()
        else:
            handler.rfile.read(100)
        reached.set()
        killed.wait(60)
        handler.close_connection = True

    configured.behaviours.append(hold)
    running = agent("run", "--keep-free", "1m", "--", "--name=a", "--rw=read", "--size=1m")
    assert reached.wait(60)
    running.send_signal(signal.SIGKILL)
    running.communicate()
    killed.set()
    assert len(list(Spool(folders).waiting())) == 1
    assert main(["push"]) == 0
    assert len(configured.runs) == 1
    (run,) = configured.runs.values()
    assert run["manifest"]["interrupted"] is False
    assert list(folders.spool.iterdir()) == []


def test_service_away_during_the_run_then_back(configured, folders, bench, monkeypatch, capsys):
    job = ["--name=a", "--rw=read", "--size=1m"]
    monkeypatch.setenv("FIOBOARD_SERVER", "http://127.0.0.1:9")
    assert main(["run", "--keep-free", "1m", "--wait", "2", "--", *job]) == 4
    said = capsys.readouterr().err
    assert "Saved locally" in said
    assert "fioboard-agent push" in said
    assert main(["status"]) == 0
    assert "cannot be reached" in capsys.readouterr().out
    monkeypatch.setenv("FIOBOARD_SERVER", configured.url)
    assert main(["push"]) == 0
    assert len(configured.runs) == 1


@pytest.mark.nightly
def test_full_disk_during_the_run_keeps_what_there_is(tmp_path, configured, monkeypatch, bench):
    """The spool's disk fills up while fio runs: no traceback, and the run arrives when there is room again."""
    small = tmp_path / "small"
    small.mkdir()
    mounted = (
        os.geteuid() == 0
        and not subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300m", "x", str(small)], check=False).returncode
    )
    if not mounted:
        pytest.skip("mounting a small tmpfs needs root")
    try:
        monkeypatch.setenv("FIOBOARD_AGENT_STATE", str(small / "state"))
        job = ["--name=a", "--rw=randread", "--size=1m", "--time_based", "--runtime=4"]
        running = agent("run", "--keep-free", "1m", "--", *job)
        wait_until(lambda: list(small.glob("state/spool/*/files/messages.txt")))
        filler = small / "filler"
        with filler.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, shutil.disk_usage(small).free)
        said, _ = running.communicate(timeout=30)
        assert running.returncode in {1, 6}, said
        assert "Traceback" not in said
        assert "could not be completed" in said or "is the disk with the results full?" in said
        filler.unlink()
        assert main(["push"]) == 0
        assert len(configured.runs) == 1
    finally:
        subprocess.run(["umount", str(small)], check=True)


@pytest.mark.nightly
def test_refused_upload_is_shown_by_status_until_it_is_offered_again(configured, bench, capsys):
    configured.behaviours.append(double.refuse(422, "BadManifest"))
    assert main(["run", "--keep-free", "1m", "--", "--name=a", "--rw=read", "--size=1m"]) == 5
    capsys.readouterr()
    assert main(["status"]) == 5
    assert "422 BadManifest" in capsys.readouterr().out
    assert main(["push", "--rejected"]) == 0
    assert main(["status"]) == 0
