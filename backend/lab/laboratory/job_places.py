"""Where jobs of the laboratory read and write: folders on the disk, in memory, on loop devices. All of it vanishes."""

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

MIB = 1 << 20
# Folders of our own are made in them, under names that nobody can know before.
DISK_FOLDER, MEMORY_FOLDER = Path("/var/tmp"), Path("/dev/shm")  # noqa: S108
# What the files below take on the disk, and as much again that stays free.
MIN_FREE_BYTES = 6 << 30
MIN_MEMORY_BYTES = 2 << 30
FULL_KEEPS_FREE = 12 * MIB
# fio's own name for files is NAME.JOB.FILE: what it writes is told from these.
READ_FILE, OTHER_FILE, HOLES_FILE, FILLER = "laid-out", "other", "holes", "filler"
KEPT = {READ_FILE, OTHER_FILE, HOLES_FILE, FILLER, "lost+found"}
# Nothing is kept for root, so that full is full.
MAKING = {"ext4": ("-q", "-m", "0"), "btrfs": ("-q",)}
STRIPED = ("-d", "raid0", "-m", "raid0")
PROGRAMS = ("mkfs.ext4", "mkfs.btrfs", "btrfs", "losetup", "mount", "umount")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A folder, the block devices of its file system, and a file of random data to read."""

    folder: Path
    devices: tuple[str, ...]
    """Kernel names; none for memory."""
    disk: str | None
    """The disk below, where there is one."""

    @property
    def read_file(self) -> Path:
        """Laid out and written to the device."""
        return self.folder / READ_FILE

    @property
    def other_file(self) -> Path:
        """Another one, for what goes on beside."""
        return self.folder / OTHER_FILE

    @property
    def holes_file(self) -> Path:
        """Sparse, with data in its first quarter."""
        return self.folder / HOLES_FILE

    def used_share(self) -> float:
        """Of the file system."""
        space = os.statvfs(self.folder)
        return 1 - space.f_bfree / space.f_blocks

    def left(self) -> list[Path]:
        """Files that a run made."""
        return [path for path in self.folder.iterdir() if path.name not in KEPT]

    def left_bytes(self) -> int:
        """Their size."""
        return sum(path.stat().st_size for path in self.left())

    def clear(self) -> None:
        """Removes them."""
        for path in self.left():
            path.unlink()


def disk_of(path: Path) -> str | None:
    """The whole disk that a folder lies on, by the kernel's name; None for memory."""
    number = path.stat().st_dev
    link = Path(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}")
    if not link.exists():
        return None
    device = link.resolve()
    return device.parent.name if (device / "partition").exists() else device.name


def device_number(name: str) -> str:
    """`254:0`."""
    return Path(f"/sys/block/{name}/dev").read_text().strip()


