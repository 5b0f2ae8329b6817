"""`fioboard serve`: the process tree comes up, survives what kills its parts, and goes down without a trace."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.commands.conftest import START_S, Serving, fioboard, free_port, ready, still_running

BACKEND = Path(__file__).parents[2]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_stops_everything_cleanly(serving: Serving, number: signal.Signals) -> None:
    tree = serving.tree()
    assert len(serving.workers()) == 2
    assert serving.stop(number) == 0
    assert still_running(tree, 2) == set()
    assert serving.said().rstrip().endswith("fioboard: stopped")
    log = Path(str(serving.settings["data_dir"]), "postgres-log")
    assert "database system is shut down" in "".join(path.read_text() for path in log.iterdir())


def test_the_way_in_is_printed_and_opened_in_the_browser(folder: Path) -> None:
    browser = folder / "browser"
    browser.write_text(
        f'#!/bin/sh\necho "$1" >{folder}/opened.part && mv {folder}/opened.part {folder}/opened\n'
    )
    browser.chmod(0o755)
    with ready(Serving(folder, "--open", variables={"BROWSER": str(browser)})) as service:
        service.wait_for_words("/login#code=")
        give_up_at = time.monotonic() + START_S
        while not (folder / "opened").exists():
            assert time.monotonic() < give_up_at, service.said()
            time.sleep(0.05)
        link = (folder / "opened").read_text().strip()
        assert link.startswith(f"http://127.0.0.1:{service.port}/login#code=")
        assert f"\n{link}\n" in service.said()


def test_kill_of_the_parent_leaves_no_process_behind(serving: Serving) -> None:
    tree = serving.tree()
    serving.process.kill()
    serving.process.wait()
    assert still_running(tree) == set()


def test_killed_worker_is_replaced(serving: Serving) -> None:
    before = set(serving.workers())
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    serving.wait_for_words("starting another")
    serving.wait_until_ready()
    give_up_at = time.monotonic() + 20
    while len(serving.workers()) < 2 and time.monotonic() < give_up_at:
        time.sleep(0.05)
    assert len(serving.workers()) == 2
    assert before.isdisjoint(serving.workers())


def test_killed_postgres_is_started_again_with_its_data(lone_worker: Serving) -> None:
    made = fioboard("token", "create", "--scope", "read", "--name", "kept", **lone_worker.settings)
    assert made.returncode == 0, made.stderr
    before = lone_worker.postmaster()
    os.kill(before, signal.SIGKILL)
    lone_worker.wait_for_words("PostgreSQL is back")
    lone_worker.wait_until_ready()
    assert lone_worker.postmaster() != before
    assert "kept" in fioboard("token", "list", **lone_worker.settings).stdout


def test_service_that_was_killed_starts_again_on_its_data(folder: Path) -> None:
    first = Serving(folder, workers=1)
    first.wait_until_ready()
    made = fioboard("token", "create", "--scope", "read", "--name", "kept", **first.settings)
    # What a command prints is its result and nothing else: a script reads it.
    assert (made.returncode, made.stderr, len(made.stdout.splitlines())) == (0, "", 1)
    first.process.kill()
    first.process.communicate()
    with ready(Serving(folder, workers=1)) as again:
        assert "kept" in fioboard("token", "list", **again.settings).stdout
        assert again.stop() == 0


def test_taken_port_is_named_before_anything_is_made(folder: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        refused = fioboard("serve", data_dir=folder / "data", port=port)
    assert refused.returncode == 1
    assert f"cannot listen on 127.0.0.1:{port}" in refused.stderr
    assert f"FIOBOARD_PORT={port + 1}" in refused.stderr
    assert not (folder / "data").exists()


def test_two_services_run_side_by_side_but_not_on_one_data_folder(lone_worker: Serving, folder: Path) -> None:
    refused = fioboard("serve", **{**lone_worker.settings, "port": free_port()})
    assert refused.returncode == 1
    assert f"in use by process {lone_worker.process.pid} (fioboard serve)" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert lone_worker.status() == 200
    (folder / "second").mkdir(mode=0o711)
    with ready(Serving(folder / "second", workers=1)) as second:
        assert lone_worker.status() == 200
        assert second.stop() == 0
    assert lone_worker.status() == 200


def test_service_ends_with_the_program_that_started_it(folder: Path) -> None:
    with ready(Serving(folder)) as service:
        tree = service.tree()
        assert service.process.stdin is not None
        service.process.stdin.close()
        assert service.process.wait(60) == 0
        assert still_running(tree, 2) == set()


def test_a_killed_test_run_leaves_no_service_behind(folder: Path) -> None:
    run = """
import sys, time
from pathlib import Path
from tests.commands.conftest import Serving
service = Serving(Path(sys.argv[1]), workers=1)
service.wait_until_ready()
print(*service.tree(), flush=True)
time.sleep(600)
"""
    with subprocess.Popen(
        [sys.executable, "-c", run, str(folder)], cwd=BACKEND, stdout=subprocess.PIPE, text=True
    ) as killed:
        assert killed.stdout is not None
        tree = set(map(int, killed.stdout.readline().split()))
        killed.kill()
    assert len(tree) > 2
    assert still_running(tree, 60) == set()


@pytest.mark.parametrize("after_s", [0.2, 0.6, 1.0, 1.5, 2.5])
def test_stop_in_the_middle_of_the_start_leaves_nothing(folder: Path, after_s: float) -> None:
    service = Serving(folder)
    time.sleep(after_s)
    tree = service.tree()
    service.process.send_signal(signal.SIGTERM)
    assert service.process.wait(60) in {0, -signal.SIGTERM}
    assert still_running(tree) == set()
    service.process.communicate()


def test_database_that_cannot_be_reached_ends_the_start_in_one_sentence(folder: Path) -> None:
    url = f"postgresql://fioboard:geheim@127.0.0.1:{free_port()}/fioboard"
    refused = fioboard("serve", data_dir=folder / "data", port=free_port(), database_url=url)
    assert refused.returncode == 1
    assert "database cannot be brought to this version's tables" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert "geheim" not in refused.stderr


def test_command_without_a_service_starts_and_stops_the_database(folder: Path) -> None:
    settings = {"data_dir": folder / "data"}
    made = fioboard("token", "create", "--scope", "read", "--name", "early", **settings)
    assert made.returncode == 0, made.stderr
    assert "early" in fioboard("token", "list", **settings).stdout
    left = subprocess.run(["pgrep", "-f", str(folder)], capture_output=True, check=False)
    assert left.stdout == b""
