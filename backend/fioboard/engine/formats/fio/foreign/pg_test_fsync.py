"""`pg_test_fsync` of PostgreSQL: how often a second a write of the log is synced, method by method.

One test is one result: operations a second and µs of each. kB are of 1024 bytes. A test of two writes or more has no
block size, for an operation holds all of them. O_DIRECT is used by open_datasync and open_sync where its head says so.
"Non-sync'ed" writes end in the page cache (`CacheOnly`).
Source: github.com/postgres/postgres src/bin/pg_test_fsync/pg_test_fsync.c.
"""

import re

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import NUMBER, build_latency, read_amount
from fioboard.engine.formats.fio.foreign.runs import RunDraft, Settings, build_reading
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Reading, Result
from fioboard.engine.formats.fio.text.lines import Line, split_lines

_HEAD = re.compile(r"(?P<seconds>\d{1,5}) seconds? per test")
_DIRECT = re.compile(r"O_DIRECT (?P<not>not )?supported on this platform\b.{0,80}")
_SECTIONS = (
    (re.compile(r"Compare file sync methods using one (?P<kib>\d{1,4})kB write:"), "one write", 1),
    (re.compile(r"Compare file sync methods using two (?P<kib>\d{1,4})kB writes:"), "two writes", 2),
    (re.compile(r"Compare open_sync with different write sizes:"), "sizes", 0),
    (re.compile(r"Test if fsync on non-write file descriptor is honored:"), "other descriptor", 0),
    (re.compile(r"Non-sync'ed (?P<kib>\d{1,4})kB writes:"), "not synced", 1),
)
_ROW = re.compile(
    rf"(?P<name>(?:\d{{1,3}} \* +\d{{1,4}}kB )?[a-z][a-z_, ]{{2,40}}?)\*?\s+"
    rf"(?:(?P<ops>{NUMBER}) ops/sec\s+(?P<us>\d{{1,12}}) usecs/op|n/a\*?)"
)
_KNOWN = re.compile(r"\(.{0,200}|.{0,200}\)|in different write|open_sync sizes\.\)|\* .{0,200}")
_DIRECT_METHODS = frozenset(["open_datasync", "open_sync"])


def read_pg_test_fsync(content: bytes, limits: Limits) -> Reading | None:
    """One run per output. Raises TooMany."""
    reader = _Reader()
    for line in split_lines(content, limits):
        reader.read(line)
    return build_reading("pg_test_fsync", reader.drafts, limits)


class _Reader:
    """The lines of outputs, section by section."""

    def __init__(self) -> None:
        self.drafts: list[RunDraft] = []
        self._is_open = False
        self._seconds: int | None = None
        self._is_direct: bool | None = None
        self._section: tuple[str, int | None] | None = None

    def read(self, line: Line) -> None:
        """One line of the body."""
        text = line.text
        if head := _HEAD.fullmatch(text):
            self._start(line)
            self._seconds = int(head["seconds"])
            return
        section = next(
            ((s.fullmatch(text), name, count) for s, name, count in _SECTIONS if s.fullmatch(text)), None
        )
        if section is not None:
            match, name, count = section
            if not self._is_open:
                self._start(line)
            else:
                self.drafts[-1].used.append(line.number)
            self._section = name, int(match["kib"]) * 1024 if match and count == 1 else None
        elif not self._is_open:
            return
        elif direct := _DIRECT.fullmatch(text):
            self._is_direct = direct["not"] is None
            self.drafts[-1].used.append(line.number)
        elif self._section is not None and (row := _ROW.fullmatch(text)):
            self.drafts[-1].used.append(line.number)
            if row["ops"] is not None:
                self._take(row, line)
        elif _KNOWN.fullmatch(text):
            self.drafts[-1].used.append(line.number)
        else:
            self._is_open, self._section = False, None

    def _start(self, line: Line) -> None:
        self.drafts.append(RunDraft(tool="pg_test_fsync", used=[line.number]))
        self._is_open, self._seconds, self._is_direct, self._section = True, None, None, None

    def _take(self, row: re.Match[str], line: Line) -> None:
        draft, rate = self.drafts[-1], read_amount(row["ops"])
        if rate is None or self._section is None:
            return
        section, size = self._section
        name = " ".join(row["name"].split())
        if section == "not synced":
            draft.remark(
                line.number,
                "CacheOnly",
                "Writes that are not synced end in the page cache, not on the drive.",
            )
        test = f"{name}, {section}"
        is_direct = None if self._is_direct is None else self._is_direct and name in _DIRECT_METHODS
        draft.results.append(
            Result(
                where=f"line {line.number}",
                job_name=test,
                group=len(draft.results),
                direction="write",
                iops=rate.value,
                iops_bounds=rate.bounds,
                runtime_ms=None if self._seconds is None else 1_000 * self._seconds or None,
                lat=build_latency(1_000, mean=row["us"], reason="pg_test_fsync prints none"),
                job_options={"test": test},
                member_count=1,
                **Settings(rw="write", bs_bytes=size, iodepth=1, numjobs=1, direct=is_direct),
            )
        )


def _may_be_pg_test_fsync(content: bytes) -> bool:
    return b" ops/sec" in content and b" usecs/op" in content


_TESTS = tuple(
    f"{method}, {section}"
    for section in ("one write", "two writes")
    for method in ("open_datasync", "fdatasync", "fsync", "fsync_writethrough", "open_sync")
)

ADAPTER = Adapter(
    kind="pg_test_fsync",
    tool="pg_test_fsync",
    names=("pg_test_fsync",),
    tests=(
        *_TESTS,
        "write, fsync, close, other descriptor",
        "write, close, fsync, other descriptor",
        "write, not synced",
    ),
    is_whole_body=False,
    sniff=_may_be_pg_test_fsync,
    parse=read_pg_test_fsync,
    reads="operations a second and time of each, per sync method and size",
    leaves_out="which method the platform prefers",
    source="postgres/postgres src/bin/pg_test_fsync/pg_test_fsync.c",
)
