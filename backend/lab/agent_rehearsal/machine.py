"""A virtual machine of a rehearsal: Debian 12 on an emulated processor, whose first service runs a script of ours."""

import json
import shutil
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from socket import AF_UNIX, socket

from scripts.service import CHECKOUT

MIRROR = "http://deb.debian.org/debian"
PACKAGES = "systemd-sysv,udev,kmod,python3,fio,linux-image-amd64,pciutils"
KEPT = CHECKOUT / ".cache" / "rehearse" / "machine"
AGENT = CHECKOUT / "agent" / "dist" / "agent.pyz"
WAIT_S = 1200

UNIT = """[Unit]
Description=rehearsal
After=network.target
[Service]
ExecStartPre=/bin/mkdir -p /shared
ExecStartPre=/bin/mount -t 9p -o trans=virtio,version=9p2000.L,cache=none shared /shared
ExecStart=/bin/sh /shared/guest.sh
[Install]
WantedBy=multi-user.target
"""


def make_image() -> Path:
    """Make the disk of the machine, its kernel and its first root; returns their folder."""
    if (KEPT / "disk").exists():
        return KEPT
    root = KEPT / "root"
    shutil.rmtree(KEPT, ignore_errors=True)
    root.mkdir(parents=True)
    print("making the machine's disk …", flush=True)
    bootstrap = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", "bookworm", root, MIRROR]
    subprocess.run(bootstrap, stdout=subprocess.DEVNULL, check=True)
    unit = root / "etc/systemd/system/rehearsal.service"
    unit.write_text(UNIT)
    wants = unit.parent / "multi-user.target.wants"
    wants.mkdir(exist_ok=True)
    (wants / unit.name).symlink_to(f"../{unit.name}")
    (root / "etc/fstab").write_text("/dev/vda / ext4 defaults 0 1\n")
    for name in ("vmlinuz", "initrd.img"):
        [found] = (root / "boot").glob(f"{name}-*")
        shutil.copy(found, KEPT / name)
    subprocess.run(["mke2fs", "-q", "-t", "ext4", "-d", root, KEPT / "disk.part", "1500M"], check=True)
    shutil.rmtree(root)
    (KEPT / "disk.part").rename(KEPT / "disk")
    return KEPT


def build_base_arguments(folder: Path, image: Path) -> list[str]:
    """Build the command line of QEMU without drives; control is by the socket `qmp` of the folder."""
    arguments = ["qemu-system-x86_64", "-M", "q35", "-accel", "tcg", "-cpu", "max", "-smp", "2", "-m", "1024"]
    arguments += ["-display", "none", "-serial", f"file:{folder / 'console'}"]
    arguments += ["-kernel", str(image / "vmlinuz"), "-initrd", str(image / "initrd.img")]
    arguments += ["-append", "root=/dev/vda rw console=ttyS0 quiet"]
    arguments += ["-drive", f"file={image / 'disk'},if=virtio,format=raw,snapshot=on"]
    arguments += ["-virtfs", f"local,path={folder / 'shared'},mount_tag=shared,security_model=none"]
    arguments += ["-qmp", f"unix:{folder / 'qmp'},server=on,wait=off"]
    return arguments


def share_folder(folder: Path, guest: str) -> Path:
    """Make the folder that both sides see, with the agent and the script that the guest starts."""
    shared = folder / "shared"
    shared.mkdir()
    shutil.copy(AGENT, shared / "agent.pyz")
    (shared / "guest.sh").write_text(guest)
    return shared


class Monitor:
    """QEMU's monitor (QMP)."""

    def __init__(self, path: Path) -> None:
        self._socket = socket(AF_UNIX)
        self._socket.connect(str(path))
        self._answers = self._socket.makefile()
        self._answers.readline()
        self.ask("qmp_capabilities", {})

    def ask(self, command: str, arguments: Mapping[str, object]) -> None:
        """Give a command; ends the rehearsal when QEMU refuses it."""
        self._socket.sendall(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        while True:
            answer = json.loads(self._answers.readline())
            if "error" in answer:
                raise SystemExit(f"QEMU refused {command}: {answer['error']['desc']}")
            if "return" in answer:
                return


def wait_for(file: Path, process: "subprocess.Popen[bytes] | None" = None) -> None:
    """Wait until a file is there; ends the rehearsal when it does not come."""
    give_up_at = time.monotonic() + WAIT_S
    while not file.exists():
        if time.monotonic() > give_up_at or (process is not None and process.poll() is not None):
            raise SystemExit(f"the machine has not written {file.name}")
        time.sleep(0.2)
