"""safety/private_folder.py: the folder around the agent's own test file, which nobody else may enter."""

import os
import stat
import sys
from pathlib import Path

import pytest

from fioboard_agent.benchmark.bench import Bench, Request
from fioboard_agent.delivery.payload import Host
from fioboard_agent.errors import RefusedError
from fioboard_agent.fio.program import FioProgram
from fioboard_agent.host.paths import Roots
from fioboard_agent.safety import landlock, marker
from fioboard_agent.safety.clearance import Permissions, require_harmless_jobs
from fioboard_agent.suites import fio_jobs
from fioboard_agent.suites.target import choose_target, identify_target
from fioboard_agent.suites.workload import Workload
from fioboard_agent.terminal import ProgressLine

RUN = "0d4f7c1e-3a53-4d0c-9a7e-2f6f8f1f5c11"
ROOMY = Permissions(keep_free_bytes=0)


@pytest.fixture
def target(bench, program):
    return choose_target(bench, RUN, program)


@pytest.fixture
def jobs(target):
    return fio_jobs.build_measuring(Workload("w", "randwrite", "4k", 1), target, 1, 0, 1 << 16)


def clear(jobs, bench):
    return require_harmless_jobs(jobs, bench, ROOMY, Roots())


def test_own_file_is_alone_in_a_folder_for_this_user_and_both_go(target, jobs, bench):
    assert list(bench.iterdir()) == []
    with clear(jobs, bench) as clearance:
        clearance.create_files(RUN)
        clearance.recheck_targets(Roots())
        status = target.path.parent.stat()
        assert (stat.S_IMODE(status.st_mode), status.st_uid) == (0o700, os.geteuid())
        target.path.write_bytes(bytes(1 << 16))
        clearance.settle_files(RUN)
    assert marker.find_maker(target.path) == RUN
    assert marker.remove_marked(target.path, RUN)
    assert list(bench.iterdir()) == []


def test_folder_that_was_made_before_the_agent_was_killed_goes_too(target, bench):
    target.path.parent.mkdir()
    assert not marker.remove_marked(target.path, RUN)
    assert list(bench.iterdir()) == []


def test_private_folder_is_no_part_of_what_is_measured(target, bench, program):
    before = identify_target(target, Roots())
    assert target.folder == bench.resolve()
    target.path.parent.mkdir()
    assert identify_target(target, Roots()) == before
    # A batch that an older agent began has its file in the measured folder itself.
    older = type(target)(bench / marker.test_file_name(RUN), True, target.direct, target.engine)
    assert identify_target(older, Roots()) == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_folder_of_another_user_is_refused(target, jobs, bench):
    target.path.parent.mkdir(mode=0o700)
    os.chown(target.path.parent, 65534, 65534)
    with pytest.raises(RefusedError, match="belongs to another user"):
        clear(jobs, bench)


def test_folder_that_lets_others_in_is_refused(target, jobs, bench):
    target.path.parent.mkdir()
    target.path.parent.chmod(0o777)
    with pytest.raises(RefusedError, match="accessible to others"):
        clear(jobs, bench)


def test_link_in_place_of_the_folder_is_refused(target, jobs, bench, tmp_path):
    target.path.parent.symlink_to(tmp_path)
    with pytest.raises(RefusedError, match="is not the folder that the agent created"):
        clear(jobs, bench)


def test_folder_swapped_right_before_the_start_is_refused(target, jobs, bench, tmp_path):
    (tmp_path / "foreign").mkdir()
    with clear(jobs, bench) as clearance:
        clearance.create_files(RUN)
        clearance.recheck_targets(Roots())
        target.path.parent.rename(bench / "aside")
        target.path.parent.symlink_to(tmp_path / "foreign")
        with pytest.raises(RefusedError, match="is not the folder that the agent created"):
            clearance.confine(tmp_path)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Landlock is Linux's")
def test_kernel_refuses_the_files_beside_while_a_new_file_is_laid_out(target, jobs, spool, bench, tmp_path):
    """E10: the measured folder was admitted, and with it every file in it."""
    ruleset = landlock.make_ruleset([Path("/")])
    if ruleset is None:
        pytest.skip("this kernel has no Landlock")
    os.close(ruleset)
    precious = bench / "precious"
    precious.write_text("precious")
    fio = tmp_path / "fake-fio"
    fio.write_text(
        f"#!{sys.executable}\nimport os\nos.unlink({str(target.path)!r})\nos.symlink({str(precious)!r}, {str(target.path)!r})\n"
        f"try:\n    open({str(target.path)!r}, 'w')\nexcept PermissionError:\n    print('refused', flush=True)\n"
    )
    fio.chmod(0o755)
    equipment = Bench(FioProgram(str(fio), "fio-3.99"), spool, Host("h", "h"), {}, is_sampling=False)
    with Path(os.devnull).open("w", encoding="ascii") as silence:
        measured = equipment.measure(Request(jobs, bench, ROOMY, maker=RUN, is_sampled=False), ProgressLine(silence))
    assert "refused" in (measured.entry.files / "messages.txt").read_text()
    assert precious.read_text() == "precious"
