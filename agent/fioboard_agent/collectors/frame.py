"""What every collector gets and gives: a way to read files that keeps the reason, and the status of its subject.

"Could not read" must never look like "no": each source ends as one of the six statuses.
"""

from __future__ import annotations

import errno
import re
from dataclasses import dataclass
from typing import Any, Optional

from fioboard_agent.paths import Roots
from fioboard_agent.sysfs import LONGEST_VALUE

OK, ABSENT, DENIED, ERROR, TIMEOUT, UNPARSED = "ok", "absent", "denied", "error", "timeout", "unparsed"

# What firmware makers leave in fields they did not fill; compared without case and blanks.
_FILLER = frozenset(
    [
        "tobefilledbyo.e.m.",
        "defaultstring",
        "01234567890123456789ab",
        "notspecified",
        "notapplicable",
        "none",
        "n/a",
        "na",
        "unknown",
        "systemmanufacturer",
        "systemproductname",
        "systemversion",
        "systemserialnumber",
        "baseboardserialnumber",
        "o.e.m.",
        "oem",
        "invalid",
        "123456789",
        "0123456789",
        "empty",
        "--",
        "xxxxxxxx",
        "chassisserialnumber",
        "type1family",
        "type1productconfigid",
        "sku",
    ]
)


@dataclass
class Source:
    """How reading one subject went. The worst thing that happened is the status; `detail` says which file and why."""

    status: str = OK
    detail: Optional[str] = None

    def note(self, status: str, detail: str) -> None:
        """Keep the first problem; later ones of the same subject are rarely more telling."""
        if self.status == OK:
            self.status, self.detail = status, detail[:200]

    def to_document(self) -> dict[str, Any]:
        """`{"status": "denied", "detail": "…"}`."""
        return {"status": self.status, "detail": self.detail}


class Reader:
    """Reads below the injected root and writes down every refusal in its source."""

    def __init__(self, roots: Roots) -> None:
        self.roots = roots
        self.source = Source()

    def text(self, path: str, optional: bool = True) -> Optional[str]:
        """One value; None when absent, empty, not permitted or not text. Only a required absence is a problem."""
        try:
            with self.roots.at(path).open("rb") as file:
                content = file.read(LONGEST_VALUE)
        except OSError as error:
            if error.errno not in {errno.ENOENT, errno.ENOTDIR}:
                denied = error.errno in {errno.EACCES, errno.EPERM}
                self.source.note(DENIED if denied else ERROR, f"{path}: {error.strerror}")
            elif not optional:
                self.source.note(ABSENT, f"{path} does not exist")
            return None
        return content.decode("utf-8", "replace").replace("\0", "").strip() or None

    def number(self, path: str) -> Optional[int]:
        """A decimal number; text that is none is kept as a problem of the source, not guessed at."""
        text = self.text(path)
        if text is None:
            return None
        if re.fullmatch(r"-?\d{1,19}", text) is None:
            self.source.note(UNPARSED, f"{path} is not a number: {text[:40]}")
            return None
        return int(text)

    def names(self, path: str) -> list[str]:
        """Names in a folder, sorted; empty when it is absent or closed."""
        try:
            return sorted(entry.name for entry in self.roots.at(path).iterdir())
        except OSError as error:
            if error.errno not in {errno.ENOENT, errno.ENOTDIR}:
                self.source.note(DENIED if isinstance(error, PermissionError) else ERROR, f"{path}: {error.strerror}")
            return []

    def link_name(self, path: str) -> Optional[str]:
        """The last word of a symbolic link's target, such as a driver's name."""
        try:
            return self.roots.at(path).readlink().name or None
        except OSError:
            return None

    def exists(self, path: str) -> bool:
        """Whether there is such a file; a closed folder counts as no."""
        try:
            return self.roots.at(path).exists()
        except OSError:
            return False


def without_filler(value: Optional[str]) -> Optional[str]:
    """Firmware text, or None when it is one of the phrases that mean nobody filled it in."""
    if value is None:
        return None
    bare = "".join(value.split()).lower()
    if bare in _FILLER or not any(char.isalnum() for char in bare) or set(bare) <= {"0"} or set(bare) <= {"f"}:
        return None
    return value


def parse_cpu_list(text: Optional[str]) -> list[int]:
    """`0-3,8` of the kernel's list files; [] for nothing. Raises ValueError on anything else."""
    numbers: list[int] = []
    for part in filter(None, (piece.strip() for piece in (text or "").split(","))):
        match = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", part)
        if match is None:
            raise ValueError(f"not a list of processors: {part[:40]}")
        numbers.extend(range(int(match.group(1)), int(match.group(2) or match.group(1)) + 1))
    return numbers
