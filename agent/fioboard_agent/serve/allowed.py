"""What the owner of the host allows the service to start: /etc/fioboard/serve.toml. Without it, nothing."""

from __future__ import annotations

import importlib
import os
import re
import sys
from dataclasses import dataclass
from datetime import datetime, time
from pathlib import Path
from typing import Any, Callable, Optional, TypeVar

from fioboard_agent.errors import AgentError, SetupError
from fioboard_agent.host.owned_by_root import require_owned_by_root
from fioboard_agent.host.plain_file import read_plain_file
from fioboard_agent.jobs.sizes import parse_size
from fioboard_agent.suites.workload import SATURATE, SUITES, SWEEP

SERVE_FILE = Path("/etc/fioboard/serve.toml")
# Suites whose steps this agent writes itself; those of a datasheet or a purpose come from the service.
SERVABLE = (*sorted(SUITES), SWEEP, SATURATE)
FOLDER, DEVICE = "folder", "device"
_MAX_BYTES = 64 << 10
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_HOURS = re.compile(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)")
_KEYS = frozenset({"suites", "may_repeat", "hours", "longest_s", "write_bytes_a_day", "target", "job"})
_TARGET_KEYS = {
    FOLDER: frozenset({"folder", "size", "keep_free"}),
    DEVICE: frozenset({"device", "serial", "may_write"}),
}

_Value = TypeVar("_Value")


@dataclass(frozen=True)
class AllowedTarget:
    """A folder, or a device with its serial number. `may_write`: its content may be overwritten; in a folder the agent
    writes test files of its own and nothing else. `size_bytes`: of a test file, in place of the suite's own."""

    path: Path
    kind: str
    serial: Optional[str] = None
    may_write: bool = True
    size_bytes: Optional[int] = None
    keep_free_bytes: Optional[int] = None


@dataclass(frozen=True)
class Allowed:
    """The owner's list. `hours`: when a request may start, by the host's clock; None where no limit is stated."""

    suites: tuple[str, ...] = ()
    jobs: tuple[tuple[str, Path], ...] = ()
    targets: tuple[AllowedTarget, ...] = ()
    may_repeat: bool = False
    hours: Optional[str] = None
    longest_s: Optional[int] = None
    write_bytes_a_day: Optional[int] = None

    def find_target(self, name: str) -> Optional[AllowedTarget]:
        """Find a target by exactly the path that the owner wrote."""
        return next((target for target in self.targets if str(target.path) == name), None)

    def is_open(self, now: datetime) -> bool:
        """Whether a request may start now."""
        if self.hours is None:
            return True
        first, last = map(time.fromisoformat, self.hours.split("-"))
        return first <= now.time() < last if first < last else now.time() >= first or now.time() < last

    def build_offers(self) -> dict[str, Any]:
        """Return the offers that the service is sent."""
        return {
            "suites": list(self.suites),
            "jobs": [name for name, _ in self.jobs],
            "may_repeat": self.may_repeat,
            "targets": [
                {"name": str(one.path), "kind": one.kind, "serial": one.serial, "may_write": one.may_write}
                for one in self.targets
            ],
            "hours": self.hours,
            "utc_offset_minutes": _find_utc_offset_minutes(),
            "longest_s": self.longest_s,
            "write_bytes_a_day": self.write_bytes_a_day,
            "starts_together": True,
        }


def read_allowed(path: Path = SERVE_FILE) -> Allowed:
    """Read the owner's list. Raises SetupError where there is none, where somebody else than root could have written
    it, and for a key or value that it does not have: a typing error never allows more."""
    if not os.path.lexists(path):
        raise SetupError(f"This host accepts no requests: {path} does not exist (docs/agent.md, Serve requests).")
    require_owned_by_root(path)
    try:
        content = read_plain_file(path, "The list", _MAX_BYTES).decode("utf-8")
        document = _find_toml_reader()(content)
        return _read_document(document)
    except (OSError, ValueError, TypeError, AgentError) as error:
        raise SetupError(f"{path} is not understood: {error}") from None


def _find_utc_offset_minutes() -> int:
    """Return how far this host's clock is ahead of UTC: the owner's hours are by this clock."""
    offset = datetime.now().astimezone().utcoffset()
    return round(offset.total_seconds() / 60) if offset is not None else 0


