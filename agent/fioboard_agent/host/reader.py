"""What every collector gets and gives: a way to read files that keeps the reason, and the status of its subject.

"Could not read" must never look like "no": each source ends as one of the six statuses.
"""

from __future__ import annotations

import errno
import os
import re
import subprocess
from dataclasses import dataclass
from typing import Optional, Sequence

from fioboard_agent.host.paths import Roots
from fioboard_agent.host.programs import TIMEOUT_S, Answer, Programs
from fioboard_agent.host.sysfs import MAX_VALUE_BYTES
from fioboard_agent.inventory_types import SourceStatus

MAX_FILE_BYTES = 4 << 20
# What programs say of what only root may ask.
_REFUSED = re.compile(r"not permitted|ermission denied|must be root", re.IGNORECASE)
# The kernel answers a read of a value that a device does not have now (speed of a network port without a cable, link of
# a sleeping function) with one of the last five; that is no failure.
_NOTHING_THERE = frozenset(
    [errno.ENOENT, errno.ENOTDIR, errno.EINVAL, errno.ENODATA, errno.EOPNOTSUPP, errno.ENXIO, errno.ENODEV]
)
OK, ABSENT, DENIED, ERROR, TIMEOUT, UNPARSED = "ok", "absent", "denied", "error", "timeout", "unparsed"

# What firmware makers leave in fields they did not fill; compared without case, blanks and outer brackets.
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
        "nodimm",
        "nomodule",
        "moduleempty",
        "noasset",
        "undefined",
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

    def build_document(self) -> SourceStatus:
        """Build `{"status": "denied", "detail": "…"}`."""
        return {"status": self.status, "detail": self.detail}


class Reader:
    """Reads below the injected root and writes down every refusal in its source.

    Everything passes through the five `_raw` methods: what a test or a capture wants to see, it sees there.
    """

    def __init__(self, roots: Roots, programs: Optional[Programs] = None) -> None:
        self.roots = roots
        self.programs = programs or Programs()
        self.source = Source()

    def text(self, path: str, optional: bool = True) -> Optional[str]:
        """One value; None when absent, empty, not permitted or not text. Only a required absence is a problem."""
        content = self.binary(path, optional, MAX_VALUE_BYTES)
        return None if content is None else content.decode("utf-8", "replace").replace("\0", "").strip() or None

    def binary(self, path: str, optional: bool = True, limit: int = MAX_FILE_BYTES) -> Optional[bytes]:
        """The bytes of a file up to a limit; None as with `text`."""
        try:
            return self._raw_bytes(path, limit)
        except OSError as error:
            self._report_refusal(path, error, optional)
            return None

    def number(self, path: str) -> Optional[int]:
        """A decimal number; text that is none is kept as a problem of the source, not guessed at."""
        text = self.text(path)
        if text is None:
            return None
        if re.fullmatch(r"-?\d{1,19}", text) is None:
            self.source.note(UNPARSED, f"{path} is not a number: {text[:40]}")
            return None
        return int(text)

    def flag(self, path: str) -> Optional[bool]:
        """0 is False, any other number True; None when absent."""
        value = self.number(path)
        return None if value is None else bool(value)

    def names(self, path: str) -> list[str]:
        """Names in a folder, sorted; empty when it is absent or closed."""
        try:
            return sorted(self._raw_names(path))
        except OSError as error:
            self._report_refusal(path, error, optional=True)
            return []

    def link_name(self, path: str) -> Optional[str]:
        """The last word of a symbolic link's target, such as a driver's name."""
        try:
            return self._raw_link(path).rsplit("/", 1)[-1] or None
        except OSError as error:
            # EINVAL: there is something, but no link.
            self._report_refusal(path, error, optional=True)
            return None

    def real_path(self, path: str) -> str:
        """The path after all links, as the inspected machine calls it; the path itself when links lead nowhere."""
        real = self._raw_real_path(path)
        root = os.path.realpath(self.roots.root).rstrip("/")
        return real[len(root) :] or "/" if real.startswith(root + "/") else path

    def exists(self, path: str) -> bool:
        """Whether there is such a file; a closed folder counts as no."""
        try:
            return self._raw_exists(path)
        except OSError:
            return False

    def ask(self, argv: Sequence[str], timeout_s: float = TIMEOUT_S, optional: bool = True) -> Optional[Answer]:
        """A program's answer, whatever its exit code; None when it is not installed, took too long, or the tree is not
        this machine (then a program would speak of the wrong one). Only a required absence is a problem, and a required
        program that was not permitted to say anything."""
        if not self.roots.is_live and type(self.programs) is Programs:
            return None
        try:
            answer = self.programs.run(argv, timeout_s)
            if not optional and answer.exit_code and not answer.stdout.strip() and _REFUSED.search(answer.stderr):
                self.source.note(DENIED, f"{argv[0]}: {answer.stderr.strip()}")
            return answer
        except FileNotFoundError:
            if not optional:
                self.source.note(ABSENT, f"{argv[0]} is not installed")
        except subprocess.TimeoutExpired:
            self.source.note(TIMEOUT, f"{argv[0]} took longer than {timeout_s:g} s")
        except OSError as error:
            denied = isinstance(error, PermissionError)
            self.source.note(DENIED if denied else ERROR, f"{argv[0]}: {error.strerror}")
        return None

    def _report_refusal(self, path: str, error: OSError, optional: bool) -> None:
        if error.errno in _NOTHING_THERE:
            if not optional:
                self.source.note(ABSENT, f"{path} does not exist")
        elif error.errno in {errno.EACCES, errno.EPERM}:
            if not self._is_write_only(path):
                self.source.note(DENIED, f"{path}: {error.strerror}")
        else:
            self.source.note(ERROR, f"{path}: {error.strerror}")

    def _is_write_only(self, path: str) -> bool:
        """Return whether nobody can read the file, root included: sysfs has such files, and they hold no value."""
        try:
            return not self.roots.locate(path).stat().st_mode & 0o444
        except OSError:
            return False

    def _raw_bytes(self, path: str, limit: int) -> bytes:
        with self.roots.locate(path).open("rb") as file:
            return file.read(limit)

    def _raw_names(self, path: str) -> list[str]:
        return [entry.name for entry in self.roots.locate(path).iterdir()]

    def _raw_link(self, path: str) -> str:
        return str(self.roots.locate(path).readlink())

    def _raw_real_path(self, path: str) -> str:
        return os.path.realpath(self.roots.locate(path))

    def _raw_exists(self, path: str) -> bool:
        return self.roots.locate(path).exists()


def drop_filler(value: Optional[str]) -> Optional[str]:
    """Return firmware text, or None when it is one of the phrases that mean nobody filled it in."""
    if value is None:
        return None
    bare = "".join(value.split()).lower().strip("<>[]()")
    if bare in _FILLER or not any(char.isalnum() for char in bare) or set(bare) <= {"0"} or set(bare) <= {"f"}:
        return None
    return value


def get_selected_word(text: Optional[str]) -> Optional[str]:
    """Return `madvise` of `always [madvise] never`."""
    match = re.search(r"\[([^\]]+)\]", text or "")
    return match.group(1) if match else None
