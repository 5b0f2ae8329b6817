"""`kubestr fio`: fio in a pod, its JSON told as text; of fio's figures it keeps IOPS and bandwidth, no latency.

`IOPS=757.366821 BW(KiB/s)=3044`: fio's own `iops` (cut to single precision) and `bw`, whole KiB/s. `iops: min=` and
`bw(KiB/s): min=` are fio's samples, read and not kept. The version is fio's; kubestr prints none of its own.
Source: github.com/kastenhq/kubestr pkg/fio/parsable_fio_output.go and fio_types.go, the String methods.
"""

import re

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.runs import RunDraft, build_reading
from fioboard.engine.formats.fio.model.cleaning import clean_text
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.options import list_directions, parse_flag, parse_size
from fioboard.engine.formats.fio.model.reading import DiskUtil, Reading, Result
from fioboard.engine.formats.fio.text.lines import Line, split_lines

_RUNNING = re.compile(
    r"Running FIO test \((?P<test>[^()]{1,200})\) on StorageClass \((?P<class>[^()]{1,200})\) with a PVC "
    r"of Size \([^()]{1,40}\)"
)
_HEADING = re.compile(
    r"PVC created kubestr-fio-\S{1,100}|Pod created kubestr-fio-\S{1,100}|Elapsed time- ?\S{1,40}|FIO test "
    r"results:.{0,200}|-  OK"
    r"|Disk stats \(read/write\):"
)
_VERSION = re.compile(r"FIO version - (?P<version>\S{1,100})")
_GLOBALS = re.compile(r"Global options - (?P<options>(?:\w{1,40}=\S{0,200} ?){1,40})")
_JOB = re.compile(r"JobName: ?(?P<name>.{0,200})")
_OPTIONS = re.compile(
    r"(?:blocksize|filesize|iodepth|rw)=\S{0,100}(?: (?:blocksize|filesize|iodepth|rw)=\S{0,100}){0,8}"
)
_DIRECTION = re.compile(r"(read|write|trim):")
_HEADLINE = re.compile(r"IOPS=(?P<iops>\d{1,12}\.\d{1,9}) BW\(KiB/s\)=(?P<bw>\d{1,15})")
_SAMPLES = re.compile(r"(?:iops|bw\(KiB/s\)): min=\d{1,15} max=\d{1,15} avg=[\d.]{1,30}")
_DISK = re.compile(
    r"(?P<name>[\w./-]{1,60}): ios=(?P<reads>\d{1,18})/(?P<writes>\d{1,18}) "
    r"merge=(?P<rmerge>\d{1,18})/(?P<wmerge>\d{1,18}) "
    r"ticks=(?P<rticks>\d{1,18})/(?P<wticks>\d{1,18}) in_queue=(?P<queue>\d{1,18}), "
    r"util=(?P<util>[\d.]{1,20})%(?:\s+-  OK)?"
)


def read_kubestr(content: bytes, limits: Limits) -> Reading | None:
    """One run per "FIO version" line. Raises TooMany."""
    drafts: list[RunDraft] = []
    reader = _Reader()
    for line in split_lines(content, limits):
        if _RUNNING.fullmatch(line.text) or (
            _VERSION.fullmatch(line.text) and reader.draft.version is not None
        ):
            reader.end()
            drafts.append(reader.draft)
            reader = _Reader()
        reader.read(line)
    reader.end()
    return build_reading("kubestr", [draft for draft in [*drafts, reader.draft] if draft.version], limits)


