"""Captured machines as folders that `Roots` can be given: archives, ttar text, folders and dumps of udev's database.

`fixture("sysfs/hwloc/x.tar.bz2")` finds a file: in tests/data first, where the permissively licensed ones are copied,
else beside the checkout (../shared), else the test is skipped. `captured(fixture(…))` is the root of it, made once for all
tests and only to be read; `tree(fixture(…), tmp_path)` makes one that a test may change.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tarfile
import tempfile
from pathlib import Path
from typing import Iterator

import pytest

OWN = Path(__file__).parent / "data"
SHARED = Path(__file__).parents[3] / "shared" / "fixtures" / "inventory"
# They came with 3.12 and were given to older releases; Debian 12 has a 3.11 without them.
HAS_FILTERS = hasattr(tarfile, "data_filter")


def fixture(name: str) -> Path:
    """The file or folder of that name; the test is skipped where only ../shared would have it."""
    for place in (OWN / name, SHARED / name):
        if place.exists():
            return place
    pytest.skip(f"{name} is not beside this checkout")


def fixtures(pattern: str) -> list[Path]:
    """All files that match in both places, each name once; empty where there are none (no test is made then)."""
    found = {path.relative_to(base): path for base in (SHARED, OWN) for path in base.glob(pattern)}
    return [found[name] for name in sorted(found)]


def captured(source: Path, wanted: str = "") -> Path:
    """The root of a captured machine, only to be read: the first test that asks makes it for all test processes
    (conftest.py says where)."""
    name = hashlib.sha256(f"{source}\n{wanted}".encode()).hexdigest()[:16]
    place = Path(os.environ["FIOBOARD_SHARED_BY_TESTS"]) / name
    if not place.exists():
        own = Path(tempfile.mkdtemp(dir=place.parent))
        tree(source, own, wanted)
        try:
            own.rename(place)
        except OSError:  # another process was faster
            shutil.rmtree(own)
    return _root_in(place)


def tree(source: Path, folder: Path, wanted: str = "") -> Path:
    """The root of a captured machine below `folder`. `wanted` is a pattern over paths: unpacking ten thousand files
    takes long on a busy machine, so a test takes the part it looks at."""
    folder.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, folder, symlinks=True, dirs_exist_ok=True)
    elif source.suffix == ".ttar":
        _unpack_ttar(source, folder, wanted)
    elif source.suffix == ".txt":
        _build_from_udev(source.read_text(encoding="utf-8", errors="replace"), folder)
    else:
        _unpack_tar(source, folder, wanted)
    return _root_in(folder)


def _root_in(folder: Path) -> Path:
    inside = list(folder.iterdir())
    return inside[0] if len(inside) == 1 and inside[0].name not in {"sys", "proc"} else folder


def _unpack_tar(source: Path, folder: Path, wanted: str) -> None:
    with tarfile.open(source) as tar:
        members = [member for member in tar if not member.isdev() and re.search(wanted, member.name)]
        if HAS_FILTERS:
            tar.extractall(folder, members, filter=_readable)
            return
        for member in members:
            member.mode = 0o755 if member.isdir() else 0o644
        tar.extractall(folder, members)


def unpack_capture(archive: tarfile.TarFile, folder: Path) -> None:
    """Unpacks an archive that the agent made: nothing in it may lead outside, and Python says so where it can."""
    if HAS_FILTERS:
        archive.extractall(folder, filter="data")
    else:
        archive.extractall(folder)


def _readable(member: tarfile.TarInfo, _: str) -> tarfile.TarInfo:
    """A captured machine has modes such as 0200 or 0400; who may read what is said by the tests (faults.py). Owner and
    times say nothing, and setting them takes as long as the file itself."""
    nothing = {"mtime": None, "uid": None, "gid": None, "uname": None, "gname": None}
    return member.replace(mode=0o755 if member.isdir() else 0o644, deep=False, **nothing)


def _unpack_ttar(source: Path, folder: Path, wanted: str) -> None:
    """node_exporter's text archive: NULLBYTE is a zero byte, EOF at the end means no last line feed."""
    for path, target, content in _ttar_entries(source.read_text(encoding="utf-8").splitlines(), folder, wanted):
        path.parent.mkdir(parents=True, exist_ok=True)
        if target is not None:
            path.symlink_to(target)
        elif content is not None:
            path.write_bytes(content)
        else:
            path.mkdir(exist_ok=True)


