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

from tests.cli.conftest import (
    START_S,
    Serving,
    fioboard,
    free_port,
    ready,
    start_fioboard,
    still_running,
    stop_cleanly,
)
from tests.factories.clusters import give_cluster

BACKEND = Path(__file__).parents[2]


@pytest.mark.nightly
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_stops_everything_cleanly(serving: Serving, number: signal.Signals) -> None:
    assert len(serving.workers()) == 2
    stop_cleanly(serving, number)


@pytest.mark.nightly
def test_service_survives_what_kills_its_parts_and_starts_again_on_its_data(folder: Path) -> None:
    browser = folder / "browser"
    browser.write_text(
        f'#!/bin/sh\necho "$1" >{folder}/opened.part && mv {folder}/opened.part {folder}/opened\n'
    )
    browser.chmod(0o755)
    with ready(Serving(folder, "--open", variables={"BROWSER": str(browser)})) as service:
        _open_the_way_in(service, folder / "opened")
        made = fioboard("token", "create", "--scope", "read", "--name", "kept", **service.settings)
        # What a command prints is its result and nothing else: a script reads it.
        assert (made.returncode, made.stderr, len(made.stdout.splitlines())) == (0, "", 1)
        _replace_a_killed_worker(service)
        _start_killed_postgres_again(service)
        assert "kept" in fioboard("token", "list", **service.settings).stdout
        tree = service.tree()
        service.process.kill()
        service.process.wait()
        assert still_running(tree) == set()
    with ready(Serving(folder, workers=1)) as again:
        assert "kept" in fioboard("token", "list", **again.settings).stdout
        stop_cleanly(again, signal.SIGHUP)


def _open_the_way_in(service: Serving, opened: Path) -> None:
    """The link to sign in with is printed and opened in the browser."""
    service.wait_for_words("/login#code=")
    give_up_at = time.monotonic() + START_S
    while not opened.exists():
        assert time.monotonic() < give_up_at, service.said()
        time.sleep(0.05)
    link = opened.read_text().strip()
    assert link.startswith(f"http://127.0.0.1:{service.port}/login#code=")
    assert f"\n{link}\n" in service.said()


def _replace_a_killed_worker(service: Serving) -> None:
    before = set(service.workers())
    assert len(before) == 2
    killed = min(before)
    os.kill(killed, signal.SIGKILL)
    service.wait_for_words("starting another")
    service.wait_until_ready()
    give_up_at = time.monotonic() + 20
    while len(service.workers()) < 2 and time.monotonic() < give_up_at:
        time.sleep(0.05)
    assert len(service.workers()) == 2
    assert before & set(service.workers()) == before - {killed}


def _start_killed_postgres_again(service: Serving) -> None:
    before = service.postmaster()
    os.kill(before, signal.SIGKILL)
    service.wait_for_words("PostgreSQL is back")
    service.wait_until_ready()
    assert service.postmaster() != before


def test_taken_port_is_named_before_anything_is_made(folder: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        refused = start_fioboard("serve", data_dir=folder / "data", port=port)
    assert refused.returncode == 1
    assert f"cannot listen on 127.0.0.1:{port}" in refused.stderr
    assert f"FIOBOARD_PORT={port + 1}" in refused.stderr
    assert not (folder / "data").exists()


@pytest.mark.nightly
def test_two_services_run_side_by_side_but_not_on_one_data_folder(
    shared_service: Serving, folder: Path
) -> None:
    refused = start_fioboard("serve", **{**shared_service.settings, "port": free_port()})
    assert refused.returncode == 1
    assert f"in use by process {shared_service.process.pid} (fioboard serve)" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert shared_service.status() == 200
    (folder / "second").mkdir(mode=0o711)
    give_cluster(folder / "second" / "data", is_migrated=True)
    with ready(Serving(folder / "second", workers=1)) as second:
        assert shared_service.status() == 200
        _end_with_the_program_that_started_it(second)
    assert shared_service.status() == 200


def _end_with_the_program_that_started_it(service: Serving) -> None:
    tree = service.tree()
    assert service.process.stdin is not None
    service.process.stdin.close()
    assert service.process.wait(60) == 0
    assert still_running(tree, 2) == set()


@pytest.mark.nightly
def test_a_killed_test_run_leaves_no_service_behind(folder: Path) -> None:
    run = """
import sys, time
from pathlib import Path
from tests.cli.conftest import Serving
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


@pytest.mark.nightly
@pytest.mark.parametrize(
    "after_s", [1.0, *(pytest.param(after_s, marks=pytest.mark.nightly) for after_s in (0.2, 0.6, 1.5, 2.5))]
)
def test_stop_in_the_middle_of_the_start_leaves_nothing(folder: Path, after_s: float) -> None:
    service = Serving(folder)
    time.sleep(after_s)
    tree = service.tree()
    service.process.send_signal(signal.SIGTERM)
    assert service.process.wait(60) in {0, -signal.SIGTERM}
    assert still_running(tree) == set()
    service.process.communicate()


@pytest.mark.nightly
def test_database_that_cannot_be_reached_ends_the_start_in_one_sentence(folder: Path) -> None:
    url = f"postgresql://fioboard:geheim@127.0.0.1:{free_port()}/fioboard"
    refused = start_fioboard("serve", data_dir=folder / "data", port=free_port(), workers=1, database_url=url)
    assert refused.returncode == 1
    assert "database cannot be brought to this version's tables" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert "geheim" not in refused.stderr


@pytest.mark.nightly
def test_command_without_a_service_starts_and_stops_the_database(folder: Path) -> None:
    settings = {"data_dir": folder / "data"}
    give_cluster(folder / "data", is_migrated=False)
    made = fioboard("token", "create", "--scope", "read", "--name", "early", **settings)
    assert made.returncode == 0, made.stderr
    assert "early" in fioboard("token", "list", **settings).stdout
    left = subprocess.run(["pgrep", "-f", str(folder)], capture_output=True, check=False)
    assert left.stdout == b""
