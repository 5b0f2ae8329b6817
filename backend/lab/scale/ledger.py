"""What was sent and what the answers promised, written by those who sent; and how it is held against what is there.

Pure. The oracle is the senders' own digests: the service is not asked what it has.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Sent:
    """One upload as its sender knows it. `acknowledged_at`: None, no answer promised anything."""

    key: str
    files: Mapping[str, str]
    """SHA-256 by name of the file."""
    iops: float | None
    """The planted figure; None: what fio itself measured."""
    acknowledged_at: float | None


@dataclass(frozen=True, slots=True)
class StoredFile:
    """One row of a file, as PostgreSQL has it, and the digest of what the store really holds for it."""

    key: str
    name: str
    sha256: str
    kept_sha256: str | None
    """Of the bytes in the store, unpacked; None: there are none."""


@dataclass(frozen=True, slots=True)
class StoredRun:
    """One run of an upload, with the figure of its reading."""

    key: str
    iops: float | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Keys of what went wrong, each with a reason; what is `unacknowledged` may be there or not."""

    lost: Mapping[str, str]
    doubled: Mapping[str, str]
    unacknowledged: frozenset[str]

    @property
    def is_clean(self) -> bool:
        """Nothing lost, nothing doubled."""
        return not self.lost and not self.doubled


def compare(sent: Sequence[Sent], files: Iterable[StoredFile], runs: Iterable[StoredRun]) -> Comparison:
    """Holds what was promised against what is there."""
    files_of: dict[str, list[StoredFile]] = {}
    for file in files:
        files_of.setdefault(file.key, []).append(file)
    figures_of: dict[str, list[float | None]] = {}
    for run in runs:
        figures_of.setdefault(run.key, []).append(run.iops)
    lost: dict[str, str] = {}
    doubled: dict[str, str] = {}
    unacknowledged = set()
    known = set()
    for one in sent:
        known.add(one.key)
        if reason := _doubled(one, files_of.get(one.key, []), figures_of.get(one.key, [])):
            doubled[one.key] = reason
        if one.acknowledged_at is None:
            unacknowledged.add(one.key)
        elif reason := _lost(one, files_of.get(one.key, []), figures_of.get(one.key, [])):
            lost[one.key] = reason
    for key in figures_of.keys() - known:
        doubled[key] = "nobody sent it"
    # The same bytes under two keys: what was sent once is there twice.
    holders: dict[str, set[str]] = {}
    for one in sent:
        for digest in one.files.values():
            holders.setdefault(digest, set()).add(one.key)
    for key, stored in files_of.items():
        for file in stored:
            others = holders.get(file.sha256)
            if others is not None and key not in others:
                doubled.setdefault(key, "it holds the bytes of another upload")
    return Comparison(lost, doubled, frozenset(unacknowledged))


def _lost(one: Sent, files: list[StoredFile], figures: list[float | None]) -> str | None:
    if not figures:
        return "no run"
    there = {file.name: file for file in files}
    for name, digest in one.files.items():
        if name not in there:
            return f"{name} is missing"
        if there[name].sha256 != digest:
            return f"{name} has another digest"
        if there[name].kept_sha256 != digest:
            return f"{name}: the store has {'other bytes' if there[name].kept_sha256 else 'nothing'}"
    if one.iops is not None and figures[0] != one.iops:
        return f"the figure is {figures[0]}, {one.iops} was sent"
    return None


def _doubled(one: Sent, files: list[StoredFile], figures: list[float | None]) -> str | None:
    if len(figures) > 1:
        return f"{len(figures)} runs"
    name, times = Counter(file.name for file in files).most_common(1)[0] if files else ("", 0)
    return f"{times} times {name}" if times > 1 else None


def read(lines: Iterable[str]) -> list[Sent]:
    """The ledger of one sender: a line for each upload it made and for each that was acknowledged to it."""
    made: dict[str, Sent] = {}
    for line in lines:
        entry = json.loads(line)
        key = entry["key"]
        if "files" in entry:
            made[key] = Sent(key, entry["files"], entry["iops"], None)
        else:
            known = made[key]
            made[key] = Sent(key, known.files, known.iops, known.acknowledged_at or entry["acknowledged_at"])
    return list(made.values())


def read_all(folder: Path) -> list[Sent]:
    """The ledgers of all senders."""
    return [one for path in sorted(folder.glob("*.ledger")) for one in read(path.read_text().splitlines())]
