"""The settings that an experiment may switch: a closed list, read and written in one place.

Nothing else is ever written: a place must have one of the forms of `_PLACES`, also when it comes from a receipt.
"""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from typing import Any, Iterator, Optional

from fioboard_agent.collectors.disk_linux import parse_selected
from fioboard_agent.errors import RefusedError, SetupError, UsageError
from fioboard_agent.experiments.recognition import Scene
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.programs import Programs
from fioboard_agent.host.sysfs import list_names, read_text

_QUEUE = r"/sys/block/[A-Za-z0-9_!-]+/queue/(?:scheduler|nr_requests|read_ahead_kb|wbt_lat_usec)"
_GOVERNOR = r"/sys/devices/system/cpu/cpufreq/policy\d+/scaling_governor"
_FEATURE = r"nvme:(nvme\d+):([26])"
_PLACES = re.compile(f"{_QUEUE}|{_GOVERNOR}|{_FEATURE}")
_VALUE = re.compile(r"[a-z0-9_-]{1,32}")
_FEATURE_VALUE = re.compile(r"[Cc]urrent value:\s*(?:0x)?([0-9a-fA-F]+)")
_CPUFREQ = "/sys/devices/system/cpu/cpufreq"
_WRITE_CACHE = {"off": "0", "on": "1"}
_MAX_POWER_STATE = 31


@dataclass(frozen=True)
class Switched:
    """One setting to be made. `followers`: places that the kernel resets with it, to be set again."""

    place: str
    value: str
    followers: tuple[str, ...] = ()


class Switchboard:
    """Reads and writes the settings of one host."""

    def __init__(self, roots: Roots, programs: Optional[Programs] = None) -> None:
        self._roots, self._programs = roots, programs or Programs()

    def read(self, place: str) -> Optional[str]:
        """Read the present value; None where it cannot be read."""
        feature = re.fullmatch(_FEATURE, place)
        if feature:
            return self._read_feature(*feature.groups())
        return parse_selected(read_text(self._roots.locate(place)))

    def has_place(self, place: str) -> bool:
        """Whether there is still what holds a setting; a drive's feature is asked of the drive."""
        return not place.startswith("/") or self._roots.locate(place).exists()

    def can_write(self, place: str) -> bool:
        """Whether this user may write a setting; a drive's feature is asked of the drive."""
        return not place.startswith("/") or os.access(self._roots.locate(place), os.W_OK)

    def list_choices(self, place: str) -> list[str]:
        """List the values that the kernel offers; empty where it does not say."""
        if place.endswith("/scheduler"):
            return (read_text(self._roots.locate(place)) or "").replace("[", "").replace("]", "").split()
        if place.endswith("/scaling_governor"):
            folder = place.rpartition("/")[0]
            return (read_text(self._roots.locate(f"{folder}/scaling_available_governors")) or "").split()
        return []

    def write(self, place: str, value: str) -> None:
        """Write a value. Raises RefusedError for a place off the list, SetupError where the host refuses."""
        if not _PLACES.fullmatch(place) or not _VALUE.fullmatch(value):
            raise RefusedError(f"{place}: not a setting that an experiment may switch.")
        feature = re.fullmatch(_FEATURE, place)
        try:
            if feature:
                self._write_feature(feature.group(1), feature.group(2), value)
            else:
                self.write_file(place, value)
        except OSError as error:
            raise SetupError(f"{place} cannot be set to {value}: {error.strerror}.") from None

    def write_file(self, place: str, value: str) -> None:
        """Write into a file that there is; none is ever made."""
        with self._roots.locate(place).open("r+", encoding="ascii") as file:
            file.write(value)

    def list_names(self, folder: str) -> list[str]:
        """List the names in a folder of the host."""
        return list_names(self._roots.locate(folder))

    def read_boot(self) -> Optional[str]:
        """Read what tells one start of the host from another."""
        return read_text(self._roots.locate("/proc/sys/kernel/random/boot_id"))

    def _read_feature(self, device: str, feature: str) -> Optional[str]:
        text = self._ask("get-feature", device, feature)
        match = _FEATURE_VALUE.search(text or "")
        return str(int(match.group(1), 16) & 0xFF) if match else None

    def _write_feature(self, device: str, feature: str, value: str) -> None:
        # Never --save: the drive forgets it at its next start.
        if self._ask("set-feature", device, feature, f"--value={value}") is None:
            raise SetupError(f"nvme set-feature: {device} did not take {value} for feature {feature}.")

    def _ask(self, verb: str, device: str, feature: str, *more: str) -> Optional[str]:
        try:
            answer = self._programs.run(["nvme", verb, f"/dev/{device}", f"--feature-id={feature}", *more])
        except FileNotFoundError:
            raise SetupError("nvme-cli is not installed: install it to switch a feature of the drive.") from None
        except (OSError, subprocess.SubprocessError):
            return None
        return answer.text if answer.exit_code == 0 else None