def _find_toml_reader() -> Callable[[str], dict[str, Any]]:
    """Find Python's own reader, which 3.11 and newer have, or tomli."""
    for name in ("tomllib", "tomli"):
        try:
            reader: Callable[[str], dict[str, Any]] = importlib.import_module(name).loads
        except ImportError:
            continue
        return reader
    version = ".".join(map(str, sys.version_info[:2]))
    raise SetupError(f"Python {version} cannot read TOML: install Python 3.11 or newer, or its package tomli.")


def _read_document(document: dict[str, Any]) -> Allowed:
    _require_keys(document, _KEYS, "the file")
    suites = [_require(one, str, "suites") for one in _require(document.get("suites", []), list, "suites")]
    unknown = next((name for name in suites if name not in SERVABLE), None)
    if unknown is not None:
        raise SetupError(f"the suite {unknown!r} cannot be served: choose from {', '.join(SERVABLE)}.")
    hours = document.get("hours")
    if hours is not None and not _HOURS.fullmatch(_require(hours, str, "hours")):
        raise SetupError(f'hours = "{hours}": write it as "22:00-06:00".')
    jobs = tuple(_read_job(one) for one in _require(document.get("job", []), list, "job"))
    targets = tuple(_read_target(one) for one in _require(document.get("target", []), list, "target"))
    for kind, names in (("job", [name for name, _ in jobs]), ("target", [str(one.path) for one in targets])):
        if len(set(names)) != len(names):
            raise SetupError(f"a {kind} is named twice.")
    return Allowed(
        tuple(suites),
        jobs,
        targets,
        _require(document.get("may_repeat", False), bool, "may_repeat"),
        hours,
        _read_limit(document, "longest_s"),
        _read_limit(document, "write_bytes_a_day"),
    )


def _read_job(entry: Any) -> tuple[str, Path]:
    _require_keys(entry, frozenset({"name", "file"}), "[[job]]")
    name = _require(entry.get("name"), str, "the name of a job")
    if not _NAME.fullmatch(name):
        raise SetupError(f"a job is called {name!r}: use letters, digits, dots and dashes.")
    return name, _read_path(entry.get("file"), f"file of the job {name}")


def _read_target(entry: Any) -> AllowedTarget:
    kind = DEVICE if isinstance(entry, dict) and DEVICE in entry else FOLDER
    _require_keys(entry, _TARGET_KEYS[kind], f"[[target]] with a {kind}")
    path = _read_path(entry.get(kind), f"the {kind} of a target")
    if kind == FOLDER:
        size_bytes, keep_free_bytes = _read_size(entry, "size"), _read_size(entry, "keep_free")
        return AllowedTarget(path, kind, size_bytes=size_bytes, keep_free_bytes=keep_free_bytes)
    serial = _require(entry.get("serial"), str, f"the serial number of {path}")
    if not serial.strip():
        raise SetupError(f"{path} needs its serial number.")
    return AllowedTarget(path, kind, serial, _require(entry.get("may_write", False), bool, "may_write"))


def _read_path(value: Any, what: str) -> Path:
    path = Path(_require(value, str, what))
    if not path.is_absolute() or ".." in path.parts or str(path) != value:
        raise SetupError(f"{what}: {value!r} is not a plain path from the root.")
    return path


def _read_size(entry: dict[str, Any], key: str) -> Optional[int]:
    if key not in entry:
        return None
    size_bytes = parse_size(_require(entry[key], str, key))
    if not size_bytes or size_bytes % (1 << 20):
        raise SetupError(f"{key}: give a whole number of MiB such as 512m.")
    return size_bytes


def _read_limit(document: dict[str, Any], key: str) -> Optional[int]:
    if key not in document:
        return None
    value = _require(document[key], int, key)
    if isinstance(value, bool) or value <= 0:
        raise SetupError(f"{key}: give a whole number above 0.")
    return value


def _require(value: Any, kind: type[_Value], what: str) -> _Value:
    if not isinstance(value, kind):
        raise SetupError(f"{what} has to be {'a list' if kind is list else f'a {kind.__name__}'}.")
    return value


def _require_keys(entry: Any, known: frozenset[str], where: str) -> None:
    unknown = next((key for key in _require(entry, dict, where) if key not in known), None)
    if unknown is not None:
        raise SetupError(f"{where} has no {unknown!r}; it has {', '.join(sorted(known))}.")
