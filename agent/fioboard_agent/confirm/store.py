"""Confirmations that wait for a person's step, one file each in the agent's state folder."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any, Optional

from fioboard_agent.confirm.service_answer import Asked, AskedDrive, AskedTarget
from fioboard_agent.confirm.trial import Trial, Waiting
from fioboard_agent.errors import UsageError
from fioboard_agent.host.durable import read_json, sync_folder, write_json_durably
from fioboard_agent.host.paths import Folders, make_state_folder

SCHEMA = 1


class WaitingStore:
    """All of this user on this host."""

    def __init__(self, folders: Folders) -> None:
        self._folder = make_state_folder(folders.confirmations)

    def save(self, waiting: Waiting) -> None:
        """Durably: the person's step may be a reboot, or a machine that is switched off."""
        write_json_durably(self._path(waiting.trial.id), {"schema": SCHEMA, **asdict(waiting)})

    def remove(self, trial_id: str) -> None:
        """The other half is done."""
        self._path(trial_id).unlink(missing_ok=True)
        sync_folder(self._folder)

    def all(self) -> list[Waiting]:
        """Newest last; files that are none are left alone."""
        paths = sorted(self._folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
        return [waiting for waiting in map(_read, paths) if waiting is not None]

    def find(self, beginning: str) -> Waiting:
        """The one whose id begins so; the newest for an empty beginning. UsageError when there is none, or no one."""
        waiting = [one for one in self.all() if one.trial.id.startswith(beginning)]
        if not waiting:
            raise UsageError(f"No confirmation{f' {beginning}' if beginning else ''} waits on this host.")
        if beginning and len(waiting) > 1:
            raise UsageError(f"{len(waiting)} confirmations begin with {beginning}; give more of the id.")
        return waiting[-1]

    def _path(self, trial_id: str) -> Path:
        return self._folder / f"{trial_id}.json"


def _read(path: Path) -> Optional[Waiting]:
    try:
        document = read_json(path)
        if document["schema"] != SCHEMA or document["trial"]["id"] != path.stem:
            return None
        kept = document["trial"]
        trial = Trial(kept["id"], _load_asked(kept["asked"]), kept["rounds"], kept["half"])
        return Waiting(trial, document["inventory"], tuple(document.get("upload_keys", ())))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _load_asked(kept: dict[str, Any]) -> Asked:
    targets = [
        AskedTarget(**{**target, "drives": tuple(AskedDrive(**drive) for drive in target["drives"])})
        for target in kept["targets"]
    ]
    return Asked(**{**kept, "options": tuple(kept["options"]), "argv": tuple(kept["argv"]), "targets": tuple(targets)})