def _run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _fill(path: Path, size: int) -> None:
    """Random data, on the device and out of memory."""
    with path.open("wb") as file:
        for _ in range(size // MIB):
            file.write(os.urandom(MIB))
        file.flush()
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _sparse(path: Path, size: int) -> None:
    with path.open("wb") as file:
        file.write(os.urandom(size // 4))
        os.fsync(file.fileno())
        file.truncate(size)
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _loop(stack: ExitStack, image: Path, size: int) -> str:
    """A loop device over a new file; past the page cache where the file lies on a disk."""
    with image.open("wb") as file:
        file.truncate(size)
    stack.callback(image.unlink)
    direct = "off" if image.is_relative_to(MEMORY_FOLDER) else "on"
    device = _run("losetup", "--show", "--find", f"--direct-io={direct}", str(image)).strip()
    stack.callback(_run, "losetup", "--detach", device)
    return device


def _mounted(stack: ExitStack, folder: Path, kind: str, devices: tuple[str, ...], options: str) -> Path:
    _run(f"mkfs.{kind}", *MAKING[kind], *(STRIPED if len(devices) > 1 else ()), *devices)
    folder.mkdir()
    stack.callback(folder.rmdir)
    _run("mount", "-o", options, devices[0], str(folder))
    stack.callback(_unmount, folder)
    return folder


def _unmount(folder: Path) -> None:
    # A sampler that was just told to end may still look into it.
    with contextlib.suppress(subprocess.CalledProcessError):
        _run("umount", str(folder))
        return
    _run("umount", "--lazy", str(folder))


def _on_loops(
    stack: ExitStack, folder: Path, images: tuple[Path, ...], size: int, *, kind: str, options: str = "rw"
) -> Place:
    devices = tuple(_loop(stack, image, size) for image in images)
    folder = _mounted(stack, folder, kind, devices, options)
    return Place(
        folder=folder,
        devices=tuple(Path(device).name for device in devices),
        disk=next((disk for image in images if (disk := disk_of(image.parent))), None),
    )


Maker = Callable[[ExitStack, Path, Path], Place]
"""Given a folder on the disk and one in memory."""


def _disk(stack: ExitStack, disk: Path, _: Path) -> Place:
    found = disk_of(disk)
    if found is None:
        raise SystemExit(f"{disk} lies on no block device: the laboratory needs one")
    place = Place(folder=disk / "plain", devices=(found,), disk=found)
    place.folder.mkdir()
    _fill(place.read_file, 1024 * MIB)
    _fill(place.other_file, 512 * MIB)
    _sparse(place.holes_file, 512 * MIB)
    stack.callback(shutil.rmtree, place.folder)
    return place


def _memory(stack: ExitStack, _: Path, memory: Path) -> Place:
    place = Place(folder=memory / "plain", devices=(), disk=None)
    place.folder.mkdir()
    _fill(place.read_file, 128 * MIB)
    stack.callback(shutil.rmtree, place.folder)
    return place


def _loop_ext4(stack: ExitStack, disk: Path, _: Path) -> Place:
    place = _on_loops(stack, disk / "ext4", (disk / "ext4.img",), 1024 * MIB, kind="ext4")
    _fill(place.read_file, 384 * MIB)
    return place


def _compressing(stack: ExitStack, disk: Path, _: Path) -> Place:
    place = _on_loops(
        stack, disk / "btrfs", (disk / "btrfs.img",), 1024 * MIB, kind="btrfs", options="compress=zstd"
    )
    _fill(place.read_file, 128 * MIB)
    return place


def _checksums(stack: ExitStack, disk: Path, _: Path) -> Place:
    place = _on_loops(stack, disk / "checked", (disk / "checked.img",), 512 * MIB, kind="btrfs")
    _fill(place.read_file, 256 * MIB)
    return place


def _uneven_stripe(stack: ExitStack, disk: Path, memory: Path) -> Place:
    """One member in memory, one on the disk."""
    place = _on_loops(
        stack,
        disk / "uneven",
        (
            disk / "slow.img",
            memory / "fast.img",
        ),
        512 * MIB,
        kind="btrfs",
    )
    _fill(place.read_file, 256 * MIB)
    return place


def _even_stripe(stack: ExitStack, _: Path, memory: Path) -> Place:
    place = _on_loops(
        stack,
        memory / "even",
        (
            memory / "one.img",
            memory / "two.img",
        ),
        384 * MIB,
        kind="btrfs",
    )
    _fill(place.read_file, 192 * MIB)
    return place


def _full(stack: ExitStack, disk: Path, _: Path) -> Place:
    place = _on_loops(stack, disk / "full", (disk / "full.img",), 512 * MIB, kind="ext4")
    _fill(place.read_file, 128 * MIB)
    free = os.statvfs(place.folder)
    _fill(place.folder / FILLER, free.f_bavail * free.f_frsize - FULL_KEEPS_FREE)
    return place


PLACES: Mapping[str, Maker] = {
    "disk": _disk,
    "memory": _memory,
    "loop": _loop_ext4,
    "compressing": _compressing,
    "checksums": _checksums,
    "uneven stripe": _uneven_stripe,
    "even stripe": _even_stripe,
    "full": _full,
}


@contextlib.contextmanager
def places(wanted: set[str]) -> Iterator[Mapping[str, Place]]:
    """Those that the pass needs, by name. Raises SystemExit when there is too little room or a program is missing."""
    for folder, least in ((DISK_FOLDER, MIN_FREE_BYTES), (MEMORY_FOLDER, MIN_MEMORY_BYTES)):
        free = shutil.disk_usage(folder).free
        if free < least:
            raise SystemExit(
                f"{folder} has {free / 1e9:.1f} GB free; the laboratory needs {least / 1e9:.1f} GB"
            )
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    if missing:
        raise SystemExit(f"missing here: {', '.join(missing)} (e2fsprogs, btrfs-progs, util-linux)")
    with (
        tempfile.TemporaryDirectory(prefix="fioboard-laboratory-", dir=DISK_FOLDER) as disk,
        tempfile.TemporaryDirectory(prefix="fioboard-laboratory-", dir=MEMORY_FOLDER) as memory,
        ExitStack() as stack,
    ):
        yield {name: make(stack, Path(disk), Path(memory)) for name, make in PLACES.items() if name in wanted}
