"""kill -9 in all directions: nothing that was committed is lost, nothing is left running, no second server starts."""

import signal
import subprocess
import time
from pathlib import Path

import pytest

from fioboard.store.embedded import DataDirInUse, EmbeddedPostgres, binaries, stale_processes
from tests.factories.clusters import give_cluster
from tests.store.embedded.conftest import Starter, ask, kill, running, wait_until_gone

START_AND_STAY = """
    import sys
    from fioboard.store.embedded import EmbeddedPostgres
    server = EmbeddedPostgres(sys.argv[1])
    server.start()
    print(server.pid, flush=True)
    sys.stdin.read()
"""


def test_killed_server_starts_again_with_every_committed_row(data_dir: Path) -> None:
    with running(data_dir) as server:
        ask(server.url, "create table kept as select generate_series(1, 1000) as number")
        kill(server.pid)
        deadline = time.monotonic() + 10
        while server.is_alive() and time.monotonic() < deadline:
            time.sleep(0.01)
        assert not server.is_alive()
        server.start()
        assert ask(server.url, "select sum(number) from kept") == 500500


@pytest.mark.nightly
def test_stop_after_the_server_was_killed_frees_the_data_folder(data_dir: Path) -> None:
    give_cluster(data_dir, is_migrated=False)
    server = EmbeddedPostgres(data_dir)
    server.start()
    kill(server.pid)
    server.stop()
    with running(data_dir) as again:
        assert ask(again.url, "select 1") == 1


@pytest.mark.nightly
def test_kill_of_the_parent_takes_the_server_with_it(data_dir: Path, other_process: Starter) -> None:
    give_cluster(data_dir, is_migrated=False)
    parent = other_process(START_AND_STAY, str(data_dir))
    pid = int(parent.first_line)  # type: ignore[attr-defined] # set by the fixture
    ask(EmbeddedPostgres(data_dir).url, "create table kept as select 7 as number")
    parent.kill()
    parent.wait()
    with running(data_dir) as server:  # at once: the old one may still be shutting down
        assert server.pid != pid
        assert ask(server.url, "select number from kept") == 7
        assert wait_until_gone(pid, 0.5)


@pytest.mark.nightly
def test_kill_of_the_parent_leaves_no_process(data_dir: Path, other_process: Starter) -> None:
    give_cluster(data_dir, is_migrated=False)
    parent = other_process(START_AND_STAY, str(data_dir))
    pid = int(parent.first_line)  # type: ignore[attr-defined] # set by the fixture
    parent.kill()
    parent.wait()
    assert wait_until_gone(pid)


def orphan(server: EmbeddedPostgres) -> "subprocess.Popen[bytes]":
    """A server of that cluster which nobody watches, as a system without parent-death signals leaves it behind."""
    owner = server.places.owner
    # What the server itself runs: below /root (mode 0700) its owner can read a copy only.
    postgres = binaries.readable(binaries.find(), owner, server.places.home).program("postgres")
    as_owner = {} if owner.is_caller else {"user": owner.uid, "group": owner.gid, "extra_groups": []}
    started = subprocess.Popen(
        [postgres, "-D", str(server.places.cluster)], cwd="/", stderr=subprocess.DEVNULL, **as_owner
    )
    deadline = time.monotonic() + 10
    while not stale_processes.is_ready(server.places.cluster, started.pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return started


@pytest.mark.nightly
def test_orphaned_server_is_stopped_before_a_new_one_starts(data_dir: Path) -> None:
    with running(data_dir) as server:
        pass
    left_behind = orphan(server)
    assert ask(server.url, "select 1") == 1
    # Its parent (this test) must collect it, as init would: a zombie counts as gone.
    with running(data_dir) as again:
        assert left_behind.wait(10) == 0
        assert again.pid != left_behind.pid
        assert ask(again.url, "select 1") == 1


@pytest.mark.nightly
def test_orphan_that_ignores_the_polite_signal_is_made_to_end(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(stale_processes, "FAST_SHUTDOWN_S", 0.3)
    monkeypatch.setattr(stale_processes, "IMMEDIATE_SHUTDOWN_S", 0.3)
    monkeypatch.setattr(stale_processes, "SAY_AFTER_S", 0.1)
    caplog.set_level("INFO")
    with running(data_dir) as server:
        ask(server.url, "create table kept as select 7 as number")
    left_behind = orphan(server)
    left_behind.send_signal(signal.SIGSTOP)
    with running(data_dir) as again:
        left_behind.wait(10)
        assert ask(again.url, "select number from kept") == 7
    assert f"waiting for an old PostgreSQL (process {left_behind.pid})" in caplog.text


@pytest.mark.nightly
def test_stale_pid_file_that_names_a_stranger_neither_stops_us_nor_the_stranger(data_dir: Path) -> None:
    with running(data_dir) as server:
        owner = server.places.owner
        cluster = server.places.cluster
        ask(server.url, "create table kept as select 7 as number")
        written = (cluster / "postmaster.pid").read_text().splitlines()
        kill(server.pid)
    as_owner = {} if owner.is_caller else {"user": owner.uid, "group": owner.gid, "extra_groups": []}
    stranger = subprocess.Popen(["sleep", "60"], cwd="/", **as_owner)
    try:
        (cluster / "postmaster.pid").write_text("\n".join([str(stranger.pid), *written[1:]]) + "\n")
        with running(data_dir) as again:
            assert ask(again.url, "select number from kept") == 7
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()


@pytest.mark.nightly
def test_program_of_somebody_who_stands_in_the_cluster_is_left_alone(data_dir: Path) -> None:
    with running(data_dir) as server:
        kill(server.pid)
    stranger = subprocess.Popen(["sleep", "60"], cwd=server.places.cluster)
    try:
        began = time.monotonic()
        with running(data_dir) as again:
            assert ask(again.url, "select 1") == 1
        assert time.monotonic() - began < stale_processes.IMMEDIATE_SHUTDOWN_S
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()


@pytest.mark.nightly
def test_second_server_on_one_data_folder_is_refused_and_named(
    data_dir: Path, other_process: Starter
) -> None:
    give_cluster(data_dir, is_migrated=False)
    first = other_process(START_AND_STAY, str(data_dir))
    with pytest.raises(
        DataDirInUse, match=rf"in use by process {first.pid} \(fioboard serve\).*FIOBOARD_DATA_DIR"
    ):
        EmbeddedPostgres(data_dir).start()
    first.stdin.close()  # type: ignore[union-attr] # a pipe, see the fixture
    first.wait(15)
    with running(data_dir) as server:
        assert ask(server.url, "select 1") == 1


def test_second_server_in_the_same_process_is_refused_too(running_server: EmbeddedPostgres) -> None:
    with pytest.raises(DataDirInUse):
        EmbeddedPostgres(running_server.places.home).start()
    assert ask(running_server.url, "select 1") == 1


@pytest.mark.nightly
def test_service_waits_for_a_short_command_to_finish(data_dir: Path, other_process: Starter) -> None:
    give_cluster(data_dir, is_migrated=False)
    other_process(
        """
        import sys, time
        from fioboard.store.embedded import EmbeddedPostgres
        server = EmbeddedPostgres(sys.argv[1], purpose="fioboard token create")
        server.start()
        print("started", flush=True)
        time.sleep(0.5)
        server.stop()
        """,
        str(data_dir),
    )
    with running(data_dir) as server:
        assert ask(server.url, "select 1") == 1