def list_switched(thing: str, condition: str, scene: Scene, board: Switchboard) -> list[Switched]:
    """List the settings of one condition. Raises UsageError for a value that there is not, SetupError for a host
    that has no such setting."""
    if thing == "governor":
        policies = [name for name in board.list_names(_CPUFREQ) if re.fullmatch(r"policy\d+", name)]
        made = [Switched(f"{_CPUFREQ}/{name}/scaling_governor", condition) for name in policies]
    elif thing.startswith("nvme-"):
        made = [Switched(place, _encode_feature(thing, condition)) for place in _list_features(thing, scene)]
    else:
        made = list(_list_queue_settings(thing, condition, scene, board))
    if not made:
        raise SetupError(f"--vary {thing}: neither the target nor this host has this setting.")
    for one in made:
        choices = board.list_choices(one.place)
        if choices and one.value not in choices:
            raise UsageError(f"--vary {thing}: there is no {condition} here; choose from {', '.join(choices)}.")
        if not board.can_write(one.place):
            raise SetupError(f"--vary {thing}: {one.place} may be written by root alone; run it as root.")
    return made


def _list_queue_settings(thing: str, condition: str, scene: Scene, board: Switchboard) -> Iterator[Switched]:
    if thing != "scheduler" and not (condition.isdigit() and 0 < int(condition) < 1 << 20):
        raise UsageError(f"--vary {thing}={condition}: give whole numbers.")
    file = {"scheduler": "scheduler", "nr-requests": "nr_requests", "read-ahead-kb": "read_ahead_kb"}[thing]
    for device in _list_devices(scene, board, has_queue=thing != "read-ahead-kb"):
        queue = f"/sys/block/{device}/queue"
        followers = (f"{queue}/nr_requests", f"{queue}/wbt_lat_usec") if thing == "scheduler" else ()
        yield Switched(f"{queue}/{file}", condition, followers)


def _list_devices(scene: Scene, board: Switchboard, has_queue: bool) -> list[str]:
    """List the uppermost block devices of the target that order requests themselves: an array leaves that to its
    drives, a loop device does it for its file. `has_queue`: False takes the uppermost device as it is."""
    graph: dict[str, Any] = scene.target.get("graph") or {}
    nodes: dict[str, Any] = graph.get("nodes") or {}
    devices: list[str] = []
    asked = [graph.get("root")]
    while asked:
        node = nodes.get(asked.pop(0) or "") or {}
        name = str(node.get("name") or "").replace("/", "!")
        is_device = node.get("kind") in {"disk", "volume"} and bool(name)
        offers = len(board.list_choices(f"/sys/block/{name}/queue/scheduler")) if is_device else 0
        if offers > 1 or (is_device and not has_queue and offers):
            devices.append(name)
        else:
            asked += node.get("children") or []
    return list(dict.fromkeys(devices))


def _list_features(thing: str, scene: Scene) -> list[str]:
    feature = 2 if thing == "nvme-power-state" else 6
    disks = scene.inventory.get("disks") or {}
    names = [one["name"] for member in scene.target.get("members") or [] for one in disks[member]["controllers"]]
    return [f"nvme:{name}:{feature}" for name in names if re.fullmatch(r"nvme\d+", name)]


def _encode_feature(thing: str, condition: str) -> str:
    if thing == "nvme-write-cache":
        if condition not in _WRITE_CACHE:
            raise UsageError(f"--vary {thing}={condition}: on or off.")
        return _WRITE_CACHE[condition]
    if not (condition.isdigit() and int(condition) <= _MAX_POWER_STATE):
        raise UsageError(f"--vary {thing}={condition}: a power state is a number from 0 to {_MAX_POWER_STATE}.")
    return condition
