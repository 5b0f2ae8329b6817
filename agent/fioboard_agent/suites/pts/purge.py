"""Purge of a drive before a PTS: a closed list of exact commands, with a receipt on the disk before each.

Nothing else is ever run. A purge needs the drive's serial number twice: for --confirm-destroy and for --confirm-purge.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Callable, Optional

from fioboard_agent.delivery.payload import format_timestamp
from fioboard_agent.errors import RefusedError, SetupError, UsageError
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.programs import Programs
from fioboard_agent.host.sysfs import list_names, read_number, read_text
from fioboard_agent.safety.confirmation import confirm
from fioboard_agent.safety.devices import Device, find_kernel_name, read_device
from fioboard_agent.safety.in_use import open_device, require_unused

DISCARD, FORMAT, ERASE = "blkdiscard", "nvme-format", "ata-erase"
METHODS = (DISCARD, FORMAT, ERASE)
PLANNED, STARTED, DONE = "planned", "started", "done"
# The drive forgets it with the erase; a drive that is left locked is opened with it.
PASSWORD = "fioboard"  # noqa: S105 no secret: it is printed for the person
_TIMEOUT_S = 12 * 3600.0
_NAMES = {DISCARD: r"(?:nvme\d+n\d+|sd[a-z]+|vd[a-z]+|loop\d+)", FORMAT: r"nvme\d+n\d+", ERASE: r"sd[a-z]+"}
_NVME = re.compile(r"nvme\d+n\d+")
_MAX_FORMATS = 16


@dataclass(frozen=True)
class Purge:
    """What was asked for, and how far it came. `confirmed`: what was typed for --confirm-purge. `commands`: what was
    run; written down before each of them runs."""

    method: str
    confirmed: str
    state: str = PLANNED
    at: Optional[str] = None
    commands: tuple[tuple[str, ...], ...] = ()


class Purger:
    """Purges one drive of this host."""

    def __init__(self, roots: Roots, programs: Optional[Programs] = None) -> None:
        self._roots, self._programs = roots, programs or Programs()

    def check(self, purge: Purge, path: Path) -> Device:
        """Check that the drive at this path is the confirmed one, whole, unused, and takes the method. Raises
        RefusedError; nothing is changed."""
        name = find_kernel_name(self._roots, path)
        if name is None:
            raise RefusedError(f"--purge: {path} is no drive.")
        device = read_device(self._roots, name)
        if device.disk != name:
            raise RefusedError(f"--purge: {path} is a partition. Only whole drives are purged.")
        if not confirm([purge.confirmed], device):
            raise RefusedError(f"--confirm-purge {purge.confirmed} is not {device.describe()}.")
        if purge.method not in METHODS or not re.fullmatch(_NAMES[purge.method], name):
            raise RefusedError(f"--purge {purge.method} is not for {name}.")
        require_unused(self._roots, device)
        os.close(open_device(self._roots, device))
        self._require_method(purge.method, name)
        return device

    def run(self, purge: Purge, path: Path, keep: Callable[[Purge], None]) -> Purge:
        """Purge the drive; `keep` puts the receipt on the disk. Raises RefusedError and SetupError; a drive whose
        purge failed is not measured."""
        device = self.check(purge, path)
        commands = self._list_commands(purge.method, device.name)
        purge = replace(purge, state=STARTED, at=format_timestamp(datetime.now(timezone.utc)), commands=commands)
        keep(purge)
        for command in commands:
            self._execute(command, path)
        purge = replace(purge, state=DONE, at=format_timestamp(datetime.now(timezone.utc)))
        keep(purge)
        return purge

    def _list_commands(self, method: str, name: str) -> tuple[tuple[str, ...], ...]:
        """List the exact commands; there are no others."""
        path = f"/dev/{name}"
        if method == DISCARD:
            return (("blkdiscard", path),)
        if method == FORMAT:
            return (("nvme", "format", path, f"--lbaf={self._read_format(name)}", "--ses=1"),)
        return (
            ("hdparm", "--user-master", "u", "--security-set-pass", PASSWORD, path),
            ("hdparm", "--user-master", "u", "--security-erase", PASSWORD, path),
        )

    def _require_method(self, method: str, name: str) -> None:
        if method == DISCARD and not read_number(self._roots.locate(f"/sys/block/{name}/queue/discard_max_bytes")):
            raise RefusedError(f"--purge {method}: {name} does not take discards.")
        if method == FORMAT:
            self._require_one_namespace(name)
            self._read_format(name)
        if method == ERASE:
            self._require_erasable(name)

    def _require_one_namespace(self, name: str) -> None:
        """A format may reach all namespaces of a controller: there must be no other one."""
        controller = self._ask(["nvme", "id-ctrl", f"/dev/{name}", "--output-format=json"])
        nodes = [one for one in list_names(self._roots.locate("/sys/block")) if _NVME.fullmatch(one)]
        own = self._read_subsystem(name)
        others = [one for one in nodes if one != name and own is not None and self._read_subsystem(one) == own]
        try:
            document = json.loads(controller)
            spans_all, count = bool(int(document["fna"]) & 3), int(document["nn"])
        except (ValueError, KeyError, TypeError):
            raise RefusedError(f"--purge {FORMAT}: {name} does not say what a format reaches.") from None
        if others or own is None or (spans_all and count != 1):
            raise RefusedError(f"--purge {FORMAT}: it could reach other namespaces than {name}.")

    def _read_subsystem(self, name: str) -> Optional[str]:
        folder = self._roots.locate(f"/sys/block/{name}/device")
        return read_text(folder / "subsysnqn")

    def _read_format(self, name: str) -> int:
        """Read the LBA format in use: a purge must not change the sector size."""
        try:
            number = int(json.loads(self._ask(["nvme", "id-ns", f"/dev/{name}", "--output-format=json"]))["flbas"])
        except (ValueError, KeyError, TypeError):
            raise RefusedError(f"--purge {FORMAT}: {name} does not say its LBA format.") from None
        if not 0 <= number < 128 or number % 32 >= _MAX_FORMATS:
            raise RefusedError(f"--purge {FORMAT}: {name} reports an LBA format that the agent does not know.")
        return number & 0xF

    def _require_erasable(self, name: str) -> None:
        text = self._ask(["hdparm", "-I", f"/dev/{name}"]).partition("Security:")[2]
        lines = {" ".join(line.split()) for line in text.splitlines()}
        for wanted in ("supported", "not enabled", "not locked", "not frozen"):
            if wanted not in lines:
                raise RefusedError(
                    f"--purge {ERASE}: hdparm does not say that the security of {name} is {wanted!r}. A frozen drive "
                    "thaws when it is plugged in again or the host wakes from sleep."
                )

    def _execute(self, command: tuple[str, ...], path: Path) -> None:
        try:
            answer = self._programs.run(command, timeout_s=_TIMEOUT_S)
        except FileNotFoundError:
            raise SetupError(f"{command[0]} is not installed.") from None
        except (OSError, subprocess.SubprocessError) as error:
            raise SetupError(f"`{' '.join(command)}` failed: {error}.") from None
        if answer.exit_code == 0:
            return
        locked = (
            f" The drive may be locked; unlock it with: hdparm --security-disable {PASSWORD} {path}"
            if command[0] == "hdparm"
            else ""
        )
        raise SetupError(f"`{' '.join(command)}` ended with {answer.exit_code}: {answer.stderr.strip()[:300]}.{locked}")

    def _ask(self, command: list[str]) -> str:
        try:
            answer = self._programs.run(command)
        except FileNotFoundError:
            raise RefusedError(f"--purge: {command[0]} is not installed.") from None
        except (OSError, subprocess.SubprocessError) as error:
            raise RefusedError(f"--purge: `{' '.join(command)}` failed: {error}.") from None
        if answer.exit_code:
            raise RefusedError(f"--purge: `{' '.join(command)}` ended with {answer.exit_code}.")
        return answer.text


def read_purge(method: Optional[str], confirmed: Optional[str], path: Path) -> Optional[Purge]:
    """Read `--purge` and `--confirm-purge`; None where neither was given. Raises UsageError for one alone, and for a
    target that is no device."""
    if method is None and confirmed is None:
        return None
    if method is None or confirmed is None:
        raise UsageError("--purge METHOD and --confirm-purge SERIAL belong together: a purge erases the whole drive.")
    if not path.is_block_device():
        raise UsageError(f"--purge: {path} is no drive; a file cannot be purged.")
    return Purge(method, confirmed)
