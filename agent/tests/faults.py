"""Takes every file a collector reads away from it, one at a time: gone, closed, or filled with garbage.

`assert_survives_faults(Roots(root), collect)` runs `collect(reader)` once to learn what it reads, then once per fault.
The faults are made in the Reader, so they work for root and need no second tree.
"""

from __future__ import annotations

import errno
import json
import random
from typing import Any, Callable, Optional

from fioboard_agent.host.paths import Roots
from fioboard_agent.host.programs import Programs
from fioboard_agent.host.reader import ABSENT, DENIED, OK, Reader

STATUSES = {"ok", "absent", "denied", "error", "timeout", "unparsed"}
Collect = Callable[[Reader], Any]


class FaultyReader(Reader):
    """Reads as ever, remembers what was asked for, and lets one path fail."""

    def __init__(self, roots: Roots, path: str = "", fault: str = "", programs: Optional[Programs] = None) -> None:
        super().__init__(roots, programs)
        self.path, self.fault = path, fault
        self.read: set[str] = set()
        self.required: set[str] = set()
        self.numbers: set[str] = set()

    def binary(self, path: str, optional: bool = True, limit: int = 1 << 22) -> Optional[bytes]:
        if not optional:
            self.required.add(path)
        return super().binary(path, optional, limit)

    def number(self, path: str) -> Optional[int]:
        self.numbers.add(path)
        return super().number(path)

    def _raw_bytes(self, path: str, limit: int) -> bytes:
        self._fail(path)
        content = super()._raw_bytes(path, limit)
        self.read.add(path)
        if path == self.path and self.fault == "garbage":
            chance = random.Random(path)
            return bytes(chance.randrange(256) for _ in range(max(300, len(content))))[:limit]
        return content

    def _raw_names(self, path: str) -> list[str]:
        self._fail(path)
        names = super()._raw_names(path)
        self.read.add(path)
        return names + ["\udcff garbage\n", "x" * 300] if path == self.path and self.fault == "garbage" else names

    def _raw_link(self, path: str) -> str:
        self._fail(path)
        target = super()._raw_link(path)
        self.read.add(path)
        return "../\udcff/\n" if path == self.path and self.fault == "garbage" else target

    def _raw_exists(self, path: str) -> bool:
        # A file that may not be read can still be seen.
        return not (path == self.path and self.fault == "gone") and super()._raw_exists(path)

    def _fail(self, path: str) -> None:
        if path == self.path and self.fault in {"gone", "closed"}:
            number = errno.ENOENT if self.fault == "gone" else errno.EACCES
            raise OSError(number, "No such file or directory" if self.fault == "gone" else "Permission denied", path)


def assert_survives_faults(roots: Roots, collect: Collect, programs: Optional[Programs] = None, most: int = 400) -> int:
    """Fails on an exception, on a document that is no JSON, and on a status that hides the fault: a closed file must be
    `denied`, a missing required one not `ok`, and garbage in the place of a number not `ok`. Returns how many files
    were tried; of more than `most` a fixed random choice."""
    sound = FaultyReader(roots, programs=programs)
    collect(sound)
    assert sound.read, "the collector reads nothing in this tree"
    paths = sorted(sound.read)
    for path in paths if len(paths) <= most else random.Random(0).sample(paths, most):
        for fault in ("gone", "closed", "garbage"):
            reader = FaultyReader(roots, path, fault, programs)
            document = collect(reader)
            where = f"{fault} {path}: {reader.source}"
            json.dumps(document, allow_nan=False)
            assert reader.source.status in STATUSES, where
            assert (reader.source.status == OK) == (reader.source.detail is None), where
            if sound.source.status != OK:
                continue
            if fault == "closed":
                assert reader.source.status == DENIED, where
            elif fault == "gone" and path in sound.required:
                assert reader.source.status == ABSENT, where
            elif fault == "garbage" and path in sound.numbers:
                assert reader.source.status != OK, where
    return len(paths)