class _Reader:
    def __init__(self) -> None:
        self.draft = RunDraft(tool="kubestr")
        self._job: tuple[int, str] | None = None
        """Line and name of the job that was announced last and has no result yet."""
        self._name = ""
        self._options: dict[str, str] = {}
        self._direction: str | None = None

    def read(self, line: Line) -> None:
        """One line of the body, of kubestr or not."""
        if not self._read_line(line.text, line.number):
            self.draft.leave(line)
        else:
            self.draft.used.append(line.number)

    def end(self) -> None:
        """A job that was announced and has no figures lost them."""
        if self._job is not None:
            self.draft.report_lost(self._job[0], f"The job {clean_text(self._job[1], 80)!r}")
        self._job = None

    def _read_line(self, text: str, line: int) -> bool:
        """Read a line of kubestr. Return whether it is one."""
        draft = self.draft
        if match := _RUNNING.fullmatch(text):
            draft.title = f"{match['test']} on StorageClass {match['class']}"
        elif match := _VERSION.fullmatch(text):
            draft.version = match["version"]
        elif match := _GLOBALS.fullmatch(text):
            words = (word.split("=", 1) for word in match["options"].split())
            draft.options = {name: value for name, value in words if value}
        elif match := _JOB.fullmatch(text):
            self.end()
            self._job = line, match["name"]
            self._name, self._options, self._direction = match["name"], {}, None
        elif _OPTIONS.fullmatch(text):
            words = (word.split("=", 1) for word in text.split())
            self._options = {name: value for name, value in words if value}
        elif match := _DIRECTION.fullmatch(text):
            self._direction = match[1]
        elif self._direction is not None and (match := _HEADLINE.fullmatch(text)):
            draft.results.append(self._build_result(match, self._direction, line))
            self._job = None
        elif match := _DISK.fullmatch(text):
            draft.disks.append(_build_disk(match))
        else:
            return bool(_SAMPLES.fullmatch(text) or _HEADING.fullmatch(text))
        return True

    def _build_result(self, match: re.Match[str], direction: str, line: int) -> Result:
        """Build the result of a direction's line."""
        names = {"blocksize": "bs", "filesize": "size"}
        options = {
            **self.draft.options,
            **{names.get(name, name): value for name, value in self._options.items()},
        }
        rw, depth, kib = options.get("rw"), options.get("iodepth"), int(match["bw"])
        return Result(
            where=f"line {line}",
            job_name=clean_text(self._name) or "kubestr",
            group=len(self.draft.results),
            direction=direction,
            iops=float(match["iops"]),
            bw_bytes_per_s=kib * 1024,
            bw_bounds_bytes_per_s=(kib * 1024.0, (kib + 1) * 1024.0),
            job_options={name: clean_text(value) for name, value in options.items()},
            rw=rw if list_directions(rw) else None,
            bs_bytes=parse_size(options["bs"]) if "bs" in options else None,
            iodepth=int(depth) if depth is not None and depth.isdigit() and len(depth) < 9 else None,
            ioengine=options.get("ioengine"),
            direct=parse_flag(options["direct"]) if "direct" in options else None,
        )


def _build_disk(match: re.Match[str]) -> DiskUtil:
    """Build a disk's statistics from its line."""
    counts = {
        name: int(match[name])
        for name in ("reads", "writes", "rmerge", "wmerge", "rticks", "wticks", "queue")
    }
    return DiskUtil(
        name=match["name"],
        read_ios=counts["reads"],
        write_ios=counts["writes"],
        read_merges=counts["rmerge"],
        write_merges=counts["wmerge"],
        read_ticks_ms=counts["rticks"],
        write_ticks_ms=counts["wticks"],
        in_queue_ms=counts["queue"],
        util_pct=float(match["util"]) if match["util"].count(".") <= 1 and match["util"] != "." else None,
    )


def _may_be_kubestr(content: bytes) -> bool:
    return b"FIO version - " in content and b"BW(KiB/s)=" in content


ADAPTER = Adapter(
    kind="kubestr",
    tool="kubestr fio",
    names=("kubestr",),
    is_whole_body=False,
    sniff=_may_be_kubestr,
    parse=read_kubestr,
    reads="per job IOPS, bandwidth, options, disk statistics",
    leaves_out="latency, samples (min, max, avg), its JSON beside the text",
    source="kastenhq/kubestr pkg/fio",
)
