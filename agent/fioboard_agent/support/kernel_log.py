"""The kernel's log about storage: drives, links, controllers, arrays, heat, machine checks. Linux.

`dmesg` shows the ring buffer of this boot, the journal what the buffer has lost; who may read neither is told why.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Optional, Sequence

from fioboard_agent.delivery.payload import format_timestamp
from fioboard_agent.host.reader import ABSENT, DENIED, ERROR, OK, Reader
from fioboard_agent.host.sysfs import read_text

MAX_LINES = 1000
MAX_LINE_CHARACTERS = 400
# Of the lines together, as UTF-8; the service takes 256 KiB of a document.
MAX_BYTES = 150_000
RESTRICT = "/proc/sys/kernel/dmesg_restrict"
_DMESG = ("dmesg", "-r")
_JOURNAL = ("journalctl", "-k", "-b", "-o", "short-unix", "--no-pager", "-q")
_RING_LINE = re.compile(r"<\d+>(?:\[\s*(\d+\.\d+)\](?:\[\s*[TC]\d+\])? ?)?(.*)")
_JOURNAL_LINE = re.compile(r"(\d+\.\d+) \S+ kernel: ?(.*)")
# The buffer still begins with the boot when its first line is as old.
_FIRST_S = 1.0
_ABOUT_STORAGE = re.compile(
    r"nvme|pcie|\baer\b|\bdpc\b|\bata\d|\bscsi|\bsd[a-z]|\bsd \d+:|\bvd[a-z]\d?\b|virtio_blk|\bvmd\b|\bmd/|\bmd\d|\bmd:"
    r"|raid|mpt[23]sas|mpi3mr|smartpqi|\bhpsa\b|\bblk_|i/o error|medium error|device-mapper|\bdm-\d|ext4-fs|\bxfs\b"
    r"|btrfs|thermal_zone|throttl|temperature|\bmce\b|machine check|hardware error|\bedac\b|dmar|amd-vi"
    r"|blocked for more",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Line:
    """One line; `at` in seconds since 1970, None where the kernel keeps no time."""

    at: Optional[float]
    text: str


def collect_kernel_log(reader: Reader, started_at: Optional[datetime] = None) -> dict[str, Any]:
    """The document's part about the log. `started_at`: of the run that the log should reach back to."""
    if not reader.exists("/proc/sys/kernel"):
        return _build_empty(ABSENT, "this version of the agent reads the kernel's log on Linux only", "dmesg")
    lines: list[Line] = []
    source: Optional[str] = None
    for argv in (_DMESG, _JOURNAL):
        read = _read(reader, argv)
        if read and (not lines or _is_older(read, lines)):
            lines, source = read, argv[0]
        if lines and lines[0].at is not None and (started_at is None or lines[0].at <= started_at.timestamp()):
            break
    if not lines:
        return _build_empty(*_explain_unreadable(reader))
    return {
        "status": OK,
        "detail": None,
        "command": None,
        "source": source,
        **_extract(lines),
    }


def _read(reader: Reader, argv: Sequence[str]) -> list[Line]:
    answer = reader.ask(argv, optional=False)
    if answer is None:
        return []
    if argv == _DMESG:
        return parse_ring(answer.text, time.time() - time.monotonic())
    return parse_journal(answer.text)


def parse_ring(text: str, booted_at: float) -> list[Line]:
    """Lines of `dmesg -r`, whose times count from the boot."""
    lines = []
    for one in text.splitlines():
        match = _RING_LINE.fullmatch(one)
        if match is not None:
            lines.append(Line(None if match[1] is None else booted_at + float(match[1]), _make_printable(match[2])))
    if lines and lines[0].at is not None and lines[0].at - booted_at < _FIRST_S:
        lines[0] = Line(booted_at, lines[0].text)
    return lines


def parse_journal(text: str) -> list[Line]:
    """Lines of `journalctl -k -o short-unix`; what is no line of the kernel is none (`-- Boot …`)."""
    matches = (_JOURNAL_LINE.fullmatch(one) for one in text.splitlines())
    return [Line(float(match[1]), _make_printable(match[2])) for match in matches if match is not None]


def _is_older(read: list[Line], than: list[Line]) -> bool:
    mine, theirs = read[0].at, than[0].at
    return mine is not None and (theirs is None or mine < theirs)


def _extract(lines: list[Line]) -> dict[str, Any]:
    """The newest lines about storage, as many as the limits let through, and the time from which none is missing."""
    about = [line for line in lines if _ABOUT_STORAGE.search(line.text)]
    kept: list[Line] = []
    size = 0
    for line in reversed(about):
        size += len(line.text.encode())
        if len(kept) == MAX_LINES or size > MAX_BYTES:
            break
        kept.insert(0, line)
    is_cut = len(kept) < len(about)
    first = kept[0].at if is_cut and kept else lines[0].at
    return {
        "covers_from": None if first is None else _format_moment(first),
        "lines_left_out": len(about) - len(kept),
        "lines": [{"at": None if line.at is None else _format_moment(line.at), "text": line.text} for line in kept],
    }


def _explain_unreadable(reader: Reader) -> tuple[str, str, str]:
    """Return status, reason and the command that would help, where nothing could be read."""
    if read_text(reader.roots.locate(RESTRICT)) == "1":
        return (
            DENIED,
            "only root may read the kernel's log (kernel.dmesg_restrict is 1)",
            ("sudo sysctl kernel.dmesg_restrict=0"),
        )
    source = reader.source
    if source.status == OK:
        return ERROR, "the kernel's log is empty here, as in a container", "sudo dmesg"
    return source.status, source.detail or "it could not be read", "sudo dmesg"


def _build_empty(status: str, detail: str, command: str) -> dict[str, Any]:
    return {
        "status": status,
        "detail": detail[:200],
        "command": command,
        "source": None,
        "covers_from": None,
        "lines_left_out": 0,
        "lines": [],
    }


def _format_moment(seconds: float) -> str:
    return format_timestamp(datetime.fromtimestamp(seconds, timezone.utc))


def _make_printable(text: str) -> str:
    plain = "".join(char if char.isprintable() else " " for char in text).rstrip()
    return plain if len(plain) <= MAX_LINE_CHARACTERS else plain[: MAX_LINE_CHARACTERS - 1] + "…"
