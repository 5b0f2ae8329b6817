"""The whole procedure on real block devices: loop devices, where root may make them."""

import os
import subprocess

import pytest

from fioboard_agent.cli import main
from fioboard_agent.errors import RefusedError
from fioboard_agent.host.paths import Roots
from fioboard_agent.jobs.arguments import parse_arguments
from fioboard_agent.safety.clearance import Permissions, require_harmless_jobs

MIB = 1 << 20


def check(device, *confirmed, rw="write", cwd="/"):
    jobs = parse_arguments(["--name=a", f"--rw={rw}", f"--filename={device}", "--bs=4k", "--size=1m"])
    return require_harmless_jobs(jobs, cwd, Permissions(confirmed=frozenset(confirmed)), Roots())


def test_writing_needs_the_confirmation_and_says_which(loop):
    device, image = loop
    for confirmed in ([], ["something else"], [device]):
        with pytest.raises(RefusedError, match="--confirm-destroy") as refusal:
            check(device, *confirmed)
        assert image in str(refusal.value)


def test_confirmed_device_is_claimed_until_the_clearance_is_closed(loop):
    device, image = loop
    with check(device, image) as clearance:
        assert clearance.confirmations[0]["confirmed"] == [image]
        assert not clearance.read_only
        with pytest.raises(OSError, match="busy"):
            os.open(device, os.O_RDONLY | os.O_EXCL)
    os.close(os.open(device, os.O_RDONLY | os.O_EXCL))


def test_device_behind_a_link_is_found(loop, tmp_path):
    device, _ = loop
    link = tmp_path / "by-id"
    link.symlink_to(device)
    with pytest.raises(RefusedError, match="--confirm-destroy"):
        check(link)


def test_mounted_device_is_refused_also_when_confirmed(loop, tmp_path):
    device, image = loop
    subprocess.run(["mkfs.ext4", "-q", device], check=True)
    (tmp_path / "mnt").mkdir()
    subprocess.run(["mount", device, str(tmp_path / "mnt")], check=True)
    try:
        with pytest.raises(RefusedError, match="mounted on"):
            check(device, image)
    finally:
        subprocess.run(["umount", str(tmp_path / "mnt")], check=True)


def test_swap_is_refused_also_when_confirmed(loop):
    device, image = loop
    subprocess.run(["mkswap", "-q", device], check=True)
    if subprocess.run(["swapon", device], check=False).returncode:
        pytest.skip("swap is not permitted here")
    try:
        with pytest.raises(RefusedError, match="swap"):
            check(device, image)
    finally:
        subprocess.run(["swapoff", device], check=True)


def test_device_held_by_another_program_is_refused(loop):
    device, image = loop
    holder = os.open(device, os.O_RDONLY | os.O_EXCL)
    try:
        with pytest.raises(RefusedError, match="exclusively"):
            check(device, image)
    finally:
        os.close(holder)


def test_idle_file_system_is_named_before_it_is_lost(loop):
    device, _ = loop
    subprocess.run(["mkfs.ext4", "-q", device], check=True)
    with pytest.raises(RefusedError, match="ext4"):
        check(device)


def test_device_that_changed_in_between_is_not_written(loop, tmp_path):
    device, image = loop
    with check(device, image) as clearance:
        clearance.recheck_targets(Roots())
        other = Roots(tmp_path / "other")
        (tmp_path / "other").mkdir()
        with pytest.raises(RefusedError):
            clearance.recheck_targets(other)


def test_reading_needs_no_confirmation(loop):
    device, _ = loop
    assert check(device, rw="randread").read_only


def test_confirmed_write_reaches_the_device(loop, folders, monkeypatch, tmp_path):
    device, image = loop
    monkeypatch.chdir(tmp_path)
    arguments = ["--name=a", "--rw=write", f"--filename={device}", "--bs=64k", "--size=1m"]
    assert main(["run", "--no-upload", "--", *arguments]) == 3
    assert (tmp_path / "image").read_bytes() == bytes(32 * MIB)
    assert main(["run", "--no-upload", "--confirm-destroy", image, "--", *arguments]) == 0
    assert any((tmp_path / "image").read_bytes()[:MIB])
    assert not any((tmp_path / "image").read_bytes()[MIB:])
