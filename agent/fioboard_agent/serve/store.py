"""Requests that this host has decided about, one file each in the agent's state folder.

Written before anything starts, and kept after it: the same request offered again is answered from here and never
run twice.
"""

from __future__ import annotations

import contextlib
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Optional

from fioboard_agent.errors import SetupError
from fioboard_agent.host.durable import read_json, sync_folder, write_json_durably
from fioboard_agent.host.paths import Folders, make_state_folder
from fioboard_agent.serve.request import ServedRequest

RUNNING, DONE, FAILED, REFUSED, CANCELLED = "running", "done", "failed", "refused", "cancelled"
# Of requests whose end the service has stored; the oldest are forgotten.
KEPT_FINISHED = 1_000
_KEPT_DAYS = 3


@dataclass
class Record:
    """A request and what became of it. `request` is None for one that could not be read, and was refused.

    `has_started_fio`: of a single run, which is not made again after the agent was killed during it."""

    id: str
    state: str
    request: Optional[ServedRequest] = None
    reason: Optional[str] = None
    batch_id: Optional[str] = None
    run_ids: list[str] = field(default_factory=list)
    attempts: int = 0
    has_started_fio: bool = False
    is_received: bool = False
    start: Optional[dict[str, int]] = None
    """When fio started together with other hosts, as the service takes it."""
    end: Optional[dict[str, Optional[str]]] = None
    """How the measurement ended, its state and reason, from before its results are sent."""

    @property
    def is_finished(self) -> bool:
        """Whether nothing of it will run any more."""
        return self.state != RUNNING


@dataclass(frozen=True)
class Stop:
    """Why a running request has to end, and in which state."""

    state: str
    reason: Optional[str]


class RequestStore:
    """All requests that this host has decided about."""

    def __init__(self, folders: Folders) -> None:
        self._folder = make_state_folder(folders.state / "serve")

    def save(self, record: Record) -> None:
        """Durably: after a power cut the request is where this call left it."""
        write_json_durably(self._get_path(record.id), asdict(record))

    def find(self, request_id: str) -> Optional[Record]:
        """Find a request; None when this host has not decided about it."""
        path = self._get_path(request_id)
        return _read(path) if path.exists() else None

    def list_records(self) -> list[Record]:
        """List all requests, the oldest first."""
        paths = sorted(self._folder.glob("????????-*.json"), key=lambda path: path.stat().st_mtime)
        return [_read(path) for path in paths]

    def remove_oldest(self) -> None:
        """Forget requests long after the service has stored how they ended; of refused ones, whether it has or not."""
        finished = [one for one in self.list_records() if one.state == REFUSED or (one.is_finished and one.is_received)]
        for record in finished[:-KEPT_FINISHED]:
            self._get_path(record.id).unlink(missing_ok=True)
            self.clear_stop(record.id)

    def request_stop(self, request_id: str, stop: Stop) -> bool:
        """Note why a request has to end; False when that is noted already."""
        if self.find_stop(request_id) is not None:
            return False
        write_json_durably(self._get_stop_path(request_id), asdict(stop))
        return True

    def find_stop(self, request_id: str) -> Optional[Stop]:
        """Find why a request has to end; None when it may go on."""
        try:
            return Stop(**read_json(self._get_stop_path(request_id)))
        except (FileNotFoundError, ValueError, TypeError):
            return None

    def clear_stop(self, request_id: str) -> None:
        """Forget why a request had to end, once its record says so."""
        self._get_stop_path(request_id).unlink(missing_ok=True)
        self.clear_start(request_id)
        sync_folder(self._folder)

    def put_start(self, request_id: str, start: dict[str, int]) -> None:
        """Note when fio starts, for the process that runs the request."""
        write_json_durably(self._get_start_path(request_id), start)

    def find_start(self, request_id: str) -> Optional[dict[str, int]]:
        """Find when fio starts; None until the service has decided."""
        try:
            start: dict[str, int] = read_json(self._get_start_path(request_id))
            return start
        except (FileNotFoundError, ValueError):
            return None

    def clear_start(self, request_id: str) -> None:
        """Forget when fio starts: the clock that it is by may have begun anew."""
        self._get_start_path(request_id).unlink(missing_ok=True)

    def count_written(self, now: datetime) -> int:
        """Return the bytes that requests have written on this day."""
        return self._read_days().get(now.date().isoformat(), 0)

    def add_written(self, now: datetime, count: int) -> None:
        """Count bytes of this day. Only the days that may still be asked for are kept."""
        days = self._read_days()
        today = now.date().isoformat()
        days[today] = days.get(today, 0) + count
        write_json_durably(self._written_path, dict(sorted(days.items())[-_KEPT_DAYS:]))

    def _read_days(self) -> dict[str, int]:
        with contextlib.suppress(FileNotFoundError):
            document = read_json(self._written_path)
            return {str(day): int(count) for day, count in document.items()}
        return {}

    @property
    def _written_path(self) -> Path:
        return self._folder / "written.json"

    def _get_path(self, request_id: str) -> Path:
        return self._folder / f"{request_id}.json"

    def _get_start_path(self, request_id: str) -> Path:
        return self._folder / f"{request_id}.start"

    def _get_stop_path(self, request_id: str) -> Path:
        return self._folder / f"{request_id}.stop"


def _read(path: Path) -> Record:
    try:
        kept = read_json(path)
        if kept["id"] != path.stem:
            raise ValueError("it is of another request")
        return Record(**{**kept, "request": ServedRequest(**kept["request"]) if kept["request"] else None})
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SetupError(f"{path} cannot be read: {error}.") from None