def _ttar_entries(lines: list[str], folder: Path, wanted: str) -> Iterator[tuple[Path, str | None, bytes | None]]:
    path, position = folder, 0
    while position < len(lines):
        key, _, value = lines[position].partition(": ")
        position += 1
        if key in {"Path", "Directory"}:
            path = folder / value
        is_wanted = re.search(wanted, str(path.relative_to(folder)))
        if key == "Directory" and is_wanted:
            yield path, None, None
        elif key == "SymlinkTo" and is_wanted:
            yield path, value, None
        elif key == "Lines":
            text = "".join(line + "\n" for line in lines[position : position + int(value)])
            position += int(value)
            text = text[: -len("EOF\n")] if re.search(r"(?<!\\)EOF\n\Z", text) else text
            text = re.sub(r"(?<!\\)NULLBYTE", "\0", text).replace("\\NULLBYTE", "NULLBYTE").replace("\\EOF", "EOF")
            if is_wanted:
                yield path, None, text.encode("utf-8")


# Two thirds of a dump, and no collector reads them.
_UNREAD_SUBSYSTEMS = frozenset(
    {"acpi", "clockevents", "event_source", "i2c", "input", "leds", "machinecheck", "memory", "msr", "serial-base"}
    | {"sound", "thermal", "tty", "vc", "wakeup"}
)


def _build_from_udev(text: str, folder: Path) -> None:
    """`udevadm info --export-db`: the folders of /sys with uevent files, class links, and /run/udev/data. Values of
    files that udev does not keep (link speeds, queues) are absent."""
    for block in re.split(r"\n\s*\n", text):
        lines = [line.strip() for line in block.splitlines()]
        path = next((line[3:] for line in lines if line.startswith("P: ")), None)
        if path is None or ".." in path:
            continue
        properties = dict(line[3:].split("=", 1) for line in lines if line.startswith("E: ") and "=" in line)
        if properties.get("SUBSYSTEM") in _UNREAD_SUBSYSTEMS:
            continue
        device = folder / "sys" / path.lstrip("/")
        device.mkdir(parents=True, exist_ok=True)
        (device / "uevent").write_text("".join(f"{key}={value}\n" for key, value in properties.items()))
        _put_udev_device(folder, device, properties, lines)


def _put_udev_device(folder: Path, device: Path, properties: dict[str, str], lines: list[str]) -> None:
    subsystem = properties.get("SUBSYSTEM", "")
    places = {"pci": ["sys/bus/pci/devices"], "block": ["sys/class/block"]}.get(subsystem, [f"sys/class/{subsystem}"])
    if subsystem == "block" and properties.get("DEVTYPE") == "disk":
        places.append("sys/block")
    for place in places if subsystem else []:
        link = folder / place / device.name
        link.parent.mkdir(parents=True, exist_ok=True)
        if not link.is_symlink():
            link.symlink_to(os.path.relpath(device, link.parent))
    if subsystem == "pci" and re.fullmatch(r"\w{4}:\w{4}", properties.get("PCI_ID", "")):
        vendor, product = properties["PCI_ID"].lower().split(":")
        (device / "vendor").write_text(f"0x{vendor}\n")
        (device / "device").write_text(f"0x{product}\n")
        (device / "class").write_text(f"0x{int(properties.get('PCI_CLASS', '0'), 16):06x}\n")
    if "DRIVER" in properties:
        driver = folder / "sys/bus" / subsystem / "drivers" / properties["DRIVER"]
        driver.mkdir(parents=True, exist_ok=True)
        (device / "driver").unlink(missing_ok=True)
        (device / "driver").symlink_to(os.path.relpath(driver, device))
    if subsystem:
        name = f"+{subsystem}:{device.name}"
        if "MAJOR" in properties:
            number = f"{properties['MAJOR']}:{properties.get('MINOR', '0')}"
            (device / "dev").write_text(number + "\n")
            name = f"{'b' if subsystem == 'block' else 'c'}{number}"
        data = folder / "run/udev/data" / name
        data.parent.mkdir(parents=True, exist_ok=True)
        data.write_text("".join(f"{line[0]}:{line[3:]}\n" for line in lines if re.match(r"[ESL]: ", line)))
