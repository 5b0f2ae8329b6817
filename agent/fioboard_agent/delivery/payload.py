"""The upload document's manifest (docs/upload.md): dataclasses in, the JSON object out. Nothing is sent here."""

from __future__ import annotations

import hashlib
import re
from dataclasses import asdict, dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Optional

from fioboard_agent import __version__
from fioboard_agent.errors import UsageError
from fioboard_agent.host.own_command import get_own_path

SCHEMA = 1
LABEL_KEY = re.compile(r"^[a-z0-9_.-]{1,64}$")
MAX_LABELS = MAX_TAGS = 64


@dataclass(frozen=True)
class Host:
    """This machine under the identity the agent made for it."""

    id: str
    name: str


@dataclass(frozen=True)
class Batch:
    """The place of a run in a suite or sweep. `steps` is what is planned at that moment; `--until` may add some.

    `repeat` counts from 1 per workload; `order` and `seed` say how the steps were put in line; `role` is `measure` or
    `precondition`. `title`: what the person calls the whole batch. `search`: what `suite saturate` looks
    for and where, or a sweep's limit of p99. `vary`: further options that a sweep varies. `experiment`: the question,
    the conditions, and which of them a run was made under. `pts`: of `suite pts`, the test of the standard, the round
    and cell of this run, and what was done before.
    """

    id: str
    name: str
    step: int
    steps: int
    workload: Optional[str] = None
    repeat: Optional[int] = None
    order: Optional[str] = None
    seed: Optional[int] = None
    role: str = "measure"
    title: Optional[str] = None
    search: Optional[dict[str, Any]] = None
    vary: Optional[list[str]] = None
    experiment: Optional[dict[str, Any]] = None
    pts: Optional[dict[str, Any]] = None


@dataclass(frozen=True)
class FileEntry:
    """One file of the upload; digest and size are of the bytes as they are."""

    name: str
    kind: str
    sha256: str
    bytes: int


@dataclass(frozen=True)
class Annotations:
    """What a person says about a run."""

    title: Optional[str] = None
    labels: dict[str, str] = field(default_factory=dict)
    tags: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.title is not None and not 0 < len(self.title) <= 200:
            raise UsageError("A title must have 1 to 200 characters.")
        if len(self.labels) > MAX_LABELS or len(self.tags) > MAX_TAGS:
            raise UsageError(f"At most {MAX_LABELS} labels and {MAX_TAGS} tags.")
        for key, value in self.labels.items():
            if not LABEL_KEY.match(key):
                raise UsageError(f"Label key {key!r}: only a-z 0-9 _ . - and at most 64 characters.")
            if len(value) > 256:
                raise UsageError(f"Label {key}: the value is longer than 256 characters.")
        for tag in self.tags:
            if not 0 < len(tag) <= 64:
                raise UsageError("A tag must have 1 to 64 characters.")


@dataclass(frozen=True)
class Draft:
    """What is known of a run before fio starts."""

    upload_key: str
    host: Host
    started_at: datetime
    argv: tuple[str, ...]
    annotations: Annotations
    target: Optional[str] = None
    targets: tuple[dict[str, Any], ...] = ()
    fio_cpus: Optional[dict[str, Optional[str]]] = None
    batch: Optional[Batch] = None
    confirmations: tuple[dict[str, Any], ...] = ()
    preflight: Optional[tuple[dict[str, Any], ...]] = None
    """What was looked at just before fio started; None: nothing was."""

    def build_document(self) -> dict[str, Any]:
        """Build the manifest as far as it can be written before the run."""
        return {
            "schema": SCHEMA,
            "upload_key": self.upload_key,
            "agent": _describe_agent(),
            "host": asdict(self.host),
            "started_at": format_timestamp(self.started_at),
            "ended_at": None,
            "argv": list(self.argv),
            "exit_code": None,
            "signal": None,
            "interrupted": True,
            "title": self.annotations.title,
            "labels": self.annotations.labels,
            "tags": list(self.annotations.tags),
            "target": self.target,
            "targets": list(self.targets),
            "fio_cpus": self.fio_cpus,
            "batch": asdict(self.batch) if self.batch else None,
            "confirmations": list(self.confirmations),
            "preflight": None if self.preflight is None else list(self.preflight),
            "files": [],
        }


def _describe_agent() -> dict[str, str]:
    """Name this agent; `command` only where it is not on the PATH."""
    path = get_own_path()
    return {"name": "fioboard-agent", "version": __version__, **({"command": path} if path else {})}


def describe_file(path: Path, kind: str) -> FileEntry:
    """Size and SHA-256 of a file on disk, read once in pieces."""
    digest, size = hashlib.sha256(), 0
    with path.open("rb") as file:
        for chunk in iter(lambda: file.read(1 << 20), b""):
            digest.update(chunk)
            size += len(chunk)
    return FileEntry(name=path.name, kind=kind, sha256=digest.hexdigest(), bytes=size)


def upload_digest(files: list[dict[str, Any]]) -> str:
    """The digest the service repeats: lines `<sha256>  <name>` sorted by name, hashed once more."""
    lines = "".join(f"{file['sha256']}  {file['name']}\n" for file in sorted(files, key=lambda file: file["name"]))
    return hashlib.sha256(lines.encode("utf-8", "surrogateescape")).hexdigest()


def format_timestamp(moment: datetime) -> str:
    """Format a time as RFC 3339 with milliseconds and zone."""
    return moment.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
