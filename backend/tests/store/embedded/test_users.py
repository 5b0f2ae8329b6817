"""Whom the server runs as, and where its files go when that user cannot enter the data folder."""

import os
import pwd
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import fioboard
from fioboard.store.embedded import EmbeddedPostgres, EmbeddedPostgresError, binaries, owner, paths
from tests.store.embedded.conftest import Starter, ask, needs_root, running

NOBODY = owner.find_user("nobody")


def user_of(pid: int | None) -> int:
    return Path(f"/proc/{pid}").stat().st_uid


def test_server_never_runs_as_root(running_server: EmbeddedPostgres) -> None:
    assert user_of(running_server.pid) != 0
    assert user_of(running_server.pid) == (NOBODY.uid if os.geteuid() == 0 else os.geteuid())


@needs_root
@pytest.mark.nightly
def test_setting_names_the_user(data_dir: Path) -> None:
    with running(data_dir, user="daemon") as server:
        assert user_of(server.pid) == pwd.getpwnam("daemon").pw_uid
        assert ask(server.url, "select 1") == 1


@needs_root
@pytest.mark.nightly
def test_changed_setting_hands_the_cluster_over(data_dir: Path) -> None:
    with running(data_dir) as server:
        ask(server.url, "create table kept as select 7 as number")
    with running(data_dir, user="daemon") as server:
        assert user_of(server.pid) == pwd.getpwnam("daemon").pw_uid
        assert ask(server.url, "select number from kept") == 7


@needs_root
@pytest.mark.parametrize(
    ("name", "sentence"), [("root", "refuses to run as root"), ("no-such-user", "no system user")]
)
def test_impossible_user_is_refused_in_one_sentence(data_dir: Path, name: str, sentence: str) -> None:
    with pytest.raises(EmbeddedPostgresError, match=sentence):
        EmbeddedPostgres(data_dir, user=name).start()


@needs_root
@pytest.mark.nightly
def test_data_folder_below_a_private_folder_keeps_its_cluster_elsewhere(data_dir: Path) -> None:
    private = data_dir / "private"
    private.mkdir(parents=True, mode=0o700)
    inside = private / ".fioboard"
    with running(inside, is_first=True) as server:
        home = server.places.home
        assert home.parent == paths.SYSTEM_FOLDER
        assert (inside / paths.POINTER).read_text().strip() == str(home)
        ask(server.url, "create table kept as select 7 as number")
    with running(inside) as server:
        assert server.places.home == home
        assert ask(server.url, "select number from kept") == 7


@needs_root
@pytest.mark.nightly
def test_moved_data_folder_finds_its_cluster_and_a_copied_one_does_not_share_it(data_dir: Path) -> None:
    private = data_dir / "private"
    private.mkdir(parents=True, mode=0o700)
    before, after, copy = private / "before", private / "after", private / "copy"
    with running(before, is_first=True) as server:
        ask(server.url, "create table kept as select 7 as number")
    before.rename(after)
    with running(after) as server:
        assert ask(server.url, "select number from kept") == 7
    shutil.copytree(after, copy)
    with pytest.raises(EmbeddedPostgresError, match=f"{copy} is a copy of {after}"):
        EmbeddedPostgres(copy).start()


@needs_root
@pytest.mark.nightly
def test_programs_that_the_user_cannot_read_are_copied_once(
    data_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel = binaries.find().install.parent
    hidden = tmp_path / "site-packages"  # pytest's folders are private to root, as /root is
    shutil.copytree(wheel / binaries.INSTALL, hidden / binaries.WHEEL / binaries.INSTALL)
    shutil.copytree(wheel.parent / f"{binaries.WHEEL}.libs", hidden / f"{binaries.WHEEL}.libs")
    monkeypatch.setattr(
        binaries, "find", lambda: binaries.Binaries(hidden / binaries.WHEEL / binaries.INSTALL)
    )
    with running(data_dir, is_first=True) as server:
        copy = data_dir.resolve() / "postgresql-0.6.0"
        assert Path(f"/proc/{server.pid}/exe").resolve().is_relative_to(copy)
        made_at = copy.stat().st_mtime_ns
        ask(server.url, "create table kept as select 7 as number")
    with running(data_dir) as server:
        assert copy.stat().st_mtime_ns == made_at
        assert ask(server.url, "select number from kept") == 7


AS_CALLER = """
    import sys
    from fioboard.store.embedded import EmbeddedPostgres, EmbeddedPostgresError
    server = EmbeddedPostgres(sys.argv[1])
    try:
        server.start()
    except EmbeddedPostgresError as error:
        print("refused:", error, flush=True)
    else:
        print("pid", server.pid, flush=True)
        sys.stdin.read()
        server.stop()
"""


@pytest.fixture
def as_nobody() -> dict[str, object]:
    """Options that make a process run as an ordinary user; skips where that user cannot run our interpreter."""
    if os.geteuid() != 0:
        pytest.skip("only root can change users")
    for python in (sys.executable, "/usr/bin/python3"):
        # The package needs nothing but the standard library and the wheel's files here.
        paths = f"{Path(fioboard.__file__).parents[2]}:{binaries.find().install.parents[1]}"
        works = [
            "env",
            f"PYTHONPATH={paths}",
            python,
            "-c",
            "import sys, fioboard.store.embedded; assert sys.version_info >= (3, 11)",
        ]
        if NOBODY.run(works).returncode == 0:
            return {
                **{"user": NOBODY.uid, "group": NOBODY.gid, "extra_groups": [], "cwd": "/"},
                **{"python": python, "env": {"PYTHONPATH": paths, "PATH": os.defpath}},
            }
    pytest.skip("this checkout is below a private folder, where no other user can run its interpreter")


@pytest.mark.nightly
def test_plain_user_runs_it_as_himself_and_root_respects_that(
    data_dir: Path, other_process: Starter, as_nobody: dict[str, object]
) -> None:
    data_dir.mkdir(mode=0o700)
    os.chown(data_dir, NOBODY.uid, NOBODY.gid)
    started = other_process(AS_CALLER, str(data_dir), **as_nobody)
    word, pid = started.first_line.split()  # type: ignore[attr-defined] # set by the fixture
    assert word == "pid"
    assert user_of(int(pid)) == NOBODY.uid
    started.communicate(timeout=20)
    with running(data_dir) as server:
        assert user_of(server.pid) == NOBODY.uid


@pytest.mark.nightly
def test_plain_user_is_told_that_a_cluster_belongs_to_another(
    data_dir: Path, other_process: Starter, as_nobody: dict[str, object]
) -> None:
    with running(data_dir, user="daemon"):
        pass
    data_dir.chmod(0o755)
    refused = other_process(AS_CALLER, str(data_dir), **as_nobody)
    assert "belongs to user" in refused.first_line  # type: ignore[attr-defined] # set by the fixture
    assert "chown -R nobody" in refused.first_line  # type: ignore[attr-defined]


def test_command_of_the_caller_reaches_the_server_through_its_socket(
    running_server: EmbeddedPostgres,
) -> None:
    psql = binaries.find().program("psql")
    whom = ["-h", str(running_server.places.sockets), "-U", "fioboard"]
    answer = subprocess.run(
        [psql, "-X", *whom, "-tAc", "select 6 * 7", "fioboard"], capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "42"
