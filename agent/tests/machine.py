"""Builds the files of another machine: /sys, /proc and /dev as far as the agent reads them, nothing of a real host."""

from __future__ import annotations

from pathlib import Path

from fioboard_agent.host.paths import Roots


class Machine:
    """A tree with disks in it; methods put one fact each."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.roots = Roots(root)
        self._next_minor = 0
        self.put("/proc/self/mountinfo", "22 27 0:21 / /proc rw - proc proc rw\n")
        self.put("/proc/swaps", "Filename Type Size Used Priority\n")

    def put(self, path: str, content: str) -> Path:
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
        return file

    def link(self, path: str, target: str) -> None:
        place = self.root / path.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(self.root / target.lstrip("/"))

    def disk(self, name: str, *, serial: str = "S1", parent: str = "pci0000:00/0000:01:00.0", **facts: str) -> str:
        """A whole disk; returns its folder in /sys/devices."""
        folder = f"/sys/devices/{parent}/block/{name}"
        self._block(name, folder)
        if serial:
            self.put(f"{folder}/device/serial", serial + "\n")
        self.put(f"{folder}/device/model", "Model X\n")
        for path, value in facts.items():
            self.put(f"{folder}/{path.replace('__', '/')}", value + "\n")
        self.link(f"/sys/block/{name}", folder)
        return folder

    def partition(self, disk: str, name: str) -> None:
        folder = f"{self.root.joinpath('sys/block', disk).resolve().relative_to(self.root)}/{name}"
        self._block(name, "/" + folder)
        self.put(f"/{folder}/partition", "1\n")

    def layer(self, name: str, *members: str, **facts: str) -> None:
        """md, dm, …: a device built on others."""
        folder = self.disk(name, serial="", parent="virtual", **facts)
        for member in members:
            member_folder = self.root.joinpath("sys/class/block", member).resolve().relative_to(self.root)
            self.link(f"{folder}/slaves/{member}", f"/{member_folder}")
            self.link(f"/{member_folder}/holders/{name}", folder)

    def mount(self, source: str, where: str, number: str = "0:99") -> None:
        file = self.root / "proc/self/mountinfo"
        file.write_text(file.read_text() + f"30 27 {number} / {where} rw,relatime - ext4 {source} rw\n")

    def number(self, name: str) -> str:
        return self.root.joinpath("sys/class/block", name, "dev").read_text().strip()

    def _block(self, name: str, folder: str) -> None:
        self._next_minor += 1
        self.put(f"{folder}/dev", f"259:{self._next_minor}\n")
        self.put(f"{folder}/size", "7814037168\n")
        self.put(f"{folder}/ro", "0\n")
        self.link(f"/sys/class/block/{name}", folder)
        self.put(f"/dev/{name}", "")
