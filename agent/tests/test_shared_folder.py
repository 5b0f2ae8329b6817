"""safety/shared_folder.py: no new file where another user may put one in its place (E10 of the field's reports)."""

import os
from types import SimpleNamespace

import pytest

from fioboard_agent.errors import RefusedError
from fioboard_agent.host.paths import Roots
from fioboard_agent.jobs.arguments import parse_arguments
from fioboard_agent.safety import marker, shared_folder
from fioboard_agent.safety.clearance import Permissions, require_harmless_jobs

OTHER = 54321
JOB = ["--name=a", "--filename=new.dat", "--rw=write", "--bs=4k", "--size=64k"]
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives folders away")


@pytest.fixture
def machine(tmp_path):
    """A machine whose kernel guards links in sticky folders."""
    settings = tmp_path / "root/proc/sys/fs"
    settings.mkdir(parents=True)
    for name in ("protected_symlinks", "protected_hardlinks"):
        (settings / name).write_text("1\n")
    return Roots(root=tmp_path / "root")


def start(bench, **stated):
    return require_harmless_jobs(parse_arguments(JOB), bench, Permissions(keep_free_bytes=0, **stated), Roots())


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        (0o700, None),
        (0o755, None),
        (0o777, "Every user can create and rename files"),
        (0o1777, None),
    ],
)
def test_who_else_may_rename_is_read_from_the_mode(machine, bench, mode, words):
    bench.chmod(mode)
    found = shared_folder.find_other_writer(machine, bench)
    assert found is None if words is None else words in found


def test_sticky_folder_counts_as_shared_where_the_kernel_follows_links(machine, bench):
    bench.chmod(0o1777)
    (machine.locate("/proc/sys/fs/protected_symlinks")).write_text("0\n")
    assert "Every user can create" in shared_folder.find_other_writer(machine, bench)
    # A folder of our own in it cannot be renamed by others.
    below = bench / "own"
    below.mkdir(mode=0o700)
    assert shared_folder.find_other_writer(machine, below) is None


def test_folder_above_that_others_may_rename_in_counts(machine, bench):
    below = bench / "own"
    below.mkdir(mode=0o700)
    bench.chmod(0o777)
    assert str(bench) in shared_folder.find_other_writer(machine, below)


@pytest.mark.parametrize(
    ("members", "users", "is_shared"),
    [
        ([], [], False),
        (["me"], [("me", None, None)], False),
        (["other"], [("other", OTHER, 1)], True),
        ([], [("other", OTHER, 7)], True),
        (["of-a-directory"], [], True),
    ],
    ids=["empty", "alone", "member", "primary group", "unknown user"],
)
def test_group_is_shared_only_when_somebody_else_is_in_it(machine, bench, monkeypatch, members, users, is_shared):
    accounts = [
        SimpleNamespace(pw_name=name, pw_uid=os.geteuid() if uid is None else uid, pw_gid=group)
        for name, uid, group in users
    ]
    group = SimpleNamespace(gr_name="lab", gr_mem=members, gr_gid=7)
    monkeypatch.setattr(shared_folder.grp, "getgrgid", lambda _: group)
    monkeypatch.setattr(shared_folder.pwd, "getpwall", lambda: accounts)
    monkeypatch.setattr(
        shared_folder,
        "_has_other_members",
        lambda place, _, own, ask=shared_folder._has_other_members: ask(place, 7, own),
    )
    bench.chmod(0o770)
    assert (shared_folder.find_other_writer(machine, bench) is not None) is is_shared


@as_root
def test_folder_of_another_user_counts_unless_this_user_called_sudo(machine, bench, monkeypatch):
    os.chown(bench, OTHER, -1)
    monkeypatch.delenv("SUDO_UID", raising=False)
    assert f"user {OTHER}" in shared_folder.find_other_writer(machine, bench)
    monkeypatch.setenv("SUDO_UID", str(OTHER))
    assert shared_folder.find_other_writer(machine, bench) is None


def test_job_that_makes_a_file_in_a_shared_folder_needs_permission(bench):
    bench.chmod(0o777)
    with pytest.raises(RefusedError, match="--in-shared-folder"):
        start(bench)
    assert list(bench.iterdir()) == []
    with start(bench, in_shared_folder=True) as clearance:
        assert len(clearance.new_files) == 1


def test_file_that_is_laid_out_again_counts_and_a_complete_one_does_not(bench):
    bench.chmod(0o777)
    marker.create_marked(bench / "new.dat", "0d4f7c1e-3a53-4d0c-9a7e-2f6f8f1f5c11")
    with pytest.raises(RefusedError, match="--in-shared-folder"):
        start(bench)
    (bench / "new.dat").write_bytes(bytes(64 << 10))
    with start(bench) as clearance:
        assert clearance.list_admitted_folders() == set()
