"""Results wait here until the service has confirmed them: one folder per run (rules H1-H5).

spool/<upload_key>/   owner          locked as long as the run that made the entry lives
                      draft.json     written before fio starts
                      inventory.json the hardware as it was then
                      files/         fio's own files, untouched; fio's working folder
                      attachments/   what goes after the run and with it (--support); absent without
                      manifest.json  its presence says: complete, ready to upload
rejected/<upload_key>/  the same, with the service's answer in answer.json
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import signal
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any, Iterable, Iterator, Optional

from fioboard_agent.delivery.payload import Draft, describe_file, format_timestamp
from fioboard_agent.errors import SetupError
from fioboard_agent.fio.outcome import STOP_GRACE_S, FioOutcome
from fioboard_agent.host.durable import read_json, sync_file, sync_folder, write_durably, write_json_durably
from fioboard_agent.host.own_command import build_command
from fioboard_agent.host.paths import Folders, make_state_folder
from fioboard_agent.inventory_types import Document
from fioboard_agent.safety import marker

# H4: below this much free space on the spool's disk no new benchmark starts.
KEPT_FREE_BYTES = 256 << 20

OUTPUT_NAMES = ("fio.json", "fio.txt")
JOB_FILE, MESSAGES, SAMPLES = "job.fio", "messages.txt", "samples.json"
_LOG_SUFFIXES = (".log", ".fz")


class Entry:
    """One run's folder. Paths and states only; who may touch it is the spool's business."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._owner: Optional[int] = None

    @property
    def key(self) -> str:
        """The upload key, made before fio started."""
        return self.folder.name

    @property
    def files(self) -> Path:
        """fio's working folder and output."""
        return self.folder / "files"

    @property
    def attachments(self) -> list[Path]:
        """Documents that are sent when the service has the run, in order."""
        return sorted((self.folder / "attachments").glob("*.json"))

    def attach(self, documents: Iterable[tuple[str, bytes]]) -> None:
        """Keep documents beside the run, before it is finished."""
        folder = make_state_folder(self.folder / "attachments")
        for name, content in documents:
            write_durably(folder / name, content)

    @property
    def is_ready(self) -> bool:
        """Complete: fio has ended and the manifest is on the disk."""
        return (self.folder / "manifest.json").exists()

    def manifest(self) -> dict[str, Any]:
        """The manifest, or as much of it as there is."""
        if self.is_ready:
            return _read_json(self.folder / "manifest.json")
        document: dict[str, Any] = self._read_draft().get("manifest", {})
        return document

    def answer(self) -> dict[str, Any]:
        """What the service said when it refused the entry for good."""
        return _read_json(self.folder / "answer.json")

    def own(self) -> bool:
        """Take the entry for this process; False when a living process has it. The kernel frees it on death."""
        descriptor = os.open(self.folder / "owner", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            return False
        self._owner = descriptor
        return True

    def disown(self) -> None:
        """Give the entry free."""
        if self._owner is not None:
            os.close(self._owner)
            self._owner = None

    def record_fio(self, pid: int) -> None:
        """Record the fio process, so that a later start can find out whether it still runs."""
        draft = self._read_draft()
        draft["fio"] = {"pid": pid, "process_started": _read_start_time(pid)}
        write_json_durably(self.folder / "draft.json", draft)

    def finish(self, outcome: FioOutcome) -> None:
        """fio has ended: bring its files to the disk, then the manifest. After this nothing can be lost."""
        self._complete(
            started_at=format_timestamp(outcome.started_at),
            ended_at=format_timestamp(outcome.ended_at),
            exit_code=outcome.exit_code,
            signal=outcome.signal,
            interrupted=outcome.interrupted,
        )

    def recover(self) -> bool:
        """The agent died during this run: stop its fio, keep what is there, mark it interrupted (H5).

        False: it only wrote test files, so there is nothing to keep.
        """
        draft = self._read_draft()
        fio = draft.get("fio") or {}
        _stop_process(fio.get("pid"), fio.get("process_started"))
        if draft.get("is_layout"):
            self.remove_temporary_files()
            self.remove()
            return False
        self._complete(interrupted=True)
        self.remove_temporary_files()
        return True

    def remove_temporary_files(self) -> None:
        """Remove test files that this run (or the batch it belongs to) made for itself; no other file, ever."""
        draft = self._read_draft()
        for path in draft.get("temporary_files", []):
            marker.remove_marked(Path(path), str(draft.get("maker")))

    def discard(self) -> None:
        """Nothing was started after all."""
        self.disown()
        shutil.rmtree(self.folder, ignore_errors=True)

    def remove(self) -> None:
        """The service has it. Renamed first: a half-removed folder must not look like an interrupted run."""
        gone = self.folder.with_name(f".removed-{self.key}")
        self.folder.rename(gone)
        sync_folder(gone.parent)
        self.disown()
        shutil.rmtree(gone, ignore_errors=True)

    def _complete(self, **ended: Any) -> None:
        files = []
        for path in sorted(self.files.iterdir()):
            kind = _find_kind(path)
            if kind is not None and path.is_file() and not path.is_symlink():
                sync_file(path)
                files.append(asdict(describe_file(path, kind)))
        sync_folder(self.files)
        write_json_durably(self.folder / "manifest.json", {**self._read_draft()["manifest"], **ended, "files": files})

    def _read_draft(self) -> dict[str, Any]:
        return _read_json(self.folder / "draft.json")


class Spool:
    """All entries of this user on this host."""

    def __init__(self, folders: Folders) -> None:
        self._waiting = make_state_folder(folders.spool)
        self._rejected = make_state_folder(folders.rejected)

    def require_room(self, keep_free_bytes: int = KEPT_FREE_BYTES) -> None:
        """Refuse new benchmarks while the disk with the results is nearly full; old ones are never dropped."""
        free = shutil.disk_usage(self._waiting).free
        if free < keep_free_bytes:
            waiting = len(list(self.waiting()))
            raise SetupError(
                f"The disk with the results ({self._waiting}) has only {free / 1e6:.0f} MB free; a new result could "
                f"be lost. Free some space, or upload the {waiting} pending results: {build_command('push')}"
            )

    def create_entry(
        self,
        draft: Draft,
        inventory: Document,
        maker: str,
        temporary_files: tuple[str, ...] = (),
        *,
        is_layout: bool = False,
    ) -> Entry:
        """Create an entry on the disk, owned by this process, before fio starts.

        `maker` is the mark on files the run creates; `temporary_files` are those it removes again. `is_layout`: the run
        measures nothing.
        """
        unborn = self._waiting / f".new-{draft.upload_key}"
        entry = Entry(unborn)
        try:
            (unborn / "files").mkdir(mode=0o700, parents=True)
            entry.own()
            write_json_durably(unborn / "inventory.json", inventory)
            document = {
                "manifest": draft.build_document(),
                "maker": maker,
                "temporary_files": list(temporary_files),
                "is_layout": is_layout,
            }
            write_json_durably(unborn / "draft.json", document)
            entry.folder = self._waiting / draft.upload_key
            unborn.rename(entry.folder)
            sync_folder(self._waiting)
        except OSError as error:
            entry.disown()
            shutil.rmtree(unborn, ignore_errors=True)
            raise SetupError(f"The result could not be kept in {self._waiting}: {error.strerror}.") from None
        return entry

    def waiting(self) -> Iterator[Entry]:
        """Complete entries, oldest first."""
        yield from (entry for entry in _list_entries(self._waiting) if entry.is_ready)

    def unfinished(self) -> Iterator[Entry]:
        """Entries of runs that go on at this moment, or whose agent died."""
        yield from (entry for entry in _list_entries(self._waiting) if not entry.is_ready)

    def rejected(self) -> Iterator[Entry]:
        """Entries that the service refused for good."""
        yield from _list_entries(self._rejected)

    def recover(self) -> list[Entry]:
        """Complete every entry whose agent is dead; called at each start (H3)."""
        for leftover in self._waiting.glob(".*"):
            is_unborn = leftover.name.startswith(".new-") and Entry(leftover).own()
            if is_unborn or leftover.name.startswith(".removed-"):
                shutil.rmtree(leftover, ignore_errors=True)
        recovered = []
        for entry in self.unfinished():
            if entry.own():
                try:
                    if entry.recover():
                        recovered.append(entry)
                except OSError as error:
                    raise SetupError(f"The earlier run {entry.key} cannot be completed: {error.strerror}.") from None
                finally:
                    entry.disown()
        return recovered

    def reject(self, entry: Entry, answer: dict[str, Any]) -> None:
        """Move an entry out of the way of the others, with the answer; it is never deleted by itself (H2)."""
        write_json_durably(entry.folder / "answer.json", answer)
        moved = self._rejected / entry.key
        entry.folder.rename(moved)
        entry.folder = moved
        sync_folder(self._rejected)
        sync_folder(self._waiting)

    def requeue(self, entry: Entry) -> None:
        """Put a rejected entry back in line."""
        moved = self._waiting / entry.key
        entry.folder.rename(moved)
        entry.folder = moved
        sync_folder(self._waiting)
        sync_folder(self._rejected)


def _list_entries(folder: Path) -> list[Entry]:
    """List the agent's own entries; another folder there is nobody's result."""
    paths = [path for path in folder.iterdir() if not path.name.startswith(".")]
    entries = [
        Entry(path) for path in paths if any((path / name).is_file() for name in ("draft.json", "manifest.json"))
    ]
    return sorted(entries, key=lambda entry: (str(entry.manifest().get("started_at")), entry.key))


def _find_kind(path: Path) -> Optional[str]:
    if path.name in OUTPUT_NAMES:
        return "fio_output"
    if path.name == JOB_FILE:
        return "job_file"
    if path.name == SAMPLES:
        return "samples"
    # What cuFile logs beside gdsio says whether it went through the host's memory.
    if path.name in {MESSAGES, "cufile.log"}:
        return "stderr" if path.stat().st_size else None
    return "fio_log" if path.suffix in _LOG_SUFFIXES else None


def _read_json(path: Path) -> dict[str, Any]:
    try:
        document = read_json(path)
    except (OSError, ValueError):
        return {}
    return document if isinstance(document, dict) else {}


def _read_start_time(pid: int) -> Optional[str]:
    """Read the kernel's start time of a living process (field 22 of /proc/pid/stat): a number is reused, the pair
    is not.
    """
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        return None if fields[0] == "Z" else fields[19]
    except (OSError, IndexError):
        return None


def _stop_process(pid: Optional[int], process_started: Optional[str]) -> None:
    """Let a fio without an agent end by itself (Linux sent it SIGINT when the agent died), then kill its group."""
    if not pid or not process_started:
        return
    deadline = time.monotonic() + STOP_GRACE_S
    while _read_start_time(pid) == process_started:
        if time.monotonic() > deadline:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(pid, signal.SIGKILL)
            return
        time.sleep(0.1)
