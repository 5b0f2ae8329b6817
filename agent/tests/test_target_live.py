"""targets/ on real file systems of this kernel, where root may mount them: ext4 and btrfs on loop devices, overlay."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest
from loop_device import attach

from fioboard_agent.collectors import disk_linux, volume_linux
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.reader import Reader
from fioboard_agent.targets.resolution import resolve_path

MIB = 1 << 20


def call(*argv):
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"{argv[0]} does not work here: {done.stderr.strip()[:100]}")
    return done.stdout.strip()


@pytest.fixture
def lab(tmp_path):
    """Makes loop devices and mounts, and takes them away in the opposite order."""
    if os.geteuid() != 0 or shutil.which("losetup") is None:
        pytest.skip("mounting needs root and losetup")
    made = Lab(tmp_path)
    yield made
    made.remove()


class Lab:
    def __init__(self, folder):
        self.folder = folder
        self._undo = []

    def loop(self, name):
        image = self.folder / name
        with image.open("wb") as file:
            file.truncate(160 * MIB)
        device = attach(image)
        self._undo.append(["losetup", "-d", device])
        return device

    def mount(self, *arguments):
        place = self.folder / "mnt" / str(len(self._undo))
        place.mkdir(parents=True)
        call("mount", *arguments, str(place))
        self._undo.append(["umount", str(place)])
        return place

    def remove(self):
        for argv in reversed(self._undo):
            subprocess.run(argv, check=True)


def resolve(path):
    inventory = {
        "disks": disk_linux.collect_disks(Reader(Roots())),
        "volumes": volume_linux.collect_volumes(Reader(Roots())),
    }
    return resolve_path(Roots(), str(path), inventory)


def kinds(target):
    return [node["kind"] for node in target["graph"]["nodes"].values()]


def test_file_on_ext4_on_a_loop_device(lab):
    device = lab.loop("image")
    call("mkfs.ext4", "-q", device)
    place = lab.mount(device)
    target = resolve(place / "job.0.0")
    below = resolve(lab.folder / "image")
    assert target["filesystem"]["type"] == "ext4"
    assert target["filesystem"]["mount_point"] == str(place)
    assert kinds(target)[:5] == ["file", "filesystem", "volume", "file", "filesystem"]
    assert (target["members"], target["reason"]) == (below["members"], below["reason"])
    assert resolve(device)["kind"] == "loop"


def test_overlay_is_followed_to_its_upper_folder(lab):
    for name in ("lower", "upper", "work"):
        (lab.folder / name).mkdir()
    folders = ",".join(f"{name}dir={lab.folder / name}" for name in ("lower", "upper", "work"))
    place = lab.mount("-t", "overlay", "-o", folders, "overlay")
    target, upper = resolve(place / "f"), resolve(lab.folder / "upper")
    assert target["filesystem"]["type"] == "overlay"
    assert (target["members"], target["reason"]) == (upper["members"], upper["reason"])


def test_btrfs_of_two_devices_has_both(lab):
    if shutil.which("mkfs.btrfs") is None:
        pytest.skip("mkfs.btrfs is not installed")
    devices = [lab.loop("one"), lab.loop("two")]
    call("mkfs.btrfs", "-q", "-d", "raid0", "-m", "raid1", *devices)
    place = lab.mount(devices[1])
    volumes = volume_linux.collect_volumes(Reader(Roots()))
    names = [device.rsplit("/", 1)[-1] for device in devices]
    key = f"btrfs:{names[0]}"
    assert (volumes[key]["level"], volumes[key]["members"]) == ("raid0", names)
    assert volumes[key]["options"]["metadata_profile"] == "raid1"
    target = resolve(place / "f")
    assert target["graph"]["nodes"]["filesystem"]["children"] == [key]
    assert target["graph"]["nodes"][key]["children"] == names


def test_bind_mount_leads_to_the_same_disk(lab):
    (lab.folder / "here").mkdir()
    place = lab.mount("--bind", str(lab.folder / "here"))
    target = resolve(place / "f")
    assert target["filesystem"]["mount_point"] == str(place)
    assert target["members"] == resolve(lab.folder / "here")["members"]
